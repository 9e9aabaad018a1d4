/* The head of a request for a strict reader (RFC 9112): see front_request.h. */
#ifndef TESTS_FUZZ_FRONT_HEAD_H
#define TESTS_FUZZ_FRONT_HEAD_H

#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/text.h"

struct front_request {
	struct ad_str method, target, body;
	bool is_chunked;
	bool is_whole; /* complete, and its body is strictly framed */
	bool is_known; /* `body` has the body */
	bool is_http_1_0;
};

/* The state of the reader. */
struct front_reader {
	struct ad_str sent;
	size_t at;
	struct ad_arena *arena;
	/* Of the head */
	size_t lengths, codings;
	size_t length;
	bool is_doubtful;
};

static bool front_is_token(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];
		bool alnum = (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
		if (!alnum && (c == 0 || !strchr("!#$%&'*+-.^_`|~", c)))
			return false;
	}
	return s.n > 0;
}

static bool front_same(struct ad_str s, const char *word)
{
	return s.n == strlen(word) && strncasecmp(s.p, word, s.n) == 0;
}

static struct ad_str front_trim(struct ad_str s)
{
	while (s.n > 0 && (s.p[0] == ' ' || s.p[0] == '\t')) {
		s.p++;
		s.n--;
	}
	while (s.n > 0 && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t'))
		s.n--;
	return s;
}

/* A line that ends with CR LF and has neither before; false: none. */
static bool front_line(struct front_reader *r, struct ad_str *out)
{
	size_t i = r->at;

	while (i < r->sent.n && r->sent.p[i] != '\r' && r->sent.p[i] != '\n')
		i++;
	if (i + 1 >= r->sent.n || r->sent.p[i] != '\r' || r->sent.p[i + 1] != '\n')
		return false;
	*out = (struct ad_str){ r->sent.p + r->at, i - r->at };
	r->at = i + 2;
	return true;
}

/* The text before the next space; false if there is no space. */
static bool front_word(struct ad_str *rest, struct ad_str *out)
{
	const char *space = rest->n > 0 ? memchr(rest->p, ' ', rest->n) : NULL;

	if (!space)
		return false;
	*out = (struct ad_str){ rest->p, (size_t)(space - rest->p) };
	rest->n -= out->n + 1;
	rest->p = space + 1;
	return true;
}

static bool front_request_line(struct ad_str line, struct front_request *out)
{
	if (!front_word(&line, &out->method) || !front_word(&line, &out->target) ||
	    !front_is_token(out->method) || out->target.n == 0)
		return false;
	for (size_t i = 0; i < out->target.n; i++) {
		unsigned char c = (unsigned char)out->target.p[i];
		if (c <= 0x20 || c == 0x7f || c == '#')
			return false;
	}
	out->is_http_1_0 = ad_str_is(line, "HTTP/1.0");
	return line.n == 8 && memcmp(line.p, "HTTP/1.", 7) == 0 && line.p[7] >= '0' &&
	       line.p[7] <= '9';
}

static bool front_number(struct ad_str s, size_t *out)
{
	*out = 0;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
		*out = *out * 10 + (size_t)(s.p[i] - '0');
	}
	return s.n > 0 && s.n <= 15;
}

static void front_meaning(struct front_reader *r, struct ad_str name, struct ad_str value,
			  struct front_request *out)
{
	if (front_same(name, "Content-Length")) {
		r->lengths++;
		r->is_doubtful |= !front_number(value, &r->length);
	} else if (front_same(name, "Transfer-Encoding")) {
		r->codings++;
		r->is_doubtful |= !front_same(value, "chunked") || out->is_http_1_0;
	}
}

/* A header line and its effect on the framing; false: malformed. */
static bool front_header(struct front_reader *r, struct ad_str line, struct front_request *out)
{
	const char *colon = line.n > 0 ? memchr(line.p, ':', line.n) : NULL;

	if (!colon)
		return false;
	struct ad_str name = { line.p, (size_t)(colon - line.p) };
	struct ad_str value = front_trim((struct ad_str){ colon + 1, line.n - name.n - 1 });
	if (!front_is_token(name))
		return false;
	for (size_t i = 0; i < value.n; i++) {
		unsigned char c = (unsigned char)value.p[i];
		if ((c < 0x20 && c != '\t') || c == 0x7f)
			return false;
	}
	front_meaning(r, name, value, out);
	return true;
}

/* The header lines and the empty one; false: malformed or incomplete. */
static bool front_head(struct front_reader *r, struct front_request *out)
{
	struct ad_str line;

	r->lengths = r->codings = r->length = 0;
	r->is_doubtful = false;
	while (front_line(r, &line)) {
		if (line.n == 0)
			return !r->is_doubtful && r->lengths + r->codings <= 1;
		if (!front_header(r, line, out))
			return false;
	}
	return false;
}

#endif
