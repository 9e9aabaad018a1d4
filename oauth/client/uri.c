/* Redirect URIs: see uri.h. */
#include "oauth/client/uri.h"

#include <strings.h>

struct parts {
	struct ad_url url;
	struct ad_str host; /* with its brackets; absent without an authority */
};

static bool char_allowed(char c)
{
	return c > 0x20 && c < 0x7f && !strchr("\"<>\\^`{|}#", c);
}

/* Letters of a host name or address (RFC 1123), of IPv6 in its brackets: no wildcard, no escape. */
static bool is_host(struct ad_str host)
{
	bool six = host.n > 0 && host.p[0] == '[';

	for (size_t i = 0; i < host.n; i++) {
		char c = host.p[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
		if (!letter && !(c >= '0' && c <= '9') && !strchr(six ? "[]:." : "-._", c))
			return false;
	}
	return host.n > 0;
}

static bool uri_split(struct ad_str uri, struct parts *out)
{
	int port;

	*out = (struct parts){ 0 };
	if (uri.n == 0 || uri.n > OAUTH_URI_MAX)
		return false;
	for (size_t i = 0; i < uri.n; i++)
		if (!char_allowed(uri.p[i]))
			return false;
	if (!ad_url_split(uri, &out->url))
		return false;
	return !out->url.authority.p ||
	       (ad_authority_split(out->url.authority, &out->host, &port) && port != 0 &&
		is_host(out->host));
}

static bool uri_is_one_of(struct ad_str s, const char *const *list)
{
	for (; *list; list++)
		if (s.n == strlen(*list) && strncasecmp(s.p, *list, s.n) == 0)
			return true;
	return false;
}

static bool is_loopback(const struct parts *p)
{
	return ad_str_is(p->host, "localhost") || ad_str_is(p->host, "127.0.0.1") ||
	       ad_str_is(p->host, "[::1]");
}

/* Schemes that a browser executes, reads from the disk, or uses internally. */
static const char *const dangerous[] = { "javascript", "data",  "file",        "vbscript",
					 "blob",       "about", "view-source", "filesystem",
					 "ws",         "wss",   "ftp",         "mailto",
					 NULL };

bool oauth_uri_is_dangerous(struct ad_str uri)
{
	const char *colon = ad_str_find(uri, ':');
	struct ad_str scheme = uri;

	while (scheme.n > 0 && (unsigned char)scheme.p[0] <= 0x20) {
		scheme.p++;
		scheme.n--;
	}
	if (!colon || colon < scheme.p)
		return false;
	scheme.n = (size_t)(colon - scheme.p);
	return uri_is_one_of(scheme, dangerous);
}

enum oauth_uri_kind oauth_uri_judge(struct ad_str uri)
{
	static const char *const apps[] = { "cursor", "vscode", "vscode-insiders", "windsurf",
					    NULL };
	struct parts p;

	if (!uri_split(uri, &p) || uri_is_one_of(p.url.scheme, dangerous))
		return OAUTH_URI_BAD;
	if (ad_str_is(p.url.scheme, "https"))
		return p.url.authority.p ? OAUTH_URI_HTTPS : OAUTH_URI_BAD;
	if (ad_str_is(p.url.scheme, "http")) {
		if (!p.url.authority.p)
			return OAUTH_URI_BAD;
		return is_loopback(&p) ? OAUTH_URI_LOOPBACK : OAUTH_URI_UNUSABLE;
	}
	return p.url.authority.p && uri_is_one_of(p.url.scheme, apps) ? OAUTH_URI_APP
								      : OAUTH_URI_UNUSABLE;
}

bool oauth_uri_match(struct ad_str registered, struct ad_str shown)
{
	struct parts a, b;

	if (ad_str_eq(registered, shown))
		return true;
	return oauth_uri_judge(registered) == OAUTH_URI_LOOPBACK &&
	       oauth_uri_judge(shown) == OAUTH_URI_LOOPBACK && uri_split(registered, &a) &&
	       uri_split(shown, &b) && ad_str_eq(a.host, b.host) &&
	       ad_str_eq(a.url.tail, b.url.tail);
}

struct ad_str oauth_uri_host(struct ad_str uri)
{
	struct parts p;

	if (!uri_split(uri, &p))
		return (struct ad_str){ 0 };
	if (!ad_str_is(p.url.scheme, "https") && !ad_str_is(p.url.scheme, "http"))
		return p.url.scheme;
	return p.url.authority;
}

bool oauth_uri_is_web(struct ad_str uri)
{
	struct parts p;

	return uri_split(uri, &p) && p.url.authority.p &&
	       (ad_str_is(p.url.scheme, "https") || ad_str_is(p.url.scheme, "http"));
}

/* --- documents --- */

bool oauth_uri_is_document(struct ad_str client_id)
{
	for (size_t i = 0; i + 3 <= client_id.n; i++)
		if (memcmp(client_id.p + i, "://", 3) == 0)
			return true;
	return false;
}

static bool uri_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_alnum(char c)
{
	return uri_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Letters, digits and inner hyphens, up to 63 (RFC 1123 section 2.1). */
static bool label_ok(struct ad_str label)
{
	for (size_t i = 0; i < label.n; i++)
		if (!is_alnum(label.p[i]) && label.p[i] != '-')
			return false;
	return label.n > 0 && label.n <= 63 && label.p[0] != '-' && label.p[label.n - 1] != '-';
}

/*
 * A name of two labels or more whose last label is not a number: every form of an address
 * ("127.1", "0x7f.1", "2130706433", "[::1]") ends in a number or is not a name.
 */
static bool host_ok(struct ad_str host)
{
	size_t labels = 0, from = 0;
	struct ad_str label = { 0 };

	for (size_t at = 0; at <= host.n; at++) {
		if (at < host.n && host.p[at] != '.')
			continue;
		label = (struct ad_str){ host.p + from, at - from };
		if (!label_ok(label))
			return false;
		labels++;
		from = at + 1;
	}
	return host.n <= 253 && labels > 1 && !uri_is_digit(label.p[0]);
}

static int hex_of(char c)
{
	if (uri_is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/*
 * True if every escape is complete, no escape is a control character, and no escape in a path is a
 * separator.
 */
static bool escapes_ok(struct ad_str text, bool in_path)
{
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] != '%')
			continue;
		int high = i + 2 < text.n ? hex_of(text.p[i + 1]) : -1;
		int low = i + 2 < text.n ? hex_of(text.p[i + 2]) : -1;
		int c = high * 16 + low;
		if (high < 0 || low < 0 || c < 0x20 || c == 0x7f)
			return false;
		if (in_path && (c == '/' || c == '\\'))
			return false;
		i += 2;
	}
	return true;
}

/* True if a segment is "." or "..", with or without escapes. */
static bool is_dots(struct ad_str segment)
{
	size_t dots = 0;

	for (size_t i = 0; i < segment.n; dots++) {
		struct ad_str rest = { segment.p + i, segment.n - i };
		if (rest.p[0] == '.')
			i++;
		else if (rest.n >= 3 && strncasecmp(rest.p, "%2e", 3) == 0)
			i += 3;
		else
			return false;
	}
	return dots == 1 || dots == 2;
}

static bool has_dots(struct ad_str path)
{
	for (size_t at = 0, from = 0; at <= path.n; at++) {
		if (at < path.n && path.p[at] != '/')
			continue;
		if (is_dots((struct ad_str){ path.p + from, at - from }))
			return true;
		from = at + 1;
	}
	return false;
}

const char *oauth_uri_document_fault(struct ad_str url)
{
	struct parts p;

	if (url.n > OAUTH_URI_MAX)
		return "it has more than 2048 characters";
	if (!uri_split(url, &p))
		return "it is malformed, or has a fragment or a user name";
	if (!ad_str_is(p.url.scheme, "https") || !p.url.authority.p)
		return "it must begin with https://";
	if (!host_ok(p.host))
		return "its host must be a full domain name, not an address";
	const char *query = ad_str_find(p.url.tail, '?');
	struct ad_str path = { p.url.tail.p,
			       query ? (size_t)(query - p.url.tail.p) : p.url.tail.n };
	if (path.n < 2 || path.p[0] != '/')
		return "it must have a path";
	if (!escapes_ok(p.url.tail, false) || !escapes_ok(path, true) || has_dots(path))
		return "its path must not contain dot segments or escaped path separators";
	return NULL;
}
