/*
 * The runner: executes runs on its own thread (curl's multi interface needs one poll loop, which a
 * lane does not have). It works only from the database, so that a run survives the process: at the
 * start, and when a lease expires, QUEUED and RUNNING runs are resumed.
 */
#ifndef AD_SYNC_SYNC_H
#define AD_SYNC_SYNC_H

#include "auth/secret/secrets.h"
#include "base/lane.h"
#include "store/objects/rows.h"
#include "store/db/store.h"
#include "store/db/writer.h"

struct ad_sync;

/* The environment of the runner; all of it outlives the runner. */
struct ad_sync_env {
	struct ad_store *store;
	struct ad_writer *writer;
	/* Each of its threads has a database connection. NULL: the writer makes the plans. */
	struct ad_lane *slow;
	const struct ad_secrets *secrets;
	/* The current URL of the sandbox, or NULL. Called on each use, on the sync thread. */
	const char *(*sandbox_url)(void *arg);
	/* A URL that serves an asset's bytes for one day, on the arena; NULL: none. */
	struct ad_str (*media_url)(void *arg, struct ad_arena *arena, struct ad_realm realm,
				   struct ad_str asset_id);
	/* A run has ended or progressed. Called on the sync thread. */
	void (*notify)(void *arg);
	void *arg;
	bool is_public;  /* platforms can reach this server by https at a public address */
	bool no_sandbox; /* no sandbox: operations that need it fail at once */
	int64_t pause;   /* us: the first wait after a failure; 0: 0.5 s */
	int timeout_ms;  /* of one request; 0: one minute */
	/*
	 * us: how long a create may still be carried out after it was sent, although its response
	 * is no longer awaited; 0: 15 s, and 1 s in the sandbox.
	 */
	int64_t landing;
	int plan_memory; /* MiB for the plan of one push; 0: plan_size.h */
	size_t runs_max; /* concurrent runs; 0: 512 */
};

/*
 * Makes a runner that is not started (a server can pass it to its front ends first); NULL with a
 * message. The caller frees it with ad_sync_free().
 */
struct ad_sync *ad_sync_new(const struct ad_sync_env *env, char err[static 256]) AD_CHECK;
/* Starts its thread; false with a message. */
bool ad_sync_start(struct ad_sync *sync, char err[static 256]) AD_CHECK;
/*
 * Stops the thread: no further operation is sent, and requests in progress get 3 s; operations
 * without a result are reconciled after the next start. Call it before the writer stops. NULL is
 * allowed.
 */
void ad_sync_stop(struct ad_sync *sync);
/* Frees a stopped runner; no one may wake it any more. NULL is allowed. */
void ad_sync_free(struct ad_sync *sync);
/* A run was queued or cancelled: checks for work. Any thread. */
void ad_sync_wake(struct ad_sync *sync);

#endif
