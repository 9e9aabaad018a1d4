/* Guides that an assistant may read before it drafts. */
#ifndef AD_MCP_GUIDES_H
#define AD_MCP_GUIDES_H

#include <stddef.h>

struct mcp_guide {
	const char *uri;
	const char *name;
	const char *title;
	const char *description;
	const char *text; /* Markdown */
};

extern const struct mcp_guide mcp_guides[];
extern const size_t mcp_guide_count;

#endif
