/* Rows of the history with names beside their ids. */
#ifndef AD_MCP_CHANGES_NAMED_H
#define AD_MCP_CHANGES_NAMED_H

#include "core/adcore.h"

/*
 * The list in call->data, each row with by (the account's e-mail address) and name (what the object
 * is called now), where there are such. In the step that made the list: it reads by call->db.
 */
struct ad_str mcp_changes_named(struct ad_call *call);

#endif
