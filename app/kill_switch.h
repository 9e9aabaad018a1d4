/* The notice on every page that the kill switch is on. */
#ifndef APP_KILL_SWITCH_H
#define APP_KILL_SWITCH_H

#include "app/door.h"

/*
 * Appends a notice for each Space of the person whose kill switch is on, with the way to lift it;
 * nothing where there is none.
 */
void app_add_kill_switch(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v);

#endif
