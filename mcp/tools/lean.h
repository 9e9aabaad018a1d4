/* Objects made lean for a model: without nulls, empty lists and what only machines ask for. */
#ifndef AD_MCP_LEAN_H
#define AD_MCP_LEAN_H

#include "core/adcore.h"

/* True if models hardly ever need the member; concise answers leave it out. */
bool mcp_is_machine_field(struct ad_str name);
/*
 * Appends the next object of a JSON array that our own writer made (whole where detailed); *at is 0
 * at first. False behind the last.
 */
bool mcp_lean_next(struct ad_text *out, struct ad_str list, size_t *at, bool detailed) AD_CHECK;

#endif
