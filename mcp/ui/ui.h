/*
 * MCP Apps (extension io.modelcontextprotocol/ui, 2026-01-26): documents that a host shows beside a
 * tool's result. They are self-contained, load nothing and call nothing; who did not declare the
 * extension sees nothing of them in any list.
 */
#ifndef AD_MCP_UI_H
#define AD_MCP_UI_H

#include "mcp/protocol/request.h"

#define MCP_UI_PREVIEW "ui://adcore/preview"
#define MCP_UI_REPORT "ui://adcore/report"

struct mcp_view {
	const char *uri;
	const char *name;
	const char *title;
	const char *description;
	const char *text; /* not ended by a NUL */
	const size_t *size;
};

/* Made from mcp/ui when it is built. */
extern const char mcp_ui_preview_text[];
extern const size_t mcp_ui_preview_size; /* bytes */
extern const char mcp_ui_report_text[];
extern const size_t mcp_ui_report_size; /* bytes */

/*
 * True if the client of this request shows views. In the handshake era its credential's last
 * initialize declares it. False if the database does not answer.
 */
bool mcp_ui_shown(struct mcp_request *r) AD_CHECK;
/*
 * For initialize: keeps what the client declared, then answers by `then`, which does so whether or
 * not it could be kept.
 */
void mcp_ui_keep(struct mcp_request *r, ad_handler_fn *then);
/* The view of a URI, or NULL. */
const struct mcp_view *mcp_ui_view(struct ad_str uri);
/* Writes the views into the open list of resources/list. */
void mcp_ui_list(struct ad_json *j);
/* Answers resources/read of one. */
void mcp_ui_read(struct mcp_request *r, const struct mcp_view *view);
#endif
