#include "store/db/round_trips.h"

#include "store/db/driver.h"

enum ad_db_status ad_step_later(struct ad_stmt *s)
{
	struct ad_db *db = s->db;
	enum ad_db_status status;

	if (!db->in_tx || !db->driver->step_later) {
		status = ad_step(s);
		ad_reset(s);
		return status == AD_DB_ROW ? AD_DB_DONE : status;
	}
	if (ad_db_refuses(db))
		return AD_DB_UNAVAILABLE;
	return ad_db_noted(db, db->driver->step_later(s));
}

enum ad_db_status ad_db_settle(struct ad_db *db)
{
	if (db->driver->settle)
		db->driver->settle(db);
	return db->late;
}

void ad_ids_write(struct ad_text *sql, int first)
{
	for (int i = 0; i < AD_IDS_MAX; i++)
		ad_text_addf(sql, i ? ",$%d" : "($%d", first + i);
	ad_text_addc(sql, ')');
}

void ad_ids_bind(struct ad_stmt *s, int first, struct ad_ids ids)
{
	for (size_t i = 0; i < ids.n && i < AD_IDS_MAX; i++)
		ad_bind(s, first + (int)i, ids.at[i]);
}

struct ad_ids ad_ids_page(struct ad_ids ids, size_t at)
{
	size_t left = at < ids.n ? ids.n - at : 0;

	return (struct ad_ids){ left ? ids.at + at : NULL, left < AD_IDS_MAX ? left : AD_IDS_MAX };
}

bool ad_db_is_refusal(enum ad_db_status status)
{
	return status == AD_DB_CONFLICT || status == AD_DB_BAD_REFERENCE || status == AD_DB_INVALID;
}

void ad_db_fail_later(struct ad_db *db, enum ad_db_status status)
{
	if (db->late == AD_DB_DONE)
		db->late = status;
	db->broken = true;
	db->retry |= status == AD_DB_RETRY;
}
