/* URLs of ads: absolute, http or https, no userinfo (RFC 3986). */
#include <arpa/inet.h>
#include <ctype.h>

#include "base/url.h"
#include "call/request/validate.h"

static bool url_visible(struct ad_str url)
{
	for (size_t i = 0; i < url.n; i++) {
		unsigned char c = (unsigned char)url.p[i];
		if (c <= ' ' || c == 0x7f || strchr("<>\"\\^`", (int)c) != NULL)
			return false;
	}
	return true;
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
	struct ad_str host;
	int port;

	if (!ad_authority_split(authority, &host, &port) || port == 0)
		return false;
	return host.p[0] == '[' ? ipv6_valid((struct ad_str){ host.p + 1, host.n - 2 })
				: host_valid(host);
}

bool ad_url_valid(struct ad_str url, size_t max)
{
	struct ad_url parts;

	return url.n <= max && url_visible(url) && ad_url_split(url, &parts) &&
	       ad_url_is_web(&parts) && authority_valid(parts.authority);
}
