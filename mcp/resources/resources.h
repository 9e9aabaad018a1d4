/* Resources, prompts and the completion of their arguments. */
#ifndef AD_MCP_RESOURCES_H
#define AD_MCP_RESOURCES_H

#include "mcp/protocol/request.h"

/* mcp/resources/resources.c */
void mcp_resources_list(struct mcp_request *r);
void mcp_resources_templates(struct mcp_request *r);
void mcp_resources_read(struct mcp_request *r);
/* mcp/resources/prompts.c */
void mcp_prompts_list(struct mcp_request *r);
void mcp_prompts_get(struct mcp_request *r);
void mcp_complete(struct mcp_request *r);

#endif
