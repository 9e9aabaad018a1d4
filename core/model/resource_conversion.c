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
	  .doc = "Google's, of a click from an app to the web; instead of gclid." },
	{ .name = "wbraid", .type = AD_T_TEXT, .min = 1, .max = CLICK_ID_MAX,
	  .doc = "Google's, of a click from the web to an app; instead of gclid." },
	{ .name = "msclkid", .type = AD_T_TEXT, .min = 1, .max = CLICK_ID_MAX,
	  .doc = "Microsoft's click id." },
	{ .name = "rdtCid", .type = AD_T_TEXT, .min = 1, .max = CLICK_ID_MAX,
	  .doc = "Reddit's click id, rdt_cid in the URL." },
	{ .name = "fbclid", .type = AD_T_TEXT, .min = 1, .max = CLICK_ID_MAX,
	  .doc = "Meta's click id." },
};

static const struct ad_field consent[] = {
	{ .name = "adUserData", .type = AD_T_ENUM, .options = consents,
	  .doc = "Whether the person agreed to user data going to the platform.",
	  .example = "\"GRANTED\"" },
	{ .name = "adPersonalization", .type = AD_T_ENUM, .options = consents,
	  .doc = "Whether the person agreed to ads chosen by it.", .example = "\"DENIED\"" },
};

static const struct ad_field results[] = {
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ad_platforms,
	  .doc = "Where it went.", .example = "\"google\"" },
	{ .name = "status", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = outcomes,
	  .doc = "How it went.", .example = "\"SUCCEEDED\"" },
	{ .name = "code", .type = AD_T_TEXT, .doc = "Why not, as a code." },
	{ .name = "message", .type = AD_T_TEXT, .doc = "Why not, as a sentence." },
	{ .name = "retryable", .type = AD_T_BOOL, .flags = AD_NOT_NULL,
	  .doc = "Whether the next push sends it again; else only a retry of the run does.",
	  .example = "false" },
	{ .name = "at", .type = AD_T_TIME, .doc = "When." },
	{ .name = "platformAction", .type = AD_T_TEXT,
	  .doc = "The platform's own name of the action that it was sent as." },
	{ .name = "destination", .type = AD_T_TEXT,
	  .doc = "The pixel, dataset or ad account that it was sent to." },
	{ .name = "uncertainSince", .type = AD_T_TIME,
	  .doc = "Since when it may have been counted, though no answer said so: until that is "
		 "settled it goes again under that same name alone, or not at all." },
};

/* The hash that a platform is given, by its own rule. */
#define PRIVATE(field, whose)                                                                      \
	{ .name = field, .type = AD_T_TEXT, .flags = AD_SECRET | AD_READ_ONLY,                     \
	  .doc = "SHA-256 by the rule of " whose "." }

static const struct ad_field fields[] = {
	{ .name = "conversionAction", .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_FILTER, .min = 1, .max = 100,
	  .doc = "What happened, by the name that the connections' settings map.",
	  .example = "\"Order\"" },
	{ .name = "occurredAt", .type = AD_T_TIME, .flags = AD_REQUIRED | AD_NOT_NULL,
	  .doc = "When it happened; not in the future, nor more than ten years ago.",
	  .example = "\"2026-11-20T14:05:00.000Z\"" },
	{ .name = "clickIds", .type = AD_T_OBJECT, .members = click_ids,
	  .member_count = AD_LEN(click_ids),
	  .doc = "The clicks that led to it; or user data: one of clickIds, email, phone, "
		 "emailSha256, phoneSha256 and phoneDigitsSha256 is required.",
	  .example = "{\"gclid\":\"Cj0KCQiA_example\"}" },
	{ .name = "email", .type = AD_T_TEXT, .flags = AD_INPUT_ONLY, .min = 1, .max = 320,
	  .doc = "The person's e-mail address. Hashed at once by each platform's rule; never "
		 "stored, logged or answered.",
	  .example = "\"alice@example.com\"" },
	{ .name = "phone", .type = AD_T_TEXT, .flags = AD_INPUT_ONLY, .min = 1, .max = 64,
	  .doc = "The person's phone number with + and country code. Hashed at once by each "
		 "platform's rule; never stored, logged or answered.",
	  .example = "\"+16505551212\"" },
	{ .name = "emailSha256", .type = AD_T_TEXT, .flags = AD_INPUT_ONLY, .min = 64, .max = 64,
	  .doc = "Instead of email: SHA-256 of the trimmed lower-case address, in hex. Never "
		 "answered.",
	  .example = "\"ff8d9819fc0e12bf0d24892e45987e249a28dce836a85cad60e28eaaa8c6d976\"" },
	{ .name = "phoneSha256", .type = AD_T_TEXT, .flags = AD_INPUT_ONLY, .min = 64, .max = 64,
	  .doc = "Instead of phone: SHA-256 of the number in E.164 with +, in hex. Never "
		 "answered.",
	  .example = "\"1e231c66011e7a2d867a9cfae267a6aff103cf4913640b6e71a99850fc0ffbc8\"" },
	{ .name = "phoneDigitsSha256", .type = AD_T_TEXT, .flags = AD_INPUT_ONLY, .min = 64,
	  .max = 64,
	  .doc = "Instead of phone, for meta: SHA-256 of country code and number in digits "
		 "alone, in hex. Never answered.",
	  .example = "\"e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176\"" },
	{ .name = "value", .type = AD_T_MONEY, .flags = AD_OWN_CURRENCY, .max = AD_MONEY_MAX,
	  .doc = "What it was worth, in major units of `currency`.", .example = "59.9" },
	{ .name = "currency", .type = AD_T_TEXT, .min = 3, .max = 3,
	  .doc = "ISO 4217 currency of value; the Space's unless said.",
	  .example = "\"EUR\"" },
	{ .name = "orderId", .type = AD_T_TEXT, .flags = AD_FILTER, .min = 1, .max = 100,
	  .doc = "Your number of it, never an address: there is one conversion of an action with "
		 "that number.",
	  .example = "\"A-1001\"" },
	{ .name = "consent", .type = AD_T_OBJECT, .members = consent,
	  .member_count = AD_LEN(consent), .doc = "What the person agreed to.",
	  .example = "{\"adUserData\":\"GRANTED\",\"adPersonalization\":\"GRANTED\"}" },
	{ .name = "actionSource", .type = AD_T_ENUM, .options = action_sources,
	  .doc = "Where it happened.", .example = "\"PHYSICAL_STORE\"" },
	{ .name = "platforms", .type = AD_T_LIST, .flags = AD_NOT_NULL | AD_FILTER | AD_WALKED,
	  .max = 4, .item = AD_T_ENUM, .options = ad_platforms, .initial = "[]",
	  .doc = "Where user data goes; none: every connected platform that maps the action. "
		 "With click ids it goes where the clicks came from.",
	  .example = "[\"google\"]" },
	{ .name = "matchedBy", .type = AD_T_LIST, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .max = 11, .item = AD_T_TEXT, .item_max = 40, .initial = "[]",
	  .doc = "By which fields a person or a click can be found; what they held of a person is "
		 "private.",
	  .example = "[\"email\",\"gclid\"]" },
	{ .name = "platformResults", .type = AD_T_LIST, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .max = 4, .item = AD_T_OBJECT, .members = results, .member_count = AD_LEN(results),
	  .initial = "[]", .doc = "What each platform made of it.", .example = "[]" },
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
	  .doc = "The Space's offline conversions, newest first." },
	{ .verb = AD_V_CREATE, .operation_id = "createOfflineConversion", .method = "POST",
	  .path = "", .scopes = AD_CAMPAIGNS_WRITE, .success = 201,
	  .summary = "Stage an offline conversion",
	  .doc = "Keeps one conversion for the next push. 409 where the action has that orderId "
		 "already." },
	{ .verb = AD_V_GET, .operation_id = "getOfflineConversion", .method = "GET",
	  .path = "/:id", .scopes = AD_REPORTS_READ, .success = 200,
	  .summary = "Get an offline conversion", .doc = "One conversion by its id." },
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
	.shape = { "Conversion", "Something worth counting that happened off the web.", fields,
		   AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
