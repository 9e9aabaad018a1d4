/*
 * The journal of runs: the state of each operation. Every function that changes data runs on the
 * writer's thread, inside a change's savepoint; a false return rolls it back.
 */
#ifndef AD_SYNC_JOURNAL_H
#define AD_SYNC_JOURNAL_H

#include "platform/platform.h"
#include "store/rows.h"
#include "sync/state/ops_page.h"
#include "sync/plan/plan.h"
#include "sync/state/steps.h"

enum ad_op_status {
	AD_OPS_PENDING,
	AD_OPS_SENT,
	AD_OPS_SUCCEEDED,
	AD_OPS_FAILED,
	AD_OPS_SKIPPED,
	AD_OPS_UNKNOWN,
	AD_OPS_COUNT
};

/* Time without renewal after which another process acquires a process's runs. */
#define AD_LEASE_TIME INT64_C(120000000) /* us */

/* One operation as journalled and, once known, its result. */
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
	struct ad_str needs;        /* sequence numbers of the operations it depends on: "1-3,7" */
	struct ad_str inherited;    /* JSON of the campaign's fields sent with it, or absent */
	int64_t rise;               /* micros a day added to the Space's total */
	enum ad_op_status status;
	int64_t attempts;
	int64_t sent_at;                  /* us: when its last request was journalled; 0: never */
	struct ad_str known_ids;          /* JSON array recorded before a create, or absent */
	struct ad_step *steps;            /* the requests sent for it, in order */
	bool anyway;                      /* kill switch: overrides drift and staged removals */
	struct ad_str there_defaults;     /* JSON of open fields, as known remotely (model/row.h) */
	struct ad_str there_unknown;      /* fields whose remote value is unknown (model/row.h) */
	struct ad_str was_done, was_part; /* as journalled so far: "name,budget", or absent */
	/*
	 * CREATE that adopted an existing value: JSON of the fields that it changes, before the
	 * change (null: there was none); REMOVE, or another operation whose object went with its
	 * parent: what went with it (gone_with.h); or absent
	 */
	struct ad_str stood;

	/* The result */
	enum ad_op_status next;
	bool finished; /* this run is finished with it */
	struct ad_platform_error error;
	const char *const *done;    /* FAILED, PENDING: fields changed all the same, NULL-ended */
	const char *const *unknown; /* the same: fields possibly changed in part */
	struct ad_str defaults; /* SUCCEEDED CREATE: JSON of the fields left open, as read back */
	struct ad_str live;     /* DRIFTED: the values on the platform, in the form of `synced` */
	/* CREATE found on the platform: changes by others since, as `live`, or absent */
	struct ad_str changed_there;
	struct ad_str live_status, review_status, review_reasons;
	size_t below_most; /* of a change: how many objects below gone ones it may still mark */
};

/* A run, without its operations. */
struct ad_run_row {
	struct ad_str id, mode, status, plan_hash, filters, source, created_by, credential_id;
	struct ad_str approved_by, retry_of, error, reverted; /* JSON: call/sync/revert_once.c */
	struct ad_str totals;           /* JSON of the plan's sums; absent: an older run, a pull, or
					   the kill switch */
	struct ad_str cancel_reason;    /* the reason given with the cancellation, or absent */
	struct ad_str connections;      /* of its plan, as in struct ad_sync_plan; or absent */
	struct ad_str position, pulled; /* PULL: where it stands, what it brought in (pull.h);
					   position of the kill switch: pause.h */
	bool activate, cancel;
	bool connector;        /* a connector requested it */
	bool connector_drafts; /* it includes a connector's drafts that no person approved */
	int64_t done, total, created_at, started_at, finished_at;
	int64_t waits_since;    /* when the newest reason to wait was received; 0: none */
	int64_t reverted_until; /* a revert has not ended: when it counts as interrupted; or 0 */
	struct ad_str reverted_holder; /* the process that makes it, see holder.h; or absent */
};

/* The name used by the interfaces and the journal, and back (AD_OPS_COUNT if unknown). */
const char *ad_op_status_name(enum ad_op_status status);
enum ad_op_status ad_op_status_of(struct ad_str name);

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
/* Sets a run's status (and finished_at if the status is final). */
enum ad_db_status ad_run_set_status(struct ad_db *db, struct ad_realm realm, struct ad_str id,
				    const char *status) AD_CHECK;
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
bool ad_run_is_final(struct ad_str status);

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
/* Journals the steps of operations in progress. */
enum ad_db_status ad_journal_steps(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				   struct ad_str run_id, const struct ad_journal_op *ops,
				   size_t count) AD_CHECK;
/* Journals the results of operations, and updates their objects. */
enum ad_db_status ad_journal_settle(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				    struct ad_str run_id, struct ad_journal_op *ops,
				    size_t count) AD_CHECK;
/* An error as JSON: { platformCode, code, message, retryable, details }. */
struct ad_str ad_error_json(struct ad_arena *arena, const struct ad_platform_error *error);
/* "<run>.<seq>": the value of an object's open_op. */
struct ad_str ad_op_id(struct ad_arena *arena, struct ad_str run_id, int64_t seq);
/*
 * Merges the changed fields of an unsuccessful update (done, unknown) with those journalled by its
 * earlier attempts, into was_done and was_part. journal_done.c.
 */
void ad_journal_join_done(struct ad_arena *arena, struct ad_journal_op *op);
/* True if a list such as "name,budget" contains a field. */
bool ad_fields_hold(struct ad_str joined, const char *field);
/* True if the operation is an update that sets its object to ENABLED. */
bool ad_op_sets_live(struct ad_arena *arena, const struct ad_journal_op *op);

#endif
