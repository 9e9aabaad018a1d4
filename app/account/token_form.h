/* Inside app/: the form that creates an API token. */
#ifndef APP_TOKEN_FORM_H
#define APP_TOKEN_FORM_H

#include "app/page/forms.h"

/* The typed values, their meaning and their faults. */
struct app_token_form {
	struct ad_str name, environment, days; /* as typed */
	struct ad_token token;                 /* the token to create, if the form has no faults */
	const char *name_fault, *environment_fault, *days_fault, *scopes_fault;
};

/* The initial form: only the read scopes are selected. */
struct app_token_form app_token_form_new(void);
/* Parses the fields of the POST. False: a field has a fault. */
bool app_token_form_read(struct ad_exchange *x, struct app_token_form *form) AD_CHECK;
/* Appends the form; `live` is the number of active tokens. */
void app_token_form_show(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			 const struct app_token_form *form);

#endif
