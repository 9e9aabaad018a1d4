/*
 * Inside app/: pages that call the API by its own steps. The pipeline checks scopes and input, and
 * the page renders the outcome.
 */
#ifndef APP_ASK_H
#define APP_ASK_H

#include "app/page/door.h"

/* The parameters of such a call. */
struct app_params {
	struct ad_param list[8];
	size_t count;
};
/* Adds a parameter, unless its value is absent. */
void app_params_add(struct app_params *params, const char *name, struct ad_str value);
/* A parameter of the address, not of a form; or absent. */
struct ad_str app_query(const struct ad_exchange *x, const char *name);
/* The parameter as a number of at most nine digits, else 0. */
int64_t app_query_number(const struct ad_exchange *x, const char *name);

/*
 * Sets the Space and environment of a page about /sync in the call. DONE: the user has no such
 * Space. For reading and writing steps.
 */
enum ad_db_status app_ask_enter(struct ad_call *call, struct ad_str space_id,
				enum ad_environment environment) AD_CHECK;
/*
 * Calls an action of /sync in the call's Space and renders its outcome by `after`; a failed
 * database is answered here. params must stay valid.
 */
void app_ask(struct ad_exchange *x, struct app_visit *v, enum ad_verb verb,
	     const struct app_params *params, app_page_fn *after);
/* Makes the call one of that action, for its writing step. The input is on the arena, or NULL. */
void app_ask_as(struct ad_call *call, enum ad_verb verb, const cJSON *input);
/*
 * Makes a writing step idempotent: a form that is sent twice is done once. `key` is the value that
 * app_add_once() put into the form. False: the call failed.
 */
bool app_ask_once(struct ad_call *call, struct ad_str path, struct ad_str key,
		  struct ad_str body) AD_CHECK;
/* Appends the hidden field with a new idempotency key. */
void app_add_once(struct ad_text *page);
/* The data of the response; NULL if the call failed. */
const cJSON *app_ask_data(struct ad_call *call);
/* A member of the outcome's meta, or NULL. */
const cJSON *app_ask_meta(struct ad_call *call, const char *name);

/* The environment of a form: live, unless it names test. */
enum ad_environment app_ask_environment(struct ad_str name);
/* Appends the name of the call's Space as a link to its page. False: the database failed. */
bool app_add_space_link(struct ad_exchange *x, struct ad_text *page) AD_CHECK;

#endif
