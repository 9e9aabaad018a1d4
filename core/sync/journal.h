/*
 * The journal of runs: which operation stands where. Every function that changes something is
 * called on the writer's thread, inside a change's savepoint; a false return rolls it back.
 */
#ifndef AD_SYNC_JOURNAL_H
#define AD_SYNC_JOURNAL_H

#include "platform/platform.h"
#include "store/rows.h"
#include "sync/ops_page.h"
#include "sync/plan.h"
#include "sync/steps.h"

enum ad_op_status {
	AD_OPS_PENDING,
	AD_OPS_SENT,
	AD_OPS_SUCCEEDED,
	AD_OPS_FAILED,
	AD_OPS_SKIPPED,
	AD_OPS_UNKNOWN,
	AD_OPS_COUNT
};

/* How long a process may be silent before another takes its runs. */
#define AD_LEASE_TIME INT64_C(120000000) /* us */

/* One operation as journalled, and, once something is known, what becomes of it. */
struct ad_journal_op {
	int64_t seq;
	enum ad_op op;
	const struct ad_resource *res;
	enum ad_platform platform;
	struct ad_str object_id;
	const struct ad_resource *parent_res; /* NULL for a campaign */
	struct ad_str parent_id;
	int64_t object_version;
	struct ad_str remote_id;
	struct ad_str want, synced;
	const char *const *changed; /* NULL-ended */
	struct ad_str needs;        /* numbers of the operations that it relies on: "1-3,7" */
	struct ad_str inherited;    /* JSON of its campaign's fields that go along, or absent */
	int64_t rise;               /* micros a day that it adds to the Space's total */
	enum ad_op_status status;
	int64_t attempts;
	int64_t sent_at;         /* us: when its last request was journalled; 0: never */
	struct ad_str known_ids; /* JSON array recorded before a create, or absent */
	struct ad_step *steps;   /* what was sent of it, in order */
	bool anyway;             /* of the kill switch: over drift, and of what is to be removed */
	struct ad_str there_defaults; /* JSON of fields left open, as known there (model/row.h) */
	struct ad_str there_unknown; /* fields of the object that are unknown there (model/row.h) */
	struct ad_str was_done, was_part; /* as journalled so far: "name,budget", or absent */
	/* CREATE that took over what stood there before: JSON of the fields that it changes, as
	   they stood (null: nothing stood there); or absent */
	struct ad_str stood;

	/* What becomes of it */
	enum ad_op_status next;
	bool finished; /* nothing more will be done about it in this run */
	struct ad_platform_error error;
	const char *const *done; /* FAILED, PENDING: fields that stand all the same, NULL-ended */
	const char *const *unknown; /* the same: fields that may stand in part */
	struct ad_str defaults; /* SUCCEEDED CREATE: JSON of the fields left open, as read back */
	struct ad_str live;     /* DRIFTED: what stands there, in the form of `synced` */
	/* CREATE that was found there: what others changed of it since, as `live`, or absent */
	struct ad_str changed_there;
	struct ad_str live_status, review_status, review_reasons;
};

/* A run's head. */
struct ad_run_row {
	struct ad_str id, mode, status, plan_hash, filters, source, created_by, credential_id;
	struct ad_str approved_by, retry_of, error, reverted; /* JSON: call/revert_once.c */
	struct ad_str cancel_reason;    /* what was said with the cancel, or absent */
	struct ad_str connections;      /* of its plan, as in struct ad_sync_plan; or absent */
	struct ad_str position, pulled; /* PULL: where it stands, what it brought in (pull.h);
					   position of the kill switch: pause.h */
	bool activate, cancel;
	bool connector;        /* a connector asked for it */
	bool connector_drafts; /* it carries drafts of a connector that nobody approved */
	int64_t done, total, created_at, started_at, finished_at;
	int64_t waits_since; /* when the newest of what it waits for was heard; 0: nothing */
};

/* As the interfaces and the journal spell it, and back (a count where unknown). */
const char *ad_op_status_name(enum ad_op_status status);
enum ad_op_status ad_op_status_of(struct ad_str name);

/* Loads a run's head: ROW where found. */
enum ad_db_status ad_run_load(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			      struct ad_str id, struct ad_run_row *out) AD_CHECK;
/*
 * Writes a run as the API answers it; counts, operations and waits only where db is given (else
 * null). Of the operations the page is told. Sets run->waits_since.
 */
enum ad_db_status ad_run_write(struct ad_json *j, struct ad_db *db, struct ad_realm realm,
			       struct ad_run_row *run, uint32_t scopes,
			       struct ad_ops_page *page) AD_CHECK;
/* Inserts a run with its plan's operations. AD_DB_CONFLICT: another holds a connection. */
enum ad_db_status ad_run_insert(struct ad_db *db, struct ad_realm realm,
				const struct ad_run_row *run,
				const struct ad_sync_plan *plan) AD_CHECK;
/* Inserts operations of a run, in the order of the plan, numbered from behind `last`. */
enum ad_db_status ad_run_insert_ops(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				    const struct ad_sync_plan *plan, int64_t last) AD_CHECK;
/*
 * Takes the leases of a run's platforms, also from a pull that can do without for now. CONFLICT
 * with the holding run's id in *holder.
 */
enum ad_db_status ad_run_lease(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			       struct ad_str run_id, struct ad_str *holder) AD_CHECK;
/* As ad_run_lease(), of these platforms (bits): for a run that has no operations. */
enum ad_db_status ad_run_lease_platforms(struct ad_db *db, struct ad_arena *arena,
					 struct ad_realm realm, struct ad_str run_id,
					 uint32_t platforms, struct ad_str *holder) AD_CHECK;
/* Records the total of the Space's daily budgets, micros, as a run begins. */
enum ad_db_status ad_run_set_spend(struct ad_db *db, struct ad_realm realm, struct ad_str id,
				   int64_t spend) AD_CHECK;
/* Sets a run's status (and finished_at where it is a final one). */
enum ad_db_status ad_run_set_status(struct ad_db *db, struct ad_realm realm, struct ad_str id,
				    const char *status) AD_CHECK;
/* Ends what is still to be done of a run as SKIPPED. */
enum ad_db_status ad_run_skip_rest(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				   struct ad_str id, const char *code,
				   struct ad_str message) AD_CHECK;
struct ad_journal_page;
/* The same of one part of it: of page->run_id, but on the platforms page->without. */
enum ad_db_status ad_run_skip_page(struct ad_db *db, struct ad_arena *arena,
				   struct ad_journal_page *page, const char *code,
				   struct ad_str message) AD_CHECK;
/* Records why a run could not go on: { code, message }. */
enum ad_db_status ad_run_set_error(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				   struct ad_str id, const char *code,
				   struct ad_str message) AD_CHECK;
/*
 * Has the platforms (bits) asked at once what became of operations that ended UNKNOWN: of one run,
 * or of all (run_id absent).
 */
enum ad_db_status ad_run_ask_unknown(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				     uint32_t platforms) AD_CHECK;
/* Gives the leases back. */
enum ad_db_status ad_run_release(struct ad_db *db, struct ad_realm realm,
				 struct ad_str id) AD_CHECK;
bool ad_run_is_final(struct ad_str status);

/* Some operations of a run: which are wanted, and, once read, what they are. */
struct ad_journal_page {
	struct ad_realm realm;
	struct ad_str run_id;
	bool doubt;       /* those in doubt, instead of the pending ones */
	uint32_t without; /* platforms (bits) whose operations are passed over */
	size_t max;
	struct ad_journal_op *ops;
	size_t count;
};

/* Reads a page: the next operations to look at, in the order of sending. */
enum ad_db_status ad_journal_next(struct ad_db *db, struct ad_arena *arena,
				  struct ad_journal_page *page) AD_CHECK;
/*
 * Journals operations as SENT, and their objects as SYNCING. One that its object's owner has
 * overtaken (deleted, removal staged or taken back), or whose conditions failed, is SKIPPED
 * instead, and finished; one that relies on an operation still under way stays PENDING.
 */
struct ad_conditions;
enum ad_db_status ad_journal_sent(struct ad_conditions *conditions, struct ad_journal_op *ops,
				  size_t count) AD_CHECK;
/* Journals the steps of operations that are under way. */
enum ad_db_status ad_journal_steps(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				   struct ad_str run_id, const struct ad_journal_op *ops,
				   size_t count) AD_CHECK;
/* Journals what became of operations, and moves their objects. */
enum ad_db_status ad_journal_settle(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				    struct ad_str run_id, struct ad_journal_op *ops,
				    size_t count) AD_CHECK;
/* An error as JSON: { platformCode, code, message, retryable, details }. */
struct ad_str ad_error_json(struct ad_arena *arena, const struct ad_platform_error *error);
/* "<run>.<seq>": what an object's open_op names. */
struct ad_str ad_op_id(struct ad_arena *arena, struct ad_str run_id, int64_t seq);
/*
 * Joins what stands of an update that did not succeed (done, unknown) with what the journal has of
 * its earlier attempts, into was_done and was_part. journal_done.c.
 */
void ad_journal_join_done(struct ad_arena *arena, struct ad_journal_op *op);
/* Whether a list such as "name,budget" holds a field. */
bool ad_fields_hold(struct ad_str joined, const char *field);
/* Whether it is an update that sets its object live. */
bool ad_op_sets_live(struct ad_arena *arena, const struct ad_journal_op *op);

#endif
