/* Logs each refused request on one line, under the request id that a user quotes. */
#include <ctype.h>
#include <strings.h>

#include "oauth/endpoint/door.h"
#include "oauth/oauth.h"

#define NAME_MAX_SHOWN 200 /* bytes of a client's address */

/* The endpoint by its route: the path of a request may contain anything. */
static const char *refusals_endpoint(const struct ad_exchange *x)
{
	size_t count, longest = 0;
	const struct ad_route *routes = ad_oauth_routes(&count);
	const char *best = "unknown";

	for (size_t i = 0; i < count; i++) {
		size_t n = strlen(routes[i].prefix);
		if (n > longest && x->path.n >= n && memcmp(x->path.p, routes[i].prefix, n) == 0) {
			longest = n;
			best = routes[i].prefix;
		}
	}
	return best;
}

/* The client of "Basic <id:secret>", or absent. */
static struct ad_str client_of_header(struct ad_exchange *x)
{
	struct ad_str header = ad_http_header(x, "Authorization"), text;

	if (header.n <= 6 || strncasecmp(header.p, "Basic ", 6) != 0 ||
	    !ad_unbase64(x->call.arena, (struct ad_str){ header.p + 6, header.n - 6 }, &text) ||
	    text.n == 0)
		return (struct ad_str){ 0 };
	const char *colon = ad_str_find(text, ':');
	return (struct ad_str){ text.p, colon ? (size_t)(colon - text.p) : 0 };
}

static struct ad_str client_of_form(struct ad_exchange *x)
{
	struct oauth_params shown = { x->params, x->param_count };
	struct ad_param *list;
	size_t count;

	if (oauth_param_times(&shown, "client_id") == 0 &&
	    ad_http_form(x->call.arena, x->body, &list, &count))
		shown = (struct oauth_params){ list, count };
	return oauth_param(&shown, "client_id");
}

/* The address of a metadata document, without parts that may contain a secret. */
static const char *address_of(struct ad_arena *arena, struct ad_str id)
{
	size_t scheme = sizeof("https://") - 1, n = scheme;

	while (n < id.n && n < NAME_MAX_SHOWN && isgraph((unsigned char)id.p[n]) &&
	       !strchr("?#@", id.p[n]))
		n++;
	bool in_authority = !memchr(id.p + scheme, '/', n - scheme);
	if (n < id.n && id.p[n] == '@' && in_authority)
		return "unknown"; /* user name and password precede it */
	return ad_arena_copy(arena, (struct ad_str){ id.p, n }).p;
}

/* Only texts with the form of a client id, so that a misplaced secret is not logged. */
static const char *refusals_client(struct ad_exchange *x)
{
	struct ad_str id = client_of_header(x);

	if (id.n == 0)
		id = client_of_form(x);
	if (ad_id_valid("cli", id))
		return ad_arena_copy(x->call.arena, id).p;
	if (ad_str_starts(id, "https://"))
		return address_of(x->call.arena, id);
	return id.n > 0 ? "unknown" : "none";
}

void oauth_log_refusal(struct ad_exchange *x, int status, const char *error, const char *reason)
{
	const char *code = ad_arena_printf(x->call.arena, "%d", status).p;

	ad_log(status >= 500 ? AD_LOG_WARN : AD_LOG_INFO, "oauth_refused", "endpoint",
	       refusals_endpoint(x), "method", x->method.p, "status", code, "error", error,
	       "reason", reason, "client", refusals_client(x), "address", x->call.address.p,
	       "request", x->call.request_id.p, NULL);
}
