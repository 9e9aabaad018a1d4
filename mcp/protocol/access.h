/* Refusals of /mcp: without a valid token, beyond limits, and below the handler. */
#ifndef AD_MCP_ACCESS_H
#define AD_MCP_ACCESS_H

#include "core/http/server.h"

/* Renders refusals below the handler as JSON-RPC errors (ad_refuse_fn of its route). */
void ad_mcp_refuse(struct ad_exchange *x, int status, const char *sentence);
/* Judges the token of a long request by its headers (ad_admit_fn of its route). */
enum ad_admit ad_mcp_admit(struct ad_exchange *x);
/* Adds WWW-Authenticate where ad_mcp_admit() refused. */
void ad_mcp_challenge(struct ad_exchange *x);

#endif
