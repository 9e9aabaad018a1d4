/* See replays.h. Counts are rows by party and by the time at which the ids expire. */
#include "oauth/endpoint/replays.h"

#include "oauth/endpoint/door.h"
#include "oauth/endpoint/rows.h"

#define SLOT_US (5 * AD_MINUTE)

struct bounds {
	const char *name;
	int64_t each, all;
};

static const struct bounds bounds_of[] = {
	[OAUTH_REPLAY_PROOF] = { "proof", OAUTH_PROOFS_EACH, OAUTH_PROOFS_ALL },
	[OAUTH_REPLAY_ASSERTION] = { "assertion", OAUTH_ASSERTIONS_EACH, OAUTH_ASSERTIONS_ALL },
};

enum party {
	PARTY_ALL,
	PARTY_NETWORK,
	PARTY_CLIENT,
	PARTY_COUNT,
};

struct parties {
	struct ad_str id[PARTY_COUNT]; /* absent: no such party */
	int64_t held[PARTY_COUNT];
};

static enum ad_db_status replays_read_counts(struct ad_db *db, struct parties *parties)
{
	struct ad_stmt *s = ad_sql(db, "SELECT party, CAST(SUM(n) AS BIGINT) FROM oauth_replay_use"
				       " WHERE party IN ($1, $2, $3) AND slot >= $4"
				       " GROUP BY party");
	enum ad_db_status status;

	for (int i = 0; i < PARTY_COUNT; i++)
		ad_bind(s, i + 1, parties->id[i]);
	ad_bind_int(s, PARTY_COUNT + 1, ad_now() / SLOT_US);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		for (int i = 0; i < PARTY_COUNT; i++)
			if (ad_str_eq(ad_col(s, 0), parties->id[i]))
				parties->held[i] = ad_col_int(s, 1);
	}
	return status;
}

static enum ad_db_status replays_add_one(struct ad_db *db, struct ad_str party, int64_t expires_at)
{
	struct ad_stmt *s =
		ad_sql(db, "INSERT INTO oauth_replay_use (party, slot, n) VALUES ($1, $2, 1)"
			   " ON CONFLICT (party, slot) DO UPDATE SET n = oauth_replay_use.n + 1");

	ad_bind(s, 1, party);
	ad_bind_int(s, 2, expires_at / SLOT_US);
	return ad_step(s);
}

static bool replays_has_room(const struct bounds *bounds, const struct parties *parties)
{
	const int64_t *held = parties->held;

	if (held[PARTY_NETWORK] >= bounds->each || held[PARTY_CLIENT] >= bounds->each)
		return false;
	return held[PARTY_ALL] < bounds->all ||
	       (held[PARTY_NETWORK] < OAUTH_REPLAYS_FEW && held[PARTY_ALL] < 2 * bounds->all);
}

enum ad_db_status oauth_replay_count(struct ad_call *call, enum oauth_replay_kind kind,
				     struct ad_str client, int64_t expires_at, bool *room)
{
	const struct bounds *bounds = &bounds_of[kind];
	struct parties parties = { 0 };

	parties.id[PARTY_ALL] = ad_arena_printf(call->arena, "%s", bounds->name);
	parties.id[PARTY_NETWORK] = ad_arena_printf(call->arena, "%s network %.*s", bounds->name,
						    AD_FMT(oauth_rows_network(call)));
	if (client.p)
		parties.id[PARTY_CLIENT] =
			ad_arena_printf(call->arena, "%s client %.*s", bounds->name,
					AD_FMT(oauth_hash(call->arena, client)));
	enum ad_db_status status = replays_read_counts(call->db, &parties);
	*room = status == AD_DB_DONE && replays_has_room(bounds, &parties);
	for (int i = 0; i < PARTY_COUNT && *room && status == AD_DB_DONE; i++)
		if (parties.id[i].p)
			status = replays_add_one(call->db, parties.id[i], expires_at);
	if (status == AD_DB_DONE && !*room)
		ad_log(AD_LOG_WARN, "replays_limited", "kind", bounds->name, "request",
		       call->request_id.p, NULL);
	return status;
}
