/* The business's row: plain, never pushed as itself. */
#include "model/batch.h"
#include "model/resource.h"
#include "model/scope.h"

static const struct ad_field location[] = {
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 2,
	  .max = 20, .doc = "ISO 3166 country, or a platform's geo id.", .example = "\"DE\"" },
	{ .name = "excluded", .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "false",
	  .doc = "True excludes the place from the service area.", .example = "false" },
};

static const struct ad_field fields[] = {
	{ .name = "name", .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_FILTER | AD_WALKED | AD_NAME, .min = 1,
	  .max = 128,
	  .doc = "The name, as known to customers.", .example = "\"Sunrise Bakery\"" },
	{ .name = "website", .type = AD_T_URL, .flags = AD_REQUIRED | AD_NOT_NULL, .max = 2048,
	  .doc = "URL of the website.", .example = "\"https://bakery.example\"" },
	{ .name = "description", .type = AD_T_TEXT, .min = 1, .max = 5000,
	  .doc = "Products, services and customers of the business; a source for ad texts.",
	  .example = "\"Sourdough and rolls, baked every morning.\"" },
	{ .name = "category", .type = AD_T_TEXT, .flags = AD_FILTER | AD_WALKED, .min = 1,
	  .max = 128, .doc = "The trade or industry.", .example = "\"Bakery\"" },
	{ .name = "phone", .type = AD_T_TEXT, .min = 3, .max = 40,
	  .doc = "The phone number for customers.", .example = "\"+49 30 901820\"" },
	{ .name = "address", .type = AD_T_TEXT, .min = 1, .max = 500,
	  .doc = "The street address.", .example = "\"Hauptstrasse 1, 10827 Berlin\"" },
	{ .name = "logoAssetId", .type = AD_T_REF, .ref = AD_R_ASSET,
	  .doc = "The logo: an asset of type LOGO or IMAGE." },
	{ .name = "languages", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 50,
	  .item = AD_T_TEXT, .item_max = 35, .initial = "[]",
	  .doc = "Languages of the customers (BCP 47).", .example = "[\"de\"]" },
	{ .name = "locations", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 200,
	  .item = AD_T_OBJECT, .members = location, .member_count = AD_LEN(location),
	  .initial = "[]", .doc = "The service area: ISO 3166 countries or geo ids.",
	  .example = "[{\"code\":\"DE\",\"excluded\":false}]" },
	{ .name = "brandColors", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 10,
	  .item = AD_T_TEXT, .item_max = 7, .initial = "[]",
	  .doc = "Brand colours as #RRGGBB, the main colour first.", .example = "[\"#F2A900\"]" },
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listBusinesses", .method = "GET", .path = "",
	  .scopes = AD_BUSINESSES_READ, .success = 200, .summary = "List businesses",
	  .doc = "Lists the Space's businesses, newest first." },
	{ .verb = AD_V_CREATE, .operation_id = "createBusiness", .method = "POST", .path = "",
	  .scopes = AD_BUSINESSES_WRITE, .success = 201, .summary = "Create a business",
	  .doc = "Stores the profile of a business. Campaigns refer to it by businessId." },
	{ .verb = AD_V_GET, .operation_id = "getBusiness", .method = "GET", .path = "/:id",
	  .scopes = AD_BUSINESSES_READ, .success = 200, .summary = "Get a business",
	  .doc = "Returns one business by id." },
	{ .verb = AD_V_UPDATE, .operation_id = "updateBusiness", .method = "PATCH",
	  .path = "/:id", .scopes = AD_BUSINESSES_WRITE, .success = 200,
	  .summary = "Change a business", .doc = "Applies a JSON merge patch (RFC 7396)." },
	{ .verb = AD_V_DELETE, .operation_id = "deleteBusiness", .method = "DELETE",
	  .path = "/:id", .scopes = AD_BUSINESSES_WRITE, .success = 200,
	  .summary = "Delete a business",
	  .doc = "Deletes the business immediately. Returns 409 with the campaigns while a "
		 "campaign refers to it." },
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
	.shape = { "Business", "An advertised business.", fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
