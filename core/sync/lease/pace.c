#include "sync/lease/pace.h"

#include "base/clock.h"
#include "sync/state/run_row.h"
#include "sync/lease/turn.h"

int64_t ad_pace_left(const struct ad_pace *pace)
{
	int64_t left = pace->until - ad_now(), whole = pace->until - pace->heard_at;

	if (left <= 0)
		return 0;
	return left < whole ? left : whole;
}

bool ad_pace_is_throttle(const struct ad_pace *pace)
{
	return strcmp(pace->code, "RATE_LIMITED") == 0;
}

bool ad_pace_is_quota(const struct ad_pace *pace)
{
	return strcmp(pace->code, "QUOTA_LOW") == 0;
}

void ad_pace_text(char *out, size_t size, struct ad_str text)
{
	size_t n = text.n < size ? text.n : size - 1;

	/* Do not cut within a multi-byte character. */
	while (n > 0 && n < text.n && ((unsigned char)text.p[n] & 0xc0) == 0x80)
		n--;
	memcpy(out, text.p ? text.p : "", n);
	out[n] = '\0';
}

/* A message received by another Space's run may name its objects: use a generic message instead. */
static struct ad_str plain_message(const struct ad_pace *pace)
{
	if (ad_pace_is_throttle(pace))
		return AD_S("The platform requested a pause.");
	if (ad_pace_is_quota(pace))
		return AD_S("The platform's quota is nearly exhausted.");
	return AD_S("The platform could not be reached.");
}

/*
 * The offset of the database's clock to this server's clock, us: the database stores its own time,
 * memory holds this server's. An offset below one second counts as 0.
 */
static enum ad_db_status pace_ahead(struct ad_db *db, int64_t *us)
{
	int64_t now;
	enum ad_db_status status = ad_db_clock(db, &now);

	*us = status == AD_DB_DONE ? now - ad_now() : 0;
	if (*us > -AD_SECOND && *us < AD_SECOND)
		*us = 0;
	return status;
}

static void read_pace(struct ad_stmt *s, struct ad_realm realm, int64_t off, struct ad_pace *pace)
{
	ad_pace_text(pace->account_id, sizeof(pace->account_id), ad_col(s, 1));
	/* 0: no wait. */
	pace->until = ad_col_int(s, 2) ? ad_col_int(s, 2) - off : 0;
	pace->heard_at = ad_col_int(s, 3) - off;
	pace->failures = ad_col_int(s, 4);
	ad_pace_text(pace->code, sizeof(pace->code), ad_col(s, 5));
	ad_pace_text(pace->message, sizeof(pace->message),
		     ad_str_eq(ad_col(s, 7), realm.space_id) ? ad_col(s, 6) : plain_message(pace));
}

enum ad_db_status ad_pace_load(struct ad_db *db, struct ad_realm realm,
			       struct ad_pace out[static AD_PLATFORM_COUNT])
{
	struct ad_stmt *s =
		ad_sql(db, "SELECT p.platform, p.account_id, p.wait_until, p.heard_at, p.failures,"
			   " p.code, p.message, p.space_id FROM connections c JOIN sync_pacing p ON"
			   " p.environment = c.environment AND p.platform = c.platform AND"
			   " p.account_id = c.account_id_remote WHERE c.space_id = $1 AND"
			   " c.environment = $2 ORDER BY p.heard_at, p.space_id");
	int64_t off;
	enum ad_db_status status = pace_ahead(db, &off);

	if (status != AD_DB_DONE)
		return status;
	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		if (!out[i].changed)
			out[i] = (struct ad_pace){ 0 };
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		enum ad_platform platform = ad_platform_of(ad_col(s, 0));
		/* The entry received last applies. */
		if (platform < AD_PLATFORM_COUNT && !out[platform].changed)
			read_pace(s, realm, off, &out[platform]);
	}
	return status;
}

static void bind_key(struct ad_stmt *s, struct ad_realm realm, enum ad_platform platform)
{
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind_cstr(s, 3, ad_platform_name(platform));
}

/* Deletes the older entries of this account from other Spaces' runs. */
static enum ad_db_status forget_others(struct ad_db *db, struct ad_realm realm,
				       enum ad_platform platform, const struct ad_pace *pace)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM sync_pacing WHERE environment = $2 AND platform"
				       " = $3 AND account_id = $4 AND space_id <> $1");

	bind_key(s, realm, platform);
	ad_bind_cstr(s, 4, pace->account_id);
	return ad_step(s);
}

/*
 * *throttled: the platform requested a pause that is longer than the one to store and still active.
 * It may have been received in parallel, by the kill switch, which takes no turn, or by another
 * server.
 */
static enum ad_db_status is_throttled(struct ad_db *db, struct ad_realm realm,
				      enum ad_platform platform, const struct ad_pace *pace,
				      int64_t off, bool *throttled)
{
	struct ad_stmt *s = ad_sql(db, "SELECT 1 FROM sync_pacing WHERE environment = $1 AND"
				       " platform = $2 AND account_id = $3 AND code ="
				       " 'RATE_LIMITED' AND wait_until > $4 AND wait_until > $5 AND"
				       " heard_at <= $4 LIMIT 1");
	enum ad_db_status status;

	ad_bind(s, 1, realm.environment);
	ad_bind_cstr(s, 2, ad_platform_name(platform));
	ad_bind_cstr(s, 3, pace->account_id);
	ad_bind_int(s, 4, ad_now() + off);
	ad_bind_int(s, 5, pace->until ? pace->until + off : 0);
	status = ad_step(s);
	*throttled = status == AD_DB_ROW;
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

enum ad_db_status ad_pace_store(struct ad_db *db, struct ad_realm realm, enum ad_platform platform,
				const struct ad_pace *pace)
{
	struct ad_stmt *s;
	int64_t off;
	bool throttled = false;
	enum ad_db_status status = pace_ahead(db, &off);

	if (status == AD_DB_DONE)
		status = is_throttled(db, realm, platform, pace, off, &throttled);
	if (status == AD_DB_DONE && !throttled)
		status = forget_others(db, realm, platform, pace);
	if (throttled)
		return status;
	if (status != AD_DB_DONE)
		return status;
	if (pace->failures == 0 && pace->until == 0) {
		s = ad_sql(db, "DELETE FROM sync_pacing WHERE space_id = $1 AND environment = $2"
			       " AND platform = $3");
		bind_key(s, realm, platform);
		return ad_step(s);
	}
	s = ad_sql(db, "INSERT INTO sync_pacing (space_id, environment, platform, account_id,"
		       " wait_until, heard_at, failures, code, message) VALUES ($1, $2, $3, $4,"
		       " $5, $6, $7, $8, $9) ON CONFLICT (space_id, environment, platform) DO"
		       " UPDATE SET account_id = excluded.account_id, wait_until ="
		       " excluded.wait_until, heard_at = excluded.heard_at, failures ="
		       " excluded.failures, code = excluded.code, message = excluded.message");
	bind_key(s, realm, platform);
	ad_bind_cstr(s, 4, pace->account_id);
	ad_bind_int(s, 5, pace->until ? pace->until + off : 0);
	ad_bind_int(s, 6, pace->heard_at + off);
	ad_bind_int(s, 7, pace->failures);
	ad_bind_cstr(s, 8, pace->code);
	ad_bind_cstr(s, 9, pace->message);
	return ad_step(s);
}

static void write_wait(struct ad_json *j, enum ad_platform platform, const struct ad_pace *pace,
		       int64_t until)
{
	ad_json_object(j);
	ad_json_kcstr(j, "platform", ad_platform_name(platform));
	ad_json_ktime(j, "until", until);
	ad_json_kcstr(j, "code", pace->code);
	ad_json_kcstr(j, "message", pace->message);
	ad_json_object_end(j);
}

/* Another run, of this or another Space, has the turn at the account: the end is not known. */
static const struct ad_pace busy = {
	.code = AD_TURN_BUSY,
	.message = "Another run is active on this ad account. This run continues afterwards.",
};

enum ad_db_status ad_pace_write(struct ad_json *j, struct ad_db *db, struct ad_realm realm,
				struct ad_run_row *run, bool past_away)
{
	struct ad_pace paces[AD_PLATFORM_COUNT] = { 0 };
	int64_t since[AD_PLATFORM_COUNT];
	struct ad_stmt *s;
	enum ad_db_status status = ad_pace_load(db, realm, paces);

	if (status == AD_DB_DONE)
		status = ad_turn_waits(db, realm, run->id, since);
	if (status != AD_DB_DONE)
		return status;
	s = ad_sql(db, "SELECT platform FROM sync_leases WHERE space_id = $1 AND environment = $2"
		       " AND run_id = $3 ORDER BY platform");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run->id);
	run->waits_since = 0;
	ad_json_array(j);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		enum ad_platform platform = ad_platform_of(ad_col(s, 0));
		const struct ad_pace *pace;
		int64_t left;
		if (platform >= AD_PLATFORM_COUNT)
			continue;
		pace = &paces[platform];
		left = ad_pace_left(pace);
		if (past_away &&
		    (!ad_pace_is_throttle(pace) || ad_pause_at(run, platform) == AD_PAUSE_DONE))
			continue;
		if (left > 0)
			write_wait(j, platform, pace, ad_now() + left);
		else if (since[platform] > 0)
			write_wait(j, platform, &busy, 0);
		else
			continue;
		left = left > 0 ? pace->heard_at : since[platform];
		if (left > run->waits_since)
			run->waits_since = left;
	}
	ad_json_array_end(j);
	return status;
}
