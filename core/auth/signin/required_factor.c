/* The factor that Spaces require of an account: see required_factor.h. */
#include "auth/signin/required_factor.h"

enum ad_db_status ad_required_factor_find(struct ad_db *db, struct ad_str account_id,
					  struct ad_required_factor *out)
{
	struct ad_stmt *s = ad_sql(
		db, "SELECT CASE WHEN " AD_HAS_FACTOR(
			    "a.id") " THEN 1 ELSE 0 END, CASE WHEN"
				    " " AD_OWES_FACTOR("a.id") " THEN 1 ELSE 0 END FROM accounts a"
							       " WHERE a.id = $1");

	*out = (struct ad_required_factor){ 0 };
	ad_bind(s, 1, account_id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*out = (struct ad_required_factor){ .has = ad_col_int(s, 0) != 0,
					    .owes = ad_col_int(s, 1) != 0 };
	ad_reset(s);
	return AD_DB_DONE;
}
