#include "import/file/columns.h"

#include <strings.h>

#include "import/file/bulk.h"

/*
 * The bytes of a sign without width at a place, which copies from web pages and documents have:
 * U+200B to U+200F, U+2060 and U+FEFF; 0 if there is none.
 */
static size_t unseen_at(struct ad_str s, size_t at)
{
	static const char *const signs[] = { "\xe2\x80\x8b", "\xe2\x80\x8c", "\xe2\x80\x8d",
					     "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x81\xa0",
					     "\xef\xbb\xbf" };
	struct ad_str rest = { s.p + at, s.n - at };

	for (size_t i = 0; i < AD_LEN(signs); i++)
		if (ad_str_starts(rest, signs[i]))
			return 3;
	return 0;
}

/* A header's name in lower case, without spaces around it and with single ones inside. */
static void columns_normal(struct ad_str name, char out[static 64])
{
	size_t n = 0;

	for (size_t i = 0; i < name.n && n < 62; i++) {
		char c = name.p[i];
		size_t unseen = unseen_at(name, i);
		if (unseen) {
			i += unseen - 1;
			continue;
		}
		bool fixed = ad_str_starts((struct ad_str){ name.p + i, name.n - i }, "\xc2\xa0");
		bool space = c == ' ' || c == '\t' || c == '_' || fixed;
		i += fixed;
		if (space && (n == 0 || out[n - 1] == ' '))
			continue;
		c = space ? ' ' : c;
		out[n++] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
	}
	while (n > 0 && out[n - 1] == ' ')
		n--;
	out[n] = '\0';
}

static int columns_id_of(const struct ad_bulk *bulk, const char *name,
			 const struct ad_column_other **other,
			 const struct ad_column_narrow **narrow)
{
	char known[64];

	*other = NULL;
	*narrow = NULL;
	for (size_t i = 0; i < bulk->name_count; i++) {
		columns_normal(ad_str(bulk->names[i].name), known);
		if (strcmp(name, known) == 0)
			return bulk->names[i].id;
	}
	for (size_t i = 0; i < bulk->other_count; i++) {
		columns_normal(ad_str(bulk->others[i].name), known);
		if (strcmp(name, known) != 0)
			continue;
		*other = &bulk->others[i];
		return AD_COL_OTHER;
	}
	for (size_t i = 0; i < bulk->narrow_count; i++) {
		columns_normal(ad_str(bulk->narrows[i].name), known);
		if (strcmp(name, known) != 0)
			continue;
		*narrow = &bulk->narrows[i];
		return AD_COL_NARROWS;
	}
	return AD_COL_IGNORED;
}

/* A third column of a meaning is read by nobody. */
static int columns_place(struct ad_columns *c, int id, size_t at)
{
	if (id >= AD_COL_COUNT)
		return id;
	if (c->first[id] < 0)
		c->first[id] = (int16_t)at;
	else if (c->second[id] < 0)
		c->second[id] = (int16_t)at;
	else
		return AD_COL_IGNORED;
	return id;
}

bool ad_columns_read(struct ad_arena *arena, const struct ad_bulk *bulk,
		     const struct ad_table_row *header, struct ad_columns *out)
{
	size_t known_count = 0;

	*out = (struct ad_columns){ .bulk = bulk, .count = header->count };
	out->names = ad_arena_alloc(arena, header->count * sizeof(*out->names));
	out->ids = ad_arena_alloc(arena, header->count * sizeof(*out->ids));
	out->others = ad_arena_alloc(arena, header->count * sizeof(const void *));
	out->filled = ad_arena_zalloc(arena, header->count * sizeof(*out->filled));
	out->narrows = ad_arena_alloc(arena, header->count * sizeof(const void *));
	for (int i = 0; i < AD_COL_COUNT; i++)
		out->first[i] = out->second[i] = -1;
	for (size_t i = 0; i < header->count; i++) {
		char name[64];
		columns_normal(header->cells[i], name);
		int id = columns_id_of(bulk, name, &out->others[i], &out->narrows[i]);
		out->names[i] = ad_arena_copy(arena, ad_bulk_trim(header->cells[i]));
		out->ids[i] = (int16_t)columns_place(out, id, i);
		known_count += id < AD_COL_COUNT;
	}
	return out->first[AD_COL_CAMPAIGN] >= 0 && known_count >= 2;
}

bool ad_columns_find(struct ad_arena *arena, const struct ad_bulk *bulk, struct ad_table *table,
		     struct ad_columns *out)
{
	struct ad_table_row row;

	for (int i = 0; i <= AD_TITLES_MAX; i++) {
		enum ad_table_status status = ad_table_next(table, &row);
		if (status == AD_TABLE_END)
			return false;
		if (status == AD_TABLE_ROW && ad_columns_read(arena, bulk, &row, out))
			return true;
		ad_table_title_passed(table);
	}
	return false;
}

static struct ad_str cell_at(const struct ad_table_row *row, int at)
{
	if (at < 0 || (size_t)at >= row->count)
		return (struct ad_str){ NULL, 0 };
	return ad_bulk_unguard(ad_bulk_trim(row->cells[at]));
}

struct ad_str ad_columns_cell(const struct ad_columns *columns, const struct ad_table_row *row,
			      int id)
{
	struct ad_str cell = cell_at(row, columns->first[id]);

	return cell.p ? cell : cell_at(row, columns->second[id]);
}

struct ad_str ad_columns_nth(const struct ad_columns *columns, const struct ad_table_row *row,
			     int id, int nth)
{
	return cell_at(row, nth ? columns->second[id] : columns->first[id]);
}

bool ad_columns_disagree(const struct ad_columns *columns, const struct ad_table_row *row, int id)
{
	char one[64], other[64];
	struct ad_str a = cell_at(row, columns->first[id]), b = cell_at(row, columns->second[id]);

	if (!a.p || !b.p || ad_str_eq(a, b))
		return false;
	columns_normal(columns->names[columns->first[id]], one);
	columns_normal(columns->names[columns->second[id]], other);
	return strcmp(one, other) == 0;
}

void ad_columns_note(struct ad_columns *columns, const struct ad_table_row *row)
{
	for (size_t i = 0; i < columns->count && i < row->count; i++)
		columns->filled[i] = columns->filled[i] || cell_at(row, (int)i).p;
}

/* The platform's own name of a column. */
static const char *own_name(const struct ad_bulk *bulk, int id)
{
	for (size_t i = 0; i < bulk->name_count; i++)
		if (bulk->names[i].id == id)
			return bulk->names[i].name;
	return "";
}

struct ad_str ad_columns_name(const struct ad_columns *columns, int id)
{
	if (id < 0 || id >= AD_COL_COUNT)
		return AD_S("");
	if (columns->first[id] >= 0)
		return columns->names[columns->first[id]];
	return ad_str(own_name(columns->bulk, id));
}

const struct ad_column_other *ad_columns_other(const struct ad_columns *columns,
					       const struct ad_table_row *row, size_t *cell)
{
	for (size_t i = 0; i < columns->count && i < row->count; i++) {
		if (!columns->others[i] || !cell_at(row, (int)i).p)
			continue;
		*cell = i;
		return columns->others[i];
	}
	return NULL;
}

/* A number without a digit above 0: "0", "0%", "0.00", "0,0 %". */
static bool is_nothing(struct ad_str cell)
{
	for (size_t i = 0; i < cell.n; i++)
		if (!strchr("0.,%- ", cell.p[i]))
			return false;
	return true;
}

static bool columns_is_one_of(struct ad_str cell, const char *words)
{
	while (words && *words) {
		size_t n = strcspn(words, "|");
		if (n == cell.n && strncasecmp(words, cell.p, n) == 0)
			return true;
		words += n;
		words += *words == '|';
	}
	return false;
}

const struct ad_column_narrow *ad_columns_narrow(const struct ad_columns *columns,
						 const struct ad_table_row *row, size_t cell)
{
	const struct ad_column_narrow *narrow =
		cell < columns->count ? columns->narrows[cell] : NULL;
	struct ad_str text = narrow ? cell_at(row, (int)cell) : (struct ad_str){ NULL, 0 };

	if (!text.p || is_nothing(text) ||
	    columns_is_one_of(text, "[]|all|none|off|no|false|default|any"))
		return NULL;
	return columns_is_one_of(text, narrow->plain) ? NULL : narrow;
}
