/* The outcome of a call in its wire format: shared by REST, MCP and stored idempotent answers. */
#ifndef AD_CALL_OUTCOME_H
#define AD_CALL_OUTCOME_H

#include "call/request/call.h"

/*
 * Writes { "code", "message", "details": { …, "recovery", "suggestion" } } of a call that did not
 * end as AD_OK.
 */
void ad_outcome_write_error(struct ad_json *j, const struct ad_call *call);
/* The HTTP status: the call's own, else its status row's. */
int ad_outcome_http(const struct ad_call *call);
/* The message of the outcome. */
const char *ad_outcome_message(const struct ad_call *call);
/* Writes the names of the scopes, as a JSON array. */
void ad_outcome_write_scopes(struct ad_json *j, uint32_t scopes);

/* True if a fault at that path, or inside it, already exists. */
bool ad_has_fault(const struct ad_call *call, const char *path);
/* Space and environment of the call, for the store. */
struct ad_realm ad_call_realm(const struct ad_call *call);

#endif
