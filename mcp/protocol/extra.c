#include "mcp/protocol/extra.h"

bool mcp_extra_dispatch(struct mcp_request *r)
{
	(void)r;
	return false;
}

void mcp_extra_response(struct mcp_request *r, const cJSON *message)
{
	(void)r;
	(void)message;
}
