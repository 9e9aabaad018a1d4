/* The methods of the protocol: which function answers each. */
#ifndef AD_MCP_METHODS_H
#define AD_MCP_METHODS_H

#include "mcp/protocol/request.h"

/* Does what the request asks. */
void mcp_dispatch(struct mcp_request *r);
/* mcp/listen.c: subscriptions/listen, an event stream of what changes. */
void mcp_listen(struct mcp_request *r);

#endif
