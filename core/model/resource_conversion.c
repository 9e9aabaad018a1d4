/* The offline conversion's row. What becomes of e-mail and phone: model/user_data.h. */
#include "model/batch.h"
#include "model/resource.h"
#include "model/scope.h"
#include "model/vocabulary.h"

#define CLICK_ID_MAX 512

static const char *const consents[] = { "GRANTED", "DENIED", NULL };
static const char *const action_sources[] = {
	"EMAIL",	  "WEBSITE",	      "APP",		    "PHONE_CALL", "CHAT",
	"PHYSICAL_STORE", "SYSTEM_GENERATED", "BUSINESS_MESSAGING", "OTHER",	  NULL,
};
static const char *const outcomes[] = { "SUCCEEDED", "FAILED", "SKIPPED", NULL };

static const struct ad_field click_ids[] = {
	{ .name = "gclid", .type = AD_T_TEXT, .min = 1, .max = CLICK_ID_MAX,
	  .doc = "Google's click id.", .example = "\"Cj0KCQiA_example\"" },
	{ .name = "gbraid", .type = AD_T_TEXT, .min = 1, .max = CLICK_ID_MAX,
	  .doc = "Google's click id for clicks from an app to the web; alternative to gclid." },
	{ .name = "wbraid", .type = AD_T_TEXT, .min = 1, .max = CLICK_ID_MAX,
	  .doc = "Google's click id for clicks from the web to an app; alternative to gclid." },
	{ .name = "msclkid", .type = AD_T_TEXT, .min = 1, .max = CLICK_ID_MAX,
	  .doc = "Microsoft's click id." },
	{ .name = "rdtCid", .type = AD_T_TEXT, .min = 1, .max = CLICK_ID_MAX,
	  .doc = "Reddit's click id (rdt_cid in the URL)." },
	{ .name = "fbclid", .type = AD_T_TEXT, .min = 1, .max = CLICK_ID_MAX,
	  .doc = "Meta's click id." },
};

static const struct ad_field consent[] = {
	{ .name = "adUserData", .type = AD_T_ENUM, .options = consents,
	  .doc = "Consent to sending user data to the platform.",
	  .example = "\"GRANTED\"" },
	{ .name = "adPersonalization", .type = AD_T_ENUM, .options = consents,
	  .doc = "Consent to ad personalization.", .example = "\"DENIED\"" },
};

static const struct ad_field results[] = {
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ad_platforms,
	  .doc = "The platform.", .example = "\"google\"" },
	{ .name = "status", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = outcomes,
	  .doc = "The status of the upload.", .example = "\"SUCCEEDED\"" },
	{ .name = "code", .type = AD_T_TEXT, .doc = "The error code." },
	{ .name = "message", .type = AD_T_TEXT, .doc = "The error message." },
	{ .name = "retryable", .type = AD_T_BOOL, .flags = AD_NOT_NULL,
	  .doc = "True: the next push retries the upload. False: only a retry of the run does.",
	  .example = "false" },
	{ .name = "at", .type = AD_T_TIME, .doc = "Time of the result." },
	{ .name = "platformAction", .type = AD_T_TEXT,
	  .doc = "The platform's name of the uploaded conversion action." },
	{ .name = "destination", .type = AD_T_TEXT,
	  .doc = "The pixel, dataset or ad account used for the upload." },
	{ .name = "uncertainSince", .type = AD_T_TIME,
	  .doc = "Time of the first upload without a confirmed result: the platform may have "
		 "counted the conversion. Until the result is known, further uploads use the "
		 "same platformAction, or none is sent." },
};

/* The hash that a platform is given, by its own rule. */
#define PRIVATE(field, whose)                                                                      \
	{ .name = field, .type = AD_T_TEXT, .flags = AD_SECRET | AD_READ_ONLY,                     \
	  .doc = "SHA-256 by the rule of " whose "." }

static const struct ad_field fields[] = {
	{ .name = "conversionAction", .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_FILTER, .min = 1, .max = 100,
	  .doc = "The conversion action, by its name in the connections' settings.",
	  .example = "\"Order\"" },
	{ .name = "occurredAt", .type = AD_T_TIME, .flags = AD_REQUIRED | AD_NOT_NULL,
	  .doc = "Time of the conversion; not in the future and at most ten years ago.",
	  .example = "\"2026-11-20T14:05:00.000Z\"" },
	{ .name = "clickIds", .type = AD_T_OBJECT, .members = click_ids,
	  .member_count = AD_LEN(click_ids),
	  .doc = "The click ids of the conversion. Required unless email, phone, emailSha256, "
		 "phoneSha256 or phoneDigitsSha256 is given.",
	  .example = "{\"gclid\":\"Cj0KCQiA_example\"}" },
	{ .name = "email", .type = AD_T_TEXT, .flags = AD_INPUT_ONLY, .min = 1, .max = 320,
	  .doc = "The person's e-mail address. Hashed immediately by each platform's rule; never "
		 "stored, logged or returned.",
	  .example = "\"alice@example.com\"" },
	{ .name = "phone", .type = AD_T_TEXT, .flags = AD_INPUT_ONLY, .min = 1, .max = 64,
	  .doc = "The person's phone number, with + and country code. Hashed immediately by each "
		 "platform's rule; never stored, logged or returned.",
	  .example = "\"+16505551212\"" },
	{ .name = "emailSha256", .type = AD_T_TEXT, .flags = AD_INPUT_ONLY, .min = 64, .max = 64,
	  .doc = "SHA-256 of the trimmed lower-case address, in hex; alternative to email. Never "
		 "returned.",
	  .example = "\"ff8d9819fc0e12bf0d24892e45987e249a28dce836a85cad60e28eaaa8c6d976\"" },
	{ .name = "phoneSha256", .type = AD_T_TEXT, .flags = AD_INPUT_ONLY, .min = 64, .max = 64,
	  .doc = "SHA-256 of the E.164 number with +, in hex; alternative to phone. Never "
		 "returned.",
	  .example = "\"1e231c66011e7a2d867a9cfae267a6aff103cf4913640b6e71a99850fc0ffbc8\"" },
	{ .name = "phoneDigitsSha256", .type = AD_T_TEXT, .flags = AD_INPUT_ONLY, .min = 64,
	  .max = 64,
	  .doc = "SHA-256 of the country code and number in digits only, in hex; alternative to "
		 "phone on meta. Never returned.",
	  .example = "\"e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176\"" },
	{ .name = "value", .type = AD_T_MONEY, .flags = AD_OWN_CURRENCY, .max = AD_MONEY_MAX,
	  .doc = "The value, in major units of `currency`.", .example = "59.9" },
	{ .name = "currency", .type = AD_T_TEXT, .min = 3, .max = 3,
	  .doc = "ISO 4217 currency of value. Default: the Space's currency.",
	  .example = "\"EUR\"" },
	{ .name = "orderId", .type = AD_T_TEXT, .flags = AD_FILTER, .min = 1, .max = 100,
	  .doc = "The order number; must not be an e-mail address. Unique per conversion action.",
	  .example = "\"A-1001\"" },
	{ .name = "consent", .type = AD_T_OBJECT, .members = consent,
	  .member_count = AD_LEN(consent), .doc = "The person's consent.",
	  .example = "{\"adUserData\":\"GRANTED\",\"adPersonalization\":\"GRANTED\"}" },
	{ .name = "actionSource", .type = AD_T_ENUM, .options = action_sources,
	  .doc = "The place of the conversion.", .example = "\"PHYSICAL_STORE\"" },
	{ .name = "platforms", .type = AD_T_LIST, .flags = AD_NOT_NULL | AD_FILTER | AD_WALKED,
	  .max = 4, .item = AD_T_ENUM, .options = ad_platforms, .initial = "[]",
	  .doc = "The platforms that receive user data. Empty: every connected platform that maps "
		 "the action. Conversions with click ids go to the platforms of the clicks.",
	  .example = "[\"google\"]" },
	{ .name = "matchedBy", .type = AD_T_LIST, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .max = 11, .item = AD_T_TEXT, .item_max = 40, .initial = "[]",
	  .doc = "The fields used for matching. Their values are private if they identify a "
		 "person.",
	  .example = "[\"email\",\"gclid\"]" },
	{ .name = "platformResults", .type = AD_T_LIST, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .max = 4, .item = AD_T_OBJECT, .members = results, .member_count = AD_LEN(results),
	  .initial = "[]", .doc = "The result of each platform.", .example = "[]" },
	PRIVATE("googleEmail", "google"),
	PRIVATE("microsoftEmail", "microsoft"),
	PRIVATE("redditEmail", "reddit"),
	PRIVATE("metaEmail", "meta"),
	PRIVATE("googlePhone", "google"),
	PRIVATE("microsoftPhone", "microsoft"),
	PRIVATE("redditPhone", "reddit"),
	PRIVATE("metaPhone", "meta"),
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listOfflineConversions", .method = "GET",
	  .path = "", .scopes = AD_REPORTS_READ, .success = 200,
	  .summary = "List offline conversions",
	  .doc = "Lists the Space's offline conversions, newest first." },
	{ .verb = AD_V_CREATE, .operation_id = "createOfflineConversion", .method = "POST",
	  .path = "", .scopes = AD_CAMPAIGNS_WRITE, .success = 201,
	  .summary = "Stage an offline conversion",
	  .doc = "Stages one conversion for the next push. Returns 409 if the action already "
		 "has that orderId." },
	{ .verb = AD_V_GET, .operation_id = "getOfflineConversion", .method = "GET",
	  .path = "/:id", .scopes = AD_REPORTS_READ, .success = 200,
	  .summary = "Get an offline conversion", .doc = "Returns one conversion by id." },
	AD_BATCH_ACTION("batchOfflineConversions", AD_CAMPAIGNS_WRITE),
};

const struct ad_resource ad_resource_conversion = {
	.id = AD_R_CONVERSION,
	.name = "conversion",
	.path = "/conversions/offline",
	.table = "conversions",
	.prefix = "cnv",
	.read_scope = AD_REPORTS_READ,
	.write_scope = AD_CAMPAIGNS_WRITE,
	.staged = true,
	.shape = { "Conversion", "A conversion that happened off the web.", fields,
		   AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
