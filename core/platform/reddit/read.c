/*
 * Answers to requests, and Reddit's error bodies: { "error": { code, message, fields } }, and of
 * its gateway { "success": false, "error": { reason, explanation } }, or a list of such.
 */
#include "platform/error_words.h"
#include "platform/reddit/adapter.h"
#include "platform/unseen.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/json_read.h"

/* The outcome of an HTTP status, and our error code. */
static const struct {
	long status;
	enum ad_outcome_kind kind;
	const char *code;
} statuses[] = {
	{ 401, AD_EXPIRED, "CONNECTION_EXPIRED" }, { 403, AD_REFUSED, "PERMISSION_DENIED" },
	{ 404, AD_REFUSED, AD_NOT_FOUND_THERE },   { 410, AD_REFUSED, AD_VERSION_SUNSET },
	{ 413, AD_REFUSED, AD_TOO_MUCH_DATA },     { 429, AD_AGAIN, "RATE_LIMITED" },
};

/* The seconds to wait from `"policy";r=0;t=57` (the RateLimit field of the IETF draft). */
static int64_t limit_wait(struct ad_str header)
{
	const char *at = header.n ? memmem(header.p, header.n, ";t=", 3) : NULL;
	long seconds = at ? strtol(at + 3, NULL, 10) : 0;

	return seconds > 0 ? seconds : 60;
}

static struct ad_str reddit_message_of(struct ad_arena *arena, const cJSON *error,
				       const cJSON *body, const struct ad_http_response *response)
{
	const cJSON *fault = ad_json_get(error, "fields");
	struct ad_str message = ad_json_get_text(error, "message");
	struct ad_str reason = ad_json_get_text(error, "reason");
	struct ad_str explanation = ad_json_get_text(error, "explanation");
	struct ad_str field, why, words;

	fault = cJSON_IsArray(fault) ? fault->child : NULL;
	field = ad_json_get_text(fault, "field");
	why = ad_json_get_text(fault, "message");
	/* A list of allowed values may have tens of thousands of bytes. */
	if (why.n > 300)
		why.n = 300;
	if (why.n)
		return ad_arena_printf(arena, "%.*s: %.*s", AD_FMT(field), AD_FMT(why));
	words = ad_error_field(arena, body);
	if (message.n && words.n)
		return ad_arena_printf(arena, "%.*s (%.*s)", AD_FMT(message), AD_FMT(words));
	if (message.n)
		return ad_arena_copy(arena, message);
	if (explanation.n || reason.n)
		return ad_arena_copy(arena, explanation.n ? explanation : reason);
	words = ad_error_words(arena, body);
	return words.n ? words
		       : ad_arena_printf(arena, "The platform answered %ld.", response->status);
}

/* The error in a body: an object, the first of a list, or an OAuth error word. */
static const cJSON *error_in(const cJSON *body)
{
	const cJSON *holder = body && cJSON_IsArray(body) ? body->child : body;
	const cJSON *error = ad_json_get(holder, "error");

	if (!error)
		error = ad_json_get(holder, "errors");
	if (!error && holder != body)
		error = holder;
	return cJSON_IsArray(error) ? error->child : error;
}

void reddit_failure(struct ad_arena *arena, const struct ad_http_response *response,
		    const cJSON *body, struct ad_outcome *outcome)
{
	const cJSON *error = error_in(body);
	struct ad_str word = ad_json_text(error); /* OAuth: RFC 6749 section 5.2 */

	if (!word.n)
		word = ad_json_get_text(error, "reason");
	*outcome = (struct ad_outcome){ .kind = AD_REFUSED };
	outcome->error.code = "REFUSED";
	if (ad_status_is_doubtful(response->status)) {
		outcome->kind = AD_DOUBT;
		outcome->error.code = "PLATFORM_UNAVAILABLE";
	}
	for (size_t i = 0; i < AD_LEN(statuses); i++) {
		if (statuses[i].status != response->status)
			continue;
		outcome->kind = statuses[i].kind;
		outcome->error.code = statuses[i].code;
	}
	if (response->retry_after > 0)
		outcome->wait = response->retry_after * AD_SECOND;
	else if (response->status == 429)
		outcome->wait = limit_wait(response->heard[0]) * AD_SECOND;
	outcome->error.platform_code =
		word.n ? ad_arena_copy(arena, word)
		       : ad_arena_printf(arena, "HTTP %ld", response->status);
	outcome->error.message = reddit_message_of(arena, error, body, response);
	outcome->error.retryable = outcome->kind != AD_REFUSED;
	if (ad_version_is_gone(outcome))
		ad_version_gone(arena, AD_REDDIT, ad_json_get_text(error, "message"), outcome);
}

static void reddit_doubt(struct ad_outcome *outcome, const char *message)
{
	outcome->kind = AD_DOUBT;
	outcome->error = (struct ad_platform_error){
		.code = "UNREADABLE_ANSWER",
		.message = ad_str(message),
		.retryable = true,
	};
}

static bool is_gone(const cJSON *data)
{
	struct ad_str status = ad_json_get_text(data, "configured_status");

	return ad_str_is(status, "ARCHIVED") || ad_str_is(status, "DELETED");
}

/*
 * True unless the answer shows another state: a removal, or a pause, is done if the object shows
 * it.
 */
static bool is_as_wanted(const struct ad_piece *piece, const cJSON *data)
{
	struct ad_str status = ad_json_get_text(data, "configured_status");

	/*
	 * An answer about another object (a post, an ad group of the campaign) does not show the
	 * state of this one.
	 */
	if (!status.n || !ad_str_eq(ad_json_get_text(data, "id"), piece->remote_id))
		return true;
	if (piece->op == AD_OP_REMOVE)
		return is_gone(data);
	for (const char *const *name = piece->changed; name && *name; name++)
		if (strcmp(*name, "status") == 0)
			return ad_str_is(status, reddit_status(piece->want));
	return true;
}

/* The create of a keyword only reads the ad group. */
static void reddit_read_keyword(struct ad_arena *arena, const struct ad_piece *piece,
				const cJSON *data, struct ad_outcome *outcome)
{
	if (piece->op != AD_OP_CREATE)
		return;
	if (!is_gone(data)) {
		outcome->remote_id = reddit_keyword_id(arena, piece->parent_remote_id, piece);
		return;
	}
	outcome->kind = AD_REFUSED;
	outcome->error = (struct ad_platform_error){
		.code = "GONE",
		.message = AD_S("The ad group was archived on the platform."),
	};
}

static void read_object(struct ad_arena *arena, const struct ad_piece *piece, const cJSON *data,
			struct ad_outcome *outcome)
{
	struct ad_str id = ad_arena_copy(arena, ad_json_get_text(data, "id"));
	bool post = ad_str_starts(id, "t3_");

	outcome->made = ad_arena_zalloc(arena, sizeof(*outcome->made));
	outcome->made->kind = post ? AD_S("post") : ad_str(piece->res->name);
	outcome->made->id = id;
	if (piece->op == AD_OP_CREATE && !post)
		outcome->remote_id = id;
}

void reddit_read(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
		 const struct ad_http_response *response, struct ad_outcome *outcomes)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	const cJSON *data = ad_json_get(body, "data");
	bool ok = response->status == 200 || response->status == 201;

	for (size_t i = 0; i < count; i++) {
		outcomes[i] = (struct ad_outcome){ .kind = AD_DID };
		if (!ok) {
			reddit_failure(arena, response, body, &outcomes[i]);
		} else if (!ad_json_get_text(data, "id").n) {
			reddit_doubt(&outcomes[i], "The platform's response contains no object.");
		} else if (!is_as_wanted(&pieces[i], data)) {
			reddit_doubt(&outcomes[i], "The platform returned an unexpected status.");
		} else if (pieces[i].res->id == AD_R_KEYWORD) {
			reddit_read_keyword(arena, &pieces[i], data, &outcomes[i]);
		} else {
			read_object(arena, &pieces[i], data, &outcomes[i]);
		}
	}
}
