/* The result of a pull, as stored in the journal. Private to core/sync. */
#ifndef AD_SYNC_PULL_RESULT_H
#define AD_SYNC_PULL_RESULT_H

#include <cjson/cJSON.h>

#include "sync/state/performance.h"

/*
 * The result so far; at most AD_PULL_WARNINGS warnings are stored, further ones are only counted.
 */
struct ad_pull_warning {
	struct ad_pull_warning *next;
	const char *code;
	const struct ad_resource *res; /* NULL: the platform */
	struct ad_str id, message;
};
/* Days of a level of the figures that were not collected, and the reason. */
struct ad_pull_gap {
	struct ad_pull_gap *next;
	enum ad_platform platform;
	enum ad_level level;
	int64_t first, last;
	const char *code;
	struct ad_str message;
};
#define AD_PULL_GAPS 64 /* a resumed pull may find one twice */
struct ad_pull_result {
	struct ad_arena *arena;
	int64_t created, updated, drifted, removed, unchanged, left_out;
	const cJSON *told; /* warnings of earlier pages */
	struct ad_pull_warning *warnings, **end;
	int64_t warned;         /* all warnings */
	int64_t failed;         /* platforms that were abandoned */
	const cJSON *told_gaps; /* of earlier pages */
	struct ad_pull_gap *gaps;
};
#define AD_PULL_WARNINGS 100

/* Reads the result so far from its JSON in the journal. */
void ad_pull_result_read(struct ad_arena *arena, struct ad_str json, struct ad_pull_result *out);
/* The JSON of a result: what was read, and what was added since. */
struct ad_str ad_pull_result_json(struct ad_arena *arena, const struct ad_pull_result *result);
/* Adds a copy of the gap, at most AD_PULL_GAPS in all. */
void ad_pull_add_gap(struct ad_pull_result *result, const struct ad_pull_gap *gap);
/* Counts a warning of an object (NULL: of the platform), and stores the first ones. */
void ad_pull_warn(struct ad_pull_result *result, const char *code, const struct ad_row *row,
		  struct ad_str message);

#endif
