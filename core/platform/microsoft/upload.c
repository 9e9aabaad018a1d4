/*
 * Conversions of clicks and people: ApplyOfflineConversions. Microsoft identifies a conversion by
 * its click, goal and time and the hashes of its person (OfflineConversionUnattributedReason,
 * DuplicateConversionKey): all of these are sent unchanged each time, so a repeated conversion
 * counts once.
 */
#include <stdio.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "platform/microsoft/adapter.h"
#include "platform/unseen.h"

/* The meaning of a conversion error by its symbol. An error without a row has another cause. */
static const struct meaning {
	const char *symbol;
	enum ad_outcome_kind kind;
	bool later; /* a later upload may be accepted */
} meanings[] = {
	{ "OfflineConversionMicrosoftClickIdNullOrEmpty", AD_REFUSED, false },
	{ "OfflineConversionMicrosoftClickIdInvalid", AD_REFUSED, false },
	{ "OfflineConversionNameNullOrEmpty", AD_REFUSED, false },
	{ "OfflineConversionTimeInvalid", AD_REFUSED, false },
	{ "OfflineConversionTimeNullOrEmpty", AD_REFUSED, false },
	{ "OfflineConversionTimeOutOfWindow", AD_REFUSED, false },
	{ "OfflineConversionValueInvalid", AD_REFUSED, false },
	{ "OfflineConversionCurrencyCodeInvalid", AD_REFUSED, false },
	{ "ConversionTimeEarlierThanClickTime", AD_REFUSED, false },
	{ "ClickIdDateTimeOutsideGoalConversionWindow", AD_REFUSED, false },
	/* The goal does not exist, or is less than two hours old; the clocks differ. */
	{ "OfflineConversionNameInvalid", AD_REFUSED, true },
	{ "OfflineConversionNotAcceptedForGoal", AD_REFUSED, true },
	{ "FutureConversionTimeCannotBeSet", AD_REFUSED, true },
	{ "OfflineConversionPilotNotEnabledForCustomer", AD_REFUSED, true },
	{ "OfflineConversionsApplyFailed", AD_DOUBT, true },
};

static bool microsoft_upload_refuse(struct ad_platform_error *error, const char *message)
{
	*error = (struct ad_platform_error){ .code = "UNSUPPORTED_ON_PLATFORM",
					     .message = ad_str(message) };
	return false;
}

static bool microsoft_upload_can(struct ad_arena *arena, const struct ad_link *link,
				 const struct ad_upload *upload, struct ad_platform_error *error)
{
	(void)arena;
	(void)link;
	if (ad_str_is(upload->ad_user_data, "DENIED"))
		return microsoft_upload_refuse(
			error, "The person did not consent to sending user data to a "
			       "platform, and Microsoft's uploads cannot carry the consent. "
			       "The conversion is not sent.");
	if (ad_str_is(upload->ad_personalization, "DENIED"))
		return microsoft_upload_refuse(
			error, "The person did not consent to ad personalization, and Microsoft's "
			       "uploads cannot carry the consent. The conversion is not sent.");
	return true;
}

/* "2026-11-20T13:05:00Z": Microsoft's times are whole seconds of UTC. */
static void microsoft_put_time(struct ad_json *j, int64_t at)
{
	char utc[25], there[32];

	ad_time_format(at, utc);
	snprintf(there, sizeof(there), "%.19sZ", utc);
	ad_json_kcstr(j, "ConversionTime", there);
}

static void put_upload(struct ad_json *j, const struct ad_link *link,
		       const struct ad_upload *upload)
{
	struct ad_str click = ad_json_get_text(upload->clicks, "msclkid");

	ad_json_object(j);
	if (click.n)
		ad_json_kstr(j, "MicrosoftClickId", click);
	ad_json_kstr(j, "ConversionName", upload->action);
	microsoft_put_time(j, upload->occurred_at);
	if (upload->has_value) {
		ad_json_key(j, "ConversionValue");
		ad_json_micros(j, upload->value);
		ad_json_kstr(j, "ConversionCurrencyCode",
			     upload->currency.n ? upload->currency : link->currency);
	}
	if (upload->email.n)
		ad_json_kstr(j, "HashedEmailAddress", upload->email);
	if (upload->phone.n)
		ad_json_kstr(j, "HashedPhoneNumber", upload->phone);
	ad_json_object_end(j);
}

static void microsoft_upload_build(struct ad_arena *arena, const struct ad_link *link,
				   const struct ad_piece *pieces, size_t count,
				   struct ad_http_request *out)
{
	struct ad_text body = ad_text_on(arena);
	struct ad_json j = ad_json_on(&body);

	microsoft_request(arena, link, "POST", "OfflineConversions/Apply", out);
	ad_json_object(&j);
	ad_json_key(&j, "OfflineConversions");
	ad_json_array(&j);
	for (size_t i = 0; i < count; i++)
		put_upload(&j, link, pieces[i].upload);
	ad_json_array_end(&j);
	ad_json_object_end(&j);
	out->body = ad_text_str(&body);
}

/* One error of a list about a conversion. */
static void microsoft_take_error(struct ad_arena *arena, const cJSON *error,
				 struct ad_outcome *spoken)
{
	struct ad_str symbol = ad_json_get_text(error, "ErrorCode");
	struct ad_outcome one = *spoken, *outcome = &one;

	microsoft_one_error(arena, error, outcome);
	for (size_t i = 0; i < AD_LEN(meanings); i++) {
		if (!ad_str_is(symbol, meanings[i].symbol))
			continue;
		outcome->kind = meanings[i].kind;
		outcome->error.code =
			meanings[i].kind == AD_DOUBT ? "PLATFORM_UNAVAILABLE" : AD_UPLOAD_REFUSED;
		outcome->error.retryable = meanings[i].later;
	}
	if (ad_outcome_speaks(spoken, outcome))
		*spoken = one;
}

static void microsoft_read_answer(struct ad_arena *arena, const struct ad_piece *pieces,
				  size_t count, const struct ad_http_response *response,
				  struct ad_outcome *outcomes)
{
	struct ad_json_error fault;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &fault) : NULL;
	const cJSON *errors = ad_json_get(body, "PartialErrors"), *error;
	struct ad_outcome all = { .kind = AD_DID };

	(void)pieces;
	if (response->status != 200) {
		microsoft_failure(arena, response, body, &all);
	} else if (!cJSON_IsArray(errors) && !cJSON_IsNull(errors)) {
		all = (struct ad_outcome){ .kind = AD_DOUBT };
		all.error = (struct ad_platform_error){
			.code = "UNREADABLE_ANSWER",
			.message = AD_S("The response does not contain the accepted conversions."),
			.retryable = true,
		};
	}
	for (size_t i = 0; i < count; i++)
		outcomes[i] = all;
	if (all.kind != AD_DID)
		return;
	cJSON_ArrayForEach(error, errors)
	{
		int64_t at = -1;
		bool placed = ad_json_int64(ad_json_get(error, "Index"), &at) && at >= 0 &&
			      at < (int64_t)count;
		/* An error without an index refers to all conversions. */
		for (size_t i = placed ? (size_t)at : 0; i < (placed ? (size_t)at + 1 : count); i++)
			microsoft_take_error(arena, error, &outcomes[i]);
	}
}

const struct ad_uploader microsoft_uploader = {
	.batch_max = 100,
	.oldest = 90 * AD_DAY,
	.can = microsoft_upload_can,
	.build = microsoft_upload_build,
	.read = microsoft_read_answer,
};
