/* A set of (word, id): what a plan has already reported, found without a search of its lists. */
#ifndef AD_SYNC_TOLD_H
#define AD_SYNC_TOLD_H

#include "base/arena.h"

struct ad_told {
	uint64_t *seen; /* hashes, a table of `room` places; 0: free */
	size_t count, room;
};

/* Adds a word and an id; the table is on the arena. */
void ad_told_add(struct ad_arena *arena, struct ad_told *told, const char *word, struct ad_str id);
/* True if the pair was added. Takes the same time for a set of any size. */
bool ad_told_holds(const struct ad_told *told, const char *word, struct ad_str id);

#endif
