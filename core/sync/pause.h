/*
 * The kill switch: a push of nothing but pauses, of every campaign that stands on a platform. It
 * asks how each stands there and sends where that is not paused, so that one that somebody set
 * live behind our back is paused too. It is past plan, guardrails, approvals, drift and the block
 * that it sets itself. All functions: the writer's thread, inside the change's savepoint.
 */
#ifndef AD_SYNC_PAUSE_H
#define AD_SYNC_PAUSE_H

#include "sync/journal.h"

/* Whether a run is one, by its filters; what a run of the kill switch has as filters. */
bool ad_pause_is(struct ad_arena *arena, const struct ad_run_row *run);
struct ad_str ad_pause_filters(struct ad_arena *arena);

/*
 * The kill switch that is not at its end in the realm, nor asked to stop: ROW with its id, else
 * DONE. There is at most one.
 */
enum ad_db_status ad_pause_open(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_str *id) AD_CHECK;
/*
 * Makes the operations of a stored run anew: one for each campaign that is on a platform, those
 * known to be live first. Drafts of campaigns that come new into the run are set PAUSED, with a row
 * of history each; *total is how many operations there are now.
 */
enum ad_db_status ad_pause_plan(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_str run_id, int64_t *total) AD_CHECK;
/*
 * Takes the leases of the run's platforms that are free; *held: others are not, and the runs that
 * have them are asked to stop.
 */
enum ad_db_status ad_pause_lease(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				 struct ad_str run_id, bool *held) AD_CHECK;

/* journal_history.c: records an edit of a draft that the run made itself. */
enum ad_db_status ad_journal_note_edit(struct ad_db *db, struct ad_arena *arena,
				       struct ad_str run_id, const struct ad_row *was,
				       const struct ad_row *is) AD_CHECK;

#endif
