/*
 * The head of a request after its first line, as libmicrohttpd 0.9 leaves it in its buffer: line
 * ends and the colon are NUL. An accepted head has one meaning for every parser.
 */
#include "tests/fuzz/request.h"

#include "http/credential.h"

/* The line that p begins with is ended by NUL, two for CR LF; what follows it, or NULL. */
static char *end_line(char *p, const char *end)
{
	while (p < end && *p != '\r' && *p != '\n')
		p++;
	if (p == end || (*p == '\r' && p + 1 == end))
		return NULL; /* it would wait for more */
	if (p[0] == '\r' && p[1] == '\n')
		*p++ = '\0';
	*p++ = '\0';
	return p;
}

/* As libmicrohttpd does it: CR, LF and both end a line, white space before a value is skipped. */
static bool lay_out(struct asked *a, char *p, const char *end)
{
	for (;;) {
		char *next = end_line(p, end);
		if (!next)
			return false;
		if (*p == '\0')
			return true; /* the empty line: the head is over */
		char *value = strchr(p, ':');
		if (!value || a->priv.header_count == AD_LEN(a->headers))
			return false;
		*value++ = '\0';
		while (*value == ' ' || *value == '\t')
			value++;
		size_t n = strlen(value);
		while (n > 0 && (value[n - 1] == ' ' || value[n - 1] == '\t'))
			n--;
		a->headers[a->priv.header_count++] = (struct ad_header){ ad_str(p), { value, n } };
		p = next;
	}
}

/* True if only the empty line follows: the head ends there, whatever the form of its line end. */
static bool is_over(struct ad_str sent, size_t at)
{
	struct ad_str rest = { sent.p + at, sent.n - at };

	return rest.n == 0 || ad_str_is(rest, "\n") || ad_str_is(rest, "\r\n");
}

/* True if the byte at `at` is one half of a line's end without the other half. */
static bool is_half(struct ad_str sent, size_t at)
{
	if (sent.p[at] == '\n')
		return at == 0 || sent.p[at - 1] != '\r';
	return sent.p[at] == '\r' && (at + 1 == sent.n || sent.p[at + 1] != '\n');
}

/*
 * Heads that a strict parser refuses (RFC 9112), by the bytes as sent; the last header begins at
 * `last`. A NUL looks like a line's end there, so heads with one pass unchecked. No proxy
 * forwards them.
 */
static bool is_strict(struct ad_str sent, size_t last)
{
	if (memchr(sent.p, '\0', sent.n))
		return true;
	for (size_t i = 0; i < sent.n; i++) {
		if (is_half(sent, i))
			return i > last && is_over(sent, i + 1);
		if (i > 0 && sent.p[i - 1] != '\n')
			continue;
		if (sent.p[i] == '\r')
			return true; /* what follows is no head */
		if (strchr(" \t:", sent.p[i]))
			return false;
	}
	return true;
}

static void check_taken(const struct asked *a, struct ad_str sent, const char *head)
{
	const struct ad_exchange *x = &a->x;
	const struct ad_header *last = &a->headers[a->priv.header_count - 1];
	size_t lengths = ad_http_header_count(x, "Content-Length");
	size_t encodings = ad_http_header_count(x, "Transfer-Encoding");

	HOLDS(ad_http_header_count(x, "Host") == 1 && ad_host_valid(ad_http_header(x, "Host")));
	if (MHD_VERSION < 0x01000000)
		HOLDS(is_strict(sent, (size_t)(last->name.p - head)));
	HOLDS(lengths + encodings <= 1);
	HOLDS(ad_http_header_count(x, "Authorization") <= 1);
	HOLDS(ad_http_header_count(x, "Content-Type") <= 1);
	struct ad_str encoding = ad_http_header(x, "Transfer-Encoding");
	HOLDS(!encodings || (encoding.n == 7 && strncasecmp(encoding.p, "chunked", 7) == 0));
	for (size_t i = 0; i < a->priv.header_count; i++) {
		struct ad_header one = a->headers[i];
		HOLDS(one.name.n > 0 && !strpbrk(one.name.p, " \t()<>@,;:\\\"/[]?={}"));
		for (size_t k = 0; k < one.value.n; k++)
			HOLDS((unsigned char)one.value.p[k] >= 0x20 || one.value.p[k] == '\t');
	}
}

/* The token of the request, and the challenge in the answer. */
static void check_credential(struct asked *a)
{
	struct ad_exchange *x = &a->x;
	struct ad_str header = ad_http_header(x, "Authorization");
	size_t quotes = 0;

	ad_http_take_credential(x);
	struct ad_str shown = x->call.credential;
	HOLDS(!shown.p || (within(shown, header) && (shown.n == 0 || shown.p[0] != ' ')));
	HOLDS(!shown.p || strncasecmp(header.p, x->call.proof.scheme ? "DPoP " : "Bearer ",
				      x->call.proof.scheme ? 5 : 7) == 0);
	HOLDS(!x->call.proof.scheme || shown.p);
	x->call.status = AD_UNAUTHENTICATED;
	ad_http_challenge(x, "/.well-known/oauth-protected-resource", AD_ADS_READ);
	struct ad_str challenge = replied(a, "WWW-Authenticate");
	HOLDS(challenge.n > 0 && challenge.n < 500);
	for (size_t i = 0; i < challenge.n; i++)
		quotes += challenge.p[i] == '"';
	HOLDS(quotes % 2 == 0);
	check_headers(a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char version[] = "HTTP/1.1\0"; /* and the NUL of its end */
	struct ad_arena *arena = ad_arena_new();
	struct ad_str sent = { (const char *)data, size };
	char *buffer = ad_arena_zalloc(arena, sizeof(version) + size + 2);
	char *head = buffer + sizeof(version);
	struct asked a;

	(void)ask(&a, arena, "POST", "/token");
	memcpy(buffer, version, sizeof(version));
	if (size)
		memcpy(head, data, size);
	a.priv.version = buffer;
	if (lay_out(&a, head, head + size)) {
		struct ad_http_fault fault = ad_http_check_headers(&a.priv, arena);
		if (!fault.message) {
			check_taken(&a, sent, head);
			check_credential(&a);
		} else {
			HOLDS(fault.path && fault.code);
		}
	}
	ad_arena_free(arena);
	return 0;
}
