/* The report of an import: see import.h. */
#include "cli/bulk/import.h"

#include <stdlib.h>

static const char *const words[IMPORT_WHATS] = { "campaigns", "ad groups", "ads", "keywords" };

static bool open_lines(struct cli_import_lines *lines)
{
	for (int i = 0; i < IMPORT_PASSES; i++) {
		lines->files[i] = tmpfile();
		if (!lines->files[i])
			return false;
	}
	return true;
}

static void close_lines(struct cli_import_lines *lines)
{
	for (int i = 0; i < IMPORT_PASSES; i++)
		if (lines->files[i])
			fclose(lines->files[i]);
	ad_text_free(&lines->batch);
}

bool cli_import_report_open(struct cli_import *ci)
{
	return open_lines(&ci->skips) && open_lines(&ci->warnings);
}

void cli_import_report_close(struct cli_import *ci)
{
	close_lines(&ci->skips);
	close_lines(&ci->warnings);
}

static void keep_lines(struct cli_import_lines *lines, enum import_pass pass)
{
	struct ad_str s = ad_text_str(&lines->batch);

	fwrite(s.p, 1, s.n, lines->files[pass]);
	lines->count += lines->batch_count;
}

static void drop_lines(struct cli_import_lines *lines)
{
	lines->batch.n = 0;
	lines->batch_count = 0;
}

void cli_import_keep(struct importing *im)
{
	struct cli_import *ci = im->arg;

	keep_lines(&ci->skips, im->pass);
	keep_lines(&ci->warnings, im->pass);
}

void cli_import_drop(struct importing *im)
{
	struct cli_import *ci = im->arg;

	drop_lines(&ci->skips);
	drop_lines(&ci->warnings);
}

/* Text of the file for a terminal: control characters are left out. */
static void add_plain(struct ad_text *out, struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++)
		ad_text_addc(out, (unsigned char)s.p[i] < 0x20 || s.p[i] == 0x7f ? ' ' : s.p[i]);
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

void cli_import_skip(struct importing *im, size_t line, const struct ad_import_problem *problem)
{
	struct cli_import *ci = im->arg;
	struct ad_text *out = &ci->skips.batch;
	struct ad_str value = import_value_shorten(im->call->arena, problem->value);

	ad_text_addf(out, "%zu\t", line);
	if (ci->drafts.work.cli->json)
		import_skip_write(out, line, problem, value);
	else
		skip_plain(out, line, problem, value);
	ad_text_addc(out, '\n');
	ci->skips.batch_count++;
}

void cli_import_warn(struct importing *im, size_t line, const char *code, struct ad_str message)
{
	struct cli_import *ci = im->arg;
	struct ad_text *out = &ci->warnings.batch;

	ad_text_addf(out, "%zu\t", line);
	if (ci->drafts.work.cli->json) {
		import_warn_write(out, line, code, message);
	} else {
		ad_text_addf(out, "  line %zu: ", line);
		add_plain(out, message);
	}
	ad_text_addc(out, '\n');
	ci->warnings.batch_count++;
}

/* --- printing --------------------------------------------------------------------------------- */

/* The next line of each pass's file. */
struct merge {
	char *text[IMPORT_PASSES];
	size_t room[IMPORT_PASSES];
	ssize_t n[IMPORT_PASSES]; /* -1: at its end */
};

static size_t import_report_line_of(const char *text)
{
	return (size_t)strtoull(text, NULL, 10);
}

/* Prints the lines of all passes in the order of the file, with `between` between two. */
static void print_lines(struct cli_import_lines *lines, const char *between)
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
			if (m.n[i] > 0 && (next < 0 || import_report_line_of(m.text[i]) <
							       import_report_line_of(m.text[next])))
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

static void import_report_print_json(struct cli_import *ci)
{
	const struct importing *im = &ci->im;
	struct ad_text text = ad_text_on(im->arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kbool(&j, "applied", !ci->dry);
	import_counts_write(&j, im);
	struct ad_str s = ad_text_str(&text);
	printf("%.*s,\"skipped\":[", AD_FMT(s));
	print_lines(&ci->skips, ",");
	printf("],\"warnings\":[");
	print_lines(&ci->warnings, ",");
	printf("]}\n");
}

static void print_section(struct cli_import_lines *lines, const char *title)
{
	if (!lines->count)
		return;
	printf("\n%s\n", title);
	print_lines(lines, "\n");
	printf("\n");
}

static void print_plain(struct cli_import *ci)
{
	const struct importing *im = &ci->im;
	bool any = false;

	printf("%-12s%12s%16s%12s%12s\n", "", "created", "already there", "changed", "removed");
	for (int i = 0; i < IMPORT_WHATS; i++)
		printf("%-12s%12zu%16zu%12zu%12zu\n", words[i], im->done[i].created,
		       im->done[i].existing, im->done[i].updated, im->done[i].removed);
	printf("\n%zu rows read, %zu not taken. %s\n", im->read, im->skipped,
	       ci->dry ? "This was a dry run: nothing was stored."
		       : "Everything is a draft; nothing is live.");
	for (size_t i = 0; i < im->columns.count; i++) {
		if (!import_column_ignored(im, i))
			continue;
		printf("%s%.*s",
		       any ? ", " : "\nColumns that were ignored: ", AD_FMT(im->columns.names[i]));
		any = true;
	}
	if (any)
		printf("\n");
	print_section(&ci->warnings, "Stored, but look at:");
	print_section(&ci->skips, "Not taken:");
}

void cli_import_report_print(struct cli_import *ci)
{
	if (ci->drafts.work.cli->json)
		import_report_print_json(ci);
	else
		print_plain(ci);
}
