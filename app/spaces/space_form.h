/* Inside app/: the settings of a Space as a form and as a merge patch. */
#ifndef APP_SPACE_FORM_H
#define APP_SPACE_FORM_H

#include "app/page/forms.h"

/* The typed or the stored values; an empty limit means no limit. */
struct app_space_form {
	struct ad_str name, currency, timezone;
	struct ad_str campaign, total, percent, bid; /* limits */
	struct ad_str terms;                         /* one per line */
	struct ad_str live, test;                    /* when approval is required */
	struct ad_str version;                       /* the version that the form showed */
	uint32_t platforms;                          /* bits of enum ad_platform */
	bool factor;                                 /* a second factor is required */
};

/* Fills it with the stored values. */
struct app_space_form app_space_form_of(struct ad_arena *arena, const struct ad_row *row,
					const struct ad_space *space);
/* Fills it with the typed values. */
struct app_space_form app_space_form_read(const struct ad_call *call);
/* The JSON merge patch of the form, on the arena; never NULL. */
const cJSON *app_space_form_patch(struct ad_arena *arena, const struct app_space_form *form);
/* Appends the form with the faults of the call. */
void app_space_form_show(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			 const struct app_space_form *form);
/*
 * space_block.c: appends the state of the kill switch and its button to the page of the Space.
 * False: the database failed.
 */
bool app_add_blocks(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		    struct ad_str space_id) AD_CHECK;
/* space_block.c: uses the kill switch. */
void app_space_pause(struct ad_exchange *x, struct app_visit *v, enum ad_environment environment);
/* True if one of the call's faults is that a guardrail would be loosened. */
bool app_space_form_loosens(const struct ad_call *call);

#endif
