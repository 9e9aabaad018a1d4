/* Inside app/: the form by which an API token is made. */
#ifndef APP_TOKEN_FORM_H
#define APP_TOKEN_FORM_H

#include "app/forms.h"

/* The typed values, their meaning and their faults. */
struct app_token_form {
	struct ad_str name, environment, days; /* as typed */
	struct ad_token token;                 /* what is to be minted, where nothing is wrong */
	const char *name_fault, *environment_fault, *days_fault, *scopes_fault;
};

/* The form as it is first shown: what reads is ticked, nothing else. */
struct app_token_form app_token_form_new(void);
/* Takes the POST's fields; false where something is wrong with them. */
bool app_token_form_read(struct ad_exchange *x, struct app_token_form *form) AD_CHECK;
/* Appends it, with `live` tokens of the five there already. */
void app_token_form_show(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			 const struct app_token_form *form);

#endif
