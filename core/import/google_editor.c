#include "import/google_editor.h"

#include <stdlib.h>

#include "base/json_read.h"
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

struct texts {
	const char *key;
	int texts, pins, count;
	const char *prefix;
	char highest;
};

static void put_texts(struct reading *r, const struct texts *t, uint8_t *from, struct ad_text *key)
{
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

static void read_ad(struct reading *r)
{
	static const struct texts headlines = { "headlines",  AD_COL_HEADLINE, AD_COL_HEADLINE_PIN,
						AD_HEADLINES, "HEADLINE_",     '3' };
	static const struct texts descriptions = { "descriptions",         AD_COL_DESCRIPTION,
						   AD_COL_DESCRIPTION_PIN, AD_DESCRIPTIONS,
						   "DESCRIPTION_",         '2' };
	struct ad_text key = ad_text_on(r->arena);
	struct ad_str type = editor_cell(r, AD_COL_AD_TYPE);

	if (type.p && !ad_words_are(type, "responsive search ad"))
		editor_problem(r, AD_COL_AD_TYPE, "ads of this type cannot be created",
			       "Only responsive search ads can be imported.");
	ad_json_kcstr(&r->j, "type", "RESPONSIVE_SEARCH");
	put_texts(r, &headlines, r->out->headlines, &key);
	put_texts(r, &descriptions, r->out->descriptions, &key);
	editor_put_text(r, "finalUrl", AD_COL_FINAL_URL);
	editor_put_text(r, "path1", AD_COL_PATH_1);
	editor_put_text(r, "path2", AD_COL_PATH_2);
	editor_put_status(r, -1);
	ad_text_add(&key, editor_cell(r, AD_COL_FINAL_URL));
	r->out->ad_key = ad_text_str(&key);
}

static void key_texts(struct ad_arena *arena, struct ad_str list, struct ad_text *key)
{
	struct ad_json_error err;
	const cJSON *items = list.p ? ad_json_parse(arena, list, &err) : NULL, *item;

	cJSON_ArrayForEach(item, items)
	{
		ad_text_add(key, cJSON_IsObject(item) ? ad_json_get_text(item, "text")
						      : ad_json_text(item));
		ad_text_addc(key, '\n');
	}
	ad_text_addc(key, '\n');
}

struct ad_str ad_google_editor_ad_key(struct ad_arena *arena, struct ad_str headlines,
				      struct ad_str descriptions, struct ad_str url)
{
	struct ad_text key = ad_text_on(arena);

	key_texts(arena, headlines, &key);
	key_texts(arena, descriptions, &key);
	ad_text_add(&key, url);
	return ad_text_str(&key);
}

/* --- rows ------------------------------------------------------------------------------------- */

static bool any(const struct reading *r, int from, int count)
{
	for (int i = 0; i < count; i++)
		if (editor_has(r, from + i))
			return true;
	return false;
}

/* A row of a kind that is not imported, or of none. */
static enum ad_import_kind refuse(struct reading *r, const char *kind, size_t at)
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
		return refuse(r, other, at);
	if (editor_has(r, AD_COL_LOCATION) && editor_has(r, AD_COL_AD_GROUP))
		return refuse(r, "locations of ad groups",
			      (size_t)r->columns->first[AD_COL_LOCATION]);
	if (editor_has(r, AD_COL_LOCATION) && !campaign)
		return AD_IMPORT_LOCATION;
	if (editor_has(r, AD_COL_AD_GROUP))
		return AD_IMPORT_AD_GROUP;
	if (campaign || any(r, AD_COL_BUDGET_TYPE, AD_COL_LOCATION - AD_COL_BUDGET_TYPE))
		return AD_IMPORT_CAMPAIGN;
	return refuse(r, NULL, 0);
}

/* Why the row cannot be read at all: nothing names the parents that it needs. */
static bool named(struct reading *r)
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
	if (out->kind == AD_IMPORT_NONE || !named(&r) || !(wanted & 1u << out->kind))
		return;
	ad_json_object(&r.j);
	readers[out->kind](&r);
	ad_json_object_end(&r.j);
	out->input = ad_text_str(&text);
}

/* The fields of the inputs and their columns. */
static const struct {
	const char *path;
	int campaign, ad_group, ad, keyword; /* -1: it has no such field */
} paths[] = {
	{ "name", AD_COL_CAMPAIGN, AD_COL_AD_GROUP, -1, -1 },
	{ "type", AD_COL_CAMPAIGN_TYPE, -1, AD_COL_AD_TYPE, -1 },
	{ "budget", AD_COL_BUDGET, -1, -1, -1 },
	{ "status", AD_COL_CAMPAIGN_STATUS, AD_COL_AD_GROUP_STATUS, AD_COL_STATUS, AD_COL_STATUS },
	{ "startDate", AD_COL_START_DATE, -1, -1, -1 },
	{ "endDate", AD_COL_END_DATE, -1, -1, -1 },
	{ "bidding.targetCpa", AD_COL_TARGET_CPA, -1, -1, -1 },
	{ "bidding.targetRoas", AD_COL_TARGET_ROAS, -1, -1, -1 },
	{ "bidding.maxCpc", AD_COL_CPC_LIMIT, -1, -1, -1 },
	{ "bidding", AD_COL_BID_STRATEGY, -1, -1, -1 },
	{ "languages", AD_COL_LANGUAGES, -1, -1, -1 },
	{ "locations", AD_COL_LOCATION, -1, -1, -1 },
	{ "labels", AD_COL_LABELS, -1, -1, -1 },
	{ "trackingTemplate", AD_COL_TRACKING, -1, -1, -1 },
	{ "finalUrlSuffix", AD_COL_URL_SUFFIX, -1, -1, -1 },
	{ "platformOptions.networks", AD_COL_NETWORKS, -1, -1, -1 },
	{ "platformOptions.euPolitical", AD_COL_EU_POLITICAL, -1, -1, -1 },
	{ "cpcBid", -1, AD_COL_MAX_CPC, -1, AD_COL_MAX_CPC },
	{ "finalUrl", -1, -1, AD_COL_FINAL_URL, AD_COL_FINAL_URL },
	{ "path1", -1, -1, AD_COL_PATH_1, -1 },
	{ "path2", -1, -1, AD_COL_PATH_2, -1 },
	{ "headlines", -1, -1, AD_COL_HEADLINE, -1 },
	{ "descriptions", -1, -1, AD_COL_DESCRIPTION, -1 },
	{ "text", -1, -1, -1, AD_COL_KEYWORD },
	{ "matchType", -1, -1, -1, AD_COL_CRITERION },
	{ "negative", -1, -1, -1, AD_COL_CRITERION },
};

/* Whether a path is a field or something inside it. */
static bool is_in(const char *path, const char *field)
{
	size_t n = strlen(field);

	return strncmp(path, field, n) == 0 && (!path[n] || path[n] == '.' || path[n] == '[');
}

static int numbered_column(const struct ad_import_row *row, const char *path, int id)
{
	const char *open = strchr(path, '[');
	long i = open ? strtol(open + 1, NULL, 10) : 0;

	if (!open || i < 0)
		return id;
	if (id == AD_COL_HEADLINE && i < AD_HEADLINES)
		return id + row->headlines[i];
	if (id == AD_COL_DESCRIPTION && i < AD_DESCRIPTIONS)
		return id + row->descriptions[i];
	return id;
}

int ad_google_editor_column(const struct ad_import_row *row, const char *path)
{
	for (size_t i = 0; i < AD_LEN(paths); i++) {
		if (!is_in(path, paths[i].path))
			continue;
		const int by_kind[] = {
			[AD_IMPORT_CAMPAIGN] = paths[i].campaign, [AD_IMPORT_LOCATION] = -1,
			[AD_IMPORT_AD_GROUP] = paths[i].ad_group, [AD_IMPORT_AD] = paths[i].ad,
			[AD_IMPORT_KEYWORD] = paths[i].keyword,   [AD_IMPORT_NONE] = -1,
		};
		if (by_kind[row->kind] >= 0)
			return numbered_column(row, path, by_kind[row->kind]);
	}
	return -1;
}
