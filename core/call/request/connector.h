/* The single definition of a connector: every rule about assistants uses it. */
#ifndef AD_CALL_CONNECTOR_H
#define AD_CALL_CONNECTOR_H

#include "call/request/call.h"
#include "store/objects/links.h"

/* True if the caller is a connector: an OAuth grant of any audience, or any credential at /mcp. */
bool ad_call_is_connector(const struct ad_call *call);
/*
 * Marks a draft that the call stores, its removal included: a push of a connector's draft may need
 * an approval, whoever pushes. Every function that stores a row for a call uses it, after
 * row->version rose.
 */
void ad_call_mark_row(const struct ad_call *call, struct ad_row *row);
/* The same for an attachment that the call adds or removes, with the account that did it. */
void ad_call_mark_link(const struct ad_call *call, struct ad_attached *link);
/*
 * True if a caller with these effective scopes may see members' addresses and the history of
 * accounts, sessions, tokens and grants: an OWNER's session or API token with people:read.
 */
bool ad_call_sees_people(const struct ad_call *call, uint32_t scopes);
/* Ends the call as 403 with the reason NOT_BY_CONNECTOR; returns false. */
bool ad_call_refuse_connector(struct ad_call *call, const char *message);

#endif
