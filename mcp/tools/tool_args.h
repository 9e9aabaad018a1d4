/* The arguments of the tools that are no object's fields. */
#ifndef AD_MCP_TOOL_ARGS_H
#define AD_MCP_TOOL_ARGS_H

#include "core/adcore.h"

extern const struct ad_shape mcp_find_args, mcp_get_args, mcp_update_args, mcp_delete_args;
extern const struct ad_shape mcp_attach_args, mcp_performance_args, mcp_disapprovals_args;
extern const struct ad_shape mcp_changes_args, mcp_preview_args, mcp_push_args, mcp_get_sync_args,
	mcp_revert_args, mcp_cancel_args, mcp_copy_args, mcp_drift_args;

/* True of the kinds that find_objects lists, which update_objects and delete_objects take. */
bool mcp_is_kind(const struct ad_resource *res);

#endif
