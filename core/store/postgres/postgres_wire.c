/*
 * The exchange with the PostgreSQL server. Statements whose result nobody waits for are sent in
 * libpq's pipeline mode, many per packet; waiting for a result leaves it.
 *
 * Every packet ends with a sync point. Without one the server would consider the transaction busy,
 * and would never end a stalled server's transaction (idle_in_transaction_session_timeout) while it
 * holds the lock that all writers wait for.
 */
#include <stdio.h>

#include "store/postgres/postgres.h"

/* libpq sends by itself what exceeds 8,192 bytes. */
#define PACKET 8000
/* The overhead of a statement beside its values, and of a value beside its text. */
#define STATEMENT_BYTES 128
#define VALUE_BYTES 8

/* By SQLSTATE (PostgreSQL manual, appendix A). */
static enum ad_db_status store_postgres_wire_status_of(const char *state)
{
	if (!state)
		return AD_DB_UNAVAILABLE;
	if (strcmp(state, "23505") == 0)
		return AD_DB_CONFLICT;
	if (strcmp(state, "23503") == 0)
		return AD_DB_BAD_REFERENCE;
	if (strncmp(state, "23", 2) == 0 || strncmp(state, "22", 2) == 0 ||
	    strcmp(state, "25006") == 0 || strncmp(state, "54", 2) == 0)
		return AD_DB_INVALID;
	if (strncmp(state, "40", 2) == 0 || strcmp(state, "55P03") == 0)
		return AD_DB_RETRY;
	return AD_DB_UNAVAILABLE;
}

enum ad_db_status ad_postgres_failed(struct ad_postgres_db *d, const PGresult *result,
				     const char *sql)
{
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);

	/* Behind what failed on its way everything fails: that one's sentence says why. */
	if (d->db.late != AD_DB_DONE)
		return AD_DB_UNAVAILABLE;
	if (!message)
		message = PQerrorMessage(d->conn);
	ad_db_fail(&d->db, "PostgreSQL %s: %.180s (in: %.160s)", state ? state : "-", message, sql);
	d->db.overdue = d->db.overdue || (state && strcmp(state, "57014") == 0);
	return store_postgres_wire_status_of(state);
}

static bool is_success(const PGresult *result)
{
	ExecStatusType type = PQresultStatus(result);

	return type == PGRES_COMMAND_OK || type == PGRES_TUPLES_OK || type == PGRES_EMPTY_QUERY;
}

enum ad_db_status ad_postgres_outcome(struct ad_postgres_db *d, PGresult *result, const char *sql)
{
	enum ad_db_status status = AD_DB_DONE;

	if (!is_success(result))
		status = ad_postgres_failed(d, result, sql);
	PQclear(result);
	return status;
}

/* The values of a statement as libpq takes them; those that were never bound are NULL. */
struct parameters {
	const char *values[AD_POSTGRES_PARAMETERS_MAX];
	int sizes[AD_POSTGRES_PARAMETERS_MAX]; /* of texts it is not looked at */
	int binary[AD_POSTGRES_PARAMETERS_MAX];
	size_t bytes; /* all of them */
};

static void store_postgres_wire_gather(const struct ad_postgres_stmt *s, struct parameters *p)
{
	p->bytes = s->values.n;
	for (int i = 0; i < s->wanted; i++) {
		size_t at = i < s->count ? s->at[i + 1] : 0;
		struct ad_str bytes = i < s->count ? s->bytes[i + 1] : (struct ad_str){ NULL, 0 };

		p->binary[i] = bytes.p != NULL;
		p->sizes[i] = (int)bytes.n;
		p->values[i] = at ? s->values.p + at - 1 : bytes.p;
		p->bytes += bytes.n + VALUE_BYTES;
	}
}

/*
 * The connection is of no more use: it broke, or nobody knows what comes from it next. A new one
 * is made once the transaction has been given up.
 */
static void store_postgres_wire_give_up(struct ad_postgres_db *d, const char *sql)
{
	ad_db_fail_later(&d->db, ad_postgres_failed(d, NULL, sql));
	PQfinish(d->conn);
	d->conn = NULL;
	d->queue = (struct ad_postgres_queue){ .count = 0 };
}

static bool store_postgres_wire_mark(struct ad_postgres_db *d)
{
	if (!PQpipelineSync(d->conn))
		return false;
	d->queue.syncs++;
	d->queue.bytes = 0;
	return true;
}

static bool store_postgres_wire_put(struct ad_postgres_db *d, const struct ad_postgres_stmt *s,
				    const char *sql)
{
	struct ad_postgres_queue *q = &d->queue;
	struct parameters p = { .bytes = 0 };
	size_t size;

	if (s)
		store_postgres_wire_gather(s, &p);
	size = STATEMENT_BYTES + p.bytes;
	if (!q->count && !PQenterPipelineMode(d->conn))
		return false;
	if (q->bytes && q->bytes + size > PACKET && !store_postgres_wire_mark(d))
		return false;
	if (s ? !PQsendQueryPrepared(d->conn, s->name, s->wanted, p.values, p.sizes, p.binary, 0)
	      : !PQsendQueryParams(d->conn, sql, 0, NULL, NULL, NULL, NULL, 0))
		return false;
	q->sql[q->count++] = sql;
	q->bytes += size;
	return size <= PACKET || store_postgres_wire_mark(d);
}

enum ad_db_status ad_postgres_later(struct ad_postgres_db *d, const struct ad_postgres_stmt *s,
				    const char *sql)
{
	if (d->queue.count == AD_POSTGRES_QUEUE_MAX)
		ad_postgres_settle(d);
	if (d->db.late != AD_DB_DONE)
		return AD_DB_UNAVAILABLE;
	if (!store_postgres_wire_put(d, s, sql))
		store_postgres_wire_give_up(d, sql);
	return d->db.late;
}

/*
 * Records the result of the queued statement at *at. The last one is returned instead if it is
 * wanted.
 */
static PGresult *store_postgres_wire_take(struct ad_postgres_db *d, PGresult *result, size_t *at,
					  bool wanted)
{
	struct ad_postgres_queue *q = &d->queue;
	bool point = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
	enum ad_db_status status;

	if (point && q->syncs)
		q->syncs--;
	if (point || !result || *at == q->count) {
		PQclear(result);
		return NULL;
	}
	if (wanted && *at + 1 == q->count) {
		++*at;
		return result;
	}
	status = ad_postgres_outcome(d, result, q->sql[(*at)++]);
	if (status != AD_DB_DONE)
		ad_db_fail_later(&d->db, status);
	return NULL;
}

/*
 * Reads what came of all that was sent; the last result is the caller's where it is wanted. Each
 * statement's is followed by NULL, a point's is not.
 */
static PGresult *store_postgres_wire_hear(struct ad_postgres_db *d, bool wanted)
{
	struct ad_postgres_queue *q = &d->queue;
	PGresult *last = NULL, *mine;
	size_t at = 0;
	int nothing = 0;

	while (at < q->count || q->syncs) {
		PGresult *result = PQgetResult(d->conn);

		nothing = result ? 0 : nothing + 1;
		if (nothing > 2 || (!result && PQstatus(d->conn) != CONNECTION_OK))
			break;
		mine = store_postgres_wire_take(d, result, &at, wanted);
		last = mine ? mine : last;
	}
	if (at < q->count || q->syncs || !PQexitPipelineMode(d->conn))
		store_postgres_wire_give_up(d, q->sql[at < q->count ? at : 0]);
	*q = (struct ad_postgres_queue){ .count = 0 };
	return last;
}

PGresult *ad_postgres_run(struct ad_postgres_db *d, const struct ad_postgres_stmt *s,
			  const char *sql)
{
	struct parameters p;

	if (d->queue.count == 0 && s) {
		store_postgres_wire_gather(s, &p);
		return PQexecPrepared(d->conn, s->name, s->wanted, p.values, p.sizes, p.binary, 0);
	}
	if (d->queue.count == 0)
		return PQexec(d->conn, sql);
	if (ad_postgres_later(d, s, sql) != AD_DB_DONE)
		return NULL;
	if (d->queue.bytes && !store_postgres_wire_mark(d)) {
		store_postgres_wire_give_up(d, sql);
		return NULL;
	}
	return store_postgres_wire_hear(d, true);
}

void ad_postgres_settle(struct ad_postgres_db *d)
{
	if (d->queue.count == 0)
		return;
	if (d->queue.bytes && !store_postgres_wire_mark(d))
		store_postgres_wire_give_up(d, d->queue.sql[d->queue.count - 1]);
	else
		PQclear(store_postgres_wire_hear(d, false));
}
