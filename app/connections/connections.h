/* Inside app/: shared by the pages about ad accounts. */
#ifndef APP_CONNECTIONS_H
#define APP_CONNECTIONS_H

#include "app/page/door.h"

/* Messages at the head of a page; both may be NULL. Sentences, no HTML. */
struct app_connections_word {
	const char *good, *fault;
};

/* Appends the form of a connection's settings, whose JSON is given. */
void app_add_settings(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		      enum ad_platform platform, struct ad_str id, struct ad_str settings);
/* Parses the form: a member for each setting, null for an emptied field; on the call's arena. */
const cJSON *app_read_settings(const struct ad_call *call, enum ad_platform platform);
/* The faults of the settings with their titles; without faults the message of the call. */
const char *app_settings_fault(struct ad_call *call, enum ad_platform platform);
/* Appends the hidden fields that identify the connection. */
void app_add_target(struct ad_exchange *x, struct ad_text *page, const char *what,
		    enum ad_platform platform, struct ad_str id);
/* Shows the page of the call's Space; v->id is ignored. */
void app_connections_show(struct ad_exchange *x, const struct app_visit *v, int status,
			  struct app_connections_word word);
/*
 * Returns NULL if the platform's consent page is set up and the person's browser can reach it, else
 * the reason.
 */
const char *app_connections_barred(const struct ad_call *call, enum ad_platform platform,
				   enum ad_environment environment);
/* The same for the test environment, for any platform. */
const char *app_connections_barred_test(const struct ad_call *call);

#endif
