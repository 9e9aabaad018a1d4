/*
 * The seam of the conformance build. The product's own definitions do nothing; the executable that
 * the MCP conformance suite is run against brings others (mcp/fixtures.c), which the linker takes
 * instead, so that the product neither compiles nor contains a fixture.
 */
#ifndef AD_MCP_EXTRA_H
#define AD_MCP_EXTRA_H

#include "mcp/request.h"

/* Does what r asks, where it is a fixture's to do; false where the product's methods answer. */
bool mcp_extra_dispatch(struct mcp_request *r) AD_CHECK;
/* A response that a client of the handshake era posted; it is answered 202 either way. */
void mcp_extra_response(struct mcp_request *r, const cJSON *message);

#endif
