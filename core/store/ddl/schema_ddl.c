#include "store/ddl/schema_ddl.h"

#include <stdio.h>

#include "store/db/lookup.h"
#include "store/ddl/row_columns.h"

void ad_ddl_add(struct ad_ddl *ddl, const char *text)
{
	AD_ARENA_GROW(ddl->arena, ddl->text, ddl->count, ddl->room);
	ddl->text[ddl->count++] = text;
}

static const char *column_type(enum ad_type type)
{
	switch (type) {
	case AD_T_MONEY:
	case AD_T_INT:
	case AD_T_TIME:
		return "BIGINT";
	case AD_T_NUMBER:
		return "DOUBLE PRECISION";
	case AD_T_BOOL:
		return "BOOLEAN";
	case AD_T_TEXT:
	case AD_T_URL:
	case AD_T_ENUM:
	case AD_T_DATE:
	case AD_T_REF:
	case AD_T_OBJECT:
	case AD_T_LIST:
	case AD_T_AD_TEXT:
	case AD_T_OPTIONS:
	case AD_T_ID:
	case AD_T_BYTES:
	case AD_T_ANY:
		return "TEXT";
	}
	return "TEXT";
}

static const char *table_text(struct ad_arena *arena, const struct ad_resource *res)
{
	struct ad_text t = ad_text_on(arena);
	char column[64];

	ad_text_addf(&t, "CREATE TABLE IF NOT EXISTS %s (", res->table);
	for (size_t i = 0; i < ad_row_column_count(res); i++)
		ad_text_addf(&t, "%s %s, ", ad_row_columns[i].name, ad_row_columns[i].type);
	for (size_t i = 0; i < res->shape.count; i++) {
		const struct ad_field *field = &res->shape.fields[i];

		if (field->flags & AD_INPUT_ONLY)
			continue;
		ad_column_name(field->name, column);
		ad_text_addf(&t, "%s %s, ", column, column_type(field->type));
	}
	ad_text_adds(&t, "PRIMARY KEY (space_id, environment, id))");
	return ad_text_str(&t).p;
}

/* partial: the column is mostly NULL, and a row without a value needs no entry. */
static void add_index(struct ad_ddl *ddl, const char *table, const char *column, bool partial)
{
	struct ad_str where = ad_arena_printf(ddl->arena, " WHERE %s IS NOT NULL", column);
	ad_ddl_add(ddl, ad_arena_printf(ddl->arena,
					"CREATE INDEX IF NOT EXISTS %s_by_%s ON %s"
					" (space_id, environment, %s, id)%s",
					table, column, table, column, partial ? where.p : "")
				.p);
}

/* Indexes of keys, unique or not, which every write looks up. */
static const char *const key_indexes[] = {
	"CREATE INDEX IF NOT EXISTS campaigns_by_folded_name ON campaigns"
	" (space_id, environment, lower(name), platform)",
	"CREATE INDEX IF NOT EXISTS ad_groups_by_folded_name ON ad_groups"
	" (space_id, environment, lower(name), campaign_id)",
	/* A parent has thousands of keywords: a pull and an import ask for one by its text. */
	"CREATE INDEX IF NOT EXISTS keywords_by_text_in_group ON keywords (space_id, environment,"
	" ad_group_id, " AD_FOLDED("text") ") WHERE ad_group_id IS NOT NULL",
	"CREATE INDEX IF NOT EXISTS keywords_by_text_in_campaign ON keywords (space_id,"
	" environment, campaign_id, " AD_FOLDED("text") ") WHERE campaign_id IS NOT NULL",
	"CREATE INDEX IF NOT EXISTS keywords_by_folded_text_in_group ON keywords (space_id,"
	" environment, ad_group_id, folded_text) WHERE ad_group_id IS NOT NULL",
	"CREATE INDEX IF NOT EXISTS keywords_by_folded_text_in_campaign ON keywords (space_id,"
	" environment, campaign_id, folded_text) WHERE campaign_id IS NOT NULL",
	"CREATE UNIQUE INDEX IF NOT EXISTS conversions_by_order ON conversions"
	" (space_id, environment, conversion_action, order_id) WHERE order_id IS NOT NULL",
};

static void add_key_indexes(struct ad_ddl *ddl, const char *table)
{
	char on[80];

	snprintf(on, sizeof(on), " ON %s (", table);
	for (size_t i = 0; i < AD_LEN(key_indexes); i++) {
		if (strstr(key_indexes[i], on))
			ad_ddl_add(ddl, key_indexes[i]);
	}
}

bool ad_ddl_unique(const char *table)
{
	char on[80];

	snprintf(on, sizeof(on), " ON %s ", table);
	for (size_t i = 0; i < AD_LEN(key_indexes); i++) {
		if (strncmp(key_indexes[i], "CREATE UNIQUE", strlen("CREATE UNIQUE")) == 0 &&
		    strstr(key_indexes[i], on))
			return true;
	}
	return false;
}

/* Ranks a column's type by the rows that one value selects; 2 is the fewest. */
static int schema_ddl_selectivity(enum ad_type type)
{
	if (type == AD_T_ENUM || type == AD_T_BOOL)
		return 0;
	return type == AD_T_REF ? 2 : 1;
}

/*
 * Of two indexes that fit a query alike SQLite takes the one made last: so those that select the
 * fewest rows come last.
 */
static void add_filter_indexes(struct ad_ddl *ddl, const struct ad_resource *res, int wanted)
{
	char column[64];

	for (size_t i = 0; i < res->shape.count; i++) {
		const struct ad_field *field = &res->shape.fields[i];

		if ((!(field->flags & AD_FILTER) && field->type != AD_T_REF) ||
		    (field->flags & AD_WALKED) || schema_ddl_selectivity(field->type) != wanted)
			continue;
		ad_column_name(field->name, column);
		add_index(ddl, res->table, column, !(field->flags & AD_NOT_NULL));
	}
}

static void add_staged_indexes(struct ad_ddl *ddl, const char *table)
{
	/* Lists leave removed objects out, and are ordered by id. */
	ad_ddl_add(ddl, ad_arena_printf(ddl->arena,
					"CREATE INDEX IF NOT EXISTS %s_listed ON %s"
					" (space_id, environment, id)"
					" WHERE sync_state <> 'REMOVED'",
					table, table)
				.p);
	/* A pull looks objects up by the platform's ids. */
	ad_ddl_add(ddl, ad_arena_printf(ddl->arena,
					"CREATE INDEX IF NOT EXISTS %s_by_remote ON %s"
					" (space_id, environment, remote_id)"
					" WHERE remote_id IS NOT NULL",
					table, table)
				.p);
	/* A partial index of the rows with drift, which are few. */
	ad_ddl_add(ddl, ad_arena_printf(ddl->arena,
					"CREATE INDEX IF NOT EXISTS %s_drifted ON %s"
					" (space_id, environment, id)"
					" WHERE live IS NOT NULL",
					table, table)
				.p);
	/* The objects that a push left there in part, which is few. */
	ad_ddl_add(ddl, ad_arena_printf(ddl->arena,
					"CREATE INDEX IF NOT EXISTS %s_incomplete ON %s"
					" (space_id, environment, id)"
					" WHERE unknown_fields IS NOT NULL",
					table, table)
				.p);
	add_index(ddl, table, "sync_state", false);
}

void ad_ddl_resource(struct ad_ddl *ddl, const struct ad_resource *res)
{
	const char *table = res->table;

	ad_ddl_add(ddl, table_text(ddl->arena, res));
	if (res->staged)
		add_staged_indexes(ddl, table);
	add_filter_indexes(ddl, res, 0);
	add_filter_indexes(ddl, res, 1);
	add_filter_indexes(ddl, res, 2);
	add_key_indexes(ddl, table);
}

static bool schema_ddl_is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

struct ad_str ad_ddl_name(struct ad_str definition)
{
	size_t n = 0;

	while (n < definition.n && schema_ddl_is_word(definition.p[n]))
		n++;
	return (struct ad_str){ definition.p, n };
}

struct ad_str ad_ddl_table(struct ad_str text)
{
	static const char start[] = "CREATE TABLE IF NOT EXISTS ";
	size_t n = sizeof(start) - 1;

	if (!ad_str_starts(text, start))
		return (struct ad_str){ NULL, 0 };
	return ad_ddl_name((struct ad_str){ text.p + n, text.n - n });
}

/* The end of the part at `at`: its comma or closing bracket, outside of brackets and quotes. */
static size_t part_end(struct ad_str text, size_t at)
{
	int depth = 0;
	bool quoted = false;

	for (; at < text.n; at++) {
		char c = text.p[at];

		if (c == '\'')
			quoted = !quoted;
		if (quoted)
			continue;
		if (depth == 0 && (c == ',' || c == ')'))
			break;
		depth += (c == '(') - (c == ')');
	}
	return at;
}

static bool is_constraint(struct ad_str definition)
{
	static const char *const words[] = { "PRIMARY", "UNIQUE", "CHECK", "FOREIGN",
					     "CONSTRAINT" };
	struct ad_str name = ad_ddl_name(definition);

	for (size_t i = 0; i < AD_LEN(words); i++) {
		if (ad_str_is(name, words[i]))
			return true;
	}
	return false;
}

struct ad_str ad_ddl_column(struct ad_str text, size_t *at)
{
	if (!*at) {
		const char *open = ad_str_find(text, '(');

		*at = open ? (size_t)(open - text.p) + 1 : text.n;
	}
	while (*at < text.n) {
		size_t end = part_end(text, *at);
		struct ad_str part;

		while (*at < end && (text.p[*at] == ' ' || text.p[*at] == '\n'))
			++*at;
		part = (struct ad_str){ text.p + *at, end - *at };
		*at = end < text.n && text.p[end] == ',' ? end + 1 : text.n;
		if (part.n && !is_constraint(part))
			return part;
	}
	return (struct ad_str){ NULL, 0 };
}

/* True if a definition holds a phrase, as whole words. */
static bool schema_ddl_says(struct ad_str definition, const char *phrase)
{
	return memmem(definition.p, definition.n, phrase, strlen(phrase)) != NULL;
}

const char *ad_ddl_add_column(struct ad_arena *arena, struct ad_str table, struct ad_str definition)
{
	const char *initial = "";

	/* Rows that are there need a value. */
	if (schema_ddl_says(definition, " NOT NULL") && !schema_ddl_says(definition, " DEFAULT "))
		initial = schema_ddl_says(definition, " TEXT") ||
					  schema_ddl_says(definition, " BYTES")
				  ? " DEFAULT ''"
			  : schema_ddl_says(definition, " BOOLEAN") ? " DEFAULT FALSE"
								    : " DEFAULT 0";
	return ad_arena_printf(arena, "ALTER TABLE %.*s ADD COLUMN %.*s%s", AD_FMT(table),
			       AD_FMT(definition), initial)
		.p;
}

const char *ad_ddl_typed(struct ad_arena *arena, const char *text, const char *text_type,
			 const char *bytes_type, const char *clustered)
{
	struct ad_text out = ad_text_on(arena);
	bool quoted = false;

	for (const char *p = text; *p;) {
		struct ad_str word = { p, 0 };

		while (schema_ddl_is_word(p[word.n]))
			word.n++;
		if (!word.n) {
			quoted ^= *p == '\'';
			ad_text_addc(&out, *p++);
			continue;
		}
		if (!quoted && ad_str_is(word, "TEXT"))
			ad_text_adds(&out, text_type);
		else if (!quoted && ad_str_is(word, "CLUSTERED"))
			ad_text_adds(&out, clustered);
		else if (!quoted && ad_str_is(word, "BYTES"))
			ad_text_adds(&out, bytes_type);
		else
			ad_text_add(&out, word);
		p += word.n;
	}
	return ad_text_str(&out).p;
}
