/*
 * The kill switch: a push that only pauses, for every campaign on a platform. It reads the status
 * of each campaign on the platform and sends a pause unless it is paused, so that a campaign that
 * others enabled is paused too. Plan, guardrails, approvals, drift and the block that it sets do
 * not apply to it. Each platform is a part with its own lease, requests and end: a part that hangs
 * does not delay the others. All functions: the writer's thread, inside the change's savepoint.
 */
#ifndef AD_SYNC_PAUSE_H
#define AD_SYNC_PAUSE_H

#include "sync/journal/journal.h"

/* The operation numbers of a platform start at its index times this range. */
#define AD_PAUSE_RANGE INT64_C(10000000)

/* A stored run of the kill switch, and the context of its functions. */
struct ad_pause {
	struct ad_db *db;
	struct ad_arena *arena;
	struct ad_realm realm;
	struct ad_str run_id;
};

/* The filters of a run that is a kill switch. */
struct ad_str ad_pause_filters(struct ad_arena *arena);

/*
 * Finds the realm's kill switch that has neither ended nor been cancelled: ROW with its id, else
 * DONE. There is at most one.
 */
enum ad_db_status ad_pause_open(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_str *id) AD_CHECK;
/* The newest kill switch of the realm, ended or not: ROW, else DONE. Any thread. */
enum ad_db_status ad_pause_last(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_run_row *run) AD_CHECK;
/*
 * Replaces the unsent operations on platforms (bits) where nothing was sent yet: one for each
 * campaign on the platform, campaigns known to be enabled first. The drafts of campaigns that are
 * new in the run become PAUSED, with a history entry each.
 */
enum ad_db_status ad_pause_plan(const struct ad_pause *p, uint32_t platforms) AD_CHECK;
/*
 * Finds campaigns that an operation in doubt of an earlier run may still enable, up to `landing` us
 * after it was sent, and that this run has not paused since; *sent_at: the latest of these.
 */
enum ad_db_status ad_pause_unsettled(const struct ad_pause *p, enum ad_platform platform,
				     int64_t landing, struct ad_plan_filter *in,
				     int64_t *sent_at) AD_CHECK;
/* Adds another operation for each of these campaigns; *count: how many. */
enum ad_db_status ad_pause_again(const struct ad_pause *p, enum ad_platform platform,
				 const struct ad_plan_filter *only, size_t *count) AD_CHECK;

/* pause_lease.c */
/*
 * Acquires all available leases and stores the state of each part; *open: platforms (bits) that are
 * not done. A part without campaigns is done at once if its lease is acquired: the lease blocks
 * other runs.
 */
enum ad_db_status ad_pause_begin(const struct ad_pause *p, uint32_t *open) AD_CHECK;
/*
 * Acquires a platform's lease. A run that holds it is cancelled, and loses it if it has no
 * operation in progress or in doubt on the platform; a run that loses its last lease has ended.
 * *held: the run still holds the lease.
 */
enum ad_db_status ad_pause_lease(const struct ad_pause *p, enum ad_platform platform,
				 bool *held) AD_CHECK;
/* *idle: no operation of a run is in progress or in doubt on a platform. */
enum ad_db_status ad_pause_idle(const struct ad_pause *p, struct ad_str run_id,
				enum ad_platform platform, bool *idle) AD_CHECK;
/* Sets the state of a part. */
enum ad_db_status ad_pause_set(const struct ad_pause *p, enum ad_platform platform,
			       enum ad_pause_at at) AD_CHECK;
#endif
