/* The report of a copy: what was lost on the other platform. */
#ifndef AD_CALL_COPY_REPORT_H
#define AD_CALL_COPY_REPORT_H

#include "call/request/call.h"
#include "model/row.h"

#define AD_COPY_LINES_MAX 1000 /* lines of its report */

/* A value that could not be copied. */
struct ad_copy_line {
	struct ad_copy_line *next;
	const char *resource;
	struct ad_str id; /* of the source */
	const char *path, *code, *message;
};

struct ad_copy_report {
	struct ad_copy_line *first, **end;
	size_t count; /* includes lines that are not stored */
};

/* Adds a line to the report. */
void ad_copy_report(struct ad_call *call, struct ad_copy_report *report,
		    const struct ad_row *source, const struct ad_fault *fault);

#endif
