/* Encrypted values in the database: see reseal.h. */
#include "auth/secret/reseal.h"

#include <stdio.h>
#include <string.h>

#include <openssl/crypto.h>

#define BATCH 200
#define BATCH_TEXT "200"
#define ARENA_ROWS 500 /* rows that are counted on one arena */

/* A row's context is its id, and the label of its key the name of its table. */
struct table {
	const char *label, *name, *one, *many;
	const char *every;  /* id and sealed text of each row */
	const char *stale;  /* $1 id behind which, $2 pattern of what is as it shall be */
	const char *update; /* $1 id, $2 text now, $3 text then */
};

#define STALE(table, id, column)                                                                   \
	"SELECT " id ", " column " FROM " table " WHERE " id " > $1 AND " column                   \
	" IS NOT NULL AND " column " NOT LIKE $2 ORDER BY " id " LIMIT " BATCH_TEXT
#define ROW(table, id, column)                                                                     \
	.label = table,                                                                            \
	.every = "SELECT " id ", " column " FROM " table " WHERE " column " IS NOT NULL",          \
	.stale = STALE(table, id, column),                                                         \
	.update = "UPDATE " table " SET " column " = $3 WHERE " id " = $1 AND " column " = $2"

static const struct table tables[AD_SEALED_TABLES] = {
	[AD_SEALED_SIGNING_KEYS] = { ROW("signing_keys", "kid", "sealed"), .name = "signingKeys",
				     .one = "signing key", .many = "signing keys" },
	[AD_SEALED_TOTP] = { ROW("account_totp", "account_id", "sealed"),
			     .name = "authenticatorApps", .one = "authenticator app",
			     .many = "authenticator apps" },
	[AD_SEALED_CONNECTIONS] = { ROW("connections", "id", "credentials"), .name = "connections",
				    .one = "connection", .many = "connections" },
	[AD_SEALED_WEBHOOKS] = { ROW("webhooks", "id", "secret"), .name = "webhooks",
				 .one = "webhook", .many = "webhooks" },
};

const char *ad_sealed_name(enum ad_sealed_table table)
{
	return tables[table].name;
}

struct ad_str ad_seals_told(struct ad_arena *arena, const int64_t n[static AD_SEALED_TABLES])
{
	struct ad_text text = ad_text_on(arena);

	for (int i = AD_SEALED_TABLES - 1; i >= 0; i--)
		if (n[i] > 0)
			ad_text_addf(&text, "%s%lld %s", text.n > 0 ? ", " : "", (long long)n[i],
				     n[i] == 1 ? tables[i].one : tables[i].many);
	return text.n > 0 ? ad_text_str(&text) : AD_S("nothing");
}

const int64_t *ad_seals_of(const struct ad_seals *seals, const char *id)
{
	static const int64_t nothing[AD_SEALED_TABLES];

	for (size_t i = 0; i < seals->count; i++)
		if (strcmp(seals->use[i].id, id) == 0)
			return seals->use[i].n;
	return nothing;
}

/* --- counting ----------------------------------------------------------------------------- */

static bool is_here(const struct ad_secrets *secrets, const char *id)
{
	struct ad_secret_name names[AD_SECRET_KEYS_MAX];
	size_t count = ad_secrets_names(secrets, names);

	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i].id, id) == 0)
			return true;
	return false;
}

/* A key that was added since the count began is looked for again. */
static struct ad_seal_use *use_of(const struct ad_secrets *secrets, struct ad_seals *seals,
				  const char *id)
{
	for (size_t i = 0; i < seals->count; i++)
		if (strcmp(seals->use[i].id, id) == 0)
			return &seals->use[i];
	if (seals->count == AD_SEALS_MAX)
		return NULL;
	struct ad_seal_use *fresh = &seals->use[seals->count++];
	*fresh = (struct ad_seal_use){ .known = is_here(secrets, id) };
	memcpy(fresh->id, id, AD_SECRET_ID);
	return fresh;
}

/* Opens and wipes it. */
static bool reseal_opens(const struct ad_secrets *secrets, struct ad_arena *arena,
			 const char *label, struct ad_str id, struct ad_str sealed)
{
	struct ad_str plain;

	if (!ad_secrets_unseal(secrets, arena, label, id, sealed, &plain))
		return false;
	OPENSSL_cleanse((void *)plain.p, plain.n);
	return true;
}

static void count_row(struct ad_stmt *s, const struct ad_secrets *secrets, struct ad_arena *arena,
		      int table, struct ad_seals *out)
{
	struct ad_str sealed = ad_col(s, 1);
	char by[AD_SECRET_ID];
	struct ad_seal_use *use =
		ad_secrets_sealed_by(secrets, sealed, by) ? use_of(secrets, out, by) : NULL;

	if (use)
		use->n[table]++;
	if (!use || (use->known &&
		     !reseal_opens(secrets, arena, tables[table].label, ad_col(s, 0), sealed)))
		out->damaged[table]++;
}

static enum ad_db_status count_table(struct ad_db *db, const struct ad_secrets *secrets, int table,
				     struct ad_seals *out)
{
	struct ad_stmt *s = ad_sql(db, tables[table].every);
	struct ad_arena *arena = ad_arena_new();
	enum ad_db_status status;

	for (int n = 1; (status = ad_step(s)) == AD_DB_ROW; n++) {
		count_row(s, secrets, arena, table, out);
		if (n % ARENA_ROWS == 0)
			ad_arena_reset(arena);
	}
	ad_arena_free(arena);
	return status;
}

enum ad_db_status ad_seals_count(struct ad_db *db, const struct ad_secrets *secrets,
				 struct ad_seals *out)
{
	struct ad_secret_name names[AD_SECRET_KEYS_MAX];
	enum ad_db_status status = AD_DB_DONE;

	*out = (struct ad_seals){ .count = ad_secrets_names(secrets, names) };
	for (size_t i = 0; i < out->count; i++) {
		memcpy(out->use[i].id, names[i].id, AD_SECRET_ID);
		out->use[i].known = true;
	}
	for (int i = 0; i < AD_SEALED_TABLES && status == AD_DB_DONE; i++)
		status = count_table(db, secrets, i, out);
	return status;
}

/* --- sealing anew ------------------------------------------------------------------------- */

struct found {
	struct ad_str id, sealed;
};

/* Finds up to *n rows of the table that another key sealed, in the order of ids. */
static enum ad_db_status find_stale(struct ad_db *db, const struct ad_secrets *secrets,
				    struct ad_arena *arena, const struct ad_reseal *walk,
				    struct found rows[static BATCH], size_t *n)
{
	struct ad_stmt *s = ad_sql(db, tables[walk->table].stale);
	struct ad_secret_name names[AD_SECRET_KEYS_MAX];
	size_t count = ad_secrets_names(secrets, names);
	enum ad_db_status status;

	*n = 0;
	ad_bind_cstr(s, 1, walk->after);
	for (size_t i = 0; i < count; i++)
		if (names[i].seals)
			ad_bind(s, 2,
				i == 0 ? AD_S("v1.%")
				       : ad_arena_printf(arena, "v2.%s.%%", names[i].id));
	while ((status = ad_step(s)) == AD_DB_ROW && *n < BATCH) {
		rows[*n].id = ad_col_copy(s, arena, 0);
		rows[(*n)++].sealed = ad_col_copy(s, arena, 1);
	}
	if (status == AD_DB_ROW)
		ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

static enum ad_db_status reseal_row(struct ad_db *db, const struct ad_secrets *secrets,
				    struct ad_arena *arena, struct ad_reseal *walk,
				    const struct found *row)
{
	const struct table *table = &tables[walk->table];
	struct ad_str plain;

	if (!ad_secrets_unseal(secrets, arena, table->label, row->id, row->sealed, &plain)) {
		walk->shut++;
		return AD_DB_DONE;
	}
	struct ad_stmt *s = ad_sql(db, table->update);
	ad_bind(s, 1, row->id);
	ad_bind(s, 2, row->sealed);
	ad_bind(s, 3, ad_secrets_seal(secrets, arena, table->label, row->id, plain));
	OPENSSL_cleanse((void *)plain.p, plain.n);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE)
		walk->done += ad_db_changes(db);
	return status;
}

enum ad_db_status ad_reseal_batch(struct ad_db *db, const struct ad_secrets *secrets,
				  struct ad_reseal *walk)
{
	struct ad_arena *arena = ad_arena_new();
	struct found rows[BATCH];
	size_t n = 0;
	enum ad_db_status status = find_stale(db, secrets, arena, walk, rows, &n);

	for (size_t i = 0; i < n && status == AD_DB_DONE; i++)
		status = reseal_row(db, secrets, arena, walk, &rows[i]);
	if (n == BATCH) {
		snprintf(walk->after, sizeof(walk->after), "%.*s", AD_FMT(rows[n - 1].id));
	} else {
		walk->table++;
		walk->after[0] = '\0';
	}
	ad_arena_free(arena);
	return status;
}
