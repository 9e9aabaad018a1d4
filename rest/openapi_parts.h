/* The parts of the OpenAPI document that no row says: rendered JSON. */
#ifndef AD_REST_OPENAPI_PARTS_H
#define AD_REST_OPENAPI_PARTS_H

extern const char ad_openapi_info[];
extern const char ad_openapi_security[];
extern const char ad_openapi_parameters[];
extern const char ad_openapi_headers[];
extern const char ad_openapi_schemas[];  /* members */
extern const char ad_openapi_own_path[]; /* the path item of /openapi.json */

#endif
