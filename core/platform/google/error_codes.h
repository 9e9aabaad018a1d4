/*
 * Google's published error codes, by exact value. A code without a row is refused with the
 * platform's text. Only the adapter's files include it.
 */
#ifndef AD_PLATFORM_GOOGLE_ERROR_CODES_H
#define AD_PLATFORM_GOOGLE_ERROR_CODES_H

#include "platform/platform.h"

struct google_meaning {
	const char *code; /* ours */
	enum ad_outcome_kind kind;
	bool sure; /* refused whatever the HTTP status of the answer is */
	/* "enum.VALUE", or "enum." for all values of an enum; NULL-ended. */
	const char *const *values;
};

/* The meaning of a code "enum.VALUE". */
const struct google_meaning *google_meaning_of(struct ad_str code);
/* True if the code has no row. */
bool google_is_unknown(const struct google_meaning *meaning);

#endif
