#include "import/file/bulk.h"

#include "call/request/report_csv.h"

struct ad_str ad_bulk_trim(struct ad_str s)
{
	while (s.n > 0 && (s.p[0] == ' ' || s.p[0] == '\t')) {
		s.p++;
		s.n--;
	}
	while (s.n > 0 && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t'))
		s.n--;
	return s.n > 0 ? s : (struct ad_str){ NULL, 0 };
}

/* Counts the apostrophes before the character that starts a formula; false if none does. */
static bool is_formula(struct ad_str s, size_t *marks)
{
	*marks = 0;
	while (*marks < s.n && s.p[*marks] == '\'')
		++*marks;
	return *marks < s.n && memchr("=+-@\t\r", s.p[*marks], 6) != NULL;
}

struct ad_str ad_bulk_guard(struct ad_arena *arena, struct ad_str text)
{
	size_t marks;

	if (!is_formula(text, &marks))
		return text;
	return ad_arena_printf(arena, "'%.*s", AD_FMT(text));
}

struct ad_str ad_bulk_unguard(struct ad_str cell)
{
	size_t marks;

	if (is_formula(cell, &marks) && marks > 0)
		cell = (struct ad_str){ cell.p + 1, cell.n - 1 };
	return cell;
}

static void write_name(struct ad_bulk_writer *w, int id)
{
	for (size_t i = 0; i < w->bulk->name_count; i++) {
		if (w->bulk->names[i].id != id)
			continue;
		ad_csv_value(w->out, ad_str(w->bulk->names[i].name), false);
		return;
	}
}

void ad_bulk_write_header(struct ad_bulk_writer *w)
{
	ad_text_adds(w->out, "\xef\xbb\xbf");
	for (size_t i = 0; i < w->bulk->written_count; i++) {
		if (i)
			ad_text_addc(w->out, ',');
		write_name(w, w->bulk->written[i]);
	}
	ad_csv_end(w->out);
	if (!w->bulk->version)
		return;
	w->cells[AD_COL_ROW_TYPE] = AD_S("Format Version");
	w->cells[AD_COL_FORMAT_VERSION] = ad_str(w->bulk->version);
	ad_bulk_write_row(w);
}

void ad_bulk_write_row(struct ad_bulk_writer *w)
{
	for (size_t i = 0; i < w->bulk->written_count; i++) {
		struct ad_str cell = ad_bulk_trim(w->cells[w->bulk->written[i]]);
		if (i)
			ad_text_addc(w->out, ',');
		ad_csv_value(w->out, ad_bulk_guard(w->arena, cell), false);
	}
	ad_csv_end(w->out);
	memset(w->cells, 0, sizeof(w->cells));
}

/* Campaign 0, ad group 1, ad 2. */
static int bulk_level_of(const struct ad_row *row)
{
	return row->res->id == AD_R_CAMPAIGN ? 0 : row->res->id == AD_R_AD_GROUP ? 1 : 2;
}

void ad_bulk_write_object(struct ad_bulk_writer *w, const struct ad_row *row)
{
	int level = bulk_level_of(row);

	w->bulk->write(w, row);
	if (!w->bulk->flat)
		return;
	for (int i = level; i < 3; i++)
		memset(w->kept[i], 0, sizeof(w->kept[i]));
	memcpy(w->kept[level], w->cells, sizeof(w->cells));
	memset(w->cells, 0, sizeof(w->cells));
	w->pending = true;
	if (level == 2)
		ad_bulk_write_kept(w);
}

void ad_bulk_write_kept(struct ad_bulk_writer *w)
{
	if (!w->pending)
		return;
	for (int i = 0; i < 3; i++)
		for (int id = 0; id < AD_COL_COUNT; id++)
			if (w->kept[i][id].p)
				w->cells[id] = w->kept[i][id];
	w->pending = false;
	ad_bulk_write_row(w);
	memset(w->kept[2], 0, sizeof(w->kept[2]));
}
