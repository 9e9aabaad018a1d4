/*
 * The envelope of REST answers as rows: meta, and the details of each error. The description takes
 * its schemas and examples from them.
 */
#ifndef AD_MODEL_ENVELOPE_H
#define AD_MODEL_ENVELOPE_H

#include "model/errors.h"
#include "model/resource.h"

#define AD_PROBLEM_CODES 3

/* The errors of one HTTP status. */
struct ad_problem {
	int http;
	const char *name; /* "ValidationError", for OpenAPI */
	const char *doc;
	enum ad_status codes[AD_PROBLEM_CODES]; /* AD_OK: no more */
	const struct ad_shape *details;
};

extern const struct ad_problem ad_problems[]; /* by status, ascending */
extern const size_t ad_problem_count;
/* meta of one object, and of a list. */
extern const struct ad_shape ad_meta_shape, ad_list_meta_shape;

#endif
