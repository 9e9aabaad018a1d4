/*
 * Inside app/: a page that asks what the API answers, by the API's own steps: the corridor checks
 * scopes and input, and the page is made of the outcome.
 */
#ifndef APP_ASK_H
#define APP_ASK_H

#include "app/door.h"

/* Parameters of such a question. */
struct app_params {
	struct ad_param list[8];
	size_t count;
};
/* Adds one, unless its value is absent. */
void app_params_add(struct app_params *params, const char *name, struct ad_str value);
/* A parameter of the address, whatever a form said meanwhile; or absent. */
struct ad_str app_query(const struct ad_exchange *x, const char *name);
/* The same as a number of up to nine digits; 0 of anything else. */
int64_t app_query_number(const struct ad_exchange *x, const char *name);

/*
 * The Space and environment of a page about /sync into the call; DONE: there is none for the
 * person. Reading and writing steps.
 */
enum ad_db_status app_ask_enter(struct ad_call *call, struct ad_str space_id,
				enum ad_environment environment) AD_CHECK;
/*
 * Asks for an action of /sync in the call's Space and renders its outcome by `after`; a failed
 * database is answered here. params must live on.
 */
void app_ask(struct ad_exchange *x, struct app_visit *v, enum ad_verb verb,
	     const struct app_params *params, app_page_fn *after);
/* Makes the call one of that action, for a writing step of it: input on the arena, or NULL. */
void app_ask_as(struct ad_call *call, enum ad_verb verb, const cJSON *input);
/*
 * Makes a writing step of the call one that is done once, however often its form is sent: `key` is
 * what app_add_once() put into it. False with the call failed.
 */
bool app_ask_once(struct ad_call *call, struct ad_str path, struct ad_str key,
		  struct ad_str body) AD_CHECK;
/* Appends the hidden field of that, new with each page. */
void app_add_once(struct ad_text *page);
/* The data of the answer; NULL if the call failed. */
const cJSON *app_ask_data(struct ad_call *call);
/* A member of the outcome's meta, or NULL. */
const cJSON *app_ask_meta(struct ad_call *call, const char *name);

/* Of a form: "live" unless it names the other. */
enum ad_environment app_ask_environment(struct ad_str name);
/* Appends the name of the call's Space as a link to its page. False: the database failed. */
bool app_add_space_link(struct ad_exchange *x, struct ad_text *page) AD_CHECK;
/*
 * Appends a value of a resource's field as people read it: money with the currency, names before
 * members. field may be NULL: a value as it is.
 */
void app_add_value(struct ad_text *page, const struct ad_field *field, const cJSON *value,
		   const char *currency);
/* "google" and so on as people call it; empty for what is none. */
const char *app_platform_title(struct ad_str name);
/* "ad group" and so on, of a resource's name. */
struct ad_str app_kind_title(struct ad_str name);

#endif
