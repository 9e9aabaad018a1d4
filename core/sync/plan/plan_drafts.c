/* Finds operations that send drafts of a connector. */
#include "sync/plan/plan.h"

static bool is_drafted(const struct ad_row *row)
{
	/* Drafts of an older version have no mark; their source identifies them. */
	return row->connector_version > 0 || (!row->remote_id.p && ad_str_is(row->source, "MCP"));
}

bool ad_plan_is_connectors(const struct ad_sync_plan *plan)
{
	for (size_t i = 0; i < plan->count; i++)
		if (is_drafted(plan->ops[i]->row))
			return true;
	return false;
}
