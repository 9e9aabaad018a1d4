/*
 * Checks that libmicrohttpd does not make: framing that two parsers could read differently, and
 * targets that do not decode. RFC 9112 sections 3, 5, 6; RFC 3986 section 2.1.
 */
#include <strings.h>

#include "base/url.h"
#include "base/utf8.h"
#include "http/host.h"
#include "http/internal.h"

static bool name_is(struct ad_str s, const char *name)
{
	return s.n == strlen(name) && strncasecmp(s.p, name, s.n) == 0;
}

/* RFC 9110 section 5.6.2: tchar. */
static bool is_token(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];
		bool alnum = (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
		if (!alnum && (c == 0 || !strchr("!#$%&'*+-.^_`|~", c)))
			return false;
	}
	return s.n > 0;
}

/* No control characters but the tab (RFC 9110 section 5.5). */
static bool is_field_value(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];
		if ((c < 0x20 && c != '\t') || c == 0x7f)
			return false;
	}
	return true;
}

/* Digits alone: "+5", "5, 5" and "0x5" mean different lengths to different parsers. */
static bool is_length(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
	}
	return s.n > 0 && s.n <= 15;
}

/* Past a line's end at p: spaces, then CR LF (overwritten by NUL); NULL where it is another. */
static const char *line_end(const char *p)
{
	while (*p == ' ' || *p == '\t')
		p++;
	return p[0] == 0 && p[1] == 0 ? p + 2 : NULL;
}

/*
 * True if the head ends here. libmicrohttpd below 1.0 ends the head at a line that begins with NUL,
 * whatever else that line holds.
 */
static bool is_end_of_head(const struct ad_http_private *p, const char *end)
{
	const union MHD_ConnectionInfo *info =
		p->conn ? MHD_get_connection_info(p->conn->mhd,
						  MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE)
			: NULL;

	return !info || end == p->method + info->header_size;
}

/*
 * Checks the lines of the head: each ends with CR LF (a proxy may not accept a bare LF as a line
 * end), none is folded (RFC 9112 section 5.2), none holds a NUL. libmicrohttpd below 1.0 accepts
 * all three silently. It parses in place: version, names and values stay in its buffer in the order
 * of the message, line ends are overwritten by NUL, a folded line is moved. So the lines must
 * follow each other without a gap.
 */
static bool plain_lines(const struct ad_http_private *p)
{
	if (MHD_VERSION >= 0x01000000)
		return true; /* asked to be strict itself: see loop.c */
	const char *next = p->version + strlen(p->version);
	/* The request line too: single spaces between its three parts, and no NUL in them. */
	if (p->conn && (p->method + strlen(p->method) + 1 != p->conn->line ||
			p->conn->line + p->conn->target.n + 1 != p->version))
		return false;
	for (size_t i = 0; i < p->header_count; i++) {
		next = line_end(next);
		if (!next || next != p->headers[i].name.p)
			return false;
		struct ad_str value = p->headers[i].value;
		if (!value.p)
			return false;
		next = value.p + value.n;
	}
	/* The empty line: a bare LF at or before it shows by what follows, if anything does. */
	next = line_end(next);
	return next && next[0] == 0 && next[1] == 0 && is_end_of_head(p, next + 2);
}

static struct ad_http_fault checks_malformed(const char *path, const char *message)
{
	return (struct ad_http_fault){ path, "MALFORMED_REQUEST", message, false };
}

/* The framing headers and the number of each. */
struct seen {
	size_t host, length, encoding;
	bool odd_length, odd_encoding;
	struct ad_str host_value;
	struct ad_str odd_value; /* the name of a header whose value is none */
};

static const char *checks_look(const struct ad_http_private *p, struct seen *seen)
{
	for (size_t i = 0; i < p->header_count; i++) {
		struct ad_str name = p->headers[i].name;
		struct ad_str value = p->headers[i].value;
		if (!is_token(name))
			return "A header name has a character that is not allowed there.";
		if (!is_field_value(value)) {
			seen->odd_value = name;
			return "A header value has a control character.";
		}
		if (name_is(name, "host")) {
			seen->host++;
			seen->host_value = value;
		} else if (name_is(name, "content-length")) {
			seen->length++;
			seen->odd_length |= !is_length(value);
		} else if (name_is(name, "transfer-encoding")) {
			seen->encoding++;
			seen->odd_encoding |= !name_is(value, "chunked");
		}
	}
	return NULL;
}

/* Names a framing header that leaves the end of the message ambiguous; NULL if there is none. */
static const char *framing_fault(const struct ad_http_private *p, const struct seen *seen)
{
	if (!plain_lines(p))
		return "Each line must end with CR LF and hold neither folds nor NUL. The request "
		       "line has single spaces.";
	if (seen->length > 1)
		return "There is more than one Content-Length header.";
	if (seen->length > 0 && seen->encoding > 0)
		return "Content-Length and Transfer-Encoding exclude each other.";
	if (seen->odd_length)
		return "Content-Length must be a decimal number.";
	if (seen->encoding > 1 || seen->odd_encoding)
		return "The only Transfer-Encoding that can be read is a single 'chunked'.";
	if (seen->encoding > 0 && strcmp(p->version, "HTTP/1.1") != 0)
		return "Transfer-Encoding needs HTTP/1.1.";
	return NULL;
}

/* Names a header that must occur once but occurs twice; NULL if there is none. */
static const char *checks_twice(const struct ad_http_private *p)
{
	static const char *const single[] = {
		"Authorization",   "Content-Encoding", "Content-Type",
		"Idempotency-Key", "X-Space-Id",
	};
	for (size_t i = 0; i < AD_LEN(single); i++) {
		size_t count = 0;
		for (size_t k = 0; k < p->header_count; k++)
			count += name_is(p->headers[k].name, single[i]);
		if (count > 1)
			return single[i];
	}
	return NULL;
}

struct ad_http_fault ad_http_check_headers(const struct ad_http_private *p, struct ad_arena *arena)
{
	struct seen seen = { 0 };
	const char *fault = checks_look(p, &seen);
	if (!fault)
		fault = framing_fault(p, &seen);
	if (!fault && p->method && !is_token(ad_str(p->method)))
		fault = "The method has a character that is not allowed there.";
	if (fault && seen.odd_value.p)
		return (struct ad_http_fault){ ad_arena_copy(arena, seen.odd_value).p,
					       "INVALID_CHARACTERS", fault, true };
	if (fault)
		return (struct ad_http_fault){ "", "MALFORMED_REQUEST", fault, true };
	if (seen.host > 1)
		return checks_malformed("Host", "There is more than one Host header.");
	if (seen.host == 0 && strcmp(p->version, "HTTP/1.0") != 0)
		return checks_malformed("Host", "The Host header is missing.");
	if (seen.host == 1 && !ad_host_valid(seen.host_value))
		return checks_malformed("Host",
					"The Host header is not a host name or address with an "
					"optional port.");
	const char *name = checks_twice(p);
	if (name)
		return checks_malformed(
			name, ad_arena_printf(arena, "There is more than one %s header.", name).p);
	return (struct ad_http_fault){ 0 };
}

/* HTTP/1.0 knows no Host: what sends none is no browser. */
struct ad_http_fault ad_http_check_host(struct ad_exchange *x)
{
	if (!x->host.p || ad_http_host_is_own(x, x->host))
		return (struct ad_http_fault){ 0 };
	return checks_malformed("Host", "This server does not answer to that Host.");
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes escapes (and '+' as a space in forms); false where one is malformed or U+0000. */
static bool checks_unescape(struct ad_arena *arena, struct ad_str in, bool form, struct ad_str *out)
{
	char *p = ad_arena_alloc(arena, in.n + 1);
	size_t n = 0;
	for (size_t i = 0; i < in.n; i++) {
		char c = in.p[i];
		if (c == '%') {
			bool whole = in.n - i > 2;
			int high = whole ? hex_digit(in.p[i + 1]) : -1;
			int low = whole ? hex_digit(in.p[i + 2]) : -1;
			if (high < 0 || low < 0)
				return false;
			c = (char)(high * 16 + low);
			i += 2;
		} else if (c == '+' && form) {
			c = ' ';
		}
		if (c == 0)
			return false;
		p[n++] = c;
	}
	p[n] = 0;
	*out = (struct ad_str){ p, n };
	return ad_utf8_valid(*out);
}

bool ad_http_form(struct ad_arena *arena, struct ad_str text, struct ad_param **out, size_t *count)
{
	size_t room = 1;
	for (size_t i = 0; i < text.n; i++)
		room += text.p[i] == '&';
	*count = 0;
	*out = text.n > 0 ? ad_arena_alloc(arena, room * sizeof(**out)) : NULL;
	while (text.n > 0) {
		const char *end = ad_str_find(text, '&');
		struct ad_str pair = { text.p, end ? (size_t)(end - text.p) : text.n };
		size_t used = pair.n + (end ? 1 : 0);
		text.p += used;
		text.n -= used;
		if (pair.n == 0)
			continue;
		const char *eq = ad_str_find(pair, '=');
		struct ad_str name = { pair.p, eq ? (size_t)(eq - pair.p) : pair.n };
		struct ad_str value = { eq ? eq + 1 : "", eq ? pair.n - name.n - 1 : 0 };
		struct ad_param *param = &(*out)[(*count)++];
		if (!checks_unescape(arena, name, true, &param->name) ||
		    !checks_unescape(arena, value, true, &param->value)) {
			*count = 0;
			return false;
		}
	}
	return true;
}

/* Absolute form (RFC 9112 section 3.2.2): its authority replaces the Host header. */
static const char *take_authority(struct ad_exchange *x, struct ad_str *target)
{
	struct ad_url url;
	if (!ad_url_split(*target, &url) || !ad_url_is_web(&url))
		return "The request target must begin with '/'.";
	x->host = url.authority;
	if (!ad_host_valid(x->host))
		return "The request target's host is not valid.";
	*target = url.tail;
	if (target->n == 0)
		*target = AD_S("/");
	return target->p[0] == '/' ? NULL : "The request target must have a path.";
}

struct ad_http_fault ad_http_check_target(struct ad_exchange *x, struct ad_str target)
{
	for (size_t i = 0; i < target.n; i++) {
		unsigned char c = (unsigned char)target.p[i];
		if (c <= 0x20 || c == 0x7f || c == '#')
			return checks_malformed("path",
						"The request target has a character that must be "
						"escaped.");
	}
	if (target.n == 0 || target.p[0] != '/') {
		const char *fault = take_authority(x, &target);
		if (fault)
			return checks_malformed("path", fault);
	}
	const char *mark = ad_str_find(target, '?');
	struct ad_str path = { target.p, mark ? (size_t)(mark - target.p) : target.n };
	if (mark)
		x->query = (struct ad_str){ mark + 1, target.n - path.n - 1 };
	if (!checks_unescape(x->call.arena, path, false, &x->path)) {
		x->path = AD_S("/");
		return checks_malformed("path",
					"The path is not UTF-8 with valid percent-escapes.");
	}
	if (!ad_http_form(x->call.arena, x->query, &x->params, &x->param_count)) {
		x->param_count = 0;
		x->bad_query = true;
		return (struct ad_http_fault){ "query", "MALFORMED_QUERY",
					       "The query is not UTF-8 with valid percent-escapes.",
					       false };
	}
	return (struct ad_http_fault){ 0 };
}
