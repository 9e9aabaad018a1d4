/* The tools. Descriptions are edited like prose: models choose by them. */
#include "mcp/tool.h"

static const char *const formats[] = { "concise", "detailed", NULL };
static const char *const kinds[] = { "campaign", "adGroup", "ad", "keyword", NULL };
static const char *const orders[] = { "desc", "asc", NULL };
static const char *const states[] = {
	"SYNCING", "FAILED",  "DRIFTED", "PENDING_REMOVAL", "MODIFIED", "STAGED",
	"SYNCED",  "REMOVED", NULL,
};

/* Tools that take objects of any kind: of use with the scope of one kind. */
#define OBJECTS_READ (AD_CAMPAIGNS_READ | AD_ADS_READ | AD_KEYWORDS_READ)
#define OBJECTS_WRITE (AD_CAMPAIGNS_WRITE | AD_ADS_WRITE | AD_KEYWORDS_WRITE)

#define RESPONSE_FORMAT                                                                            \
	{ .name = "responseFormat",                                                                \
	  .type = AD_T_ENUM,                                                                       \
	  .flags = AD_NOT_NULL,                                                                    \
	  .options = formats,                                                                      \
	  .initial = "\"concise\"",                                                                \
	  .doc = "concise leaves out empty fields." }
#define IDEMPOTENCY_KEY                                                                            \
	{ .name = "idempotencyKey",                                                                \
	  .type = AD_T_TEXT,                                                                       \
	  .min = 1,                                                                                \
	  .max = 255,                                                                              \
	  .doc = "Any unique text; a retry with it never does the work twice." }

static const struct ad_field find_args[] = {
	{ .name = "resource",
	  .type = AD_T_ENUM,
	  .flags = AD_REQUIRED | AD_NOT_NULL,
	  .options = kinds,
	  .doc = "What to find." },
	{ .name = "q", .type = AD_T_TEXT, .max = 200, .doc = "Name (keyword: text) contains." },
	{ .name = "campaignId", .type = AD_T_TEXT, .max = 40, .doc = "Only of this campaign." },
	{ .name = "adGroupId", .type = AD_T_TEXT, .max = 40, .doc = "Only of this ad group." },
	{ .name = "platform", .type = AD_T_ENUM, .options = ad_platforms, .doc = "Only there." },
	{ .name = "status",
	  .type = AD_T_ENUM,
	  .options = ad_wanted_statuses,
	  .doc = "Only of this status." },
	{ .name = "syncState", .type = AD_T_ENUM, .options = states, .doc = "Only in this state." },
	{ .name = "updatedSince", .type = AD_T_TIME, .doc = "Only edited since." },
	{ .name = "order",
	  .type = AD_T_ENUM,
	  .flags = AD_NOT_NULL,
	  .options = orders,
	  .initial = "\"desc\"",
	  .doc = "Newest (desc) or oldest first." },
	{ .name = "limit",
	  .type = AD_T_INT,
	  .flags = AD_NOT_NULL,
	  .min = 1,
	  .max = 200,
	  .initial = "20",
	  .doc = "Objects a page." },
	{ .name = "cursor",
	  .type = AD_T_TEXT,
	  .max = 512,
	  .doc = "nextCursor of the page before." },
	RESPONSE_FORMAT,
};
static const struct ad_shape find_shape = { .fields = find_args, .count = AD_LEN(find_args) };

static const struct ad_field get_args[] = {
	{ .name = "id",
	  .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL,
	  .max = 40,
	  .doc = "Any object's id." },
	RESPONSE_FORMAT,
};
static const struct ad_shape get_shape = { .fields = get_args, .count = AD_LEN(get_args) };

static const struct ad_field update_members[] = {
	{ .name = "id",
	  .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL,
	  .max = 40,
	  .doc = "The object." },
	{ .name = "changes",
	  .type = AD_T_ANY,
	  .flags = AD_REQUIRED | AD_NOT_NULL,
	  .doc = "Fields to set (names as in create); null clears one." },
	{ .name = "expectedVersion",
	  .type = AD_T_INT,
	  .min = 1,
	  .doc = "Refuse where the object's version is another." },
};
static const struct ad_field update_args[] = {
	{ .name = "updates",
	  .type = AD_T_LIST,
	  .flags = AD_REQUIRED | AD_NOT_NULL,
	  .min = 1,
	  .max = 200,
	  .item = AD_T_OBJECT,
	  .members = update_members,
	  .member_count = AD_LEN(update_members),
	  .doc = "All are made, or none." },
	IDEMPOTENCY_KEY,
};
static const struct ad_shape update_shape = { .fields = update_args, .count = AD_LEN(update_args) };

static const struct ad_field delete_args[] = {
	{ .name = "ids",
	  .type = AD_T_LIST,
	  .flags = AD_REQUIRED | AD_NOT_NULL,
	  .min = 1,
	  .max = 200,
	  .item = AD_T_TEXT,
	  .item_max = 40,
	  .doc = "The objects; all or none." },
};
static const struct ad_shape delete_shape = { .fields = delete_args, .count = AD_LEN(delete_args) };

#define SYNC_SELECTION                                                                             \
	{ .name = "campaignIds",                                                                   \
	  .type = AD_T_LIST,                                                                       \
	  .max = 200,                                                                              \
	  .item = AD_T_TEXT,                                                                       \
	  .item_max = 40,                                                                          \
	  .doc = "Only these campaigns with what is below them." },                                \
		{ .name = "all", .type = AD_T_BOOL, .doc = "true: every change of the Space." },   \
		{ .name = "platforms",                                                             \
		  .type = AD_T_LIST,                                                               \
		  .max = 4,                                                                        \
		  .item = AD_T_ENUM,                                                               \
		  .options = ad_platforms,                                                         \
		  .doc = "Only these platforms." },                                                \
		{ .name = "activate",                                                              \
		  .type = AD_T_BOOL,                                                               \
		  .flags = AD_NOT_NULL,                                                            \
		  .initial = "false",                                                              \
		  .doc = "true also sets live what is wanted ENABLED; else it stays paused." }

static const struct ad_field preview_args[] = { SYNC_SELECTION, RESPONSE_FORMAT };
static const struct ad_shape preview_shape = { .fields = preview_args,
					       .count = AD_LEN(preview_args) };

static const struct ad_field push_args[] = {
	{ .name = "planHash",
	  .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL,
	  .min = 64,
	  .max = 64,
	  .doc = "From preview_sync with the same selection." },
	SYNC_SELECTION,
	IDEMPOTENCY_KEY,
};
static const struct ad_shape push_shape = { .fields = push_args, .count = AD_LEN(push_args) };

static const struct ad_field get_sync_args[] = {
	{ .name = "id",
	  .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL,
	  .max = 40,
	  .doc = "The run's id." },
	{ .name = "wait",
	  .type = AD_T_INT,
	  .flags = AD_NOT_NULL,
	  .min = 0,
	  .max = 30,
	  .initial = "0",
	  .doc = "Seconds to wait for the run to end." },
	RESPONSE_FORMAT,
};
static const struct ad_shape get_sync_shape = { .fields = get_sync_args,
						.count = AD_LEN(get_sync_args) };

#define OBJECT "{\"type\":\"object\"}"
#define OBJECTS "{\"type\":\"array\",\"items\":" OBJECT "}"
#define WRITTEN(name, schema)                                                                      \
	"{\"type\":\"object\",\"properties\":{\"" name "\":" schema                                \
	",\"live\":{\"type\":\"boolean\"}},\"required\":[\"" name "\",\"live\"]}"
#define HOLDS(name, schema)                                                                        \
	"{\"type\":\"object\",\"properties\":{\"" name "\":" schema "},\"required\":[\"" name "\"" \
	"]}"

#define READS (AD_CAMPAIGNS_READ)

const struct mcp_tool mcp_tools[] = {
	{ .name = "get_context",
	  .title = "Where am I",
	  .description =
		  "Returns the account, the Space with its currency, time zone and spending "
		  "guardrails, the environment (test is a sandbox, live costs money), the granted "
		  "scopes, the connected ad accounts and how many objects wait to be pushed. Call "
		  "it first. Changes nothing.",
	  .read_only = true,
	  .idempotent = true,
	  .output =
		  "{\"type\":\"object\",\"properties\":{\"space\":" OBJECT
		  ",\"environment\":{\"type\":\"string\"},\"scopes\":{\"type\":\"array\",\"items\":"
		  "{\"type\":\"string\"}},\"connections\":" OBJECTS "}}",
	  .run = mcp_get_context,
	  .answer = mcp_context_answer },
	{ .name = "find_objects",
	  .title = "Find objects",
	  .description =
		  "Lists campaigns, ad groups, ads or keywords, newest first, 20 a page, with "
		  "filters; total counts all that match. For one object whose id you know prefer "
		  "get_object. Changes nothing.",
	  .read_only = true,
	  .idempotent = true,
	  .any_scopes = OBJECTS_READ,
	  .args = &find_shape,
	  .output = "{\"type\":\"object\",\"properties\":{\"objects\":" OBJECTS
		    ",\"total\":{\"type\":\"integer\"},\"nextCursor\":{\"type\":\"string\"},"
		    "\"truncated\":{\"type\":\"boolean\"}},\"required\":[\"objects\",\"total\"]}",
	  .run = mcp_find_objects,
	  .answer = mcp_find_answer },
	{ .name = "get_object",
	  .title = "Get one object",
	  .description =
		  "Returns one campaign, ad group, ad or keyword by its id, with its version, sync "
		  "state and what the platform last said of it. For several prefer find_objects. "
		  "Changes nothing.",
	  .read_only = true,
	  .idempotent = true,
	  .any_scopes = OBJECTS_READ,
	  .args = &get_shape,
	  .output = HOLDS("object", OBJECT),
	  .run = mcp_get_object,
	  .answer = mcp_object_answer },
	{ .name = "create_campaign",
	  .title = "Draft a campaign",
	  .description =
		  "Drafts a campaign, in one call with its adGroups and their ads and keywords, if "
		  "given; returns all ids. All of it is kept, or nothing with every fault named by "
		  "its path. The draft is PAUSED and not live: nothing reaches a platform before "
		  "push_sync. budget is per day in the Space's currency (20 is 20.00). Search on "
		  "google unless said. For more below an existing campaign use create_ad_group, "
		  "create_ad, create_keyword.",
	  .scopes = AD_CAMPAIGNS_WRITE,
	  .needs = mcp_campaign_scopes,
	  .schema = mcp_schema_campaign,
	  .output = WRITTEN("campaign", OBJECT),
	  .run = mcp_create_campaign,
	  .answer = mcp_written_answer },
	{ .name = "create_ad_group",
	  .title = "Draft an ad group",
	  .description =
		  "Drafts an ad group in an existing campaign; returns it. Fill it with create_ad "
		  "and create_keyword. Not live before push_sync. For a new campaign use "
		  "create_campaign, which takes ad groups too.",
	  .scopes = AD_CAMPAIGNS_WRITE,
	  .needs = mcp_ad_group_scopes,
	  .schema = mcp_schema_ad_group,
	  .output = WRITTEN("adGroup", OBJECT),
	  .run = mcp_create_ad_group,
	  .answer = mcp_written_answer },
	{ .name = "create_ad",
	  .title = "Draft an ad",
	  .description =
		  "Drafts an ad in an ad group. A responsive search ad (type RESPONSIVE_SEARCH) "
		  "needs 3 to 15 headlines of at most 30 characters, 2 to 4 descriptions of at "
		  "most "
		  "90, all different, and a finalUrl. Not live before push_sync.",
	  .scopes = AD_ADS_WRITE,
	  .schema = mcp_schema_ad,
	  .output = WRITTEN("ad", OBJECT),
	  .run = mcp_create_ad,
	  .answer = mcp_written_answer },
	{ .name = "create_keyword",
	  .title = "Draft keywords",
	  .description =
		  "Drafts 1 to 200 keywords in an ad group, or negative ones in a campaign "
		  "(campaignId instead of adGroupId). At most 80 characters and 10 words each, "
		  "plain words without match symbols. All are kept, or none. Not live before "
		  "push_sync.",
	  .scopes = AD_KEYWORDS_WRITE,
	  .schema = mcp_schema_keyword,
	  .output = WRITTEN("keywords", OBJECTS),
	  .run = mcp_create_keyword,
	  .answer = mcp_written_answer },
	{ .name = "update_objects",
	  .title = "Change drafts",
	  .description =
		  "Changes 1 to 200 campaigns, ad groups, ads or keywords; returns each before and "
		  "after. Only the drafts change: nothing is live before push_sync. status PAUSED "
		  "pauses at the next push, ENABLED needs a push with activate. Repeating the same "
		  "call changes nothing more. To remove objects use delete_objects.",
	  .idempotent = true,
	  .any_scopes = OBJECTS_WRITE,
	  .args = &update_shape,
	  .output = WRITTEN("changed", OBJECTS),
	  .run = mcp_update_objects,
	  .answer = mcp_written_answer },
	{ .name = "delete_objects",
	  .title = "Delete drafts, stage removals",
	  .description =
		  "Deletes drafts that were never pushed at once, with all below them; for pushed "
		  "objects it stages the removal, which the next push carries out. Returns how "
		  "each "
		  "stands. To stop spending for a while prefer update_objects with status PAUSED.",
	  .destructive = true,
	  .idempotent = true,
	  .any_scopes = OBJECTS_WRITE,
	  .args = &delete_shape,
	  .output = WRITTEN("deleted", OBJECTS),
	  .run = mcp_delete_objects,
	  .answer = mcp_written_answer },
	{ .name = "preview_sync",
	  .title = "Preview a push",
	  .description =
		  "Returns the plan of a push: every operation with its changes, the daily spend "
		  "before and after, the change a month, what is held back, violations of "
		  "guardrails, and the planHash that push_sync needs (good for 15 minutes). Give "
		  "campaignIds, or all: true. Touches no platform. Show the person the spend "
		  "before "
		  "you push.",
	  .read_only = true,
	  .idempotent = true,
	  .scopes = AD_SYNC_READ,
	  .args = &preview_shape,
	  .output = HOLDS("plan", OBJECT),
	  .run = mcp_preview_sync,
	  .answer = mcp_preview_answer },
	{ .name = "push_sync",
	  .title = "Push a previewed plan",
	  .description =
		  "Sends exactly the plan that preview_sync showed to the ad platforms and returns "
		  "the run. In a live environment this can spend real money: do it only when the "
		  "person agreed to that plan. Needs the planHash and the same selection; a plan "
		  "that changed since is refused. Objects are created paused unless activate. "
		  "Where the Space wants approval the run waits and a link is returned. Follow it "
		  "with get_sync.",
	  .destructive = true,
	  .idempotent = true,
	  .open_world = true,
	  .scopes = AD_SYNC_WRITE,
	  .args = &push_shape,
	  .output = HOLDS("run", OBJECT),
	  .run = mcp_push_sync,
	  .answer = mcp_run_answer },
	{ .name = "get_sync",
	  .title = "Follow a push",
	  .description =
		  "Returns a run: its status, progress and what became of each operation, with the "
		  "platform's own error where one failed. wait asks it to hold the answer until "
		  "the "
		  "run has ended. Changes nothing.",
	  .read_only = true,
	  .idempotent = true,
	  .scopes = AD_SYNC_READ,
	  .args = &get_sync_shape,
	  .output = HOLDS("run", OBJECT),
	  .run = mcp_get_sync,
	  .answer = mcp_run_answer },
};
const size_t mcp_tool_count = AD_LEN(mcp_tools);
