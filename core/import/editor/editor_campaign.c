/* Rows of campaigns, and of the places that they show in. */
#include "import/editor/editor.h"
#include "import/file/cell_hours.h"
#include "import/file/values.h"

void editor_put_date(struct reading *r, const char *key, int id)
{
	struct ad_str text = editor_cell(r, id);

	if (!text.p || ad_str_is(text, "[]"))
		return;
	struct ad_str day = ad_cell_date(r->arena, text);
	if (day.p && r->from->separator == ';' && ad_cell_date_is_ambiguous(text))
		editor_problem(r, id, "the month may stand first or second",
			       "Write the day as YYYY-MM-DD.");
	else if (day.p)
		ad_json_kstr(&r->j, key, day);
	else
		editor_problem(r, id, "it is no day", "Write the day as YYYY-MM-DD.");
}

static void put_type(struct reading *r)
{
	struct ad_str text = editor_cell(r, AD_COL_CAMPAIGN_TYPE);
	struct ad_str type = text.p ? ad_cell_campaign_type(text) : text;

	if (type.p)
		ad_json_kstr(&r->j, "type", type);
	else if (text.p)
		editor_problem(r, AD_COL_CAMPAIGN_TYPE,
			       "it is no type of campaign that can be drafted",
			       "Only Search campaigns can be imported.");
}

static void put_budget(struct reading *r)
{
	struct ad_str period = editor_cell(r, AD_COL_BUDGET_TYPE);

	if (period.p && !ad_words_are(period, "daily"))
		editor_problem(r, AD_COL_BUDGET_TYPE, "only daily budgets can be drafted",
			       "Set Budget type to Daily and Budget to the amount a day.");
	editor_put_number(r, "budget", AD_COL_BUDGET, false);
}

void editor_put_bidding(struct reading *r)
{
	struct ad_str text = editor_cell(r, AD_COL_BID_STRATEGY);
	struct ad_str strategy = text.p ? ad_cell_strategy(text) : text;

	if (!text.p)
		return;
	if (!strategy.p) {
		editor_problem(
			r, AD_COL_BID_STRATEGY, "it is no bid strategy that can be drafted",
			"Write Maximize clicks, Maximize conversions, Maximize conversion value, "
			"Target CPA, Target ROAS, Target impression share or Manual CPC.");
		return;
	}
	ad_json_key(&r->j, "bidding");
	ad_json_object(&r->j);
	ad_json_kstr(&r->j, "strategy", strategy);
	editor_put_number(r, "targetCpa", AD_COL_TARGET_CPA, false);
	editor_put_number(r, "targetRoas", AD_COL_TARGET_ROAS, true);
	editor_put_number(r, "maxCpc", AD_COL_CPC_LIMIT, false);
	ad_json_object_end(&r->j);
}

void editor_put_languages(struct reading *r)
{
	struct ad_str list = editor_cell(r, AD_COL_LANGUAGES), item;
	const struct ad_bulk_words *words = r->columns->words;

	if (!list.p || ad_words_are(list, "all"))
		return;
	ad_json_key(&r->j, "languages");
	ad_json_array(&r->j);
	while (ad_cell_item(&list, &item)) {
		struct ad_str code = ad_cell_language(
			r->arena, words && words->language_tag ? words->language_tag(item) : item);
		if (code.p)
			ad_json_str(&r->j, code);
		else
			editor_problem_at(r, ad_columns_name(r->columns, AD_COL_LANGUAGES), item,
					  "it is no language's code", "Write codes such as en;de.");
	}
	ad_json_array_end(&r->j);
}

static void put_labels(struct reading *r)
{
	struct ad_str list = editor_cell(r, AD_COL_LABELS), item;

	if (!list.p)
		return;
	ad_json_key(&r->j, "labels");
	ad_json_array(&r->j);
	while (ad_cell_item(&list, &item))
		ad_json_str(&r->j, item);
	ad_json_array_end(&r->j);
}

static void put_networks(struct reading *r)
{
	struct ad_str list = editor_cell(r, AD_COL_NETWORKS), item;

	if (!list.p)
		return;
	ad_json_key(&r->j, "networks");
	ad_json_array(&r->j);
	while (ad_cell_item(&list, &item)) {
		struct ad_str network = ad_cell_network(item);
		if (network.p)
			ad_json_str(&r->j, network);
		else
			editor_problem_at(
				r, ad_columns_name(r->columns, AD_COL_NETWORKS), item,
				"it is no network",
				"Write Google search, Search Partners or Display Network, "
				"separated by semicolons.");
	}
	ad_json_array_end(&r->j);
}

static void put_geo_mode(struct reading *r)
{
	struct ad_str text = editor_cell(r, AD_COL_GEO_MODE);

	if (!text.p)
		return;
	if (ad_words_are(text, "location of presence"))
		ad_json_kcstr(&r->j, "geoMode", "PRESENCE");
	else if (ad_words_are(text, "location of presence or area of interest"))
		ad_json_kcstr(&r->j, "geoMode", "PRESENCE_OR_INTEREST");
	else
		editor_problem(r, AD_COL_GEO_MODE, "it is no targeting method",
			       "Write Location of presence, or Location of presence or Area of "
			       "interest.");
}

/* The hours in which the ads may show; null where the cell says always. */
static void put_hours(struct reading *r)
{
	struct ad_str cell = editor_cell(r, AD_COL_SCHEDULE), list;

	if (!cell.p)
		return;
	if (ad_cell_hours_always(cell))
		ad_json_kraw(&r->j, "adSchedule", AD_S("null"));
	else if (ad_cell_hours(r->arena, cell, &list))
		ad_json_kraw(&r->j, "adSchedule", list);
	else
		editor_problem(
			r, AD_COL_SCHEDULE,
			"it holds something else than days and quarters of an hour; without it the "
			"ads would show at other times",
			"Write (Monday[09:00-17:30]);(Tuesday[09:00-17:30]), without bid "
			"adjustments, or empty the cell to show the ads always.");
}

static void put_political(struct reading *r)
{
	struct ad_str text = editor_cell(r, AD_COL_EU_POLITICAL);

	if (!text.p)
		return;
	if (ad_words_are(text, "doesn't have eu political ads") || ad_words_are(text, "no"))
		ad_json_kbool(&r->j, "euPolitical", false);
	else if (ad_words_are(text, "has eu political ads") || ad_words_are(text, "yes"))
		ad_json_kbool(&r->j, "euPolitical", true);
	else
		editor_problem(r, AD_COL_EU_POLITICAL, "it says neither yes nor no",
			       "Write Doesn't have EU political ads, or Has EU political ads.");
}

static void add_location(struct ad_text *out, struct ad_str code, bool excluded)
{
	if (out->n)
		ad_text_addc(out, ',');
	ad_text_addf(out, "{\"code\":\"%.*s\",\"excluded\":%s}", AD_FMT(code),
		     excluded ? "true" : "false");
}

static void add_places(struct reading *r, struct ad_text *out, int column, struct ad_str id,
		       bool excluded)
{
	struct ad_str list = editor_cell(r, column), item;

	while (ad_cell_item(&list, &item)) {
		struct ad_str code = ad_cell_place(r->arena, item, id);
		if (code.p)
			add_location(out, code, excluded);
		else
			editor_problem_at(
				r, ad_columns_name(r->columns, column), item,
				"it is no country, and the row has no number for it",
				"Write the country, or Google's number of the place into the "
				"column ID.");
	}
}

/* The places that the row itself names. */
static void take_locations(struct reading *r, struct ad_str id)
{
	struct ad_text out = ad_text_on(r->arena);
	struct ad_match match;
	struct ad_str type = editor_cell(r, AD_COL_CRITERION);
	bool excluded = type.p && (ad_words_are(type, "excluded") ||
				   (ad_cell_match(type, &match) && match.negative));

	r->out->excludes = excluded;
	add_places(r, &out, AD_COL_LOCATION, id, excluded);
	add_places(r, &out, AD_COL_PLACES_OUT, (struct ad_str){ NULL, 0 }, true);
	if (out.n)
		r->out->locations = ad_text_str(&out);
}

void editor_read_campaign(struct reading *r)
{
	ad_json_kstr(&r->j, "name", r->out->campaign);
	ad_json_kcstr(&r->j, "platform", "google");
	put_type(r);
	put_budget(r);
	editor_put_status(r, AD_COL_CAMPAIGN_STATUS);
	editor_put_date(r, "startDate", AD_COL_START_DATE);
	editor_put_date(r, "endDate", AD_COL_END_DATE);
	editor_put_bidding(r);
	editor_put_languages(r);
	put_labels(r);
	put_hours(r);
	editor_put_text(r, "trackingTemplate", AD_COL_TRACKING);
	editor_put_text(r, "finalUrlSuffix", AD_COL_URL_SUFFIX);
	if (editor_has(r, AD_COL_NETWORKS) || editor_has(r, AD_COL_EU_POLITICAL) ||
	    editor_has(r, AD_COL_GEO_MODE)) {
		ad_json_key(&r->j, "platformOptions");
		ad_json_object(&r->j);
		put_networks(r);
		put_geo_mode(r);
		put_political(r);
		ad_json_object_end(&r->j);
	}
	take_locations(r, (struct ad_str){ NULL, 0 });
}

void editor_read_location(struct reading *r)
{
	/* A place's name may hold a semicolon nowhere; its number stands beside it. */
	if (editor_place_stands(r))
		take_locations(r, editor_cell(r, AD_COL_LOCATION_ID));
}
