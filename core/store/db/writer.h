/*
 * Every durable change: one thread, one connection, changes grouped into one transaction and one
 * sync. Each job runs inside a savepoint of its own; nothing is answered before COMMIT returned.
 * No artificial delay: the group forms while the previous sync runs.
 */
#ifndef AD_STORE_WRITER_H
#define AD_STORE_WRITER_H

#include "base/lane.h"
#include "store/db/store.h"

/* A change. Embed it; `job` stays first. */
struct ad_change {
	struct ad_job job;
	/*
	 * Makes the change on the writer's thread and connection, inside a savepoint. Returning
	 * false rolls back this change alone (its done() is still called). May run twice: after
	 * AD_DB_RETRY of the whole group; so it must start from its inputs each time.
	 */
	bool (*apply)(struct ad_change *change, struct ad_db *db);
	bool applied;   /* what apply() returned */
	bool committed; /* false: the group was lost, nothing of it happened; say UNAVAILABLE */
};

struct ad_writer;

/* Starts the writer's thread on a store. NULL with a sentence. */
struct ad_writer *ad_writer_start(struct ad_store *store, char err[static 256]) AD_CHECK;
/* Queues a change; false where the queue (4,096) is full: answer UNAVAILABLE with Retry-After. */
bool ad_writer_submit(struct ad_writer *writer, struct ad_change *change) AD_CHECK;
/* Commits what waits, checkpoints, ends the thread. */
void ad_writer_stop(struct ad_writer *writer);

#endif
