/*
 * The connector: a remote MCP server at /mcp, stateless, in both eras (2026-07-28, and 2025-11-25
 * and 2025-06-18 by the handshake). A thin door: a tool's arguments are an action's input, its
 * outcome is the result. Plain JSON replies, no session ids.
 */
#ifndef AD_MCP_H
#define AD_MCP_H

#include "core/http/server.h"

#define AD_MCP_BODY_MAX ((size_t)1 << 20)

struct ad_mcp;
struct ad_mcp_streams;

/* Prepares what does not change: the tools' schemas. Lives as long as the process. */
struct ad_mcp *ad_mcp_new(void);
void ad_mcp_free(struct ad_mcp *mcp);
/* The requests that are answered by event streams: what cancels one may come in on another loop. */
struct ad_mcp_streams *ad_mcp_streams_new(void);
/* After the HTTP server has stopped. NULL is allowed. */
void ad_mcp_streams_free(struct ad_mcp_streams *streams);
/* The handler of /mcp. */
void ad_mcp_handle(struct ad_exchange *x);
/* Renders refusals below the handler as JSON-RPC errors (ad_refuse_fn of its route). */
void ad_mcp_refuse(struct ad_exchange *x, int status, const char *sentence);
/* Judges the token of a long request by its headers (ad_admit_fn of its route). */
enum ad_admit ad_mcp_admit(struct ad_exchange *x);
/* Adds WWW-Authenticate where ad_mcp_admit() refused. */
void ad_mcp_challenge(struct ad_exchange *x);
/* Writes the tools that a set of scopes may see, as tools/list answers them (a JSON array). */
void ad_mcp_write_tools(const struct ad_mcp *mcp, struct ad_text *out, uint32_t scopes);

#endif
