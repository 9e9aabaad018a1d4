/* The requested page of a plan's or a run's operations. */
#ifndef AD_CALL_SYNC_PAGE_H
#define AD_CALL_SYNC_PAGE_H

#include "call/request/call.h"
#include "sync/state/ops_page.h"

/* The parameters of a page, ended by NULL. */
extern const char *const ad_sync_page_params[];

/*
 * Reads limit, cursor and the filters of the action's query; the call's cursors are bound to these
 * and to their list (a plan, or a run's id). False with faults.
 */
bool ad_sync_page_read(struct ad_call *call, struct ad_str of, struct ad_ops_page *page) AD_CHECK;
/* Fails as 409 PLAN_CHANGED if the cursor belongs to another plan than that of the hash. */
bool ad_sync_page_check(struct ad_call *call, const char *plan_hash,
			const struct ad_ops_page *page) AD_CHECK;
/* Sets nextCursor and the number of operations in meta, after the page is written. */
void ad_sync_page_end(struct ad_call *call, const struct ad_ops_page *page,
		      struct ad_str plan_hash);

#endif
