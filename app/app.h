/*
 * The application: pages for the signed-in user, authenticated by the session cookie. Bearer
 * tokens are ignored.
 */
#ifndef APP_APP_H
#define APP_APP_H

#include "http/server.h"

/* Every route of the application; the array is static. */
const struct ad_route *ad_app_routes(size_t *count);

#endif
