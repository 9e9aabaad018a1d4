/* Shared by the targets that read a request or make its reply. */
#ifndef TESTS_FUZZ_REQUEST_H
#define TESTS_FUZZ_REQUEST_H

#include "tests/fuzz/fuzz.h"
#include "tests/support/exchange.h"

#include <string.h>

#include "base/json_read.h"
#include "base/log.h"

/* The next line of an input, without its end; absent where nothing is left. */
static inline struct ad_str next_line(struct ad_str *rest)
{
	const char *end = rest->n ? memchr(rest->p, '\n', rest->n) : NULL;
	struct ad_str out = { rest->n ? rest->p : NULL, end ? (size_t)(end - rest->p) : rest->n };
	size_t used = out.n + (end != NULL);

	rest->p += used;
	rest->n -= used;
	return out;
}

/* True if one lies within the other. */
static inline bool within(struct ad_str part, struct ad_str whole)
{
	return part.p >= whole.p && part.p + part.n <= whole.p + whole.n;
}

/* A refusal as RFC 6749 section 5.2 has it: JSON with an error, and a sentence without quotes. */
static inline void check_error(const struct asked *a)
{
	struct ad_json_error err;
	const cJSON *reply = ad_json_parse(a->x.call.arena, a->x.reply, &err);
	struct ad_str sentence = ad_json_get_text(reply, "error_description");

	HOLDS(a->x.status >= 400 && reply != NULL && ad_json_get_text(reply, "error").n > 0);
	HOLDS(sentence.n > 0 && a->x.reply.n < 1024);
	for (size_t i = 0; i < sentence.n; i++)
		HOLDS(sentence.p[i] >= 0x20 && sentence.p[i] < 0x7f && sentence.p[i] != '"' &&
		      sentence.p[i] != '\\');
}

/* No header of the reply can be split (RFC 9110 section 5.5). */
static inline void check_headers(const struct asked *a)
{
	for (size_t i = 0; i < a->priv.add_count; i++)
		for (size_t k = 0; k < a->priv.add[i].value.n; k++)
			HOLDS(!memchr("\r\n", a->priv.add[i].value.p[k], 3));
}

/* Refusals are logged at a level that is off here. */
static inline void be_quiet(void)
{
	ad_log_level_set(AD_LOG_ERROR);
}

#endif
