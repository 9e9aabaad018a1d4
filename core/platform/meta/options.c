/*
 * Live platformOptions. An option that our object never set has the default that was sent, or
 * Meta's own: only set options are compared, and only if Meta returns them.
 */
#include "base/json_read.h"
#include "platform/meta/adapter.h"

#define DEEP 3

static const struct option {
	enum ad_resource_id kind;
	const char *name;
	const char *path[DEEP]; /* of Meta's field */
} options[] = {
	{ AD_R_CAMPAIGN, "specialAdCategories", { "special_ad_categories" } },
	{ AD_R_CAMPAIGN, "specialAdCategoryCountries", { "special_ad_category_country" } },
	{ AD_R_AD_GROUP, "optimizationGoal", { "optimization_goal" } },
	{ AD_R_AD_GROUP, "billingEvent", { "billing_event" } },
	{ AD_R_AD_GROUP, "destinationType", { "destination_type" } },
	{ AD_R_AD_GROUP, "pixelId", { "promoted_object", "pixel_id" } },
	{ AD_R_AD_GROUP, "customEventType", { "promoted_object", "custom_event_type" } },
	{ AD_R_AD_GROUP,
	  "advantageAudience",
	  { "targeting", "targeting_automation", "advantage_audience" } },
	{ AD_R_AD_GROUP, "dsaBeneficiary", { "dsa_beneficiary" } },
	{ AD_R_AD_GROUP, "dsaPayor", { "dsa_payor" } },
	{ AD_R_AD, "pageId", { "creative", "object_story_spec", "page_id" } },
};

/* The option of an object in our form; NULL if it is not set. */
static const cJSON *set_by(const cJSON *object, const char *name)
{
	const cJSON *value = ad_json_get(ad_json_get(object, "platformOptions"), name);

	return cJSON_IsNull(value) ? NULL : value;
}

/* The smallest text of a list greater than `last`; absent after the greatest. */
static struct ad_str next_text(struct ad_arena *arena, const cJSON *list, struct ad_str last)
{
	struct ad_str next = { 0 };
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		struct ad_str text = ad_arena_copy(arena, ad_json_text(item));
		if (text.p && (!last.p || strcmp(text.p, last.p) > 0) &&
		    (!next.p || strcmp(text.p, next.p) < 0))
			next = text;
	}
	return next;
}

/* NONE among the categories equals an empty list. */
static void normal_list(struct ad_text *out, const char *name, const cJSON *list)
{
	struct ad_str last = { 0 };

	while ((last = next_text(out->arena, list, last)).p)
		if (!ad_str_is(last, "NONE"))
			ad_text_addf(out, "%s=%.*s ", name, AD_FMT(last));
}

static void normal_option(struct ad_text *out, const char *name, const cJSON *object)
{
	const cJSON *value = set_by(object, name);

	if (cJSON_IsArray(value)) {
		normal_list(out, name, value);
	} else if (value) {
		ad_text_addf(out, "%s=", name);
		ad_json_canonical(out, value);
		ad_text_addc(out, ' ');
	}
}

void meta_normal_options(struct ad_text *out, const cJSON *object)
{
	for (size_t i = 0; i < AD_LEN(options); i++)
		normal_option(out, options[i].name, object);
}

bool meta_same_option(const char *name, const cJSON *a, const cJSON *b)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_text left = ad_text_on(arena), right = ad_text_on(arena);
	bool same;

	normal_option(&left, name, a);
	normal_option(&right, name, b);
	/* An empty list is a value: it differs from none. */
	same = ad_str_eq(ad_text_str(&left), ad_text_str(&right)) &&
	       (set_by(a, name) != NULL) == (set_by(b, name) != NULL);
	ad_arena_free(arena);
	return same;
}

const char *meta_cleared_option(const cJSON *was, const cJSON *now)
{
	for (size_t i = 0; i < AD_LEN(options); i++)
		if (set_by(was, options[i].name) && !set_by(now, options[i].name))
			return options[i].name;
	return NULL;
}

/* Meta's value of an option; NULL if Meta does not return one. */
static const cJSON *value_there(const struct option *option, const cJSON *object)
{
	for (size_t i = 0; i < DEEP && option->path[i]; i++)
		object = ad_json_get(object, option->path[i]);
	return object;
}

static void meta_write_value(struct ad_json *j, const char *name, const cJSON *value, bool flag)
{
	struct ad_text text = ad_text_on(j->out->arena);

	ad_json_key(j, name);
	if (flag) {
		ad_json_bool(j, cJSON_IsTrue(value) || meta_number(value) != 0);
		return;
	}
	ad_json_canonical(&text, value);
	ad_json_raw(j, ad_text_str(&text));
}

/*
 * {"platformOptions"} of the options that `synced` or `want` sets; NULL if neither sets any. If
 * Meta does not return one, it has the last synced value; one that was never synced is not set.
 */
static const cJSON *meta_told(struct ad_arena *arena, enum ad_resource_id kind, const cJSON *object,
			      const cJSON *synced, const cJSON *want)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error error;
	size_t n = 0;

	ad_json_object(&j);
	ad_json_key(&j, "platformOptions");
	ad_json_object(&j);
	for (size_t i = 0; i < AD_LEN(options); i++) {
		const cJSON *before = set_by(synced, options[i].name);
		const cJSON *ours = before ? before : set_by(want, options[i].name);
		const cJSON *there = value_there(&options[i], object);
		if (options[i].kind != kind || !ours)
			continue;
		n++;
		if (there || before)
			meta_write_value(&j, options[i].name, there ? there : before,
					 cJSON_IsBool(ours));
	}
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	return n ? ad_json_parse(arena, ad_text_str(&text), &error) : NULL;
}

void meta_write_options(struct ad_json *j, const struct ad_piece *piece, const cJSON *object)
{
	struct ad_arena *arena = j->out->arena;
	struct ad_text live = ad_text_on(arena), want = ad_text_on(arena);
	const cJSON *value = NULL;

	if (!piece)
		return;
	if (piece->op == AD_OP_UPDATE)
		value = meta_told(arena, piece->res->id, object, piece->synced, piece->want);
	/*
	 * If all options have the wanted values, the update is done; otherwise the synced options
	 * show what may have changed.
	 */
	if (value) {
		meta_normal_options(&live, value);
		meta_normal_options(&want, piece->want);
	}
	if (!value || !ad_str_eq(ad_text_str(&live), ad_text_str(&want)))
		value = meta_told(arena, piece->res->id, object, piece->synced, NULL);
	if (!value)
		return;
	want = ad_text_on(arena);
	ad_json_canonical(&want, ad_json_get(value, "platformOptions"));
	ad_json_kraw(j, "platformOptions", ad_text_str(&want));
}
