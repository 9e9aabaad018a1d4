/* Shared by the endpoints: see door.h. */
#include "oauth/endpoint/door.h"

#include "http/page.h"

#include <strings.h>

static const char *door_allowed(enum oauth_kind kind)
{
	switch (kind) {
	case OAUTH_DOCUMENT:
		return "GET, HEAD, OPTIONS";
	case OAUTH_API:
		return "POST, OPTIONS";
	case OAUTH_CALL:
		return "POST";
	case OAUTH_OBJECT:
		return "GET, HEAD, PUT, DELETE, OPTIONS";
	case OAUTH_PAGE:
		return "GET, HEAD, POST";
	}
	return "";
}

static bool method_fits(const struct ad_exchange *x, enum oauth_kind kind)
{
	bool get = ad_str_is(x->method, "GET"), post = ad_str_is(x->method, "POST");

	switch (kind) {
	case OAUTH_DOCUMENT:
		return get;
	case OAUTH_API:
	case OAUTH_CALL:
		return post;
	case OAUTH_OBJECT:
		return get || ad_str_is(x->method, "PUT") || ad_str_is(x->method, "DELETE");
	case OAUTH_PAGE:
		return get || post;
	}
	return false;
}

/*
 * Scripts of any origin may read public documents and endpoints whose credential is in the body
 * (no cookies).
 */
static void add_cors(struct ad_exchange *x, enum oauth_kind kind)
{
	if (kind == OAUTH_PAGE || kind == OAUTH_CALL)
		return;
	ad_http_add(x, "Access-Control-Allow-Origin", AD_S("*"));
	ad_http_add(x, "Access-Control-Expose-Headers",
		    AD_S("WWW-Authenticate, DPoP-Nonce, Retry-After, X-Request-Id"));
}

static bool door_preflight(struct ad_exchange *x, enum oauth_kind kind)
{
	if (kind == OAUTH_PAGE || kind == OAUTH_CALL || !ad_str_is(x->method, "OPTIONS"))
		return false;
	ad_http_add(x, "Access-Control-Allow-Methods", ad_str(door_allowed(kind)));
	ad_http_add(x, "Access-Control-Allow-Headers",
		    AD_S("Authorization, Content-Type, DPoP, MCP-Protocol-Version"));
	ad_http_add(x, "Access-Control-Max-Age", AD_S("86400"));
	ad_http_reply(x, 204, "text/plain", (struct ad_str){ 0 });
	return true;
}

static const char *door_error_of(int status)
{
	if (status == 429 || status == 503)
		return "temporarily_unavailable";
	return status >= 500 ? "server_error" : "invalid_request";
}

/* Replies with a page for browsers, else with JSON; returns false. */
static bool door_refuse(struct ad_exchange *x, enum oauth_kind kind, int status,
			const char *sentence)
{
	if (kind == OAUTH_PAGE) {
		ad_page_refuse(x, status, sentence);
		oauth_log_refusal(x, status, door_error_of(status), sentence);
	} else {
		oauth_error(x, status, door_error_of(status), sentence);
	}
	return false;
}

void oauth_refuse_open(struct ad_exchange *x, int status, const char *sentence)
{
	add_cors(x, OAUTH_API);
	(void)door_refuse(x, OAUTH_API, status, sentence);
}

void oauth_refuse_closed(struct ad_exchange *x, int status, const char *sentence)
{
	(void)door_refuse(x, OAUTH_CALL, status, sentence);
}

void oauth_refuse_page(struct ad_exchange *x, int status, const char *sentence)
{
	(void)door_refuse(x, OAUTH_PAGE, status, sentence);
}

bool oauth_begin(struct ad_exchange *x, enum oauth_kind kind, enum ad_address_use use)
{
	add_cors(x, kind);
	if (!ad_address_passes(x, use))
		return door_refuse(x, kind, 429,
				   "Too many requests from this address. Retry later.");
	if (door_preflight(x, kind))
		return false;
	if (!method_fits(x, kind)) {
		ad_http_add(x, "Allow", ad_str(door_allowed(kind)));
		return door_refuse(x, kind, 405, "This method is not allowed here.");
	}
	if (x->bad_query)
		return door_refuse(x, kind, 400, "The query is malformed.");
	if (x->body_too_large)
		return door_refuse(x, kind, 413, "The body is too large.");
	return true;
}

void oauth_json(struct ad_exchange *x, int status, struct ad_str body)
{
	ad_http_add(x, "Cache-Control", AD_S("no-store"));
	ad_http_add(x, "Pragma", AD_S("no-cache"));
	ad_http_reply(x, status, "application/json", body);
}

void oauth_error(struct ad_exchange *x, int status, const char *error, const char *description)
{
	struct ad_text text = ad_text_on(x->call.arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kcstr(&j, "error", error);
	ad_json_kcstr(&j, "error_description", description);
	ad_json_object_end(&j);
	oauth_json(x, status, ad_text_str(&text));
	oauth_log_refusal(x, status, error, description);
}

void oauth_unavailable(struct ad_exchange *x)
{
	ad_http_add(x, "Retry-After", AD_S("1"));
	oauth_error(x, 503, "temporarily_unavailable",
		    "The request was not processed. Retry in a moment.");
}

/* --- Parameters --- */

/* A secret in the query may be in a log already, so it must not be accepted. */
static const char *secret_in_query(const struct ad_exchange *x)
{
	static const char *const secret[] = {
		"client_secret", "client_assertion", "code",  "code_verifier", "refresh_token",
		"device_code",   "access_token",     "token", "password",
	};
	struct oauth_params query = { x->params, x->param_count };

	for (size_t i = 0; i < AD_LEN(secret); i++)
		if (oauth_param_times(&query, secret[i]) > 0)
			return secret[i];
	return NULL;
}

static bool door_read_params(struct ad_exchange *x, enum oauth_kind kind, struct oauth_params *out)
{
	struct ad_param *list;
	const char *fault;

	*out = (struct oauth_params){ 0 };
	if (secret_in_query(x))
		return door_refuse(x, kind, 400, "Send secrets in the body, not in the URL.");
	if (!ad_form_read(x, &list, &out->count, &fault))
		return door_refuse(x, kind, 400, fault);
	out->list = list;
	return true;
}

bool oauth_form(struct ad_exchange *x, struct oauth_params *out)
{
	return door_read_params(x, OAUTH_API, out);
}

bool oauth_page_form(struct ad_exchange *x, struct oauth_params *out)
{
	return door_read_params(x, OAUTH_PAGE, out);
}

struct ad_str oauth_param(const struct oauth_params *params, const char *name)
{
	for (size_t i = 0; i < params->count; i++)
		if (ad_str_is(params->list[i].name, name) && params->list[i].value.n > 0)
			return params->list[i].value;
	return (struct ad_str){ 0 };
}

size_t oauth_param_times(const struct oauth_params *params, const char *name)
{
	size_t n = 0;

	for (size_t i = 0; i < params->count; i++)
		n += ad_str_is(params->list[i].name, name);
	return n;
}

const char *oauth_param_twice(const struct oauth_params *params)
{
	static const char *const single[] = {
		"client_id",
		"redirect_uri",
		"response_type",
		"scope",
		"state",
		"code_challenge",
		"code_challenge_method",
		"prompt",
		"grant_type",
		"code",
		"code_verifier",
		"refresh_token",
		"client_secret",
		"token",
		"token_type_hint",
		"response_mode",
		"nonce",
		"request",
		"request_uri",
		"max_age",
		"login_hint",
		"device_code",
		"user_code",
		"client_assertion",
		"client_assertion_type",
		"dpop_jkt",
	};

	for (size_t i = 0; i < AD_LEN(single); i++)
		if (oauth_param_times(params, single[i]) > 1)
			return single[i];
	return NULL;
}

/* --- Browser --- */

static const char *browser_cookie(const struct ad_exchange *x)
{
	return ad_http_secure(x) ? "__Host-adcore_browser" : "adcore_browser";
}

struct ad_str oauth_browser_shown(const struct ad_exchange *x)
{
	struct ad_str value = ad_cookie(x, browser_cookie(x));

	return value.n == 43 ? value : (struct ad_str){ 0 };
}

void oauth_browser_set(struct ad_exchange *x, struct ad_str value)
{
	ad_cookie_set(x, browser_cookie(x), value, 0);
}

struct ad_str oauth_browser(struct ad_exchange *x)
{
	struct ad_str value = oauth_browser_shown(x);
	uint8_t random[32];

	if (value.p)
		return value;
	ad_random(random, sizeof(random));
	value = ad_base64url(x->call.arena, random, sizeof(random));
	oauth_browser_set(x, value);
	return value;
}

struct ad_str oauth_browser_renewed(struct ad_exchange *x, struct ad_str old, struct ad_str email)
{
	struct ad_text text = ad_text_on(x->call.arena);
	uint8_t random[32];

	if (!old.p) {
		ad_random(random, sizeof(random));
		return ad_base64url(x->call.arena, random, sizeof(random));
	}
	ad_text_add(&text, old);
	ad_text_addc(&text, '\n');
	ad_text_add(&text, email);
	return ad_secrets_mac64(ad_auth_secrets(x->call.core->auth), x->call.arena,
				"renewed_browser", ad_text_str(&text));
}

/* --- Text --- */

struct ad_str oauth_hash(struct ad_arena *arena, struct ad_str s)
{
	uint8_t digest[AD_SHA256_SIZE];
	char *hex = ad_arena_alloc(arena, 2 * AD_SHA256_SIZE + 1);

	ad_sha256(s, digest);
	ad_hex(digest, sizeof(digest), hex);
	return (struct ad_str){ hex, 2 * AD_SHA256_SIZE };
}

struct ad_str oauth_scopes_text(struct ad_arena *arena, uint32_t scopes)
{
	struct ad_text text = ad_text_on(arena);

	for (uint32_t bit = 1; bit < 1u << AD_SCOPE_COUNT; bit <<= 1) {
		if (!(scopes & bit))
			continue;
		if (text.n > 0)
			ad_text_addc(&text, ' ');
		ad_text_adds(&text, ad_scope_name(bit));
	}
	return ad_text_str(&text);
}

bool oauth_scopes_read(struct ad_str list, uint32_t *scopes, bool *named)
{
	*scopes = 0;
	*named = false;
	for (size_t at = 0; at < list.n; at++) {
		size_t from = at;
		for (; at < list.n && list.p[at] != ' '; at++) {
			unsigned char c = (unsigned char)list.p[at];
			if (c < 0x21 || c == '"' || c == '\\' || c > 0x7e)
				return false;
		}
		struct ad_str name = { list.p + from, at - from };
		*scopes |= ad_scope_bit(name) & AD_SCOPES_ALL;
		*named |= name.n > 0 && !ad_str_is(name, "offline_access");
	}
	return true;
}

/* Compares scheme and host ignoring case (RFC 3986), the rest exactly. */
static bool same_resource(struct ad_str a, const char *ours)
{
	const char *host = strstr(ours, "://");
	const char *path = host ? strchr(host + 3, '/') : NULL;
	size_t n = path ? (size_t)(path - ours) : strlen(ours);

	return a.n == strlen(ours) && strncasecmp(a.p, ours, n) == 0 &&
	       memcmp(a.p + n, ours + n, a.n - n) == 0;
}

const char *oauth_resource(const struct ad_core *core, struct ad_str resource)
{
	if (same_resource(resource, core->config->mcp_url))
		return core->config->mcp_url;
	return same_resource(resource, core->config->base_url) ? core->config->base_url : NULL;
}
