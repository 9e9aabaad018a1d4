/* A tool: its row, and what tools share. */
#ifndef AD_MCP_TOOL_H
#define AD_MCP_TOOL_H

#include "mcp/protocol/request.h"

struct mcp_tool {
	const char *name;
	const char *title;
	const char *description; /* what, returns, side effect, default, sibling to prefer */
	bool read_only, destructive, idempotent, open_world;
	bool deletes;        /* it makes room, so a full disk does not refuse it */
	bool rounds;         /* it may ask the person something before it does its work */
	uint32_t scopes;     /* without all of them it is not listed, and a call is 403 */
	uint32_t any_scopes; /* without one of them it is not listed; a call asks for its own */
	/* The scopes that a call with these unchecked arguments needs in addition; or NULL. */
	uint32_t (*needs)(const cJSON *args);
	const struct ad_shape *args;       /* own arguments; NULL: none, or schema only */
	void (*schema)(struct ad_json *j); /* writes the inputSchema where args do not */
	const char *view;                  /* URI of the view that shows its result, or NULL */
	/* Starts it: r->args were checked against args (initial values filled in) where given. */
	void (*run)(struct mcp_request *r);
	/* Makes text and structured from the call's outcome, which is AD_OK. */
	void (*answer)(struct mcp_request *r);
};

static inline void mcp_tool_set(struct mcp_request *r, const struct mcp_tool *tool)
{
	r->tool = tool;
	r->tool_name = tool ? tool->name : NULL;
}

extern const struct mcp_tool mcp_tools[];
extern const size_t mcp_tool_count;

#define MCP_RESULT_MAX ((size_t)24000) /* bytes of structuredContent: with the text ~8,000 tokens */

/* Renders the outcome of the running tool into the reply (the exchange's render). */
void mcp_tool_render(struct ad_exchange *x);
/* Starts a resource's action with what the call was given. */
void mcp_tool_action(struct mcp_request *r, enum ad_resource_id resource, enum ad_verb verb);
/* tool_error.c: code, sentence, each fault with its solution, and the next sensible call. */
void mcp_error_text(struct mcp_request *r, struct ad_text *out);
/* "1 keyword", "2 keywords". */
struct ad_str mcp_count(struct mcp_request *r, size_t n, const char *thing);
/* The members of the running tool's result, of r->text and r->structured. */
struct ad_str mcp_tool_members(struct mcp_request *r);
/* A writer for structuredContent on the call's arena; mcp_tool_members() has it. */
struct ad_text *mcp_text(struct mcp_request *r);
/*
 * Writes an object's JSON for a model: concise leaves out nulls, empty lists and what only
 * machines ask for; detailed writes it whole.
 */
void mcp_write_lean(struct ad_json *j, const cJSON *object, bool detailed);
/* One member's value in that way, and whether a concise answer leaves a member out. */
void mcp_write_item(struct ad_json *j, const cJSON *item, bool detailed);
bool mcp_is_noise(const cJSON *item);
/* True if the arguments request responseFormat detailed. */
bool mcp_detailed(const struct mcp_request *r);

#define MCP_LIST_MAX 200 /* items of a call's list */

/* The fields of the arguments without the tool's own. */
const cJSON *mcp_input(struct mcp_request *r);
/* An object of those arguments that are named and given; names: NULL-ended. */
const cJSON *mcp_input_of(struct mcp_request *r, const char *const *names);
/*
 * Starts an action that reads: the arguments but `own` and the tool's own become its query
 * parameters.
 */
void mcp_ask(struct mcp_request *r, enum ad_resource_id resource, enum ad_verb verb,
	     const char *own);
/*
 * Checks a call that takes a list of 1 to MCP_LIST_MAX items under a name: no other argument than
 * the known (ended by NULL). False with faults.
 */
bool mcp_list_args(struct mcp_request *r, const char *name, const char *const *known) AD_CHECK;
/* A failure of one of several is told at its path ("updates[3]"). */
void mcp_not_one(struct ad_call *call, int index, const char *list);
/* Ends the list and the object of a writing tool's answer; left: items that it does not show. */
void mcp_end_list(struct ad_json *j, int left);
/*
 * Ends a writing step: with the structuredContent and the sentence, kept under the idempotency key
 * for mcp_written_answer(), or as the failure that the call has come to.
 */
void mcp_finish(struct mcp_request *r, struct ad_text *out, struct ad_str sentence);

/* tools_*.c: the runs and answers named in the table. */
void mcp_get_context(struct mcp_request *r);
void mcp_context_answer(struct mcp_request *r);
void mcp_find_objects(struct mcp_request *r);
void mcp_find_answer(struct mcp_request *r);
void mcp_get_performance(struct mcp_request *r);
void mcp_performance_answer(struct mcp_request *r);
void mcp_get_disapprovals(struct mcp_request *r);
void mcp_disapprovals_answer(struct mcp_request *r);
void mcp_list_changes(struct mcp_request *r);
void mcp_changes_answer(struct mcp_request *r);
void mcp_get_object(struct mcp_request *r);
void mcp_object_answer(struct mcp_request *r);
void mcp_create_campaign(struct mcp_request *r);
uint32_t mcp_campaign_scopes(const cJSON *args);
uint32_t mcp_ad_group_scopes(const cJSON *args);
void mcp_create_ad_group(struct mcp_request *r);
void mcp_create_ad(struct mcp_request *r);
void mcp_create_keyword(struct mcp_request *r);
void mcp_create_asset(struct mcp_request *r);
void mcp_asset_answer(struct mcp_request *r);
void mcp_create_business(struct mcp_request *r);
void mcp_business_answer(struct mcp_request *r);
uint32_t mcp_attach_scopes(const cJSON *args);
void mcp_attach_asset(struct mcp_request *r);
void mcp_attached_answer(struct mcp_request *r);
void mcp_upload_conversions(struct mcp_request *r);
void mcp_update_objects(struct mcp_request *r);
void mcp_updated_answer(struct mcp_request *r);
void mcp_bulk_change(struct mcp_request *r);
void mcp_bulk_answer(struct mcp_request *r);
void mcp_delete_objects(struct mcp_request *r);
void mcp_written_answer(struct mcp_request *r);
void mcp_preview_sync(struct mcp_request *r);
void mcp_preview_answer(struct mcp_request *r);
void mcp_push_sync(struct mcp_request *r);
void mcp_push_answer(struct mcp_request *r);
void mcp_pull_sync(struct mcp_request *r);
void mcp_get_sync(struct mcp_request *r);
void mcp_revert_sync(struct mcp_request *r);
void mcp_cancel_sync(struct mcp_request *r);
void mcp_copy_campaign(struct mcp_request *r);
void mcp_copy_answer(struct mcp_request *r);
uint32_t mcp_drift_scopes(const cJSON *args);
void mcp_resolve_drift(struct mcp_request *r);
void mcp_drift_answer(struct mcp_request *r);
void mcp_revert_answer(struct mcp_request *r);
void mcp_run_answer(struct mcp_request *r);
/* The page of the application where a run is looked at and approved. */
struct ad_str mcp_approval_url(struct mcp_request *r, struct ad_str run_id);
/* The schemas of the creating tools, from the resource table. */
void mcp_schema_campaign(struct ad_json *j);
void mcp_schema_ad_group(struct ad_json *j);
void mcp_schema_ad(struct ad_json *j);
void mcp_schema_keyword(struct ad_json *j);
void mcp_schema_asset(struct ad_json *j);
void mcp_schema_business(struct ad_json *j);
void mcp_schema_conversions(struct ad_json *j);

/*
 * progress.c: for a tool that starts a run. Where the client gave a progressToken and takes event
 * streams, the answer waits for the run's end and says on the way how far it is.
 */
void mcp_follow_run(struct mcp_request *r);
/*
 * push_rounds.c: starts the push of push_sync, whose input is set. If the client can ask a person,
 * a push that makes something live or raises the spend is confirmed by the person first.
 */
void mcp_push_begin(struct mcp_request *r);

/* The resource of an id, if the tools name its kind and the verb exists for it; else NULL. */
const struct ad_resource *mcp_open_to(struct ad_str id, enum ad_verb verb);
/* The write scopes of the objects named by ids at a member (or by the items themselves). */
uint32_t mcp_scopes_of(const cJSON *list, const char *member, enum ad_verb verb);

#endif
