/* Inside a copy: an object's fields taken over to another platform, and what stays behind. */
#ifndef AD_CALL_COPY_H
#define AD_CALL_COPY_H

#include "call/call.h"
#include "model/row.h"

#define AD_COPY_MAX 5000       /* objects of one copy */
#define AD_COPY_LINES_MAX 1000 /* of its report */

/* One thing that could not be carried. */
struct ad_copy_line {
	struct ad_copy_line *next;
	const char *resource;
	struct ad_str id; /* of the source */
	const char *path, *code, *message;
};

struct ad_copy_report {
	struct ad_copy_line *first, **end;
	size_t count; /* also of lines that are not kept */
};

/* What a copy starts with: the source and the members that are given anew. */
struct ad_copy_ask {
	const struct ad_row *source;
	struct {
		const char *name;
		struct ad_str value; /* absent: left out */
	} set[3];
};

/*
 * Drafts a new object from the source's writable fields, with those of `set` instead; status is
 * left out, so it is PAUSED. What the checks refuse is left out and reported, as long as the object
 * does not need it. NULL where it does: the call has the faults (or has failed otherwise).
 */
struct ad_row *ad_copy_draft(struct ad_call *call, const struct ad_copy_ask *ask,
			     struct ad_copy_report *report);
/*
 * A new draft's budget is a day's. Where the row's is for its whole life: true, with the share of a
 * day of what `object` (absent: the row as drafted) has, rounded up to what the currency can say.
 */
bool ad_copy_share(const struct ad_call *call, const struct ad_row *row, const cJSON *object,
		   int64_t *micros);
/* Adds a line. */
void ad_copy_report(struct ad_call *call, struct ad_copy_report *report,
		    const struct ad_row *source, const struct ad_fault *fault);

#endif
