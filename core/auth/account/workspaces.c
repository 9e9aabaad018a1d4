#include "auth/account/workspaces.h"

#include "auth/account/sandbox_accounts.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "model/currency_worth.h"

static enum ad_db_status insert_space(struct ad_db *db, const struct ad_workspace_spec *spec,
				      int64_t now)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO spaces (id, name, personal, owner_account_id,"
				       " currency, timezone, created_at, updated_at,"
				       " max_campaign_daily_budget, max_total_daily_budget)"
				       " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)");
	ad_bind(s, 1, spec->id);
	ad_bind(s, 2, spec->name);
	ad_bind_bool(s, 3, spec->personal);
	ad_bind(s, 4, spec->account_id);
	ad_bind(s, 5, spec->currency);
	ad_bind(s, 6, spec->timezone);
	ad_bind_int(s, 7, now);
	ad_bind_int(s, 8, now);
	ad_bind_int(s, 9, ad_currency_campaign_limit(spec->currency));
	ad_bind_int(s, 10, ad_currency_total_limit(spec->currency));
	return ad_step(s);
}

static enum ad_db_status insert_owner(struct ad_db *db, const struct ad_workspace_spec *spec,
				      int64_t now)
{
	struct ad_stmt *s =
		ad_sql(db, "INSERT INTO members (space_id, account_id, role, created_at)"
			   " VALUES ($1, $2, 'OWNER', $3)");
	ad_bind(s, 1, spec->id);
	ad_bind(s, 2, spec->account_id);
	ad_bind_int(s, 3, now);
	return ad_step(s);
}

bool ad_workspace_name_valid(struct ad_str name)
{
	bool blank = true;

	for (size_t i = 0; i < name.n; i++) {
		blank = blank && name.p[i] == ' ';
		if ((unsigned char)name.p[i] < 0x20 || name.p[i] == 0x7f)
			return false;
	}
	return !blank && ad_utf8_valid(name) && ad_utf8_length(name) <= 128;
}

enum ad_db_status ad_workspace_add(struct ad_db *db, struct ad_arena *arena,
				   const struct ad_secrets *secrets,
				   const struct ad_workspace_spec *spec)
{
	int64_t now = ad_now();
	enum ad_db_status status = insert_space(db, spec, now);

	if (status == AD_DB_DONE)
		status = insert_owner(db, spec, now);
	if (status != AD_DB_DONE)
		return status;
	return ad_sandbox_accounts_add(db, arena, secrets,
				       &(struct ad_sandbox_spec){ .space_id = spec->id,
								  .account_id = spec->account_id,
								  .currency = spec->currency,
								  .timezone = spec->timezone });
}
