/* The page of a plan's or a run's operations that a call asks for. */
#ifndef AD_CALL_SYNC_PAGE_H
#define AD_CALL_SYNC_PAGE_H

#include "call/call.h"
#include "sync/ops_page.h"

/* The parameters that say it, ended by NULL. */
extern const char *const ad_sync_page_params[];

/*
 * Reads limit and the filters of the action's query, and binds the call's cursors to them and to
 * what they page through ("plan", or a run's id). False with faults.
 */
bool ad_sync_page_read(struct ad_call *call, struct ad_str of, struct ad_ops_page *page) AD_CHECK;
/*
 * Reads the cursor, after ad_sync_page_read(): the page begins behind the operation that it names.
 * plan_hash: of the plan as it is now, or absent for a run. Where the cursor was made for another
 * plan the call fails as 409 PLAN_CHANGED. False with the call failed.
 */
bool ad_sync_page_begin(struct ad_call *call, struct ad_str plan_hash,
			struct ad_ops_page *page) AD_CHECK;
/* The cursor behind the operation of that number (from 1). */
struct ad_str ad_sync_page_cursor(struct ad_call *call, int64_t number, struct ad_str plan_hash);
/* Sets meta: nextCursor, and how many operations there are, once the page is written. */
void ad_sync_page_end(struct ad_call *call, const struct ad_ops_page *page,
		      struct ad_str plan_hash);

#endif
