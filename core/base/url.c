#include "base/url.h"

#include <strings.h>

static bool url_scheme_char(char c, bool is_first)
{
	bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

	return is_letter || (!is_first && ((c >= '0' && c <= '9') || (c && strchr("+-.", c))));
}

/* The beginning of s before the first of the marks. */
static struct ad_str url_before(struct ad_str s, const char *marks)
{
	size_t n = 0;

	while (n < s.n && !(s.p[n] && strchr(marks, s.p[n])))
		n++;
	return (struct ad_str){ s.p, n };
}

static struct ad_str url_after(struct ad_str s, size_t n)
{
	return (struct ad_str){ s.p + n, s.n - n };
}

bool ad_url_split(struct ad_str url, struct ad_url *out)
{
	size_t n = 0;

	*out = (struct ad_url){ 0 };
	while (n < url.n && url_scheme_char(url.p[n], n == 0))
		n++;
	if (n == 0 || n == url.n || url.p[n] != ':')
		return false;
	out->scheme = (struct ad_str){ url.p, n };
	out->tail = url_after(url, n + 1);
	if (ad_str_starts(out->tail, "//")) {
		out->authority = url_before(url_after(out->tail, 2), "/?#");
		out->tail = url_after(out->tail, 2 + out->authority.n);
	}
	out->path = url_before(out->tail, "?#");
	return true;
}

bool ad_url_is_web(const struct ad_url *url)
{
	bool is_http = url->scheme.n == 4 || url->scheme.n == 5;

	return is_http && strncasecmp(url->scheme.p, "https", url->scheme.n) == 0 &&
	       url->authority.n > 0;
}

int ad_port_parse(struct ad_str text)
{
	int port = 0;

	if (text.n == 0 || text.n > 5)
		return -1;
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] < '0' || text.p[i] > '9')
			return -1;
		port = port * 10 + (text.p[i] - '0');
	}
	return port <= 65535 ? port : -1;
}

bool ad_authority_split(struct ad_str authority, struct ad_str *host, int *port)
{
	bool is_v6 = authority.n > 0 && authority.p[0] == '[';
	const char *close = is_v6 ? ad_str_find(authority, ']') : NULL;

	*port = -1;
	*host = close ? (struct ad_str){ authority.p, (size_t)(close - authority.p) + 1 }
		      : url_before(authority, ":");
	if (ad_str_find(authority, '@') || host->n == 0 || (is_v6 && !close))
		return false;
	if (host->n == authority.n)
		return true;
	if (authority.p[host->n] != ':')
		return false;
	*port = ad_port_parse(url_after(authority, host->n + 1));
	return *port >= 0;
}

struct ad_str ad_url_host(struct ad_str url)
{
	struct ad_url parts;
	struct ad_str host;
	int port;

	if (!ad_url_split(url, &parts) || !parts.authority.p)
		return (struct ad_str){ NULL, 0 };
	/* A platform may tell a URL that adcore refuses: then all of the authority is shown. */
	return ad_authority_split(parts.authority, &host, &port) ? host : parts.authority;
}
