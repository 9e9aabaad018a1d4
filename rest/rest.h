/*
 * The JSON REST API under /api/v1: a thin door. Finds the row and action of a path, fills a call,
 * and renders its outcome as the envelope of contract section 3.
 */
#ifndef AD_REST_H
#define AD_REST_H

#include "core/http/server.h"

#define AD_REST_PREFIX "/api/v1"
#define AD_REST_BODY_MAX ((size_t)1 << 20) /* 1 MiB */

/* The handler of every path under /api/v1/. On a reading thread. */
void ad_rest_handle(struct ad_exchange *x);
/* Writes the OpenAPI 3.1 document of the API at base_url. */
void ad_openapi_write(struct ad_text *out, const char *base_url);

#endif
