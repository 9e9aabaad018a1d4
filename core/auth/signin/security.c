/* Security events of an account: see security.h. */
#include "auth/signin/security.h"

#include "base/arena.h"

enum ad_db_status ad_security_note(struct ad_db *db, struct ad_str account_id,
				   const struct ad_history_entry *what)
{
	static const char *const environments[] = { "test", "live" };
	struct ad_history_entry entry = *what;
	struct ad_stmt *s =
		ad_sql(db, "SELECT id FROM spaces WHERE owner_account_id = $1 AND personal = TRUE");

	ad_bind(s, 1, account_id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	struct ad_arena *arena = ad_arena_new();
	entry.space_id = ad_col_copy(s, arena, 0);
	ad_reset(s);
	status = AD_DB_DONE;
	for (size_t i = 0; i < AD_LEN(environments) && status == AD_DB_DONE; i++) {
		entry.environment = ad_str(environments[i]);
		status = ad_history_append(db, &entry);
	}
	ad_arena_free(arena);
	return status;
}

enum ad_db_status ad_security_changed(struct ad_db *db, struct ad_str account_id,
				      struct ad_str credential_id, struct ad_str request_id,
				      const char *what)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_history_entry entry = {
		.account_id = account_id,
		.door = AD_S("APP"),
		.credential_id = credential_id,
		.request_id = request_id,
		.resource = AD_S("account"),
		.object_id = account_id,
		.verb = AD_S("UPDATE"),
		.after = ad_arena_printf(arena, "{\"%s\":true}", what),
	};
	enum ad_db_status status = ad_security_note(db, account_id, &entry);

	ad_arena_free(arena);
	return status;
}
