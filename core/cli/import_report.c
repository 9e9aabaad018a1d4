/* What an import says of a file: see import.h. */
#include "cli/import.h"

#include <stdlib.h>

#include "base/utf8.h"

#define VALUE_MAX 40 /* characters of a cell that are shown */

static const char *const names[IMPORT_WHATS] = { "campaigns", "adGroups", "ads", "keywords" };
static const char *const words[IMPORT_WHATS] = { "campaigns", "ad groups", "ads", "keywords" };

static bool open_lines(struct import_lines *lines)
{
	for (int i = 0; i < IMPORT_PASSES; i++) {
		lines->files[i] = tmpfile();
		if (!lines->files[i])
			return false;
	}
	return true;
}

static void close_lines(struct import_lines *lines)
{
	for (int i = 0; i < IMPORT_PASSES; i++)
		if (lines->files[i])
			fclose(lines->files[i]);
	ad_text_free(&lines->batch);
}

bool import_report_open(struct importing *im)
{
	return open_lines(&im->skips) && open_lines(&im->warnings);
}

void import_report_close(struct importing *im)
{
	close_lines(&im->skips);
	close_lines(&im->warnings);
}

static void keep_lines(struct import_lines *lines, enum import_pass pass)
{
	struct ad_str s = ad_text_str(&lines->batch);

	fwrite(s.p, 1, s.n, lines->files[pass]);
	lines->count += lines->batch_count;
}

static void drop_lines(struct import_lines *lines)
{
	lines->batch.n = 0;
	lines->batch_count = 0;
}

void import_report_keep(struct importing *im)
{
	keep_lines(&im->skips, im->pass);
	keep_lines(&im->warnings, im->pass);
	for (int i = 0; i < IMPORT_WHATS; i++) {
		im->done[i].created += im->tally[i].created;
		im->done[i].existing += im->tally[i].existing;
	}
	im->skipped += im->batch_skipped;
	import_report_drop(im);
}

void import_report_drop(struct importing *im)
{
	drop_lines(&im->skips);
	drop_lines(&im->warnings);
	memset(im->tally, 0, sizeof(im->tally));
	im->batch_skipped = 0;
}

/* A cell, cut to what fits a line; one that is no text is not shown. */
static struct ad_str shortened(struct ad_arena *arena, struct ad_str value)
{
	struct ad_str rest = value;
	uint32_t c;

	if (!value.p || !ad_utf8_valid(value))
		return (struct ad_str){ NULL, 0 };
	for (int n = 0; n < VALUE_MAX && rest.n > 0; n++) {
		size_t bytes = ad_utf8_next(rest, &c);
		rest = (struct ad_str){ rest.p + bytes, rest.n - bytes };
	}
	if (rest.n == 0)
		return value;
	return ad_arena_printf(arena, "%.*s…", (int)(value.n - rest.n), value.p);
}

/* Text of the file for a terminal: control characters are left out. */
static void add_plain(struct ad_text *out, struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++)
		ad_text_addc(out, (unsigned char)s.p[i] < 0x20 || s.p[i] == 0x7f ? ' ' : s.p[i]);
}

static void skip_json(struct ad_text *out, size_t line, const struct ad_import_problem *p,
		      struct ad_str value)
{
	struct ad_json j = ad_json_on(out);

	ad_json_object(&j);
	ad_json_kint(&j, "line", (int64_t)line);
	ad_json_kstr(&j, "column", p->column.n ? p->column : (struct ad_str){ NULL, 0 });
	ad_json_kstr(&j, "value", value);
	ad_json_kcstr(&j, "reason", p->reason);
	ad_json_kcstr(&j, "suggestion", p->suggestion);
	ad_json_object_end(&j);
}

static void skip_plain(struct ad_text *out, size_t line, const struct ad_import_problem *p,
		       struct ad_str value)
{
	ad_text_addf(out, "  line %zu", line);
	if (p->column.n) {
		ad_text_adds(out, ", ");
		add_plain(out, p->column);
	}
	if (value.n) {
		ad_text_adds(out, " '");
		add_plain(out, value);
		ad_text_addc(out, '\'');
	}
	ad_text_adds(out, ": ");
	add_plain(out, ad_str(p->reason));
	if (p->suggestion) {
		ad_text_adds(out, ". ");
		add_plain(out, ad_str(p->suggestion));
	}
}

void import_skip(struct importing *im, size_t line, const struct ad_import_problem *problem)
{
	struct ad_text *out = &im->skips.batch;
	struct ad_str value = shortened(im->drafts.call.arena, problem->value);

	ad_text_addf(out, "%zu\t", line);
	if (im->drafts.work.cli->json)
		skip_json(out, line, problem, value);
	else
		skip_plain(out, line, problem, value);
	ad_text_addc(out, '\n');
	im->skips.batch_count++;
}

void import_warn(struct importing *im, size_t line, const char *code, struct ad_str message)
{
	struct ad_text *out = &im->warnings.batch;
	struct ad_json j = ad_json_on(out);

	ad_text_addf(out, "%zu\t", line);
	if (im->drafts.work.cli->json) {
		ad_json_object(&j);
		ad_json_kint(&j, "line", (int64_t)line);
		ad_json_kcstr(&j, "code", code);
		ad_json_kstr(&j, "message", message);
		ad_json_object_end(&j);
	} else {
		ad_text_addf(out, "  line %zu: ", line);
		add_plain(out, message);
	}
	ad_text_addc(out, '\n');
	im->warnings.batch_count++;
}

/* --- printing --------------------------------------------------------------------------------- */

/* The next line of each pass's file. */
struct merge {
	char *text[IMPORT_PASSES];
	size_t room[IMPORT_PASSES];
	ssize_t n[IMPORT_PASSES]; /* -1: at its end */
};

static size_t line_of(const char *text)
{
	return (size_t)strtoull(text, NULL, 10);
}

/* Prints the lines of all passes in the order of the file, with `between` between two. */
static void print_lines(struct import_lines *lines, const char *between)
{
	struct merge m = { .room = { 0 } };
	bool first = true;

	for (int i = 0; i < IMPORT_PASSES; i++) {
		rewind(lines->files[i]);
		m.n[i] = getline(&m.text[i], &m.room[i], lines->files[i]);
	}
	for (;;) {
		int next = -1;
		for (int i = 0; i < IMPORT_PASSES; i++)
			if (m.n[i] > 0 && (next < 0 || line_of(m.text[i]) < line_of(m.text[next])))
				next = i;
		if (next < 0)
			break;
		const char *text = strchr(m.text[next], '\t') + 1;
		printf("%s%.*s", first ? "" : between, (int)(m.n[next] - (text - m.text[next]) - 1),
		       text);
		first = false;
		m.n[next] = getline(&m.text[next], &m.room[next], lines->files[next]);
	}
	for (int i = 0; i < IMPORT_PASSES; i++)
		free(m.text[i]);
}

static bool is_ignored(const struct importing *im, size_t i)
{
	return im->columns.ids[i] == AD_COL_IGNORED && im->columns.names[i].n > 0;
}

static void print_json(struct importing *im)
{
	struct ad_text text = ad_text_on(im->arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	for (int i = 0; i < IMPORT_WHATS; i++) {
		ad_json_key(&j, names[i]);
		ad_json_object(&j);
		ad_json_kint(&j, "created", (int64_t)im->done[i].created);
		ad_json_kint(&j, "existing", (int64_t)im->done[i].existing);
		ad_json_object_end(&j);
	}
	ad_json_kint(&j, "rows", (int64_t)im->read);
	ad_json_kint(&j, "skippedRows", (int64_t)im->skipped);
	ad_json_key(&j, "ignoredColumns");
	ad_json_array(&j);
	for (size_t i = 0; i < im->columns.count; i++)
		if (is_ignored(im, i))
			ad_json_str(&j, im->columns.names[i]);
	ad_json_array_end(&j);
	struct ad_str s = ad_text_str(&text);
	printf("%.*s,\"skipped\":[", AD_FMT(s));
	print_lines(&im->skips, ",");
	printf("],\"warnings\":[");
	print_lines(&im->warnings, ",");
	printf("]}\n");
}

static void print_section(struct import_lines *lines, const char *title)
{
	if (!lines->count)
		return;
	printf("\n%s\n", title);
	print_lines(lines, "\n");
	printf("\n");
}

static void print_plain(struct importing *im)
{
	bool any = false;

	printf("%-12s%12s%16s\n", "", "created", "already there");
	for (int i = 0; i < IMPORT_WHATS; i++)
		printf("%-12s%12zu%16zu\n", words[i], im->done[i].created, im->done[i].existing);
	printf("\n%zu rows read, %zu not taken. Everything is a draft; nothing is live.\n",
	       im->read, im->skipped);
	for (size_t i = 0; i < im->columns.count; i++) {
		if (!is_ignored(im, i))
			continue;
		printf("%s%.*s",
		       any ? ", " : "\nColumns that were ignored: ", AD_FMT(im->columns.names[i]));
		any = true;
	}
	if (any)
		printf("\n");
	print_section(&im->warnings, "Stored, but look at:");
	print_section(&im->skips, "Not taken:");
}

void import_report_print(struct importing *im)
{
	if (im->drafts.work.cli->json)
		print_json(im);
	else
		print_plain(im);
}
