/*
 * The version of each platform's API that this build uses: one row per platform. Its adapter reads
 * the row, as do the documentation and `adcore doctor`, which warns before the version ends.
 */
#ifndef AD_PLATFORM_VERSION_H
#define AD_PLATFORM_VERSION_H

#include "base/arena.h"
#include "model/traits.h"

struct ad_outcome;

/* URLs have {version} in place of the name. */
struct ad_api_version {
	const char *name;        /* "v26", as in URLs */
	const char *released;    /* "2026-10-14", or as much of it as was published */
	const char *sunset;      /* the first day without it, "2027-11-01"; NULL: none announced */
	bool projected;          /* no date announced: estimated from earlier versions */
	const char *api, *token; /* its URL, and the URL of its tokens */
	const char *sandbox_api; /* the same below the sandbox's URL */
	const char *sandbox_token;
	const char *ends; /* the answer of an ended version, as far as published */
};

/* The row of a platform; never NULL. */
const struct ad_api_version *ad_api_version_of(enum ad_platform platform);
/* A URL with {version} replaced by the platform's version. */
struct ad_str ad_versioned(struct ad_arena *arena, enum ad_platform platform, const char *url);
/* Days from `day` (since 1970-01-01) until the version's sunset; false if none is known. */
bool ad_api_version_left(const struct ad_api_version *version, int64_t day, int64_t *left);

#define AD_VERSION_SUNSET "VERSION_SUNSET"
#define AD_VERSION_WARN_DAYS 60

/*
 * For adapters: the outcome of an answer that says that the version has ended; `said` is the
 * platform's own text, or absent. Nothing was done, and nothing will be before an upgrade.
 */
void ad_version_gone(struct ad_arena *arena, enum ad_platform platform, struct ad_str said,
		     struct ad_outcome *outcome);
bool ad_version_is_gone(const struct ad_outcome *outcome);

#endif
