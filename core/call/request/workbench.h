/*
 * Queries of the application's workbench besides the resources: rows by columns, and changes.
 * Reading steps of calls whose account, Space and query were checked. They have no row in the
 * resource table and are not part of the public API description.
 */
#ifndef AD_CALL_WORKBENCH_H
#define AD_CALL_WORKBENCH_H

#include "call/request/call.h"
#include "call/request/params.h"

/* GET grid: the rows of a resource, as one list of values per field; call/objects/grid.c. */
void ad_grid(struct ad_call *call);
/* GET changes: the history entries of the Space since a mark; waits for more; objects/changes.c. */
void ad_changes(struct ad_call *call);

/* GET summary: the pending tasks of the Space, in one answer; call/objects/summary.c. */
void ad_summary(struct ad_call *call);
/* GET review: the plan and the drafters of a run that awaits approval; call/sync/sync_waiting.c. */
void ad_waiting_review(struct ad_call *call);
/* GET limits: lengths and counts of texts by platform, and buttons; objects/platform_limits.c. */
void ad_platform_limits(struct ad_call *call);

/*
 * Writes the current mark as a member: ad_changes() does not return again what the call reads in
 * the same transaction. False with the call failed.
 */
bool ad_changes_write_mark(struct ad_json *j, struct ad_call *call) AD_CHECK;

#endif
