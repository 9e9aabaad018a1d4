/* Answers of the Graph API: results, every form of error, and rate limits. */
#include <limits.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "platform/error_words.h"
#include "platform/meta/adapter.h"
#include "platform/unseen.h"

/* The meaning of an error code: a range, and a subcode if it is not 0. The first match wins. */
static const struct meaning {
	int first, last, subcode;
	const char *code; /* ours */
	enum ad_outcome_kind kind;
} meanings[] = {
	/* The person has no role on the Page: another token does not help. */
	{ 190, 190, 492, "PERMISSION_DENIED", AD_REFUSED },
	/* Expired or revoked: a failing token exchange shows which (token_failure()). */
	{ 190, 190, 0, "CONNECTION_EXPIRED", AD_EXPIRED },
	{ 102, 102, 0, "CONNECTION_EXPIRED", AD_EXPIRED },
	{ 4, 4, 0, "RATE_LIMITED", AD_AGAIN },
	{ 17, 17, 0, "RATE_LIMITED", AD_AGAIN },
	{ 32, 32, 0, "RATE_LIMITED", AD_AGAIN },
	{ 341, 341, 0, "RATE_LIMITED", AD_AGAIN },
	{ 613, 613, 0, "RATE_LIMITED", AD_AGAIN },
	{ 80000, 80014, 0, "RATE_LIMITED", AD_AGAIN },
	/* A query that asks for too much data; smaller ones succeed. */
	{ 1, 1, 99, AD_TOO_MUCH_DATA, AD_REFUSED },
	{ 2, 2, 1504038, AD_TOO_MUCH_DATA, AD_REFUSED },
	{ 100, 100, 1504018, AD_TOO_MUCH_DATA, AD_REFUSED },
	{ 100, 100, 1487534, AD_TOO_MUCH_DATA, AD_REFUSED },
	/* Wrong metrics or breakdowns. */
	{ 2, 2, 1504041, "REFUSED", AD_REFUSED },
	{ 2, 2, 1504042, "REFUSED", AD_REFUSED },
	/* An unknown or transient failure may occur after the work was done. */
	{ 1, 2, 0, "PLATFORM_UNAVAILABLE", AD_DOUBT },
	{ 960, 960, 0, "PLATFORM_UNAVAILABLE", AD_DOUBT },
	{ INT_MIN, -1, 0, "PLATFORM_UNAVAILABLE", AD_DOUBT },
	{ 3, 3, 0, "PERMISSION_DENIED", AD_REFUSED },
	{ 10, 10, 0, "PERMISSION_DENIED", AD_REFUSED },
	{ 200, 299, 0, "PERMISSION_DENIED", AD_REFUSED },
	{ 368, 368, 0, "POLICY_VIOLATION", AD_REFUSED },
	{ 2635, 2635, 0, AD_VERSION_SUNSET, AD_REFUSED },
	/* Not a removal: a removed object is still readable, with the status DELETED. */
	{ 100, 100, 33, "PERMISSION_DENIED", AD_REFUSED },
	{ 803, 803, 0, "PERMISSION_DENIED", AD_REFUSED },
	/* Ended, archived or deleted (1487007, 1487033, 1487056) is no proof: it is refused. */
	{ 100, 100, 1487566, "GONE", AD_REFUSED },
	{ 100, 100, 1487225, "PLATFORM_LIMIT", AD_REFUSED },
	{ 506, 506, 0, "ALREADY_EXISTS", AD_REFUSED },
	/* The application is not live, or a person must confirm an identity or accept terms. */
	{ 100, 100, 1885183, "PERMISSION_DENIED", AD_REFUSED },
	{ 100, 100, 3858385, "PERMISSION_DENIED", AD_REFUSED },
	{ 100, 100, 1870034, "PERMISSION_DENIED", AD_REFUSED },
	{ 100, 100, 1870090, "PERMISSION_DENIED", AD_REFUSED },
	{ 100, 100, 1870092, "PERMISSION_DENIED", AD_REFUSED },
	{ 100, 100, 2859024, "PERMISSION_DENIED", AD_REFUSED },
	{ 100, 100, 3858081, "DECLARATION_REQUIRED", AD_REFUSED },
};

static const struct meaning unknown = { 0, 0, 0, "REFUSED", AD_REFUSED };

static int meta_error_number(const cJSON *object, const char *key)
{
	const cJSON *item = ad_json_get(object, key);

	if (cJSON_IsNumber(item))
		return item->valueint;
	/* Gateways write a code as text. */
	struct ad_str text = ad_json_text(item);
	int number = 0;
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] < '0' || text.p[i] > '9' || i == 9)
			return 0;
		number = number * 10 + (text.p[i] - '0');
	}
	return number;
}

static const struct meaning *meta_meaning_of(int code, int subcode)
{
	for (size_t i = 0; i < AD_LEN(meanings); i++)
		if (code >= meanings[i].first && code <= meanings[i].last &&
		    (!meanings[i].subcode || meanings[i].subcode == subcode))
			return &meanings[i];
	return &unknown;
}

/* The wait of the usage header: minutes until access is regained, the most of all accounts. */
static int64_t meta_regained(struct ad_arena *arena, struct ad_str usage)
{
	struct ad_json_error error;
	const cJSON *accounts = usage.n ? ad_json_parse(arena, usage, &error) : NULL;
	const cJSON *account, *use;
	int64_t most = 0;

	cJSON_ArrayForEach(account, accounts)
	{
		cJSON_ArrayForEach(use, account)
		{
			int64_t minutes = meta_error_number(use, "estimated_time_to_regain_access");
			if (minutes > most)
				most = minutes;
		}
	}
	return most * 60 * AD_SECOND;
}

/* The fields that an error names: "daily_budget, targeting.geo_locations"; empty if none. */
static struct ad_str blamed_fields(struct ad_arena *arena, const cJSON *error)
{
	const cJSON *data = ad_json_get(error, "error_data"), *path, *step;
	struct ad_text text = ad_text_on(arena);
	struct ad_json_error unread;

	if (cJSON_IsString(data))
		data = ad_json_parse(arena, ad_json_text(data), &unread);
	cJSON_ArrayForEach(path, ad_json_get(data, "blame_field_specs"))
	{
		const char *between = ad_text_str(&text).n ? ", " : "";
		cJSON_ArrayForEach(step, path)
		{
			struct ad_str name = ad_json_text(step);
			if (!name.n || name.n > 100)
				continue;
			ad_text_addf(&text, "%s%.*s", between, AD_FMT(name));
			between = ".";
		}
	}
	return ad_text_str(&text);
}

/* Meta's title, its text for users or otherwise for developers, and the fields that it names. */
static struct ad_str meta_message_of(struct ad_arena *arena, const cJSON *error)
{
	struct ad_str title = ad_json_get_text(error, "error_user_title");
	struct ad_str words = ad_json_get_text(error, "error_user_msg");
	struct ad_str fields = blamed_fields(arena, error);
	struct ad_text text = ad_text_on(arena);

	if (!words.n)
		words = ad_json_get_text(error, "message");
	if (title.n && !ad_str_eq(title, words))
		ad_text_addf(&text, "%.*s%s", AD_FMT(title), words.n ? ": " : "");
	ad_text_addf(&text, "%.*s", AD_FMT(words));
	if (fields.n)
		ad_text_addf(&text, " (%.*s)", AD_FMT(fields));
	return ad_text_str(&text);
}

static void from_status(struct ad_arena *arena, long status, const cJSON *body,
			struct ad_outcome *outcome)
{
	struct ad_str words = ad_error_words(arena, body);

	*outcome = (struct ad_outcome){
		.kind = status == 401                                    ? AD_EXPIRED
			: status == 429                                  ? AD_AGAIN
			: ad_status_is_doubtful(status) || status == 200 ? AD_DOUBT
									 : AD_REFUSED,
	};
	outcome->error = (struct ad_platform_error){
		.platform_code = ad_arena_printf(arena, "HTTP %ld", status),
		.code = status == 401               ? "CONNECTION_EXPIRED"
			: status == 403             ? "PERMISSION_DENIED"
			: status == 429             ? "RATE_LIMITED"
			: outcome->kind == AD_DOUBT ? "PLATFORM_UNAVAILABLE"
						    : "REFUSED",
		.message = words.n ? words
				   : ad_arena_printf(arena, "The platform answered %ld.", status),
		.retryable = outcome->kind != AD_REFUSED,
	};
}

/*
 * True if a refusal is unreliable: a server error or a transient error may come after the work was
 * done, whatever its code is. A rate limit is reported before the work.
 */
static bool is_doubtful(long status, const cJSON *error, enum ad_outcome_kind kind)
{
	if (status >= 500)
		return true;
	return kind == AD_REFUSED && cJSON_IsTrue(ad_json_get(error, "is_transient"));
}

void meta_failure(struct ad_arena *arena, long status, const cJSON *body,
		  const struct ad_http_response *response, struct ad_outcome *outcome)
{
	const cJSON *error =
		ad_json_get(cJSON_IsArray(body) ? cJSON_GetArrayItem(body, 0) : body, "error");
	int code = meta_error_number(error, "code"),
	    subcode = meta_error_number(error, "error_subcode");

	*outcome = (struct ad_outcome){ .kind = AD_REFUSED };
	if (!cJSON_IsObject(error)) {
		from_status(arena, status, body, outcome);
	} else {
		const struct meaning *meaning = meta_meaning_of(code, subcode);
		outcome->kind = meaning->kind;
		outcome->error = (struct ad_platform_error){
			.platform_code = subcode ? ad_arena_printf(arena, "%d/%d", code, subcode)
						 : ad_arena_printf(arena, "%d", code),
			.code = meaning->code,
			.message = meta_message_of(arena, error),
		};
		if (!code && status == 401) {
			outcome->kind = AD_EXPIRED;
			outcome->error.code = "CONNECTION_EXPIRED";
		}
		if (is_doubtful(status, error, meaning->kind)) {
			outcome->kind = AD_DOUBT;
			if (strcmp(meaning->code, AD_TOO_MUCH_DATA) != 0)
				outcome->error.code = "PLATFORM_UNAVAILABLE";
		}
	}
	outcome->wait = meta_regained(arena, response->heard[0]);
	if (!outcome->wait)
		outcome->wait = response->retry_after * AD_SECOND;
	outcome->error.retryable = outcome->kind != AD_REFUSED && outcome->kind != AD_DID;
	if (ad_version_is_gone(outcome))
		ad_version_gone(arena, AD_META, outcome->error.message, outcome);
}

bool meta_is_unseen(const struct ad_outcome *outcome)
{
	struct ad_str code = outcome->error.platform_code;

	return outcome->kind == AD_REFUSED && (ad_str_is(code, "100/33") || ad_str_is(code, "803"));
}

/*
 * A change is never too large for Meta: that answer, whose codes are those of an unknown failure
 * and of a timeout, may be about the response, and the change may have been made.
 */
static void leave_too_large(struct ad_outcome *outcome)
{
	if (outcome->kind != AD_REFUSED || strcmp(outcome->error.code, AD_TOO_MUCH_DATA) != 0)
		return;
	outcome->kind = AD_DOUBT;
	outcome->error.retryable = true;
}

/* Reads one call's answer. */
static void meta_read_one(struct ad_arena *arena, const struct ad_piece *piece, long status,
			  const cJSON *body, const struct ad_http_response *response,
			  struct ad_outcome *outcome)
{
	bool asset = piece->res && piece->res->id == AD_R_ASSET;
	struct ad_str id = asset ? meta_image_hash(body) : ad_json_get_text(body, "id");
	bool done = status == 200 && body && !ad_json_get(body, "error") &&
		    !cJSON_IsFalse(ad_json_get(body, "success"));

	if (!done) {
		meta_failure(arena, status, body, response, outcome);
		leave_too_large(outcome);
		ad_outcome_accept_gone(piece, outcome);
		return;
	}
	*outcome = (struct ad_outcome){ .kind = AD_DID,
					.wait = meta_regained(arena, response->heard[0]) };
	if (asset && meta_is_video(piece)) {
		meta_video_read(arena, piece, body, outcome);
		return;
	}
	if (piece->op == AD_OP_CREATE)
		outcome->remote_id = ad_arena_copy(arena, id);
	if (id.n || (piece->op != AD_OP_CREATE && cJSON_IsTrue(ad_json_get(body, "success"))))
		return;
	outcome->kind = AD_DOUBT;
	outcome->error = (struct ad_platform_error){
		.code = "UNREADABLE_ANSWER",
		.message =
			piece->op == AD_OP_CREATE
				? AD_S("The platform's response contains no new object.")
				: AD_S("The platform's response does not confirm the operation."),
		.retryable = true,
	};
}

/* A call of a batch without a result in the answer: it may have been done. */
static void leave_in_doubt(struct ad_outcome *outcome)
{
	*outcome = (struct ad_outcome){ .kind = AD_DOUBT };
	outcome->error = (struct ad_platform_error){
		.code = "PLATFORM_UNAVAILABLE",
		.message =
			AD_S("The platform's response does not contain the result of this call."),
		.retryable = true,
	};
}

/* Reads a part of a batch: its status, and its body, which is a JSON text; null: unknown. */
static void read_part(struct ad_arena *arena, const struct ad_piece *piece, const cJSON *part,
		      const struct ad_http_response *response, struct ad_outcome *outcome)
{
	struct ad_json_error error;
	struct ad_str text = ad_json_get_text(part, "body");
	const cJSON *body = text.n ? ad_json_parse(arena, text, &error) : NULL;

	if (!cJSON_IsObject(part))
		leave_in_doubt(outcome);
	else
		meta_read_one(arena, piece, meta_error_number(part, "code"), body, response,
			      outcome);
}

/*
 * Reads the answers to the calls of a batch: one per piece, or several of one piece. Answers are
 * matched to calls by position only; with another number of answers, or with none, all of them are
 * in doubt.
 */
static void read_batch(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
		       const struct ad_http_response *response, const cJSON *parts,
		       struct ad_outcome *outcomes)
{
	size_t calls = response->parts ? response->parts : count;
	bool several = count == 1 && !response->parts; /* of one piece: their number is unknown */
	size_t got = (size_t)cJSON_GetArraySize(parts);
	bool whole = several ? got > 0 : got == calls;
	const cJSON *part;
	bool did = false;
	size_t i = 0;

	for (size_t k = 0; k < count && !whole; k++) {
		leave_in_doubt(&outcomes[k]);
		outcomes[k].partly = count == 1;
	}
	if (!whole)
		return;
	cJSON_ArrayForEach(part, parts)
	{
		struct ad_outcome one = { .kind = AD_DID };
		size_t at = count == 1 ? 0 : i;
		if (at >= count)
			break;
		read_part(arena, &pieces[at], part, response, &one);
		did = did || one.kind == AD_DID;
		if (count > 1 || i == 0 || ad_outcome_speaks(&outcomes[0], &one))
			outcomes[at] = one;
		i++;
	}
	if (count == 1)
		outcomes[0].partly = did && outcomes[0].kind != AD_DID;
}

bool meta_is_torn(const cJSON *body, const struct ad_http_response *response)
{
	return response->parts && cJSON_IsArray(body) &&
	       (size_t)cJSON_GetArraySize(body) != response->parts;
}

void meta_read(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
	       const struct ad_http_response *response, struct ad_outcome *outcomes)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;

	if (response->status == 200 && cJSON_IsArray(body)) {
		read_batch(arena, pieces, count, response, body, outcomes);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		if (count > 1 && response->status == 200 && !ad_json_get(body, "error"))
			leave_in_doubt(&outcomes[i]);
		else
			meta_read_one(arena, &pieces[i], response->status, body, response,
				      &outcomes[i]);
	}
}
