/*
 * Microsoft's published error codes, by symbol: numbers are unique only within a service. A symbol
 * without a row is refused with the platform's text. Only the adapter's files include it.
 */
#ifndef AD_PLATFORM_MICROSOFT_ERROR_CODES_H
#define AD_PLATFORM_MICROSOFT_ERROR_CODES_H

#include "platform/platform.h"

struct microsoft_meaning {
	const char *code; /* ours */
	enum ad_outcome_kind kind;
	const char *const *symbols; /* NULL-ended */
};

/* The meaning of a symbol. */
const struct microsoft_meaning *microsoft_meaning_of(struct ad_str symbol);
/* True if the symbol has no row. */
bool microsoft_is_unknown(const struct microsoft_meaning *meaning);
/* True if the symbol reports a campaign or an ad group as removed. */
bool microsoft_names_parent(struct ad_str symbol);

#endif
