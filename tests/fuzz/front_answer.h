/* Responses on a connection: each must be well formed and have a clear end. */
#ifndef TESTS_FUZZ_FRONT_ANSWER_H
#define TESTS_FUZZ_FRONT_ANSWER_H

#include "tests/fuzz/front_request.h"
#include "tests/fuzz/fuzz.h"

#include <ctype.h>

struct front_answer {
	int status;
	bool closes;
	bool is_ours; /* and not libmicrohttpd's own */
	bool has_length;
	size_t length;
	long number; /* of the handler that made it: X-Number; -1: none did */
};

/* The next line, which has to end with CR LF. */
static struct ad_str answer_line(struct ad_str *rest)
{
	const char *end = rest->n > 0 ? memchr(rest->p, '\n', rest->n) : NULL;

	HOLDS(end && end > rest->p && end[-1] == '\r');
	struct ad_str line = { rest->p, (size_t)(end - rest->p) - 1 };
	HOLDS(!memchr(line.p, '\r', line.n) && !memchr(line.p, '\0', line.n));
	rest->n -= line.n + 2;
	rest->p = end + 1;
	return line;
}

static void answer_status(struct ad_str line, struct front_answer *out)
{
	HOLDS(line.n > 13 && memcmp(line.p, "HTTP/1.", 7) == 0 && line.p[8] == ' ');
	HOLDS(line.p[7] == '0' || line.p[7] == '1');
	for (int i = 9; i < 12; i++) {
		HOLDS(isdigit((unsigned char)line.p[i]));
		out->status = out->status * 10 + line.p[i] - '0';
	}
	HOLDS(out->status >= 100 && out->status < 600 && line.p[12] == ' ');
	for (size_t i = 13; i < line.n; i++)
		HOLDS(line.p[i] >= 0x20 && line.p[i] < 0x7f);
}

static void answer_header(struct ad_str line, struct front_answer *out)
{
	const char *colon = memchr(line.p, ':', line.n);
	size_t number;

	HOLDS(colon);
	struct ad_str name = { line.p, (size_t)(colon - line.p) };
	struct ad_str value = front_trim((struct ad_str){ colon + 1, line.n - name.n - 1 });
	HOLDS(front_is_token(name) && !front_same(name, "Transfer-Encoding"));
	if (front_same(name, "Content-Length")) {
		HOLDS(!out->has_length && front_number(value, &out->length));
		out->has_length = true;
	} else if (front_same(name, "Connection")) {
		out->closes |= front_same(value, "close");
	} else if (front_same(name, "X-Request-Id")) {
		out->is_ours = true;
	} else if (front_same(name, "X-Number")) {
		HOLDS(out->number < 0 && front_number(value, &number));
		out->number = (long)number;
	}
}

/* Reads the head of an answer. */
static struct front_answer answer_head(struct ad_str *rest)
{
	struct front_answer out = { .number = -1 };
	struct ad_str line = answer_line(rest);

	answer_status(line, &out);
	for (line = answer_line(rest); line.n > 0; line = answer_line(rest))
		answer_header(line, &out);
	return out;
}

/* Skips the body: none behind HEAD, 204 and 304. */
static void answer_body(struct ad_str *rest, const struct front_answer *a, bool is_head)
{
	if (is_head || a->status == 204 || a->status == 304)
		return;
	HOLDS(a->has_length || a->closes);
	size_t n = a->has_length ? a->length : rest->n;
	HOLDS(n <= rest->n);
	rest->p += n;
	rest->n -= n;
}

#endif
