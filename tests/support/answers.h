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

#endif
