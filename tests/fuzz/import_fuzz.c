/* Bulk files from outside: any bytes give rows whose inputs are JSON, in bounded memory. */
#include "tests/fuzz/fuzz.h"

#include "base/json_read.h"
#include "import/file/bulk.h"

struct bytes {
	const uint8_t *p;
	size_t n;
};

static size_t take(void *arg, char *out, size_t room)
{
	struct bytes *b = arg;
	size_t n = b->n < room ? b->n : room;

	if (n)
		memcpy(out, b->p, n);
	b->p += n;
	b->n -= n;
	return n;
}

static void check_row(struct ad_arena *arena, const struct ad_columns *columns,
		      const struct ad_table_row *from, unsigned wanted)
{
	struct ad_import_row row;
	struct ad_json_error err;

	columns->bulk->read(arena, columns, from, wanted, &row);
	HOLDS(row.line == from->line);
	if (row.kind == AD_IMPORT_ABOUT)
		return;
	if (row.kind == AD_IMPORT_NONE) {
		HOLDS(row.problems != NULL);
		return;
	}
	if (!(wanted & 1u << row.kind))
		return;
	const cJSON *input = ad_json_parse(arena, row.input, &err);
	HOLDS(input != NULL && cJSON_IsObject(input));
	HOLDS(row.campaign.n > 0);
	if (row.kind == AD_IMPORT_AD)
		(void)ad_bulk_ad_key(arena, AD_S("[\"a\"]"), row.input, row.ad_key);
	if (row.locations.p) {
		struct ad_str list = ad_arena_printf(arena, "[%.*s]", AD_FMT(row.locations));
		HOLDS(ad_json_parse(arena, list, &err) != NULL);
	}
	(void)ad_bulk_column(&row, "headlines[14]");
	for (const struct ad_import_problem *p = row.problems; p; p = p->next)
		HOLDS(p->reason && p->suggestion);
}

/* A guarded cell reads back as the original. */
static void check_guard(struct ad_arena *arena, const struct ad_table_row *from)
{
	for (size_t i = 0; i < from->count; i++) {
		struct ad_str guarded = ad_bulk_guard(arena, from->cells[i]);
		HOLDS(ad_str_eq(ad_bulk_unguard(guarded), from->cells[i]));
		HOLDS(guarded.n == 0 || !memchr("=+-@\t\r", guarded.p[0], 6));
	}
}

static void read_as(const struct ad_bulk *bulk, const uint8_t *data, size_t size)
{
	struct bytes input = { data, size };
	struct ad_table *table = ad_table_open(take, &input);
	struct ad_arena *file = ad_arena_new(), *arena = ad_arena_new();
	struct ad_columns columns;
	struct ad_table_row row;
	enum ad_table_status status = ad_table_next(table, &row);
	bool known = status == AD_TABLE_ROW && ad_columns_read(file, bulk, &row, &columns);
	size_t line = 0;

	while (status != AD_TABLE_END) {
		HOLDS(row.line > line);
		HOLDS((status == AD_TABLE_BAD) == (row.fault != NULL));
		line = row.line;
		status = ad_table_next(table, &row);
		for (unsigned kind = 0; status == AD_TABLE_ROW && known && kind <= AD_IMPORT_NONE;
		     kind++)
			check_row(arena, &columns, &row, 1u << kind);
		if (status == AD_TABLE_ROW)
			check_guard(arena, &row);
		ad_arena_reset(arena);
	}
	ad_arena_free(arena);
	ad_arena_free(file);
	ad_table_close(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		if (ad_bulk_of((enum ad_platform)i))
			read_as(ad_bulk_of((enum ad_platform)i), data, size);
	return 0;
}
