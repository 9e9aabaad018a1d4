/* The summary that preview_sync gives of a plan too long to list. */
#ifndef AD_MCP_PLAN_SUMS_H
#define AD_MCP_PLAN_SUMS_H

#include "mcp/protocol/request.h"

#define MCP_PLAN_LONG ((size_t)12000)       /* bytes of a plan beyond which sums tell it */
#define MCP_PLAN_LONG_WHOLE ((size_t)17000) /* the same with the fields that are left out */

/* The names and campaigns of a plan's objects; the request's tool_data. */
struct mcp_plan_notes {
	bool shown;             /* the client shows the plan's view too */
	const cJSON *objects;   /* id -> { name, campaignId }; NULL until noted */
	const cJSON *campaigns; /* id -> name */
};

/* True if the call's plan is summarised: it is long, and details were not requested. */
bool mcp_plan_is_long(const struct mcp_request *r);
/* Writes the member `campaigns`, a sentence and the change of the daily budget for each. */
void mcp_plan_sums(struct mcp_request *r, struct ad_json *j, const struct mcp_plan_notes *notes,
		   const cJSON *operations);
/* The same of a plan whose operations are more than the answer has: from its own sums. */
void mcp_plan_own_sums(struct mcp_request *r, struct ad_json *j, const cJSON *campaigns);

/*
 * plan_view.c: for preview_sync, before its action: notes what the plan's objects are called, for
 * a long plan and for a view. What the view shows beyond the result (names, campaigns, the
 * operations that a model's result has no room for) is added as _meta "adcore/view". A host hands
 * it to the view alone.
 */
void mcp_plan_view(struct mcp_request *r);

#endif
