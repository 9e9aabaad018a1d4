/* The report of an import as JSON: see importing.h. */
#include "base/utf8.h"
#include "import/apply/importing.h"

#define VALUE_MAX 40 /* characters of a cell that are shown */

/* A cell, cut to what fits a line; one that is no text is not shown. */
struct ad_str import_value_shorten(struct ad_arena *arena, struct ad_str value)
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

void import_skip_write(struct ad_text *out, size_t line, const struct ad_import_problem *p,
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

void import_warn_write(struct ad_text *out, size_t line, const char *code, struct ad_str message)
{
	struct ad_json j = ad_json_on(out);

	ad_json_object(&j);
	ad_json_kint(&j, "line", (int64_t)line);
	ad_json_kcstr(&j, "code", code);
	ad_json_kstr(&j, "message", message);
	ad_json_object_end(&j);
}

bool import_column_ignored(const struct importing *im, size_t i)
{
	return im->columns.ids[i] == AD_COL_IGNORED && im->columns.names[i].n > 0 &&
	       im->columns.filled[i];
}

void import_counts_write(struct ad_json *j, const struct importing *im)
{
	static const char *const names[IMPORT_WHATS] = { "campaigns", "adGroups", "ads",
							 "keywords" };

	for (int i = 0; i < IMPORT_WHATS; i++) {
		ad_json_key(j, names[i]);
		ad_json_object(j);
		ad_json_kint(j, "created", (int64_t)im->done[i].created);
		ad_json_kint(j, "existing", (int64_t)im->done[i].existing);
		ad_json_kint(j, "updated", (int64_t)im->done[i].updated);
		ad_json_kint(j, "removed", (int64_t)im->done[i].removed);
		ad_json_object_end(j);
	}
	ad_json_kint(j, "rows", (int64_t)im->read);
	ad_json_kint(j, "skippedRows", (int64_t)im->skipped);
	ad_json_key(j, "ignoredColumns");
	ad_json_array(j);
	for (size_t i = 0; i < im->columns.count; i++)
		if (import_column_ignored(im, i))
			ad_json_str(j, im->columns.names[i]);
	ad_json_array_end(j);
}
