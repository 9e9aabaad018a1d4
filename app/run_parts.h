/* Inside app/: what the pages about runs say in the same words. */
#ifndef APP_RUN_PARTS_H
#define APP_RUN_PARTS_H

#include "app/door.h"

/* The pages that work without script; the workbench has the same at its own addresses (shell.h). */
#define APP_RUNS_PATH AD_APP_PATH "/plain/runs"
#define APP_PLAN_PATH AD_APP_PATH "/plain/review"
#define APP_REVERT_PATH AD_APP_PATH "/revert"
#define APP_DRIFT_PATH AD_APP_PATH "/plain/drift"

/*
 * run.c: the Space and environment of the run v->id into the call, whose member the person must be.
 * DONE: there is no such run for them; both look alike.
 */
enum ad_db_status app_run_enter(struct ad_call *call, const struct app_visit *v) AD_CHECK;
/* run_pull.c: appends what a pull brought in; nothing of another run. */
void app_add_pulled(struct ad_exchange *x, struct ad_text *page, const struct ad_sync_review *run);
/*
 * revert.c: appends a sentence on the revert of a run: `record` is what GET /sync/:id has as
 * revertedBy. DONE, or the database failed.
 */
enum ad_db_status app_add_reverted(struct ad_exchange *x, struct ad_text *page,
				   const cJSON *record) AD_CHECK;
/* "Push" and so on, of a run's mode; pauses: it is the kill switch. */
const char *app_run_title(struct ad_str mode, bool pauses);
/* 303 to the run that the write made, which call->location names: "?done=" says what was done. */
void app_go_run(struct ad_exchange *x, const char *done);
/* Appends a run's or an operation's status as a tag in plain words. */
void app_add_status(struct ad_text *page, struct ad_str status);
/* Appends "live" or "test" as a tag. */
void app_add_environment(struct ad_text *page, struct ad_str environment);
/* Appends money: "20.5 EUR"; a change where `sign`: "+20.5 EUR". Micros. */
void app_add_money(struct ad_text *page, int64_t micros, const char *currency, bool sign);
/* Appends what the run waits for, if for anything: an ad account a line. */
void app_add_delays(struct ad_exchange *x, struct ad_text *page, const struct ad_sync_review *run);
/* Appends how the kill switch stands, an ad account a row; nothing of another run. */
void app_add_stops(struct ad_exchange *x, struct ad_text *page, const struct ad_sync_review *run);
/*
 * Appends the plan of the call's run as a table, a page of it from behind the operation `after`,
 * with a link to what follows. False: the database failed.
 */
bool app_add_operations(struct ad_exchange *x, struct ad_text *page,
			const struct ad_sync_review *run, int64_t after) AD_CHECK;

#endif
