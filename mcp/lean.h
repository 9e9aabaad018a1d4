/* Objects made lean for a model: without nulls, empty lists and what only machines ask for. */
#ifndef AD_MCP_LEAN_H
#define AD_MCP_LEAN_H

#include "mcp/mcp.h"

/*
 * Steps through a JSON array of objects that our own writer made: *at is 0 at first. False behind
 * the last.
 */
bool mcp_lean_next(struct ad_str list, size_t *at, struct ad_str *object) AD_CHECK;
/* Appends one such object: whole where detailed, else lean. */
void mcp_lean_object(struct ad_text *out, struct ad_str object, bool detailed);

#endif
