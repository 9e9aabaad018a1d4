#include "import/microsoft/microsoft_bulk.h"

#include "base/json_read.h"
#include "import/editor/editor.h"
#include "import/file/cell_hours.h"
#include "import/file/countries.h"
#include "import/file/values.h"
#include "platform/pin.h"

/* The values of the column Type, in lower case, and the resources they map to. */
static const struct type {
	const char *name;
	enum ad_import_kind kind;
	bool negative; /* keywords and places that keep ads away */
	bool campaign; /* keywords on campaign level */
} types[] = {
	{ "campaign", AD_IMPORT_CAMPAIGN, false, false },
	{ "ad group", AD_IMPORT_AD_GROUP, false, false },
	{ "keyword", AD_IMPORT_KEYWORD, false, false },
	{ "ad group negative keyword", AD_IMPORT_KEYWORD, true, false },
	{ "campaign negative keyword", AD_IMPORT_KEYWORD, true, true },
	{ "responsive search ad", AD_IMPORT_AD, false, false },
	{ "campaign location criterion", AD_IMPORT_LOCATION, false, false },
	{ "campaign negative location criterion", AD_IMPORT_LOCATION, true, false },
	{ "campaign location intent criterion", AD_IMPORT_LOCATION, false, false },
	{ "campaign daytime criterion", AD_IMPORT_LOCATION, false, false },
	{ "format version", AD_IMPORT_ABOUT, false, false },
	{ "account", AD_IMPORT_ABOUT, false, false },
	{ NULL, AD_IMPORT_NONE, false, false },
};

static const struct type *microsoft_bulk_type_of(const struct reading *r)
{
	struct ad_str name = editor_cell(r, AD_COL_ROW_TYPE);
	size_t i = 0;

	while (types[i].name && !ad_words_are(name, types[i].name))
		i++;
	return &types[i];
}

/* --- campaigns -------------------------------------------------------------------------------- */

static void read_budget(struct reading *r)
{
	struct ad_str period = editor_cell(r, AD_COL_BUDGET_TYPE);

	if (editor_has(r, AD_COL_SHARED_BUDGET))
		editor_problem(r, AD_COL_SHARED_BUDGET, "shared budgets cannot be drafted",
			       "Empty the cell, and write the campaign's own Budget.");
	if (period.p && !ad_words_are(period, "dailybudgetstandard") &&
	    !ad_words_are(period, "dailybudgetaccelerated"))
		editor_problem(r, AD_COL_BUDGET_TYPE, "only daily budgets can be drafted",
			       "Write DailyBudgetStandard, and into Budget the amount a day.");
	editor_put_number(r, "budget", AD_COL_BUDGET, false);
}

static void read_campaign(struct reading *r)
{
	struct ad_str text = editor_cell(r, AD_COL_CAMPAIGN_TYPE);
	struct ad_str type = text.p ? ad_cell_campaign_type(text) : AD_S("SEARCH");

	ad_json_kstr(&r->j, "name", r->out->campaign);
	ad_json_kcstr(&r->j, "platform", "microsoft");
	if (type.p)
		ad_json_kstr(&r->j, "type", type);
	else
		editor_problem(r, AD_COL_CAMPAIGN_TYPE,
			       "it is no type of campaign that can be drafted",
			       "Only Search campaigns can be imported.");
	read_budget(r);
	editor_put_status(r, -1);
	editor_put_date(r, "startDate", AD_COL_START_DATE);
	editor_put_date(r, "endDate", AD_COL_END_DATE);
	editor_put_bidding(r);
	editor_put_languages(r);
	editor_put_text(r, "trackingTemplate", AD_COL_TRACKING);
	editor_put_text(r, "finalUrlSuffix", AD_COL_URL_SUFFIX);
}

/* Reads the record that states how places are targeted. */
static void read_intent(struct reading *r)
{
	struct ad_str target = editor_cell(r, AD_COL_LOCATION);

	if (ad_words_are(target, "peoplein"))
		r->out->geo_mode = "PRESENCE";
	else if (ad_words_are(target, "peopleinorsearchingfororviewingpages"))
		r->out->geo_mode = "PRESENCE_OR_INTEREST";
	else
		editor_problem(r, AD_COL_LOCATION, "it is no location intent",
			       "Write PeopleIn or PeopleInOrSearchingForOrViewingPages.");
}

/* An hour and a minute, which may be left out; -1, and told, if they are no time. */
static int read_time(struct reading *r, int hour, int minute)
{
	struct ad_str m = editor_cell(r, minute);
	int time = ad_cell_minutes(editor_cell(r, hour), m.p ? m : AD_S("0"));

	if (time < 0)
		editor_problem(r, hour, "it is no time at a quarter of an hour",
			       "Write the hour as 0 to 24, and the minute as 0, 15, 30 or 45.");
	return time;
}

/* Reads the record of an interval in which the ads of a campaign may show. */
static void read_hours(struct reading *r)
{
	struct ad_text text = ad_text_on(r->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_hours hours = {
		.day = ad_cell_day(editor_cell(r, AD_COL_LOCATION)),
		.from = read_time(r, AD_COL_FROM_HOUR, AD_COL_FROM_MINUTE),
		.to = read_time(r, AD_COL_TO_HOUR, AD_COL_TO_MINUTE),
	};

	if (hours.day < 0)
		editor_problem(r, AD_COL_LOCATION, "it is no day of the week",
			       "Write the day as Monday.");
	if (hours.from >= 0 && hours.to >= 0 && hours.to <= hours.from)
		editor_problem(r, AD_COL_TO_HOUR, "the hours end before they begin",
			       "Write hours that pass midnight as two records.");
	if (r->out->problems)
		return;
	ad_hours_write(&j, hours);
	r->out->hours = ad_text_str(&text);
}

static bool microsoft_bulk_is_number(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
	return s.n > 0 && s.n <= 12;
}

/* From Microsoft's number; or, of an export of adcore, a place that has none. */
static struct ad_str place_code(struct reading *r, struct ad_str cell)
{
	const struct ad_bulk_words *words = r->columns->words;
	const char *country = cell.p ? ad_country_code(cell) : NULL;

	if (country)
		return ad_str(country);
	if (ad_pin_number(cell))
		return cell;
	if (!microsoft_bulk_is_number(cell))
		return (struct ad_str){ NULL, 0 };
	return words && words->geo_code ? words->geo_code(r->arena, cell) : cell;
}

static void read_location(struct reading *r)
{
	struct ad_str id = editor_cell(r, AD_COL_LOCATION);

	struct ad_str status = editor_cell(r, AD_COL_STATUS);

	r->out->of_hours =
		ad_words_are(editor_cell(r, AD_COL_ROW_TYPE), "campaign daytime criterion");
	r->out->excludes = microsoft_bulk_type_of(r)->negative;
	if (!editor_place_stands(r))
		return;
	if (status.p && !ad_words_are(status, "active")) {
		editor_problem(r, AD_COL_STATUS, "it is no status of a place", "Write Active.");
		return;
	}
	if (r->out->of_hours) {
		read_hours(r);
		return;
	}
	if (ad_words_are(editor_cell(r, AD_COL_ROW_TYPE), "campaign location intent criterion")) {
		read_intent(r);
		return;
	}
	id = place_code(r, id);
	if (!id.p) {
		editor_problem(r, AD_COL_LOCATION, "it is no number of a place",
			       "Write Microsoft's number of the place.");
		return;
	}
	r->out->locations =
		ad_arena_printf(r->arena, "{\"code\":\"%.*s\",\"excluded\":%s}", AD_FMT(id),
				microsoft_bulk_type_of(r)->negative ? "true" : "false");
}

/* --- ad groups -------------------------------------------------------------------------------- */

static void read_network(struct reading *r)
{
	static const char *const words[][2] = {
		{ "ownedandoperatedandsyndicatedsearch",
		  "OWNED_AND_OPERATED_AND_SYNDICATED_SEARCH" },
		{ "ownedandoperatedonly", "OWNED_AND_OPERATED_ONLY" },
		{ "syndicatedsearchonly", "SYNDICATED_SEARCH_ONLY" },
	};
	struct ad_str text = editor_cell(r, AD_COL_NETWORKS);

	if (!text.p)
		return;
	for (size_t i = 0; i < AD_LEN(words); i++) {
		if (!ad_words_are(text, words[i][0]))
			continue;
		ad_json_key(&r->j, "platformOptions");
		ad_json_object(&r->j);
		ad_json_kcstr(&r->j, "network", words[i][1]);
		ad_json_object_end(&r->j);
		return;
	}
	editor_problem(r, AD_COL_NETWORKS, "it is no network of search ads",
		       "Write OwnedAndOperatedAndSyndicatedSearch, OwnedAndOperatedOnly or "
		       "SyndicatedSearchOnly.");
}

/* Reads fields that Microsoft keeps on the ad group and adcore on the campaign. */
static void read_own(struct reading *r)
{
	struct ad_str start = editor_cell(r, AD_COL_START_DATE);
	struct ad_text text = ad_text_on(r->arena);
	struct ad_json outer = r->j;
	size_t n = strlen("\"languages\":");

	if (start.p) {
		r->out->starts = ad_cell_date(r->arena, start);
		if (!r->out->starts.p)
			editor_problem(r, AD_COL_START_DATE, "it is no day",
				       "Write the day as MM/DD/YYYY.");
	}
	r->j = ad_json_on(&text);
	editor_put_languages(r);
	r->j = outer;
	if (text.n > n)
		r->out->languages = (struct ad_str){ text.p + n, text.n - n };
}

static void microsoft_bulk_read_ad_group(struct reading *r)
{
	ad_json_kstr(&r->j, "name", r->out->ad_group);
	editor_put_status(r, -1);
	editor_put_number(r, "cpcBid", AD_COL_MAX_CPC, false);
	read_network(r);
	read_own(r);
	if (editor_has(r, AD_COL_END_DATE))
		editor_problem(r, AD_COL_END_DATE, "ad groups cannot be given an end here",
			       "Empty the cell, and pause the ad group when it is over.");
}

/* --- keywords --------------------------------------------------------------------------------- */

static void microsoft_bulk_read_keyword(struct reading *r)
{
	struct ad_match match = { NULL, false, false }, marks = { NULL, false, false };
	struct ad_str text = editor_cell(r, AD_COL_KEYWORD);
	bool plus = text.n > 1 && text.p[0] == '+';
	const struct type *type = microsoft_bulk_type_of(r);
	struct ad_str cell = editor_cell(r, AD_COL_CRITERION);

	if (!cell.p || !ad_cell_match(cell, &match) || match.negative)
		editor_problem(r, AD_COL_CRITERION, "it is no match type",
			       type->negative ? "Write Exact or Phrase."
					      : "Write Exact, Phrase or Broad.");
	if (text.p) {
		text = editor_keyword_bare(r, text, &marks);
		editor_match_marks(r, &match, &marks, plus);
	}
	if (type->campaign)
		r->out->ad_group = (struct ad_str){ NULL, 0 };
	r->out->text = ad_arena_copy(r->arena, text.p ? text : AD_S(""));
	r->out->match = match.type;
	r->out->negative = type->negative;
	r->out->bid = AD_COL_KEYWORD_BID;
	ad_json_kstr(&r->j, "text", text);
	if (match.type)
		ad_json_kcstr(&r->j, "matchType", match.type);
	ad_json_kbool(&r->j, "negative", type->negative);
	editor_put_status(r, -1);
	editor_put_number(r, "cpcBid", AD_COL_KEYWORD_BID, false);
	editor_put_text(r, "finalUrl", AD_COL_FINAL_URL);
}

/* --- ads -------------------------------------------------------------------------------------- */

/* One text of the JSON list, with where it is pinned ("Headline1"). */
static bool put_asset(struct reading *r, const cJSON *item, bool headlines, struct ad_text *key)
{
	struct ad_str text = ad_json_get_text(item, "text");
	struct ad_str pin = ad_json_get_text(item, "pinnedField");
	const char *place = headlines ? "Headline" : "Description";
	size_t n = strlen(place);

	if (!text.p)
		return false;
	ad_text_add(key, ad_bulk_trim(text));
	ad_text_addc(key, '\n');
	if (pin.n == 0) {
		ad_json_str(&r->j, text);
		return true;
	}
	if (pin.n != n + 1 || !ad_str_starts(pin, place) || pin.p[n] < '1' || pin.p[n] > '3')
		return false;
	ad_json_object(&r->j);
	ad_json_kstr(&r->j, "text", text);
	ad_json_kstr(&r->j, "pin",
		     ad_arena_printf(r->arena, "%s_%c", headlines ? "HEADLINE" : "DESCRIPTION",
				     pin.p[n]));
	ad_json_object_end(&r->j);
	return true;
}

static void put_assets(struct reading *r, bool headlines, struct ad_text *key)
{
	int id = headlines ? AD_COL_HEADLINE : AD_COL_DESCRIPTION;
	struct ad_str cell = editor_cell(r, id);
	struct ad_json_error err;
	const cJSON *list = cell.p ? ad_json_parse(r->arena, cell, &err) : NULL, *item;
	bool good = !cell.p || cJSON_IsArray(list);

	ad_json_key(&r->j, headlines ? "headlines" : "descriptions");
	ad_json_array(&r->j);
	cJSON_ArrayForEach(item, list)
	{
		good = good && put_asset(r, item, headlines, key);
	}
	ad_json_array_end(&r->j);
	ad_text_addc(key, '\n');
	if (!good)
		editor_problem(r, id, "it is no list of texts in JSON",
			       "Write it as [{\"text\":\"…\",\"pinnedField\":\"Headline1\"}], "
			       "pinnedField only where the text is pinned.");
}

static void microsoft_bulk_read_ad(struct reading *r)
{
	struct ad_text key = ad_text_on(r->arena);

	ad_json_kcstr(&r->j, "type", "RESPONSIVE_SEARCH");
	put_assets(r, true, &key);
	put_assets(r, false, &key);
	editor_put_text(r, "finalUrl", AD_COL_FINAL_URL);
	editor_put_text(r, "path1", AD_COL_PATH_1);
	editor_put_text(r, "path2", AD_COL_PATH_2);
	editor_put_status(r, -1);
	ad_text_add(&key, editor_cell(r, AD_COL_FINAL_URL));
	r->out->ad_key = ad_text_str(&key);
}

/* --- rows ------------------------------------------------------------------------------------- */

/* Lower-cased; cut where no type is that long. */
static void type_word(struct ad_str name, char out[static 80])
{
	size_t n = name.n < 79 ? name.n : 79;

	for (size_t i = 0; i < n; i++)
		out[i] = name.p[i] >= 'A' && name.p[i] <= 'Z' ? (char)(name.p[i] + 32) : name.p[i];
	out[n] = '\0';
}

/* True if the record adjusts no bids. */
static bool is_unadjusted(const struct reading *r)
{
	struct ad_str bid = editor_cell(r, AD_COL_BID_ADJUSTMENT);

	return !bid.p || ad_str_is(bid, "0") || ad_str_is(bid, "0.00");
}

/* A bid adjustment of a record that is read: without it the ads would cost more, or less. */
static void check_adjustment(struct reading *r)
{
	if (is_unadjusted(r) || r->out->removed)
		return;
	r->out->holds = true;
	editor_problem(r, AD_COL_BID_ADJUSTMENT,
		       "bid adjustments are not imported; without it the ads would reach "
		       "others or spend more",
		       "Empty the cell to import the row without it, and set it on the "
		       "platform before the ads run.");
}

/*
 * A record of who sees the ads of a campaign or ad group, when and where. One that adjusts bids by
 * nothing, or is deleted, keeps nobody away.
 */
static bool is_narrowing(const struct reading *r, struct ad_str name)
{
	static const char *const parts[] = { "criterion", "association", "negative",
					     "product scope", "placement" };
	struct ad_str status = editor_cell(r, AD_COL_STATUS);
	char word[80];

	type_word(name, word);
	if (strncmp(word, "campaign ", 9) != 0 && strncmp(word, "ad group ", 9) != 0)
		return false;
	if (strstr(word, "extension") || (status.p && ad_words_are(status, "deleted")))
		return false;
	if (strstr(word, "deviceos") && editor_has(r, AD_COL_BID_ADJUSTMENT) && is_unadjusted(r))
		return false;
	for (size_t i = 0; i < AD_LEN(parts); i++)
		if (strstr(word, parts[i]))
			return true;
	return false;
}

static enum ad_import_kind microsoft_bulk_kind_of(struct reading *r)
{
	const struct type *type = microsoft_bulk_type_of(r);
	int at = r->columns->first[AD_COL_ROW_TYPE];
	struct ad_str name = editor_cell(r, AD_COL_ROW_TYPE);

	if (type->name)
		return type->kind;
	if (!name.p) {
		editor_problem_at(r, ad_columns_name(r->columns, AD_COL_ROW_TYPE), name,
				  "the row does not say what it is",
				  "Write Campaign, Ad Group, Keyword or Responsive Search Ad.");
		return AD_IMPORT_NONE;
	}
	r->out->narrows = is_narrowing(r, name);
	r->out->campaign = ad_arena_copy(r->arena, editor_cell(r, AD_COL_CAMPAIGN));
	if (editor_has(r, AD_COL_AD_GROUP))
		r->out->ad_group = ad_arena_copy(r->arena, editor_cell(r, AD_COL_AD_GROUP));
	return editor_refuse(r,
			     ad_arena_printf(r->arena, "records of the type %.*s", AD_FMT(name)).p,
			     (size_t)at);
}

void ad_microsoft_bulk_row(struct ad_arena *arena, const struct ad_columns *columns,
			   const struct ad_table_row *from, unsigned wanted,
			   struct ad_import_row *out)
{
	static void (*const readers[])(struct reading *r) = {
		[AD_IMPORT_CAMPAIGN] = read_campaign,
		[AD_IMPORT_LOCATION] = read_location,
		[AD_IMPORT_AD_GROUP] = microsoft_bulk_read_ad_group,
		[AD_IMPORT_AD] = microsoft_bulk_read_ad,
		[AD_IMPORT_KEYWORD] = microsoft_bulk_read_keyword,
	};
	struct ad_text text = ad_text_on(arena);
	struct reading r = { arena, columns, from, out, &out->problems, ad_json_on(&text) };

	*out = (struct ad_import_row){ .line = from->line };
	out->kind = microsoft_bulk_kind_of(&r);
	if (out->kind == AD_IMPORT_NONE || out->kind == AD_IMPORT_ABOUT || !editor_named(&r) ||
	    !(wanted & 1u << out->kind))
		return;
	ad_json_object(&r.j);
	readers[out->kind](&r);
	editor_check_narrows(&r, out->kind);
	check_adjustment(&r);
	ad_json_object_end(&r.j);
	out->input = ad_text_str(&text);
}
