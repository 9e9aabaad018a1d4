/* Stored copies of metadata documents: see pinned.h. */
#include "oauth/client/pinned.h"

#include "oauth/client/document.h"
#include "oauth/client/remote.h"

/* --- store --- */

static enum ad_db_status pinned_pin(struct ad_stmt *s, struct ad_str key,
				    const struct oauth_client *client)
{
	ad_bind(s, 1, key);
	ad_bind(s, 2, client->document);
	ad_bind_int(s, 3, client->fetched_at);
	return ad_step(s);
}

enum ad_db_status oauth_pin_code(struct ad_db *db, struct ad_str code_hash,
				 const struct oauth_client *client)
{
	if (!client->document.p)
		return AD_DB_DONE;
	return pinned_pin(
		ad_sql(db, "UPDATE oauth_codes SET client_document = $2, client_fetched_at = $3"
			   " WHERE code_hash = $1"),
		code_hash, client);
}

enum ad_db_status oauth_pin_device(struct ad_db *db, struct ad_str device_hash,
				   const struct oauth_client *client)
{
	if (!client->document.p)
		return AD_DB_DONE;
	return pinned_pin(ad_sql(db, "UPDATE oauth_devices SET client_document = $2,"
				     " client_fetched_at = $3 WHERE device_hash = $1"),
			  device_hash, client);
}

enum ad_db_status oauth_pin_grant(struct ad_db *db, struct ad_str grant_id,
				  const struct oauth_client *client)
{
	if (!client->document.p)
		return AD_DB_DONE;
	struct ad_stmt *s = ad_sql(db, "UPDATE oauth_grants SET client_document = $2,"
				       " client_fetched_at = $3, client_method = $4"
				       " WHERE id = $1");

	ad_bind_int(s, 4, client->used);
	return pinned_pin(s, grant_id, client);
}

/* --- find --- */

/* A row: the document, the time of its fetch, and the required method (or NULL). */
static enum ad_db_status pinned_take(struct ad_arena *arena, struct ad_stmt *s,
				     struct oauth_client *client)
{
	enum ad_db_status status = ad_step(s);

	if (status != AD_DB_ROW)
		return status;
	struct ad_str text = ad_col_copy(s, arena, 0);
	int64_t fetched_at = ad_col_int(s, 1);
	uint32_t method = (uint32_t)ad_col_int(s, 2);
	ad_reset(s);
	if (!text.p || !oauth_document_reread(arena, text, client))
		return AD_DB_DONE;
	client->fetched_at = fetched_at;
	if (method)
		client->methods &= method;
	return AD_DB_ROW;
}

static enum ad_db_status by_hash(struct ad_exchange *x, const char *sql, struct ad_str secret,
				 struct ad_str id, struct oauth_client *client)
{
	struct ad_stmt *s = ad_sql(x->call.db, sql);

	ad_bind(s, 1, oauth_hash(x->call.arena, secret));
	ad_bind(s, 2, id);
	return pinned_take(x->call.arena, s, client);
}

/* The grant that a refresh token or an access token names, without verification of the token. */
static struct ad_str grant_of(struct ad_exchange *x, struct ad_str token)
{
	struct ad_str id = { 0 };
	struct ad_claims claims;
	int64_t generation;

	if (ad_refresh_parse(token, &id, &generation))
		return id;
	return ad_jwt_read(ad_auth_keys_now(x->call.core->auth, x->call.db), x->call.arena, token,
			   &claims)
		       ? claims.grant_id
		       : (struct ad_str){ 0 };
}

static enum ad_db_status by_grant(struct ad_exchange *x, struct ad_str token, struct ad_str id,
				  struct oauth_client *client)
{
	struct ad_str grant_id = grant_of(x, token);
	struct ad_stmt *s =
		ad_sql(x->call.db, "SELECT client_document, client_fetched_at, client_method"
				   " FROM oauth_grants WHERE id = $1 AND client_id = $2");

	if (!grant_id.p)
		return AD_DB_DONE;
	ad_bind(s, 1, grant_id);
	ad_bind(s, 2, id);
	return pinned_take(x->call.arena, s, client);
}

static enum ad_db_status by_copy(struct ad_exchange *x, struct ad_str id,
				 struct oauth_client *client)
{
	struct oauth_remote copy;
	enum ad_db_status status =
		oauth_remote_copy(x->call.db, x->call.arena, OAUTH_REMOTE_DOCUMENT, id, &copy);

	if (status == AD_DB_ROW && !oauth_document_reread(x->call.arena, copy.text, client))
		return AD_DB_DONE;
	if (status == AD_DB_ROW)
		client->fetched_at = copy.fetched_at;
	return status;
}

enum ad_db_status oauth_pinned_client(struct ad_exchange *x, const struct oauth_evidence *evidence,
				      struct ad_str id, struct oauth_client *client)
{
	enum ad_db_status status = AD_DB_DONE;

	*client = (struct oauth_client){ 0 };
	switch (evidence->kind) {
	case OAUTH_SHOWS_NOTHING:
		status = by_copy(x, id, client);
		break;
	case OAUTH_SHOWS_CODE:
		status = by_hash(x,
				 "SELECT client_document, client_fetched_at, NULL FROM oauth_codes"
				 " WHERE code_hash = $1 AND client_id = $2",
				 evidence->value, id, client);
		break;
	case OAUTH_SHOWS_DEVICE:
		status = by_hash(x,
				 "SELECT client_document, client_fetched_at, NULL"
				 " FROM oauth_devices WHERE device_hash = $1 AND client_id = $2",
				 evidence->value, id, client);
		break;
	case OAUTH_SHOWS_TOKEN:
		status = by_grant(x, evidence->value, id, client);
		break;
	}
	if (status == AD_DB_DONE)
		*client = (struct oauth_client){
			.id = id,
			.name = AD_S(""),
			.methods = OAUTH_AUTH_NONE,
			.unknown = true,
		};
	return status;
}

enum ad_db_status oauth_pinned_last(struct ad_db *db, struct ad_arena *arena,
				    struct ad_str account_id, struct ad_str client_id,
				    struct ad_str *document)
{
	struct ad_stmt *s = ad_sql(db, "SELECT client_document FROM oauth_grants"
				       " WHERE account_id = $1 AND client_id = $2"
				       " AND client_document IS NOT NULL AND revoked_at IS NULL"
				       " ORDER BY created_at DESC LIMIT 1");

	ad_bind(s, 1, account_id);
	ad_bind(s, 2, client_id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW) {
		*document = ad_col_copy(s, arena, 0);
		ad_reset(s);
	}
	return status;
}
