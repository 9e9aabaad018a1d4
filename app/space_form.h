/* Inside app/: the settings of a Space as a form, and as the merge patch that it asks for. */
#ifndef APP_SPACE_FORM_H
#define APP_SPACE_FORM_H

#include "app/forms.h"

/* As typed, or as it stands; limits are empty where there is none. */
struct app_space_form {
	struct ad_str name, currency, timezone;
	struct ad_str campaign, total, percent, bid; /* limits */
	struct ad_str terms;                         /* a line each */
	struct ad_str live, test;                    /* when approval is asked for */
	struct ad_str version;                       /* that was shown */
	uint32_t platforms;                          /* bits of enum ad_platform */
	bool factor;                                 /* a second factor is required */
};

/* As the Space stands. */
struct app_space_form app_space_form_of(struct ad_arena *arena, const struct ad_row *row,
					const struct ad_space *space);
/* As it was typed. */
struct app_space_form app_space_form_read(const struct ad_call *call);
/* The JSON merge patch that it is, on the arena; never NULL. */
const cJSON *app_space_form_patch(struct ad_arena *arena, const struct app_space_form *form);
/* Appends it; faults are those of the call. */
void app_space_form_show(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			 const struct app_space_form *form);
/*
 * space_block.c: appends where the kill switch blocks pushes, and the switch where it does not, to
 * the page of the Space. False: no database.
 */
bool app_add_blocks(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		    struct ad_str space_id) AD_CHECK;
/* The same: pulls it. */
void app_space_pause(struct ad_exchange *x, struct app_visit *v, enum ad_environment environment);
/* True if one of the call's faults is that a guardrail would be loosened. */
bool app_space_form_loosens(const struct ad_call *call);

#endif
