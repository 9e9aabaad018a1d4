#include "store/db/writer.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "store/db/round_trips.h"
#include "store/db/driver.h"

#define QUEUE_MAX 4096
#define GROUP_MAX 256
#define ATTEMPTS 4

struct ad_writer {
	struct ad_store *store;
	struct ad_lane *lane;
	char *err; /* where open() leaves its sentence; the starter's */
};

static struct ad_change *change_of(struct ad_job *job)
{
	return (struct ad_change *)job;
}

/* One change of several: what it did is undone alone where it fails. */
static enum ad_db_status apply_one(struct ad_db *db, struct ad_change *change)
{
	enum ad_db_status status = ad_db_savepoint(db);

	if (status != AD_DB_DONE)
		return status;
	change->applied = change->apply(change, db);
	if (ad_db_doomed(db) != AD_DB_DONE)
		return ad_db_doomed(db);
	if (change->applied && ad_db_release(db) == AD_DB_DONE)
		return AD_DB_DONE;
	/* Also where it took a failed statement for a success. */
	change->applied = false;
	ad_db_rollback_savepoint(db);
	return ad_db_doomed(db);
}

/*
 * True if COMMIT failed because a change was refused, not because of the database: one of its
 * queued statements, whose result was not awaited, failed.
 */
static bool writer_overtaken(const struct ad_db *db, enum ad_db_status status)
{
	return db->overtaken && ad_db_is_refusal(status);
}

/* A change that is a group of its own: the transaction is its savepoint. */
static enum ad_db_status try_single(struct ad_db *db, struct ad_change *change)
{
	enum ad_db_status status = ad_db_begin(db, true);

	if (status != AD_DB_DONE)
		return status;
	change->applied = change->apply(change, db);
	status = ad_db_doomed(db);
	if (status == AD_DB_DONE && change->applied && !db->broken) {
		status = ad_db_commit(db);
		change->applied = !writer_overtaken(db, status);
		return change->applied ? status : AD_DB_DONE;
	}
	change->applied = false;
	ad_db_rollback(db);
	return status;
}

/* One transaction over all of the group, each change with a savepoint of its own. */
static enum ad_db_status try_guarded(struct ad_db *db, struct ad_job *first)
{
	enum ad_db_status status = ad_db_begin(db, true);

	if (status != AD_DB_DONE)
		return status;
	for (struct ad_job *job = first; job; job = job->next) {
		status = apply_one(db, change_of(job));
		if (status != AD_DB_DONE) {
			ad_db_rollback(db);
			return status;
		}
	}
	return ad_db_commit(db);
}

/*
 * The same without savepoints, for which SQLite copies every page that a change touches: nearly
 * all changes succeed. Where one does not, nothing was done, and *refused says so.
 */
static enum ad_db_status try_bare(struct ad_db *db, struct ad_job *first, bool *refused)
{
	enum ad_db_status status = ad_db_begin(db, true);

	if (status != AD_DB_DONE)
		return status;
	for (struct ad_job *job = first; job; job = job->next) {
		struct ad_change *change = change_of(job);

		change->applied = change->apply(change, db);
		status = ad_db_doomed(db);
		*refused = status == AD_DB_DONE && (!change->applied || db->broken);
		if (status != AD_DB_DONE || *refused) {
			ad_db_rollback(db);
			return status;
		}
	}
	status = ad_db_commit(db);
	*refused = writer_overtaken(db, status);
	return *refused ? AD_DB_DONE : status;
}

static enum ad_db_status try_group(struct ad_db *db, struct ad_job *first)
{
	bool refused = false;
	enum ad_db_status status;

	if (!first->next)
		return try_single(db, change_of(first));
	status = try_bare(db, first, &refused);
	return refused ? try_guarded(db, first) : status;
}

static void run_group(struct ad_job *first, void *state)
{
	struct ad_db *db = state;
	enum ad_db_status status = AD_DB_RETRY;
	/* Another process's lock is waited for at most twice, so that callers get a response. */
	int64_t until = ad_monotonic() + AD_DB_BUSY_MS * INT64_C(1500);

	for (int i = 0; i < ATTEMPTS && status == AD_DB_RETRY && ad_monotonic() < until; i++)
		status = try_group(db, first);
	if (status != AD_DB_DONE)
		ad_log(AD_LOG_ERROR, "group_lost", "error", ad_db_error(db), NULL);
	while (first) {
		struct ad_job *job = first;

		first = job->next; /* after done() the job belongs to its submitter */
		change_of(job)->committed = status == AD_DB_DONE;
		job->failed = status != AD_DB_DONE;
		job->done(job);
	}
}

static void *writer_open_db(void *arg)
{
	struct ad_writer *writer = arg;

	return ad_db_open(writer->store, AD_DB_WRITE, writer->err);
}

static void writer_idle(void *state)
{
	struct ad_db *db = state;

	db->driver->tidy(db, false);
}

static void writer_close_db(void *state)
{
	struct ad_db *db = state;

	db->driver->tidy(db, true);
	ad_db_close(db);
}

struct ad_writer *ad_writer_start(struct ad_store *store, char err[static 256])
{
	struct ad_writer *writer = ad_xcalloc(1, sizeof(*writer));
	struct ad_lane_spec spec = {
		.name = "writer",
		.threads = 1,
		.queue_max = QUEUE_MAX,
		.batch_max = GROUP_MAX,
		.open = writer_open_db,
		.close = writer_close_db,
		.batch = run_group,
		.idle = writer_idle,
		.idle_us = AD_SECOND,
		.arg = writer,
	};

	writer->store = store;
	writer->err = err;
	writer->lane = ad_lane_start(&spec);
	if (!writer->lane) {
		free(writer);
		return NULL;
	}
	return writer;
}

bool ad_writer_submit(struct ad_writer *writer, struct ad_change *change)
{
	change->applied = change->committed = false;
	return ad_lane_submit(writer->lane, &change->job);
}

void ad_writer_stop(struct ad_writer *writer)
{
	if (!writer)
		return;
	ad_lane_stop(writer->lane);
	free(writer);
}
