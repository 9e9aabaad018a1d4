/* The tools. Descriptions are edited like prose: models choose by them. */
#include "mcp/tools/tool.h"
#include "mcp/tools/tool_args.h"
#include "mcp/ui/ui.h"

/* Tools that take objects of any kind: of use with the scope of one kind. */
#define OBJECTS_READ                                                                               \
	(AD_CAMPAIGNS_READ | AD_ADS_READ | AD_KEYWORDS_READ | AD_ASSETS_READ |                     \
	 AD_BUSINESSES_READ | AD_REPORTS_READ)
#define OBJECTS_WRITE                                                                              \
	(AD_CAMPAIGNS_WRITE | AD_ADS_WRITE | AD_KEYWORDS_WRITE | AD_ASSETS_WRITE |                 \
	 AD_BUSINESSES_WRITE)

/* Any of them, as GET /history has it. */
#define ANY_READ (OBJECTS_READ | AD_SYNC_READ)

const struct mcp_tool mcp_tools[] = {
	{ .name = "get_context",
	  .title = "Get the context",
	  .description = "Returns the account, the Space with its currency, time zone and spending "
			 "guardrails, the environment (test is a sandbox, live costs money), the "
			 "granted scopes, the connected ad accounts and the number of objects not "
			 "pushed yet. Call it first. Changes nothing.",
	  .read_only = true,
	  .idempotent = true,
	  .run = mcp_get_context,
	  .answer = mcp_context_answer },
	{ .name = "find_objects",
	  .title = "Find objects",
	  .description = "Lists objects of one resource, newest first, 20 per page (limit: at most "
			 "200), with filters; campaignId: at any depth below it; q: text in the "
			 "name (for a keyword, in its text). Prefer get_object for one id, "
			 "get_performance for figures. Changes nothing.",
	  .read_only = true,
	  .idempotent = true,
	  .any_scopes = OBJECTS_READ,
	  .args = &mcp_find_args,
	  .run = mcp_find_objects,
	  .answer = mcp_find_answer },
	{ .name = "get_object",
	  .title = "Get one object",
	  .description =
		  "Returns one object by id, with its version, sync state and last known state on "
		  "the platform. For several objects prefer find_objects. Changes nothing.",
	  .read_only = true,
	  .idempotent = true,
	  .any_scopes = OBJECTS_READ,
	  .args = &mcp_get_args,
	  .run = mcp_get_object,
	  .answer = mcp_object_answer },
	{ .name = "create_campaign",
	  .title = "Draft a campaign",
	  .description = "Drafts a campaign, optionally with its adGroups and their ads and "
			 "keywords in one call (fields as in create_ad_group, create_ad, "
			 "create_keyword, which add to an existing campaign; keywords of the "
			 "campaign itself are negative); returns all ids. Everything is stored, or "
			 "nothing with all faults listed. Each part is PAUSED and not live: "
			 "nothing reaches a platform before push_sync. budget: 20 is 20.00 a day.",
	  .scopes = AD_CAMPAIGNS_WRITE,
	  .needs = mcp_campaign_scopes,
	  .schema = mcp_schema_campaign,
	  .run = mcp_create_campaign,
	  .answer = mcp_written_answer },
	{ .name = "copy_campaign",
	  .title = "Copy a campaign",
	  .description =
		  "Drafts a copy of a campaign and all objects below it, on the same or another "
		  "platform; returns it with a report of fields that were not copied. The copy is "
		  "PAUSED and not live before push_sync.",
	  .scopes = AD_CAMPAIGNS_READ | AD_CAMPAIGNS_WRITE,
	  .args = &mcp_copy_args,
	  .run = mcp_copy_campaign,
	  .answer = mcp_copy_answer },
	{ .name = "create_ad_group",
	  .title = "Draft an ad group",
	  .description = "Drafts an ad group in an existing campaign; returns it. Add ads and "
			 "keywords with create_ad and create_keyword. Not live before push_sync. "
			 "For a new campaign use create_campaign.",
	  .scopes = AD_CAMPAIGNS_WRITE,
	  .needs = mcp_ad_group_scopes,
	  .schema = mcp_schema_ad_group,
	  .run = mcp_create_ad_group,
	  .answer = mcp_written_answer },
	{ .name = "create_ad",
	  .title = "Draft an ad",
	  .description = "Drafts an ad in an ad group; returns it. RESPONSIVE_SEARCH needs 3 to 15 "
			 "headlines of at most 30 characters, 2 to 4 descriptions of at most 90, "
			 "all different, each a string or { text, pin: HEADLINE_1 }. IMAGE and "
			 "VIDEO use assetIds from create_asset. Not live before push_sync.",
	  .scopes = AD_ADS_WRITE,
	  .schema = mcp_schema_ad,
	  .run = mcp_create_ad,
	  .answer = mcp_written_answer },
	{ .name = "create_keyword",
	  .title = "Draft keywords",
	  .description = "Drafts 1 to 200 keywords in an ad group, or negative keywords in a "
			 "campaign (campaignId instead of adGroupId); returns their ids. At most "
			 "80 characters and 10 words each, plain words without match symbols. All "
			 "or none are stored. Not live before push_sync.",
	  .scopes = AD_KEYWORDS_WRITE,
	  .schema = mcp_schema_keyword,
	  .run = mcp_create_keyword,
	  .answer = mcp_written_answer },
	{ .name = "create_asset",
	  .title = "Draft an asset",
	  .description = "Creates an asset: IMAGE, LOGO or VIDEO from sourceUrl (a public https "
			 "file; preferred) or data (base64, up to 700 kB); TEXT, CALLOUT or "
			 "SITELINK (also finalUrl) from text. Returns it. Then set it in an ad's "
			 "assetIds or use attach_asset. Not live before push_sync.",
	  .open_world = true,
	  .scopes = AD_ASSETS_WRITE,
	  .schema = mcp_schema_asset,
	  .run = mcp_create_asset,
	  .answer = mcp_asset_answer },
	{ .name = "create_business",
	  .title = "Create a business",
	  .description = "Stores a business profile for campaigns (businessId) and as a source for "
			 "ad texts; returns it. Never sent to a platform. brandColors: #RRGGBB.",
	  .scopes = AD_BUSINESSES_WRITE,
	  .schema = mcp_schema_business,
	  .run = mcp_create_business,
	  .answer = mcp_business_answer },
	{ .name = "attach_asset",
	  .title = "Attach an asset",
	  .description = "Attaches an asset to a campaign, ad group, ad or business, in a role "
			 "that its type and the platform allow; returns the attachment. "
			 "preview_sync warns of assets that a platform does not support.",
	  .idempotent = true,
	  .scopes = AD_ASSETS_WRITE,
	  .needs = mcp_attach_scopes,
	  .args = &mcp_attach_args,
	  .run = mcp_attach_asset,
	  .answer = mcp_attached_answer },
	{ .name = "update_objects",
	  .title = "Change drafts",
	  .description =
		  "Changes 1 to 200 objects (updates), or all objects that match a filter by one "
		  "rule (first with dryRun); returns each before and after. Only drafts change, "
		  "within the Space's guardrails: nothing is live before push_sync. status PAUSED "
		  "pauses at the next push; ENABLED needs a push with activate and does not enable "
		  "objects below. To remove objects use delete_objects.",
	  .idempotent = true,
	  .any_scopes = OBJECTS_WRITE,
	  .args = &mcp_update_args,
	  .run = mcp_update_objects,
	  .answer = mcp_updated_answer },
	{ .name = "delete_objects",
	  .title = "Delete objects",
	  .description = "Deletes unpushed drafts immediately, with all objects below them; stages "
			 "the removal of pushed objects, which the next push makes final. Returns "
			 "each object's state. To stop spending temporarily prefer update_objects "
			 "with status PAUSED.",
	  .destructive = true,
	  .deletes = true,
	  .idempotent = true,
	  .any_scopes = OBJECTS_WRITE,
	  .args = &mcp_delete_args,
	  .run = mcp_delete_objects,
	  .answer = mcp_written_answer },
	{ .name = "get_performance",
	  .title = "Report performance",
	  .description =
		  "Returns impressions, clicks, cost, conversions, conversionValue, ctr, "
		  "averageCpc, costPerConversion and roas per object and day, week or month, with "
		  "totals, currency and the age of the data (dataAsOf). Default: last 30 days. An "
		  "absent figure was not collected, or has a zero divisor. Changes nothing.",
	  .read_only = true,
	  .idempotent = true,
	  .scopes = AD_REPORTS_READ,
	  .args = &mcp_performance_args,
	  .view = MCP_UI_REPORT,
	  .run = mcp_get_performance,
	  .answer = mcp_performance_answer },
	{ .name = "get_disapprovals",
	  .title = "List policy findings",
	  .description = "Lists objects with a policy finding of a platform, with reasons and "
			 "evidence, as last reported. Changes nothing.",
	  .read_only = true,
	  .idempotent = true,
	  .scopes = AD_REPORTS_READ,
	  .args = &mcp_disapprovals_args,
	  .run = mcp_get_disapprovals,
	  .answer = mcp_disapprovals_answer },
	{ .name = "preview_sync",
	  .title = "Preview a push",
	  .description =
		  "Returns the plan of a push: operations with their changes, the daily budgets "
		  "before and after, held-back enables, guardrail violations, and the planHash for "
		  "push_sync (valid for 15 minutes). Give campaignIds, adGroupIds or all: true. "
		  "Sends nothing. Show the person the spend before you push.",
	  .read_only = true,
	  .idempotent = true,
	  .scopes = AD_SYNC_READ,
	  .args = &mcp_preview_args,
	  .view = MCP_UI_PREVIEW,
	  .run = mcp_preview_sync,
	  .answer = mcp_preview_answer },
	{ .name = "push_sync",
	  .title = "Push",
	  .description = "Sends exactly the plan of preview_sync to the ad platforms and returns "
			 "the run. In a live environment this can spend real money: call it only "
			 "after the person approved that plan. A changed plan is rejected. Objects "
			 "are created paused unless activate. If the Space requires approval, the "
			 "run waits and a link is returned. Follow it with get_sync.",
	  .destructive = true,
	  .idempotent = true,
	  .open_world = true,
	  .scopes = AD_SYNC_WRITE,
	  .args = &mcp_push_args,
	  .rounds = true,
	  .run = mcp_push_sync,
	  .answer = mcp_push_answer },
	{ .name = "pull_sync",
	  .title = "Pull",
	  .description = "Imports the live state into the drafts, as a run. Sends nothing. Follow "
			 "it with get_sync.",
	  .idempotent = true,
	  .open_world = true,
	  .scopes = AD_SYNC_WRITE,
	  .run = mcp_pull_sync,
	  .answer = mcp_run_answer },
	{ .name = "get_sync",
	  .title = "Follow a run",
	  .description = "Returns a run: status, progress and the result of each operation, with "
			 "the platform's error for failures. Changes nothing.",
	  .read_only = true,
	  .idempotent = true,
	  .scopes = AD_SYNC_READ,
	  .args = &mcp_get_sync_args,
	  .run = mcp_get_sync,
	  .answer = mcp_run_answer },
	{ .name = "revert_sync",
	  .title = "Revert a push",
	  .description = "Drafts the inverse of a push. Sends nothing: push_sync with its planHash "
			 "and all: true sends only that.",
	  .scopes = AD_SYNC_WRITE,
	  .args = &mcp_revert_args,
	  .run = mcp_revert_sync,
	  .answer = mcp_revert_answer },
	{ .name = "cancel_sync",
	  .title = "Cancel a run",
	  .description = "Cancels a run that awaits approval or is active. Sent operations remain; "
			 "nothing more is sent. Returns the run.",
	  .scopes = AD_SYNC_WRITE,
	  .args = &mcp_cancel_args,
	  .run = mcp_cancel_sync,
	  .answer = mcp_run_answer },
	{ .name = "resolve_drift",
	  .title = "Resolve drift",
	  .description = "Without keep, lists fields that changed both here and on a platform "
			 "(synced, staged, live). With id, field and keep, resolves one: STAGED "
			 "sends the draft's value with the next push, LIVE copies the platform's "
			 "into the draft. Show the person both first. Sends nothing.",
	  .scopes = AD_SYNC_READ,
	  .needs = mcp_drift_scopes,
	  .args = &mcp_drift_args,
	  .run = mcp_resolve_drift,
	  .answer = mcp_drift_answer },
	{ .name = "list_changes",
	  .title = "List changes",
	  .description = "Lists changes in the Space with account (by), front end (door) and the "
			 "changed fields before and after, newest first; includes pushes and their "
			 "results. Changes nothing.",
	  .read_only = true,
	  .idempotent = true,
	  .any_scopes = ANY_READ,
	  .args = &mcp_changes_args,
	  .run = mcp_list_changes,
	  .answer = mcp_changes_answer },
	{ .name = "upload_offline_conversions",
	  .title = "Stage offline conversions",
	  .description = "Stages 1 to 200 conversions that happened off the web, each matched by "
			 "clickIds, email, phone or their SHA-256; all or none are stored. email "
			 "and phone are hashed immediately, never stored or shown. orderId is "
			 "unique per action. Returns their ids. push_sync sends them. They cannot "
			 "be changed or deleted.",
	  .scopes = AD_CAMPAIGNS_WRITE,
	  .schema = mcp_schema_conversions,
	  .run = mcp_upload_conversions,
	  .answer = mcp_written_answer },
};
const size_t mcp_tool_count = AD_LEN(mcp_tools);
