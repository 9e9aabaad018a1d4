/*
 * Creatives, created in one call with their ad so that none is left without an ad. Meta never
 * changes a creative: an update makes another one from the live one, so that its Page, its picture,
 * its lead form and all that adcore does not know of it stay.
 */
#include "base/json_read.h"
#include "platform/form.h"
#include "platform/meta/put.h"

static struct ad_str meta_first_of(const cJSON *list)
{
	const cJSON *item = cJSON_IsArray(list) ? list->child : NULL;

	return cJSON_IsObject(item) ? ad_json_get_text(item, "text") : ad_json_text(item);
}

struct ad_str meta_ad_name(const cJSON *want)
{
	return meta_first_of(ad_json_get(want, "headlines"));
}

/* The data of a link or of a video in object_story_spec; its members and ours. */
struct story {
	const struct ad_piece *piece;
	const cJSON *live; /* NULL: made from our fields alone */
	const char *headline, *description;
	bool films;
};

/* True if the new creative has our value of the field, otherwise the live one. */
static bool is_ours(const struct story *story, const char *field)
{
	return !story->live || meta_changes(story->piece, field);
}

/* True if a live member is replaced, or does not fit what replaces it. */
static bool is_replaced(const struct story *story, const char *member)
{
	static const char *const of_image[] = { "image_hash", "picture", "image_url",
						"image_crops" };
	const char *const of_text[][2] = {
		{ "message", "primaryText" },
		{ story->headline, "headlines" },
		{ story->description, "descriptions" },
		{ "link", "finalUrl" },
	};

	for (size_t i = 0; i < AD_LEN(of_text); i++)
		if (strcmp(of_text[i][0], member) == 0)
			return is_ours(story, of_text[i][1]);
	for (size_t i = 0; i < AD_LEN(of_image); i++)
		if (strcmp(of_image[i], member) == 0 && is_ours(story, "assetIds"))
			return true;
	if (strcmp(member, "video_id") == 0)
		return is_ours(story, "assetIds");
	/* Meta returns both, and accepts one of them. */
	if (strcmp(member, "image_url") == 0 && ad_json_get(story->live, "image_hash"))
		return true;
	return strcmp(member, "call_to_action") == 0;
}

static void put_some(struct ad_json *j, const char *key, struct ad_str value)
{
	if (value.n)
		ad_json_kstr(j, key, value);
}

/* Our value of a text, if the field is replaced. */
static void put_field(struct ad_json *j, const struct story *story, const char *key,
		      const char *field, struct ad_str value)
{
	if (is_ours(story, field))
		put_some(j, key, value);
}

/*
 * The button. The button of a video has the link of the ad, and that of a live ad may have one, or
 * a lead form, which stays.
 */
static void put_button(struct ad_json *j, const struct story *story)
{
	const cJSON *want = story->piece->want, *member;
	const cJSON *live = ad_json_get(story->live, "call_to_action");
	const cJSON *value = ad_json_get(live, "value");
	struct ad_str type = is_ours(story, "callToAction") ? ad_json_get_text(want, "callToAction")
							    : ad_json_get_text(live, "type");
	bool linked = ad_json_get(value, "link") || (story->films && !value);
	bool relinks = linked && (is_ours(story, "finalUrl") || !value);

	if (!type.n)
		return;
	ad_json_key(j, "call_to_action");
	ad_json_object(j);
	ad_json_kstr(j, "type", type);
	if (relinks || (value && value->child)) {
		ad_json_key(j, "value");
		ad_json_object(j);
		cJSON_ArrayForEach(member, value)
		{
			if (!relinks || strcmp(member->string, "link") != 0)
				meta_put_member(j, member);
		}
		if (relinks)
			put_some(j, "link", ad_json_get_text(want, "finalUrl"));
		ad_json_object_end(j);
	}
	ad_json_object_end(j);
}

static void put_data(struct ad_json *j, const struct story *story)
{
	const struct ad_piece_asset *video = meta_shown(story->piece, true);
	const struct ad_piece_asset *picture = meta_shown(story->piece, false);
	const cJSON *want = story->piece->want, *member;

	ad_json_key(j, story->films ? "video_data" : "link_data");
	ad_json_object(j);
	cJSON_ArrayForEach(member, story->live)
	{
		if (!is_replaced(story, member->string))
			meta_put_member(j, member);
	}
	if (story->films && video && is_ours(story, "assetIds"))
		put_some(j, "video_id", video->remote_id);
	if (story->films && picture && is_ours(story, "assetIds"))
		put_some(j, "image_hash", picture->remote_id);
	if (!story->films && is_ours(story, "finalUrl"))
		ad_json_kstr(j, "link", ad_json_get_text(want, "finalUrl"));
	put_field(j, story, "message", "primaryText", ad_json_get_text(want, "primaryText"));
	put_field(j, story, story->headline, "headlines",
		  meta_first_of(ad_json_get(want, "headlines")));
	put_field(j, story, story->description, "descriptions",
		  meta_first_of(ad_json_get(want, "descriptions")));
	if (!story->films && picture && is_ours(story, "assetIds"))
		put_some(j, "image_hash", picture->remote_id);
	put_button(j, story);
	ad_json_object_end(j);
}

static void put_owner(struct ad_json *j, const struct ad_piece *piece, const struct ad_link *link,
		      const cJSON *live)
{
	const cJSON *page = meta_option(piece->want, "pageId", link), *member;
	bool moves = !live || meta_changes_option(piece, "pageId");

	if (moves)
		put_some(j, "page_id", ad_json_text(page));
	if (!live)
		put_some(j, "instagram_user_id",
			 ad_json_get_text(link->settings, "instagramUserId"));
	cJSON_ArrayForEach(member, live)
	{
		if (strcmp(member->string, "link_data") != 0 &&
		    strcmp(member->string, "video_data") != 0 &&
		    (!moves || strcmp(member->string, "page_id") != 0))
			meta_put_member(j, member);
	}
}

/* Meta returns this feature, and refuses it in a new creative. */
static bool is_only_read(const char *feature)
{
	return strcmp(feature, "standard_enhancements") == 0;
}

static void put_features(struct ad_json *j, const cJSON *spec)
{
	const cJSON *member, *feature;

	ad_json_key(j, "degrees_of_freedom_spec");
	ad_json_object(j);
	cJSON_ArrayForEach(member, spec)
	{
		if (strcmp(member->string, "creative_features_spec") != 0) {
			meta_put_member(j, member);
			continue;
		}
		ad_json_key(j, member->string);
		ad_json_object(j);
		cJSON_ArrayForEach(feature, member)
		{
			if (!is_only_read(feature->string))
				meta_put_member(j, feature);
		}
		ad_json_object_end(j);
	}
	ad_json_object_end(j);
}

/* Of the multi-advertiser setting only the choice can be set. */
static void put_multi_ads(struct ad_json *j, const cJSON *setting)
{
	const cJSON *choice = ad_json_get(setting, "enroll_status");

	if (!choice)
		return;
	ad_json_key(j, setting->string);
	ad_json_object(j);
	meta_put_member(j, choice);
	ad_json_object_end(j);
}

/* The members of the live creative beside its story. */
static void put_others(struct ad_json *j, const cJSON *creative)
{
	const cJSON *member;

	cJSON_ArrayForEach(member, creative)
	{
		if (strcmp(member->string, "degrees_of_freedom_spec") == 0)
			put_features(j, member);
		else if (strcmp(member->string, "contextual_multi_ads") == 0)
			put_multi_ads(j, member);
		else if (strcmp(member->string, "object_story_spec") != 0 &&
			 strcmp(member->string, "id") != 0)
			meta_put_member(j, member);
	}
}

/* The story of an ad as Meta returned it; NULL for a create. */
static const cJSON *live_story(struct ad_arena *arena, const struct ad_piece *piece)
{
	if (piece->op == AD_OP_CREATE)
		return NULL;
	return ad_json_get(meta_live_part(arena, piece, "creative"), "object_story_spec");
}

void meta_put_creative(struct ad_text *form, const struct ad_piece *piece,
		       const struct ad_link *link)
{
	bool films = ad_str_is(ad_json_get_text(piece->want, "type"), "VIDEO");
	const cJSON *live = live_story(form->arena, piece);
	struct story story = {
		.piece = piece,
		.live = ad_json_get(live, films ? "video_data" : "link_data"),
		.headline = films ? "title" : "name",
		.description = films ? "link_description" : "description",
		.films = films,
	};
	struct ad_text text = ad_text_on(form->arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_key(&j, "object_story_spec");
	ad_json_object(&j);
	put_owner(&j, piece, link, live);
	put_data(&j, &story);
	ad_json_object_end(&j);
	if (live)
		put_others(&j, meta_live_part(form->arena, piece, "creative"));
	ad_json_object_end(&j);
	ad_form_add(form, "creative", ad_text_str(&text));
}

/*
 * Members of a creative that decide its content besides the story: a copy with another text would
 * not show it, or would lose them.
 */
static const char *const beyond_story[] = { "asset_feed_spec", "platform_customizations",
					    "product_set_id", "template_url_spec",
					    "interactive_components_spec" };

bool meta_creative_can(struct ad_arena *arena, const struct ad_piece *piece,
		       struct ad_platform_error *error)
{
	const cJSON *creative = meta_live_part(arena, piece, "creative");
	const cJSON *story = ad_json_get(creative, "object_story_spec");
	bool films = ad_str_is(ad_json_get_text(piece->want, "type"), "VIDEO");
	const char *found =
		ad_json_get(story, films ? "video_data" : "link_data") ? NULL : "object_story_spec";

	for (size_t i = 0; i < AD_LEN(beyond_story); i++) {
		const cJSON *member = ad_json_get(creative, beyond_story[i]);
		if (member && (member->child || ad_json_text(member).n))
			found = beyond_story[i];
	}
	if (!found)
		return true;
	*error = (struct ad_platform_error){
		.code = "UNSUPPORTED_ON_PLATFORM",
		.message =
			strcmp(found, "object_story_spec") == 0
				? AD_S("Meta does not return the content of this ad, so it "
				       "cannot be changed here without losing parts of it. "
				       "Change the ad in Meta Ads Manager, then pull.")
				: ad_arena_printf(arena,
						  "The creative of this ad has \"%s\", which a "
						  "change here would lose. Change the ad in Meta "
						  "Ads Manager, then pull.",
						  found),
	};
	return false;
}
