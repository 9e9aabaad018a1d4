#include "rest/rest.h"

#include <assert.h>
#include <stdio.h>

#include "http/compress.h"
#include "http/credential.h"
#include "rest/envelope.h"
#include "rest/public.h"
#include "rest/media.h"
#include "rest/route.h"
#include "rest/life.h"

#define METADATA "/.well-known/oauth-protected-resource/api/v1"

static void rest_add_number(struct ad_exchange *x, const char *name, int64_t number)
{
	ad_http_add(x, name, ad_arena_printf(x->call.arena, "%lld", (long long)number));
}

static void add_life(struct ad_exchange *x)
{
	struct ad_arena *arena = x->call.arena;
	const struct ad_life *life = ad_life_of(&x->call);
	if (!life)
		return;
	struct ad_str sunset = ad_life_sunset(arena, life);
	ad_http_add(x, "Deprecation", ad_life_deprecation(arena, life));
	if (sunset.p)
		ad_http_add(x, "Sunset", sunset);
	ad_http_add(x, "Link",
		    AD_S("<" AD_REST_PREFIX "/changelog.json>; rel=\"deprecation\"; "
			 "type=\"application/json\""));
}

/* The scope that a bearer token lacks; a session is told in the envelope alone. */
static void add_challenges(struct ad_exchange *x)
{
	if (x->call.status == AD_UNAUTHENTICATED)
		ad_http_challenge(x, METADATA, AD_SCOPES_BASELINE);
	if (x->call.status == AD_FORBIDDEN_SCOPE)
		ad_http_step_up(x, METADATA);
	ad_http_add_nonce(x);
}

void ad_rest_add_headers(struct ad_exchange *x)
{
	const struct ad_call *call = &x->call;
	rest_add_number(x, "X-RateLimit-Limit", call->rate.limit);
	rest_add_number(x, "X-RateLimit-Remaining", call->rate.remaining);
	rest_add_number(x, "X-RateLimit-Reset", call->rate.reset);
	if (call->retry_after)
		rest_add_number(x, "Retry-After", call->retry_after);
	if (call->door == AD_DOOR_API)
		add_challenges(x);
	if (call->status == AD_METHOD_NOT_ALLOWED)
		ad_http_add(x, "Allow", call->allow);
	/* Of a failure they would name something that is not there. */
	if (call->etag.p && call->status == AD_OK)
		ad_http_add(x, "ETag", call->etag);
	if (call->location.p && call->status == AD_OK)
		ad_http_add(x, "Location",
			    ad_arena_printf(call->arena, "%s%.*s",
					    call->door == AD_DOOR_APP ? AD_APP_API_PREFIX
								      : AD_REST_PREFIX,
					    AD_FMT(call->location)));
	add_life(x);
	if (call->key == AD_KEY_ANSWERED)
		ad_http_add(x, "Idempotent-Replayed", AD_S("true"));
	ad_http_add(x, "Cache-Control",
		    call->who || call->status != AD_OK ? AD_S("private, no-store")
						       : AD_S("public, no-cache"));
}

/* A reply that is no JSON: CSV, as a file to keep. */
static void add_file_headers(struct ad_exchange *x)
{
	const struct ad_call *call = &x->call;
	if (call->action && call->action->or_media)
		ad_http_add(x, "Vary", AD_S("Accept"));
	if (call->next_cursor.p)
		ad_http_add(x, "X-Next-Cursor", call->next_cursor);
	if (call->file_name.p)
		ad_http_add(x, "Content-Disposition",
			    ad_arena_printf(call->arena, "attachment; filename=\"%.*s\"",
					    AD_FMT(call->file_name)));
}

static void write_success(struct ad_json *j, const struct ad_call *call)
{
	ad_json_object(j);
	ad_json_kraw(j, "data", ad_list_fields_pick(call));
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

void ad_rest_render(struct ad_exchange *x)
{
	struct ad_call *call = &x->call;
	struct ad_text body = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&body);
	int status = ad_outcome_http(call);
	ad_rest_add_headers(x);
	if (status == 304) {
		ad_http_compress(x);
		ad_http_reply(x, status, "application/json", AD_S(""));
		return;
	}
	if (call->status == AD_OK && call->bytes) {
		ad_media_reply(x);
		return;
	}
	add_file_headers(x);
	ad_http_compress(x);
	if (call->status == AD_OK && call->media) {
		ad_http_reply(x, status, call->media, call->data);
		return;
	}
	if (call->status == AD_OK)
		write_success(&j, call);
	else
		write_failure(&j, call);
	ad_http_reply(x, status, "application/json", ad_text_str(&body));
}

void ad_rest_say_options(struct ad_exchange *x)
{
	ad_rest_add_headers(x);
	ad_http_add(x, "Allow", x->call.allow);
	ad_http_reply(x, 204, "application/json", AD_S(""));
}

void ad_rest_fill(struct ad_exchange *x, const struct ad_rest_route *route)
{
	struct ad_call *call = &x->call;
	call->space_header = ad_http_header(x, "X-Space-Id");
	call->res = route->res;
	call->action = route->action;
	call->id = route->id;
	call->allow = route->allow;
	call->body = x->body;
	call->body_too_large = x->body_too_large;
	call->content_type = ad_http_header(x, "Content-Type");
	call->content_encoding = ad_http_header(x, "Content-Encoding");
	call->params = x->params;
	call->param_count = x->param_count;
	call->bad_query = x->bad_query;
	call->if_match = ad_http_etags(call->arena, ad_http_header(x, "If-Match"));
	call->if_none_match = ad_http_etags(call->arena, ad_http_header(x, "If-None-Match"));
	call->accept = ad_http_header(x, "Accept");
	call->range = ad_http_header(x, "Range");
	call->if_range = ad_http_header(x, "If-Range");
	if (ad_str_is(x->method, "POST")) {
		call->idempotency_key = ad_http_header(x, "Idempotency-Key");
		call->idempotency_path = ad_arena_printf(call->arena, "%.*s %.*s",
							 AD_FMT(x->method), AD_FMT(x->path));
	}
}

bool ad_rest_open(struct ad_exchange *x, struct ad_str path)
{
	struct ad_rest_route route;
	bool found = ad_rest_route_find(x->call.arena, x->method, path, &route);
	ad_rest_fill(x, &route);
	if (!found) {
		x->call.route_status = AD_NOT_FOUND;
		x->call.id = x->path;
	} else if (!route.action) {
		x->call.route_status = AD_METHOD_NOT_ALLOWED;
	}
	return found && ad_str_is(x->method, "OPTIONS");
}

static void rest_handle(struct ad_exchange *x)
{
	struct ad_str path = { x->path.p + sizeof(AD_REST_PREFIX) - 1,
			       x->path.n - (sizeof(AD_REST_PREFIX) - 1) };
	x->render = ad_rest_render;
	if (ad_rest_is_public(path)) {
		ad_rest_answer_public(x, path);
		return;
	}
	x->call.door = AD_DOOR_API;
	ad_http_take_credential(x);
	x->call.audience = ad_str(x->call.core->config->base_url);
	if (!ad_rest_open(x, path)) {
		ad_call_start(&x->call);
	} else if (ad_call_authenticate(&x->call)) {
		x->render = NULL;
		ad_rest_say_options(x);
	}
}

static enum ad_admit rest_admit(struct ad_exchange *x)
{
	return ad_http_admit(x, x->call.core->config->base_url);
}

static void rest_challenge(struct ad_exchange *x)
{
	x->call.status = AD_UNAUTHENTICATED;
	ad_http_challenge(x, METADATA, AD_SCOPES_BASELINE);
	ad_http_add(x, "Cache-Control", AD_S("private, no-store"));
}

static void add_route(struct ad_rest_routes *out, const char *path, size_t body_max,
		      const struct ad_route *like)
{
	char *kept = out->paths[out->count];
	assert(out->count < AD_REST_ROUTES_MAX && strlen(path) < sizeof(out->paths[0]));
	memcpy(kept, path, strlen(path) + 1);
	out->routes[out->count] = *like;
	out->routes[out->count].prefix = kept;
	out->routes[out->count++].body_max = body_max;
}

void ad_rest_add_route(struct ad_rest_routes *out, const char *prefix, const char *path,
		       size_t body_max, const struct ad_route *like)
{
	char whole[128];

	snprintf(whole, sizeof(whole), "%s%s", prefix, path);
	add_route(out, whole, body_max, like);
}

void ad_rest_add_routes(struct ad_rest_routes *out, const char *prefix, const struct ad_route *like)
{
	char path[128];
	snprintf(path, sizeof(path), "%s/", prefix);
	add_route(out, path, AD_BODY_MAX, like);
	for (int i = 0; i < AD_RESOURCE_COUNT; i++) {
		const struct ad_resource *res = ad_resource_row((enum ad_resource_id)i);
		for (size_t k = 0; k < res->action_count; k++) {
			const struct ad_action *a = &res->actions[k];
			assert(!a->body_max || !strchr(a->path, ':'));
			snprintf(path, sizeof(path), "%s%s%s", prefix, res->path, a->path);
			if (a->body_max)
				add_route(out, path, a->body_max, like);
		}
	}
}

void ad_rest_routes(struct ad_rest_routes *out)
{
	static const struct ad_route like = { .handler = rest_handle,
					      .admit = rest_admit,
					      .challenge = rest_challenge };
	out->count = 0;
	ad_rest_add_routes(out, AD_REST_PREFIX, &like);
	out->routes[out->count++] = (struct ad_route){ .prefix = "/docs", .handler = ad_rest_docs };
}
