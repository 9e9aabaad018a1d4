#include "import/google_editor.h"

#include "import/editor.h"
#include "import/values.h"

static void read_ad_group(struct reading *r)
{
	ad_json_kstr(&r->j, "name", r->out->ad_group);
	editor_put_status(r, AD_COL_AD_GROUP_STATUS);
	editor_put_number(r, "cpcBid", AD_COL_MAX_CPC, false);
}

/* --- keywords --------------------------------------------------------------------------------- */

/* [exact], "phrase" and -negative, as people write them where the column of the type is empty. */
static struct ad_str bare_keyword(struct ad_str text, struct ad_match *match)
{
	if (text.n > 1 && text.p[0] == '-') {
		match->negative = true;
		text = (struct ad_str){ text.p + 1, text.n - 1 };
	}
	char a = text.p[0], b = text.p[text.n - 1];
	if (text.n > 2 && a == '[' && b == ']')
		match->type = "EXACT";
	else if (text.n > 2 && a == '"' && b == '"')
		match->type = "PHRASE";
	else
		return text;
	return (struct ad_str){ text.p + 1, text.n - 2 };
}

static void read_keyword(struct reading *r)
{
	struct ad_match match = { "BROAD", false, false };
	struct ad_str text = editor_cell(r, AD_COL_KEYWORD),
		      type = editor_cell(r, AD_COL_CRITERION);

	if (!type.p) {
		text = bare_keyword(text, &match);
	} else if (!ad_cell_match(type, &match)) {
		editor_problem(
			r, AD_COL_CRITERION, "it is no match type",
			"Write Exact, Phrase or Broad, with Negative or Campaign Negative before "
			"it where it keeps ads away.");
		match.type = NULL;
	}
	match.negative = match.negative || match.campaign;
	if (!match.negative && !editor_has(r, AD_COL_AD_GROUP))
		editor_problem(r, AD_COL_CRITERION,
			       "a keyword without an ad group must be negative",
			       "Write its ad group, or Campaign Negative before the match type.");
	if (match.campaign)
		r->out->ad_group = (struct ad_str){ NULL, 0 };
	r->out->text = ad_arena_copy(r->arena, text);
	r->out->match = match.type;
	r->out->negative = match.negative;
	ad_json_kstr(&r->j, "text", text);
	if (match.type)
		ad_json_kcstr(&r->j, "matchType", match.type);
	ad_json_kbool(&r->j, "negative", match.negative);
	editor_put_status(r, -1);
	editor_put_number(r, "cpcBid", AD_COL_MAX_CPC, false);
	editor_put_text(r, "finalUrl", AD_COL_FINAL_URL);
}

/* --- ads -------------------------------------------------------------------------------------- */

static void read_ad(struct reading *r)
{
	struct ad_text key = ad_text_on(r->arena);
	struct ad_str type = editor_cell(r, AD_COL_AD_TYPE);

	if (type.p && !ad_words_are(type, "responsive search ad"))
		editor_problem(r, AD_COL_AD_TYPE, "ads of this type cannot be created",
			       "Only responsive search ads can be imported.");
	ad_json_kcstr(&r->j, "type", "RESPONSIVE_SEARCH");
	editor_put_texts(r, true, &key);
	editor_put_texts(r, false, &key);
	editor_put_text(r, "finalUrl", AD_COL_FINAL_URL);
	editor_put_text(r, "path1", AD_COL_PATH_1);
	editor_put_text(r, "path2", AD_COL_PATH_2);
	editor_put_status(r, -1);
	ad_text_add(&key, editor_cell(r, AD_COL_FINAL_URL));
	r->out->ad_key = ad_text_str(&key);
}

/* --- rows ------------------------------------------------------------------------------------- */

static bool any(const struct reading *r, int from, int count)
{
	for (int i = 0; i < count; i++)
		if (editor_has(r, from + i))
			return true;
	return false;
}

static enum ad_import_kind kind_of(struct reading *r)
{
	size_t at = 0;
	const char *other = ad_columns_other(r->columns, r->from, &at);
	bool campaign = editor_has(r, AD_COL_CAMPAIGN_TYPE) || editor_has(r, AD_COL_BUDGET);

	if (editor_has(r, AD_COL_KEYWORD))
		return AD_IMPORT_KEYWORD;
	if (editor_has(r, AD_COL_AD_TYPE) || any(r, AD_COL_HEADLINE, AD_HEADLINES) ||
	    any(r, AD_COL_DESCRIPTION, AD_DESCRIPTIONS))
		return AD_IMPORT_AD;
	if (other)
		return editor_refuse(r, other, at);
	if (editor_has(r, AD_COL_LOCATION) && editor_has(r, AD_COL_AD_GROUP))
		return editor_refuse(r, "locations of ad groups",
				     (size_t)r->columns->first[AD_COL_LOCATION]);
	if (editor_has(r, AD_COL_LOCATION) && !campaign)
		return AD_IMPORT_LOCATION;
	if (editor_has(r, AD_COL_AD_GROUP))
		return AD_IMPORT_AD_GROUP;
	if (campaign || any(r, AD_COL_BUDGET_TYPE, AD_COL_LOCATION - AD_COL_BUDGET_TYPE))
		return AD_IMPORT_CAMPAIGN;
	return editor_refuse(r, NULL, 0);
}

/* An import adds. What a row would take away is not made instead. */
static void check_action(struct reading *r)
{
	struct ad_str action = editor_cell(r, AD_COL_ACTION);

	if (!action.p || (!ad_words_are(action, "remove") && !ad_words_are(action, "delete")))
		return;
	r->out->removed = true;
	editor_problem(r, AD_COL_ACTION, "the row removes it, and an import only adds",
		       "Remove it in adcore, or empty the cell to import it all the same.");
}

void ad_google_editor_row(struct ad_arena *arena, const struct ad_columns *columns,
			  const struct ad_table_row *from, unsigned wanted,
			  struct ad_import_row *out)
{
	static void (*const readers[])(struct reading *r) = {
		[AD_IMPORT_CAMPAIGN] = editor_read_campaign,
		[AD_IMPORT_LOCATION] = editor_read_location,
		[AD_IMPORT_AD_GROUP] = read_ad_group,
		[AD_IMPORT_AD] = read_ad,
		[AD_IMPORT_KEYWORD] = read_keyword,
	};
	struct ad_text text = ad_text_on(arena);
	struct reading r = { arena, columns, from, out, &out->problems, ad_json_on(&text) };

	*out = (struct ad_import_row){ .line = from->line };
	out->kind = kind_of(&r);
	if (out->kind == AD_IMPORT_NONE || !editor_named(&r) || !(wanted & 1u << out->kind))
		return;
	check_action(&r);
	ad_json_object(&r.j);
	readers[out->kind](&r);
	ad_json_object_end(&r.j);
	out->input = ad_text_str(&text);
}
