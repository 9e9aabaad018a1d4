#include "sync/pace.h"

#include "base/clock.h"
#include "sync/pause.h"

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

	/* Not within a character of several bytes. */
	while (n > 0 && n < text.n && ((unsigned char)text.p[n] & 0xc0) == 0x80)
		n--;
	memcpy(out, text.p ? text.p : "", n);
	out[n] = '\0';
}

enum ad_db_status ad_pace_load(struct ad_db *db, struct ad_realm realm,
			       struct ad_pace out[static AD_PLATFORM_COUNT])
{
	struct ad_stmt *s =
		ad_sql(db, "SELECT p.platform, p.account_id, p.wait_until, p.heard_at, p.failures,"
			   " p.code, p.message FROM sync_pacing p JOIN connections c ON c.space_id"
			   " = p.space_id AND c.environment = p.environment AND c.platform ="
			   " p.platform AND c.account_id_remote = p.account_id WHERE p.space_id ="
			   " $1 AND p.environment = $2");
	enum ad_db_status status;

	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		if (!out[i].changed)
			out[i] = (struct ad_pace){ 0 };
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		enum ad_platform platform = ad_platform_of(ad_col(s, 0));
		struct ad_pace *pace;
		if (platform >= AD_PLATFORM_COUNT || out[platform].changed)
			continue;
		pace = &out[platform];
		ad_pace_text(pace->account_id, sizeof(pace->account_id), ad_col(s, 1));
		pace->until = ad_col_int(s, 2);
		pace->heard_at = ad_col_int(s, 3);
		pace->failures = ad_col_int(s, 4);
		ad_pace_text(pace->code, sizeof(pace->code), ad_col(s, 5));
		ad_pace_text(pace->message, sizeof(pace->message), ad_col(s, 6));
	}
	return status;
}

static void bind_key(struct ad_stmt *s, struct ad_realm realm, enum ad_platform platform)
{
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind_cstr(s, 3, ad_platform_name(platform));
}

enum ad_db_status ad_pace_store(struct ad_db *db, struct ad_realm realm, enum ad_platform platform,
				const struct ad_pace *pace)
{
	struct ad_stmt *s;

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
	ad_bind_int(s, 5, pace->until);
	ad_bind_int(s, 6, pace->heard_at);
	ad_bind_int(s, 7, pace->failures);
	ad_bind_cstr(s, 8, pace->code);
	ad_bind_cstr(s, 9, pace->message);
	return ad_step(s);
}

enum ad_db_status ad_pace_write(struct ad_json *j, struct ad_db *db, struct ad_realm realm,
				struct ad_run_row *run, bool past_away)
{
	struct ad_pace paces[AD_PLATFORM_COUNT] = { 0 };
	struct ad_stmt *s;
	enum ad_db_status status = ad_pace_load(db, realm, paces);

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
		if (left == 0 || (past_away && (!ad_pace_is_throttle(pace) ||
						ad_pause_at(run, platform) == AD_PAUSE_DONE)))
			continue;
		if (pace->heard_at > run->waits_since)
			run->waits_since = pace->heard_at;
		ad_json_object(j);
		ad_json_kcstr(j, "platform", ad_platform_name(platform));
		ad_json_ktime(j, "until", ad_now() + left);
		ad_json_kcstr(j, "code", pace->code);
		ad_json_kcstr(j, "message", pace->message);
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
	return status;
}
