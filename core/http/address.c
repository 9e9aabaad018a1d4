#include "http/address.h"

#include <arpa/inet.h>
#include <stdio.h>

#include "base/url.h"

bool ad_listen_parse(const char *text, struct ad_listen *out)
{
	const char *colon = strrchr(text, ':');
	if (!colon)
		return false;
	size_t n = (size_t)(colon - text);
	const char *host = text;
	bool bracketed = n >= 2 && text[0] == '[' && text[n - 1] == ']';
	if (bracketed) {
		host++;
		n -= 2;
	}
	if (n >= sizeof(out->host))
		return false;
	memcpy(out->host, host, n);
	out->host[n] = 0;
	if (n == 0)
		memcpy(out->host, "0.0.0.0", 8);
	if (strcmp(out->host, "localhost") == 0)
		memcpy(out->host, "127.0.0.1", 10);
	out->port = ad_port_parse(ad_str(colon + 1));
	uint8_t bytes[16];
	bool is_v4;
	return out->port >= 0 && ad_address_parse(out->host, bytes, &is_v4) && is_v4 != bracketed;
}

/* A character of a registered name: letters, digits, - . _ ~; no percent-escapes, no sub-delims. */
static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '-' || c == '.' || c == '_' || c == '~';
}

bool ad_host_valid(struct ad_str s)
{
	struct ad_str host;
	char six[64];
	uint8_t bytes[16];
	int port;

	if (!ad_authority_split(s, &host, &port) || host.n > 255)
		return false;
	if (host.p[0] == '[') {
		if (host.n - 2 >= sizeof(six))
			return false;
		ad_str_put(six, sizeof(six), (struct ad_str){ host.p + 1, host.n - 2 });
		return inet_pton(AF_INET6, six, bytes) == 1;
	}
	for (size_t i = 0; i < host.n; i++)
		if (!is_name_char(host.p[i]))
			return false;
	return true;
}

/* --- origins --- */

/* True if the last label of a name is a number: every reader then takes it for an address. */
static bool ends_in_number(struct ad_str host)
{
	size_t from = host.n;

	while (from > 0 && host.p[from - 1] != '.')
		from--;
	if (from == host.n)
		return false;
	if (host.n - from > 2 && host.p[from] == '0' && (host.p[from + 1] | 0x20) == 'x')
		return true;
	for (size_t i = from; i < host.n; i++)
		if (host.p[i] < '0' || host.p[i] > '9')
			return false;
	return true;
}

/* The host of a valid authority as browsers write it; false where it is an address of no form. */
static bool normal_host(struct ad_arena *arena, struct ad_str host, struct ad_str *out)
{
	char *text = ad_arena_alloc(arena, host.n + 1);
	char six[INET6_ADDRSTRLEN];
	uint8_t bytes[16];

	memcpy(text, host.p, host.n);
	text[host.n] = '\0';
	*out = (struct ad_str){ text, host.n };
	if (text[0] == '[') {
		text[host.n - 1] = '\0';
		if (inet_pton(AF_INET6, text + 1, bytes) != 1 ||
		    !inet_ntop(AF_INET6, bytes, six, sizeof(six)))
			return false;
		*out = ad_arena_printf(arena, "[%s]", six);
		return true;
	}
	for (size_t i = 0; i < host.n; i++)
		if (text[i] >= 'A' && text[i] <= 'Z')
			text[i] = (char)(text[i] - 'A' + 'a');
	return !ends_in_number(host) || inet_pton(AF_INET, text, bytes) == 1;
}

/* Names a part of the URL that an origin may not have: a path, a query, a user. */
static const char *too_much(struct ad_str authority, struct ad_str rest)
{
	if (ad_str_find(authority, '@'))
		return "must not hold a user name or password";
	if (rest.n > 0 && rest.p[0] == '/')
		rest = (struct ad_str){ rest.p + 1, rest.n - 1 };
	if (rest.n == 0)
		return NULL;
	return rest.p[0] == '?'   ? "must not hold a query"
	       : rest.p[0] == '#' ? "must not hold a fragment"
				  : "must be http(s)://host[:port], without a path";
}

const char *ad_origin_normal(struct ad_arena *arena, struct ad_str url, struct ad_str *out)
{
	static const char malformed[] = "must be http(s)://host[:port]";
	struct ad_url parts;
	struct ad_str host;
	int port;

	if (!ad_url_split(url, &parts) || !ad_url_is_web(&parts))
		return malformed;
	bool tls = parts.scheme.n == 5;
	const char *fault = too_much(parts.authority, parts.tail);
	if (fault)
		return fault;
	if (!ad_host_valid(parts.authority) || !ad_authority_split(parts.authority, &host, &port))
		return malformed;
	if (!normal_host(arena, host, &host))
		return "must have a name or a whole address for its host";
	*out = ad_arena_printf(arena, "%s://%.*s", tls ? "https" : "http", AD_FMT(host));
	if (port >= 0 && port != (tls ? 443 : 80))
		*out = ad_arena_printf(arena, "%.*s:%d", AD_FMT(*out), port);
	return NULL;
}

/* --- clients --- */

/* Takes the last entry off a comma-separated list; false where there is none. */
static bool last_entry(struct ad_str *list, char out[static 64])
{
	struct ad_str s = *list;
	size_t begin = s.n;
	while (begin > 0 && s.p[begin - 1] != ',')
		begin--;
	struct ad_str entry = { s.p + begin, s.n - begin };
	list->n = begin > 0 ? begin - 1 : 0;
	while (entry.n > 0 && (entry.p[0] == ' ' || entry.p[0] == '\t')) {
		entry.p++;
		entry.n--;
	}
	while (entry.n > 0 && (entry.p[entry.n - 1] == ' ' || entry.p[entry.n - 1] == '\t'))
		entry.n--;
	if (entry.n == 0 || entry.n >= 64)
		return false;
	memcpy(out, entry.p, entry.n);
	out[entry.n] = 0;
	return true;
}

/* Cuts "1.2.3.4:80", "[fd00::7]:80" and "[fd00::7]", as some proxies write, to the address. */
static void cut_port(char entry[static 64])
{
	char *colon = strrchr(entry, ':');
	size_t n = strlen(entry);

	if (colon && colon > entry && (strchr(entry, ':') == colon || colon[-1] == ']') &&
	    ad_port_parse(ad_str(colon + 1)) >= 0)
		n = (size_t)(colon - entry);
	if (n > 2 && entry[0] == '[' && entry[n - 1] == ']') {
		n -= 2;
		memmove(entry, entry + 1, n);
	}
	entry[n] = 0;
}

void ad_client_address(const struct ad_cidr *trusted, const char *peer, const struct ad_str *lists,
		       size_t count, char out[static 64])
{
	snprintf(out, 64, "%s", peer);
	if (!trusted || !ad_cidr_contains(trusted, peer))
		return;
	for (size_t i = count; i > 0; i--) {
		struct ad_str list = lists[i - 1];
		while (list.n > 0) {
			char entry[64];
			uint8_t bytes[16];
			bool is_v4;
			/* Our proxies write only addresses: stop at anything else. */
			if (!last_entry(&list, entry))
				return;
			cut_port(entry);
			if (!ad_address_parse(entry, bytes, &is_v4))
				return;
			memcpy(out, entry, sizeof(entry));
			if (!ad_cidr_contains(trusted, entry))
				return;
		}
	}
}
