#include "store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "text.h"

enum statement {
	BEGIN,
	COMMIT,
	ROLLBACK,
	SAVEPOINT,
	RELEASE,
	ROLLBACK_TO,
	GET_NUMBER,
	SET_NUMBER,
	GET_ACCOUNT,
	ADD_ACCOUNT,
	REVOKE_ACCOUNT,
	ADD_TOKEN,
	GET_TOKEN,
	EXPIRE_TOKENS,
	STANDS,
	PUT_OBJECT,
	GET_OBJECT,
	NAMED_OBJECT,
	NAMED_UNDER,
	FIND_OBJECT,
	COUNT_OBJECTS,
	WALK_OBJECTS,
	WALK_STATUS,
	WALK_TAILS,
	WALK_BEHIND,
	WALK_BEHIND_UNDER,
	WALK_UNDER,
	WALK_TAILS_OF,
	WALK_PARENTS_OF,
	WALK_PAGE,
	WALK_BY_OWN,
	WALK_BY_PARENT,
	ADD_CHANGE,
	WALK_CHANGES,
	STATEMENTS,
};

/* The numbers in ids such as "12~345": the own one, and the parent's. */
#define OWN "CAST(substr(tail, instr(tail, '~') + 1) AS INTEGER)"
#define ABOVE "CAST(parent AS INTEGER)"

static const char *const sql[STATEMENTS] = {
	[BEGIN] = "BEGIN IMMEDIATE",
	[COMMIT] = "COMMIT",
	[ROLLBACK] = "ROLLBACK",
	[SAVEPOINT] = "SAVEPOINT operation",
	[RELEASE] = "RELEASE operation",
	[ROLLBACK_TO] = "ROLLBACK TO operation",
	[GET_NUMBER] = "SELECT value FROM numbers WHERE name = ?1",
	[SET_NUMBER] = "INSERT INTO numbers (name, value) VALUES (?1, ?2)"
		       " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
	[GET_ACCOUNT] = "SELECT currency, timezone, revoked, created FROM accounts WHERE id = ?1",
	[ADD_ACCOUNT] = "INSERT INTO accounts (id, currency, timezone, created)"
			" VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO NOTHING",
	[REVOKE_ACCOUNT] = "UPDATE accounts SET revoked = ?2 WHERE id = ?1",
	[ADD_TOKEN] = "INSERT INTO tokens (hash, account, expires) VALUES (?1, ?2, ?3)",
	[GET_TOKEN] = "SELECT account FROM tokens WHERE hash = ?1 AND expires > ?2",
	[EXPIRE_TOKENS] = "UPDATE tokens SET expires = 1 WHERE account = ?1",
	[STANDS] = "SELECT status NOT IN ('REMOVED', 'ARCHIVED', 'DELETED') FROM objects"
		   " WHERE account = ?1 AND kind = ?2 AND tail = ?3",
	[PUT_OBJECT] = "INSERT INTO objects (account, kind, tail, parent, name, status, value)"
		       " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
		       " ON CONFLICT (account, kind, tail) DO UPDATE SET parent = excluded.parent,"
		       " name = excluded.name, status = excluded.status, value = excluded.value",
	[GET_OBJECT] = "SELECT value FROM objects WHERE account = ?1 AND kind = ?2 AND tail = ?3",
	/* That the name is not empty is said for the index, which has only those. */
	[NAMED_OBJECT] = "SELECT 1 FROM objects WHERE account = ?1 AND kind = ?2 AND name = ?3"
			 " AND name <> '' AND tail <> ?4 AND status <> 'REMOVED'",
	[NAMED_UNDER] = "SELECT 1 FROM objects WHERE account = ?1 AND kind = ?2 AND name = ?3"
			" AND name <> '' AND tail <> ?4 AND parent = ?5"
			" AND status <> 'REMOVED'",
	[FIND_OBJECT] = "SELECT tail FROM objects WHERE account = ?1 AND kind = ?2 AND name = ?3"
			" AND name <> '' ORDER BY number LIMIT 1",
	[COUNT_OBJECTS] = "SELECT count(*) FROM objects WHERE account = ?1 AND kind = ?2"
			  " AND parent = ?3 AND (status = ?4 OR (?4 IS NULL AND"
			  " status <> 'REMOVED'))",
	[WALK_OBJECTS] = "SELECT tail, value FROM objects WHERE account = ?1 AND kind = ?2"
			 " ORDER BY parent, number",
	[WALK_STATUS] = "SELECT tail, value FROM objects WHERE account = ?1 AND kind = ?2"
			" AND status = ?3 ORDER BY parent, number",
	[WALK_TAILS] = "SELECT tail, value FROM objects WHERE account = ?1 AND kind = ?2"
		       " ORDER BY tail",
	[WALK_BEHIND] = "SELECT tail, value FROM objects WHERE account = ?1 AND kind = ?2"
			" AND tail > ?3 ORDER BY tail",
	/* Not by the order of an index: few are under the parent, many behind the tail. */
	[WALK_BEHIND_UNDER] = "SELECT tail, value FROM objects WHERE account = ?1 AND kind = ?2"
			      " AND +tail > ?3 AND parent = ?4 ORDER BY +tail",
	[WALK_UNDER] = "SELECT tail, value FROM objects WHERE account = ?1 AND kind = ?2"
		       " AND parent = ?3 ORDER BY number",
	[WALK_TAILS_OF] = "SELECT tail, value FROM objects WHERE account = ?1 AND kind = ?2"
			  " AND tail IN (SELECT value FROM json_each(?3))"
			  " ORDER BY parent, number",
	[WALK_PARENTS_OF] = "SELECT tail, value FROM objects WHERE account = ?1 AND kind = ?2"
			    " AND parent IN (SELECT value FROM json_each(?3))"
			    " ORDER BY parent, number",
	[WALK_PAGE] = "SELECT tail, value FROM objects WHERE account = ?1 AND kind = ?2"
		      " ORDER BY parent, number LIMIT -1 OFFSET ?3",
	[WALK_BY_OWN] = "SELECT tail, parent, number FROM objects WHERE account = ?1 AND kind = ?2"
			" AND kind < 100 AND " OWN " BETWEEN ?3 AND ?4 ORDER BY " OWN,
	[WALK_BY_PARENT] = "SELECT tail, parent, number FROM objects WHERE account = ?1 AND"
			   " kind = ?2 AND kind < 100 AND " ABOVE " BETWEEN ?3 AND ?4"
			   " ORDER BY " ABOVE ", " OWN,
	[ADD_CHANGE] = "INSERT INTO changes (account, at, value) VALUES (?1, ?2, ?3)",
	[WALK_CHANGES] = "SELECT at, value FROM changes WHERE account = ?1 ORDER BY number DESC",
};

static const char schema[] =
	"CREATE TABLE IF NOT EXISTS numbers (name TEXT PRIMARY KEY, value INTEGER NOT NULL)"
	" WITHOUT ROWID;"
	"CREATE TABLE IF NOT EXISTS accounts (id TEXT PRIMARY KEY, currency TEXT NOT NULL,"
	" timezone TEXT NOT NULL, revoked INTEGER NOT NULL DEFAULT 0, created INTEGER NOT NULL)"
	" WITHOUT ROWID;"
	"CREATE TABLE IF NOT EXISTS tokens (hash TEXT PRIMARY KEY, account TEXT NOT NULL,"
	" expires INTEGER NOT NULL) WITHOUT ROWID;"
	"CREATE TABLE IF NOT EXISTS objects (number INTEGER PRIMARY KEY, account TEXT NOT NULL,"
	" kind INTEGER NOT NULL, tail TEXT NOT NULL, parent TEXT NOT NULL, name TEXT NOT NULL,"
	" status TEXT NOT NULL, value TEXT NOT NULL, UNIQUE (account, kind, tail));"
	"CREATE INDEX IF NOT EXISTS objects_parent ON objects (account, kind, parent, number);"
	"DROP INDEX IF EXISTS objects_name;"
	"CREATE INDEX IF NOT EXISTS objects_named ON objects (account, kind, name, parent)"
	" WHERE name <> '';"
	"CREATE INDEX IF NOT EXISTS objects_by_own ON objects (account, kind, " OWN ")"
	" WHERE kind < 100;"
	"CREATE INDEX IF NOT EXISTS objects_by_parent ON objects (account, kind, " ABOVE ", " OWN
	") WHERE kind < 100;"
	"CREATE TABLE IF NOT EXISTS changes (number INTEGER PRIMARY KEY, account TEXT NOT NULL,"
	" at INTEGER NOT NULL, value TEXT NOT NULL);"
	"CREATE INDEX IF NOT EXISTS changes_account ON changes (account, number);";

struct store {
	sqlite3 *db;
	sqlite3_stmt *statements[STATEMENTS];
	cJSON *written;      /* see store_written() */
	int before, earlier; /* how much of it is older than the transaction, than the savepoint */
	bool keep_values;    /* each written object is listed with its value */
};

static _Noreturn void store_lost(struct store *s, const char *doing)
{
	fprintf(stderr, "adcore-sandbox: state: %s: %s\n", doing, sqlite3_errmsg(s->db));
	exit(1);
}

static void store_execute(struct store *s, const char *text)
{
	if (sqlite3_exec(s->db, text, NULL, NULL, NULL) != SQLITE_OK)
		store_lost(s, text);
}

struct store *store_open(const char *path)
{
	struct store *s = sb_alloc(sizeof(*s));
	if (sqlite3_open_v2(path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) !=
	    SQLITE_OK) {
		fprintf(stderr, "adcore-sandbox: %s: %s\n", path, sqlite3_errmsg(s->db));
		store_close(s);
		return NULL;
	}
	sqlite3_busy_timeout(s->db, 5000);
	s->written = cJSON_CreateArray();
	store_execute(s, "PRAGMA journal_mode = WAL");
	store_execute(s, "PRAGMA synchronous = FULL");
	store_execute(s, "PRAGMA trusted_schema = OFF");
	store_execute(s, schema);
	for (int i = 0; i < STATEMENTS; i++)
		if (sqlite3_prepare_v3(s->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
				       &s->statements[i], NULL) != SQLITE_OK)
			store_lost(s, sql[i]);
	return s;
}

void store_close(struct store *s)
{
	for (int i = 0; i < STATEMENTS; i++)
		sqlite3_finalize(s->statements[i]);
	sqlite3_close(s->db);
	cJSON_Delete(s->written);
	free(s);
}

static sqlite3_stmt *store_use(struct store *s, enum statement which)
{
	sqlite3_stmt *q = s->statements[which];
	sqlite3_reset(q);
	sqlite3_clear_bindings(q);
	return q;
}

static void store_bind_text(sqlite3_stmt *q, int at, const char *value)
{
	if (value)
		sqlite3_bind_text(q, at, value, -1, SQLITE_TRANSIENT);
}

/* Steps once; true when there is a row. */
static bool store_step(struct store *s, sqlite3_stmt *q)
{
	int rc = sqlite3_step(q);
	if (rc != SQLITE_ROW && rc != SQLITE_DONE)
		store_lost(s, sqlite3_sql(q));
	return rc == SQLITE_ROW;
}

static void store_run(struct store *s, sqlite3_stmt *q)
{
	store_step(s, q);
	sqlite3_reset(q);
}

static const char *store_column(sqlite3_stmt *q, int at)
{
	const unsigned char *text = sqlite3_column_text(q, at);
	return text ? (const char *)text : "";
}

cJSON *store_written(struct store *s)
{
	cJSON *written = s->written;
	s->written = cJSON_CreateArray();
	s->before = s->earlier = 0;
	return written;
}

void store_keep_values(struct store *s)
{
	s->keep_values = true;
}

static void forget_written(struct store *s, int keep)
{
	for (int n = cJSON_GetArraySize(s->written); n > keep; n--)
		cJSON_DeleteItemFromArray(s->written, n - 1);
}

void store_begin(struct store *s)
{
	store_run(s, store_use(s, BEGIN));
	s->before = cJSON_GetArraySize(s->written);
}

void store_commit(struct store *s)
{
	store_run(s, store_use(s, COMMIT));
}

void store_rollback(struct store *s)
{
	store_run(s, store_use(s, ROLLBACK));
	forget_written(s, s->before);
}

void store_savepoint(struct store *s)
{
	store_run(s, store_use(s, SAVEPOINT));
	s->earlier = cJSON_GetArraySize(s->written);
}

void store_release(struct store *s, bool keep)
{
	if (!keep) {
		store_run(s, store_use(s, ROLLBACK_TO));
		forget_written(s, s->earlier);
	}
	store_run(s, store_use(s, RELEASE));
}

void store_empty(struct store *s)
{
	store_execute(
		s, "BEGIN IMMEDIATE; DELETE FROM objects; DELETE FROM changes; DELETE FROM tokens;"
		   " DELETE FROM accounts; DELETE FROM numbers; COMMIT");
}

long long store_number(struct store *s, const char *name)
{
	sqlite3_stmt *q = store_use(s, GET_NUMBER);
	store_bind_text(q, 1, name);
	long long value = store_step(s, q) ? sqlite3_column_int64(q, 0) : 0;
	sqlite3_reset(q);
	return value;
}

void store_set_number(struct store *s, const char *name, long long value)
{
	sqlite3_stmt *q = store_use(s, SET_NUMBER);
	store_bind_text(q, 1, name);
	sqlite3_bind_int64(q, 2, value);
	store_run(s, q);
}

bool store_account(struct store *s, const char *id, struct store_account *out)
{
	sqlite3_stmt *q = store_use(s, GET_ACCOUNT);
	store_bind_text(q, 1, id);
	bool found = store_step(s, q);
	if (found) {
		snprintf(out->id, sizeof(out->id), "%s", id);
		snprintf(out->currency, sizeof(out->currency), "%s", store_column(q, 0));
		snprintf(out->timezone, sizeof(out->timezone), "%s", store_column(q, 1));
		out->revoked = sqlite3_column_int(q, 2) != 0;
		out->created = sqlite3_column_int64(q, 3);
	}
	sqlite3_reset(q);
	return found;
}

void store_add_account(struct store *s, const struct store_account *account)
{
	sqlite3_stmt *q = store_use(s, ADD_ACCOUNT);
	store_bind_text(q, 1, account->id);
	store_bind_text(q, 2, account->currency);
	store_bind_text(q, 3, account->timezone);
	sqlite3_bind_int64(q, 4, account->created);
	store_run(s, q);
}

void store_revoke_account(struct store *s, const char *id, bool revoked)
{
	sqlite3_stmt *q = store_use(s, REVOKE_ACCOUNT);
	store_bind_text(q, 1, id);
	sqlite3_bind_int(q, 2, revoked);
	store_run(s, q);
}

void store_add_token(struct store *s, const char *hash, const char *account, long long expires)
{
	sqlite3_stmt *q = store_use(s, ADD_TOKEN);
	store_bind_text(q, 1, hash);
	store_bind_text(q, 2, account);
	sqlite3_bind_int64(q, 3, expires);
	store_run(s, q);
}

void store_expire_tokens(struct store *s, const char *account)
{
	sqlite3_stmt *q = store_use(s, EXPIRE_TOKENS);
	store_bind_text(q, 1, account);
	store_run(s, q);
}

bool store_token(struct store *s, const char *hash, long long now, char *account)
{
	sqlite3_stmt *q = store_use(s, GET_TOKEN);
	store_bind_text(q, 1, hash);
	sqlite3_bind_int64(q, 2, now);
	bool found = store_step(s, q);
	if (found)
		snprintf(account, 16, "%s", store_column(q, 0));
	sqlite3_reset(q);
	return found;
}

/* Notes a change that is about to be made; `printed` is what the object becomes. */
static void store_note(struct store *s, const char *account, const struct store_object *object,
		       const char *printed)
{
	static const char *const gone[] = { "REMOVED", "ARCHIVED", "DELETED" };
	sqlite3_stmt *q = store_use(s, STANDS);
	store_bind_text(q, 1, account);
	sqlite3_bind_int(q, 2, object->kind);
	store_bind_text(q, 3, object->tail);
	bool stood = store_step(s, q) && sqlite3_column_int(q, 0);
	sqlite3_reset(q);
	bool stands = true;
	for (size_t i = 0; i < sizeof(gone) / sizeof(gone[0]); i++)
		stands = stands && strcmp(object->status, gone[i]) != 0;
	cJSON *entry = cJSON_CreateObject();
	json_set(entry, "kind", cJSON_CreateNumber(object->kind));
	json_set_text(entry, "id", object->tail);
	json_set_text(entry, "change",
		      stands && !stood   ? "create"
		      : !stands && stood ? "remove"
					 : "update");
	if (s->keep_values)
		json_set(entry, "value", cJSON_CreateRaw(printed));
	cJSON_AddItemToArray(s->written, entry);
}

void store_put(struct store *s, const char *account, const struct store_object *object,
	       const cJSON *value)
{
	char *printed = json_print(value);
	store_note(s, account, object, printed);
	sqlite3_stmt *q = store_use(s, PUT_OBJECT);
	store_bind_text(q, 1, account);
	sqlite3_bind_int(q, 2, object->kind);
	store_bind_text(q, 3, object->tail);
	store_bind_text(q, 4, object->parent);
	store_bind_text(q, 5, object->name);
	store_bind_text(q, 6, object->status);
	store_bind_text(q, 7, printed);
	store_run(s, q);
	free(printed);
}

cJSON *store_get(struct store *s, const char *account, int kind, const char *tail)
{
	sqlite3_stmt *q = store_use(s, GET_OBJECT);
	store_bind_text(q, 1, account);
	sqlite3_bind_int(q, 2, kind);
	store_bind_text(q, 3, tail);
	cJSON *value = store_step(s, q) ? cJSON_Parse(store_column(q, 0)) : NULL;
	sqlite3_reset(q);
	return value;
}

bool store_named(struct store *s, const char *account, const struct store_object *object)
{
	sqlite3_stmt *q = store_use(s, object->parent ? NAMED_UNDER : NAMED_OBJECT);
	store_bind_text(q, 1, account);
	sqlite3_bind_int(q, 2, object->kind);
	store_bind_text(q, 3, object->name);
	store_bind_text(q, 4, object->tail);
	if (object->parent)
		store_bind_text(q, 5, object->parent);
	bool found = store_step(s, q);
	sqlite3_reset(q);
	return found;
}

bool store_find(struct store *s, const char *account, int kind, const char *name, char *tail,
		size_t room)
{
	sqlite3_stmt *q = store_use(s, FIND_OBJECT);
	store_bind_text(q, 1, account);
	sqlite3_bind_int(q, 2, kind);
	store_bind_text(q, 3, name);
	bool found = store_step(s, q);
	if (found)
		snprintf(tail, room, "%s", store_column(q, 0));
	sqlite3_reset(q);
	return found;
}

long long store_count(struct store *s, const char *account, int kind, const char *parent,
		      const char *status)
{
	sqlite3_stmt *q = store_use(s, COUNT_OBJECTS);
	store_bind_text(q, 1, account);
	sqlite3_bind_int(q, 2, kind);
	store_bind_text(q, 3, parent);
	store_bind_text(q, 4, status);
	long long n = store_step(s, q) ? sqlite3_column_int64(q, 0) : 0;
	sqlite3_reset(q);
	return n;
}

/* The statement is prepared anew: `each` may walk again. */
static void store_walk_rows(struct store *s, sqlite3_stmt *q, store_each *each, void *context)
{
	while (store_step(s, q)) {
		cJSON *value = cJSON_Parse(store_column(q, 1));
		if (value)
			each(context, store_column(q, 0), value);
	}
	sqlite3_finalize(q);
}

static sqlite3_stmt *store_sql(struct store *s, enum statement which, const char *account)
{
	sqlite3_stmt *q = NULL;
	if (sqlite3_prepare_v2(s->db, sql[which], -1, &q, NULL) != SQLITE_OK)
		store_lost(s, sql[which]);
	store_bind_text(q, 1, account);
	return q;
}

void store_walk(struct store *s, const char *account, int kind, store_each *each, void *context)
{
	sqlite3_stmt *q = store_sql(s, WALK_OBJECTS, account);
	sqlite3_bind_int(q, 2, kind);
	store_walk_rows(s, q, each, context);
}

void store_walk_status(struct store *s, const char *account, const struct store_object *like,
		       store_each *each, void *context)
{
	sqlite3_stmt *q = store_sql(s, WALK_STATUS, account);
	sqlite3_bind_int(q, 2, like->kind);
	store_bind_text(q, 3, like->status);
	store_walk_rows(s, q, each, context);
}

void store_walk_tails(struct store *s, const char *account, int kind, store_each *each,
		      void *context)
{
	sqlite3_stmt *q = store_sql(s, WALK_TAILS, account);
	sqlite3_bind_int(q, 2, kind);
	store_walk_rows(s, q, each, context);
}

static void walk_until(struct store *s, sqlite3_stmt *q, store_each_until *each, void *context)
{
	bool goes_on = true;
	while (goes_on && store_step(s, q)) {
		cJSON *value = cJSON_Parse(store_column(q, 1));
		if (value)
			goes_on = each(context, store_column(q, 0), value);
	}
	sqlite3_finalize(q);
}

void store_walk_behind(struct store *s, const char *account, const struct store_object *behind,
		       store_each_until *each, void *context)
{
	sqlite3_stmt *q = store_sql(s, behind->parent ? WALK_BEHIND_UNDER : WALK_BEHIND, account);
	sqlite3_bind_int(q, 2, behind->kind);
	store_bind_text(q, 3, behind->tail);
	if (behind->parent)
		store_bind_text(q, 4, behind->parent);
	walk_until(s, q, each, context);
}

/* "a,b" as a JSON array of texts. */
static char *as_array(const char *list)
{
	cJSON *array = cJSON_CreateArray();
	while (*list) {
		size_t n = strcspn(list, ",");
		char *one = sb_copy_n(list, n);
		cJSON_AddItemToArray(array, cJSON_CreateString(one));
		free(one);
		list += n + (list[n] == ',');
	}
	char *printed = json_print(array);
	cJSON_Delete(array);
	return printed;
}

void store_walk_chosen(struct store *s, const char *account, const struct store_choice *choice,
		       store_each_until *each, void *context)
{
	const char *list = choice->tails ? choice->tails : choice->parents;
	enum statement which = choice->tails     ? WALK_TAILS_OF
			       : choice->parents ? WALK_PARENTS_OF
						 : WALK_PAGE;
	sqlite3_stmt *q = store_sql(s, which, account);
	sqlite3_bind_int(q, 2, choice->kind);
	if (list) {
		char *array = as_array(list);
		store_bind_text(q, 3, array);
		free(array);
	} else {
		sqlite3_bind_int64(q, 3, choice->skip);
	}
	walk_until(s, q, each, context);
}

void store_walk_under(struct store *s, const char *account, const struct store_object *under,
		      store_each *each, void *context)
{
	sqlite3_stmt *q = store_sql(s, WALK_UNDER, account);
	sqlite3_bind_int(q, 2, under->kind);
	store_bind_text(q, 3, under->parent);
	store_walk_rows(s, q, each, context);
}

void store_walk_numbers(struct store *s, const char *account, const struct store_numbers *range,
			store_each_numbers *each, void *context)
{
	sqlite3_stmt *q = store_sql(s, range->of_parent ? WALK_BY_PARENT : WALK_BY_OWN, account);
	bool goes_on = true;
	sqlite3_bind_int(q, 2, range->kind);
	sqlite3_bind_int64(q, 3, range->least);
	sqlite3_bind_int64(q, 4, range->most);
	while (goes_on && store_step(s, q)) {
		struct store_place place = { store_column(q, 0), store_column(q, 1),
					     sqlite3_column_int64(q, 2) };
		goes_on = each(context, &place);
	}
	sqlite3_finalize(q);
}

void store_add_change(struct store *s, const char *account, long long at, const cJSON *value)
{
	sqlite3_stmt *q = store_use(s, ADD_CHANGE);
	char *printed = json_print(value);
	store_bind_text(q, 1, account);
	sqlite3_bind_int64(q, 2, at);
	store_bind_text(q, 3, printed);
	store_run(s, q);
	free(printed);
}

void store_walk_changes(struct store *s, const char *account, store_each *each, void *context)
{
	store_walk_rows(s, store_sql(s, WALK_CHANGES, account), each, context);
}
