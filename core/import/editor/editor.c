/* Parts that the readers of all kinds of rows share: see editor.h. */
#include "import/editor/editor.h"

#include <stdlib.h>

#include "import/file/amount.h"
#include "import/file/values.h"

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

/* True if the cell holds only zeros, which means "none" in Editor's files. */
static bool is_zero(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != '0' && s.p[i] != '.' && s.p[i] != ',' && s.p[i] != '-')
			return false;
	return true;
}

#define RATIO_MAX 50 /* above it a ratio without "%" is more likely a percentage */

static bool has_percent(struct ad_str cell)
{
	return cell.p[cell.n - 1] == '%';
}

/* False, and told, if the amount is in another currency than the Space's. */
static bool check_currency(struct reading *r, int id)
{
	struct ad_str ours = r->columns->currency;
	struct ad_str cell = editor_cell(r, AD_COL_CURRENCY);
	bool beside = cell.n == 3 && ad_cell_other_currency(cell, ours);

	if (!beside && !ad_cell_other_currency(editor_cell(r, id), ours))
		return true;
	editor_problem(r, id,
		       beside ? "its row is in another currency than the Space's"
			      : "it is another currency than the Space's",
		       ad_arena_printf(r->arena, "Write the amount in %.*s.", AD_FMT(ours)).p);
	return false;
}

/* True if the file has two columns of the meaning, under two names, and their numbers differ. */
static bool has_other_number(struct reading *r, int id, bool percent)
{
	struct ad_str one = ad_columns_nth(r->columns, r->from, id, 0);
	struct ad_str other = ad_columns_nth(r->columns, r->from, id, 1);
	struct ad_str a = ad_cell_number(r->arena, one, percent);
	struct ad_str b = ad_cell_number(r->arena, other, percent);

	return one.p && other.p && a.p && b.p && strtod(a.p, NULL) != strtod(b.p, NULL);
}

/* Why a number of a cell is not taken, and what to do; NULL: it is. */
static const char *number_fault(struct reading *r, int id, bool percent, struct ad_str number,
				const char **suggestion)
{
	struct ad_str text = editor_cell(r, id);

	*suggestion = "Write a number such as 12.50.";
	if (!number.p)
		return "it is no number";
	*suggestion = "Write the same number into both, or empty one.";
	if (has_other_number(r, id, percent))
		return "another column of the same meaning holds another number";
	/* Semicolons separate where a comma is for decimals, or may be. */
	*suggestion = "Write 1250 or 1.25: no sign for thousands, and no third decimal.";
	if (r->from->separator == ';' && ad_cell_number_is_ambiguous(text))
		return "it may be a thousand and more, or one and a fraction";
	*suggestion = "Write 350%, or 3.5 for the same.";
	if (percent && strtod(number.p, NULL) > RATIO_MAX && !has_percent(text))
		return "it may be a percentage, or a ratio";
	return NULL;
}

void editor_put_number(struct reading *r, const char *key, int id, bool percent)
{
	struct ad_str text = editor_cell(r, id);
	const char *fault, *suggestion;

	if (!text.p || (is_zero(text) && id != AD_COL_BUDGET))
		return;
	if (!percent && !check_currency(r, id))
		return;
	struct ad_str number = ad_cell_number(r->arena, text, percent);
	fault = number_fault(r, id, percent, number, &suggestion);
	if (fault)
		editor_problem(r, id, fault, suggestion);
	else
		ad_json_kraw(&r->j, key, number);
}

void editor_put_status(struct reading *r, int own)
{
	int id = own >= 0 && editor_has(r, own) ? own : AD_COL_STATUS;
	struct ad_str one = ad_columns_nth(r->columns, r->from, id, 0);
	struct ad_str other = ad_columns_nth(r->columns, r->from, id, 1);
	struct ad_str status = ad_cell_status(one), second = ad_cell_status(other);

	if (!one.p && !other.p)
		return;
	if (status.p && second.p && !ad_str_eq(status, second)) {
		editor_problem(r, id, "another column holds another status",
			       "Write the same status into both, or empty one.");
		return;
	}
	/* A report has what the platform makes of it beside: "Eligible", "Under review". */
	status = status.p ? status : second;
	r->out->removed = ad_str_is(status, "REMOVED");
	if (!status.p)
		editor_problem(r, id, "it is no status", "Write Enabled or Paused.");
	else if (r->out->removed)
		editor_problem(r, id, "the file says that it is removed",
			       "Set it to Paused to import it all the same.");
	else if (!r->out->negative)
		ad_json_kstr(&r->j, "status", status);
}

bool editor_place_stands(struct reading *r)
{
	struct ad_str text = editor_cell(r, AD_COL_STATUS);
	struct ad_str status = text.p ? ad_cell_status(text) : text;

	r->out->removed = ad_str_is(status, "REMOVED");
	if (r->out->removed)
		editor_problem(r, AD_COL_STATUS, "the file says that it is removed",
			       "Empty the cell to import it all the same.");
	return !r->out->removed;
}

/* --- texts of ads ----------------------------------------------------------------------------- */

/* A pin: 1, 2, 3; absent where the cell is empty, "-" or says that it is not pinned. */
static struct ad_str pin_of(struct reading *r, int id, const char *prefix, char highest)
{
	struct ad_str pin = editor_cell(r, id);

	if (!pin.p || ad_str_is(pin, "-") || ad_words_are(pin, "unpinned") ||
	    ad_words_are(pin, "any"))
		return (struct ad_str){ NULL, 0 };
	if (pin.n == 1 && pin.p[0] >= '1' && pin.p[0] <= highest)
		return ad_arena_printf(r->arena, "%s%c", prefix, pin.p[0]);
	editor_problem(r, id, "it is no position",
		       highest == '3' ? "Write 1, 2 or 3, or leave it empty."
				      : "Write 1 or 2, or leave it empty.");
	return (struct ad_str){ NULL, 0 };
}

static const struct texts {
	const char *key;
	int texts, pins, count;
	const char *prefix;
	char highest;
} texts[] = {
	{ "descriptions", AD_COL_DESCRIPTION, AD_COL_DESCRIPTION_PIN, AD_DESCRIPTIONS,
	  "DESCRIPTION_", '2' },
	{ "headlines", AD_COL_HEADLINE, AD_COL_HEADLINE_PIN, AD_HEADLINES, "HEADLINE_", '3' },
};

void editor_put_texts(struct reading *r, bool headlines, struct ad_text *key)
{
	const struct texts *t = &texts[headlines];
	uint8_t *from = headlines ? r->out->headlines : r->out->descriptions;
	int n = 0;

	ad_json_key(&r->j, t->key);
	ad_json_array(&r->j);
	for (int i = 0; i < t->count; i++) {
		struct ad_str text = editor_cell(r, t->texts + i);
		if (!text.p)
			continue;
		from[n++] = (uint8_t)i;
		ad_text_add(key, text);
		ad_text_addc(key, '\n');
		struct ad_str pin = pin_of(r, t->pins + i, t->prefix, t->highest);
		if (!pin.p) {
			ad_json_str(&r->j, text);
			continue;
		}
		ad_json_object(&r->j);
		ad_json_kstr(&r->j, "text", text);
		ad_json_kstr(&r->j, "pin", pin);
		ad_json_object_end(&r->j);
	}
	ad_json_array_end(&r->j);
	ad_text_addc(key, '\n');
}

/* --- rows ------------------------------------------------------------------------------------- */

/* A row of a kind that is not imported, or of none. */
enum ad_import_kind editor_refuse(struct reading *r, const char *kind, size_t at)
{
	struct ad_str none = { NULL, 0 };

	if (kind)
		editor_problem_at(r, r->columns->names[at], r->from->cells[at],
				  ad_arena_printf(r->arena, "%s are not imported", kind).p,
				  "Make it in the platform's own tools.");
	else
		editor_problem_at(
			r, AD_S(""), none, "nothing in it says what it is",
			"Fill the columns of a campaign, an ad group, an ad or a keyword.");
	return AD_IMPORT_NONE;
}

static bool editor_told(const struct reading *r, int id)
{
	struct ad_str name = ad_columns_name(r->columns, id);

	for (const struct ad_import_problem *p = r->out->problems; p; p = p->next)
		if (ad_str_eq(p->column, name))
			return true;
	return false;
}

/* A column that the file has twice: which of its cells is meant is not known. */
static void check_twice(struct reading *r)
{
	for (int id = 0; id < AD_COL_COUNT; id++)
		if (ad_columns_disagree(r->columns, r->from, id) && !editor_told(r, id))
			editor_problem(r, id, "the file has this column twice, with other values",
				       "Remove one of the two columns.");
}

void editor_check_narrows(struct reading *r, enum ad_import_kind kind)
{
	check_twice(r);
	for (size_t i = 0; i < r->columns->count; i++) {
		const struct ad_column_narrow *n = ad_columns_narrow(r->columns, r->from, i);
		if (!n || (n->of != AD_NARROWS_ANY && n->of != (int)kind))
			continue;
		r->out->holds = true;
		editor_problem_at(r, r->columns->names[i], r->from->cells[i],
				  ad_arena_printf(r->arena,
						  "%s are not imported; without them the ads would "
						  "reach others or spend more",
						  n->what)
					  .p,
				  "Empty the cell to import the row without them, and set them on "
				  "the platform before the ads run.");
	}
}

/* Why the row cannot be read at all: nothing names the parents that it needs. */
bool editor_named(struct reading *r)
{
	struct ad_import_row *out = r->out;

	out->campaign = ad_arena_copy(r->arena, editor_cell(r, AD_COL_CAMPAIGN));
	out->ad_group = ad_arena_copy(r->arena, editor_cell(r, AD_COL_AD_GROUP));
	if (!editor_has(r, AD_COL_AD_GROUP))
		out->ad_group = (struct ad_str){ NULL, 0 };
	if (!editor_has(r, AD_COL_CAMPAIGN))
		editor_problem(r, AD_COL_CAMPAIGN, "the row names no campaign",
			       "Write the campaign's name into every row.");
	else if (out->kind == AD_IMPORT_AD && !out->ad_group.p)
		editor_problem(r, AD_COL_AD_GROUP, "an ad needs its ad group",
			       "Write the ad group's name.");
	else
		return true;
	out->kind = AD_IMPORT_NONE;
	return false;
}
