#include "sync/state/spend_alarm.h"

#include "base/json_write.h"
#include "store/events/events.h"

/*
 * A raise counts once it was sent, also while in doubt; a decrease once its operation has ended and
 * changed the platform's budget (the journal sets `rise` to 0 if it did not), as in conditions.c.
 */
static const char total_sql[] =
	"SELECT r.spend + COALESCE((SELECT SUM(o.rise) FROM sync_operations o WHERE o.space_id ="
	" r.space_id AND o.environment = r.environment AND o.run_id = r.id AND o.rise <> 0 AND"
	" (CASE WHEN o.rise > 0 THEN o.attempts > 0 ELSE o.status IN ('SUCCEEDED', 'FAILED',"
	" 'SKIPPED') END)), 0),"
	" s.max_total_daily_budget, s.currency FROM sync_runs r JOIN spaces s ON s.id ="
	" r.space_id WHERE r.space_id = $1 AND r.environment = $2 AND r.id = $3 AND r.spend IS NOT"
	" NULL AND r.mode = 'PUSH' AND s.max_total_daily_budget > 0";

enum ad_db_status ad_spend_alarm(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				 struct ad_str run_id)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_stmt *s = ad_sql(db, total_sql);
	enum ad_db_status status;

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	int64_t total = ad_col_int(s, 0), limit = ad_col_int(s, 1);
	int64_t percent = total >= limit ? 100 : (int64_t)((double)total * 100 / (double)limit);
	ad_json_object(&j);
	ad_json_kint(&j, "percent", ad_alarm_level(percent));
	ad_json_key(&j, "total");
	ad_json_micros(&j, total);
	ad_json_key(&j, "limit");
	ad_json_micros(&j, limit);
	ad_json_kstr(&j, "currency", ad_col(s, 2));
	ad_json_kstr(&j, "runId", run_id);
	ad_json_object_end(&j);
	ad_reset(s);
	return ad_event_alarm(db, realm, AD_EVENT_SPEND_ALARM, percent, ad_text_str(&text));
}
