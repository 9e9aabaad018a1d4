/*
 * Requests for a strict reader (RFC 9112), independent of the server. If both disagree about the
 * end of a request, a client behind a proxy can hide one request in another.
 */
#ifndef TESTS_FUZZ_FRONT_REQUEST_H
#define TESTS_FUZZ_FRONT_REQUEST_H

#include "tests/fuzz/front_head.h"

#include <microhttpd.h>

#define FRONT_MAX 4096 /* requests that are read of one input */

struct front_requests {
	struct front_request all[FRONT_MAX];
	size_t count;
};

/* The size of a chunk: hexadecimal digits, and an extension that is skipped. */
static bool front_chunk_size(struct ad_str line, size_t *out)
{
	size_t i = 0;

	*out = 0;
	for (; i < line.n && strchr("0123456789abcdefABCDEF", line.p[i]) && line.p[i]; i++) {
		int c = line.p[i] | 0x20;
		*out = *out * 16 + (size_t)(c >= 'a' ? c - 'a' + 10 : c - '0');
	}
	return i > 0 && i <= 8 && (i == line.n || line.p[i] == ';');
}

/* False: the chunks are malformed or incomplete. */
static bool front_chunks(struct front_reader *r, struct front_request *out)
{
	struct ad_text body = ad_text_on(r->arena);
	struct ad_str line;
	size_t size;

	while (front_line(r, &line) && front_chunk_size(line, &size)) {
		if (size == 0) {
			while (front_line(r, &line) && line.n > 0)
				;
			out->body = ad_text_str(&body);
			return line.n == 0;
		}
		if (size > r->sent.n - r->at)
			return false;
		ad_text_add(&body, (struct ad_str){ r->sent.p + r->at, size });
		r->at += size;
		if (!front_line(r, &line) || line.n > 0)
			return false;
	}
	return false;
}

static struct ad_str front_rest(const struct front_reader *r)
{
	return (struct ad_str){ r->sent.p + r->at, r->sent.n - r->at };
}

/* The next request; false: none can be read after the previous ones. */
static bool front_next(struct front_reader *r, struct front_request *out)
{
	struct ad_str line;

	*out = (struct front_request){ 0 };
	/* Empty lines before a request line are ignored (RFC 9112 section 2.2). */
	while (ad_str_starts(front_rest(r), "\n") || ad_str_starts(front_rest(r), "\r\n"))
		r->at += r->sent.p[r->at] == '\r' ? 2 : 1;
	if (!front_line(r, &line) || !front_request_line(line, out) || !front_head(r, out))
		return false;
	out->is_known = true;
	if (r->codings > 0) {
		out->is_chunked = true;
		out->is_whole = out->is_known = front_chunks(r, out);
		return true;
	}
	if (r->length > r->sent.n - r->at)
		return false;
	out->is_whole = true;
	out->body = (struct ad_str){ r->sent.p + r->at, r->length };
	r->at += r->length;
	return true;
}

/*
 * False if the framing is ambiguous. libmicrohttpd below 1.0 works in place: it overwrites the
 * ends of lines with NUL, takes a bare LF for one, and takes a line that begins with NUL or a
 * colon for the empty one. The rest of NUL and LF, or of a colon and LF, looks like CR LF.
 */
static bool front_is_told(struct ad_str sent)
{
	return MHD_VERSION >= 0x01000000 ||
	       (!memchr(sent.p, '\0', sent.n) && !memmem(sent.p, sent.n, "\n:", 2));
}

/* Reads all requests of the bytes of a connection, up to the first that is doubtful. */
static void front_read(struct ad_arena *arena, struct ad_str sent, struct front_requests *out)
{
	struct front_reader r = { .sent = sent, .arena = arena };

	out->count = 0;
	while (out->count < FRONT_MAX && front_next(&r, &out->all[out->count])) {
		const struct front_request *last = &out->all[out->count++];
		/* See ad_http_body_expect(): nothing behind such a body is read. */
		if (last->is_chunked && (MHD_VERSION < 0x01000000 || !last->is_whole))
			return;
	}
}

#endif
