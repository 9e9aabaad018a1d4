#include "import/google/google_editor.h"

#include "import/editor/editor.h"
#include "import/file/cell_hours.h"
#include "import/file/values.h"

static void google_editor_read_ad_group(struct reading *r)
{
	ad_json_kstr(&r->j, "name", r->out->ad_group);
	editor_put_status(r, AD_COL_AD_GROUP_STATUS);
	editor_put_number(r, "cpcBid", AD_COL_MAX_CPC, false);
}

/* --- keywords --------------------------------------------------------------------------------- */

static void google_editor_read_keyword(struct reading *r)
{
	bool sheet = editor_has(r, AD_COL_NEGATIVE);
	struct ad_str level = editor_cell(r, AD_COL_LEVEL);
	struct ad_str text = editor_cell(r, sheet ? AD_COL_NEGATIVE : AD_COL_KEYWORD);
	struct ad_match match = editor_match(r, &text);

	match.negative = match.negative || sheet ||
			 ad_words_are(editor_cell(r, AD_COL_ROW_TYPE), "negative keyword");
	if (match.negative && (ad_words_are(level, "campaign") || !editor_has(r, AD_COL_AD_GROUP)))
		match.campaign = true;
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
	if (r->out->match)
		ad_json_kcstr(&r->j, "matchType", r->out->match);
	ad_json_kbool(&r->j, "negative", match.negative);
	editor_put_status(r, -1);
	editor_put_number(r, "cpcBid", AD_COL_MAX_CPC, false);
	editor_put_text(r, "finalUrl", AD_COL_FINAL_URL);
}

/* --- ads -------------------------------------------------------------------------------------- */

static void google_editor_read_ad(struct reading *r)
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

static bool google_editor_any(const struct reading *r, int from, int count)
{
	for (int i = 0; i < count; i++)
		if (editor_has(r, from + i))
			return true;
	return false;
}

/* A row of another kind. Where it narrows, its campaign, or ad group, waits for it. */
static enum ad_import_kind refuse_other(struct reading *r, const struct ad_column_other *other,
					size_t at)
{
	struct ad_str status = editor_cell(r, AD_COL_STATUS);

	r->out->narrows = other->narrows && !(status.p && ad_words_are(status, "removed"));
	r->out->campaign = ad_arena_copy(r->arena, editor_cell(r, AD_COL_CAMPAIGN));
	if (editor_has(r, AD_COL_AD_GROUP))
		r->out->ad_group = ad_arena_copy(r->arena, editor_cell(r, AD_COL_AD_GROUP));
	return editor_refuse(r, other->kind, at);
}

/* By the cells that are filled. */
static enum ad_import_kind guess_kind(struct reading *r)
{
	size_t at = 0;
	const struct ad_column_other *other = ad_columns_other(r->columns, r->from, &at);
	bool campaign = editor_has(r, AD_COL_CAMPAIGN_TYPE) || editor_has(r, AD_COL_BUDGET);

	if (editor_has(r, AD_COL_KEYWORD) || editor_has(r, AD_COL_NEGATIVE))
		return AD_IMPORT_KEYWORD;
	if (editor_has(r, AD_COL_AD_TYPE) || google_editor_any(r, AD_COL_HEADLINE, AD_HEADLINES) ||
	    google_editor_any(r, AD_COL_DESCRIPTION, AD_DESCRIPTIONS))
		return AD_IMPORT_AD;
	if (other)
		return refuse_other(r, other, at);
	if (editor_has(r, AD_COL_LOCATION) && editor_has(r, AD_COL_AD_GROUP)) {
		const struct ad_column_other places = { NULL, "locations of ad groups", true };
		return refuse_other(r, &places, (size_t)r->columns->first[AD_COL_LOCATION]);
	}
	if (editor_has(r, AD_COL_LOCATION) && !campaign)
		return AD_IMPORT_LOCATION;
	if (editor_has(r, AD_COL_AD_GROUP))
		return AD_IMPORT_AD_GROUP;
	if (campaign ||
	    google_editor_any(r, AD_COL_BUDGET_TYPE, AD_COL_LOCATION - AD_COL_BUDGET_TYPE))
		return AD_IMPORT_CAMPAIGN;
	return editor_refuse(r, NULL, 0);
}

/* Sheets of Google Ads say what a row is; elsewhere its filled cells do. */
static enum ad_import_kind google_editor_kind_of(struct reading *r)
{
	static const struct {
		const char *word;
		enum ad_import_kind kind;
	} types[] = {
		{ "campaign", AD_IMPORT_CAMPAIGN },
		{ "ad group", AD_IMPORT_AD_GROUP },
		{ "keyword", AD_IMPORT_KEYWORD },
		{ "negative keyword", AD_IMPORT_KEYWORD },
		{ "ad", AD_IMPORT_AD },
		{ "responsive search ad", AD_IMPORT_AD },
	};
	struct ad_str type = editor_cell(r, AD_COL_ROW_TYPE);

	if (!type.p)
		return guess_kind(r);
	for (size_t i = 0; i < AD_LEN(types); i++) {
		if (!ad_words_are(type, types[i].word))
			continue;
		if (types[i].kind != AD_IMPORT_KEYWORD || editor_has(r, AD_COL_KEYWORD) ||
		    editor_has(r, AD_COL_NEGATIVE))
			return types[i].kind;
		editor_problem(r, AD_COL_KEYWORD, "the row says that it is a keyword",
			       "Write the keyword's text.");
		return AD_IMPORT_NONE;
	}
	return editor_refuse(r, ad_arena_printf(r->arena, "rows of the type %.*s", AD_FMT(type)).p,
			     (size_t)r->columns->first[AD_COL_ROW_TYPE]);
}

/* Add makes what is not there, Edit changes what is, Remove takes it away. */
static void google_editor_read_action(struct reading *r)
{
	struct ad_str action = editor_cell(r, AD_COL_ACTION);

	if (!action.p || ad_words_are(action, "add"))
		return;
	r->out->edits = ad_words_are(action, "edit") || ad_words_are(action, "set");
	r->out->takes_away = ad_words_are(action, "remove") || ad_words_are(action, "delete");
	if (!r->out->edits && !r->out->takes_away)
		editor_problem(r, AD_COL_ACTION, "it is no action that an import knows",
			       "Write Add, Edit or Remove.");
}

/* Hours beside another row than a campaign's: of that row alone, which no field of ours has. */
static void check_hours(struct reading *r)
{
	struct ad_str cell = editor_cell(r, AD_COL_SCHEDULE);

	if (r->out->kind != AD_IMPORT_CAMPAIGN && cell.p && !ad_cell_hours_always(cell))
		editor_problem(r, AD_COL_SCHEDULE,
			       "ad schedules are imported only from the rows of campaigns",
			       "Write it into the row of the campaign, or empty the cell.");
}

void ad_google_editor_row(struct ad_arena *arena, const struct ad_columns *columns,
			  const struct ad_table_row *from, unsigned wanted,
			  struct ad_import_row *out)
{
	static void (*const readers[])(struct reading *r) = {
		[AD_IMPORT_CAMPAIGN] = editor_read_campaign,
		[AD_IMPORT_LOCATION] = editor_read_location,
		[AD_IMPORT_AD_GROUP] = google_editor_read_ad_group,
		[AD_IMPORT_AD] = google_editor_read_ad,
		[AD_IMPORT_KEYWORD] = google_editor_read_keyword,
	};
	struct ad_text text = ad_text_on(arena);
	struct reading r = { arena, columns, from, out, &out->problems, ad_json_on(&text) };

	*out = (struct ad_import_row){ .line = from->line };
	out->kind = google_editor_kind_of(&r);
	if (out->kind == AD_IMPORT_NONE || !editor_named(&r) || !(wanted & 1u << out->kind))
		return;
	google_editor_read_action(&r);
	ad_json_object(&r.j);
	readers[out->kind](&r);
	editor_check_narrows(&r, out->kind);
	check_hours(&r);
	ad_json_object_end(&r.j);
	out->input = ad_text_str(&text);
}
