#include "sync/plan/plan_mark.h"

#include "base/clock.h"
#include "base/digest.h"
#include "base/text.h"
#include "store/history/history.h"
#include "sync/state/today.h"

#define COLUMNS 13 /* of add_settings() */

static void plan_mark_bind_realm(struct ad_stmt *s, struct ad_realm realm)
{
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
}

/* The Space's row and its connections. */
static enum ad_db_status add_settings(struct ad_db *db, struct ad_realm realm, struct ad_text *mark)
{
	struct ad_stmt *s = ad_sql(
		db, "SELECT CAST(s.version AS TEXT), CAST(s.pushes_blocked_live AS TEXT),"
		    " CAST(s.pushes_blocked_test AS TEXT), CAST(s.max_campaign_daily_budget AS"
		    " TEXT), CAST(s.max_total_daily_budget AS TEXT),"
		    " CAST(s.max_budget_increase_percent AS TEXT), CAST(s.max_bid AS TEXT),"
		    " CAST(s.allowed_platforms AS TEXT), s.blocked_terms, c.platform,"
		    " CAST(c.version AS TEXT), CAST(c.updated_at AS TEXT), c.status FROM spaces s"
		    " LEFT JOIN connections c ON c.space_id = s.id AND c.environment = $2 WHERE"
		    " s.id = $1 ORDER BY c.platform");
	enum ad_db_status status;

	plan_mark_bind_realm(s, realm);
	while ((status = ad_step(s)) == AD_DB_ROW)
		for (int i = 0; i < COLUMNS; i++)
			ad_text_addf(mark, "%c%.*s", ad_col_is_null(s, i) ? '-' : '\n',
				     AD_FMT(ad_col(s, i)));
	return status;
}

/* The runs that have not ended; *pulls: one of them is a pull. */
static enum ad_db_status add_runs(struct ad_db *db, struct ad_realm realm, struct ad_text *mark,
				  bool *pulls)
{
	struct ad_stmt *s = ad_sql(
		db, "SELECT COUNT(*), COALESCE(SUM(done), 0), COALESCE(SUM(CASE WHEN status ="
		    " 'RUNNING' THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE WHEN mode = 'PULL' THEN"
		    " 1 ELSE 0 END), 0) FROM sync_runs WHERE status IN ('QUEUED', 'RUNNING',"
		    " 'AWAITING_APPROVAL') AND space_id = $1 AND environment = $2");
	enum ad_db_status status;

	plan_mark_bind_realm(s, realm);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	ad_text_addf(mark, " %lld.%lld.%lld", (long long)ad_col_int(s, 0),
		     (long long)ad_col_int(s, 1), (long long)ad_col_int(s, 2));
	*pulls = ad_col_int(s, 3) > 0;
	ad_reset(s);
	return AD_DB_DONE;
}

static enum ad_db_status add_today(struct ad_db *db, struct ad_realm realm, struct ad_text *mark)
{
	struct ad_today today;
	enum ad_db_status status = ad_today_load(db, realm, &today);

	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		ad_text_addf(mark, " %lld", (long long)today.day[i]);
	return status;
}

enum ad_db_status ad_plan_mark(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			       struct ad_str *mark)
{
	struct ad_text text = ad_text_on(arena);
	uint8_t digest[AD_SHA256_SIZE];
	char hex[2 * AD_SHA256_SIZE + 1];
	int64_t rows = 0;
	bool pulls = false;
	enum ad_db_status status = ad_history_length(db, realm.space_id, realm.environment, &rows);

	ad_text_addf(&text, "%lld", (long long)rows);
	if (status == AD_DB_DONE)
		status = add_settings(db, realm, &text);
	if (status == AD_DB_DONE)
		status = add_runs(db, realm, &text, &pulls);
	if (status == AD_DB_DONE)
		status = add_today(db, realm, &text);
	ad_sha256(ad_text_str(&text), digest);
	ad_hex(digest, sizeof(digest), hex);
	*mark = pulls ? (struct ad_str){ 0 } : ad_arena_copy(arena, ad_str(hex));
	return status;
}

enum ad_db_status ad_plan_mark_keep(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				    struct ad_str run_id, int64_t before)
{
	struct ad_str mark = { 0 };
	struct ad_stmt *s;
	enum ad_db_status status = ad_plan_mark(db, arena, realm, &mark);

	if (status != AD_DB_DONE)
		return status;
	s = ad_sql(db, "UPDATE sync_runs SET plan_mark = $4, plan_marked_at = $5, spend = $6 WHERE"
		       " space_id = $1 AND environment = $2 AND id = $3");
	plan_mark_bind_realm(s, realm);
	ad_bind(s, 3, run_id);
	ad_bind(s, 4, mark);
	ad_bind_int(s, 5, ad_now());
	ad_bind_int(s, 6, before);
	return ad_step(s);
}

enum ad_db_status ad_plan_mark_holds(struct ad_db *db, struct ad_arena *arena,
				     struct ad_realm realm, struct ad_str run_id, bool *holds)
{
	struct ad_str kept, now = { 0 };
	struct ad_stmt *s = ad_sql(db, "SELECT plan_mark, plan_marked_at FROM sync_runs WHERE"
				       " space_id = $1 AND environment = $2 AND id = $3");
	int64_t age;
	enum ad_db_status status;

	*holds = false;
	plan_mark_bind_realm(s, realm);
	ad_bind(s, 3, run_id);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	kept = ad_col_copy(s, arena, 0);
	age = ad_now() - ad_col_int(s, 1);
	ad_reset(s);
	if (!kept.n || age < 0 || age > AD_PLAN_MARK_LIFE)
		return AD_DB_DONE;
	status = ad_plan_mark(db, arena, realm, &now);
	*holds = status == AD_DB_DONE && now.n && ad_str_eq(kept, now);
	return status;
}
