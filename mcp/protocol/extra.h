/*
 * Hooks for the MCP conformance suite. In the product they do nothing. The tested executable is
 * linked with other definitions (mcp/fixtures/fixtures.c), so the product contains no fixture.
 */
#ifndef AD_MCP_EXTRA_H
#define AD_MCP_EXTRA_H

#include "mcp/protocol/request.h"

/* Does what r asks, where it is a fixture's to do; false where the product's methods answer. */
bool mcp_extra_dispatch(struct mcp_request *r) AD_CHECK;
/* A response that a client of the handshake era posted; it is answered 202 either way. */
void mcp_extra_response(struct mcp_request *r, const cJSON *message);

#endif
