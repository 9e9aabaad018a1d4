/* The tables of events and of the webhooks that deliver them. */
#include "store/ddl/ddl_texts.h"

const char *const ad_ddl_event[] = {
	/* `kind` says who may read it (core/model/event_types.h); `data` is a JSON object. */
	"CREATE TABLE IF NOT EXISTS events ("
	" space_id TEXT NOT NULL, environment TEXT NOT NULL, id TEXT NOT NULL,"
	" type TEXT NOT NULL, kind TEXT NOT NULL, created_at BIGINT NOT NULL,"
	" data TEXT NOT NULL, PRIMARY KEY (space_id, environment, id))",
	"CREATE INDEX IF NOT EXISTS events_by_age ON events (created_at)",

	/* A URL of an owner's. `events` is a JSON array of types, NULL: all. `secret` is sealed.
	 * `next_at` is when the first waiting event is due, NULL: none waits. `lease` counts
	 * claims: what a sender reports counts only under the claim that it made. `failures` and
	 * `failing_since` are of the tries since the last success; `missed` counts events that
	 * were not queued because the queue was full. `scopes` are those of the credential that
	 * made or changed it last: events of other kinds are not sent.
	 * `claimed_at` is when the last try began, `took` how long it was (us); before
	 * `rest_until` nothing is sent. */
	"CREATE TABLE IF NOT EXISTS webhooks ("
	" space_id TEXT NOT NULL, environment TEXT NOT NULL, id TEXT PRIMARY KEY,"
	" url TEXT NOT NULL, events TEXT, enabled BOOLEAN NOT NULL, secret TEXT NOT NULL,"
	" created_by TEXT NOT NULL, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL,"
	" version BIGINT NOT NULL, next_at BIGINT, lease BIGINT NOT NULL DEFAULT 0,"
	" lease_until BIGINT NOT NULL DEFAULT 0, failures BIGINT NOT NULL DEFAULT 0,"
	" failing_since BIGINT, missed BIGINT NOT NULL DEFAULT 0, last_at BIGINT,"
	" last_event TEXT, last_status BIGINT, last_error TEXT,"
	" scopes BIGINT NOT NULL DEFAULT 0, claimed_at BIGINT NOT NULL DEFAULT 0,"
	" took BIGINT NOT NULL DEFAULT 0, rest_until BIGINT NOT NULL DEFAULT 0)",
	"CREATE INDEX IF NOT EXISTS webhooks_by_space ON webhooks (space_id, environment, id)",
	"CREATE INDEX IF NOT EXISTS webhooks_due ON webhooks (next_at) WHERE next_at IS NOT NULL",

	/* Events that wait to be sent, oldest first. */
	"CREATE TABLE IF NOT EXISTS webhook_queue ("
	" webhook_id TEXT NOT NULL, event_id TEXT NOT NULL,"
	" PRIMARY KEY (webhook_id, event_id))",

	/* The share of a limit, percent, that was told last: 0, 80 or 100. */
	"CREATE TABLE IF NOT EXISTS alarms ("
	" space_id TEXT NOT NULL, environment TEXT NOT NULL, name TEXT NOT NULL,"
	" level BIGINT NOT NULL, PRIMARY KEY (space_id, environment, name))",
	NULL,
};
