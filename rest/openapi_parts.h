/* Parts of the REST API's description that no table holds: texts, parameters, headers. */
#ifndef AD_REST_OPENAPI_PARTS_H
#define AD_REST_OPENAPI_PARTS_H

#include "core/adcore.h"

/* A parameter that many operations share. */
struct ad_parameter_row {
	const char *key; /* in components */
	const char *in;  /* "query", "header" */
	struct ad_field field;
	uint32_t traits; /* of the actions that have it: any of these; 0: all that need a token */
};

/* A header of answers. AD_REQUIRED: always there, where it is at all. */
struct ad_header_row {
	struct ad_field field;
	int statuses[10]; /* only with these; none: with all */
	uint32_t traits;  /* only of actions with any of these; 0: of all */
	bool aged;        /* only of what is deprecated */
};

/* In the order in which operations list them. */
extern const struct ad_parameter_row ad_openapi_parameters[];
extern const size_t ad_openapi_parameter_count;
extern const struct ad_header_row ad_openapi_headers[];
extern const size_t ad_openapi_header_count;
/* The operations that describe the API (GET /openapi.json and others), which no resource lists. */
extern const struct ad_resource ad_openapi_own;

extern const char ad_openapi_title[], ad_openapi_version[], ad_openapi_summary[],
	ad_openapi_description[];

#endif
