/*
 * A run being carried out, in steps on the sync thread. Each step ends by waiting for one thing
 * (an answer, a write, a moment) and naming the step that follows; so many runs go on side by side
 * on one thread. Private to this room.
 */
#ifndef AD_SYNC_RUN_H
#define AD_SYNC_RUN_H

#include "base/id.h"
#include "platform/transport.h"
#include "sync/compare.h"
#include "sync/journal.h"
#include "sync/link.h"
#include "sync/pace.h"
#include "sync/sync.h"
#include "sync/turn.h"

struct ad_run;
struct ad_pull;
typedef void ad_run_step(struct ad_run *run);

enum ad_run_wait {
	AD_RUN_READY, /* `then` can be called */
	AD_RUN_ON_HTTP,
	AD_RUN_ON_WRITE,
	AD_RUN_ON_TIMER,
	AD_RUN_ENDED, /* to be forgotten */
};

/* A change of the journal on the writer's thread; while it is under way the run is the writer's. */
struct ad_run_write {
	struct ad_change change; /* first */
	struct ad_run *run;
	struct ad_run_write *next; /* in the list of done ones */
	enum ad_db_status (*make)(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
	ad_run_step *after;  /* when it is durable */
	ad_run_step *resume; /* after the sleep that follows */
};

/* Of a PULL: how much less is asked of a platform that found a question too large. */
struct ad_pull_narrowed {
	enum ad_platform platform;
	int64_t days; /* of figures in one question, at most; 0: as many as fit */
	bool few;     /* objects or lines in one answer */
};

struct ad_run {
	struct ad_run *next;
	struct ad_sync *sync;
	char id[AD_ID_SIZE], space[AD_ID_SIZE], environment[8];
	struct ad_realm realm; /* points to the two above */

	enum ad_run_wait waits;
	ad_run_step *then;
	int64_t wake_at; /* ad_monotonic(), for ON_TIMER */
	struct ad_transfer transfer;
	struct ad_run_write write;
	int64_t held_until, leased_until; /* the lease's end: ad_since_boot(), ad_db_clock() */
	bool lost;                        /* another process holds it: let go */
	bool over;             /* it was refused when it was to start: nothing is left to do */
	bool cancel;           /* a person asked it to stop */
	bool revoked;          /* its credential is gone: see run_credential.h */
	bool pulls;            /* it is a PULL */
	bool pauses;           /* it is the kill switch (pause.h) */
	enum ad_platform part; /* of the kill switch: the platform that this is about; else COUNT */
	int64_t settles; /* what its part's end came to: us to wait before it looks once more, */
	bool again;      /* or operations that were added */
	bool waited, settled; /* it has waited; it has looked once more */
	bool late; /* it had ended with operations UNKNOWN: they are asked about, not sent again */

	/* The operations at hand; all on the arena, which is reset for the next ones. */
	struct ad_arena *arena;
	bool doubt; /* they may have been done: the platform is asked first */
	struct ad_journal_op *ops;
	struct ad_piece *pieces; /* of the same places */
	size_t count;
	enum ad_platform platform;
	const struct ad_adapter *adapter;
	struct ad_connection connection;
	struct ad_str renewed; /* secret: the refresh token that came with the access token */
	struct ad_ask ask;
	struct ad_journal_op *sent_ops; /* those that are sent, side by side */
	struct ad_piece *sent;
	size_t sent_count;
	unsigned step;
	int64_t delay; /* us to wait before the next ones */

	struct ad_pull *pull; /* of a PULL the page at hand, on the arena (pull.h) */
	struct ad_pull_narrowed narrowed;
	uint32_t untold;    /* of a PULL: platforms (bits) some of whose figures were given up */
	ad_run_step *asked; /* goes on once there is an access token */

	int tries;      /* failures in a row to reach the platform */
	uint32_t sour;  /* platforms (bits) that could not be reached for operations before these */
	bool refreshed; /* the access token was renewed for the operations at hand */
	char *tokens[AD_PLATFORM_COUNT];
	struct ad_pace paces[AD_PLATFORM_COUNT];
	struct ad_run_quota quota;
	struct ad_run_turns turns;
	bool held;    /* the operations at hand wait for their platform (run_pace.h) */
	bool in_line; /* an operation waits for earlier ones, be their platform left alone */
};

/* What a platform failure may cost before operations are given up. */
#define AD_RUN_TRIES 8                          /* of operations that were certainly not done */
#define AD_RUN_TRIES_SOUR 2                     /* the same, once others were given up */
#define AD_RUN_TRIES_PAUSE 3                    /* of the kill switch: other platforms wait */
#define AD_RUN_TRIES_LATE 3                     /* of asking about what a run left UNKNOWN */
#define AD_RUN_TRIES_DOUBT 40                   /* of asking whether they were done */
#define AD_RUN_LANDING (15 * AD_SECOND)         /* see ad_sync_env.landing */
#define AD_RUN_LANDING_SANDBOX (AD_SECOND)      /* it carries out at once what it takes */
#define AD_RUN_ASK_PERSON (60 * 60 * AD_SECOND) /* a person may have cleared up what is AMBIGUOUS */
#define AD_RUN_WAIT_MAX INT64_C(30000000)       /* us: the longest of our own waits */

/* sync.c */
struct ad_db *ad_sync_db(struct ad_sync *sync);
struct ad_transport *ad_sync_transport(struct ad_sync *sync);
const struct ad_sync_env *ad_sync_env(const struct ad_sync *sync);
const char *ad_sync_holder(const struct ad_sync *sync);
bool ad_sync_stopping(const struct ad_sync *sync);
/* Hands a finished write back to the sync thread. Writer's thread. */
void ad_sync_written(struct ad_sync *sync, struct ad_run_write *write);

/* run.c: waiting */
void ad_run_http(struct ad_run *run, ad_run_step *then);
void ad_run_write_then(struct ad_run *run,
		       enum ad_db_status (*make)(struct ad_run *, struct ad_db *,
						 struct ad_arena *),
		       ad_run_step *then);
void ad_run_sleep(struct ad_run *run, int64_t us, ad_run_step *then);
void ad_run_end(struct ad_run *run);
/* A new run that claims itself first. */
struct ad_run *ad_run_new(struct ad_sync *sync, struct ad_str space, struct ad_str environment,
			  struct ad_str id);
void ad_run_free(struct ad_run *run);

/* run_batch.c: which operations are next */
ad_run_step ad_run_next;
/* run_ask.c: token and questions; then ad_run_decide */
ad_run_step ad_run_ask;
/* run_decide.c: what to do now that it is known how things stand there */
ad_run_step ad_run_decide;
/* Whether a piece was a create that an update has to complete: its operation goes on as one. */
bool ad_run_is_incomplete(const struct ad_run *run, const struct ad_piece *piece);
/* run_send.c: journals, sends, reads, settles */
ad_run_step ad_run_send, ad_run_settle;
/* The platform could not be reached: waits and goes on with `then`, or gives the operations up. */
void ad_run_again(struct ad_run *run, const struct ad_outcome *outcome, ad_run_step *then);
/* How long to wait after so many failures (from 1): doubles, with jitter. */
int64_t ad_run_pause(const struct ad_run *run, int64_t tries);
/* The same, up to another longest wait (us). */
int64_t ad_run_backoff(const struct ad_run *run, int64_t tries, int64_t most);
/* Gives up all operations at hand that are not decided. */
void ad_run_give_up(struct ad_run *run, const struct ad_platform_error *error);
/* Gets an access token for the platform at hand, then goes on. */
void ad_run_get_token(struct ad_run *run, ad_run_step *then);
/* A failure of the transport as an outcome: of a question, whether it arrived is no matter. */
void ad_run_unreachable(const struct ad_run *run, struct ad_outcome *outcome);
/* Access token of the platform at hand, or absent; forgetting it. */
struct ad_str ad_run_token(const struct ad_run *run);
void ad_run_forget_token(struct ad_run *run);

/* run_start.c: the Space's guardrails as they are now */
enum ad_db_status ad_run_rails(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
			       struct ad_rails *rails) AD_CHECK;

/* run_writes.c: the changes */
/* Renews the lease; without one (`lost`) the run is another's, and nothing more is changed. */
enum ad_db_status ad_run_hold_on(struct ad_run *run, struct ad_db *db);
enum ad_db_status ad_run_claim(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
enum ad_db_status ad_run_mark_sent(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
enum ad_db_status ad_run_mark_step(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
enum ad_db_status ad_run_keep(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
enum ad_db_status ad_run_keep_token(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
enum ad_db_status ad_run_renew(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
enum ad_db_status ad_run_finish(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);

/* journal_row.c: what becomes of the object; may turn the operation's end into DRIFTED */
enum ad_db_status ad_journal_move(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				  struct ad_str op_id, struct ad_journal_op *op);
/* Records what became of an object by the operation "<run>.<seq>"; is NULL: it is gone. */
enum ad_db_status ad_journal_note(struct ad_db *db, struct ad_arena *arena, struct ad_str op_id,
				  const struct ad_row *was, const struct ad_row *is) AD_CHECK;
/* Records a run's end. */
enum ad_db_status ad_journal_note_end(struct ad_db *db, struct ad_arena *arena,
				      struct ad_realm realm, struct ad_str run_id,
				      const char *status) AD_CHECK;

#endif
