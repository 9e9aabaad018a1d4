/* What every door shares: answers kept for repeats, who did what, totals, limits, settings. */
#include "store/schema.h"

const char *const ad_ddl_common[] = {
	/*
	 * Answers kept for repeats. path holds method and path; status is the call's (AD_OK: data,
	 * meta, etag and location are the answer's; else data is the error).
	 */
	"CREATE TABLE IF NOT EXISTS idempotency ("
	"credential_id TEXT NOT NULL, "
	"space_id TEXT NOT NULL, "
	"environment TEXT NOT NULL, "
	"path TEXT NOT NULL, "
	"key TEXT NOT NULL, "
	"body_sha256 TEXT NOT NULL, "
	"status BIGINT NOT NULL, "
	"http_status BIGINT NOT NULL, "
	"data TEXT, "
	"meta TEXT, "
	"etag TEXT, "
	"location TEXT, "
	"created_at BIGINT NOT NULL, "
	"PRIMARY KEY (credential_id, space_id, environment, path, key))",
	"CREATE INDEX IF NOT EXISTS idempotency_by_age ON idempotency (created_at)",

	/* id rises; hash covers the row and prev_hash. */
	"CREATE TABLE IF NOT EXISTS history ("
	"space_id TEXT NOT NULL, "
	"environment TEXT NOT NULL, "
	"id TEXT NOT NULL, "
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
	"prev_hash TEXT, "
	"hash TEXT, "
	"PRIMARY KEY (space_id, environment, id))",

	/* How many objects there are in each cell: a list's total is a sum over a few of these. */
	"CREATE TABLE IF NOT EXISTS counters ("
	"space_id TEXT NOT NULL, "
	"environment TEXT NOT NULL, "
	"resource TEXT NOT NULL, "
	"platform TEXT NOT NULL, "
	"status TEXT NOT NULL, "
	"sync_state TEXT NOT NULL, "
	"n BIGINT NOT NULL, "
	"PRIMARY KEY (space_id, environment, resource, platform, status, sync_state))",

	"CREATE TABLE IF NOT EXISTS daily_usage ("
	"account_id TEXT NOT NULL, "
	"day TEXT NOT NULL, " /* YYYY-MM-DD, UTC */
	"n BIGINT NOT NULL, "
	"PRIMARY KEY (account_id, day))",

	/* Buckets of several servers that share this database. */
	"CREATE TABLE IF NOT EXISTS limits ("
	"bucket TEXT PRIMARY KEY, "
	"window_start BIGINT NOT NULL, "
	"n BIGINT NOT NULL)",

	"CREATE TABLE IF NOT EXISTS settings ("
	"key TEXT PRIMARY KEY, "
	"value TEXT NOT NULL)",

	/* One row: what brought this database to where it is. */
	"CREATE TABLE IF NOT EXISTS schema_version ("
	"id BIGINT PRIMARY KEY CHECK (id = 1), "
	"version BIGINT NOT NULL, "
	"fingerprint TEXT NOT NULL, "
	"migrated_at BIGINT NOT NULL)",
	NULL,
};
