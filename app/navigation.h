/* Inside app/: the frame's navigation, the switch of Space and environment, and old addresses. */
#ifndef APP_NAVIGATION_H
#define APP_NAVIGATION_H

#include "app/door.h"

/* Appends the banner: the brand, the Space, "Test" or "Live" in words, and who is signed in. */
void app_add_banner(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v);
/* Appends the side: the switch of Space and environment, and the navigation. */
void app_add_side(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v);
/*
 * 303 from an old address to page->moved, where ":id" stands for visit->id; the query goes along.
 * False: the id is none, and nothing was answered.
 */
bool app_navigate_moved(struct ad_exchange *x, const struct app_visit *v) AD_CHECK;

#endif
