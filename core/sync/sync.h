/*
 * The runner: carries runs out, on one thread of its own (curl's multi interface needs one poll
 * loop, which a lane does not have). It works from the database alone, so that a run survives the
 * process: at the start, and when a lease lapses, what is QUEUED or RUNNING is taken up again.
 */
#ifndef AD_SYNC_SYNC_H
#define AD_SYNC_SYNC_H

#include "auth/secrets.h"
#include "store/rows.h"
#include "store/store.h"
#include "store/writer.h"

struct ad_sync;

/* What the runner works with; all of it outlives the runner. */
struct ad_sync_env {
	struct ad_store *store;
	struct ad_writer *writer;
	const struct ad_secrets *secrets;
	/* Where the sandbox answers now, or NULL. Asked anew each time, on the sync thread. */
	const char *(*sandbox_url)(void *arg);
	/* A URL that gives an asset's bytes for a day, on the arena; NULL: there is none. */
	struct ad_str (*media_url)(void *arg, struct ad_arena *arena, struct ad_realm realm,
				   struct ad_str asset_id);
	/* A run has ended or moved. Called on the sync thread. */
	void (*notify)(void *arg);
	void *arg;
	bool is_public;  /* platforms reach this server: by https, under no address of its own */
	bool no_sandbox; /* there will be none: what needs it fails at once */
	int64_t pause;   /* us: the first wait after a failure; 0: half a second */
	int timeout_ms;  /* of one request; 0: a minute */
	/*
	 * us: how long after a create was sent it may still be carried out there though nobody
	 * waits for its answer any more; 0: 15 s, and a second in the sandbox.
	 */
	int64_t landing;
	int plan_memory; /* MiB that the plan of one push may take; 0: plan_size.h */
	size_t runs_max; /* that are carried out side by side; 0: 512 */
};

/*
 * Makes a runner that does nothing yet (a server can hand it to its doors before it runs); NULL
 * with a sentence. The caller ends it with ad_sync_free().
 */
struct ad_sync *ad_sync_new(const struct ad_sync_env *env, char err[static 256]) AD_CHECK;
/* Starts its thread; false with a sentence. */
bool ad_sync_start(struct ad_sync *sync, char err[static 256]) AD_CHECK;
/*
 * Stops the thread: no further operation is sent, those in flight get a few seconds; what is not
 * settled by then is settled after the next start. Before the writer stops. NULL is allowed.
 */
void ad_sync_stop(struct ad_sync *sync);
/* Frees it, stopped; nobody may wake it any more. NULL is allowed. */
void ad_sync_free(struct ad_sync *sync);
/* There may be something to do: a run was queued or cancelled. Any thread. */
void ad_sync_wake(struct ad_sync *sync);

#endif
