/* Conversions of clicks and leads: UploadClickConversions. */
#include <stdio.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "platform/google/adapter.h"
#include "platform/unseen.h"

/* The meaning of a conversionUploadError code. Any other code is a permanent refusal. */
static const struct meaning {
	const char *value;
	enum ad_outcome_kind kind;
	bool later; /* a later upload may be accepted */
} meanings[] = {
	/* Counted by an earlier request of ours, or by another system of the advertiser. */
	{ "CLICK_CONVERSION_ALREADY_EXISTS", AD_DID, false },
	{ "ORDER_ID_ALREADY_IN_USE", AD_DID, false },
	{ "TOO_RECENT_EVENT", AD_REFUSED, true },
	{ "TOO_RECENT_CONVERSION_ACTION", AD_REFUSED, true },
	{ "EVENT_NOT_FOUND", AD_REFUSED, true },
	{ "NO_CONVERSION_ACTION_FOUND", AD_REFUSED, true },
	{ "CUSTOMER_NOT_ACCEPTED_CUSTOMER_DATA_TERMS", AD_REFUSED, true },
	{ "CUSTOMER_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS", AD_REFUSED, true },
};

/* "2026-11-20 14:05:00+00:00" of RFC 3339 in UTC, as ad_time_format() writes it. */
static void google_put_time(struct ad_json *j, int64_t at)
{
	char utc[25], there[32];

	ad_time_format(at, utc);
	snprintf(there, sizeof(there), "%.10s %.8s+00:00", utc, utc + 11);
	ad_json_kcstr(j, "conversionDateTime", there);
}

static void put_identifier(struct ad_json *j, const char *member, struct ad_str hash)
{
	if (!hash.n)
		return;
	ad_json_object(j);
	ad_json_kcstr(j, "userIdentifierSource", "FIRST_PARTY");
	ad_json_kstr(j, member, hash);
	ad_json_object_end(j);
}

/*
 * A click in an app does not identify a person: user data is sent with a gclid, or without a click
 * id.
 */
static void put_person(struct ad_json *j, const struct ad_upload *upload)
{
	static const char *const ids[] = { "gclid", "gbraid", "wbraid" };
	bool braid = false;

	for (size_t i = 0; i < AD_LEN(ids); i++) {
		struct ad_str id = ad_json_get_text(upload->clicks, ids[i]);
		if (!id.n)
			continue;
		braid = i > 0;
		ad_json_kstr(j, ids[i], id);
	}
	if (braid || !(upload->email.n || upload->phone.n))
		return;
	ad_json_key(j, "userIdentifiers");
	ad_json_array(j);
	put_identifier(j, "hashedEmail", upload->email);
	put_identifier(j, "hashedPhoneNumber", upload->phone);
	ad_json_array_end(j);
}

static void put_consent(struct ad_json *j, const struct ad_upload *upload)
{
	if (!upload->ad_user_data.n && !upload->ad_personalization.n)
		return;
	ad_json_key(j, "consent");
	ad_json_object(j);
	if (upload->ad_user_data.n)
		ad_json_kstr(j, "adUserData", upload->ad_user_data);
	if (upload->ad_personalization.n)
		ad_json_kstr(j, "adPersonalization", upload->ad_personalization);
	ad_json_object_end(j);
}

static void put_upload(struct ad_json *j, const struct ad_link *link,
		       const struct ad_upload *upload)
{
	ad_json_object(j);
	google_name(j, "conversionAction", link, "conversionActions", upload->action);
	google_put_time(j, upload->occurred_at);
	if (upload->has_value) {
		ad_json_key(j, "conversionValue");
		ad_json_micros(j, upload->value);
	}
	if (upload->has_value && upload->currency.n)
		ad_json_kstr(j, "currencyCode", upload->currency);
	/* Google counts a number once per conversion action. */
	ad_json_kstr(j, "orderId", upload->key);
	put_person(j, upload);
	put_consent(j, upload);
	ad_json_object_end(j);
}

static void google_upload_build(struct ad_arena *arena, const struct ad_link *link,
				const struct ad_piece *pieces, size_t count,
				struct ad_http_request *out)
{
	struct ad_text body = ad_text_on(arena);
	struct ad_json j = ad_json_on(&body);

	google_request(arena, link, "", out);
	out->url = ad_arena_printf(arena, "%.*s/%s/customers/%.*s:uploadClickConversions",
				   AD_FMT(link->api_url), ad_api_version_of(AD_GOOGLE)->name,
				   AD_FMT(link->account_id));
	ad_json_object(&j);
	ad_json_key(&j, "conversions");
	ad_json_array(&j);
	for (size_t i = 0; i < count; i++)
		put_upload(&j, link, pieces[i].upload);
	ad_json_array_end(&j);
	ad_json_kbool(&j, "partialFailure", true);
	ad_json_object_end(&j);
	out->body = ad_text_str(&body);
}

/* True if the error concerns the conversion itself, whoever sends it. */
static bool is_field(const cJSON *pair)
{
	static const char *const keys[] = {
		"fieldError",        "rangeError", "stringFormatError",
		"stringLengthError", "dateError",  "currencyCodeError"
	};

	for (size_t i = 0; pair && pair->string && i < AD_LEN(keys); i++)
		if (strcmp(pair->string, keys[i]) == 0)
			return true;
	return false;
}

static void google_take_error(struct ad_arena *arena, const cJSON *error,
			      struct ad_outcome *outcome)
{
	const cJSON *code = ad_json_get(error, "errorCode");
	const cJSON *pair = code ? code->child : NULL;
	struct ad_str value = ad_json_text(pair);
	bool ours = pair && pair->string && strcmp(pair->string, "conversionUploadError") == 0;

	google_one_error(arena, error, outcome);
	if (outcome->kind == AD_REFUSED && (ours || is_field(pair)))
		outcome->error.code = AD_UPLOAD_REFUSED;
	for (size_t i = 0; i < AD_LEN(meanings); i++) {
		if (!ad_str_is(value, meanings[i].value))
			continue;
		outcome->kind = meanings[i].kind;
		outcome->error.retryable = meanings[i].later;
		if (outcome->kind == AD_DID)
			outcome->error = (struct ad_platform_error){ 0 };
		return;
	}
	if (ad_str_is(value, "CUSTOMER_NOT_ALLOWLISTED_FOR_THIS_FEATURE"))
		outcome->error.message =
			AD_S("Google accepts uploads through this API only from accounts that used "
			     "it before June 2026. This account did not.");
}

/* The index of the conversion that an error refers to; `count` if there is none. */
static size_t google_place_of(const cJSON *error, size_t count)
{
	const cJSON *element;

	cJSON_ArrayForEach(element,
			   ad_json_get(ad_json_get(error, "location"), "fieldPathElements"))
	{
		const cJSON *index = ad_json_get(element, "index");
		if (ad_str_is(ad_json_get_text(element, "fieldName"), "conversions") &&
		    cJSON_IsNumber(index) && index->valueint >= 0)
			return (size_t)index->valueint < count ? (size_t)index->valueint : count;
	}
	return count;
}

static void google_unreadable(struct ad_outcome *outcome)
{
	*outcome = (struct ad_outcome){ .kind = AD_DOUBT };
	outcome->error = (struct ad_platform_error){
		.code = "UNREADABLE_ANSWER",
		.message = AD_S("The platform's response cannot be parsed."),
		.retryable = true,
	};
}

static void google_read_failure(struct ad_arena *arena, size_t count,
				const struct ad_http_response *response, const cJSON *body,
				struct ad_outcome *outcomes)
{
	const cJSON *errors = google_errors(ad_json_get(body, "error"));
	struct ad_outcome whole;

	google_failure(arena, response, body, &whole);
	if (errors && whole.kind == AD_REFUSED)
		google_take_error(arena, errors->child, &whole);
	for (size_t i = 0; i < count; i++)
		outcomes[i] = whole;
}

static void google_read_answer(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
			       const struct ad_http_response *response, struct ad_outcome *outcomes)
{
	struct ad_json_error fault;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &fault) : NULL;
	const cJSON *results = ad_json_get(body, "results");
	const cJSON *error, *item;
	size_t i = 0;

	(void)pieces;
	if (response->status != 200) {
		google_read_failure(arena, count, response, body, outcomes);
		return;
	}
	for (size_t k = 0; k < count; k++)
		google_unreadable(&outcomes[k]);
	/*
	 * Accepted: the conversions that the answer repeats. The errors below explain an empty
	 * slot.
	 */
	cJSON_ArrayForEach(item, results)
	{
		if (i < count && ad_json_get_text(item, "conversionAction").n)
			outcomes[i] = (struct ad_outcome){ .kind = AD_DID };
		i++;
	}
	cJSON_ArrayForEach(error, google_errors(ad_json_get(body, "partialFailureError")))
	{
		size_t at = google_place_of(error, count);
		struct ad_outcome one = at < count ? outcomes[at] : (struct ad_outcome){ 0 };
		bool unheard = one.kind == AD_DOUBT && one.error.code;
		google_take_error(arena, error, &one);
		/* The first error of a conversion decides, unless a later one is in doubt. */
		if (at < count && (unheard || (outcomes[at].kind == AD_REFUSED &&
					       ad_outcome_speaks(&outcomes[at], &one))))
			outcomes[at] = one;
	}
}

const struct ad_uploader google_uploader = {
	.batch_max = 100,
	.oldest = 90 * AD_DAY,
	.build = google_upload_build,
	.read = google_read_answer,
};
