/* Inside app/: what the pages about ad accounts share. */
#ifndef APP_CONNECTIONS_H
#define APP_CONNECTIONS_H

#include "app/door.h"

#define APP_CONNECTIONS_PATH AD_APP_PATH "/connections"

/* Messages at the head of a page; both may be NULL. Sentences, no HTML. */
struct app_connections_word {
	const char *good, *fault;
};

/*
 * Space and environment into the call, of which the person must be a member. DONE: there is none
 * for them. Reading and writing steps.
 */
enum ad_db_status app_connections_enter(struct ad_call *call, struct ad_str space_id,
					enum ad_environment environment) AD_CHECK;
/* Appends the form of a connection's settings, whose JSON is given. */
void app_add_settings(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		      enum ad_platform platform, struct ad_str id, struct ad_str settings);
/* Reads the form: a member for each setting, null where it was emptied; on the call's arena. */
const cJSON *app_read_settings(const struct ad_call *call, enum ad_platform platform);
/* The faults of the settings by their titles; without faults the call's own sentence. */
const char *app_settings_fault(struct ad_call *call, enum ad_platform platform);
/* Appends the hidden fields by which an act finds what it is for. */
void app_add_target(struct ad_exchange *x, struct ad_text *page, const char *what,
		    enum ad_platform platform, struct ad_str id);
/* Answers the page of the call's Space; v->id is not looked at. */
void app_connections_show(struct ad_exchange *x, const struct app_visit *v, int status,
			  struct app_connections_word word);
/*
 * Returns NULL if the platform's consent page is set up and the person's browser can reach it, else
 * the reason.
 */
const char *app_connections_barred(const struct ad_call *call, enum ad_platform platform,
				   enum ad_environment environment);
/* The same of the test environment, of any platform. */
const char *app_connections_barred_test(const struct ad_call *call);

#endif
