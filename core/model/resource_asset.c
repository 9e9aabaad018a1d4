/* The asset's row, its attachments, what else can be had of it, and what a push makes of them. */
#include "model/batch.h"
#include "model/bulk_action.h"
#include "model/resource.h"
#include "model/scope.h"
#include "model/traits.h"

static const char *const types[] = { "IMAGE", "VIDEO", "LOGO", "TEXT", "SITELINK", "CALLOUT",
				     NULL };
static const char *const roles[] = { "LOGO",  "IMAGE",	  "SQUARE_IMAGE",
				     "VIDEO", "SITELINK", "CALLOUT", NULL };
static const char *const holders[] = { "campaign", "adGroup", "ad", "business", NULL };

static const struct ad_field attached[] = {
	{ .name = "resource", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = holders,
	  .doc = "The resource of the object.", .example = "\"campaign\"" },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The object's id.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "role", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = roles,
	  .doc = "The role of the asset.", .example = "\"IMAGE\"" },
};

static const struct ad_field fields[] = {
	{ .name = "type", .type = AD_T_ENUM,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_ONCE | AD_SENT | AD_FILTER | AD_WALKED,
	  .options = types, .doc = "The asset type.", .example = "\"IMAGE\"" },
	{ .name = "name", .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_SENT | AD_NAME,
	  .min = 1, .max = 128, .doc = "The name.",
	  .example = "\"Bread, landscape\"" },
	{ .name = "text", .type = AD_T_TEXT, .flags = AD_SENT, .min = 1, .max = 5000,
	  .doc = "The text of a TEXT, SITELINK or CALLOUT." },
	{ .name = "finalUrl", .type = AD_T_URL, .flags = AD_SENT, .max = 2048,
	  .doc = "Destination URL of a SITELINK." },
	{ .name = "description1", .type = AD_T_TEXT, .flags = AD_SENT, .min = 1, .max = 90,
	  .doc = "First line below a SITELINK; requires description2." },
	{ .name = "description2", .type = AD_T_TEXT, .flags = AD_SENT, .min = 1, .max = 90,
	  .doc = "Second line below a SITELINK; requires description1." },
	{ .name = "sourceUrl", .type = AD_T_URL, .flags = AD_ONCE, .max = 2048,
	  .doc = "URL from which the server fetches the bytes of an IMAGE, LOGO or VIDEO on "
		 "creation; must be https on the public internet. Alternative to data." },
	{ .name = "mimeType", .type = AD_T_TEXT, .flags = AD_READ_ONLY,
	  .doc = "Media type, detected from the bytes.", .example = "\"image/png\"" },
	{ .name = "width", .type = AD_T_INT, .flags = AD_READ_ONLY, .doc = "In pixels.",
	  .example = "1200" },
	{ .name = "height", .type = AD_T_INT, .flags = AD_READ_ONLY, .doc = "In pixels.",
	  .example = "628" },
	{ .name = "durationMs", .type = AD_T_INT, .flags = AD_READ_ONLY,
	  .doc = "Length of a video in milliseconds; null if the file does not contain it." },
	{ .name = "bytes", .type = AD_T_INT, .flags = AD_READ_ONLY, .doc = "Size in bytes.",
	  .example = "48213" },
	{ .name = "sha256", .type = AD_T_TEXT, .flags = AD_READ_ONLY | AD_SENT | AD_FILTER,
	  .min = 64, .max = 64, .doc = "SHA-256 of the bytes, in hex; the ETag of the content.",
	  .example = "\"3b1f8c5d9e2a4f607182930a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e\"" },
	{ .name = "attachments", .type = AD_T_LIST, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .item = AD_T_OBJECT, .members = attached, .member_count = AD_LEN(attached),
	  .initial = "[]", .doc = "Attachments of the asset, oldest first.", .example = "[]" },
	{ .name = "data", .type = AD_T_BYTES, .flags = AD_INPUT_ONLY | AD_ONCE, .max = 9 << 20,
	  .doc = "The bytes of an IMAGE, LOGO or VIDEO. Alternative to sourceUrl.",
	  .example = "\"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwACh"
		     "wGA60e6kgAAAABJRU5ErkJggg==\"" },
};

#define PLACE                                                                                      \
	{ .name = "resource", .type = AD_T_ENUM, .flags = AD_REQUIRED | AD_NOT_NULL,               \
	  .options = holders, .doc = "The resource of the object.", .example = "\"campaign\"" },   \
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1,           \
	  .max = 60, .doc = "The object's id.",                                                    \
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },                                       \
	{ .name = "role", .type = AD_T_ENUM, .options = roles,                                     \
	  .doc = "The role of the asset. Default: the asset's type (IMAGE for an IMAGE).",         \
	  .example = "\"IMAGE\"" }

static const struct ad_field place[] = { PLACE };
static const struct ad_shape attach_shape = { "AssetAttachInput",
					      "The object to attach the asset to.",
					      place, AD_LEN(place) };
static const struct ad_shape detach_shape = { "AssetDetachQuery",
					      "The object to detach the asset from.",
place,
					      AD_LEN(place) };

static const struct ad_field attachment[] = {
	{ .name = "assetId", .type = AD_T_REF, .ref = AD_R_ASSET, .flags = AD_NOT_NULL,
	  .doc = "The asset.", .example = "\"ast_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "resource", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = holders,
	  .doc = "The resource of the object.", .example = "\"campaign\"" },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The object's id.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "role", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = roles,
	  .doc = "The role of the asset.", .example = "\"IMAGE\"" },
	{ .name = "attachedAt", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "Time of the attachment.",
	  .example = "\"2026-11-21T09:30:00.000Z\"" },
};
static const struct ad_shape attachment_shape = { "Attachment", "An attachment of an asset to an "
								"object.",
						  attachment, AD_LEN(attachment) };

static const struct ad_field link[] = {
	{ .name = "url", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "URL of the bytes. Anyone with the URL can read them without a token.",
	  .example = "\"https://ads.example.com/media/ast_01KAH2V5T3Q8Z6J4N9W7X1Y2B3"
		     "?exp=1795253400&sig=…\"" },
	{ .name = "expiresAt", .type = AD_T_TIME, .flags = AD_NOT_NULL, .doc = "Expiry time.",
	  .example = "\"2026-11-22T09:30:00.000Z\"" },
};
static const struct ad_shape link_shape = { "AssetLink", "A signed URL of an asset's bytes.", link,
					    AD_LEN(link) };

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listAssets", .method = "GET", .path = "",
	  .scopes = AD_ASSETS_READ, .success = 200, .summary = "List assets",
	  .doc = "Lists the Space's assets, newest first." },
	{ .verb = AD_V_CREATE, .operation_id = "createAsset", .method = "POST", .path = "",
	  .scopes = AD_ASSETS_WRITE, .success = 201, .body_max = 12 << 20,
	  .summary = "Create an asset",
	  .doc = "Creates an IMAGE, LOGO or VIDEO from data (base64) or sourceUrl, which is "
		 "fetched before the response, or a TEXT, SITELINK or CALLOUT from text. "
		 "Formats: PNG, JPEG, GIF, WebP, MP4, QuickTime and WebM; the file must be "
		 "complete, without extra bytes. Maximum body size: 12 MiB. Identical bytes are "
		 "stored once." },
	AD_BATCH_ACTION("batchAssets", AD_ASSETS_WRITE),
	AD_BULK_ACTION("bulkAssets", AD_ASSETS_WRITE),
	{ .verb = AD_V_GET, .operation_id = "getAsset", .method = "GET", .path = "/:id",
	  .scopes = AD_ASSETS_READ, .success = 200, .summary = "Get an asset",
	  .doc = "Returns one asset by id. GET /content returns its bytes." },
	{ .verb = AD_V_UPDATE, .operation_id = "updateAsset", .method = "PATCH",
	  .path = "/:id", .scopes = AD_ASSETS_WRITE, .success = 200,
	  .summary = "Change the draft of an asset",
	  .doc = "Applies a JSON merge patch (RFC 7396). The type and the bytes cannot change; "
		 "create another asset instead." },
	{ .verb = AD_V_DELETE, .operation_id = "deleteAsset", .method = "DELETE",
	  .path = "/:id", .scopes = AD_ASSETS_WRITE, .success = 200,
	  .summary = "Delete an asset",
	  .doc = "Deletes an unpushed draft immediately; stages the removal of a pushed object. "
		 "Returns 409 with the attachments while the asset is attached." },
	{ .verb = AD_V_RESTORE, .operation_id = "restoreAsset", .method = "POST",
	  .path = "/:id/restore", .scopes = AD_ASSETS_WRITE, .success = 200,
	  .summary = "Cancel a staged removal",
	  .doc = "Cancels a staged removal." },
	{ .verb = AD_V_ATTACH, .operation_id = "attachAsset", .method = "POST",
	  .path = "/:id/attach", .scopes = AD_ASSETS_WRITE, .input = &attach_shape,
	  .output = &attachment_shape, .success = 201, .traits = AD_CHECKS | AD_GUARDED,
	  .summary = "Attach an asset",
	  .doc = "Attaches the asset to a campaign, ad group, ad or business, in a role that "
		 "its type and the platform allow. Also requires ads:write for an ad (its "
		 "assetIds) and businesses:write for the LOGO of a business (its logoAssetId). "
		 "Repeating the request has no effect." },
	{ .verb = AD_V_ATTACHMENTS, .operation_id = "listAttachments", .method = "GET",
	  .path = "/:id/attach", .scopes = AD_ASSETS_READ, .output = &attachment_shape,
	  .success = 200, .lists = true, .summary = "List an asset's attachments",
	  .doc = "Lists the asset's attachments, newest first." },
	{ .verb = AD_V_DETACH, .operation_id = "detachAsset", .method = "DELETE",
	  .path = "/:id/attach", .scopes = AD_ASSETS_WRITE, .query = &detach_shape,
	  .output = &attachment_shape, .success = 200, .traits = AD_CHECKS | AD_GUARDED,
	  .summary = "Detach an asset",
	  .doc = "Removes one attachment and returns it; 404 if it does not exist. Requires the "
		 "same scopes as attaching." },
	{ .verb = AD_V_CONTENT, .operation_id = "getAssetContent", .method = "GET",
	  .path = "/:id/content", .scopes = AD_ASSETS_READ, .success = 200,
	  .traits = AD_TAGS | AD_REVALIDATES | AD_RANGES,
	  .media = "image/png, image/jpeg, image/gif, image/webp, video/mp4, video/quicktime, "
		   "video/webm",
	  .summary = "Get the bytes of an asset",
	  .doc = "Returns the original bytes with their media type (image/png, video/mp4, …). "
		 "The ETag is their sha256. One byte range per request is supported (206). 404 "
		 "for an asset without bytes." },
	{ .verb = AD_V_LINK, .operation_id = "getAssetLink", .method = "GET",
	  .path = "/:id/link", .scopes = AD_ASSETS_READ, .output = &link_shape, .success = 200,
	  .summary = "Get a link to the bytes of an asset",
	  .doc = "Returns a signed URL that requires no token and expires after 24 hours, for "
		 "platforms that fetch media and for displaying pictures." },
};

const struct ad_resource ad_resource_asset = {
	.id = AD_R_ASSET,
	.name = "asset",
	.path = "/assets",
	.table = "assets",
	.prefix = "ast",
	.read_scope = AD_ASSETS_READ,
	.write_scope = AD_ASSETS_WRITE,
	.staged = true,
	.shape = { "Asset", "The draft of an asset.", fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};

static const struct ad_field pushed_link[] = {
	{ .name = "assetId", .type = AD_T_TEXT, .flags = AD_NOT_NULL | AD_SENT | AD_IMMUTABLE,
	  .doc = "The asset's id." },
	{ .name = "resource", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_SENT | AD_IMMUTABLE,
	  .options = holders, .doc = "The resource of the object." },
	{ .name = "objectId", .type = AD_T_TEXT, .flags = AD_NOT_NULL | AD_SENT | AD_IMMUTABLE,
	  .doc = "The object's id." },
	{ .name = "role", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_SENT | AD_IMMUTABLE,
	  .options = roles, .doc = "The role of the asset." },
};

const struct ad_resource ad_resource_asset_link = {
	.id = AD_R_ASSET_LINK,
	.name = "assetLink",
	.read_scope = AD_ASSETS_READ,
	.write_scope = AD_ASSETS_WRITE,
	.shape = { "PushedAssetLink", "The attachment of an asset to an object, as a push creates "
				      "it.",
	pushed_link,
		   AD_LEN(pushed_link) },
};
