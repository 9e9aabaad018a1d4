/*
 * Text of others in output: pages, URLs, CSV, base64. The output is valid text, and its reader
 * gets the input back.
 */
#include "tests/fuzz/request.h"

#include "call/request/report_csv.h"
#include "http/page.h"
#include "import/file/table.h"
#include "base/utf8.h"
#include "oauth/endpoint/door.h"

static const char *const entities[] = { "&amp;", "&lt;", "&gt;", "&quot;", "&#39;" };
static const char letters[] = "&<>\"'";

/* The text that a browser displays. It contains no tag, and does not end an attribute. */
static struct ad_str unescaped(struct ad_arena *arena, struct ad_str html)
{
	struct ad_text out = ad_text_on(arena);

	for (size_t i = 0; i < html.n;) {
		size_t k = 0, n = 1;
		HOLDS(!memchr("<>\"'", html.p[i], 4));
		while (html.p[i] == '&' && k < AD_LEN(entities) &&
		       strncmp(html.p + i, entities[k], strlen(entities[k])) != 0)
			k++;
		HOLDS(k < AD_LEN(entities));
		if (html.p[i] == '&')
			n = strlen(entities[k]);
		ad_text_addc(&out, n > 1 ? letters[k] : html.p[i]);
		i += n;
	}
	return ad_text_str(&out);
}

static void check_page(struct ad_arena *arena, struct ad_str in)
{
	struct ad_text html = ad_text_on(arena), name = ad_text_on(arena);

	ad_text_add_html(&html, in);
	HOLDS(ad_str_eq(unescaped(arena, ad_text_str(&html)), in));
	ad_page_name(&name, in);
	struct ad_str shown = unescaped(arena, ad_text_str(&name));
	for (size_t i = 0; i < shown.n; i++)
		HOLDS((unsigned char)shown.p[i] >= 0x20 && shown.p[i] != 0x7f);
	if (ad_utf8_valid(in)) {
		HOLDS(ad_utf8_valid(shown) && ad_utf8_length(shown) <= 81);
		HOLDS(!memmem(shown.p, shown.n, "\xe2\x80\xae", 3)); /* right to left, from here */
	}
}

static void check_codes(struct ad_arena *arena, struct ad_str in)
{
	struct ad_str out;
	char *hex = ad_arena_alloc(arena, 2 * in.n + 1);
	uint8_t *bytes = ad_arena_alloc(arena, in.n + 1);

	HOLDS(ad_unbase64url(arena, ad_base64url(arena, in.p, in.n), &out) && ad_str_eq(out, in));
	HOLDS(ad_unbase64(arena, ad_base64(arena, in.p, in.n), &out) && ad_str_eq(out, in));
	/* One text, one value. */
	if (ad_unbase64url(arena, in, &out))
		HOLDS(ad_str_eq(ad_base64url(arena, out.p, out.n), in));
	if (ad_unbase64(arena, in, &out))
		HOLDS(ad_str_eq(ad_base64(arena, out.p, out.n), in));
	ad_hex(in.p, in.n, hex);
	HOLDS(ad_unhex((struct ad_str){ hex, 2 * in.n }, bytes, in.n));
	HOLDS(in.n == 0 || memcmp(bytes, in.p, in.n) == 0);
	HOLDS(ad_base32(arena, in.p, in.n).n == (8 * in.n + 4) / 5);
}

static void check_query(struct ad_arena *arena, struct ad_str in)
{
	struct ad_text out = ad_text_on(arena);
	struct ad_param *list;
	size_t count;

	ad_text_adds(&out, "v=");
	ad_text_add_url(&out, in);
	HOLDS(ad_http_form(arena, ad_text_str(&out), &list, &count) == ad_utf8_valid(in));
	if (ad_utf8_valid(in))
		HOLDS(count == 1 && ad_str_eq(list[0].value, in));
}

static size_t take(void *arg, char *out, size_t room)
{
	struct ad_str *rest = arg;
	size_t n = rest->n < room ? rest->n : room;

	if (n > 0)
		memcpy(out, rest->p, n);
	rest->p += n;
	rest->n -= n;
	return n;
}

/* A value in a CSV file reads back as that value, and is no formula for a spreadsheet. */
static void check_csv(struct ad_arena *arena, struct ad_str in)
{
	struct ad_text out = ad_text_on(arena);
	struct ad_table_row row;

	ad_text_adds(&out, "a,b,c,d\r\nx,");
	ad_csv_value(&out, in, false);
	ad_text_adds(&out, ",y,z");
	ad_csv_end(&out);
	struct ad_str rest = ad_text_str(&out);
	struct ad_table *table = ad_table_open(take, &rest);
	HOLDS(ad_table_next(table, &row) == AD_TABLE_ROW && row.count == 4);
	HOLDS(ad_table_next(table, &row) == AD_TABLE_ROW && row.count == 4);
	HOLDS(ad_str_eq(row.cells[1], in) && ad_str_is(row.cells[3], "z"));
	HOLDS(ad_table_next(table, &row) == AD_TABLE_END);
	ad_table_close(table);
	out = ad_text_on(arena);
	ad_csv_value(&out, in, true);
	struct ad_str guarded = ad_text_str(&out);
	if (guarded.n > 0 && guarded.p[0] == '"')
		guarded = (struct ad_str){ guarded.p + 1, guarded.n - 1 };
	HOLDS(guarded.n == 0 || !memchr("=+-@\t\r", guarded.p[0], 6));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str in = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });

	check_page(arena, in);
	check_codes(arena, in);
	check_query(arena, in);
	if (ad_utf8_valid(in))
		check_csv(arena, in);
	ad_arena_free(arena);
	return 0;
}
