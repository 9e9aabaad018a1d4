#include "rest/route.h"

/* True if the rest of a path ("", "/cmp_1", "/cmp_1/restore") matches an action's pattern. */
static bool route_matches(const char *pattern, struct ad_str rest, struct ad_str *id)
{
	*id = (struct ad_str){ NULL, 0 };
	while (*pattern) {
		if (*pattern == ':') {
			size_t n = 0;
			while (n < rest.n && rest.p[n] != '/')
				n++;
			if (n == 0)
				return false;
			*id = (struct ad_str){ rest.p, n };
			rest = (struct ad_str){ rest.p + n, rest.n - n };
			while (*pattern && *pattern != '/')
				pattern++;
			continue;
		}
		if (rest.n == 0 || rest.p[0] != *pattern)
			return false;
		rest.p++;
		rest.n--;
		pattern++;
	}
	return rest.n == 0;
}

static bool is_below(struct ad_str path, const char *prefix, struct ad_str *rest)
{
	size_t n = strlen(prefix);
	if (!ad_str_starts(path, prefix) || (path.n > n && path.p[n] != '/'))
		return false;
	*rest = (struct ad_str){ path.p + n, path.n - n };
	return true;
}

/* A literal path ("/preview") wins over a pattern ("/:id") that would match it too. */
static bool literal_wins(const struct ad_resource *res, struct ad_str rest)
{
	for (size_t i = 0; i < res->action_count; i++)
		if (!strchr(res->actions[i].path, ':') && ad_str_is(rest, res->actions[i].path))
			return true;
	return false;
}

static void add_allowed(struct ad_text *allow, const char *method)
{
	ad_text_addf(allow, "%s%s", allow->n ? ", " : "", method);
	if (strcmp(method, "GET") == 0)
		ad_text_adds(allow, ", HEAD");
}

static bool find_in(struct ad_str method, struct ad_str rest, const struct ad_resource *res,
		    struct ad_rest_route *out, struct ad_text *allow)
{
	bool literal = literal_wins(res, rest);
	for (size_t i = 0; i < res->action_count; i++) {
		struct ad_str id;
		const struct ad_action *action = &res->actions[i];
		if ((literal && strchr(action->path, ':')) ||
		    !route_matches(action->path, rest, &id))
			continue;
		out->res = res;
		out->id = id;
		add_allowed(allow, action->method);
		if (ad_str_is(method, action->method))
			out->action = action;
	}
	return allow->n > 0;
}

bool ad_rest_route_find(struct ad_arena *arena, struct ad_str method, struct ad_str path,
			struct ad_rest_route *out)
{
	struct ad_text allow = ad_text_on(arena);
	*out = (struct ad_rest_route){ .res = NULL };
	for (int i = 0; i < AD_RESOURCE_COUNT; i++) {
		struct ad_str rest;
		const struct ad_resource *res = ad_resource_row((enum ad_resource_id)i);
		if (is_below(path, res->path, &rest) && find_in(method, rest, res, out, &allow)) {
			ad_text_adds(&allow, ", OPTIONS");
			out->allow = ad_text_str(&allow);
			return true;
		}
	}
	return false;
}
