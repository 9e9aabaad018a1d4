/*
 * The post that an ad promotes. Reddit accepts no bytes: it fetches pictures and videos from the
 * URLs in a post. A click opens the URL of the post, which must equal the ad's own URL.
 */
#include <ctype.h>

#include "platform/reddit/adapter.h"

#include "base/json_read.h"

static bool reddit_post_refuse(struct ad_platform_error *error, const char *code,
			       const char *message)
{
	*error = (struct ad_platform_error){ .code = code, .message = ad_str(message) };
	return false;
}

static bool has_media(const cJSON *ad)
{
	struct ad_str type = ad_json_get_text(ad, "type");

	return ad_str_is(type, "IMAGE") || ad_str_is(type, "VIDEO");
}

bool reddit_is_content(const struct reddit_field *row, const cJSON *ad)
{
	return row->content || (strcmp(row->field, "finalUrl") == 0 && has_media(ad));
}

static bool changes_content(const struct ad_piece *piece)
{
	if (piece->op == AD_OP_CREATE)
		return true;
	for (const char *const *name = piece->changed; name && *name; name++) {
		const struct reddit_field *row = reddit_field(AD_R_AD, *name);
		if (row && reddit_is_content(row, piece->want))
			return true;
	}
	return false;
}

/* The first picture, or video, of the ad; *count is their number. */
static const struct ad_piece_asset *reddit_media_of(const struct ad_piece *piece, bool video,
						    size_t *count)
{
	const struct ad_piece_asset *found = NULL;

	*count = 0;
	for (const struct ad_piece_asset *one = piece->assets; one; one = one->next) {
		if (ad_str_starts(one->media.mime, "video/") != video)
			continue;
		if (!found)
			found = one;
		++*count;
	}
	return found;
}

bool reddit_can_ad(const struct ad_piece *piece, struct ad_platform_error *error)
{
	struct ad_str type = ad_json_get_text(piece->want, "type");
	bool video = ad_str_is(type, "VIDEO");
	size_t pictures, videos;

	if (!changes_content(piece))
		return true;
	if (ad_str_is(type, "POST"))
		return !ad_json_get_text(piece->want, "callToAction").n ||
		       reddit_post_refuse(
			       error, "UNSUPPORTED_ON_PLATFORM",
			       "A text post on Reddit has no button. Omit callToAction.");
	if (!has_media(piece->want))
		return reddit_post_refuse(
			error, "UNSUPPORTED_ON_PLATFORM",
			"On Reddit only ads of the types POST, IMAGE and VIDEO can be pushed.");
	reddit_media_of(piece, false, &pictures);
	reddit_media_of(piece, true, &videos);
	if (video && (videos != 1 || pictures != 1))
		return reddit_post_refuse(
			error, "MEDIA_REQUIRED",
			"A VIDEO ad on Reddit has one video and one picture as its "
			"thumbnail. Attach one of each.");
	if (!video && (pictures != 1 || videos != 0))
		return reddit_post_refuse(error, "MEDIA_REQUIRED",
					  "An IMAGE ad on Reddit has one picture. Attach one.");
	return true;
}

/* "Shop Now" of "SHOP_NOW"; two have a word or sign of their own. */
static struct ad_str button_of(struct ad_arena *arena, struct ad_str ours)
{
	struct ad_text word = ad_text_on(arena);
	bool first = true;

	for (size_t i = 0; i < ours.n; i++) {
		unsigned char c = (unsigned char)ours.p[i];
		bool gap = c == '_' || c == ' ' || c == '-';
		ad_text_addc(&word, gap ? ' ' : (char)(first ? toupper(c) : tolower(c)));
		first = gap;
	}
	if (ad_str_is(ad_text_str(&word), "Get A Quote"))
		return AD_S("Get a Quote");
	if (ad_str_is(ad_text_str(&word), "Pre Order Now"))
		return AD_S("Pre-order Now");
	return ad_text_str(&word);
}

void reddit_add_button(struct ad_text *out, struct ad_str theirs)
{
	for (size_t i = 0; i < theirs.n; i++) {
		unsigned char c = (unsigned char)theirs.p[i];
		ad_text_addc(out, isalnum(c) ? (char)toupper(c) : '_');
	}
}

bool reddit_rewrites(const struct ad_piece *piece, const char *field)
{
	const struct reddit_field *row = reddit_field(AD_R_AD, field);

	return piece->op == AD_OP_UPDATE && piece->res->id == AD_R_AD && changes_content(piece) &&
	       row && reddit_is_content(row, piece->want);
}

/* True if an update replaces the field of the live post. */
static bool reddit_replaces(const struct ad_piece *piece, const char *field)
{
	for (const char *const *name = piece->changed; name && *name; name++)
		if (strcmp(*name, field) == 0)
			return true;
	return false;
}

/* The live ad's post, which the new one replaces; NULL for a new ad. */
static const cJSON *live_post(struct ad_arena *arena, const struct ad_piece *piece)
{
	return piece->live ? reddit_ad_part(arena, piece->live->handle, "post") : NULL;
}

/* Members of the live content that adcore does not have. */
static void put_kept(struct ad_json *j, const cJSON *content)
{
	static const char *const kept[] = { "display_url", "caption" };

	for (size_t i = 0; i < AD_LEN(kept); i++) {
		struct ad_str text = ad_json_get_text(content, kept[i]);
		if (text.n)
			ad_json_kstr(j, kept[i], text);
	}
}

static void put_media(struct ad_json *j, const struct ad_piece *piece, const cJSON *live,
		      bool video)
{
	struct ad_str button = ad_json_get_text(piece->want, "callToAction");
	const cJSON *list = ad_json_get(live, "content");
	size_t n;
	const struct ad_piece_asset *shown = reddit_media_of(piece, video, &n);
	const struct ad_piece_asset *still = reddit_media_of(piece, false, &n);

	if (video && still)
		ad_json_kstr(j, "thumbnail_url", still->url);
	ad_json_key(j, "content");
	ad_json_array(j);
	ad_json_object(j);
	if (shown)
		ad_json_kstr(j, "media_url", shown->url);
	ad_json_kstr(j, "destination_url", ad_json_get_text(piece->want, "finalUrl"));
	if (button.n)
		ad_json_kstr(j, "call_to_action", button_of(j->out->arena, button));
	put_kept(j, cJSON_IsArray(list) ? list->child : NULL);
	ad_json_object_end(j);
	ad_json_array_end(j);
}

void reddit_put_post(struct ad_json *j, const struct ad_piece *piece)
{
	const cJSON *list = ad_json_get(piece->want, "headlines");
	const cJSON *first = cJSON_IsArray(list) ? list->child : NULL;
	const cJSON *live = live_post(j->out->arena, piece);
	struct ad_str body = ad_json_get_text(piece->want, "primaryText");
	struct ad_str type = ad_json_get_text(piece->want, "type");
	bool media = has_media(piece->want);

	ad_json_kstr(j, "type", media ? type : AD_S("TEXT"));
	ad_json_kstr(j, "headline",
		     cJSON_IsObject(first) ? ad_json_get_text(first, "text") : ad_json_text(first));
	if (body.n || !media)
		ad_json_kstr(j, "body", body);
	/* The text of a rich post is read as Reddit stores it. */
	if (cJSON_IsTrue(ad_json_get(live, "is_richtext")) &&
	    !reddit_replaces(piece, "primaryText"))
		ad_json_kbool(j, "is_richtext", true);
	ad_json_kbool(j, "allow_comments", cJSON_IsTrue(ad_json_get(live, "allow_comments")));
	if (media)
		put_media(j, piece, live, ad_str_is(type, "VIDEO"));
}
