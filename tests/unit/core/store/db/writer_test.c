#include "tests/support/database.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>

#include "store/db/round_trips.h"
#include "store/db/driver.h"
#include "store/db/writer.h"

struct note {
	struct ad_change change;
	int id;
	bool twice;      /* inserts its row twice: the second one is refused */
	bool careless;   /* as twice, but takes it for a success */
	bool hasty;      /* waits for none of its statements */
	bool refuse;     /* decides against it after writing */
	bool retry_once; /* acts as after AD_DB_RETRY */
	bool lose;       /* loses the connection, or whatever makes the commit fail */
	int runs;
	sem_t *begun, *gate; /* posted, and awaited, at the start */
	struct trail *trail; /* where done() notes its order */
};

struct trail {
	int order[600];
	int count;
	sem_t done;
};

static enum ad_db_status insert(struct ad_db *db, int id, bool hasty)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO notes (id) VALUES ($1)");

	ad_bind_int(s, 1, id);
	return hasty ? ad_step_later(s) : ad_step(s);
}

static void lose(struct ad_db *db)
{
	if (db->driver == &ad_driver_postgres) {
		assert_int_equal(ad_db_exec(db, "SELECT pg_terminate_backend(pg_backend_pid())"),
				 AD_DB_UNAVAILABLE);
		return;
	}
	assert_int_equal(ad_db_exec(db, "PRAGMA defer_foreign_keys = ON"), AD_DB_DONE);
	assert_int_equal(ad_db_exec(db, "INSERT INTO replies (note) VALUES (-1)"), AD_DB_DONE);
}

static bool apply(struct ad_change *change, struct ad_db *db)
{
	struct note *n = (struct note *)change;
	enum ad_db_status status;

	if (n->gate) {
		sem_post(n->begun);
		sem_wait(n->gate);
	}
	n->runs++;
	status = insert(db, n->id, n->hasty);
	if (n->twice || n->careless)
		status = insert(db, n->id, n->hasty);
	if (n->retry_once && n->runs == 1)
		db->retry = true;
	if (n->lose)
		lose(db);
	return (status == AD_DB_DONE || n->careless) && !n->refuse;
}

static void done(struct ad_job *job)
{
	struct note *n = (struct note *)job;

	n->trail->order[n->trail->count++] = n->id;
	sem_post(&n->trail->done);
}

static void count_down(struct ad_job *job)
{
	struct note *n = (struct note *)job;

	sem_post(&n->trail->done);
}

static struct note note(int id, struct trail *trail)
{
	return (struct note){ .change = { .job.done = done, .apply = apply },
			      .id = id,
			      .trail = trail };
}

static struct ad_writer *started(struct database *d)
{
	char err[256] = "";
	struct ad_db *db = open_db(d, AD_DB_WRITE);
	struct ad_writer *writer;

	if (ad_db_exec(db, "CREATE TABLE IF NOT EXISTS notes (id BIGINT PRIMARY KEY);"
			   "CREATE TABLE IF NOT EXISTS replies"
			   " (note BIGINT REFERENCES notes (id))") != AD_DB_DONE)
		fail_msg("%s", ad_db_error(db));
	ad_db_close(db);
	writer = ad_writer_start(d->store, err);
	if (!writer)
		fail_msg("%s", err);
	return writer;
}

static int64_t count(struct database *d, const char *where)
{
	struct ad_db *db = open_db(d, AD_DB_READ);
	char sql[128];
	struct ad_stmt *s;
	int64_t n;

	snprintf(sql, sizeof(sql), "SELECT COUNT(*) FROM notes WHERE %s", where);
	s = ad_sql(db, sql);
	assert_int_equal(ad_step(s), AD_DB_ROW);
	n = ad_col_int(s, 0);
	ad_db_close(db);
	return n;
}

/* Submits all while another change is held at its gate, so that they form groups of their own. */
static void in_groups(struct ad_writer *writer, struct note *notes, int n)
{
	struct trail other = { 0 };
	struct note first = note(-100, &other);
	sem_t begun, gate;

	sem_init(&begun, 0, 0);
	sem_init(&gate, 0, 0);
	sem_init(&other.done, 0, 0);
	sem_init(&notes[0].trail->done, 0, 0);
	first.begun = &begun;
	first.gate = &gate;
	first.refuse = true;
	assert_true(ad_writer_submit(writer, &first.change));
	sem_wait(&begun);
	for (int i = 0; i < n; i++)
		assert_true(ad_writer_submit(writer, &notes[i].change));
	sem_post(&gate);
	sem_wait(&other.done);
	for (int i = 0; i < n; i++)
		sem_wait(&notes[0].trail->done);
	sem_destroy(&begun);
	sem_destroy(&gate);
	sem_destroy(&other.done);
	sem_destroy(&notes[0].trail->done);
}

static void changes_are_committed_in_order(void **state)
{
	struct ad_writer *writer = started(*state);
	struct trail trail = { 0 };
	struct note notes[500];

	for (int i = 0; i < 500; i++)
		notes[i] = note(i, &trail);
	in_groups(writer, notes, 500);
	for (int i = 0; i < 500; i++) {
		assert_true(notes[i].change.applied && notes[i].change.committed);
		assert_false(notes[i].change.job.failed);
		assert_int_equal(trail.order[i], i);
		assert_int_equal(notes[i].runs, 1);
	}
	assert_int_equal(count(*state, "id >= 0"), 500);
	ad_writer_stop(writer);
}

static void a_change_that_fails_fails_alone(void **state)
{
	struct ad_writer *writer = started(*state);
	struct trail trail = { 0 };
	struct note notes[6];

	for (int i = 0; i < 6; i++)
		notes[i] = note(i, &trail);
	notes[1].twice = true;
	notes[2].refuse = true;
	notes[3].careless = true;
	notes[5].id = 4; /* taken by the one before */
	in_groups(writer, notes, 6);
	for (int i = 0; i < 6; i++) {
		assert_int_equal(notes[i].change.applied, i == 0 || i == 4);
		assert_true(notes[i].change.committed);
		/* Once without a savepoint, and again with one when another was refused. */
		assert_in_range(notes[i].runs, 1, 2);
	}
	assert_int_equal(count(*state, "id IN (0, 4)"), 2);
	assert_int_equal(count(*state, "id >= 0"), 2);
	ad_writer_stop(writer);
}

/* Whichever of its statements it awaited. */
static void a_hasty_change_that_fails_fails_alone(void **state)
{
	struct ad_writer *writer = started(*state);
	struct trail trail = { 0 };
	struct note notes[6];

	for (int alone = 0; alone < 2; alone++) {
		for (int i = 0; i < 6; i++) {
			notes[i] = note(10 * alone + i, &trail);
			notes[i].hasty = true;
		}
		notes[1].twice = true;
		notes[2].refuse = true;
		notes[3].careless = true;
		notes[5].id = notes[4].id; /* taken by the one before */
		for (int i = 0; alone && i < 6; i++)
			in_groups(writer, &notes[i], 1);
		if (!alone)
			in_groups(writer, notes, 6);
		for (int i = 0; i < 6; i++) {
			assert_int_equal(notes[i].change.applied, i == 0 || i == 4);
			assert_true(notes[i].change.committed);
			assert_in_range(notes[i].runs, 1, 2);
		}
		assert_int_equal(count(*state, "id >= 0"), 2 + 2 * alone);
	}
	ad_writer_stop(writer);
}

static void a_change_alone_is_treated_alike(void **state)
{
	struct ad_writer *writer = started(*state);
	struct trail trail = { 0 };
	struct note notes[6];

	for (int i = 0; i < 6; i++) {
		notes[i] = note(i, &trail);
		notes[i].twice = i == 1;
		notes[i].refuse = i == 2;
		notes[i].careless = i == 3;
		notes[i].retry_once = i == 4;
		notes[i].lose = i == 5;
		in_groups(writer, &notes[i], 1);
		assert_int_equal(notes[i].change.committed, i != 5);
		assert_int_equal(notes[i].runs, i == 4 ? 2 : 1);
		if (i != 5)
			assert_int_equal(notes[i].change.applied, i == 0 || i == 4);
	}
	assert_int_equal(count(*state, "id IN (0, 4)"), 2);
	assert_int_equal(count(*state, "id >= 0"), 2);
	ad_writer_stop(writer);
}

static void a_group_that_must_retry_runs_again_whole(void **state)
{
	struct ad_writer *writer = started(*state);
	struct trail trail = { 0 };
	struct note notes[5];

	for (int i = 0; i < 5; i++)
		notes[i] = note(i, &trail);
	notes[3].retry_once = true;
	in_groups(writer, notes, 5);
	for (int i = 0; i < 5; i++) {
		assert_true(notes[i].change.applied && notes[i].change.committed);
		assert_int_equal(notes[i].runs, i == 4 ? 1 : 2);
		assert_int_equal(trail.order[i], i);
	}
	assert_int_equal(trail.count, 5);
	assert_int_equal(count(*state, "id >= 0"), 5);
	ad_writer_stop(writer);
}

static void a_group_that_is_lost_leaves_nothing(void **state)
{
	struct ad_writer *writer = started(*state);
	struct trail trail = { 0 }, later = { 0 };
	struct note notes[4], after = note(9, &later);

	for (int i = 0; i < 4; i++) {
		notes[i] = note(i, &trail);
		notes[i].hasty = true;
	}
	notes[2].lose = true;
	in_groups(writer, notes, 4);
	for (int i = 0; i < 4; i++) {
		assert_false(notes[i].change.committed);
		assert_true(notes[i].change.job.failed);
	}
	assert_int_equal(trail.count, 4);
	/* The next group finds everything well. */
	in_groups(writer, &after, 1);
	assert_true(after.change.applied && after.change.committed);
	assert_int_equal(count(*state, "id >= 0"), 1);
	ad_writer_stop(writer);
}

static void a_full_queue_refuses(void **state)
{
	enum {
		MANY = 4097
	};
	struct ad_writer *writer = started(*state);
	struct trail *trail = calloc(1, sizeof(*trail));
	struct note *notes = calloc(MANY + 1, sizeof(*notes));
	sem_t begun, gate;

	assert_true(trail && notes);
	sem_init(&begun, 0, 0);
	sem_init(&gate, 0, 0);
	sem_init(&trail->done, 0, 0);
	for (int i = 0; i <= MANY; i++) {
		notes[i] = note(1, trail);
		notes[i].refuse = true;
		notes[i].change.job.done = count_down;
	}
	notes[0].begun = &begun;
	notes[0].gate = &gate;
	assert_true(ad_writer_submit(writer, &notes[0].change));
	sem_wait(&begun);
	for (int i = 1; i < MANY; i++)
		assert_true(ad_writer_submit(writer, &notes[i].change));
	assert_false(ad_writer_submit(writer, &notes[MANY].change));
	sem_post(&gate);
	for (int i = 0; i < MANY; i++)
		sem_wait(&trail->done);
	ad_writer_stop(writer);
	assert_int_equal(notes[MANY].runs, 0);
	sem_destroy(&begun);
	sem_destroy(&gate);
	sem_destroy(&trail->done);
	free(notes);
	free(trail);
}

static void stopping_commits_what_waits(void **state)
{
	struct ad_writer *writer = started(*state);
	struct trail trail = { 0 };
	struct note notes[300];

	sem_init(&trail.done, 0, 0);
	for (int i = 0; i < 300; i++) {
		notes[i] = note(i, &trail);
		assert_true(ad_writer_submit(writer, &notes[i].change));
	}
	ad_writer_stop(writer);
	assert_int_equal(trail.count, 300);
	assert_int_equal(count(*state, "id >= 0"), 300);
	sem_destroy(&trail.done);
	ad_writer_stop(NULL);
}

static void does_not_start_without_a_database(void **state)
{
	struct database *d = *state;
	char err[256] = "", url[256];
	struct ad_store *store;

	if (d->postgres) {
		store = ad_store_open(AD_S("postgresql://nobody@127.0.0.1:1/none"), err);
	} else {
		snprintf(url, sizeof(url), "sqlite:%s/gone.db", d->folder);
		store = ad_store_open(ad_str(url), err);
		assert_non_null(store);
		assert_int_equal(unlink(url + 7), 0);
	}
	assert_non_null(store);
	assert_null(ad_writer_start(store, err));
	assert_true(strlen(err) > 10);
	ad_store_close(store);
}

/* The child's: reports each row once it is acknowledged. */
struct told {
	struct note note;
	int pipe;
};

static void tell(struct ad_job *job)
{
	struct told *t = (struct told *)job;

	if (!t->note.change.committed ||
	    write(t->pipe, &t->note.id, sizeof(t->note.id)) != (ssize_t)sizeof(t->note.id))
		_exit(3);
}

/* Writes rows as fast as they are acknowledged, until it is killed. */
static _Noreturn void write_for_ever(const char *url, int pipe)
{
	enum {
		ROWS = 1000000
	};
	char err[256];
	struct ad_store *store = ad_store_open(ad_str(url), err);
	struct ad_writer *writer = store ? ad_writer_start(store, err) : NULL;
	struct told *rows = calloc(ROWS, sizeof(*rows));

	if (!writer || !rows)
		_exit(2);
	for (int i = 0; i < ROWS; i++) {
		rows[i].note = note(i, NULL);
		rows[i].note.change.job.done = tell;
		rows[i].pipe = pipe;
		while (!ad_writer_submit(writer, &rows[i].note.change))
			sched_yield();
	}
	_exit(4);
}

static void what_was_acknowledged_survives_a_kill(void **state)
{
	struct database *d = *state;
	static int seen[100000];
	int ends[2], n = 0, status;
	char where[64];
	pid_t child;

	ad_writer_stop(started(d));
	assert_int_equal(pipe(ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		close(ends[0]);
		write_for_ever(d->url, ends[1]);
	}
	close(ends[1]);
	while (n < 3000 && read(ends[0], &seen[n], sizeof(seen[n])) == (ssize_t)sizeof(seen[n]))
		n++;
	assert_int_equal(kill(child, SIGKILL), 0);
	while (n < 100000 && read(ends[0], &seen[n], sizeof(seen[n])) == (ssize_t)sizeof(seen[n]))
		n++;
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	assert_true(n >= 3000);
	for (int i = 0; i < n; i++)
		assert_int_equal(seen[i], i);
	snprintf(where, sizeof(where), "id < %d", n);
	assert_int_equal(count(d, where), n);
	/* The database still works. */
	ad_writer_stop(started(d));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(changes_are_committed_in_order),
		TEST(a_change_that_fails_fails_alone),
		TEST(a_hasty_change_that_fails_fails_alone),
		TEST(a_change_alone_is_treated_alike),
		TEST(a_group_that_must_retry_runs_again_whole),
		TEST(a_group_that_is_lost_leaves_nothing),
		TEST(a_full_queue_refuses),
		TEST(stopping_commits_what_waits),
		TEST(does_not_start_without_a_database),
		TEST(what_was_acknowledged_survives_a_kill),
	};

	return on_each_database("writer", tests);
}
