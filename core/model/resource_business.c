/* The business's row: plain, never pushed as itself. */
#include "model/batch.h"
#include "model/resource.h"
#include "model/scope.h"

static const struct ad_field location[] = {
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 2,
	  .max = 20, .doc = "ISO 3166 country, or a platform's geo id.", .example = "\"DE\"" },
	{ .name = "excluded", .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "false",
	  .doc = "Whether it does not serve there.", .example = "false" },
};

static const struct ad_field fields[] = {
	{ .name = "name", .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_FILTER | AD_WALKED | AD_NAME, .min = 1,
	  .max = 128,
	  .doc = "What customers call it.", .example = "\"Sunrise Bakery\"" },
	{ .name = "website", .type = AD_T_URL, .flags = AD_REQUIRED | AD_NOT_NULL, .max = 2048,
	  .doc = "Where it is on the web.", .example = "\"https://bakery.example\"" },
	{ .name = "description", .type = AD_T_TEXT, .min = 1, .max = 5000,
	  .doc = "What it does, for whom; what assistants write ads from.",
	  .example = "\"Sourdough and rolls, baked every morning.\"" },
	{ .name = "category", .type = AD_T_TEXT, .flags = AD_FILTER | AD_WALKED, .min = 1,
	  .max = 128, .doc = "Its trade.", .example = "\"Bakery\"" },
	{ .name = "phone", .type = AD_T_TEXT, .min = 3, .max = 40,
	  .doc = "The number that customers call.", .example = "\"+49 30 901820\"" },
	{ .name = "address", .type = AD_T_TEXT, .min = 1, .max = 500,
	  .doc = "Where customers find it.", .example = "\"Hauptstrasse 1, 10827 Berlin\"" },
	{ .name = "logoAssetId", .type = AD_T_REF, .ref = AD_R_ASSET,
	  .doc = "Its logo: an asset of type LOGO or IMAGE." },
	{ .name = "languages", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 50,
	  .item = AD_T_TEXT, .item_max = 35, .initial = "[]",
	  .doc = "Languages that its customers speak (BCP 47).", .example = "[\"de\"]" },
	{ .name = "locations", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 200,
	  .item = AD_T_OBJECT, .members = location, .member_count = AD_LEN(location),
	  .initial = "[]", .doc = "Where it serves: ISO 3166 countries or geo ids.",
	  .example = "[{\"code\":\"DE\",\"excluded\":false}]" },
	{ .name = "brandColors", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 10,
	  .item = AD_T_TEXT, .item_max = 7, .initial = "[]",
	  .doc = "Its colours as #RRGGBB, the main one first.", .example = "[\"#F2A900\"]" },
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listBusinesses", .method = "GET", .path = "",
	  .scopes = AD_BUSINESSES_READ, .success = 200, .summary = "List businesses",
	  .doc = "The Space's businesses, newest first." },
	{ .verb = AD_V_CREATE, .operation_id = "createBusiness", .method = "POST", .path = "",
	  .scopes = AD_BUSINESSES_WRITE, .success = 201, .summary = "Describe a business",
	  .doc = "Keeps what is known of a business, for campaigns to name." },
	{ .verb = AD_V_GET, .operation_id = "getBusiness", .method = "GET", .path = "/:id",
	  .scopes = AD_BUSINESSES_READ, .success = 200, .summary = "Get a business",
	  .doc = "One business by its id." },
	{ .verb = AD_V_UPDATE, .operation_id = "updateBusiness", .method = "PATCH",
	  .path = "/:id", .scopes = AD_BUSINESSES_WRITE, .success = 200,
	  .summary = "Change a business", .doc = "A JSON merge patch (RFC 7396)." },
	{ .verb = AD_V_DELETE, .operation_id = "deleteBusiness", .method = "DELETE",
	  .path = "/:id", .scopes = AD_BUSINESSES_WRITE, .success = 200,
	  .summary = "Delete a business",
	  .doc = "Deletes it at once; 409 while a campaign names it, which the error tells." },
	AD_BATCH_ACTION("batchBusinesses", AD_BUSINESSES_WRITE),
};

const struct ad_resource ad_resource_business = {
	.id = AD_R_BUSINESS,
	.name = "business",
	.path = "/businesses",
	.table = "businesses",
	.prefix = "biz",
	.read_scope = AD_BUSINESSES_READ,
	.write_scope = AD_BUSINESSES_WRITE,
	.shape = { "Business", "A business that is advertised.", fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
