#include "call/rules/copy_report.h"

void ad_copy_report(struct ad_call *call, struct ad_copy_report *report,
		    const struct ad_row *source, const struct ad_fault *fault)
{
	if (++report->count > AD_COPY_LINES_MAX)
		return;
	struct ad_copy_line *line = ad_arena_zalloc(call->arena, sizeof(*line));
	line->resource = source->res->name;
	line->id = source->id;
	line->path = fault->path;
	line->code = fault->code;
	line->message = fault->message;
	if (!report->end)
		report->end = &report->first;
	*report->end = line;
	report->end = &line->next;
}
