/* Request targets: the first line is the method, the second the target; and the API's routes. */
#include "tests/fuzz/request.h"

#include "oauth/endpoint/door.h"
#include "rest/route.h"
#include "base/utf8.h"

/* The target that requests a path. */
static struct ad_str target_of(struct ad_arena *arena, struct ad_str path)
{
	struct ad_text out = ad_text_on(arena);

	ad_text_addc(&out, '/');
	ad_text_add_url(&out, (struct ad_str){ path.p + 1, path.n - 1 });
	return ad_text_str(&out);
}

static void check_path(struct ad_arena *arena, const struct ad_exchange *x)
{
	struct asked other;
	struct ad_exchange *again = ask(&other, arena, "GET", "/");

	HOLDS(ad_utf8_valid(x->path) && x->path.p[x->path.n] == '\0');
	HOLDS(!ad_http_check_target(again, target_of(arena, x->path)).message);
	HOLDS(ad_str_eq(again->path, x->path) && again->param_count == 0);
}

static void check_route(struct ad_arena *arena, const struct ad_exchange *x)
{
	struct ad_rest_route route;

	if (!ad_rest_route_find(arena, x->method, x->path, &route)) {
		HOLDS(!route.res && !route.action);
		return;
	}
	HOLDS(ad_str_starts(x->path, route.res->path));
	HOLDS(route.allow.n > 0 && memmem(route.allow.p, route.allow.n, "OPTIONS", 7));
	if (route.action)
		HOLDS(ad_str_is(x->method, route.action->method));
	if (route.id.p)
		HOLDS(within(route.id, x->path) && route.id.n > 0 &&
		      !memchr(route.id.p, '/', route.id.n));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str rest = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	struct ad_str method = next_line(&rest), target = next_line(&rest);
	struct asked a;
	struct ad_exchange *x = ask(&a, arena, ad_arena_copy(arena, method).p, "/");
	struct ad_http_fault fault = ad_http_check_target(x, target);

	HOLDS(x->path.n > 0 && x->path.p[0] == '/');
	HOLDS(!x->bad_query || fault.message);
	if (!fault.message || x->bad_query) {
		HOLDS(!x->query.p || within(x->query, target));
		HOLDS(ad_host_valid(x->host));
		HOLDS(!x->bad_query || x->param_count == 0);
		for (size_t i = 0; i < x->param_count; i++)
			HOLDS(ad_utf8_valid(x->params[i].name) &&
			      ad_utf8_valid(x->params[i].value));
		check_path(arena, x);
		check_route(arena, x);
	} else {
		HOLDS(fault.code && fault.path);
	}
	ad_arena_free(arena);
	return 0;
}
