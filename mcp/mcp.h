/*
 * The connector: a remote MCP server at /mcp, stateless, in both eras (2026-07-28, and 2025-11-25
 * and 2025-06-18 by the handshake). A thin door: a tool's arguments are an action's input, its
 * outcome is the result. Plain JSON replies, no session ids.
 */
#ifndef AD_MCP_H
#define AD_MCP_H

#include "mcp/protocol/access.h"
#include "mcp/protocol/stream.h"
#include "mcp/tools/tools.h"

#define AD_MCP_BODY_MAX ((size_t)1 << 20)

/* The handler of /mcp. */
void ad_mcp_handle(struct ad_exchange *x);

#endif
