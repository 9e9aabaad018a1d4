/* The notice on every page that the kill switch is on. */
#ifndef APP_KILL_SWITCH_H
#define APP_KILL_SWITCH_H

#include "app/page/door.h"

/*
 * Appends a notice for each Space of the user whose kill switch is on, with a link to allow pushes
 * again.
 */
void app_add_kill_switch(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v);

#endif
