/*
 * Videos of the ad account. The bytes are sent first, then Meta is polled until it has prepared the
 * video; only then an ad can show it. Only the title of a video identifies it: the title is our
 * mark, and an uploaded video is found by it.
 */
#include "base/digest.h"
#include "base/json_read.h"
#include "platform/form.h"
#include "platform/meta/adapter.h"
#include "platform/unseen.h"

#define VIDEO "video" /* the object of the first step (made.h) */
#define GRAPH "https://graph.facebook.com"
#define UPLOADS "https://graph-video.facebook.com" /* the host for video uploads */

bool meta_is_video(const struct ad_piece *piece)
{
	return piece->res->id == AD_R_ASSET &&
	       ad_str_is(ad_json_get_text(piece->want, "type"), "VIDEO");
}

static struct ad_str video_of(const struct ad_piece *piece)
{
	for (const struct ad_made *made = piece->made; made; made = made->next)
		if (ad_str_is(made->kind, VIDEO))
			return made->id;
	return (struct ad_str){ 0 };
}

static struct ad_made *video_made(struct ad_arena *arena, struct ad_str id)
{
	struct ad_made *made = ad_arena_zalloc(arena, sizeof(*made));

	made->kind = AD_S(VIDEO);
	made->id = ad_arena_copy(arena, id);
	return made;
}

/*
 * The boundary of the form: derived from the video's own digest, so that nobody can craft a video
 * that contains the boundary and adds parts to the form.
 */
static struct ad_str boundary_of(struct ad_arena *arena, const struct ad_piece *piece)
{
	uint8_t digest[AD_SHA256_SIZE];
	char text[2 * AD_SHA256_SIZE + 1];

	ad_sha256(piece->media.bytes, digest);
	ad_hex(digest, sizeof(digest), text);
	return ad_arena_printf(arena, "%s", text);
}

/* RFC 7578. */
static struct ad_str meta_multipart(struct ad_arena *arena, const struct ad_piece *piece,
				    struct ad_str boundary)
{
	struct ad_text body = ad_text_on(arena);
	bool quicktime = ad_str_is(piece->media.mime, "video/quicktime");

	ad_text_addf(&body,
		     "--%.*s\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\n"
		     "%.*s\r\n--%.*s\r\nContent-Disposition: form-data; name=\"source\"; "
		     "filename=\"video.%s\"\r\nContent-Type: video/%s\r\n\r\n",
		     AD_FMT(boundary), AD_FMT(piece->id), AD_FMT(boundary),
		     quicktime ? "mov" : "mp4", quicktime ? "quicktime" : "mp4");
	ad_text_add(&body, piece->media.bytes);
	ad_text_addf(&body, "\r\n--%.*s--\r\n", AD_FMT(boundary));
	return ad_text_str(&body);
}

static void meta_upload(struct ad_arena *arena, const struct ad_link *link,
			const struct ad_piece *piece, struct ad_http_request *out)
{
	struct ad_str boundary = boundary_of(arena, piece);
	struct ad_link to = *link;
	/* Built like a read, so that the proof is in the URL. */
	struct meta_part part = { "GET", meta_account_path(arena, link, "advideos"),
				  ad_text_on(arena) };

	if (ad_str_is(link->api_url, GRAPH))
		to.api_url = AD_S(UPLOADS);
	meta_request(arena, &to, &part, 1, out);
	out->method = "POST";
	out->headers[out->header_count++] = (struct ad_http_header){
		"Content-Type",
		ad_arena_printf(arena, "multipart/form-data; boundary=%.*s", AD_FMT(boundary))
	};
	out->body = meta_multipart(arena, piece, boundary);
	out->changes = true;
}

/* Queries the given fields of one video by its id. */
static void ask_one(struct ad_arena *arena, const struct ad_link *link, struct ad_str id,
		    struct ad_http_request *out)
{
	struct meta_part part = { "GET", id, ad_text_on(arena) };

	ad_form_add(&part.form, "fields", AD_S("id,title,status"));
	meta_request(arena, link, &part, 1, out);
}

enum ad_built meta_video_build(struct ad_arena *arena, const struct ad_link *link,
			       const struct ad_piece *piece, unsigned step,
			       struct ad_http_request *out)
{
	if (piece->op != AD_OP_CREATE || step > 1)
		return AD_BUILT_ALL;
	if (step == 0)
		meta_upload(arena, link, piece, out);
	else
		ask_one(arena, link, video_of(piece), out);
	return AD_BUILT;
}

static void meta_say(struct ad_outcome *outcome, enum ad_outcome_kind kind, const char *code,
		     const char *message)
{
	*outcome = (struct ad_outcome){ .kind = kind };
	outcome->error = (struct ad_platform_error){
		.code = code,
		.message = ad_str(message),
		.retryable = kind != AD_REFUSED,
	};
}

void meta_video_read(struct ad_arena *arena, const struct ad_piece *piece, const cJSON *body,
		     struct ad_outcome *outcome)
{
	struct ad_str video = video_of(piece), id = ad_json_get_text(body, "id");
	struct ad_str status = ad_json_get_text(ad_json_get(body, "status"), "video_status");

	if (piece->op != AD_OP_CREATE)
		return;
	if (!video.n && id.n)
		outcome->made = video_made(arena, id);
	else if (!video.n)
		meta_say(outcome, AD_DOUBT, "UNREADABLE_ANSWER",
			 "The platform's response contains no new video.");
	else if (ad_str_is(status, "ready"))
		outcome->remote_id = video;
	else if (ad_str_is(status, "error"))
		meta_say(outcome, AD_REFUSED, "REFUSED",
			 "Meta could not process the video. Create the asset from another file.");
	else
		meta_say(outcome, AD_AGAIN, "PROCESSING",
			 "Meta is still processing the video. Push again later.");
}

bool meta_video_ask(struct ad_arena *arena, const struct ad_link *link, struct ad_ask *ask,
		    struct ad_http_request *out)
{
	struct meta_part part = { "GET", { 0 }, ad_text_on(arena) };

	if (ask->part > 0)
		return false;
	if (ask->question == AD_ASK_LIVE) {
		ask_one(arena, link, ask->pieces[0].remote_id, out);
		return true;
	}
	part.path = meta_account_path(arena, link, "advideos");
	ad_form_add(&part.form, "fields", AD_S("id,title"));
	ad_form_add(&part.form, "limit", AD_S("200"));
	if (ask->page.n)
		ad_form_add(&part.form, "after", ask->page);
	meta_request(arena, link, &part, 1, out);
	return true;
}

static void hear_one(struct ad_arena *arena, struct ad_ask *ask, const cJSON *video)
{
	bool live = ask->question == AD_ASK_LIVE;
	struct ad_str id = ad_json_get_text(video, "id"), mark = ad_json_get_text(video, "title");
	struct ad_remote *remote;
	struct ad_json_error error;

	if (!id.n || (!live && !ad_str_eq(mark, ask->pieces[0].id)))
		return;
	remote = ad_arena_zalloc(arena, sizeof(*remote));
	remote->id = ad_arena_copy(arena, id);
	remote->mark = ad_arena_copy(arena, mark);
	remote->status = AD_S("ENABLED");
	remote->fields = ad_json_parse(arena, AD_S("{}"), &error);
	remote->part = live ? NULL : video_made(arena, id);
	remote->next = ask->found;
	ask->found = remote;
}

void meta_video_hear(struct ad_arena *arena, struct ad_ask *ask,
		     const struct ad_http_response *response, struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	const cJSON *list = ad_json_get(body, "data"), *video;
	bool live = ask->question == AD_ASK_LIVE;

	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (response->status != 200 || !(live ? cJSON_IsObject(body) : cJSON_IsArray(list))) {
		meta_failure(arena, response->status, body, response, outcome);
		if (outcome->kind == AD_DOUBT)
			outcome->kind = AD_AGAIN;
		if (!live || !meta_is_unseen(outcome))
			return;
		ad_ask_add_unseen(arena, ask, ask->pieces[0].remote_id, &outcome->error);
		*outcome = (struct ad_outcome){ .kind = AD_DID };
		ask->part++;
		return;
	}
	if (live)
		hear_one(arena, ask, body);
	cJSON_ArrayForEach(video, list) hear_one(arena, ask, video);
	ask->page = live ? (struct ad_str){ 0 } : meta_next_page(arena, body);
	if (!ask->page.n)
		ask->part++;
}
