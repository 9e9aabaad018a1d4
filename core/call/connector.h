/* The single definition of a connector: every rule about assistants uses it. */
#ifndef AD_CALL_CONNECTOR_H
#define AD_CALL_CONNECTOR_H

#include "call/call.h"

/* True if the caller is a connector: an OAuth grant of any audience, or any credential at /mcp. */
bool ad_call_is_connector(const struct ad_call *call);
/*
 * True if a caller with these effective scopes may see members' addresses and the history of
 * accounts, sessions, tokens and grants: an OWNER's session or API token with people:read.
 */
bool ad_call_sees_people(const struct ad_call *call, uint32_t scopes);
/* Ends the call as 403 with the reason NOT_BY_CONNECTOR; returns false. */
bool ad_call_refuse_connector(struct ad_call *call, const char *message);

#endif
