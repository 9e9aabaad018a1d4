/*
 * Questions of the application's workbench beside the resources: rows by columns, and what changed.
 * Reading steps of calls whose account, Space and query are settled. They have no row of the table
 * and are no part of the public description.
 */
#ifndef AD_CALL_WORKBENCH_H
#define AD_CALL_WORKBENCH_H

#include "call/call.h"
#include "call/params.h"

/* GET grid: the rows of a resource, a list of values a field; call/grid.c. */
void ad_grid(struct ad_call *call);
/* GET changes: what the Space's history has since a mark; waits for more; call/changes.c. */
void ad_changes(struct ad_call *call);

/* GET summary: what waits in the Space, in one answer; call/summary.c. */
void ad_summary(struct ad_call *call);
/* GET limits: lengths and counts of texts by platform, and buttons; call/platform_limits.c. */
void ad_platform_limits(struct ad_call *call);

/*
 * Writes the mark of the present moment as a member: what the call reads in the same transaction is
 * not told again by ad_changes(). False with the call failed.
 */
bool ad_changes_write_mark(struct ad_json *j, struct ad_call *call) AD_CHECK;

#endif
