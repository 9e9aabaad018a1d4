#include "call/request/connector.h"

bool ad_call_is_connector(const struct ad_call *call)
{
	return call->door == AD_DOOR_MCP || (call->who && call->who->kind == AD_BY_GRANT);
}

void ad_call_mark_row(const struct ad_call *call, struct ad_row *row)
{
	if (ad_call_is_connector(call))
		row->connector_version = row->version;
}

void ad_call_mark_link(const struct ad_call *call, struct ad_attached *link)
{
	link->by = call->who ? ad_str(call->who->account_id) : (struct ad_str){ NULL, 0 };
	link->connector = ad_call_is_connector(call);
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
