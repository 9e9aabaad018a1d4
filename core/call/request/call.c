/*
 * The call pipeline: the checks of every request, in this order: token, billing, rate limit, route,
 * scope, Space, body. Then the action's own steps, which core/http/executor.c runs.
 */
#include "call/request/call.h"
#include "call/request/core.h"

#include <strings.h>

#include "auth/auth.h"
#include "auth/signin/sessions.h"
#include "base/clock.h"
#include "base/json_read.h"
#include "base/log.h"
#include "call/request/actions.h"
#include "call/request/charge.h"
#include "call/request/idempotency.h"
#include "call/request/list_fields.h"
#include "call/request/params.h"
#include "call/request/quota.h"
#include "call/request/spaces.h"
#include "call/request/validate.h"
#include "store/objects/rows.h"
#include "call/request/outcome.h"

/* A failed authentication counts against the limit of the client's address. */
static bool refuse_entry(struct ad_call *call, enum ad_status status)
{
	int64_t now = ad_now();
	if (!ad_limits_take_address(ad_auth_limits(call->core->auth), call->address,
				    AD_ADDRESS_REQUEST, now, &call->rate)) {
		call->bucket = call->rate.bucket;
		call->retry_after = call->rate.retry_after;
		return ad_fail(call, AD_RATE_LIMITED, "%s", "");
	}
	if (status == AD_UNAVAILABLE)
		call->retry_after = 1;
	/* A DPoP proof error is already recorded in call->proof. */
	return call->proof.error ? false : ad_fail(call, status, "%s", "");
}

static bool call_authenticate(struct ad_call *call)
{
	if (call->who)
		return true; /* the front end set the session's principal */
	enum ad_status status = ad_authenticate(call->core->auth, call->db, call->arena,
						call->credential, call->audience, &call->who);
	return status == AD_OK || refuse_entry(call, status);
}

static bool call_prove(struct ad_call *call)
{
	return !call->credential.p || ad_call_prove(call) || refuse_entry(call, call->status);
}

/* True if the call's session is still valid; a command has none. */
static bool session_goes_on(struct ad_call *call)
{
	if (call->who->kind != AD_BY_SESSION)
		return true;
	enum ad_db_status status = ad_session_alive(call->db, ad_str(call->who->credential_id));
	if (status == AD_DB_DONE)
		return ad_fail(call, AD_UNAUTHENTICATED, "%s", "");
	return status == AD_DB_ROW || ad_fail_db(call, status);
}

bool ad_call_still_allowed(struct ad_call *call)
{
	if (call->credential.p) {
		call->who = NULL;
		if (!call_authenticate(call))
			return false;
	} else if (!session_goes_on(call)) {
		return false;
	}
	/* A tool for objects of several kinds has no action, and requires its scopes itself. */
	return ad_call_resolve_space(call) &&
	       (!call->action || ad_call_require(call, call->action->scopes));
}

static bool call_billing(struct ad_call *call)
{
	const struct ad_principal *who = call->who;
	if (!who->api_access && who->kind != AD_BY_SESSION)
		return ad_fail(call, AD_NO_API_IN_PLAN, "%s", "");
	if (!who->plan_needs_subscription || strcmp(who->subscription, "active") == 0)
		return true;
	if (strcmp(who->subscription, "expired") == 0)
		return ad_fail(call, AD_SUBSCRIPTION_EXPIRED, "%s", "");
	return ad_fail(call, AD_SUBSCRIPTION_REQUIRED, "%s", "");
}

bool ad_call_authenticate(struct ad_call *call)
{
	if (!call_authenticate(call) || !call_prove(call))
		return false;
	if (!call_billing(call)) {
		ad_limits_read(ad_auth_limits(call->core->auth), call->who, ad_now(), &call->rate);
		return false;
	}
	return ad_call_count(call, 1);
}

static bool call_route(struct ad_call *call)
{
	if (call->route_status == AD_OK)
		return true;
	return ad_fail(call, call->route_status, "%s",
		       call->route_status == AD_NOT_FOUND
			       ? "This path does not exist. See /api/v1/openapi.json."
			       : "");
}

static const char *scope_names(struct ad_arena *arena, uint32_t scopes)
{
	struct ad_text names = ad_text_on(arena);
	for (uint32_t bit = 1; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		if (scopes & bit)
			ad_text_addf(&names, "%s%s", names.n ? ", " : "", ad_scope_name(bit));
	return ad_text_str(&names).p;
}

bool ad_call_require(struct ad_call *call, uint32_t scopes)
{
	if ((call->scopes & scopes) == scopes)
		return true;
	uint32_t missing = scopes & ~call->scopes;
	call->required_scopes = missing;
	/* True if the token has the scope but the role in the Space does not. */
	bool role = call->who && (missing & ~call->who->scopes) == 0;
	bool grant = call->who && call->who->kind == AD_BY_GRANT;
	call->suggestion =
		role    ? "An owner of the Space can change the role in the application."
		: grant ? "Connect the app again and select the scope on the consent page."
			: "Create a token with the scope in the application (Tools, API).";
	return ad_fail(call, AD_FORBIDDEN_SCOPE,
		       "The request requires the scope%s %s, which %s does not have.",
		       missing & (missing - 1) ? "s" : "", scope_names(call->arena, missing),
		       role    ? "your role in the Space"
		       : grant ? "the app's grant"
			       : "the token");
}

static bool call_scope(struct ad_call *call)
{
	call->scopes = call->who->scopes;
	return ad_call_require(call, call->action->scopes);
}

static bool call_space(struct ad_call *call)
{
	return ad_call_resolve_space(call) && ad_call_require(call, call->action->scopes);
}

/* True if the parameters of a media type leave the text in UTF-8. */
static bool is_utf8(struct ad_str params)
{
	static const char *const names[] = { "utf-8", "\"utf-8\"", "utf8", "us-ascii" };
	static const char word[] = "charset=";
	size_t n = sizeof(word) - 1;
	for (size_t at = 0; at + n <= params.n; at++) {
		if (strncasecmp(params.p + at, word, n) != 0)
			continue;
		struct ad_str value = { params.p + at + n, params.n - at - n };
		for (size_t i = 0; i < AD_LEN(names); i++)
			if (value.n == strlen(names[i]) &&
			    strncasecmp(value.p, names[i], value.n) == 0)
				return true;
		return false;
	}
	return true;
}

/* A media type is application/json (or ends in +json), in UTF-8. */
static bool call_is_json(struct ad_str type)
{
	while (type.n && (type.p[0] == ' ' || type.p[0] == '\t')) {
		type.p++;
		type.n--;
	}
	const char *semicolon = ad_str_find(type, ';');
	if (semicolon) {
		size_t n = (size_t)(semicolon - type.p);
		if (!is_utf8((struct ad_str){ semicolon, type.n - n }))
			return false;
		type.n = n;
	}
	while (type.n && type.p[type.n - 1] == ' ')
		type.n--;
	char lower[64];
	if (type.n >= sizeof(lower))
		return false;
	for (size_t i = 0; i < type.n; i++)
		lower[i] =
			type.p[i] >= 'A' && type.p[i] <= 'Z' ? (char)(type.p[i] + 32) : type.p[i];
	struct ad_str s = { lower, type.n };
	return ad_str_is(s, "application/json") ||
	       (s.n > 5 && memcmp(s.p + s.n - 5, "+json", 5) == 0);
}

static bool takes_body(const struct ad_call *call)
{
	return call->action->verb == AD_V_CREATE || call->action->verb == AD_V_UPDATE ||
	       call->action->input != NULL;
}

static bool parse_body(struct ad_call *call)
{
	struct ad_json_error err;
	call->input = ad_json_parse(call->arena, call->body, &err);
	if (call->input)
		return true;
	ad_fault(call, err.path, "MALFORMED_JSON", "The body is not valid JSON: %s (byte %zu).",
		 err.reason, err.offset);
	return false;
}

static bool call_body(struct ad_call *call)
{
	if (call->input)
		return true; /* parsed by the front end (MCP) */
	if (call->body_too_large)
		return ad_fail(call, AD_TOO_LARGE, "%s", "");
	bool optional = call->action->verb != AD_V_CREATE && call->action->verb != AD_V_UPDATE;
	if (call->body.n == 0 && (optional || !takes_body(call)))
		return true;
	if (!takes_body(call))
		return true; /* the route has no body, so it is not read */
	if (call->body.n && !call_is_json(call->content_type))
		return ad_fail(call, AD_UNSUPPORTED_MEDIA, "%s", "");
	if (call->body.n && call->content_encoding.p &&
	    !ad_str_is(call->content_encoding, "identity"))
		return ad_fail(call, AD_UNSUPPORTED_MEDIA,
			       "Send the body without Content-Encoding. Encoded bodies are not "
			       "supported.");
	return parse_body(call);
}

/* More parameters than any route has; beyond this number they are not checked one by one. */
#define PARAMS_MAX 64

/* Refuses a parameter that is given twice; afterwards each name occurs once. */
bool ad_call_check_query(struct ad_call *call)
{
	if (call->bad_query) {
		ad_fault(call, "query", "MALFORMED_QUERY",
			 "The query string must be UTF-8 with valid percent-escapes.");
		return false;
	}
	if (call->param_count > PARAMS_MAX) {
		ad_fault_limit(call, "", "TOO_MANY", PARAMS_MAX,
			       "The query string has %zu parameters; at most %d are allowed.",
			       call->param_count, PARAMS_MAX);
		return false;
	}
	for (size_t i = 1; i < call->param_count; i++)
		for (size_t k = 0; k < i; k++) {
			if (!ad_str_eq(call->params[i].name, call->params[k].name))
				continue;
			struct ad_str name = ad_arena_copy(call->arena, call->params[i].name);
			if (!ad_has_fault(call, name.p))
				ad_fault(call, name.p, "DUPLICATE",
					 "%s is given twice. Separate several values with commas.",
					 name.p);
			break;
		}
	return call->status == AD_OK;
}

/* The checks of a call: permission first, then the content of the request. */
static bool (*const checks[])(struct ad_call *call) = {
	call_route,
	call_scope,
	call_space,
};

static bool (*const input_checks[])(struct ad_call *call) = {
	call_body,
	ad_call_check_query,
	ad_idempotency_check_key,
};

/*
 * The size in bytes from which a body is parsed on a worker, because parsing would block the event
 * loop.
 */
#define SLOW_BODY ((size_t)64 * 1024)

/*
 * Checks an action's input against its shape; from here on a refusal is stored for the idempotency
 * key.
 */
static bool take_input(struct ad_call *call)
{
	struct ad_json_error err;

	if (ad_str_is(ad_call_param(call, "validateOnly"), "true"))
		call->validate_only = true;
	if (!ad_idempotency_begin(call))
		return false;
	if (!call->input)
		call->input = ad_json_parse(call->arena, AD_S("{}"), &err);
	if (call->action->as_sent)
		return true;
	call->input = ad_validate_shape(call, call->action->input, call->input);
	if (call->status == AD_OK)
		return true;
	ad_idempotency_fail(call);
	return false;
}

static void start_step(struct ad_call *call)
{
	ad_step_fn *step = ad_action_step(call->res->id, call->action->verb);
	if (!step) {
		ad_fail(call, AD_INTERNAL, "%s", "");
		return;
	}
	if (ad_storage_check(call) && ad_list_fields_read(call) &&
	    (!call->action->input || take_input(call)))
		step(call);
}

static void read_input(struct ad_call *call)
{
	for (size_t i = 0; i < AD_LEN(input_checks); i++)
		if (!input_checks[i](call))
			return;
	start_step(call);
}

void ad_call_enter(struct ad_call *call, void (*then)(struct ad_call *call))
{
	if (!ad_call_authenticate(call))
		return;
	call->proof.then = then;
	if (call->proof.proof.jkt.p)
		ad_call_next(call, AD_WRITE, ad_call_claim_proof);
	else
		then(call);
}

static void call_walk(struct ad_call *call)
{
	for (size_t i = 0; i < AD_LEN(checks); i++)
		if (!checks[i](call))
			return;
	if (call->body.n > SLOW_BODY && takes_body(call))
		ad_call_next(call, AD_SLOW, read_input);
	else
		read_input(call);
}

struct ad_realm ad_call_realm(const struct ad_call *call)
{
	return (struct ad_realm){ ad_str(call->space.id),
				  call->who->environment == AD_LIVE ? AD_S("live") : AD_S("test") };
}

void ad_call_start(struct ad_call *call)
{
	ad_call_enter(call, call_walk);
}

void ad_call_start_action(struct ad_call *call)
{
	if (ad_call_require(call, call->action->scopes) && ad_idempotency_check_key(call))
		start_step(call);
}
