/*
 * The API reference at /docs: printed from the same rows as the description, as one page without
 * script, that asks for nothing else. Private to rest/.
 */
#ifndef AD_REST_DOCS_H
#define AD_REST_DOCS_H

#include "rest/openapi_doc.h"
#include "rest/rest.h"

/* Writes the page of the API at config->base_url. */
void ad_docs_write(struct ad_text *out, const struct ad_config *config);
/* The value of its Content-Security-Policy, on the arena: its own style and nothing else. */
struct ad_str ad_docs_policy(struct ad_arena *arena);

/* The page in the making. */
struct ad_docs {
	struct ad_text *out;
	struct ad_doc *doc; /* names and examples; its j is not used */
	const struct ad_config *config;
	enum ad_resource_id resource; /* that is being written: whose platformOptions there are */
};

/* Text, with what HTML would read as its own escaped. */
void ad_docs_text(struct ad_docs *p, const char *text);
/* Text as sentences of ours: what stands between backticks is code. */
void ad_docs_words(struct ad_docs *p, const char *text);
/* JSON over several lines, in a box that opens: "Example answer". */
void ad_docs_json(struct ad_docs *p, const char *title, struct ad_str json);
/* A table of fields, those inside objects below them. */
void ad_docs_fields(struct ad_docs *p, const char *caption, const struct ad_shape *shape,
		    enum ad_schema_use use);
/* A resource: what it is, its fields, its operations. */
void ad_docs_resource(struct ad_docs *p, const struct ad_resource *res);

#endif
