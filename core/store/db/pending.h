/*
 * The unwritten counter cells (counters.h) and history rows (history.h) of a transaction. They are
 * written once, before COMMIT, however many changes share the transaction. A savepoint that is
 * rolled back discards its part. Private to this folder.
 */
#ifndef AD_STORE_PENDING_H
#define AD_STORE_PENDING_H

#include "store/db/counters.h"

#define AD_SAVEPOINTS_MAX 8

struct ad_history_entry;
struct ad_pending_event;

/* A counter cell and what is to be added to it. */
struct ad_cell_sum {
	struct ad_cell cell; /* on the arena */
	int64_t n;
};

/* One addition, so that it can be taken back. */
struct ad_cell_step {
	size_t cell;
	int64_t n;
};

struct ad_pending {
	struct ad_arena *arena;
	struct ad_cell_sum *cells;
	size_t cell_count, cell_room;
	size_t last_cell; /* the one that was counted in last */
	struct ad_cell_step *steps;
	size_t step_count, step_room;
	struct ad_history_entry *entries; /* their texts on the arena */
	size_t entry_count, entry_room;
	struct ad_pending_event *events; /* events_private.h */
	size_t event_count, event_room;
	struct ad_savepoint_mark {
		size_t steps, entries, events;
	} marks[AD_SAVEPOINTS_MAX];
	size_t depth; /* savepoints that are open */
};

/* The connection's, made at the first use and ended with it. */
struct ad_pending *ad_pending_of(struct ad_db *db);
/* Begins a savepoint. */
void ad_pending_mark(struct ad_db *db);
/* Ends the newest savepoint: keeps what came since, or forgets it. */
void ad_pending_unmark(struct ad_db *db, bool keep);
/* Forgets everything. */
void ad_pending_drop(struct ad_db *db);
/* Writes everything. Not inside a savepoint, whose rolling back would undo it unseen. */
enum ad_db_status ad_pending_flush(struct ad_db *db) AD_CHECK;
/* After something was added: writes it at once where no transaction will, or where it got much. */
enum ad_db_status ad_pending_added(struct ad_db *db) AD_CHECK;
/* Frees it. NULL is allowed. */
void ad_pending_free(struct ad_pending *pending);

/* As ad_count(), but that nothing is written yet. */
void ad_count_later(struct ad_pending *pending, const struct ad_cell *cell, int64_t n);
/* pending_writers.c: writes the three that follow. */
enum ad_db_status ad_pending_write(struct ad_db *db, struct ad_pending *pending) AD_CHECK;
/* Writes the sums of all cells (counters.c), the entries (history.c), the events (events.c). */
enum ad_db_status ad_counters_write(struct ad_db *db, struct ad_pending *pending) AD_CHECK;
enum ad_db_status ad_history_write(struct ad_db *db, struct ad_pending *pending) AD_CHECK;
enum ad_db_status ad_events_write(struct ad_db *db, struct ad_pending *pending) AD_CHECK;

#endif
