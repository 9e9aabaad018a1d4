/*
 * Ids: prefix, '_', 26 characters of a ULID (Crockford base 32: 48 bits of milliseconds, 80 of
 * randomness). Two made by one thread always rise, also within a millisecond. Also the random
 * bytes of everything else.
 */
#ifndef AD_BASE_ID_H
#define AD_BASE_ID_H

#include "base/base.h"

#define AD_ID_SIZE 32 /* longest prefix (3) + '_' + 26 + NUL, rounded up */

/* Writes a new id with that prefix ("cmp", "ad", …), ended by NUL. Any thread. */
void ad_id_make(const char *prefix, char out[static AD_ID_SIZE]);
/* The same of given parts: milliseconds since 1970 (48 bits) and the 80 bits behind them. */
void ad_id_of_parts(const char *prefix, uint64_t ms, uint16_t high, uint64_t low,
		    char out[static AD_ID_SIZE]);
/* The 80 bits behind the milliseconds of a valid id. */
void ad_id_rest(struct ad_str s, uint16_t *high, uint64_t *low);
/* True if s has the form of an id with that prefix (upper-case Crockford). */
bool ad_id_valid(const char *prefix, struct ad_str s);
/* Milliseconds since 1970 held in a valid id's first ten characters. */
int64_t ad_id_time_ms(struct ad_str s);
/* Cryptographically random bytes; the process ends if there are none to be had. */
void ad_random(void *out, size_t size);

#endif
