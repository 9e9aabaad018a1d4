/* Inside app/: the frame's navigation, the switch of Space and environment, and old addresses. */
#ifndef APP_NAVIGATION_H
#define APP_NAVIGATION_H

#include "app/page/door.h"

/* Appends the banner: the brand, the environment in words, the Space, and the account. */
void app_add_banner(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v);
/* Appends the sidebar: the switch of Space and environment, and the navigation. */
void app_add_side(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v);
/*
 * Redirects (303) an old address to page->moved with visit->id for ":id" and the same query.
 * False: the id is malformed, and no reply was made.
 */
bool app_navigate_moved(struct ad_exchange *x, const struct app_visit *v) AD_CHECK;

#endif
