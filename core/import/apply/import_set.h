/* A set of digests with a value each. */
#ifndef AD_IMPORT_SET_H
#define AD_IMPORT_SET_H

#include "base/arena.h"

/* A set of 64-bit digests on an arena. Zeroed at first. */
struct import_set {
	uint64_t *slots; /* 0: free */
	uint64_t *values;
	size_t count, room;
};

/* The digest of two texts, in that order; never 0. */
uint64_t import_digest(struct ad_str a, struct ad_str b);
/* The value kept under a digest, or 0. */
uint64_t import_set_get(const struct import_set *set, uint64_t digest);
/* Keeps a value (not 0) under a digest. */
void import_set_put(struct ad_arena *arena, struct import_set *set, uint64_t digest,
		    uint64_t value);

#endif
