/*
 * Internals of a copy: transfers an object's fields to another platform, and reports the lost ones.
 */
#ifndef AD_CALL_COPY_H
#define AD_CALL_COPY_H

#include "call/rules/copy_report.h"
#include "model/row.h"

#define AD_COPY_MAX 5000 /* objects of one copy */

/* The input of a copy: the source, and the members that get new values. */
struct ad_copy_ask {
	const struct ad_row *source;
	struct {
		const char *name;
		struct ad_str value; /* absent: left out */
	} set[3];
};

/*
 * Drafts a new object from the source's writable fields, replaced by those of `set`; without
 * status, so it is PAUSED. Values that the checks refuse are left out and reported, unless the
 * object needs them. NULL if it does: the call has the faults (or has failed otherwise).
 */
struct ad_row *ad_copy_draft(struct ad_call *call, const struct ad_copy_ask *ask,
			     struct ad_copy_report *report);
/*
 * A new draft has a daily budget. If the row has a lifetime budget: true, with the daily share of
 * the budget of `object` (absent: of the row as drafted), rounded up to the currency's smallest
 * unit.
 */
bool ad_copy_share(const struct ad_call *call, const struct ad_row *row, const cJSON *object,
		   int64_t *micros);
#endif
