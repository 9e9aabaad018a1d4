/*
 * From bytes to a request: JSON-RPC 2.0, and the era. The era is chosen for each
 * request by its envelope and header, never by its method (MCP 2026-07-28, basic/versioning).
 */
#include <strings.h>

#include "mcp/protocol/extra.h"
#include "mcp/protocol/request.h"

#define META "io.modelcontextprotocol/"

static const struct ad_str none = { NULL, 0 };

const cJSON *mcp_capabilities(const struct mcp_request *r)
{
	return ad_json_get(ad_json_get(r->params, "_meta"), META "clientCapabilities");
}

static bool same_nocase(struct ad_str a, struct ad_str b)
{
	return a.n == b.n && a.n && strncasecmp(a.p, b.p, a.n) == 0;
}

static bool check_media_type(struct mcp_request *r)
{
	struct ad_str type = ad_http_header(r->x, "Content-Type");
	const char *semicolon = ad_str_find(type, ';');
	size_t n = semicolon ? (size_t)(semicolon - type.p) : type.n;
	while (n && type.p[n - 1] == ' ')
		n--;
	if (same_nocase((struct ad_str){ type.p, n }, AD_S("application/json")))
		return true;
	mcp_error(r, 415, RPC_INVALID_REQUEST, "Send the request as application/json.", none);
	return false;
}

static const char *accepted[] = { "*/*", "application/*", "application/json" };

/* Lenient: any of these, or no header at all; hosted clients send a bare wildcard. */
static bool check_accept(struct mcp_request *r)
{
	struct ad_str accept = ad_http_header(r->x, "Accept");
	if (!accept.p)
		return true;
	for (size_t i = 0; i < AD_LEN(accepted); i++) {
		size_t n = strlen(accepted[i]);
		for (size_t k = 0; k + n <= accept.n; k++)
			if (strncasecmp(accept.p + k, accepted[i], n) == 0)
				return true;
	}
	mcp_error(r, 406, RPC_INVALID_REQUEST,
		  "Accept must allow application/json (and text/event-stream).", none);
	return false;
}

/* The id as JSON; a fault where it is null, fractional or of another type. */
static bool read_id(struct mcp_request *r, const cJSON *message)
{
	int64_t number;
	const cJSON *id = ad_json_get(message, "id");
	if (!id) {
		r->notification = true;
		return true;
	}
	struct ad_text text = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&text);
	if (cJSON_IsString(id)) {
		ad_json_str(&j, ad_json_text(id));
		r->id = ad_text_str(&text);
		return true;
	}
	if (ad_json_int64(id, &number)) {
		ad_json_int(&j, number);
		r->id = ad_text_str(&text);
		return true;
	}
	mcp_error(r, 400, RPC_INVALID_REQUEST, "The id must be a string or a whole number.", none);
	return false;
}

static bool is_modern_header(struct ad_str version)
{
	return ad_str_is(version, AD_MCP_MODERN);
}

static bool is_legacy_header(struct ad_str version)
{
	return ad_str_is(version, AD_MCP_LEGACY) || ad_str_is(version, "2025-06-18");
}

static bool envelope_unsupported(struct mcp_request *r, struct ad_str requested)
{
	struct ad_text data = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&data);
	ad_json_object(&j);
	ad_json_kraw(&j, "supported", AD_S("[\"" AD_MCP_MODERN "\"]"));
	ad_json_kstr(&j, "requested", requested);
	ad_json_object_end(&j);
	mcp_error(r, 400, RPC_UNSUPPORTED_VERSION, "The protocol version is not supported.",
		  ad_text_str(&data));
	return false;
}

static bool envelope_mismatch(struct mcp_request *r, const char *header)
{
	mcp_error(r, 400, RPC_HEADER_MISMATCH,
		  ad_arena_printf(r->call->arena,
				  "The header %s is missing or differs from the body.", header)
			  .p,
		  none);
	return false;
}

/* A header's value; "=?base64?…?=" is decoded. False where that is malformed. */
static bool header_value(struct mcp_request *r, const char *name, struct ad_str *out)
{
	static const char open[] = "=?base64?";
	struct ad_str v = ad_http_header(r->x, name);
	while (v.n && (v.p[0] == ' ' || v.p[0] == '\t'))
		v = (struct ad_str){ v.p + 1, v.n - 1 };
	while (v.n && (v.p[v.n - 1] == ' ' || v.p[v.n - 1] == '\t'))
		v.n--;
	*out = v;
	if (!ad_str_starts(v, open) || v.n < sizeof(open) + 1 ||
	    memcmp(v.p + v.n - 2, "?=", 2) != 0)
		return v.p != NULL;
	struct ad_str inner = { v.p + sizeof(open) - 1, v.n - (sizeof(open) - 1) - 2 };
	return ad_unbase64(r->call->arena, inner, out);
}

/* The member of params that Mcp-Name repeats, by method; NULL: none. */
static const char *named_by(struct ad_str method)
{
	if (ad_str_is(method, "tools/call") || ad_str_is(method, "prompts/get"))
		return "name";
	if (ad_str_starts(method, "tasks/"))
		return "taskId";
	return ad_str_is(method, "resources/read") ? "uri" : NULL;
}

static bool check_modern_headers(struct mcp_request *r)
{
	struct ad_str value;
	const char *member = named_by(r->method);
	if (!header_value(r, "Mcp-Method", &value) || !ad_str_eq(value, r->method))
		return envelope_mismatch(r, "Mcp-Method");
	if (!member)
		return true;
	struct ad_str name = ad_json_get_text(r->params, member);
	if (name.p && (!header_value(r, "Mcp-Name", &value) || !ad_str_eq(value, name)))
		return envelope_mismatch(r, "Mcp-Name");
	return true;
}

static bool envelope_modern(struct mcp_request *r, const cJSON *meta, struct ad_str header)
{
	struct ad_str version = ad_json_get_text(meta, META "protocolVersion");
	r->modern = true;
	if (!version.p) {
		mcp_error(r, 400, RPC_INVALID_PARAMS,
			  "params._meta must hold " META "protocolVersion and " META
			  "clientCapabilities.",
			  none);
		return false;
	}
	if (!header.p || !ad_str_eq(header, version))
		return envelope_mismatch(r, "MCP-Protocol-Version");
	if (!is_modern_header(version))
		return envelope_unsupported(r, version);
	const cJSON *capabilities = ad_json_get(meta, META "clientCapabilities");
	if (!cJSON_IsObject(capabilities)) {
		mcp_error(r, 400, RPC_INVALID_PARAMS,
			  "params._meta must hold " META "clientCapabilities, an object.", none);
		return false;
	}
	r->views = mcp_shows_views(capabilities);
	return check_modern_headers(r);
}

static bool choose_era(struct mcp_request *r)
{
	struct ad_str header = ad_http_header(r->x, "MCP-Protocol-Version");
	const cJSON *meta = ad_json_get(r->params, "_meta");
	bool envelope = ad_json_get(meta, META "protocolVersion") != NULL;
	if (r->notification && !envelope && is_modern_header(header)) {
		r->modern = true;
		return true;
	}
	if (envelope || is_modern_header(header))
		return envelope_modern(r, meta, header);
	if (!header.p || is_legacy_header(header) || ad_str_is(r->method, "initialize"))
		return true;
	mcp_error(r, 400, -32000, "The MCP-Protocol-Version is not supported.", none);
	return false;
}

static bool is_response(const cJSON *message)
{
	return !ad_json_get(message, "method") &&
	       (ad_json_get(message, "result") || ad_json_get(message, "error"));
}

static bool read_message(struct mcp_request *r, const cJSON *message)
{
	if (!cJSON_IsObject(message) || !ad_str_is(ad_json_get_text(message, "jsonrpc"), "2.0")) {
		mcp_error(r, 400, RPC_INVALID_REQUEST,
			  cJSON_IsArray(message) ? "Batches are not supported. Send one request."
						 : "The body is not a JSON-RPC 2.0 request.",
			  none);
		return false;
	}
	if (is_response(message)) {
		bool is_modern = is_modern_header(ad_http_header(r->x, "MCP-Protocol-Version"));
		if (is_modern)
			mcp_error(r, 400, RPC_INVALID_REQUEST, "Responses are not accepted.", none);
		else
			ad_http_reply(r->x, 202, "application/json", AD_S(""));
		if (!is_modern)
			mcp_extra_response(r, message);
		return false;
	}
	if (!read_id(r, message))
		return false;
	r->method = ad_json_get_text(message, "method");
	r->params = ad_json_get(message, "params");
	if (!r->method.p || (r->params && !cJSON_IsObject(r->params))) {
		mcp_error(r, 400, RPC_INVALID_REQUEST,
			  "method must be a string and params an object.", none);
		return false;
	}
	return choose_era(r);
}

/* After the token: an unknown caller is told where to get one, whatever it asks. */
static bool check_method(struct mcp_request *r)
{
	if (ad_str_is(r->x->method, "POST"))
		return true;
	ad_http_add(r->x, "Allow", AD_S("POST"));
	mcp_error(r, 405, -32000, "This endpoint supports only POST.", none);
	return false;
}

/* Two tokens (RFC 6750 section 2): of the one in the address, others have a copy by now. */
static bool check_query(struct mcp_request *r)
{
	for (size_t i = 0; i < r->x->param_count; i++) {
		if (!ad_str_is(r->x->params[i].name, "access_token"))
			continue;
		mcp_error(r, 400, RPC_INVALID_REQUEST,
			  "Send the token in the Authorization header only.", none);
		return false;
	}
	return true;
}

bool mcp_shows_views(const cJSON *capabilities)
{
	const cJSON *extension =
		ad_json_get(ad_json_get(capabilities, "extensions"), "io.modelcontextprotocol/ui");
	const cJSON *types = ad_json_get(extension, "mimeTypes");
	const cJSON *type;
	if (!cJSON_IsArray(types))
		return false;
	cJSON_ArrayForEach(type, types)
	{
		if (ad_str_is(ad_json_text(type), MCP_UI_TYPE))
			return true;
	}
	return false;
}

bool mcp_envelope(struct mcp_request *r)
{
	struct ad_json_error err;
	if (!check_method(r) || !check_query(r))
		return false;
	if (r->x->body_too_large) {
		mcp_error(r, 413, RPC_INVALID_REQUEST, "The request is larger than 1 MiB.", none);
		return false;
	}
	if (!check_media_type(r) || !check_accept(r))
		return false;
	const cJSON *message = ad_json_parse(r->call->arena, r->x->body, &err);
	if (!message) {
		mcp_error(r, 400, RPC_PARSE,
			  ad_arena_printf(r->call->arena, "The body is not valid JSON: %s",
					  err.reason)
				  .p,
			  none);
		return false;
	}
	return read_message(r, message);
}
