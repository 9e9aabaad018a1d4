/* Error bodies of platforms in unit tests: the class, adcore's code and the stored message. */
#ifndef TESTS_SUPPORT_ANSWERS_H
#define TESTS_SUPPORT_ANSWERS_H

#include "tests/support/arena.h"

#include "base/json_read.h"
#include "platform/platform.h"

/* A response, and the expected result of reading it. */
struct answer_row {
	long status;
	const char *body;
	enum ad_outcome_kind kind;
	const char *code, *says; /* a part of the message, or NULL */
};

typedef void failure_of(struct ad_arena *arena, const struct ad_http_response *response,
			const cJSON *body, struct ad_outcome *outcome);

/* Reads each body and compares the class, adcore's code and the stored message. */
static inline void assert_answers(struct ad_arena *arena, failure_of *failure,
				  const struct answer_row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct ad_json_error error;
		struct ad_http_response response = { .status = rows[i].status,
						     .body = ad_str(rows[i].body) };
		const cJSON *body = ad_json_parse(arena, response.body, &error);
		struct ad_outcome outcome;

		failure(arena, &response, body, &outcome);
		if (outcome.kind != rows[i].kind || strcmp(outcome.error.code, rows[i].code) != 0)
			fail_msg("%ld %s: %d %s", rows[i].status, rows[i].body, (int)outcome.kind,
				 outcome.error.code);
		if (rows[i].says && !memmem(outcome.error.message.p, outcome.error.message.n,
					    rows[i].says, strlen(rows[i].says)))
			fail_msg("%s: \"%.*s\"", rows[i].body, AD_FMT(outcome.error.message));
		assert_int_equal(outcome.error.retryable, outcome.kind != AD_REFUSED);
	}
}

/* Codes of a platform, and the expected class of each: published ones, NULL-ended. */
struct answer_codes {
	long status;
	enum ad_outcome_kind kind;
	const char *code;
	const char *const *values;
};

/*
 * Reads an error with each code, in the body that `body_of` gives, and compares the class. The
 * platform's words are kept. Returns the number of codes.
 */
static inline size_t assert_codes(struct ad_arena *arena, failure_of *failure,
				  const char *(*body_of)(struct ad_arena *, const char *),
				  const struct answer_codes *rows, size_t count)
{
	size_t codes = 0;

	for (size_t i = 0; i < count; i++)
		for (const char *const *value = rows[i].values; *value; value++, codes++) {
			const struct answer_row row = { rows[i].status, body_of(arena, *value),
							rows[i].kind, rows[i].code,
							"Words of theirs" };
			assert_answers(arena, failure, &row, 1);
		}
	return codes;
}

#endif
