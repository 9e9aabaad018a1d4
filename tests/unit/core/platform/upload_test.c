/*
 * Conversions to every platform, and the meaning of the responses. The requests are golden files
 * beside those of registry_test.c.
 */
#include "tests/support/arena.h"
#include "tests/unit/core/platform/golden.h"

#include "base/clock.h"

/* A platform's names of the event and of a click id. */
static const struct named {
	enum ad_platform platform;
	const char *action, *other, *clicks, *settings;
	bool takes_no; /* it can receive a denied consent */
} platforms[] = {
	{ AD_GOOGLE, "7000000001", "7000000002", "{\"gclid\":\"Cj0\",\"fbclid\":\"x\"}", "{}",
	  true },
	{ AD_MICROSOFT, "CRM purchase", "Lead",
	  "{\"msclkid\":\"f894f652ea334e739002f7167ab8f8e3\",\"gclid\":\"x\"}", "{}", false },
	{ AD_REDDIT, "PURCHASE", "CUSTOM:visit", "{\"rdtCid\":\"4123\",\"gclid\":\"x\"}",
	  "{\"conversionPixelId\":\"a2_77\"}", false },
	{ AD_META, "Purchase", "Lead", "{\"fbclid\":\"IwAR\",\"gclid\":\"x\"}",
	  "{\"datasetId\":\"77\"}", true },
};

static struct ad_link link_of(struct ad_arena *arena, const struct named *named)
{
	return (struct ad_link){
		.api_url = ad_str(golden_api[named->platform]),
		.account_id = AD_S("123456789"),
		.login_account_id = AD_S("987654321"),
		.developer_token = AD_S("developer"),
		.client_secret = AD_S("app_secret_abc"),
		.access_token = AD_S("EAAB_token_123"),
		.currency = AD_S("EUR"),
		.settings = json(arena, named->settings),
	};
}

/* A sale by a click, and a person identified by a hash. */
static void two(struct ad_arena *arena, const struct named *named, struct ad_upload uploads[2])
{
	uploads[0] = (struct ad_upload){
		.key = AD_S("A-1"),
		.action = ad_str(named->action),
		.occurred_at = INT64_C(1795177500123456),
		.clicks = json(arena, named->clicks),
		.email = AD_S("ff8d9819fc0e12bf0d24892e45987e249a28dce836a85cad60e28eaaa8c6d976"),
		.has_value = true,
		.value = 59900000,
		.currency = AD_S("JPY"),
		.order_id = AD_S("A-1"),
	};
	uploads[1] = (struct ad_upload){
		.key = AD_S("cnv_2"),
		.action = ad_str(named->other),
		.occurred_at = INT64_C(1795177500000000),
		.phone = AD_S("1e231c66011e7a2d867a9cfae267a6aff103cf4913640b6e71a99850fc0ffbc8"),
		.has_value = true,
		.value = 1,
		.ad_user_data = AD_S("GRANTED"),
		.source = AD_S("PHYSICAL_STORE"),
	};
}

static void requests_are_as_recorded(void **state)
{
	for (size_t p = 0; p < AD_LEN(platforms); p++) {
		const struct ad_uploader *up = ad_adapter_of(platforms[p].platform)->uploader;
		struct ad_link link = link_of(*state, &platforms[p]);
		struct ad_upload uploads[2];
		struct ad_piece pieces[2] = { { .op = AD_OP_UPLOAD, .upload = &uploads[0] },
					      { .op = AD_OP_UPLOAD, .upload = &uploads[1] } };
		struct ad_platform_error error;
		struct ad_http_request request;
		two(*state, &platforms[p], uploads);
		for (int i = 0; up->can && i < 2; i++)
			assert_true(up->can(*state, &link, &uploads[i], &error));
		up->build(*state, &link, pieces, 2, &request);
		/* ad_run_build() sets it; the adapter leaves it open. */
		request.changes = true;
		golden(*state, platforms[p].platform, "conversions_upload", &request);
	}
}

/* A denied consent that the platform cannot receive keeps the conversion in adcore. */
static void a_no_is_kept(void **state)
{
	for (size_t p = 0; p < AD_LEN(platforms); p++) {
		const struct ad_uploader *up = ad_adapter_of(platforms[p].platform)->uploader;
		struct ad_link link = link_of(*state, &platforms[p]);
		struct ad_platform_error error;
		struct ad_upload uploads[2];
		if (platforms[p].takes_no)
			continue;
		two(*state, &platforms[p], uploads);
		uploads[0].ad_user_data = AD_S("DENIED");
		uploads[1].ad_personalization = AD_S("DENIED");
		for (int i = 0; i < 2; i++) {
			assert_false(up->can(*state, &link, &uploads[i], &error));
			assert_string_equal(error.code, "UNSUPPORTED_ON_PLATFORM");
		}
	}
}

#define PARTIAL(error, index)                                                                      \
	"{\"PartialErrors\":[{\"Code\":5604,\"ErrorCode\":\"" error "\",\"Message\":\"No.\","      \
	"\"Index\":" index "}]}"
#define WHOLE(list, error)                                                                         \
	"{\"" list "\":[{\"Code\":1,\"ErrorCode\":\"" error "\",\"Message\":\"No.\"}]}"

#define PROCESSED(n) "{\"data\":{\"message\":\"Successfully processed " n " conversion events.\"}}"
#define NO(status) "{\"error\":{\"code\":" status ",\"message\":\"No.\"}}"

static const struct answer {
	enum ad_platform platform;
	long status;
	const char *body;
	enum ad_outcome_kind first, second;
	const char *code; /* of the second */
	bool later;
} answers[] = {
	{ AD_MICROSOFT, 200, "{\"PartialErrors\":[]}", AD_DID, AD_DID, NULL, false },
	/* An empty list may also be null. */
	{ AD_MICROSOFT, 200, "{\"PartialErrors\":null}", AD_DID, AD_DID, NULL, false },
	{ AD_MICROSOFT, 200, "{\"PartialErrors\":\"\"}", AD_DOUBT, AD_DOUBT, "UNREADABLE_ANSWER",
	  true },
	{ AD_MICROSOFT, 200, PARTIAL("OfflineConversionMicrosoftClickIdInvalid", "1"), AD_DID,
	  AD_REFUSED, AD_UPLOAD_REFUSED, false },
	{ AD_MICROSOFT, 200, PARTIAL("OfflineConversionTimeOutOfWindow", "1"), AD_DID, AD_REFUSED,
	  AD_UPLOAD_REFUSED, false },
	{ AD_MICROSOFT, 200, PARTIAL("OfflineConversionNameInvalid", "1"), AD_DID, AD_REFUSED,
	  AD_UPLOAD_REFUSED, true },
	{ AD_MICROSOFT, 200, PARTIAL("OfflineConversionNotAcceptedForGoal", "1"), AD_DID,
	  AD_REFUSED, AD_UPLOAD_REFUSED, true },
	{ AD_MICROSOFT, 200, PARTIAL("OfflineConversionsApplyFailed", "1"), AD_DID, AD_DOUBT,
	  "PLATFORM_UNAVAILABLE", true },
	{ AD_MICROSOFT, 200, PARTIAL("OfflineConversionsApplyFailed", "null"), AD_DOUBT, AD_DOUBT,
	  "PLATFORM_UNAVAILABLE", true },
	{ AD_MICROSOFT, 200, PARTIAL("SomethingNew", "1"), AD_DID, AD_REFUSED, "REFUSED", false },
	{ AD_MICROSOFT, 200, "{}", AD_DOUBT, AD_DOUBT, "UNREADABLE_ANSWER", true },
	{ AD_MICROSOFT, 200, "<html>", AD_DOUBT, AD_DOUBT, "UNREADABLE_ANSWER", true },
	{ AD_MICROSOFT, 200, "", AD_DOUBT, AD_DOUBT, "UNREADABLE_ANSWER", true },
	{ AD_MICROSOFT, 503, "<html>", AD_DOUBT, AD_DOUBT, "PLATFORM_UNAVAILABLE", true },
	{ AD_MICROSOFT, 400, WHOLE("OperationErrors", "CallRateExceeded"), AD_AGAIN, AD_AGAIN,
	  "RATE_LIMITED", true },
	{ AD_MICROSOFT, 401, WHOLE("Errors", "AuthenticationTokenExpired"), AD_EXPIRED, AD_EXPIRED,
	  "CONNECTION_EXPIRED", true },
	{ AD_MICROSOFT, 403, WHOLE("Errors", "UserIsNotAuthorized"), AD_REFUSED, AD_REFUSED,
	  "PERMISSION_DENIED", false },
	{ AD_REDDIT, 200, PROCESSED("2"), AD_DID, AD_DID, NULL, false },
	{ AD_REDDIT, 200, PROCESSED("1"), AD_DOUBT, AD_DOUBT, "UNREADABLE_ANSWER", true },
	{ AD_REDDIT, 200, PROCESSED("22"), AD_DOUBT, AD_DOUBT, "UNREADABLE_ANSWER", true },
	{ AD_REDDIT, 200, PROCESSED(""), AD_DOUBT, AD_DOUBT, "UNREADABLE_ANSWER", true },
	{ AD_REDDIT, 200, "{}", AD_DOUBT, AD_DOUBT, "UNREADABLE_ANSWER", true },
	{ AD_REDDIT, 200, "", AD_DOUBT, AD_DOUBT, "UNREADABLE_ANSWER", true },
	{ AD_REDDIT, 503, "<html>", AD_DOUBT, AD_DOUBT, "PLATFORM_UNAVAILABLE", true },
	{ AD_REDDIT, 400, NO("400"), AD_REFUSED, AD_REFUSED, AD_UPLOAD_REFUSED, false },
	{ AD_REDDIT, 403, NO("403"), AD_REFUSED, AD_REFUSED, "PERMISSION_DENIED", false },
	{ AD_REDDIT, 404, NO("404"), AD_REFUSED, AD_REFUSED, "NOT_FOUND", false },
	{ AD_REDDIT, 401, NO("401"), AD_EXPIRED, AD_EXPIRED, "CONNECTION_EXPIRED", true },
	{ AD_REDDIT, 429, NO("429"), AD_AGAIN, AD_AGAIN, "RATE_LIMITED", true },
};

static void answers_mean_what_they_say(void **state)
{
	for (size_t i = 0; i < AD_LEN(answers); i++) {
		const struct answer *row = &answers[i];
		struct ad_upload upload = { .key = AD_S("A-1") };
		struct ad_piece pieces[2] = { { .op = AD_OP_UPLOAD, .upload = &upload },
					      { .op = AD_OP_UPLOAD, .upload = &upload } };
		struct ad_http_response response = { .status = row->status,
						     .body = ad_str(row->body) };
		struct ad_outcome outcomes[2];
		/* Each member of an outcome is overwritten. */
		memset(outcomes, 0x5a, sizeof(outcomes));
		ad_adapter_of(row->platform)
			->uploader->read(*state, pieces, 2, &response, outcomes);
		assert_int_equal(outcomes[0].kind, row->first);
		assert_int_equal(outcomes[1].kind, row->second);
		if (row->code)
			assert_string_equal(outcomes[1].error.code, row->code);
		assert_int_equal(outcomes[1].error.retryable, row->later);
	}
}

/* An event name that Reddit does not have is reported, and can be corrected in the settings. */
static void an_event_is_theirs_or_named(void **state)
{
	static const char *const bad[] = {
		"Purchase",
		"CUSTOM",
		"CUSTOM:",
		"SALE",
		/* 65 bytes of a name */
		"CUSTOM:12345678901234567890123456789012345678901234567890123456789012345",
	};
	const struct ad_link link = { 0 };
	struct ad_platform_error error;
	struct ad_upload upload = { .action = AD_S("CUSTOM:a") };

	assert_true(ad_reddit.uploader->can(*state, &link, &upload, &error));
	for (size_t i = 0; i < AD_LEN(bad); i++) {
		upload.action = ad_str(bad[i]);
		assert_false(ad_reddit.uploader->can(*state, &link, &upload, &error));
		assert_true(error.retryable);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(requests_are_as_recorded),
		IN_ARENA(a_no_is_kept),
		IN_ARENA(answers_mean_what_they_say),
		IN_ARENA(an_event_is_theirs_or_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
