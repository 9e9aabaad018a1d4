/* Inside app/: texts that the pages about runs share. */
#ifndef APP_RUN_PARTS_H
#define APP_RUN_PARTS_H

#include "app/page/door.h"

/*
 * run.c: sets the Space and environment of the run v->id in the call. DONE: the run does not
 * exist, or the user is not a member of its Space.
 */
enum ad_db_status app_run_enter(struct ad_call *call, const struct app_visit *v) AD_CHECK;
/* run_pull.c: appends the result of a pull; nothing for other runs. */
void app_add_pulled(struct ad_exchange *x, struct ad_text *page, const struct ad_sync_review *run);
/*
 * revert.c: appends a sentence about the revert of a run: `record` is revertedBy of GET /sync/:id.
 * DONE, or the database failed.
 */
enum ad_db_status app_add_reverted(struct ad_exchange *x, struct ad_text *page,
				   const cJSON *record) AD_CHECK;
/* The display name of a run's mode; pauses: the kill switch. */
const char *app_run_title(struct ad_str mode, bool pauses);
/* Redirects (303) to the run in call->location, with "?done=" for the message. */
void app_go_run(struct ad_exchange *x, const char *done);
/* Appends why the run waits, one line per ad account. */
void app_add_delays(struct ad_exchange *x, struct ad_text *page, const struct ad_sync_review *run);
/* Appends the state of the kill switch, one row per ad account; nothing for other runs. */
void app_add_stops(struct ad_exchange *x, struct ad_text *page, const struct ad_sync_review *run);
/*
 * Appends a page of the plan of the call's run as a table, after the operation `after`, with a
 * link to the next page. False: the database failed.
 */
bool app_add_operations(struct ad_exchange *x, struct ad_text *page,
			const struct ad_sync_review *run, int64_t after) AD_CHECK;

#endif
