#include "auth/account/account_state.h"

#include "auth/credential/tokens.h"
#include "base/clock.h"
#include "store/schema/schema.h"

static enum ad_db_status run_for(struct ad_db *db, const char *sql, struct ad_str id)
{
	struct ad_stmt *s = ad_sql(db, sql);

	ad_bind(s, 1, id);
	return ad_step(s);
}

/* Every cached principal of the account holds what changed. */
static enum ad_db_status account_bump(struct ad_db *db, enum ad_db_status status)
{
	if (status != AD_DB_DONE)
		return status;
	return ad_auth_bump(db) ? AD_DB_DONE : AD_DB_UNAVAILABLE;
}

/* An account's sessions, and the rows that can open a new one or become an app's grant. */
static const char *const ways_in[] = {
	"DELETE FROM sessions WHERE account_id = $1",
	"DELETE FROM signin_steps WHERE account_id = $1",
	"DELETE FROM account_links WHERE account_id = $1",
	/* One that was redeemed is kept: shown again, it ends what it gave. */
	"DELETE FROM oauth_codes WHERE account_id = $1 AND redeemed_at IS NULL",
	"DELETE FROM oauth_devices WHERE account_id = $1 AND redeemed_at IS NULL",
};

enum ad_db_status ad_account_disable(struct ad_db *db, struct ad_str id, bool disabled)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE accounts SET disabled_at = CASE WHEN $2 = 1 THEN"
				       " COALESCE(disabled_at, $3) END, updated_at = $3"
				       " WHERE id = $1");
	enum ad_db_status status;

	ad_bind(s, 1, id);
	ad_bind_int(s, 2, disabled);
	ad_bind_int(s, 3, ad_now());
	status = ad_step(s);
	for (size_t i = 0; i < AD_LEN(ways_in) && status == AD_DB_DONE && disabled; i++)
		status = run_for(db, ways_in[i], id);
	return account_bump(db, status);
}

/* Reasons against a removal: a statement that finds the name of a Space, and the sentence. */
static const struct {
	const char *sql, *why;
} kept_by[] = {
	{ "SELECT s.name FROM spaces s WHERE s.owner_account_id = $1 AND EXISTS (SELECT 1 FROM"
	  " members m WHERE m.space_id = s.id AND m.account_id <> $1) LIMIT 1",
	  "others work in its Space \"%.*s\": remove them, or make one of them its owner" },
	{ "SELECT s.name FROM spaces s WHERE s.owner_account_id <> $1 AND EXISTS (SELECT 1 FROM"
	  " members m WHERE m.space_id = s.id AND m.account_id = $1 AND m.role = 'OWNER') AND NOT"
	  " EXISTS (SELECT 1 FROM members m WHERE m.space_id = s.id AND m.account_id <> $1 AND"
	  " m.role = 'OWNER') LIMIT 1",
	  "it is the last owner of the Space \"%.*s\": make another member an owner" },
	{ "SELECT s.name FROM spaces s WHERE s.owner_account_id = $1 AND EXISTS (SELECT 1 FROM"
	  " connections c WHERE c.space_id = s.id AND c.environment = 'live' AND c.status <>"
	  " 'REVOKED') LIMIT 1",
	  "a live ad account is connected in its Space \"%.*s\": disconnect it first, because what "
	  "runs there goes on and nothing here would show it" },
	{ "SELECT s.name FROM spaces s WHERE s.owner_account_id = $1 AND EXISTS (SELECT 1 FROM"
	  " sync_runs r WHERE r.space_id = s.id AND r.status IN ('QUEUED', 'RUNNING',"
	  " 'AWAITING_APPROVAL')) LIMIT 1",
	  "a push or pull of its Space \"%.*s\" has not ended: wait for it, or cancel it" },
};

enum ad_db_status ad_account_removable(struct ad_db *db, struct ad_arena *arena, struct ad_str id,
				       struct ad_str *why)
{
	*why = (struct ad_str){ 0 };
	for (size_t i = 0; i < AD_LEN(kept_by); i++) {
		struct ad_stmt *s = ad_sql(db, kept_by[i].sql);
		struct ad_text text = ad_text_on(arena);
		enum ad_db_status status;

		ad_bind(s, 1, id);
		status = ad_step(s);
		if (status == AD_DB_DONE)
			continue;
		if (status != AD_DB_ROW)
			return status;
		ad_text_addf(&text, kept_by[i].why, AD_FMT(ad_col(s, 0)));
		ad_reset(s);
		*why = ad_text_str(&text);
		return AD_DB_DONE;
	}
	return AD_DB_DONE;
}

/* Deletes the rows of all tables that have the column, where `which` holds; children first. */
static enum ad_db_status delete_rows(struct ad_db *db, struct ad_arena *arena, const char *column,
				     const char *which, struct ad_str id)
{
	struct ad_schema_tables tables = ad_schema_tables_with(arena, column);
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = tables.count; i > 0 && status == AD_DB_DONE; i--) {
		/* A history tells what was done in Spaces of others too: it is one chain. */
		if (ad_str_is(tables.names[i - 1], "history"))
			continue;
		status = run_for(db,
				 ad_arena_printf(arena, "DELETE FROM %.*s WHERE %s",
						 AD_FMT(tables.names[i - 1]), which)
					 .p,
				 id);
	}
	return status;
}

/* Rows that name the account by its grants, tokens and webhooks alone. */
static const char *const own_rows[] = {
	("DELETE FROM oauth_clients WHERE id IN (SELECT client_id FROM oauth_grants WHERE own = 1"
	 " AND (account_id = $1 OR space_id IN (SELECT id FROM spaces WHERE owner_account_id ="
	 " $1)))"),
	"DELETE FROM space_ended_tokens WHERE token_id IN (SELECT id FROM tokens WHERE account_id ="
	" $1)",
	("DELETE FROM webhook_queue WHERE webhook_id IN (SELECT id FROM webhooks WHERE created_by ="
	 " $1 OR space_id IN (SELECT id FROM spaces WHERE owner_account_id = $1))"),
	"DELETE FROM space_invitations WHERE invited_by = $1",
	"UPDATE oauth_requests SET reached_by = NULL WHERE reached_by = $1",
	"UPDATE oauth_pushed SET reached_by = NULL WHERE reached_by = $1",
	"UPDATE oauth_devices SET reached_by = NULL WHERE reached_by = $1",
	/* In Spaces of others they stay to be seen, and tell nobody any more. */
	"UPDATE webhooks SET enabled = FALSE, next_at = NULL WHERE created_by = $1",
};

#define OF_OWN_SPACES "space_id IN (SELECT id FROM spaces WHERE owner_account_id = $1)"

enum ad_db_status ad_account_remove(struct ad_db *db, struct ad_arena *arena, struct ad_str id)
{
	enum ad_db_status status =
		run_for(db,
			"DELETE FROM history WHERE chain IN (SELECT chain FROM history_heads WHERE"
			" " OF_OWN_SPACES ")",
			id);

	for (size_t i = 0; i < AD_LEN(own_rows) && status == AD_DB_DONE; i++)
		status = run_for(db, own_rows[i], id);
	if (status == AD_DB_DONE)
		status = delete_rows(db, arena, "space_id", OF_OWN_SPACES, id);
	if (status == AD_DB_DONE)
		status = delete_rows(db, arena, "account_id", "account_id = $1", id);
	if (status == AD_DB_DONE)
		status = run_for(db, "DELETE FROM spaces WHERE owner_account_id = $1", id);
	if (status == AD_DB_DONE)
		status = run_for(db, "DELETE FROM accounts WHERE id = $1", id);
	return account_bump(db, status);
}
