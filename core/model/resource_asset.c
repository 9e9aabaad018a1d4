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
	  .doc = "To what kind.", .example = "\"campaign\"" },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "To which object.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "role", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = roles,
	  .doc = "As what.", .example = "\"IMAGE\"" },
};

static const struct ad_field fields[] = {
	{ .name = "type", .type = AD_T_ENUM,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_ONCE | AD_SENT | AD_FILTER | AD_WALKED,
	  .options = types, .doc = "What kind of asset it is.", .example = "\"IMAGE\"" },
	{ .name = "name", .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_SENT | AD_NAME,
	  .min = 1, .max = 128, .doc = "What people call it.",
	  .example = "\"Bread, landscape\"" },
	{ .name = "text", .type = AD_T_TEXT, .flags = AD_SENT, .min = 1, .max = 5000,
	  .doc = "The text of a TEXT, SITELINK or CALLOUT." },
	{ .name = "finalUrl", .type = AD_T_URL, .flags = AD_SENT, .max = 2048,
	  .doc = "Where a SITELINK leads." },
	{ .name = "description1", .type = AD_T_TEXT, .flags = AD_SENT, .min = 1, .max = 90,
	  .doc = "First line below a SITELINK; both or none." },
	{ .name = "description2", .type = AD_T_TEXT, .flags = AD_SENT, .min = 1, .max = 90,
	  .doc = "Second line below a SITELINK." },
	{ .name = "sourceUrl", .type = AD_T_URL, .flags = AD_ONCE, .max = 2048,
	  .doc = "Where the bytes of an IMAGE, LOGO or VIDEO are fetched from when it is made: an "
		 "https URL of the public internet; instead of data." },
	{ .name = "mimeType", .type = AD_T_TEXT, .flags = AD_READ_ONLY,
	  .doc = "What the bytes are, read from themselves.", .example = "\"image/png\"" },
	{ .name = "width", .type = AD_T_INT, .flags = AD_READ_ONLY, .doc = "Pixels.",
	  .example = "1200" },
	{ .name = "height", .type = AD_T_INT, .flags = AD_READ_ONLY, .doc = "Pixels.",
	  .example = "628" },
	{ .name = "durationMs", .type = AD_T_INT, .flags = AD_READ_ONLY,
	  .doc = "Length of a video in milliseconds; null where the file does not say." },
	{ .name = "bytes", .type = AD_T_INT, .flags = AD_READ_ONLY, .doc = "How many bytes.",
	  .example = "48213" },
	{ .name = "sha256", .type = AD_T_TEXT, .flags = AD_READ_ONLY | AD_SENT | AD_FILTER,
	  .min = 64, .max = 64, .doc = "Hash of the bytes, in hex; the ETag of the content.",
	  .example = "\"3b1f8c5d9e2a4f607182930a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e\"" },
	{ .name = "attachments", .type = AD_T_LIST, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .item = AD_T_OBJECT, .members = attached, .member_count = AD_LEN(attached),
	  .initial = "[]", .doc = "Where it is attached, oldest first.", .example = "[]" },
	{ .name = "data", .type = AD_T_BYTES, .flags = AD_INPUT_ONLY | AD_ONCE, .max = 9 << 20,
	  .doc = "The bytes of an IMAGE, LOGO or VIDEO; instead of sourceUrl.",
	  .example = "\"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwACh"
		     "wGA60e6kgAAAABJRU5ErkJggg==\"" },
};

#define PLACE                                                                                      \
	{ .name = "resource", .type = AD_T_ENUM, .flags = AD_REQUIRED | AD_NOT_NULL,               \
	  .options = holders, .doc = "To what kind.", .example = "\"campaign\"" },                 \
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1,           \
	  .max = 60, .doc = "To which object.",                                                    \
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },                                       \
	{ .name = "role", .type = AD_T_ENUM, .options = roles,                                     \
	  .doc = "As what; unless said what its type is (an IMAGE as IMAGE).",                     \
	  .example = "\"IMAGE\"" }

static const struct ad_field place[] = { PLACE };
static const struct ad_shape attach_shape = { "AssetAttachInput", "Where to attach an asset.",
					      place, AD_LEN(place) };
static const struct ad_shape detach_shape = { "AssetDetachQuery", "Where to detach it.", place,
					      AD_LEN(place) };

static const struct ad_field attachment[] = {
	{ .name = "assetId", .type = AD_T_REF, .ref = AD_R_ASSET, .flags = AD_NOT_NULL,
	  .doc = "The asset.", .example = "\"ast_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "resource", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = holders,
	  .doc = "To what kind it is attached.", .example = "\"campaign\"" },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "To which object.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "role", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = roles,
	  .doc = "As what.", .example = "\"IMAGE\"" },
	{ .name = "attachedAt", .type = AD_T_TIME, .flags = AD_NOT_NULL, .doc = "When.",
	  .example = "\"2026-11-21T09:30:00.000Z\"" },
};
static const struct ad_shape attachment_shape = { "Attachment", "Where an asset is attached.",
						  attachment, AD_LEN(attachment) };

static const struct ad_field link[] = {
	{ .name = "url", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "Gives the bytes to whoever has it, without a token.",
	  .example = "\"https://ads.example.com/media/ast_01KAH2V5T3Q8Z6J4N9W7X1Y2B3"
		     "?exp=1795253400&sig=…\"" },
	{ .name = "expiresAt", .type = AD_T_TIME, .flags = AD_NOT_NULL, .doc = "Until when.",
	  .example = "\"2026-11-22T09:30:00.000Z\"" },
};
static const struct ad_shape link_shape = { "AssetLink", "A link to the bytes of an asset.", link,
					    AD_LEN(link) };

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listAssets", .method = "GET", .path = "",
	  .scopes = AD_ASSETS_READ, .success = 200, .summary = "List assets",
	  .doc = "The Space's assets, newest first." },
	{ .verb = AD_V_CREATE, .operation_id = "createAsset", .method = "POST", .path = "",
	  .scopes = AD_ASSETS_WRITE, .success = 201, .body_max = 12 << 20,
	  .summary = "Make an asset",
	  .doc = "An IMAGE, LOGO or VIDEO of the bytes in data (base64) or at sourceUrl, which is "
		 "fetched before the answer: PNG, JPEG, GIF, WebP, MP4, QuickTime or WebM, whole "
		 "and without anything behind its end. A TEXT, SITELINK or CALLOUT of text. The "
		 "body may have 12 MiB. The same bytes are kept once." },
	AD_BATCH_ACTION("batchAssets", AD_ASSETS_WRITE),
	AD_BULK_ACTION("bulkAssets", AD_ASSETS_WRITE),
	{ .verb = AD_V_GET, .operation_id = "getAsset", .method = "GET", .path = "/:id",
	  .scopes = AD_ASSETS_READ, .success = 200, .summary = "Get an asset",
	  .doc = "One asset by its id; its bytes are at /content." },
	{ .verb = AD_V_UPDATE, .operation_id = "updateAsset", .method = "PATCH",
	  .path = "/:id", .scopes = AD_ASSETS_WRITE, .success = 200,
	  .summary = "Change the draft of an asset",
	  .doc = "A JSON merge patch (RFC 7396). The type and the bytes never change: make another "
		 "asset instead." },
	{ .verb = AD_V_DELETE, .operation_id = "deleteAsset", .method = "DELETE",
	  .path = "/:id", .scopes = AD_ASSETS_WRITE, .success = 200,
	  .summary = "Delete an asset",
	  .doc = "Deletes a draft at once; stages the removal of what was pushed. 409 while it is "
		 "attached; the error tells where." },
	{ .verb = AD_V_RESTORE, .operation_id = "restoreAsset", .method = "POST",
	  .path = "/:id/restore", .scopes = AD_ASSETS_WRITE, .success = 200,
	  .summary = "Undo a staged removal",
	  .doc = "Takes back a removal that was not pushed yet." },
	{ .verb = AD_V_ATTACH, .operation_id = "attachAsset", .method = "POST",
	  .path = "/:id/attach", .scopes = AD_ASSETS_WRITE, .input = &attach_shape,
	  .output = &attachment_shape, .success = 201, .traits = AD_CHECKS | AD_GUARDED,
	  .summary = "Attach an asset",
	  .doc = "To a campaign, an ad group, an ad or a business, in a role that its type and the "
		 "platform allow; to an ad (its assetIds) also ads:write is needed, to a business "
		 "as LOGO (its logoAssetId) businesses:write. Attaching again changes nothing." },
	{ .verb = AD_V_ATTACHMENTS, .operation_id = "listAttachments", .method = "GET",
	  .path = "/:id/attach", .scopes = AD_ASSETS_READ, .output = &attachment_shape,
	  .success = 200, .lists = true, .summary = "List where an asset is attached",
	  .doc = "Newest first." },
	{ .verb = AD_V_DETACH, .operation_id = "detachAsset", .method = "DELETE",
	  .path = "/:id/attach", .scopes = AD_ASSETS_WRITE, .query = &detach_shape,
	  .output = &attachment_shape, .success = 200, .traits = AD_CHECKS | AD_GUARDED,
	  .summary = "Detach an asset",
	  .doc = "Takes one attachment away and answers it as it was; 404 where there is none. "
		 "Scopes as for attaching." },
	{ .verb = AD_V_CONTENT, .operation_id = "getAssetContent", .method = "GET",
	  .path = "/:id/content", .scopes = AD_ASSETS_READ, .success = 200,
	  .traits = AD_TAGS | AD_REVALIDATES | AD_RANGES,
	  .media = "image/png, image/jpeg, image/gif, image/webp, video/mp4, video/quicktime, "
		   "video/webm",
	  .summary = "Get the bytes of an asset",
	  .doc = "As they came in, in their own media type (image/png, video/mp4, …). The ETag is "
		 "their sha256; one range of bytes may be asked for (206). 404 for an asset "
		 "without bytes." },
	{ .verb = AD_V_LINK, .operation_id = "getAssetLink", .method = "GET",
	  .path = "/:id/link", .scopes = AD_ASSETS_READ, .output = &link_shape, .success = 200,
	  .summary = "Get a link to the bytes of an asset",
	  .doc = "A signed URL that needs no token and works for 24 hours: for platforms that "
		 "fetch media themselves, and for showing a picture." },
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
	.shape = { "Asset", "An asset, as drafted here.", fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};

static const struct ad_field pushed_link[] = {
	{ .name = "assetId", .type = AD_T_TEXT, .flags = AD_NOT_NULL | AD_SENT | AD_IMMUTABLE,
	  .doc = "Which asset." },
	{ .name = "resource", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_SENT | AD_IMMUTABLE,
	  .options = holders, .doc = "To what kind it is attached." },
	{ .name = "objectId", .type = AD_T_TEXT, .flags = AD_NOT_NULL | AD_SENT | AD_IMMUTABLE,
	  .doc = "To which object." },
	{ .name = "role", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_SENT | AD_IMMUTABLE,
	  .options = roles, .doc = "As what." },
};

const struct ad_resource ad_resource_asset_link = {
	.id = AD_R_ASSET_LINK,
	.name = "assetLink",
	.read_scope = AD_ASSETS_READ,
	.write_scope = AD_ASSETS_WRITE,
	.shape = { "PushedAssetLink", "An asset at an object, as a push makes it.", pushed_link,
		   AD_LEN(pushed_link) },
};
