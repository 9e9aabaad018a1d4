#include "rest/rest.h"

#include "rest/route.h"

/* "Bearer <token>", the scheme in any case; absent where the header is another or missing. */
static struct ad_str bearer(const struct ad_exchange *x)
{
	static const char scheme[] = "bearer ";
	struct ad_str h = ad_http_header(x, "Authorization");
	if (h.n <= sizeof(scheme) - 1)
		return (struct ad_str){ NULL, 0 };
	for (size_t i = 0; i < sizeof(scheme) - 1; i++)
		if ((h.p[i] | 0x20) != scheme[i] && h.p[i] != scheme[i])
			return (struct ad_str){ NULL, 0 };
	h.p += sizeof(scheme) - 1;
	h.n -= sizeof(scheme) - 1;
	while (h.n && h.p[0] == ' ') {
		h.p++;
		h.n--;
	}
	return h;
}

static void add_number(struct ad_exchange *x, const char *name, int64_t number)
{
	ad_http_add(x, name, ad_arena_printf(x->call.arena, "%lld", (long long)number));
}

static void add_headers(struct ad_exchange *x)
{
	const struct ad_call *call = &x->call;
	add_number(x, "X-RateLimit-Limit", call->rate.limit);
	add_number(x, "X-RateLimit-Remaining", call->rate.remaining);
	add_number(x, "X-RateLimit-Reset", call->rate.reset);
	if (call->retry_after)
		add_number(x, "Retry-After", call->retry_after);
	if (call->status == AD_UNAUTHENTICATED)
		ad_http_add(x, "WWW-Authenticate",
			    call->credential.p ? AD_S("Bearer error=\"invalid_token\"")
					       : AD_S("Bearer"));
	if (call->status == AD_FORBIDDEN_SCOPE)
		ad_http_add(x, "WWW-Authenticate", AD_S("Bearer error=\"insufficient_scope\""));
	if (call->status == AD_METHOD_NOT_ALLOWED)
		ad_http_add(x, "Allow", call->allow);
	if (call->etag.p)
		ad_http_add(x, "ETag", call->etag);
	if (call->location.p)
		ad_http_add(x, "Location",
			    ad_arena_printf(call->arena, AD_REST_PREFIX "%.*s",
					    AD_FMT(call->location)));
	if (call->replayed)
		ad_http_add(x, "Idempotent-Replayed", AD_S("true"));
	ad_http_add(x, "Cache-Control", AD_S("private, no-store"));
}

static void write_success(struct ad_json *j, const struct ad_call *call)
{
	ad_json_object(j);
	ad_json_kraw(j, "data", call->data);
	ad_json_key(j, "meta");
	ad_json_object(j);
	ad_json_members(j, call->meta);
	ad_json_kstr(j, "requestId", call->request_id);
	ad_json_object_end(j);
	ad_json_object_end(j);
}

static void write_failure(struct ad_json *j, const struct ad_call *call)
{
	ad_json_object(j);
	ad_json_key(j, "error");
	ad_outcome_write_error(j, call);
	ad_json_object_end(j);
}

/* Turns the call's outcome into the reply. */
static void render(struct ad_exchange *x)
{
	struct ad_call *call = &x->call;
	struct ad_text body = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&body);
	int status = ad_outcome_http(call);
	add_headers(x);
	if (status == 304) {
		ad_http_reply(x, status, "application/json", AD_S(""));
		return;
	}
	if (call->status == AD_OK)
		write_success(&j, call);
	else
		write_failure(&j, call);
	ad_http_reply(x, status, "application/json", ad_text_str(&body));
}

/* RFC 9110 section 9.3.7: what may be done with the path, and nothing else. */
static void say_options(struct ad_exchange *x)
{
	add_headers(x);
	ad_http_add(x, "Allow", x->call.allow);
	ad_http_reply(x, 204, "application/json", AD_S(""));
}

/* GET /openapi.json: public, no envelope. */
static void openapi(struct ad_exchange *x)
{
	struct ad_text body = ad_text_on(x->call.arena);
	struct ad_call *call = &x->call;
	call->allow = AD_S("GET, HEAD, OPTIONS");
	if (!ad_limits_take_address(ad_auth_limits(call->core->auth), call->address,
				    AD_ADDRESS_REQUEST, ad_now(), &call->rate)) {
		call->bucket = call->rate.bucket;
		call->retry_after = call->rate.retry_after;
		call->status = AD_RATE_LIMITED;
		render(x);
		return;
	}
	if (ad_str_is(x->method, "OPTIONS")) {
		say_options(x);
		return;
	}
	if (!ad_str_is(x->method, "GET")) {
		call->status = AD_METHOD_NOT_ALLOWED;
		render(x);
		return;
	}
	for (size_t i = 0; i < x->param_count; i++)
		ad_fault(call, ad_arena_copy(call->arena, x->params[i].name).p, "UNKNOWN_PARAMETER",
			 "There is no query parameter %.*s here.", AD_FMT(x->params[i].name));
	if (call->status != AD_OK) {
		render(x);
		return;
	}
	ad_openapi_write(&body, call->core->config->base_url);
	add_headers(x);
	ad_http_reply(x, 200, "application/json", ad_text_str(&body));
}

static void fill_call(struct ad_exchange *x, const struct ad_rest_route *route)
{
	struct ad_call *call = &x->call;
	call->door = AD_DOOR_API;
	call->credential = bearer(x);
	call->audience = ad_str(call->core->config->base_url);
	call->space_header = ad_http_header(x, "X-Space-Id");
	call->res = route->res;
	call->action = route->action;
	call->id = route->id;
	call->allow = route->allow;
	call->body = x->body;
	call->body_too_large = x->body_too_large;
	call->content_type = ad_http_header(x, "Content-Type");
	call->params = x->params;
	call->param_count = x->param_count;
	call->if_match = ad_http_header(x, "If-Match");
	call->if_none_match = ad_http_header(x, "If-None-Match");
	if (ad_str_is(x->method, "POST")) {
		call->idempotency_key = ad_http_header(x, "Idempotency-Key");
		call->idempotency_path = ad_arena_printf(call->arena, "%.*s %.*s",
							 AD_FMT(x->method), AD_FMT(x->path));
	}
}

void ad_rest_handle(struct ad_exchange *x)
{
	struct ad_rest_route route;
	struct ad_str path = { x->path.p + sizeof(AD_REST_PREFIX) - 1,
			       x->path.n - (sizeof(AD_REST_PREFIX) - 1) };
	x->render = render;
	if (ad_str_is(path, "/openapi.json")) {
		x->render = NULL;
		openapi(x);
		return;
	}
	bool found = ad_rest_route_find(x->call.arena, x->method, path, &route);
	fill_call(x, &route);
	if (!found)
		x->call.route_status = AD_NOT_FOUND;
	else if (!route.action)
		x->call.route_status = AD_METHOD_NOT_ALLOWED;
	if (!found)
		x->call.id = x->path;
	if (!found || !ad_str_is(x->method, "OPTIONS")) {
		ad_call_start(&x->call);
	} else if (ad_call_authenticate(&x->call)) {
		x->render = NULL;
		say_options(x);
	}
}
