/*
 * The JSON REST API under /api/v1, a front end. Finds the row and action of a path, fills a call,
 * and renders its outcome as an envelope (rest/envelope.h).
 */
#ifndef AD_REST_H
#define AD_REST_H

#include "core/http/server.h"

#define AD_REST_PREFIX "/api/v1"
#define AD_APP_API_PREFIX "/app/api" /* the same actions for a session: app/workbench/api.c */

/* Writes the OpenAPI 3.1 document of the API at config->base_url. */
void ad_openapi_write(struct ad_text *out, const struct ad_config *config);

/* Answers that are the same for everybody, rendered once. */
struct ad_rest {
	struct ad_text openapi; /* on the heap, as the rest */
	struct ad_text changelog;
	struct ad_text docs;
	char docs_etag[40];
	char etag[40]; /* of the description, with its quotes */
};

/* The handler of /docs: the reference as a page. */
void ad_rest_docs(struct ad_exchange *x);
/* Renders it for a configuration, which must be settled. The caller frees it. */
struct ad_rest *ad_rest_new(const struct ad_config *config);
/* NULL is allowed; no request may be under way. */
void ad_rest_free(struct ad_rest *rest);
/* Room for the paths below that take longer bodies than the others. */
#define AD_REST_ROUTES_MAX 32
struct ad_rest_routes {
	size_t count;
	struct ad_route routes[AD_REST_ROUTES_MAX];
	char paths[AD_REST_ROUTES_MAX][64];
};
/* The routes of the door: all under /api/v1/, those whose bodies may be longer, and /docs. */
void ad_rest_routes(struct ad_rest_routes *out);

#endif
