/* Machines of an account's own: see machines.h. */
#include "auth/oauth/machines.h"

#include <openssl/crypto.h>

#include "auth/credential/tokens.h"
#include "base/clock.h"

#define SECRET_SIZE 32

/* A new secret into machine->secret; its SHA-256 in hex on the arena. */
static struct ad_str make_secret(struct ad_arena *arena, struct ad_machine *machine)
{
	uint8_t random[SECRET_SIZE], digest[AD_SHA256_SIZE];
	char *hex = ad_arena_alloc(arena, 2 * AD_SHA256_SIZE + 1);

	ad_random(random, sizeof(random));
	struct ad_str text = ad_base64url(arena, random, sizeof(random));
	machine->secret = ad_arena_printf(arena, "adcore_cs_%.*s", AD_FMT(text));
	OPENSSL_cleanse(random, sizeof(random));
	ad_sha256(machine->secret, digest);
	ad_hex(digest, sizeof(digest), hex);
	return (struct ad_str){ hex, 2 * AD_SHA256_SIZE };
}

/*
 * In use from the start: registrations that nobody uses are dropped after a day, and one with a
 * grant never.
 */
static enum ad_db_status insert_client(struct ad_db *db, const struct ad_grant *grant,
				       struct ad_str hash)
{
	struct ad_stmt *s = ad_sql(
		db, "INSERT INTO oauth_clients (id, name, auth_method, secret_hash,"
		    " redirect_uris, metadata, fingerprint, created_at, used_at, grants)"
		    " VALUES ($1, $2, 'client_secret_basic', $3, '[]', '{}', $1, $4, $4, $5)");

	ad_bind(s, 1, grant->client_id);
	ad_bind(s, 2, grant->client_name);
	ad_bind(s, 3, hash);
	ad_bind_int(s, 4, grant->created_at);
	ad_bind_int(s, 5, AD_CLIENT_RIGHT_CREDENTIALS);
	return ad_step(s);
}

enum ad_db_status ad_machine_add(struct ad_db *db, struct ad_arena *arena,
				 struct ad_machine *machine)
{
	struct ad_grant *grant = &machine->grant;
	char id[AD_ID_SIZE];

	ad_id_make("cli", id);
	grant->client_id = ad_arena_copy(arena, ad_str(id));
	grant->redirect_host = AD_S("a machine of this account");
	grant->own = true;
	struct ad_str hash = make_secret(arena, machine);
	enum ad_db_status status = ad_grant_add(db, arena, grant);
	return status == AD_DB_DONE ? insert_client(db, grant, hash) : status;
}

enum ad_db_status ad_machine_load(struct ad_db *db, struct ad_arena *arena, struct ad_str client_id,
				  struct ad_grant *out)
{
	struct ad_stmt *s = ad_sql(db, "SELECT id FROM oauth_grants WHERE client_id = $1"
				       " AND own = 1");

	ad_bind(s, 1, client_id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	struct ad_str id = ad_arena_copy(arena, ad_col(s, 0));
	ad_reset(s);
	return ad_grant_load(db, arena, id, out);
}

enum ad_db_status ad_machine_rotate(struct ad_db *db, struct ad_arena *arena,
				    struct ad_machine *machine)
{
	struct ad_grant *grant = &machine->grant;
	struct ad_stmt *s = ad_sql(db, "UPDATE oauth_clients SET secret_hash = $2 WHERE id = $1");
	int64_t now = ad_now();

	ad_bind(s, 1, grant->client_id);
	ad_bind(s, 2, make_secret(arena, machine));
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE)
		return status;
	grant->expires_at = grant->idle_expires_at = now + AD_GRANT_DAYS * AD_DAY;
	/* Tokens know whole seconds: those of this second end too, a new one is of the next. */
	grant->rotated_at = (now / AD_SECOND + 1) * AD_SECOND;
	s = ad_sql(db, "UPDATE oauth_grants SET rotated_at = $2, expires_at = $3,"
		       " idle_expires_at = $3 WHERE id = $1");
	ad_bind(s, 1, grant->id);
	ad_bind_int(s, 2, grant->rotated_at);
	ad_bind_int(s, 3, grant->expires_at);
	status = ad_step(s);
	if (status != AD_DB_DONE)
		return status;
	return ad_auth_bump(db) ? AD_DB_DONE : AD_DB_UNAVAILABLE;
}

enum ad_db_status ad_machine_remove(struct ad_db *db, const struct ad_grant *grant)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM oauth_clients WHERE id = $1");

	ad_bind(s, 1, grant->client_id);
	enum ad_db_status status = ad_step(s);
	return status == AD_DB_DONE ? ad_grant_revoke(db, grant->id, "user") : status;
}
