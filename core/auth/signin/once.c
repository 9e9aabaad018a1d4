#include "auth/signin/once.h"

enum ad_db_status ad_once_use(struct ad_db *db, struct ad_str id, int64_t expires_at, bool *first)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO used_once (id, expires_at) VALUES ($1, $2)"
				       " ON CONFLICT (id) DO NOTHING");

	ad_bind(s, 1, id);
	ad_bind_int(s, 2, expires_at);
	enum ad_db_status status = ad_step(s);
	*first = status == AD_DB_DONE && ad_db_changes(db) == 1;
	return status;
}
