/* Inside app/: what the pages about ad accounts share. */
#ifndef APP_CONNECTIONS_H
#define APP_CONNECTIONS_H

#include "app/door.h"

#define APP_CONNECTIONS_PATH AD_APP_PATH "/connections"

/* What a page says at its head; both may be NULL. Sentences, no HTML. */
struct app_connections_word {
	const char *good, *fault;
};

/*
 * Space and environment into the call, of which the person must be a member. DONE: there is none
 * for them. Reading and writing steps.
 */
enum ad_db_status app_connections_enter(struct ad_call *call, struct ad_str space_id,
					enum ad_environment environment) AD_CHECK;
/* Answers the page of the call's Space; v->id is not looked at. */
void app_connections_show(struct ad_exchange *x, const struct app_visit *v, int status,
			  struct app_connections_word word);
/* Whether its consent page can be reached from the person's browser, and is set up: or why not. */
const char *app_connections_barred(const struct ad_call *call, enum ad_platform platform,
				   enum ad_environment environment);
/* The same of the test environment, of any platform. */
const char *app_connections_barred_test(const struct ad_call *call);

#endif
