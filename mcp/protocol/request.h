/* One JSON-RPC request on its way: what the files of the connector share. */
#ifndef AD_MCP_REQUEST_H
#define AD_MCP_REQUEST_H

#include "core/http/server.h"

#define AD_MCP_MODERN "2026-07-28"
#define AD_MCP_LEGACY "2025-11-25"

/* JSON-RPC 2.0 section 5.1, and MCP 2026-07-28's own. */
enum rpc_code {
	RPC_PARSE = -32700,
	RPC_INVALID_REQUEST = -32600,
	RPC_UNKNOWN_METHOD = -32601,
	RPC_INVALID_PARAMS = -32602,
	RPC_INTERNAL = -32603,
	RPC_HEADER_MISMATCH = -32020,
	RPC_MISSING_CAPABILITY = -32021,
	RPC_UNSUPPORTED_VERSION = -32022,
	/* own, outside the reserved range */
	RPC_RATE_LIMITED = -31029,
	RPC_UNAUTHORIZED = -31001,
	RPC_BILLING = -31002,
	RPC_FORBIDDEN = -31003,
	RPC_NOT_FOUND = -31004,
};

struct mcp_tool;

struct mcp_request {
	struct ad_exchange *x;
	struct ad_call *call;
	bool modern;      /* the era, chosen by envelope and header */
	struct ad_str id; /* the request's id as JSON; absent: none was readable */
	bool notification;
	bool views; /* the envelope says that MCP Apps are shown: see mcp_ui_shown() */
	struct ad_str method;
	const cJSON *params;         /* object or NULL */
	const struct mcp_tool *tool; /* set by mcp_tool_set() */
	const char *tool_name;
	const cJSON *args;        /* of tools/call: an object */
	void *tool_data;          /* the running tool's own */
	struct ad_str text;       /* the result's first text block */
	struct ad_str structured; /* rendered structuredContent */
	struct ad_str meta;       /* members of the result's _meta, rendered */
	const char *result_type;  /* NULL: complete */
	struct ad_str instead;    /* members of a result of another type, or absent */
	bool resumed;             /* what this call asks a person was answered already */
};

/* Ends the request with a JSON-RPC error; data is rendered JSON or absent. */
void mcp_error(struct mcp_request *r, int http, enum rpc_code code, const char *message,
	       struct ad_str data);
/* Ends it with a result: members of the result object, rendered. */
void mcp_result(struct mcp_request *r, struct ad_str members);
/* Of a list that has one page: false with an error where a cursor asks for another. */
bool mcp_one_page(struct mcp_request *r) AD_CHECK;
/* As mcp_result(), of another type than "complete"; in the modern era only. */
void mcp_result_as(struct mcp_request *r, const char *type, struct ad_str members);
/* As mcp_result(), cacheable: adds ttlMs and cacheScope in the modern era. */
void mcp_result_cached(struct mcp_request *r, struct ad_str members, const char *scope);

/* origin.c: Host, Origin and CORS; false where it has ended the request. */
bool mcp_check_http(struct mcp_request *r) AD_CHECK;
/* Lets the script of a page that may call read the answer, where the request names one. */
void mcp_allow_script(struct mcp_request *r);
/* envelope.c: reads method, body and headers into r; false where it has ended the request. */
bool mcp_envelope(struct mcp_request *r) AD_CHECK;
/* The capabilities of this request's client: an object, or NULL (in the legacy era). */
const cJSON *mcp_capabilities(const struct mcp_request *r);
/* access.c: 401, 402, 403 and 429 with their headers. */
void mcp_refuse(struct mcp_request *r);

#define MCP_UI_TYPE "text/html;profile=mcp-app"
/* True if a client's capabilities (an object, or NULL) declare that it shows views (MCP Apps). */
bool mcp_shows_views(const cJSON *capabilities) AD_CHECK;

#endif
