/*
 * The application's door: pages for the person who is signed in, by the session's cookie alone.
 * Bearer tokens mean nothing here.
 */
#ifndef APP_APP_H
#define APP_APP_H

#include "http/server.h"

/* Every route of the door; the array lives for ever. */
const struct ad_route *ad_app_routes(size_t *count);

#endif
