/*
 * The kill switch: a push of nothing but pauses, of every campaign that stands on a platform. It
 * asks how each stands there and sends where that is not paused, so that one that somebody set
 * live behind our back is paused too. It is past plan, guardrails, approvals, drift and the block
 * that it sets itself. Each platform is a part of it that gets its lease, sends and ends by itself:
 * one that hangs holds up no other. All functions: the writer's thread, inside the change's
 * savepoint.
 */
#ifndef AD_SYNC_PAUSE_H
#define AD_SYNC_PAUSE_H

#include "sync/journal.h"

/* Where a part stands, a letter a platform in sync_runs.position. */
enum ad_pause_at {
	AD_PAUSE_WAITS = 'w',   /* for the lease; nothing was sent */
	AD_PAUSE_SENDS = 'b',   /* it has begun */
	AD_PAUSE_SETTLES = 's', /* until what was on its way before it can have landed */
	AD_PAUSE_DONE = 'd',
};

/* Operations of a platform are numbered from its range. */
#define AD_PAUSE_RANGE INT64_C(10000000)

/* A stored run of the kill switch, and what its functions work with. */
struct ad_pause {
	struct ad_db *db;
	struct ad_arena *arena;
	struct ad_realm realm;
	struct ad_str run_id;
};

/* Whether a run is one, by its filters; what a run of the kill switch has as filters. */
bool ad_pause_is(struct ad_arena *arena, const struct ad_run_row *run);
struct ad_str ad_pause_filters(struct ad_arena *arena);

/*
 * The kill switch that is not at its end in the realm, nor asked to stop: ROW with its id, else
 * DONE. There is at most one.
 */
enum ad_db_status ad_pause_open(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_str *id) AD_CHECK;
/* The newest one of the realm, at its end or not: ROW, else DONE. Any thread. */
enum ad_db_status ad_pause_last(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_run_row *run) AD_CHECK;
/*
 * Makes the operations on platforms (bits) of which nothing was sent anew: one for each campaign
 * that is there, those known to be live first. Drafts of campaigns that come new into the run are
 * set PAUSED, with a row of history each.
 */
enum ad_db_status ad_pause_plan(const struct ad_pause *p, uint32_t platforms) AD_CHECK;
/*
 * Campaigns that an operation in doubt of an earlier run may set live yet, `landing` us after it
 * was sent, and that this run has not paused since; *sent_at: of the latest of these.
 */
enum ad_db_status ad_pause_unsettled(const struct ad_pause *p, enum ad_platform platform,
				     int64_t landing, struct ad_plan_filter *in,
				     int64_t *sent_at) AD_CHECK;
/* Adds operations for these campaigns once more; *count: how many. */
enum ad_db_status ad_pause_again(const struct ad_pause *p, enum ad_platform platform,
				 const struct ad_plan_filter *only, size_t *count) AD_CHECK;

/* pause_lease.c */
/*
 * Takes all leases that can be had and stores where each part stands; *open: platforms (bits)
 * that are not done. Those without a campaign are at once: the lease keeps other runs away.
 */
enum ad_db_status ad_pause_begin(const struct ad_pause *p, uint32_t *open) AD_CHECK;
/*
 * Takes a platform's lease. A run that has it is asked to stop, and loses it where nothing of it is
 * under way or in doubt there; with its last one it has ended. *held: something is.
 */
enum ad_db_status ad_pause_lease(const struct ad_pause *p, enum ad_platform platform,
				 bool *held) AD_CHECK;
/* Whether nothing of a run is under way or in doubt on a platform. */
enum ad_db_status ad_pause_idle(const struct ad_pause *p, struct ad_str run_id,
				enum ad_platform platform, bool *idle) AD_CHECK;
/* Where a part stands; setting it. */
enum ad_pause_at ad_pause_at(const struct ad_run_row *run, enum ad_platform platform);
enum ad_db_status ad_pause_set(const struct ad_pause *p, enum ad_platform platform,
			       enum ad_pause_at at) AD_CHECK;
/* Whether all parts are done. */
bool ad_pause_is_done(const struct ad_run_row *run);
/* Writes what is known of each ad account, or null where the run is none. Any thread. */
enum ad_db_status ad_pause_write(struct ad_json *j, struct ad_db *db, struct ad_realm realm,
				 const struct ad_run_row *run) AD_CHECK;

/* journal_history.c: records an edit of a draft that the run made itself. */
enum ad_db_status ad_journal_note_edit(struct ad_db *db, struct ad_arena *arena,
				       struct ad_str run_id, const struct ad_row *was,
				       const struct ad_row *is) AD_CHECK;

#endif
