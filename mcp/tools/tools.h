/* All tools: their list by scope, and their calls. */
#ifndef AD_MCP_TOOLS_H
#define AD_MCP_TOOLS_H

#include "mcp/protocol/request.h"

struct ad_mcp;

/* Prepares what does not change: the tools' schemas. Lives as long as the process. */
struct ad_mcp *ad_mcp_new(void);
void ad_mcp_free(struct ad_mcp *mcp);
/* Writes the tools that a set of scopes may see, as tools/list answers them (a JSON array). */
void ad_mcp_write_tools(const struct ad_mcp *mcp, struct ad_text *out, uint32_t scopes);

/* tools/list: the tools of the token's scopes. */
void mcp_tools_list(struct mcp_request *r);
/* tools/call: checks the arguments and runs the tool. */
void mcp_tools_call(struct mcp_request *r);

#endif
