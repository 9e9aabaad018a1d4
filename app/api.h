/*
 * The JSON front end of the application, under /app/api: the actions of /api/v1 for the person who
 * is signed in. The session's cookie is the credential. A request is refused unless it comes from a
 * page of ours and says so in X-Adcore-App; bearer tokens mean nothing here.
 */
#ifndef APP_API_H
#define APP_API_H

#include "rest/rest.h"

/* The routes: all below /app/api/, and those whose bodies may be longer. */
void app_api_routes(struct ad_rest_routes *out);

#endif
