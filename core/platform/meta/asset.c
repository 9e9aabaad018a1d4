/*
 * Pictures, and the checks of an ad's pictures and videos (meta/video.c). An image's id is the hash
 * of its bytes, within the ad account: a second upload gives the same image. It cannot be changed,
 * and is never removed at Meta, because other ads may show it.
 */
#include "base/digest.h"
#include "base/json_read.h"
#include "platform/form.h"
#include "platform/meta/put.h"

bool meta_carries(enum ad_resource_id holder, struct ad_str role)
{
	return holder == AD_R_AD && (ad_str_is(role, "IMAGE") || ad_str_is(role, "SQUARE_IMAGE") ||
				     ad_str_is(role, "VIDEO"));
}

static bool meta_asset_refuse(struct ad_platform_error *error, const char *code,
			      const char *message)
{
	*error = (struct ad_platform_error){ .code = code, .message = ad_str(message) };
	return false;
}

bool meta_asset_can(const struct ad_piece *piece, struct ad_platform_error *error)
{
	struct ad_str type = ad_json_get_text(piece->want, "type");

	return ad_str_is(type, "IMAGE") || ad_str_is(type, "LOGO") || ad_str_is(type, "VIDEO") ||
	       meta_asset_refuse(error, "UNSUPPORTED_ON_PLATFORM",
				 "Only pictures and videos are sent to Meta as assets.");
}

const struct ad_piece_asset *meta_shown(const struct ad_piece *piece, bool video)
{
	const struct ad_piece_asset *one = piece->assets;

	while (one && ad_str_is(one->role, "VIDEO") != video)
		one = one->next;
	return one;
}

static bool can_attach(const struct ad_piece *piece, bool shows_video,
		       struct ad_platform_error *error)
{
	const struct ad_piece_asset *picture = meta_shown(piece, false);
	const struct ad_piece_asset *video = meta_shown(piece, true);
	size_t n = 0;

	for (const struct ad_piece_asset *one = piece->assets; one; one = one->next)
		n++;
	if (shows_video && (n != 2 || !video || !picture))
		return meta_asset_refuse(
			error, "MEDIA_REQUIRED",
			"A VIDEO ad on Meta has one video and one picture as its thumbnail. "
			"Attach one of each.");
	if (!shows_video && (n > 1 || video))
		return meta_asset_refuse(
			error, "MEDIA_REQUIRED",
			"An IMAGE ad on Meta has one picture. Attach exactly one.");
	if (picture && !picture->remote_id.n)
		return meta_asset_refuse(
			error, "MEDIA_REQUIRED",
			"The ad's picture is not on Meta. Push the picture first.");
	if (video && !video->remote_id.n)
		return meta_asset_refuse(error, "MEDIA_REQUIRED",
					 "The ad's video is not on Meta. Push the video first.");
	return true;
}

/* An ad with other texts keeps the picture and the video that it has on Meta. */
bool meta_picture_can(const struct ad_piece *piece, struct ad_platform_error *error)
{
	bool shows_video = ad_str_is(ad_json_get_text(piece->want, "type"), "VIDEO");

	if (meta_changes(piece, "assetIds") && !can_attach(piece, shows_video, error))
		return false;
	if (shows_video && !ad_json_get_text(piece->want, "callToAction").n)
		return meta_asset_refuse(
			error, "UNSUPPORTED_ON_PLATFORM",
			"A video on Meta links to finalUrl with its button. Set callToAction.");
	return true;
}

enum ad_built meta_asset_build(struct ad_arena *arena, const struct ad_link *link,
			       const struct ad_piece *piece, unsigned step,
			       struct ad_http_request *out)
{
	struct meta_part part = { "POST", { 0 }, ad_text_on(arena) };
	struct ad_str bytes = piece->media.bytes;

	if (meta_is_video(piece))
		return meta_video_build(arena, link, piece, step, out);
	if (piece->op != AD_OP_CREATE || step > 0)
		return AD_BUILT_ALL;
	part.path = meta_account_path(arena, link, "adimages");
	ad_form_add(&part.form, "bytes", ad_base64(arena, bytes.p, bytes.n));
	meta_request(arena, link, &part, 1, out);
	out->changes = true;
	return AD_BUILT;
}

struct ad_str meta_image_hash(const cJSON *body)
{
	const cJSON *images = ad_json_get(body, "images");

	/* The key is the name of the form field, or of the file. */
	return ad_json_get_text(cJSON_IsObject(images) ? images->child : NULL, "hash");
}

bool meta_asset_ask(struct ad_arena *arena, const struct ad_link *link, struct ad_ask *ask,
		    struct ad_http_request *out)
{
	struct meta_part part = { "GET", { 0 }, ad_text_on(arena) };
	struct ad_text hashes = ad_text_on(arena);
	struct ad_json j = ad_json_on(&hashes);

	if (meta_is_video(&ask->pieces[0]))
		return meta_video_ask(arena, link, ask, out);
	/* Images are not searched by name: a second upload gives the same image. */
	if (ask->question == AD_ASK_KEY || ask->part > 0)
		return false;
	ad_json_array(&j);
	for (size_t i = 0; i < ask->count; i++)
		ad_json_str(&j, ask->pieces[i].remote_id);
	ad_json_array_end(&j);
	part.path = meta_account_path(arena, link, "adimages");
	ad_form_add(&part.form, "hashes", ad_text_str(&hashes));
	ad_form_add(&part.form, "fields", AD_S("hash,status"));
	ad_form_add(&part.form, "limit", AD_S("200"));
	meta_request(arena, link, &part, 1, out);
	return true;
}

void meta_asset_hear(struct ad_arena *arena, struct ad_ask *ask,
		     const struct ad_http_response *response, struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	const cJSON *data = ad_json_get(body, "data");
	const cJSON *image;

	if (meta_is_video(&ask->pieces[0])) {
		meta_video_hear(arena, ask, response, outcome);
		return;
	}
	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (response->status != 200 || !cJSON_IsArray(data)) {
		meta_failure(arena, response->status, body, response, outcome);
		if (outcome->kind == AD_DOUBT)
			outcome->kind = AD_AGAIN;
		return;
	}
	cJSON_ArrayForEach(image, data)
	{
		struct ad_remote *remote = ad_arena_zalloc(arena, sizeof(*remote));
		struct ad_str status = ad_json_get_text(image, "status");
		remote->id = ad_arena_copy(arena, ad_json_get_text(image, "hash"));
		remote->status = ad_str_is(status, "DELETED") ? AD_S("REMOVED") : AD_S("ENABLED");
		remote->fields = ad_json_parse(arena, AD_S("{}"), &error);
		remote->next = ask->found;
		if (remote->id.n)
			ask->found = remote;
	}
	ask->part++;
}
