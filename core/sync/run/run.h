/*
 * A running run, as steps on the sync thread. Each step ends by waiting for one event (a response,
 * a write, a time) and naming the next step; so many runs share one thread. Private to core/sync.
 */
#ifndef AD_SYNC_RUN_H
#define AD_SYNC_RUN_H

#include "base/id.h"
#include "platform/transport.h"
#include "sync/state/compare.h"
#include "sync/journal/journal.h"
#include "sync/state/link.h"
#include "sync/lease/pace.h"
#include "sync/run/run_states.h"
#include "sync/run/run_verdict.h"
#include "sync/run/sync.h"
#include "sync/lease/turn.h"

struct ad_run;
struct ad_pull;
typedef void ad_run_step(struct ad_run *run);

/* A change of the journal on the writer's thread, which owns the run meanwhile. */
struct ad_run_write {
	struct ad_change change; /* first: the callbacks cast it */
	struct ad_run *run;
	struct ad_run_write *next; /* in the list of completed writes */
	enum ad_db_status (*make)(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
	ad_run_step *after;  /* called once it is durable */
	ad_run_step *resume; /* called after the sleep that follows */
};

/* PULL: smaller queries for a platform that found one too large. */
struct ad_pull_narrowed {
	enum ad_platform platform;
	int64_t days; /* most days of figures in one query; 0: as many as fit */
	bool few;     /* fewer objects or rows in one response */
	bool apart;   /* figures from reports that the platform prepares */
	bool anew;    /* the stored report is of no use: request another */
};

struct ad_run {
	struct ad_run *next;
	struct ad_sync *sync;
	char id[AD_ID_SIZE], space[AD_ID_SIZE], environment[8];
	struct ad_realm realm; /* refers to the two above */

	enum ad_run_wait waits;
	ad_run_step *then;
	int64_t wake_at; /* ad_monotonic(), for ON_TIMER */
	struct ad_transfer transfer;
	struct ad_run_write write;
	int64_t held_until, leased_until; /* the lease's end: ad_since_boot(), ad_db_clock() */
	const char *begun;                /* the event of the claim: "run_started", …; NULL: none */
	const char *ended;     /* the status that the change at hand gives the run; NULL: none */
	enum ad_run_fate fate; /* the result of the change at hand */
	bool taken;            /* the process that held it before is another */
	struct ad_run_verdict verdict;
	enum ad_run_kind kind;
	bool cancel;             /* it was cancelled */
	bool revoked;            /* its credential is gone: see run_credential.h */
	enum ad_platform part;   /* kill switch: the platform of this part; else COUNT */
	enum ad_part_at part_at; /* the checks of the part's end so far, */
	enum ad_part_at part_to; /* and the one that the change at hand asks for */
	int64_t settles;         /* us to wait before part_to WAITED */
	bool late; /* it had ended with UNKNOWN operations: they are queried, not sent again */

	/* The current operations; all on the arena, which is reset for the next ones. */
	struct ad_arena *arena;
	bool doubt; /* they may have been carried out: query the platform first */
	struct ad_journal_op *ops;
	struct ad_piece *pieces; /* at the same indexes */
	size_t count;
	enum ad_platform platform;
	const struct ad_adapter *adapter;
	struct ad_connection connection;
	struct ad_str renewed; /* secret: the refresh token received with the access token */
	struct ad_ask ask;
	struct ad_journal_op *sent_ops; /* the operations being sent, contiguous */
	struct ad_piece *sent;
	size_t sent_count;
	unsigned step;
	int64_t delay; /* us to wait before the next ones */

	struct ad_pull *pull; /* PULL: the current page, on the arena (pull.h) */
	struct ad_pull_narrowed narrowed;
	uint32_t untold;    /* PULL: platforms (bits) that failed, in whole or for some figures */
	ad_run_step *asked; /* continues once there is an access token */

	int tries;      /* consecutive failures to reach the platform */
	uint32_t sour;  /* platforms (bits) that earlier operations could not reach */
	bool refreshed; /* the access token was renewed for the current operations */
	char *tokens[AD_PLATFORM_COUNT];
	struct ad_pace paces[AD_PLATFORM_COUNT];
	struct ad_run_quota quota;
	struct ad_run_turns turns;
	bool in_line; /* an operation waits for earlier ones, even on a paused platform */
};

/* The number of attempts before operations are abandoned. */
#define AD_RUN_TRIES 8                          /* operations certainly not carried out */
#define AD_RUN_TRIES_SOUR 2                     /* the same, once others were abandoned */
#define AD_RUN_TRIES_PAUSE 3                    /* kill switch: other platforms wait */
#define AD_RUN_TRIES_LATE 3                     /* queries about UNKNOWN operations of ended runs */
#define AD_RUN_TRIES_DOUBT 40                   /* queries about operations in doubt */
#define AD_RUN_LANDING (15 * AD_SECOND)         /* see ad_sync_env.landing */
#define AD_RUN_LANDING_SANDBOX (AD_SECOND)      /* it carries out a request at once */
#define AD_RUN_ASK_PERSON (60 * 60 * AD_SECOND) /* for a person to resolve an AMBIGUOUS one */
#define AD_RUN_WAIT_MAX INT64_C(30000000)       /* us: the longest wait that a run chooses itself */

/* sync.c */
struct ad_db *ad_sync_db(struct ad_sync *sync);
struct ad_transport *ad_sync_transport(struct ad_sync *sync);
const struct ad_sync_env *ad_sync_env(const struct ad_sync *sync);
const char *ad_sync_holder(const struct ad_sync *sync);
bool ad_sync_stopping(const struct ad_sync *sync);
/* Returns a completed write to the sync thread. Writer's thread. */
void ad_sync_written(struct ad_sync *sync, struct ad_run_write *write);

/* run.c: waiting */
void ad_run_http(struct ad_run *run, ad_run_step *then);
void ad_run_write_then(struct ad_run *run,
		       enum ad_db_status (*make)(struct ad_run *, struct ad_db *,
						 struct ad_arena *),
		       ad_run_step *then);
void ad_run_sleep(struct ad_run *run, int64_t us, ad_run_step *then);
void ad_run_end(struct ad_run *run);
/* A new run; its first step claims it. */
struct ad_run *ad_run_new(struct ad_sync *sync, struct ad_str space, struct ad_str environment,
			  struct ad_str id);
void ad_run_free(struct ad_run *run);

/* run_batch.c: selects the next operations */
ad_run_step ad_run_next;
/* run_ask.c: token and queries; then ad_run_decide */
ad_run_step ad_run_ask;
/* run_decide.c: decides each operation once the platform's state is known */
ad_run_step ad_run_decide;
/* True if a piece was a create that an update must complete: its operation continues as one. */
bool ad_run_is_incomplete(const struct ad_run *run, const struct ad_piece *piece);
/* run_send.c: journals and sends operations, reads responses, records results */
ad_run_step ad_run_send, ad_run_settle;
/*
 * The platform could not be reached: waits and continues with `then`, or abandons the operations.
 */
void ad_run_again(struct ad_run *run, const struct ad_outcome *outcome, ad_run_step *then);
/*
 * Handles the response to a query of a push or a pull: continues with `ask`, waits and
 * starts again, or abandons the operations or the platform.
 */
void ad_run_heard(struct ad_run *run, const struct ad_outcome *outcome, ad_run_step *ask);
/* The wait after `tries` failures (from 1), us: doubles, with jitter. */
int64_t ad_run_pause(const struct ad_run *run, int64_t tries);
/* The same, with another maximum (us). */
int64_t ad_run_backoff(const struct ad_run *run, int64_t tries, int64_t most);
/* Abandons all current operations that are not decided. */
void ad_run_give_up(struct ad_run *run, const struct ad_platform_error *error);

/* Gets an access token for the current platform, then continues. */
void ad_run_get_token(struct ad_run *run, ad_run_step *then);
/*
 * Converts a transport failure into an outcome, for queries: these can be repeated even if they
 * arrived.
 */
void ad_run_unreachable(const struct ad_run *run, struct ad_outcome *outcome);
/* Returns the access token of the current platform, or absent; discards it. */
struct ad_str ad_run_token(const struct ad_run *run);
void ad_run_forget_token(struct ad_run *run);

/* run_start.c: the current guardrails of the Space */
enum ad_db_status ad_run_rails(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
			       struct ad_rails *rails) AD_CHECK;

/* run_writes.c: the changes of a run */
/* Renews the lease; without one (LOST) another process has the run, and nothing is changed. */
enum ad_db_status ad_run_hold_on(struct ad_run *run, struct ad_db *db);
enum ad_db_status ad_run_claim(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
enum ad_db_status ad_run_mark_sent(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
enum ad_db_status ad_run_mark_step(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
enum ad_db_status ad_run_keep(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
enum ad_db_status ad_run_keep_token(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
enum ad_db_status ad_run_renew(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
enum ad_db_status ad_run_finish(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);

#endif
