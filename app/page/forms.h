/* Inside app/: fields of forms, each with its label, hint and fault. */
#ifndef APP_FORMS_H
#define APP_FORMS_H

#include "app/page/door.h"

/* A field of one line. Its name is also its id. */
struct app_field {
	const char *name, *label;
	const char *hint;    /* HTML, or NULL */
	const char *type;    /* of the input */
	const char *more;    /* further attributes with a space before, or NULL */
	const char *fault;   /* the fault, or NULL */
	struct ad_str value; /* as typed */
};

/* Appends the field; aria-describedby names its hint and fault. */
void app_add_field(struct ad_text *page, const struct app_field *field);
/* Appends the fault of the field, unless it is NULL. */
void app_add_fault(struct ad_text *page, const char *name, const char *fault);
/* A choice of a select or a group. */
struct app_choice {
	const char *value, *title;
	const char *more; /* a sentence, or NULL */
};
/* Appends a select of the choices, with one selected. */
void app_add_select(struct ad_text *page, const struct app_field *field,
		    const struct app_choice *list, size_t count);
/* Appends a checkbox or a radio button (`type`); all texts are HTML. */
void app_add_choice(struct ad_text *page, const char *type, const char *name,
		    const struct app_choice *choice, bool ticked);
/*
 * Opens a disclosure with a form to `action`, which asks for confirmation; the caller adds the
 * content of the form, and app_end_act() closes both.
 */
void app_begin_act(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		   const struct app_choice *act);
/* Closes the disclosure with its button: class is "danger" or "". */
void app_end_act(struct ad_text *page, const char *label, const char *class_name);
/* Appends a hidden field. */
void app_add_hidden(struct ad_text *page, const char *name, struct ad_str value);

#endif
