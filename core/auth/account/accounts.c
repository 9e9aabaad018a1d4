/* Accounts: see accounts.h. */
#include "auth/account/accounts.h"

#include "auth/credential/tokens.h"
#include "auth/account/workspaces.h"
#include "base/clock.h"
#include "base/json_read.h"
#include "base/utf8.h"

#define EMAIL_MAX 254

static bool email_char(char c)
{
	return (unsigned char)c > 0x20 && c != 0x7f && !strchr("()<>,;:\\\"[]", c);
}

/* A dot inside, none at an end, nothing but letters, digits, '-' and bytes of UTF-8. */
static bool domain_valid(struct ad_str domain)
{
	bool dot = false;
	char before = '.';

	for (size_t i = 0; i < domain.n; i++) {
		char c = domain.p[i];
		if (c == '.' && before == '.')
			return false;
		dot |= c == '.';
		before = c;
	}
	return (dot && before != '.') || ad_str_is(domain, "localhost");
}

static struct ad_str accounts_trimmed(struct ad_str in)
{
	while (in.n > 0 && strchr(" \t\r\n", in.p[0])) {
		in.p++;
		in.n--;
	}
	while (in.n > 0 && strchr(" \t\r\n", in.p[in.n - 1]))
		in.n--;
	return in;
}

bool ad_email_normal(struct ad_arena *arena, struct ad_str in, struct ad_str *out)
{
	in = accounts_trimmed(in);
	if (in.n < 3 || in.n > EMAIL_MAX || !ad_utf8_valid(in))
		return false;
	char *text = ad_arena_alloc(arena, in.n + 1);
	size_t ats = 0, at = 0;
	for (size_t i = 0; i < in.n; i++) {
		char c = in.p[i];
		if (!email_char(c))
			return false;
		if (c == '@') {
			ats++;
			at = i;
		}
		text[i] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
	}
	text[in.n] = '\0';
	*out = (struct ad_str){ text, in.n };
	return ats == 1 && at > 0 && at <= 64 &&
	       domain_valid((struct ad_str){ text + at + 1, in.n - at - 1 });
}

bool ad_subscription_valid(struct ad_str text)
{
	return ad_str_is(text, "active") || ad_str_is(text, "none") || ad_str_is(text, "expired");
}

static enum ad_db_status insert_account(struct ad_db *db, const struct ad_account_spec *spec,
					const char *id, int64_t now)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO accounts (id, email, name, plan, subscription,"
				       " password_hash, created_at, updated_at)"
				       " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)");
	ad_bind_cstr(s, 1, id);
	ad_bind(s, 2, spec->email);
	ad_bind(s, 3, spec->name);
	ad_bind(s, 4, spec->plan);
	ad_bind(s, 5, spec->subscription);
	ad_bind(s, 6, spec->password_hash);
	ad_bind_int(s, 7, now);
	ad_bind_int(s, 8, now);
	return ad_step(s);
}

enum ad_db_status ad_account_add(struct ad_db *db, struct ad_arena *arena,
				 const struct ad_secrets *secrets,
				 const struct ad_account_spec *spec, struct ad_account *out)
{
	char id[AD_ID_SIZE], space_id[AD_ID_SIZE];
	int64_t now = ad_now();

	ad_id_make("acc", id);
	ad_id_make("spc", space_id);
	enum ad_db_status status = insert_account(db, spec, id, now);
	if (status == AD_DB_DONE)
		status = ad_workspace_add(db, arena, secrets,
					  &(struct ad_workspace_spec){
						  .id = ad_str(space_id),
						  .account_id = ad_str(id),
						  .name = AD_S("Personal"),
						  .personal = true,
						  .currency = spec->currency,
						  .timezone = spec->timezone,
					  });
	if (status != AD_DB_DONE)
		return status;
	return ad_account_get(db, arena, ad_str(id), out) == AD_DB_ROW ? AD_DB_DONE
								       : AD_DB_UNAVAILABLE;
}

#define COLUMNS                                                                                    \
	"a.id, a.email, a.name, a.plan, a.subscription, p.id, p.currency, p.timezone,"             \
	" a.password_hash, CASE WHEN a.disabled_at IS NULL THEN 0 ELSE 1 END FROM accounts AS a"   \
	" JOIN spaces AS p ON p.owner_account_id = a.id AND p.personal = TRUE"

static enum ad_db_status read_account(struct ad_stmt *s, struct ad_arena *arena,
				      struct ad_account *out)
{
	enum ad_db_status status = ad_step(s);

	if (status != AD_DB_ROW)
		return status;
	struct ad_str *const fields[] = { &out->id,       &out->email,        &out->name,
					  &out->plan,     &out->subscription, &out->space_id,
					  &out->currency, &out->timezone,     &out->password_hash };
	for (size_t i = 0; i < AD_LEN(fields); i++)
		*fields[i] = ad_col_is_null(s, (int)i) ? (struct ad_str){ 0 }
						       : ad_arena_copy(arena, ad_col(s, (int)i));
	out->disabled = ad_col_int(s, AD_LEN(fields)) != 0;
	ad_reset(s);
	return AD_DB_ROW;
}

enum ad_db_status ad_account_find(struct ad_db *db, struct ad_arena *arena, struct ad_str email,
				  struct ad_account *out)
{
	struct ad_stmt *s = ad_sql(db, "SELECT " COLUMNS " WHERE a.email = $1");

	ad_bind(s, 1, email);
	return read_account(s, arena, out);
}

enum ad_db_status ad_account_get(struct ad_db *db, struct ad_arena *arena, struct ad_str id,
				 struct ad_account *out)
{
	struct ad_stmt *s = ad_sql(db, "SELECT " COLUMNS " WHERE a.id = $1");

	ad_bind(s, 1, id);
	return read_account(s, arena, out);
}

/* Every cached principal of the account holds what changed. */
static enum ad_db_status accounts_bumped(struct ad_db *db, enum ad_db_status status)
{
	if (status != AD_DB_DONE)
		return status;
	return ad_auth_bump(db) ? AD_DB_DONE : AD_DB_UNAVAILABLE;
}

enum ad_db_status ad_account_bill(struct ad_db *db, struct ad_str id, struct ad_str plan,
				  struct ad_str subscription)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE accounts SET plan = $2, subscription = $3,"
				       " updated_at = $4 WHERE id = $1");
	ad_bind(s, 1, id);
	ad_bind(s, 2, plan);
	ad_bind(s, 3, subscription);
	ad_bind_int(s, 4, ad_now());
	return accounts_bumped(db, ad_step(s));
}

enum ad_db_status ad_account_rehash(struct ad_db *db, struct ad_str id, struct ad_str old,
				    struct ad_str hash)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE accounts SET password_hash = $3 WHERE id = $1"
				       " AND password_hash = $2");

	ad_bind(s, 1, id);
	ad_bind(s, 2, old);
	ad_bind(s, 3, hash);
	return ad_step(s);
}

/* Sessions and links that end when the password changes. */
static const char *const stands_on_password[] = {
	"DELETE FROM sessions WHERE account_id = $1",
	"DELETE FROM signin_steps WHERE account_id = $1",
	"DELETE FROM account_links WHERE account_id = $1",
};

enum ad_db_status ad_account_set_password(struct ad_db *db, struct ad_str id, struct ad_str hash)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE accounts SET password_hash = $2, updated_at = $3"
				       " WHERE id = $1");
	ad_bind(s, 1, id);
	ad_bind(s, 2, hash);
	ad_bind_int(s, 3, ad_now());
	enum ad_db_status status = ad_step(s);
	for (size_t i = 0; i < AD_LEN(stands_on_password) && status == AD_DB_DONE; i++) {
		s = ad_sql(db, stands_on_password[i]);
		ad_bind(s, 1, id);
		status = ad_step(s);
	}
	return accounts_bumped(db, status);
}
