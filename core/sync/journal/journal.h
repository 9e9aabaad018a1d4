/*
 * The journal of runs: the state of each operation. Every function that changes data runs on the
 * writer's thread, inside a change's savepoint; a false return rolls it back.
 */
#ifndef AD_SYNC_JOURNAL_H
#define AD_SYNC_JOURNAL_H

#include "platform/platform.h"
#include "store/history/history.h"
#include "store/objects/rows.h"
#include "sync/state/ops_page.h"
#include "sync/plan/plan.h"
#include "sync/state/operation.h"
#include "sync/state/run_row.h"

/* Time without renewal after which another process acquires a process's runs. */
#define AD_LEASE_TIME INT64_C(120000000) /* us */

/* Loads a run: ROW if found. */
enum ad_db_status ad_run_load(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			      struct ad_str id, struct ad_run_row *out) AD_CHECK;
/*
 * Writes a run in the API's form; counts, operations and waits only if db is given (else null).
 * `page` selects the operations, and receives what was written. Sets run->waits_since.
 */
enum ad_db_status ad_run_write(struct ad_json *j, struct ad_db *db, struct ad_realm realm,
			       struct ad_run_row *run, uint32_t scopes,
			       struct ad_ops_page *page) AD_CHECK;
/* Inserts a run with its plan's operations. AD_DB_CONFLICT: another run holds a connection. */
enum ad_db_status ad_run_insert(struct ad_db *db, struct ad_realm realm,
				const struct ad_run_row *run,
				const struct ad_sync_plan *plan) AD_CHECK;
/* Inserts operations of a run, in the order of the plan, numbered from last + 1. */
enum ad_db_status ad_run_insert_ops(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				    const struct ad_sync_plan *plan, int64_t last) AD_CHECK;
/*
 * Acquires the leases of a run's platforms, also those that a waiting pull yields. CONFLICT with
 * the holding run's id in *holder.
 */
enum ad_db_status ad_run_lease(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			       struct ad_str run_id, struct ad_str *holder) AD_CHECK;
/*
 * Acquires the leases of these platforms (bits), for a run without operations; yielded leases are
 * not acquired.
 */
enum ad_db_status ad_run_lease_platforms(struct ad_db *db, struct ad_arena *arena,
					 struct ad_realm realm, struct ad_str run_id,
					 uint32_t platforms, struct ad_str *holder) AD_CHECK;
/* Records the total of the Space's daily budgets, micros, at the start of a run. */
enum ad_db_status ad_run_set_spend(struct ad_db *db, struct ad_realm realm, struct ad_str id,
				   int64_t spend) AD_CHECK;
/* Nothing more of the run is sent. */
enum ad_db_status ad_run_set_cancel(struct ad_db *db, struct ad_realm realm,
				    struct ad_str id) AD_CHECK;
/* Records why a run could not continue: { code, message }. */
enum ad_db_status ad_run_set_error(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				   struct ad_str id, const char *code,
				   struct ad_str message) AD_CHECK;
/*
 * Makes runs reconcile the UNKNOWN operations of these platforms (bits) at once: of one run, or of
 * all runs of the realm (run_id absent).
 */
enum ad_db_status ad_run_ask_unknown(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				     uint32_t platforms) AD_CHECK;
/* Releases the leases. */
enum ad_db_status ad_run_release(struct ad_db *db, struct ad_realm realm,
				 struct ad_str id) AD_CHECK;

/* A page of a run's operations: the selection and, once read, the operations. */
struct ad_journal_page {
	struct ad_realm realm;
	struct ad_str run_id;
	bool doubt;       /* operations in doubt, instead of pending ones */
	uint32_t without; /* platforms (bits) to leave out */
	size_t max;
	struct ad_journal_op *ops;
	size_t count;
};

/* Reads a page: the next operations to process, in the order of sending. */
enum ad_db_status ad_journal_next(struct ad_db *db, struct ad_arena *arena,
				  struct ad_journal_page *page) AD_CHECK;
/*
 * Journals operations as SENT, and their objects as SYNCING. An operation that an edit has
 * overtaken (object deleted, removal staged or cancelled), or whose conditions failed, is SKIPPED
 * and finished; one that depends on an operation still in progress stays PENDING.
 */
struct ad_conditions;
enum ad_db_status ad_journal_sent(struct ad_conditions *conditions, struct ad_journal_op *ops,
				  size_t count) AD_CHECK;
/*
 * Journals the steps of operations in progress. Here, in ad_journal_sent() and in
 * ad_journal_settle(): AD_DB_INVALID, with op->refused, if the journal does not allow the change.
 */
enum ad_db_status ad_journal_steps(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				   struct ad_str run_id, struct ad_journal_op *ops,
				   size_t count) AD_CHECK;
/* Journals the results of operations, and updates their objects. */
enum ad_db_status ad_journal_settle(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				    struct ad_str run_id, struct ad_journal_op *ops,
				    size_t count) AD_CHECK;
/*
 * Merges the changed fields of an unsuccessful update (done, unknown) with those journalled by its
 * earlier attempts, into was_done and was_part. journal_done.c.
 */
void ad_journal_join_done(struct ad_arena *arena, struct ad_journal_op *op);
/* True if a list such as "name,budget" contains a field. */
bool ad_fields_hold(struct ad_str joined, const char *field);
/* journal_row.c: updates the object; may turn the operation's end into DRIFTED */
enum ad_db_status ad_journal_move(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				  struct ad_str op_id, struct ad_journal_op *op);
/* journal_history.c */
/* Records the object's change by the operation "<run>.<seq>"; `is` NULL: it was deleted. */
enum ad_db_status ad_journal_note(struct ad_db *db, struct ad_arena *arena, struct ad_str op_id,
				  const struct ad_row *was, const struct ad_row *is) AD_CHECK;
/* Records a run's end. */
enum ad_db_status ad_journal_note_end(struct ad_db *db, struct ad_arena *arena,
				      struct ad_realm realm, struct ad_str run_id,
				      const char *status) AD_CHECK;
/* journal_asset.c */
/* Stores a row of ad_op_row() whose operation is now SENT. Writer's thread. */
enum ad_db_status ad_op_row_opened(struct ad_db *db, struct ad_arena *arena,
				   const struct ad_journal_op *op, struct ad_row *row) AD_CHECK;
/*
 * Stores the result of an operation on an asset or an attachment. Writer's thread.
 */
enum ad_db_status ad_asset_move(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_str op_id, const struct ad_journal_op *op) AD_CHECK;

/* journal_stops.c */
/* Writes the state of each ad account, or null if the run is not a kill switch. Any thread. */
enum ad_db_status ad_pause_write(struct ad_json *j, struct ad_db *db, struct ad_realm realm,
				 const struct ad_run_row *run) AD_CHECK;

/* journal_history.c */
/* Records an edit of a draft by the run itself. */
enum ad_db_status ad_journal_note_edit(struct ad_db *db, struct ad_arena *arena,
				       struct ad_str run_id, const struct ad_row *was,
				       const struct ad_row *is) AD_CHECK;
/* Appends an entry in the name of the run's requester. */
enum ad_db_status ad_journal_append(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				    struct ad_str run_id, struct ad_history_entry *entry) AD_CHECK;
/* journal_upload.c: updates the conversion. */
enum ad_db_status ad_journal_upload(struct ad_db *db, struct ad_arena *arena, struct ad_str op_id,
				    const struct ad_journal_op *op, struct ad_row *row) AD_CHECK;

#endif
