/* The libraries that this process runs with. */
#ifndef AD_CLI_LIBRARIES_H
#define AD_CLI_LIBRARIES_H

#include "base/arena.h"

struct ad_library {
	const char *name; /* as its makers write it */
	const char *version;
};

/* The libraries in alphabetical order, on the arena; *count is their number. */
const struct ad_library *ad_libraries(struct ad_arena *arena, size_t *count);

#endif
