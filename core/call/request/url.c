/* URLs of ads: absolute, http or https, no userinfo (RFC 3986). */
#include <arpa/inet.h>
#include <ctype.h>
#include <strings.h>

#include "call/request/validate.h"

static bool starts_nocase(struct ad_str s, const char *prefix)
{
	size_t n = strlen(prefix);
	return s.n >= n && strncasecmp(s.p, prefix, n) == 0;
}

static bool url_visible(struct ad_str url)
{
	for (size_t i = 0; i < url.n; i++) {
		unsigned char c = (unsigned char)url.p[i];
		if (c <= ' ' || c == 0x7f || strchr("<>\"\\^`", (int)c) != NULL)
			return false;
	}
	return true;
}

static bool port_valid(struct ad_str port)
{
	int64_t number = 0;
	if (port.n == 0 || port.n > 5)
		return false;
	for (size_t i = 0; i < port.n; i++) {
		if (!isdigit((unsigned char)port.p[i]))
			return false;
		number = number * 10 + (port.p[i] - '0');
	}
	return number > 0 && number <= 65535;
}

static bool label_valid(struct ad_str label)
{
	if (label.n == 0 || label.n > 63 || label.p[0] == '-' || label.p[label.n - 1] == '-')
		return false;
	for (size_t i = 0; i < label.n; i++) {
		unsigned char c = (unsigned char)label.p[i];
		if (!isalnum(c) && c != '-' && c != '_' && c < 0x80)
			return false;
	}
	return true;
}

static bool host_valid(struct ad_str host)
{
	if (host.n == 0 || host.n > 253)
		return false;
	if (host.p[host.n - 1] == '.')
		host.n--;
	size_t start = 0;
	for (size_t i = 0; i <= host.n; i++) {
		if (i < host.n && host.p[i] != '.')
			continue;
		if (!label_valid((struct ad_str){ host.p + start, i - start }))
			return false;
		start = i + 1;
	}
	return true;
}

static bool ipv6_valid(struct ad_str host)
{
	char text[INET6_ADDRSTRLEN];
	struct in6_addr address;
	if (host.n >= sizeof(text))
		return false;
	ad_str_put(text, sizeof(text), host);
	return inet_pton(AF_INET6, text, &address) == 1;
}

static bool authority_valid(struct ad_str authority)
{
	if (authority.n == 0 || ad_str_find(authority, '@') != NULL)
		return false;
	const char *end = authority.p + authority.n;
	if (authority.p[0] == '[') {
		const char *close = ad_str_find(authority, ']');
		if (!close || !ipv6_valid((struct ad_str){ authority.p + 1,
							   (size_t)(close - authority.p - 1) }))
			return false;
		return close + 1 == end ||
		       (close[1] == ':' &&
			port_valid((struct ad_str){ close + 2, (size_t)(end - close - 2) }));
	}
	const char *colon = ad_str_find(authority, ':');
	if (colon && !port_valid((struct ad_str){ colon + 1, (size_t)(end - colon - 1) }))
		return false;
	return host_valid(
		(struct ad_str){ authority.p, (size_t)((colon ? colon : end) - authority.p) });
}

bool ad_url_valid(struct ad_str url, size_t max)
{
	size_t scheme = starts_nocase(url, "https://") ? 8 : 7;
	if (url.n > max || !url_visible(url) || (scheme == 7 && !starts_nocase(url, "http://")))
		return false;
	size_t end = scheme;
	while (end < url.n && !strchr("/?#", url.p[end]))
		end++;
	return authority_valid((struct ad_str){ url.p + scheme, end - scheme });
}
