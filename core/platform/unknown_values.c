#include "platform/unknown_values.h"

#include "base/json_read.h"

bool ad_unknown_holds(const cJSON *list, const char *text)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		if (ad_str_is(ad_json_text(item), text))
			return true;
	}
	return false;
}

static bool writes_targeting(const struct ad_piece *piece)
{
	for (const char *const *name = piece->changed; name && *name; name++)
		if (strcmp(*name, "targeting") == 0)
			return true;
	return piece->op == AD_OP_CREATE;
}

static bool unknown_values_is_within(const cJSON *list, const cJSON *other)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		if (!cJSON_IsString(item) || !ad_unknown_holds(other, item->valuestring))
			return false;
	}
	return true;
}

/* The member of the targeting that the piece would set to a word of no platform, or NULL. */
static const char *unknown_member(const struct ad_piece *piece)
{
	static const char *const members[][2] = {
		{ "genders", AD_UNKNOWN_GENDER },
		{ "devices", AD_OTHER_WORD },
	};
	const cJSON *before = piece->live ? piece->live->fields : piece->synced;

	for (size_t i = 0; i < AD_LEN(members); i++) {
		const cJSON *want =
			ad_json_get(ad_json_get(piece->want, "targeting"), members[i][0]);
		const cJSON *is = ad_json_get(ad_json_get(before, "targeting"), members[i][0]);
		bool same = piece->op != AD_OP_CREATE && unknown_values_is_within(want, is) &&
			    unknown_values_is_within(is, want);
		if (ad_unknown_holds(want, members[i][1]) && !same)
			return members[i][0];
	}
	return NULL;
}

bool ad_unknown_can_write(struct ad_arena *arena, const char *title, const struct ad_piece *piece,
			  struct ad_platform_error *error)
{
	const char *member = NULL;

	if (piece->res->id == AD_R_AD_GROUP && writes_targeting(piece))
		member = unknown_member(piece);
	if (piece->res->id == AD_R_KEYWORD && piece->op == AD_OP_CREATE &&
	    ad_str_is(ad_json_get_text(piece->want, "matchType"), AD_OTHER_WORD))
		member = "matchType";
	if (!member)
		return true;
	*error = (struct ad_platform_error){
		.code = "UNSUPPORTED_ON_PLATFORM",
		.message = ad_arena_printf(
			arena,
			"%s has a value that was set on the platform and that adcore does not "
			"know. Choose values that %s supports.",
			member, title),
	};
	return false;
}
