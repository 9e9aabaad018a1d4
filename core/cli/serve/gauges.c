#include "cli/serve/gauges.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/memory.h"
#include "store/schema/schema.h"
#include "store/db/store.h"
#include "sync/state/call_counts.h"

#define EVERY (15 * AD_SECOND)
#define PAUSE_FACTOR 50      /* a reading may take a fiftieth of the time */
#define CONNECTIONS_MAX 1000 /* whose last pull is told: those that waited longest */

struct ad_gauges {
	struct ad_core *core;
	struct ad_db *db;
	int64_t due;          /* ad_monotonic() */
	pthread_mutex_t lock; /* guards text */
	struct ad_text text;
};

struct ad_gauges *ad_gauges_new(struct ad_core *core, char err[static 256])
{
	struct ad_gauges *g = ad_xcalloc(1, sizeof(*g));

	g->core = core;
	g->db = ad_db_open(core->store, AD_DB_READ, err);
	pthread_mutex_init(&g->lock, NULL);
	if (g->db)
		return g;
	ad_gauges_free(g);
	return NULL;
}

void ad_gauges_free(struct ad_gauges *g)
{
	if (!g)
		return;
	ad_db_close(g->db);
	pthread_mutex_destroy(&g->lock);
	ad_text_free(&g->text);
	free(g);
}

static void add_type(struct ad_text *out, const char *name, const char *type)
{
	ad_text_addf(out, "# TYPE adcore_%s %s\n", name, type);
}

static bool gauges_add_number(struct ad_gauges *g, struct ad_text *out, const char *name,
			      const char *sql)
{
	struct ad_stmt *s = ad_sql(g->db, sql);
	bool found = ad_step(s) == AD_DB_ROW;

	if (found) {
		add_type(out, name, "gauge");
		ad_text_addf(out, "adcore_%s %lld\n", name, (long long)ad_col_int(s, 0));
	}
	ad_reset(s);
	return found;
}

static bool add_runs(struct ad_gauges *g, struct ad_text *out)
{
	struct ad_stmt *s = ad_sql(g->db, "SELECT mode, status, COUNT(*) FROM sync_runs"
					  " GROUP BY mode, status ORDER BY mode, status");
	enum ad_db_status status;

	add_type(out, "runs", "gauge");
	while ((status = ad_step(s)) == AD_DB_ROW)
		ad_text_addf(out, "adcore_runs{mode=\"%.*s\",status=\"%.*s\"} %lld\n",
			     AD_FMT(ad_col(s, 0)), AD_FMT(ad_col(s, 1)),
			     (long long)ad_col_int(s, 2));
	return status == AD_DB_DONE;
}

static bool add_connections(struct ad_gauges *g, struct ad_text *out)
{
	struct ad_stmt *s =
		ad_sql(g->db, "SELECT environment, platform, status, COUNT(*) FROM connections"
			      " GROUP BY environment, platform, status");
	enum ad_db_status status;

	add_type(out, "connections", "gauge");
	while ((status = ad_step(s)) == AD_DB_ROW)
		ad_text_addf(out,
			     "adcore_connections{environment=\"%.*s\",platform=\"%.*s\","
			     "status=\"%.*s\"} %lld\n",
			     AD_FMT(ad_col(s, 0)), AD_FMT(ad_col(s, 1)), AD_FMT(ad_col(s, 2)),
			     (long long)ad_col_int(s, 3));
	return status == AD_DB_DONE;
}

/* A connection that was never pulled counts from when it was made. */
static bool add_pulls(struct ad_gauges *g, struct ad_text *out)
{
	struct ad_stmt *s = ad_sql(
		g->db,
		"SELECT id, environment, platform, at FROM (SELECT c.id AS id, c.environment AS"
		" environment, c.platform AS platform, COALESCE((SELECT r.finished_at FROM"
		" sync_runs r WHERE r.space_id = c.space_id AND r.environment = c.environment AND"
		" r.mode = 'PULL' AND r.status = 'SUCCEEDED' AND (r.filters NOT LIKE"
		" '%\"platforms\"%' OR r.filters LIKE '%\"' || c.platform || '\"%') ORDER BY r.id"
		" DESC LIMIT 1), c.created_at) AS at FROM connections c WHERE c.status ="
		" 'CONNECTED') AS pulled ORDER BY at LIMIT $1");
	int64_t now = ad_now();
	enum ad_db_status status;

	ad_bind_int(s, 1, CONNECTIONS_MAX);
	add_type(out, "pull_age_seconds", "gauge");
	while ((status = ad_step(s)) == AD_DB_ROW)
		ad_text_addf(out,
			     "adcore_pull_age_seconds{connection=\"%.*s\",environment=\"%.*s\","
			     "platform=\"%.*s\"} %lld\n",
			     AD_FMT(ad_col(s, 0)), AD_FMT(ad_col(s, 1)), AD_FMT(ad_col(s, 2)),
			     (long long)((now - ad_col_int(s, 3)) / AD_SECOND));
	return status == AD_DB_DONE;
}

/* PostgreSQL is a server of its own, and its exporter tells of it. */
static void add_file(const struct ad_gauges *g, struct ad_text *out)
{
	static const char scheme[] = "sqlite:";
	static const char *const tails[] = { "", "-wal" };
	const char *url = g->core->config->database;
	long long bytes = 0;
	char path[4096];
	struct stat st;

	if (strncmp(url, scheme, sizeof(scheme) - 1) != 0)
		return;
	for (size_t i = 0; i < AD_LEN(tails); i++) {
		snprintf(path, sizeof(path), "%s%s", url + sizeof(scheme) - 1, tails[i]);
		if (stat(path, &st) == 0)
			bytes += (long long)st.st_size;
	}
	add_type(out, "database_bytes", "gauge");
	ad_text_addf(out, "adcore_database_bytes %lld\n", bytes);
}

static void add_calls(const struct ad_gauges *g, struct ad_text *out)
{
	struct ad_call_counts *counts = ad_sync_call_counts(g->core->sync);

	add_type(out, "platform_requests_total", "counter");
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		for (int end = 0; end < AD_CALL_ENDS; end++)
			ad_text_addf(out,
				     "adcore_platform_requests_total{platform=\"%s\",result="
				     "\"%s\"} %llu\n",
				     ad_platform_name((enum ad_platform)p),
				     ad_call_end_name((enum ad_call_end)end),
				     (unsigned long long)atomic_load_explicit(
					     &counts->n[p][end], memory_order_relaxed));
	}
}

void ad_gauges_refresh(struct ad_gauges *g)
{
	struct ad_text text = { 0 };
	int64_t begun = ad_monotonic(), took;
	bool good;

	if (!g || begun < g->due)
		return;
	good = gauges_add_number(g, &text, "schema_version",
				 "SELECT version FROM schema_version WHERE id = 1") &&
	       add_runs(g, &text) && add_connections(g, &text) && add_pulls(g, &text) &&
	       gauges_add_number(g, &text, "accounts", "SELECT COUNT(*) FROM accounts") &&
	       gauges_add_number(g, &text, "webhook_events_waiting",
				 "SELECT COUNT(*) FROM webhook_queue") &&
	       gauges_add_number(g, &text, "paced_accounts",
				 "SELECT COUNT(*) FROM sync_pacing WHERE failures > 0");
	add_file(g, &text);
	add_type(&text, "database_up", "gauge");
	ad_text_addf(&text, "adcore_database_up %d\n", good);
	took = ad_monotonic() - begun;
	g->due = begun + (took * PAUSE_FACTOR > EVERY ? took * PAUSE_FACTOR : EVERY);
	pthread_mutex_lock(&g->lock);
	ad_text_free(&g->text);
	g->text = text;
	pthread_mutex_unlock(&g->lock);
}

void ad_gauges_write(void *arg, struct ad_text *out)
{
	struct ad_gauges *g = arg;

	add_calls(g, out);
	pthread_mutex_lock(&g->lock);
	struct ad_str text = ad_text_str(&g->text);
	ad_text_add(out, text);
	pthread_mutex_unlock(&g->lock);
}
