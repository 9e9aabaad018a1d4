/* Which operations of a plan carry what a connector drafted. */
#include "sync/plan.h"

static bool is_drafted(const struct ad_row *row)
{
	/* Drafts of an older version have no mark; those are known by their source. */
	return row->connector_version > 0 || (!row->remote_id.p && ad_str_is(row->source, "MCP"));
}

bool ad_plan_is_connectors(const struct ad_sync_plan *plan)
{
	for (size_t i = 0; i < plan->count; i++)
		if (is_drafted(plan->ops[i]->row))
			return true;
	return false;
}
