#include "rest/public.h"

#include "http/compress.h"
#include "rest/envelope.h"

#include <stdio.h>
#include <stdlib.h>

#include "rest/changelog.h"
#include "rest/docs.h"

/* "\"…\"": the first 24 digits of the digest. */
static void public_tag(struct ad_text *text, char out[static 40])
{
	uint8_t digest[AD_SHA256_SIZE];
	char hex[2 * AD_SHA256_SIZE + 1];
	ad_sha256(ad_text_str(text), digest);
	ad_hex(digest, sizeof(digest), hex);
	snprintf(out, 40, "\"%.24s\"", hex);
}

struct ad_rest *ad_rest_new(const struct ad_config *config)
{
	struct ad_rest *rest = ad_xmalloc(sizeof(*rest));
	*rest = (struct ad_rest){ .etag = "" };
	ad_openapi_write(&rest->openapi, config);
	struct ad_json j = ad_json_on(&rest->changelog);
	ad_changelog_write(&j);
	ad_docs_write(&rest->docs, config);
	public_tag(&rest->openapi, rest->etag);
	public_tag(&rest->docs, rest->docs_etag);
	/* what is read by many threads is ended by NUL once, here */
	ad_text_str(&rest->changelog);
	return rest;
}

void ad_rest_free(struct ad_rest *rest)
{
	if (!rest)
		return;
	ad_text_free(&rest->openapi);
	ad_text_free(&rest->changelog);
	ad_text_free(&rest->docs);
	free(rest);
}

bool ad_rest_is_public(struct ad_str path)
{
	return ad_str_is(path, "/openapi.json") || ad_str_is(path, "/changelog.json");
}

static bool may_answer(struct ad_exchange *x)
{
	struct ad_call *call = &x->call;
	if (!ad_limits_take_address(ad_auth_limits(call->core->auth), call->address,
				    AD_ADDRESS_REQUEST, ad_now(), &call->rate)) {
		call->bucket = call->rate.bucket;
		call->retry_after = call->rate.retry_after;
		call->status = AD_RATE_LIMITED;
	} else if (!ad_str_is(x->method, "GET")) {
		call->status = AD_METHOD_NOT_ALLOWED;
	}
	if (call->status != AD_OK)
		return false;
	if (x->bad_query)
		ad_fault(call, "query", "MALFORMED_QUERY",
			 "The query string must be UTF-8 with valid percent-escapes.");
	for (size_t i = 0; i < x->param_count; i++)
		ad_fault(call, ad_arena_copy(call->arena, x->params[i].name).p, "UNKNOWN_PARAMETER",
			 "The query parameter %.*s does not exist here.",
			 AD_FMT(x->params[i].name));
	return call->status == AD_OK;
}

void ad_rest_answer_public(struct ad_exchange *x, struct ad_str path)
{
	struct ad_call *call = &x->call;
	const struct ad_rest *rest = call->core->rest;
	call->allow = AD_S("GET, HEAD, OPTIONS");
	x->render = NULL;
	if (!may_answer(x)) {
		if (call->status == AD_METHOD_NOT_ALLOWED && ad_str_is(x->method, "OPTIONS")) {
			call->status = AD_OK;
			ad_rest_say_options(x);
			return;
		}
		ad_rest_render(x);
		return;
	}
	if (ad_str_is(path, "/changelog.json")) {
		call->data = (struct ad_str){ rest->changelog.p, rest->changelog.n };
		ad_rest_render(x);
		return;
	}
	call->etag = ad_str(rest->etag);
	if (ad_str_eq(ad_http_etags(call->arena, ad_http_header(x, "If-None-Match")), call->etag)) {
		call->http_status = 304;
		ad_rest_render(x);
		return;
	}
	ad_rest_add_headers(x);
	ad_http_reply(x, 200, "application/json",
		      (struct ad_str){ rest->openapi.p, rest->openapi.n });
	ad_http_compress(x);
}

/* A page is no API answer: what is refused is said in a sentence. */
static void public_refuse(struct ad_exchange *x, int status, const char *sentence)
{
	ad_http_add(x, "Cache-Control", AD_S("no-store"));
	ad_http_reply(x, status, "text/plain; charset=utf-8", ad_str(sentence));
}

void ad_rest_docs(struct ad_exchange *x)
{
	struct ad_call *call = &x->call;
	const struct ad_rest *rest = call->core->rest;
	if (!ad_str_is(x->method, "GET")) {
		ad_http_add(x, "Allow", AD_S("GET, HEAD"));
		public_refuse(x, 405, "The reference is read-only.\n");
		return;
	}
	if (!ad_limits_take_address(ad_auth_limits(call->core->auth), call->address,
				    AD_ADDRESS_REQUEST, ad_now(), &call->rate)) {
		ad_http_add(
			x, "Retry-After",
			ad_arena_printf(call->arena, "%lld", (long long)call->rate.retry_after));
		public_refuse(x, 429, "Too many requests. Wait a moment.\n");
		return;
	}
	bool same = ad_str_is(ad_http_etags(call->arena, ad_http_header(x, "If-None-Match")),
			      rest->docs_etag);
	ad_http_compress(x);
	ad_http_add(x, "ETag", ad_str(rest->docs_etag));
	ad_http_add(x, "Cache-Control", AD_S("public, no-cache"));
	ad_http_add(x, "Content-Security-Policy", ad_docs_policy(call->arena));
	ad_http_add(x, "X-Frame-Options", AD_S("DENY"));
	ad_http_add(x, "X-Content-Type-Options", AD_S("nosniff"));
	ad_http_add(x, "Referrer-Policy", AD_S("no-referrer"));
	ad_http_add(x, "Cross-Origin-Opener-Policy", AD_S("same-origin"));
	ad_http_add(x, "Cross-Origin-Resource-Policy", AD_S("same-origin"));
	ad_http_reply(x, same ? 304 : 200, "text/html; charset=utf-8",
		      same ? AD_S("") : (struct ad_str){ rest->docs.p, rest->docs.n });
}
