#include "http/credential.h"

#include <strings.h>

#include "base/log.h"

/* The credential after the scheme and its space; absent if the header has another scheme. */
static struct ad_str after_scheme(struct ad_str header, const char *scheme)
{
	size_t n = strlen(scheme);

	if (header.n <= n + 1 || strncasecmp(header.p, scheme, n) != 0 || header.p[n] != ' ')
		return (struct ad_str){ NULL, 0 };
	while (n < header.n && header.p[n] == ' ')
		n++;
	return (struct ad_str){ header.p + n, header.n - n };
}

void ad_http_take_credential(struct ad_exchange *x)
{
	struct ad_call *call = &x->call;
	struct ad_str header = ad_http_header(x, "Authorization");
	struct ad_proof_shown *shown = &call->proof;

	call->credential = after_scheme(header, "Bearer");
	if (call->credential.p)
		return;
	call->credential = after_scheme(header, "DPoP");
	shown->scheme = call->credential.p != NULL;
	shown->count = ad_http_header_count(x, "DPoP");
	shown->text = ad_http_header(x, "DPoP");
	shown->method = x->is_head ? AD_S("HEAD") : x->method;
	shown->path = x->path;
}

enum ad_admit ad_http_admit(struct ad_exchange *x, const char *audience)
{
	const struct ad_principal *who;

	ad_http_take_credential(x);
	if (!x->call.credential.p)
		return AD_ADMIT_UNKNOWN;
	if (!x->call.db)
		return AD_ADMIT_ASK;
	enum ad_status status = ad_authenticate(x->call.core->auth, x->call.db, x->call.arena,
						x->call.credential, ad_str(audience), &who);
	if (status == AD_OK)
		return AD_ADMIT_KNOWN;
	return status == AD_UNAVAILABLE ? AD_ADMIT_UNAVAILABLE : AD_ADMIT_UNKNOWN;
}

static void credential_add(struct ad_text *out, const char *name, const char *value)
{
	if (!value)
		return;
	ad_text_addf(out, "%s%s=\"%s\"", out->p[out->n - 1] == ' ' ? "" : ", ", name, value);
}

void ad_http_add_nonce(struct ad_exchange *x)
{
	const struct ad_call *call = &x->call;

	if (call->core->config->dpop_nonce && call->proof.scheme)
		ad_http_add(x, "DPoP-Nonce",
			    ad_dpop_nonce(ad_auth_secrets(call->core->auth), call->arena));
}

/* Nothing was presented: the challenge names no error (RFC 6750 section 3.1). */
static const char *credential_error_of(const struct ad_call *call)
{
	if (call->proof.error)
		return call->proof.error;
	if (call->status == AD_FORBIDDEN_SCOPE)
		return "insufficient_scope";
	return call->credential.p ? "invalid_token" : NULL;
}

static const char *scope_text(struct ad_exchange *x, uint32_t scopes)
{
	struct ad_text text = ad_text_on(x->call.arena);

	for (uint32_t bit = 1; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		if (scopes & bit)
			ad_text_addf(&text, "%s%s", text.n ? " " : "", ad_scope_name(bit));
	return ad_text_str(&text).p;
}

void ad_http_challenge(struct ad_exchange *x, const char *document, uint32_t scopes)
{
	const struct ad_call *call = &x->call;
	bool dpop = call->proof.scheme || call->proof.error;
	struct ad_text text = ad_text_on(call->arena);
	const char *sentence = call->status == AD_FORBIDDEN_SCOPE
				       ? "The token lacks a scope that this needs."
				       : call->proof.sentence;

	ad_text_adds(&text, dpop ? "DPoP " : "Bearer ");
	credential_add(&text, "error", credential_error_of(call));
	credential_add(&text, "error_description", sentence);
	credential_add(
		&text, "resource_metadata",
		ad_arena_printf(call->arena, "%s%s", call->core->config->public_url, document).p);
	credential_add(&text, "scope", scopes ? scope_text(x, scopes) : NULL);
	credential_add(&text, "algs", dpop ? AD_DPOP_ALGS : NULL);
	ad_http_add(x, "WWW-Authenticate", ad_text_str(&text));
}

/* The operation stands for the path, in which the caller may write anything. */
static void credential_log_refusal(struct ad_exchange *x)
{
	const struct ad_call *call = &x->call;
	const struct ad_principal *who = call->who;
	bool at_mcp = call->door == AD_DOOR_MCP;

	ad_log(AD_LOG_INFO, "access_refused", "path", at_mcp ? "/mcp" : "/api/v1", "method",
	       x->method.p, "operation", call->action ? call->action->operation_id : "none",
	       "needed", scope_text(x, call->required_scopes), "account",
	       who ? who->account_id : "none", "credential", who ? who->credential_id : "none",
	       "address", call->address.p, "request", call->request_id.p, NULL);
}

void ad_http_step_up(struct ad_exchange *x, const char *document)
{
	const struct ad_call *call = &x->call;

	credential_log_refusal(x);
	if (call->who && (call->required_scopes & ~call->who->scopes) != 0)
		ad_http_challenge(x, document, call->who->scopes | call->required_scopes);
}
