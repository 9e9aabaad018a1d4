/* Parts that the browser-facing front ends share: see browser.h. */
#include "http/browser.h"

#include <ctype.h>
#include <strings.h>

#include "base/url.h"

#define BACK_MAX 120 /* bytes */

struct ad_str ad_cookie(const struct ad_exchange *x, const char *name)
{
	struct ad_str list = ad_http_header(x, "Cookie");
	size_t n = strlen(name);

	for (size_t at = 0; at < list.n;) {
		size_t from = at;
		while (at < list.n && list.p[at] != ';')
			at++;
		struct ad_str one = { list.p + from, at - from };
		if (one.n > n && one.p[n] == '=' && memcmp(one.p, name, n) == 0)
			return (struct ad_str){ one.p + n + 1, one.n - n - 1 };
		at++;
		while (at < list.n && list.p[at] == ' ')
			at++;
	}
	return (struct ad_str){ 0 };
}

void ad_cookie_set(struct ad_exchange *x, const char *name, struct ad_str value, int64_t seconds)
{
	struct ad_text text = ad_text_on(x->call.arena);

	ad_text_addf(&text, "%s=%.*s; Path=/; HttpOnly; SameSite=Lax", name, AD_FMT(value));
	if (ad_http_secure(x))
		ad_text_adds(&text, "; Secure");
	if (seconds != 0)
		ad_text_addf(&text, "; Max-Age=%lld", (long long)(seconds > 0 ? seconds : 0));
	ad_http_add(x, "Set-Cookie", ad_text_str(&text));
}

enum ad_db_status ad_browser_session(struct ad_exchange *x, struct ad_session *out,
				     struct ad_str *token)
{
	*token = ad_cookie(x, ad_session_cookie(x->call.core->config->public_url));
	return ad_session_find(x->call.db, x->call.arena, *token, out);
}

struct ad_str ad_http_origin(const struct ad_exchange *x)
{
	struct ad_str origin = ad_str(x->call.core->config->public_url);
	struct ad_url url;

	if (ad_url_split(origin, &url))
		origin.n = (size_t)(url.tail.p - origin.p);
	return origin;
}

struct ad_str ad_http_rp_id(const struct ad_exchange *x)
{
	struct ad_str host = ad_url_host(ad_http_origin(x));
	bool has_letter = false;

	for (size_t i = 0; i < host.n; i++)
		has_letter |= isalpha((unsigned char)host.p[i]) != 0;
	return has_letter && host.p[0] != '[' ? host : (struct ad_str){ 0 };
}

bool ad_same_origin(const struct ad_exchange *x)
{
	struct ad_str site = ad_http_header(x, "Sec-Fetch-Site");
	struct ad_str origin = ad_http_header(x, "Origin");

	if (site.p)
		return ad_str_is(site, "same-origin");
	if (!origin.p)
		return true;
	return ad_str_eq(origin, ad_http_origin(x));
}

/* True if a media type is application/x-www-form-urlencoded, ignoring its parameters. */
static bool is_form(struct ad_str type)
{
	static const char form[] = "application/x-www-form-urlencoded";
	size_t n = sizeof(form) - 1;

	if (type.n < n || strncasecmp(type.p, form, n) != 0)
		return false;
	while (n < type.n && (type.p[n] == ' ' || type.p[n] == '\t'))
		n++;
	return n == type.n || type.p[n] == ';';
}

bool ad_form_read(struct ad_exchange *x, struct ad_param **out, size_t *count, const char **fault)
{
	*out = NULL;
	*count = 0;
	*fault = NULL;
	if (!is_form(ad_http_header(x, "Content-Type")))
		*fault = "The body must be application/x-www-form-urlencoded.";
	else if (!ad_http_form(x->call.arena, x->body, out, count))
		*fault = "The form is malformed.";
	return *fault == NULL;
}

void ad_redirect(struct ad_exchange *x, struct ad_str url)
{
	ad_http_add(x, "Location", url);
	ad_http_add(x, "Cache-Control", AD_S("no-store"));
	ad_http_add(x, "Referrer-Policy", AD_S("no-referrer"));
	ad_http_reply(x, 303, "text/plain; charset=utf-8", (struct ad_str){ "", 0 });
}

static void browser_add_number(struct ad_exchange *x, const char *name, int64_t number)
{
	ad_http_add(x, name, ad_arena_printf(x->call.arena, "%lld", (long long)number));
}

bool ad_address_passes(struct ad_exchange *x, enum ad_address_use use)
{
	struct ad_limit limit;
	bool good = ad_limits_take_address(ad_auth_limits(x->call.core->auth), x->call.address, use,
					   ad_now(), &limit);

	browser_add_number(x, "X-RateLimit-Limit", limit.limit);
	browser_add_number(x, "X-RateLimit-Remaining", limit.remaining);
	browser_add_number(x, "X-RateLimit-Reset", limit.reset);
	if (!good)
		browser_add_number(x, "Retry-After", limit.retry_after);
	return good;
}

static bool back_allows(struct ad_str path, size_t i, bool in_query)
{
	unsigned char c = (unsigned char)path.p[i];

	if (c >= 0x80)
		return false;
	if (isalnum(c) || c == '-' || c == '_')
		return true;
	if (in_query)
		return c == '=' || c == '&';
	return c == '/' && path.p[i - 1] != '/';
}

bool ad_back_valid(struct ad_str path)
{
	bool in_query = false;
	size_t n = sizeof(AD_APP_PATH) - 1;

	if (!ad_str_starts(path, AD_APP_PATH) || path.n > BACK_MAX)
		return false;
	if (path.n > n && path.p[n] != '/' && path.p[n] != '?')
		return false;
	for (size_t i = n; i < path.n; i++) {
		bool begins = path.p[i] == '?' && !in_query;
		if (!begins && !back_allows(path, i, in_query))
			return false;
		in_query = in_query || begins;
	}
	return true;
}
