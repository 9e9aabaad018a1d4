/* What the readers of all kinds of rows share: see editor.h. */
#include "import/editor.h"

#include "import/values.h"

struct ad_str editor_cell(const struct reading *r, int id)
{
	return ad_columns_cell(r->columns, r->from, id);
}

bool editor_has(const struct reading *r, int id)
{
	return editor_cell(r, id).p != NULL;
}

void editor_problem_at(struct reading *r, struct ad_str column, struct ad_str value,
		       const char *reason, const char *suggestion)
{
	struct ad_import_problem *p = ad_arena_zalloc(r->arena, sizeof(*p));

	p->column = column;
	p->value = value.p ? ad_arena_copy(r->arena, value) : value;
	p->reason = reason;
	p->suggestion = suggestion;
	*r->end = p;
	r->end = &p->next;
}

void editor_problem(struct reading *r, int id, const char *reason, const char *suggestion)
{
	editor_problem_at(r, ad_columns_name(r->columns, id),
			  id < 0 ? (struct ad_str){ NULL, 0 } : editor_cell(r, id), reason,
			  suggestion);
}

void editor_put_text(struct reading *r, const char *key, int id)
{
	struct ad_str text = editor_cell(r, id);

	if (text.p)
		ad_json_kstr(&r->j, key, text);
}

/* Whether there is nothing but zeros in the cell: Editor's way to say "none". */
static bool is_zero(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != '0' && s.p[i] != '.' && s.p[i] != ',' && s.p[i] != '-')
			return false;
	return true;
}

void editor_put_number(struct reading *r, const char *key, int id, bool percent)
{
	struct ad_str text = editor_cell(r, id);

	if (!text.p || (is_zero(text) && id != AD_COL_BUDGET))
		return;
	struct ad_str number = ad_cell_number(r->arena, text, percent);
	if (number.p)
		ad_json_kraw(&r->j, key, number);
	else
		editor_problem(r, id, "it is no number", "Write a number such as 12.50.");
}

void editor_put_status(struct reading *r, int own)
{
	int id = own >= 0 && editor_has(r, own) ? own : AD_COL_STATUS;
	struct ad_str text = editor_cell(r, id);

	if (!text.p)
		return;
	struct ad_str status = ad_cell_status(text);
	r->out->removed = ad_str_is(status, "REMOVED");
	if (!status.p)
		editor_problem(r, id, "it is no status", "Write Enabled or Paused.");
	else if (r->out->removed)
		editor_problem(r, id, "the file says that it is removed",
			       "Set it to Paused to import it all the same.");
	else if (!r->out->negative)
		ad_json_kstr(&r->j, "status", status);
}
