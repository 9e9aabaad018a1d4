/*
 * The JSON front end of the application, under /app/api: the actions of /api/v1 for the signed-in
 * user. The session cookie is the credential. A request must come from a page of this server and
 * have the header X-Adcore-App; bearer tokens are ignored.
 */
#ifndef APP_API_H
#define APP_API_H

#include "rest/rest.h"

/* The routes: all below /app/api/, and the ones with a higher limit of the body. */
void app_api_routes(struct ad_rest_routes *out);

#endif
