/* The changes and deprecations of each version of the API: GET /changelog.json. */
#ifndef AD_REST_CHANGELOG_H
#define AD_REST_CHANGELOG_H

#include "core/adcore.h"

struct ad_change_row {
	const char *kind; /* "ADDED", "CHANGED", "DEPRECATED", "REMOVED" */
	const char *what; /* one sentence */
};

struct ad_version_row {
	const char *version; /* of the description: info.version */
	const char *date;    /* YYYY-MM-DD */
	const struct ad_change_row *changes;
	size_t count;
};

extern const struct ad_version_row ad_versions[]; /* newest first */
extern const size_t ad_version_count;
/* The answer of the operation, and its schema. */
extern const struct ad_shape ad_changelog_shape;

/* Writes it as JSON: the versions, and every row of the table that has a life. */
void ad_changelog_write(struct ad_json *j);

#endif
