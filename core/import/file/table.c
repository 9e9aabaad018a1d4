#include "import/file/table.h"

#include <stdlib.h>

#include "base/utf8.h"
#include "import/file/decode.h"

#define PIECE ((size_t)64 << 10)

struct ad_table {
	ad_table_read_fn *read;
	void *arg;
	struct ad_decoder decoder;
	char piece[PIECE];
	struct ad_text text; /* what is read and not yet given out, from `at` */
	size_t at;
	size_t line; /* of the byte at `at` */
	bool ended;
	char separator;           /* 0: not known yet */
	bool is_named;            /* the separator, by a line "sep=" */
	bool is_unicode;          /* a row held characters of UTF-8 beyond ASCII */
	bool is_windows_1252;     /* a row was no UTF-8 */
	struct ad_text converted; /* the row at hand, where it is Windows-1252 */
	struct ad_str cells[AD_TABLE_CELLS_MAX];
};

struct ad_table *ad_table_open(ad_table_read_fn *read, void *arg)
{
	struct ad_table *t = ad_xcalloc(1, sizeof(*t));

	t->read = read;
	t->arg = arg;
	t->line = 1;
	return t;
}

void ad_table_close(struct ad_table *table)
{
	if (!table)
		return;
	ad_text_free(&table->text);
	ad_text_free(&table->converted);
	free(table);
}

/* Reads another piece behind the text; false at the end of the input. */
static bool table_more(struct ad_table *t)
{
	size_t n;

	if (t->ended)
		return false;
	if (t->at > 0) {
		memmove(t->text.p, t->text.p + t->at, t->text.n - t->at);
		t->text.n -= t->at;
		t->at = 0;
	}
	n = t->read(t->arg, t->piece, PIECE);
	t->ended = n < PIECE;
	ad_decode(&t->decoder, (struct ad_str){ t->piece, n }, t->ended, &t->text);
	return true;
}

/* The end of a row. */
struct extent {
	size_t n;      /* bytes of the row, without its end */
	size_t end;    /* bytes of the line end: 0 at the end of the input, 1, or 2 */
	bool unclosed; /* a quote is open at the end of the input, or past the bound */
	bool too_long;
};

static char byte_at(struct ad_table *t, size_t i)
{
	while (t->at + i >= t->text.n)
		if (!table_more(t))
			return '\0';
	return t->text.p[t->at + i];
}

static bool is_end(struct ad_table *t, size_t i)
{
	(void)byte_at(t, i);
	return t->at + i >= t->text.n;
}

static size_t line_end(struct ad_table *t, size_t i)
{
	char c = byte_at(t, i);

	if (c == '\r' && !is_end(t, i + 1) && byte_at(t, i + 1) == '\n')
		return 2;
	return c == '\r' || c == '\n' ? 1 : 0;
}

/* The separator of the first line: what it has most of outside of quotes. */
static char choose_separator(struct ad_table *t)
{
	static const char candidates[] = "\t,;";
	size_t counts[3] = { 0 };
	bool quoted = false;
	size_t best = 0;

	for (size_t i = 0; i < AD_TABLE_ROW_MAX && !is_end(t, i); i++) {
		char c = byte_at(t, i);
		const char *found = memchr(candidates, c, 3);
		quoted ^= c == '"';
		if (!quoted && (c == '\n' || c == '\r'))
			break;
		if (!quoted && found)
			counts[found - candidates]++;
	}
	for (size_t i = 1; i < 3; i++)
		if (counts[i] > counts[best])
			best = i;
	return candidates[best];
}

/* Finds where the row ends; quotes count only at the beginning of a cell. */
static struct extent table_measure(struct ad_table *t)
{
	struct extent e = { .n = 0 };
	bool quoted = false, fresh = true;

	for (;; e.n++) {
		if (e.n >= AD_TABLE_ROW_MAX || is_end(t, e.n)) {
			e.too_long = e.n >= AD_TABLE_ROW_MAX;
			e.unclosed = quoted;
			return e;
		}
		char c = byte_at(t, e.n);
		if (quoted && c == '"') {
			if (!is_end(t, e.n + 1) && byte_at(t, e.n + 1) == '"')
				e.n++;
			else
				quoted = false;
		} else if (!quoted) {
			e.end = line_end(t, e.n);
			if (e.end)
				return e;
			quoted = fresh && c == '"';
		}
		fresh = !quoted && c == t->separator;
	}
}

/* Leaves n bytes behind, counting their lines. */
static void table_pass(struct ad_table *t, size_t n)
{
	const char *p = t->text.p + t->at;

	for (size_t i = 0; i < n; i++)
		if (p[i] == '\n' || (p[i] == '\r' && !(i + 1 < n && p[i + 1] == '\n')))
			t->line++;
	t->at += n;
}

/* Leaves the first line of a row that cannot be read behind. */
static void pass_line(struct ad_table *t)
{
	for (;;) {
		size_t i = 0;

		while (i < PIECE && !is_end(t, i) && !line_end(t, i))
			i++;
		size_t end = i < PIECE && !is_end(t, i) ? line_end(t, i) : 0;
		bool done = end > 0 || i < PIECE;
		table_pass(t, i + end);
		if (done)
			return;
	}
}

/* Takes one cell at `from`, in place; gives the offset behind it. */
static size_t take_cell(char *row, size_t from, size_t n, char separator, struct ad_str *cell)
{
	size_t to = from, i = from;
	bool quoted = i < n && row[i] == '"';

	i += quoted;
	while (i < n && (quoted || row[i] != separator)) {
		if (!quoted || row[i] != '"') {
			row[to++] = row[i++];
		} else if (i + 1 < n && row[i + 1] == '"') {
			row[to++] = '"';
			i += 2;
		} else {
			quoted = false;
			i++;
		}
	}
	*cell = (struct ad_str){ row + from, to - from };
	return i;
}

/* Splits the bytes of the row in place; false where it has too many cells. */
static bool table_split(struct ad_table *t, char *p, size_t n, struct ad_table_row *row)
{
	size_t i = 0;

	row->cells = t->cells;
	for (;;) {
		if (row->count == AD_TABLE_CELLS_MAX)
			return false;
		i = take_cell(p, i, n, t->separator, &t->cells[row->count++]);
		if (i >= n)
			return true;
		i++; /* the separator: another cell follows, also an empty one */
	}
}

/* The row as UTF-8, in the text or converted; p is NULL where it is no text. */
static struct ad_str decode_row(struct ad_table *t, struct ad_str row)
{
	bool valid = ad_utf8_valid(row);

	if (valid && ad_utf8_is_ascii(row))
		return row;
	t->is_unicode = t->is_unicode || (valid && !t->is_windows_1252);
	if (valid && t->is_unicode)
		return row;
	if (t->is_unicode || t->decoder.encoding != AD_UTF_8 || t->decoder.marked)
		return (struct ad_str){ NULL, 0 };
	t->converted.n = 0;
	if (!ad_decode_windows_1252(row, &t->converted))
		return (struct ad_str){ NULL, 0 };
	t->is_windows_1252 = true;
	return ad_text_str(&t->converted);
}

/* Fills the row, whose bytes stand in the text; behind it is left as if it were passed. */
static enum ad_table_status table_take_row(struct ad_table *t, const struct extent *e,
					   struct ad_table_row *row)
{
	size_t at = t->at;
	char *bytes = t->text.p + at;
	struct ad_str text = decode_row(t, (struct ad_str){ bytes, e->n });

	row->line = t->line;
	table_pass(t, e->n + e->end);
	t->at = at;
	if (!text.p)
		row->fault = "it holds bytes that are no text in UTF-8, UTF-16 or Windows-1252";
	else if (!table_split(t, text.p == bytes ? bytes : t->converted.p, text.n, row))
		row->fault = "it has more than 1000 cells";
	t->at = at + e->n + e->end;
	if (!row->fault)
		return AD_TABLE_ROW;
	row->count = 0;
	return AD_TABLE_BAD;
}

/* Takes the line "sep=;", with which a spreadsheet is told the separator. */
static void take_named_separator(struct ad_table *t)
{
	size_t i = 0, quote = byte_at(t, 0) == '"' ? 1 : 0;
	char c;

	for (i = 0; i < 4; i++)
		if (is_end(t, quote + i) || (byte_at(t, quote + i) | 0x20) != ("sep="[i] | 0x20))
			return;
	i += quote;
	c = byte_at(t, i++);
	if (!memchr("\t,;", c, 3))
		return;
	i += quote && byte_at(t, i) == '"' ? 1 : 0;
	/* A spreadsheet that wrote the line itself fills the row up with separators. */
	while (!is_end(t, i) && byte_at(t, i) == c)
		i++;
	if (!is_end(t, i) && !line_end(t, i))
		return;
	table_pass(t, i + (is_end(t, i) ? 0 : line_end(t, i)));
	t->separator = c;
	t->is_named = true;
}

void ad_table_title_passed(struct ad_table *table)
{
	if (!table->is_named)
		table->separator = '\0';
}

enum ad_table_status ad_table_next(struct ad_table *table, struct ad_table_row *row)
{
	struct extent e;

	if (table->line == 1 && !table->separator)
		take_named_separator(table);
	*row = (struct ad_table_row){ .line = table->line };
	for (;;) {
		if (is_end(table, 0))
			return AD_TABLE_END;
		if (!line_end(table, 0))
			break;
		table_pass(table, line_end(table, 0));
	}
	if (!table->separator)
		table->separator = choose_separator(table);
	row->separator = table->separator;
	e = table_measure(table);
	if (!e.unclosed && !e.too_long)
		return table_take_row(table, &e, row);
	row->line = table->line;
	row->fault = e.unclosed ? "a quote in it is never closed" : "it is longer than 256 KiB";
	pass_line(table);
	return AD_TABLE_BAD;
}

bool ad_table_is_workbook(struct ad_str bytes)
{
	return ad_str_starts(bytes, "PK\x03\x04") || ad_str_starts(bytes, "\xd0\xcf\x11\xe0");
}
