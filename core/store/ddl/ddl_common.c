/* Tables that every front end uses: idempotency answers, history, totals, limits, settings. */
#include "store/ddl/ddl_texts.h"

const char *const ad_ddl_common[] = {
	/*
	 * Answers stored for repeats. path holds method and path; status is the call's (AD_OK:
	 * data, meta, etag and location are the answer's; otherwise data is the error).
	 */
	"CREATE TABLE IF NOT EXISTS idempotency ("
	"credential_id TEXT NOT NULL, "
	"space_id TEXT NOT NULL, "
	"environment TEXT NOT NULL, "
	"path TEXT NOT NULL, "
	"key TEXT NOT NULL, "
	"body_mac TEXT NOT NULL, "
	"status BIGINT NOT NULL, "
	"http_status BIGINT NOT NULL, "
	"data TEXT, "
	"meta TEXT, "
	"etag TEXT, "
	"location TEXT, "
	"created_at BIGINT NOT NULL, "
	"PRIMARY KEY (credential_id, space_id, environment, path, key))",
	"CREATE INDEX IF NOT EXISTS idempotency_by_age ON idempotency (created_at)",
	/* The number and bytes of an account's stored answers, by hour (us / 3,600,000,000). */
	"CREATE TABLE IF NOT EXISTS idempotency_use ("
	"account_id TEXT NOT NULL, "
	"hour BIGINT NOT NULL, "
	"n BIGINT NOT NULL, "
	"bytes BIGINT NOT NULL, "
	"PRIMARY KEY (account_id, hour))",

	/*
	 * Chains (history.h): one per Space and environment, with a short number so that a row and
	 * its keys are small; seq counts up in it, and hash covers the row and the previous hash.
	 */
	"CREATE TABLE IF NOT EXISTS history_heads ("
	"space_id TEXT NOT NULL, "
	"environment TEXT NOT NULL, "
	"chain BIGINT NOT NULL UNIQUE, "
	"n BIGINT NOT NULL, "
	"at BIGINT NOT NULL, "
	"hash TEXT NOT NULL, " /* both the last row's */
	"mac TEXT NOT NULL, "
	"bytes BIGINT NOT NULL DEFAULT 0, " /* of the texts of its rows; not covered by the mac */
	"PRIMARY KEY (space_id, environment))",
	"CREATE TABLE IF NOT EXISTS history ("
	"chain BIGINT NOT NULL, "
	"seq BIGINT NOT NULL, "
	"at BIGINT NOT NULL, "
	"account_id TEXT, "
	"door TEXT NOT NULL, "
	"credential_id TEXT, "
	"request_id TEXT, "
	"resource TEXT NOT NULL, "
	"object_id TEXT NOT NULL, "
	"verb TEXT NOT NULL, "
	"before TEXT, "
	"after TEXT, "
	"hash TEXT NOT NULL, "
	"PRIMARY KEY (chain, seq))",
	"CREATE INDEX IF NOT EXISTS history_by_object ON history (chain, object_id, seq)",

	/* The number of objects in each cell. The total of a list is the sum of a few cells. */
	"CREATE TABLE IF NOT EXISTS counters ("
	"space_id TEXT NOT NULL, "
	"environment TEXT NOT NULL, "
	"resource TEXT NOT NULL, "
	"platform TEXT NOT NULL, "
	"status TEXT NOT NULL, "
	"sync_state TEXT NOT NULL, "
	"n BIGINT NOT NULL, "
	"PRIMARY KEY (space_id, environment, resource, platform, status, sync_state)) CLUSTERED",

	"CREATE TABLE IF NOT EXISTS daily_usage ("
	"account_id TEXT NOT NULL, "
	"day TEXT NOT NULL, " /* YYYY-MM-DD, UTC */
	"n BIGINT NOT NULL, "
	"taken BIGINT NOT NULL, " /* 1 if the last request was below the limit, else 0 */
	"PRIMARY KEY (account_id, day))",

	/*
	 * The current minute of each credential: the start of its window (us) and the requests in
	 * it.
	 */
	"CREATE TABLE IF NOT EXISTS limits ("
	"bucket TEXT PRIMARY KEY, "
	"window_start BIGINT NOT NULL, "
	"n BIGINT NOT NULL, "
	"taken BIGINT NOT NULL)",

	"CREATE TABLE IF NOT EXISTS settings ("
	"key TEXT PRIMARY KEY, "
	"value TEXT NOT NULL)",

	/* One row: the version of this database's schema. */
	"CREATE TABLE IF NOT EXISTS schema_version ("
	"id BIGINT PRIMARY KEY CHECK (id = 1), "
	"version BIGINT NOT NULL, "
	"fingerprint TEXT NOT NULL, "
	"migrated_at BIGINT NOT NULL)",
	NULL,
};
