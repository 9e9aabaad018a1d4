/* Tries to sign in: see attempts.h. */
#include "auth/signin/attempts.h"

#include "auth/signin/security.h"
#include "base/arena.h"
#include "base/cidr.h"
#include "base/clock.h"
#include "base/digest.h"

/* Addresses of people are not kept in the clear where a hash does. */
static void attempts_hash_of(struct ad_str email, char out[static 2 * AD_SHA256_SIZE + 1])
{
	uint8_t digest[AD_SHA256_SIZE];

	ad_sha256(email, digest);
	ad_hex(digest, sizeof(digest), out);
}

/* Binds what an address counts as. */
static void bind_network(struct ad_stmt *s, int at, struct ad_str address)
{
	char network[AD_NETWORK_TEXT];

	ad_network_of(address, network);
	ad_bind_cstr(s, at, network);
}

/*
 * When a limit opens again, by the try that reached it, the first row: 0 where there is none,
 * negative where the database failed.
 */
static int64_t attempts_opens(struct ad_stmt *s, int minutes)
{
	enum ad_db_status status = ad_step(s);

	if (status == AD_DB_DONE)
		return 0;
	if (status != AD_DB_ROW)
		return -1;
	int64_t at = ad_col_int(s, 0);
	ad_reset(s);
	return at + minutes * AD_MINUTE;
}

static int64_t account_limit(struct ad_db *db, const struct ad_attempt *a, const char *hash,
			     int64_t now)
{
	int minutes = a->most ? a->minutes : AD_ATTEMPTS_ACCOUNT_MINUTES;
	struct ad_stmt *s = ad_sql(db, "SELECT attempted_at FROM signin_attempts"
				       " WHERE address = $1 AND attempted_at > $2"
				       " AND email_hash = $3 AND cleared = 0"
				       " ORDER BY attempted_at DESC LIMIT 1 OFFSET $4");

	bind_network(s, 1, a->address);
	ad_bind_int(s, 2, now - minutes * AD_MINUTE);
	ad_bind_cstr(s, 3, hash);
	ad_bind_int(s, 4, (a->most ? a->most : AD_ATTEMPTS_ACCOUNT) - 1);
	return attempts_opens(s, minutes);
}

static int64_t abroad_limit(struct ad_db *db, const struct ad_attempt *a, const char *hash,
			    int64_t now)
{
	if (!a->abroad)
		return 0;
	struct ad_stmt *s = ad_sql(db, "SELECT attempted_at FROM signin_attempts"
				       " WHERE email_hash = $1 AND attempted_at > $2"
				       " AND cleared = 0"
				       " ORDER BY attempted_at DESC LIMIT 1 OFFSET $3");
	ad_bind_cstr(s, 1, hash);
	ad_bind_int(s, 2, now - AD_ATTEMPTS_ABROAD_MINUTES * AD_MINUTE);
	ad_bind_int(s, 3, a->abroad - 1);
	return attempts_opens(s, AD_ATTEMPTS_ABROAD_MINUTES);
}

static int64_t address_limit(struct ad_db *db, const struct ad_attempt *a, int64_t now)
{
	struct ad_stmt *s = ad_sql(db, "SELECT attempted_at FROM signin_attempts"
				       " WHERE address = $1 AND attempted_at > $2"
				       " ORDER BY attempted_at DESC LIMIT 1 OFFSET 99");
	bind_network(s, 1, a->address);
	ad_bind_int(s, 2, now - AD_ATTEMPTS_ADDRESS_MINUTES * AD_MINUTE);
	return attempts_opens(s, AD_ATTEMPTS_ADDRESS_MINUTES);
}

/* An IPv6 site has 65,536 networks of 64 bits: it is counted as a whole beside them. */
static int64_t site_limit(struct ad_db *db, const struct ad_attempt *a, int64_t now)
{
	char site[AD_NETWORK_TEXT];

	if (!ad_network_wide(a->address, 48, site))
		return 0;
	struct ad_stmt *s = ad_sql(db, "SELECT attempted_at FROM signin_attempts"
				       " WHERE site = $1 AND attempted_at > $2"
				       " ORDER BY attempted_at DESC LIMIT 1 OFFSET $3");
	ad_bind_cstr(s, 1, site);
	ad_bind_int(s, 2, now - AD_ATTEMPTS_ADDRESS_MINUTES * AD_MINUTE);
	ad_bind_int(s, 3, AD_ATTEMPTS_SITE - 1);
	return attempts_opens(s, AD_ATTEMPTS_ADDRESS_MINUTES);
}

/* When all limits let a try through; 0: now; negative: the database failed. */
static int64_t all_limits(struct ad_db *db, const struct ad_attempt *a, const char *hash,
			  int64_t now)
{
	int64_t until = 0;
	const int64_t each[] = { account_limit(db, a, hash, now), abroad_limit(db, a, hash, now),
				 address_limit(db, a, now), site_limit(db, a, now) };

	for (size_t i = 0; i < AD_LEN(each); i++) {
		if (each[i] < 0)
			return -1;
		until = each[i] > until ? each[i] : until;
	}
	return until;
}

/* AD_DB_ROW if the history already reports attempts that are still counted, from any address. */
static enum ad_db_status told_lately(struct ad_db *db, const struct ad_attempt *a, const char *hash)
{
	int minutes = a->most ? a->minutes : AD_ATTEMPTS_ACCOUNT_MINUTES;
	struct ad_stmt *s = ad_sql(db, "SELECT 1 FROM signin_attempts WHERE email_hash = $1"
				       " AND attempted_at > $2 AND told = 1 LIMIT 1");

	ad_bind_cstr(s, 1, hash);
	ad_bind_int(s, 2,
		    ad_now() - (a->abroad ? AD_ATTEMPTS_ABROAD_MINUTES : minutes) * AD_MINUTE);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW)
		ad_reset(s);
	return status;
}

/*
 * In the history of the account that was tried, once for all tries that are counted now: who goes
 * on trying, however slowly and from however many addresses, adds nothing.
 */
static enum ad_db_status note_limit(struct ad_db *db, const struct ad_attempt *a, const char *hash)
{
	enum ad_db_status told = told_lately(db, a, hash);
	if (told != AD_DB_ROW && told != AD_DB_DONE)
		return told;
	struct ad_stmt *s = ad_sql(db, "UPDATE signin_attempts SET told = 1 WHERE address = $1"
				       " AND email_hash = $2 AND cleared = 0 AND told IS NULL");
	bind_network(s, 1, a->address);
	ad_bind_cstr(s, 2, hash);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE || ad_db_changes(db) == 0 || told == AD_DB_ROW)
		return status;
	/*
	 * A blank and the account's id follow the address in other kinds of attempts; no address
	 * has a blank.
	 */
	const char *blank = memrchr(a->email.p, ' ', a->email.n);
	struct ad_str id_there = a->email;
	if (blank) {
		id_there.n -= (size_t)(blank + 1 - a->email.p);
		id_there.p = blank + 1;
	}
	s = ad_sql(db, "SELECT id FROM accounts WHERE email = $1 OR id = $2");
	ad_bind(s, 1, a->email);
	ad_bind(s, 2, id_there);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	struct ad_arena *arena = ad_arena_new();
	struct ad_str id = ad_col_copy(s, arena, 0);
	ad_reset(s);
	status = ad_security_note(
		db, id,
		&(struct ad_history_entry){ .door = AD_S("APP"),
					    .resource = AD_S("account"),
					    .object_id = id,
					    .verb = AD_S("REFUSE"),
					    .after = AD_S("{\"reason\":\"SIGN_IN_LIMIT\"}") });
	ad_arena_free(arena);
	return status;
}

enum ad_db_status ad_attempt_note(struct ad_db *db, struct ad_attempt *attempt)
{
	char hash[2 * AD_SHA256_SIZE + 1];
	char site[AD_NETWORK_TEXT];
	int64_t now = ad_now();

	attempts_hash_of(attempt->email, hash);
	int64_t until = all_limits(db, attempt, hash, now);
	if (until < 0)
		return AD_DB_UNAVAILABLE;
	if (until > now) {
		attempt->retry_after = (until - now + AD_SECOND - 1) / AD_SECOND;
		return note_limit(db, attempt, hash);
	}
	ad_id_make("try", attempt->id);
	struct ad_stmt *s = ad_sql(db, "INSERT INTO signin_attempts (id, address, email_hash,"
				       " attempted_at, site) VALUES ($1, $2, $3, $4, $5)");
	ad_bind_cstr(s, 1, attempt->id);
	bind_network(s, 2, attempt->address);
	ad_bind_cstr(s, 3, hash);
	ad_bind_int(s, 4, now);
	if (ad_network_wide(attempt->address, 48, site))
		ad_bind_cstr(s, 5, site);
	else
		ad_bind(s, 5, (struct ad_str){ 0 });
	enum ad_db_status status = ad_step(s);
	return status == AD_DB_DONE ? AD_DB_ROW : status == AD_DB_ROW ? AD_DB_UNAVAILABLE : status;
}

enum ad_db_status ad_attempt_forget(struct ad_db *db, const struct ad_attempt *attempt)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM signin_attempts WHERE id = $1");

	ad_bind_cstr(s, 1, attempt->id);
	return ad_step(s);
}

enum ad_db_status ad_attempt_succeeded(struct ad_db *db, const struct ad_attempt *attempt)
{
	char hash[2 * AD_SHA256_SIZE + 1];
	enum ad_db_status status = ad_attempt_forget(db, attempt);

	if (status != AD_DB_DONE)
		return status;
	attempts_hash_of(attempt->email, hash);
	struct ad_stmt *s = ad_sql(db, "UPDATE signin_attempts SET cleared = 1"
				       " WHERE address = $1 AND email_hash = $2 AND cleared = 0");
	bind_network(s, 1, attempt->address);
	ad_bind_cstr(s, 2, hash);
	return ad_step(s);
}

enum ad_db_status ad_attempts_failed(struct ad_db *db, struct ad_str email, int64_t *count)
{
	char hash[2 * AD_SHA256_SIZE + 1];
	struct ad_stmt *s = ad_sql(db, "SELECT COUNT(*) FROM signin_attempts WHERE email_hash = $1"
				       " AND attempted_at > $2 AND cleared = 0");
	enum ad_db_status status;

	attempts_hash_of(email, hash);
	ad_bind_cstr(s, 1, hash);
	ad_bind_int(s, 2, ad_now() - AD_ATTEMPTS_ABROAD_MINUTES * AD_MINUTE);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*count = ad_col_int(s, 0);
	ad_reset(s);
	return AD_DB_DONE;
}
