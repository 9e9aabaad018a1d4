#include "store/schema/schema_compare.h"

#include "store/schema/schema_steps.h"
#include "store/db/driver.h"

/* A comparison, and the callback that receives its findings. */
struct comparing {
	struct ad_db *db;
	struct ad_arena *arena;
	void (*found)(void *arg, struct ad_str text);
	void *arg;
};

/* The names that a driver's statement returns for a table. */
static enum ad_db_status schema_compare_read_names(const struct comparing *c, const char *sql,
						   struct ad_str table, struct ad_ddl *out)
{
	struct ad_stmt *s = ad_sql_own(c->db, sql);
	enum ad_db_status status;

	*out = (struct ad_ddl){ .arena = c->arena };
	ad_bind(s, 1, table);
	while ((status = ad_step(s)) == AD_DB_ROW)
		ad_ddl_add(out, ad_arena_copy(c->arena, ad_col(s, 0)).p);
	return status;
}

static bool names_has(const struct ad_ddl *names, struct ad_str name)
{
	for (size_t i = 0; i < names->count; i++) {
		if (ad_str_is(name, names->text[i]))
			return true;
	}
	return false;
}

/* Reports the columns that the text has and the table does not. */
static void tell_missing(const struct comparing *c, struct ad_str text, const struct ad_ddl *there)
{
	struct ad_str table = ad_ddl_table(text), column;
	size_t at = 0;

	while ((column = ad_ddl_column(text, &at)).p) {
		struct ad_str name = ad_ddl_name(column);
		if (!names_has(there, name))
			c->found(c->arg,
				 ad_arena_printf(c->arena,
						 "The column %.*s of the table %.*s is missing.",
						 AD_FMT(name), AD_FMT(table)));
	}
}

/* Reports the columns that rows must have and the text does not: no row could be added. */
static void tell_foreign(const struct comparing *c, struct ad_str text,
			 const struct ad_ddl *required)
{
	struct ad_ddl known = { .arena = c->arena };
	struct ad_str column;
	size_t at = 0;

	while ((column = ad_ddl_column(text, &at)).p)
		ad_ddl_add(&known, ad_arena_copy(c->arena, ad_ddl_name(column)).p);
	for (size_t i = 0; i < required->count; i++) {
		struct ad_str name = ad_str(required->text[i]);
		if (!names_has(&known, name))
			c->found(c->arg,
				 ad_arena_printf(
					 c->arena,
					 "The column %.*s of the table %.*s is unknown to this "
					 "version, and no row can be added without it.",
					 AD_FMT(name), AD_FMT(ad_ddl_table(text))));
	}
}

static enum ad_db_status compare_table(const struct comparing *c, struct ad_str text)
{
	struct ad_str table = ad_ddl_table(text);
	struct ad_ddl there, required;
	enum ad_db_status status =
		schema_compare_read_names(c, c->db->driver->columns_sql, table, &there);

	if (status == AD_DB_DONE)
		status =
			schema_compare_read_names(c, c->db->driver->required_sql, table, &required);
	if (status != AD_DB_DONE)
		return status;
	if (there.count == 0) {
		c->found(c->arg,
			 ad_arena_printf(c->arena, "The table %.*s is missing.", AD_FMT(table)));
		return status;
	}
	tell_missing(c, text, &there);
	tell_foreign(c, text, &required);
	return status;
}

enum ad_db_status ad_schema_compare(struct ad_db *db, void (*found)(void *arg, struct ad_str text),
				    void *arg)
{
	struct comparing c = { db, ad_arena_new(), found, arg };
	struct ad_ddl ddl = ad_schema_texts(c.arena);
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < ddl.count && status == AD_DB_DONE; i++) {
		if (ad_ddl_table(ad_str(ddl.text[i])).p)
			status = compare_table(&c, ad_str(ddl.text[i]));
	}
	ad_arena_free(c.arena);
	return status;
}
