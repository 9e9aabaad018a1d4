#include "call/connector.h"

bool ad_call_is_connector(const struct ad_call *call)
{
	return call->door == AD_DOOR_MCP || (call->who && call->who->kind == AD_BY_GRANT);
}

bool ad_call_sees_people(const struct ad_call *call, uint32_t scopes)
{
	return !ad_call_is_connector(call) && (scopes & AD_PEOPLE_READ) != 0;
}

bool ad_call_refuse_connector(struct ad_call *call, const char *message)
{
	call->required_scopes = AD_SYNC_WRITE;
	call->details = AD_S("\"reason\":\"NOT_BY_CONNECTOR\"");
	return ad_fail(call, AD_FORBIDDEN_SCOPE, "%s", message);
}
