#include "import/meta/meta_bulk.h"

#include "base/clock.h"
#include "base/json_read.h"
#include "import/file/countries.h"
#include "import/editor/editor.h"
#include "import/file/values.h"
#include "platform/pin.h"

/* The next item of a list separated by commas, trimmed; false at the end. */
static bool meta_bulk_next_item(struct ad_str *list, struct ad_str *item)
{
	while (list->n > 0) {
		const char *comma = memchr(list->p, ',', list->n);
		size_t n = comma ? (size_t)(comma - list->p) : list->n;
		struct ad_str found = { list->p, n };
		n += comma != NULL;
		*list = (struct ad_str){ list->p + n, list->n - n };
		while (found.n > 0 && found.p[0] == ' ')
			found = (struct ad_str){ found.p + 1, found.n - 1 };
		while (found.n > 0 && found.p[found.n - 1] == ' ')
			found.n--;
		*item = found;
		if (found.n > 0)
			return true;
	}
	return false;
}

static struct ad_str meta_bulk_upper(struct ad_arena *arena, struct ad_str s)
{
	char *p = ad_arena_alloc(arena, s.n + 1);

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i] == ' ' ? '_' : s.p[i];
		p[i] = c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
	}
	p[s.n] = '\0';
	return (struct ad_str){ p, s.n };
}

/* A list of words in our spelling. */
static void meta_bulk_put_list(struct reading *r, const char *key, int id, bool in_capitals)
{
	struct ad_str list = editor_cell(r, id), item;

	if (!list.p)
		return;
	ad_json_key(&r->j, key);
	ad_json_array(&r->j);
	while (meta_bulk_next_item(&list, &item))
		ad_json_str(&r->j, in_capitals ? meta_bulk_upper(r->arena, item) : item);
	ad_json_array_end(&r->j);
}

/* An object's own status, never that of another in the row. */
static void put_status(struct reading *r, int id)
{
	if (editor_has(r, id))
		editor_put_status(r, id);
}

/* --- campaigns -------------------------------------------------------------------------------- */

static bool is_midnight(struct ad_str time)
{
	static const char *const words[] = { "12:00:00 am", "12:00 am", "00:00:00",
					     "00:00",       "0:00:00",  "0:00" };

	for (size_t i = 0; i < AD_LEN(words); i++)
		if (ad_words_are(time, words[i]))
			return true;
	return false;
}

static struct ad_str day_before(struct ad_arena *arena, struct ad_str day)
{
	struct ad_str start = ad_arena_printf(arena, "%.*sT00:00:00Z", AD_FMT(day));
	char before[11];
	int64_t us;

	if (!ad_time_parse(start, &us))
		return day;
	ad_date_in("UTC", us - AD_DAY, before);
	return ad_arena_copy(arena, ad_str(before));
}

/*
 * The day of "06/17/2025 1:09:54 pm", in the ad account's time zone. What ends as a day begins had
 * the day before as its last.
 */
static void put_day(struct reading *r, const char *key, int id)
{
	struct ad_str text = editor_cell(r, id), time = { NULL, 0 };
	const char *space = text.p ? ad_str_find(text, ' ') : NULL;

	if (!text.p)
		return;
	if (space) {
		time = ad_bulk_trim((struct ad_str){ space, text.n - (size_t)(space - text.p) });
		text.n = (size_t)(space - text.p);
	}
	struct ad_str day = ad_cell_date(r->arena, text);
	if (day.p && id == AD_COL_END_DATE && is_midnight(time))
		day = day_before(r->arena, day);
	if (day.p)
		ad_json_kstr(&r->j, key, day);
	else
		editor_problem(r, id, "it is no day", "Write the day as MM/DD/YYYY.");
}

static void put_objective(struct reading *r)
{
	struct ad_str text = editor_cell(r, AD_COL_CAMPAIGN_TYPE);
	struct ad_str word = text.p ? meta_bulk_upper(r->arena, text) : text;
	static const char *const known[] = { "TRAFFIC", "LEADS", "SALES", "AWARENESS",
					     "ENGAGEMENT" };

	if (word.p && ad_str_starts(word, "OUTCOME_"))
		word = (struct ad_str){ word.p + 8, word.n - 8 };
	for (size_t i = 0; word.p && i < AD_LEN(known); i++) {
		if (!ad_str_is(word, known[i]))
			continue;
		ad_json_kcstr(&r->j, "objective", known[i]);
		return;
	}
	editor_problem(r, AD_COL_CAMPAIGN_TYPE, "it is no objective that can be drafted",
		       "Write Outcome Traffic, Leads, Sales, Awareness or Engagement.");
}

static bool is_cheapest(struct ad_str cell)
{
	return !cell.p || ad_words_are(cell, "highest volume or value") ||
	       ad_words_are(cell, "lowest cost") || ad_words_are(cell, "lowest_cost_without_cap");
}

static bool is_zero(struct ad_str cell)
{
	return !cell.p || ad_str_is(cell, "0") || ad_str_is(cell, "0.00");
}

static void put_budget(struct reading *r)
{
	if (!is_zero(editor_cell(r, AD_COL_LIFETIME_BUDGET)))
		editor_problem(r, AD_COL_LIFETIME_BUDGET, "only daily budgets can be drafted",
			       "Write the amount a day into Campaign Daily Budget.");
	if (is_zero(editor_cell(r, AD_COL_BUDGET)) &&
	    (!is_zero(editor_cell(r, AD_COL_GROUP_BUDGET)) ||
	     !is_zero(editor_cell(r, AD_COL_GROUP_LIFETIME))))
		editor_problem(r, AD_COL_BUDGET, "budgets of ad sets cannot be drafted",
			       "Write what the campaign may spend a day into Campaign Daily "
			       "Budget.");
	else
		editor_put_number(r, "budget", AD_COL_BUDGET, false);
	if (!is_cheapest(editor_cell(r, AD_COL_BID_STRATEGY)))
		editor_problem(r, AD_COL_BID_STRATEGY, "caps and goals of bids are not taken",
			       "Write Highest volume or value, and set the bid after the import.");
}

/* The code of a country; else, of an export of adcore, the number or code of another place. */
static struct ad_str country_or_number(struct ad_str item)
{
	const char *country = ad_country_code(item);
	bool digits = item.n >= 4 && item.n <= 20;

	for (size_t i = 0; i < item.n; i++)
		digits = digits && item.p[i] >= '0' && item.p[i] <= '9';
	if (country)
		return ad_str(country);
	return digits || ad_pin_number(item) ? item : (struct ad_str){ NULL, 0 };
}

static void add_places(struct reading *r, struct ad_text *out, int id, bool excluded)
{
	struct ad_str list = editor_cell(r, id), item;

	while (meta_bulk_next_item(&list, &item)) {
		struct ad_str code = country_or_number(item);
		if (!code.p) {
			editor_problem_at(r, ad_columns_name(r->columns, id), item,
					  "it is no country", "Write countries such as DE, AT.");
			continue;
		}
		ad_text_addf(out, "%s{\"code\":\"%.*s\",\"excluded\":%s}", out->n ? "," : "",
			     AD_FMT(code), excluded ? "true" : "false");
	}
}

static void take_places(struct reading *r)
{
	struct ad_text out = ad_text_on(r->arena);

	add_places(r, &out, AD_COL_LOCATION, false);
	add_places(r, &out, AD_COL_PLACES_OUT, true);
	r->out->locations = ad_text_str(&out);
}

static void put_labels(struct reading *r)
{
	meta_bulk_put_list(r, "labels", AD_COL_LABELS, false);
}

static void read_campaign(struct reading *r)
{
	struct ad_str categories = editor_cell(r, AD_COL_CATEGORIES);
	struct ad_str buying = editor_cell(r, AD_COL_BUYING_TYPE);

	ad_json_kstr(&r->j, "name", r->out->campaign);
	ad_json_kcstr(&r->j, "platform", "meta");
	ad_json_kcstr(&r->j, "type", "SOCIAL");
	put_objective(r);
	put_budget(r);
	if (buying.p && !ad_words_are(buying, "auction"))
		editor_problem(r, AD_COL_BUYING_TYPE, "it is not bought by auction",
			       "Only campaigns of the buying type AUCTION can be imported.");
	put_status(r, AD_COL_CAMPAIGN_STATUS);
	put_day(r, "startDate", AD_COL_START_DATE);
	put_day(r, "endDate", AD_COL_END_DATE);
	put_labels(r);
	take_places(r);
	if (!categories.p && !editor_has(r, AD_COL_CATEGORY_COUNTRIES))
		return;
	ad_json_key(&r->j, "platformOptions");
	ad_json_object(&r->j);
	meta_bulk_put_list(r, "specialAdCategories", AD_COL_CATEGORIES, true);
	meta_bulk_put_list(r, "specialAdCategoryCountries", AD_COL_CATEGORY_COUNTRIES, true);
	ad_json_object_end(&r->j);
}

/* --- ad sets ---------------------------------------------------------------------------------- */

static void put_gender(struct reading *r)
{
	struct ad_str text = editor_cell(r, AD_COL_GENDER);
	bool men = ad_words_are(text, "men") || ad_words_are(text, "male");
	bool women = ad_words_are(text, "women") || ad_words_are(text, "female");

	if (!text.p || ad_words_are(text, "all"))
		return;
	if (men || women)
		ad_json_kraw(&r->j, "genders", men ? AD_S("[\"MALE\"]") : AD_S("[\"FEMALE\"]"));
	else
		editor_problem(r, AD_COL_GENDER, "it is no gender", "Write All, Men or Women.");
}

/* The id of an interest, a text or a number; absent if it is neither. */
static struct ad_str interest_id(struct ad_arena *arena, const cJSON *interest)
{
	const cJSON *id = ad_json_get(interest, "id");
	int64_t number;

	if (cJSON_IsNumber(id) && ad_json_int64(id, &number) && number > 0)
		return ad_arena_printf(arena, "%lld", (long long)number);
	return ad_json_text(id);
}

/* The one group of a flexible audience that holds interests alone; NULL if it is not that. */
static const cJSON *only_interests(const cJSON *audience)
{
	const cJSON *group = cJSON_GetArraySize(audience) == 1 && cJSON_IsArray(audience)
				     ? cJSON_GetArrayItem(audience, 0)
				     : audience;
	const cJSON *list = ad_json_get(group, "interests");

	return cJSON_IsObject(group) && cJSON_GetArraySize(group) == 1 && cJSON_IsArray(list) &&
			       list->child
		       ? list
		       : NULL;
}

static void put_interests(struct reading *r)
{
	struct ad_str cell = editor_cell(r, AD_COL_INTERESTS);
	struct ad_text text = ad_text_on(r->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;
	const cJSON *audience = cell.p ? ad_json_parse(r->arena, cell, &err) : NULL, *item;
	const cJSON *list = only_interests(audience);
	bool good = list != NULL;

	if (!cell.p || (cJSON_IsArray(audience) && !audience->child))
		return;
	ad_json_array(&j);
	cJSON_ArrayForEach(item, list)
	{
		struct ad_str id = interest_id(r->arena, item);
		good = good && id.n > 0;
		ad_json_str(&j, id);
	}
	ad_json_array_end(&j);
	if (good)
		ad_json_kraw(&r->j, "interests", ad_text_str(&text));
	else
		editor_problem(r, AD_COL_INTERESTS,
			       "it holds more than one list of interests with their ids; without "
			       "it the ads would reach others",
			       "Write [{\"interests\":[{\"id\":\"6003139266461\"}]}], or empty the "
			       "cell to import the ad set without it.");
}

static void put_targeting(struct reading *r)
{
	static const int ids[] = { AD_COL_AGE_MIN,  AD_COL_AGE_MAX, AD_COL_GENDER,
				   AD_COL_NETWORKS, AD_COL_DEVICES, AD_COL_INTERESTS };
	bool any = false;

	for (size_t i = 0; i < AD_LEN(ids); i++)
		any = any ||
		      (editor_has(r, ids[i]) && !ad_words_are(editor_cell(r, ids[i]), "all"));
	if (!any)
		return;
	ad_json_key(&r->j, "targeting");
	ad_json_object(&r->j);
	editor_put_number(r, "ageMin", AD_COL_AGE_MIN, false);
	editor_put_number(r, "ageMax", AD_COL_AGE_MAX, false);
	put_gender(r);
	meta_bulk_put_list(r, "placements", AD_COL_NETWORKS, false);
	meta_bulk_put_list(r, "devices", AD_COL_DEVICES, true);
	put_interests(r);
	ad_json_object_end(&r->j);
}

/* An id behind a prefix of its kind ("tp:123"), or by itself. */
static void put_id(struct reading *r, const char *key, int id, const char *prefix)
{
	struct ad_str text = editor_cell(r, id);
	size_t n = strlen(prefix);

	if (!text.p)
		return;
	if (ad_str_starts(text, prefix))
		text = (struct ad_str){ text.p + n, text.n - n };
	ad_json_kstr(&r->j, key, text);
}

static void put_word(struct reading *r, const char *key, int id)
{
	struct ad_str text = editor_cell(r, id);

	if (text.p && !ad_words_are(text, "undefined") && !ad_words_are(text, "none"))
		ad_json_kstr(&r->j, key, meta_bulk_upper(r->arena, text));
}

/* Meta may expand the audience: 1 or 0. */
static void put_advantage(struct reading *r)
{
	static const char *const on[] = { "1", "yes", "on", "true" };
	static const char *const off[] = { "0", "no", "off", "false" };
	struct ad_str cell = editor_cell(r, AD_COL_ADVANTAGE);

	for (size_t i = 0; i < AD_LEN(on); i++) {
		if (ad_words_are(cell, on[i]) || ad_words_are(cell, off[i])) {
			ad_json_kbool(&r->j, "advantageAudience", ad_words_are(cell, on[i]));
			return;
		}
	}
	if (cell.p)
		editor_problem(r, AD_COL_ADVANTAGE, "it says neither yes nor no",
			       "Write 1 to let Meta expand the audience, or 0.");
}

static void put_options(struct reading *r)
{
	struct ad_text text = ad_text_on(r->arena);
	struct ad_json outer = r->j;

	r->j = ad_json_on(&text);
	ad_json_object(&r->j);
	put_word(r, "optimizationGoal", AD_COL_GOAL);
	put_word(r, "billingEvent", AD_COL_BILLING);
	put_word(r, "destinationType", AD_COL_DESTINATION);
	put_id(r, "pixelId", AD_COL_PIXEL, "tp:");
	put_word(r, "customEventType", AD_COL_EVENT);
	put_advantage(r);
	editor_put_text(r, "dsaBeneficiary", AD_COL_BENEFICIARY);
	editor_put_text(r, "dsaPayor", AD_COL_PAYER);
	ad_json_object_end(&r->j);
	r->j = outer;
	if (text.n > 2)
		ad_json_kraw(&r->j, "platformOptions", ad_text_str(&text));
}

/* A start that is over holds nothing back; one to come does, unless the campaign has it too. */
static void check_group_start(struct reading *r)
{
	struct ad_str text = editor_cell(r, AD_COL_GROUP_START), day = text;
	const char *space = text.p ? ad_str_find(text, ' ') : NULL;
	char today[11];

	if (!text.p || ad_str_eq(text, editor_cell(r, AD_COL_START_DATE)))
		return;
	if (space)
		day.n = (size_t)(space - text.p);
	day = ad_cell_date(r->arena, day);
	ad_date_in("UTC", ad_now(), today);
	if (!day.p)
		editor_problem(r, AD_COL_GROUP_START, "it is no day",
			       "Write the day as MM/DD/YYYY.");
	else if (ad_str_order(day, ad_str(today)) > 0)
		editor_problem(r, AD_COL_GROUP_START, "ad sets cannot be given a start here",
			       "Empty the cell, and write the start into Campaign Start Time.");
}

/* Ad sets have languages there, campaigns here. */
static void hold_languages(struct reading *r)
{
	struct ad_str cell = editor_cell(r, AD_COL_LANGUAGES);

	if (cell.p && !ad_words_are(cell, "all") && !ad_str_is(cell, "[]"))
		editor_problem(
			r, AD_COL_LANGUAGES,
			"languages are not imported; without them the ads would reach others "
			"or spend more",
			"Empty the cell to import the row without them, and set the languages "
			"of the campaign before the ads run.");
}

static void meta_bulk_read_ad_group(struct reading *r)
{
	ad_json_kstr(&r->j, "name", r->out->ad_group);
	put_status(r, AD_COL_AD_GROUP_STATUS);
	put_targeting(r);
	put_options(r);
	take_places(r);
	check_group_start(r);
	hold_languages(r);
	if (editor_has(r, AD_COL_GROUP_STOP) &&
	    !ad_str_eq(editor_cell(r, AD_COL_GROUP_STOP), editor_cell(r, AD_COL_END_DATE)))
		editor_problem(r, AD_COL_GROUP_STOP, "ad sets cannot be given an end here",
			       "Empty the cell, and write the end into Campaign Stop Time.");
	if (!is_zero(editor_cell(r, AD_COL_MAX_CPC)) ||
	    !is_cheapest(editor_cell(r, AD_COL_GROUP_STRATEGY)))
		editor_problem(
			r, editor_has(r, AD_COL_MAX_CPC) ? AD_COL_MAX_CPC : AD_COL_GROUP_STRATEGY,
			"caps and goals of bids are not taken",
			"Empty the cell, and set the bid after the import.");
}

/* --- ads -------------------------------------------------------------------------------------- */

static void put_text_list(struct reading *r, const char *key, int id, struct ad_text *ad_key)
{
	struct ad_str text = editor_cell(r, id);

	if (text.p) {
		ad_json_key(&r->j, key);
		ad_json_array(&r->j);
		ad_json_str(&r->j, text);
		ad_json_array_end(&r->j);
		ad_text_add(ad_key, text);
		ad_text_addc(ad_key, '\n');
	}
	ad_text_addc(ad_key, '\n');
}

static bool is_video(const struct reading *r)
{
	struct ad_str type = editor_cell(r, AD_COL_AD_TYPE);

	return editor_has(r, AD_COL_VIDEO) || (type.p && ad_str_starts(type, "Video"));
}

static void meta_bulk_read_ad(struct reading *r)
{
	struct ad_text key = ad_text_on(r->arena);

	ad_json_kcstr(&r->j, "type", is_video(r) ? "VIDEO" : "IMAGE");
	editor_put_text(r, "name", AD_COL_KEYWORD);
	put_text_list(r, "headlines", AD_COL_HEADLINE, &key);
	put_text_list(r, "descriptions", AD_COL_DESCRIPTION, &key);
	editor_put_text(r, "primaryText", AD_COL_BODY);
	editor_put_text(r, "finalUrl", AD_COL_FINAL_URL);
	editor_put_text(r, "callToAction", AD_COL_BUTTON);
	put_status(r, AD_COL_STATUS);
	if (editor_has(r, AD_COL_PAGE)) {
		ad_json_key(&r->j, "platformOptions");
		ad_json_object(&r->j);
		put_id(r, "pageId", AD_COL_PAGE, "o:");
		ad_json_object_end(&r->j);
	}
	if (editor_has(r, AD_COL_IMAGE) || editor_has(r, AD_COL_VIDEO))
		r->out->note = "its picture or video stays behind; attach one before the push";
	ad_text_add(&key, editor_cell(r, AD_COL_FINAL_URL));
	ad_text_addc(&key, '\n');
	ad_text_add(&key, editor_cell(r, AD_COL_KEYWORD));
	ad_text_addc(&key, '\n');
	ad_text_add(&key, editor_cell(r, AD_COL_BODY));
	r->out->ad_key = ad_text_str(&key);
}

/* --- rows ------------------------------------------------------------------------------------- */

/* Any cell that only an ad fills. */
static bool holds_ad(const struct reading *r)
{
	static const int ids[] = { AD_COL_AD_ID,     AD_COL_KEYWORD, AD_COL_STATUS,
				   AD_COL_HEADLINE,  AD_COL_BODY,    AD_COL_DESCRIPTION,
				   AD_COL_FINAL_URL, AD_COL_BUTTON,  AD_COL_IMAGE,
				   AD_COL_VIDEO,     AD_COL_AD_TYPE };

	for (size_t i = 0; i < AD_LEN(ids); i++)
		if (editor_has(r, ids[i]))
			return true;
	return false;
}

/* Which object of the row is read. */
static enum ad_import_kind meta_bulk_kind_of(struct reading *r, unsigned wanted)
{
	bool ad = holds_ad(r);
	bool group = editor_has(r, AD_COL_AD_GROUP);

	r->out->holds_ad = ad;
	if (!editor_has(r, AD_COL_CAMPAIGN)) {
		editor_problem(r, AD_COL_CAMPAIGN, "the row names no campaign",
			       "Write the campaign's name into every row.");
		return AD_IMPORT_NONE;
	}
	if (ad && !group) {
		editor_problem(r, AD_COL_AD_GROUP, "an ad needs its ad set",
			       "Write the ad set's name.");
		return AD_IMPORT_NONE;
	}
	if (wanted & 1u << AD_IMPORT_CAMPAIGN)
		return AD_IMPORT_CAMPAIGN;
	if (wanted & 1u << AD_IMPORT_AD_GROUP)
		return group ? AD_IMPORT_AD_GROUP : AD_IMPORT_CAMPAIGN;
	return ad && wanted & 1u << AD_IMPORT_AD ? AD_IMPORT_AD : AD_IMPORT_CAMPAIGN;
}

/* An id; absent if a spreadsheet rounded it ("1.2E+17"): several objects then have the same. */
static struct ad_str kept_id(const struct reading *r, int id)
{
	struct ad_str text = editor_cell(r, id);

	if (text.p && (memmem(text.p, text.n, "E+", 2) || memmem(text.p, text.n, "e+", 2)))
		return (struct ad_str){ NULL, 0 };
	return text.p ? ad_arena_copy(r->arena, text) : text;
}

void ad_meta_bulk_row(struct ad_arena *arena, const struct ad_columns *columns,
		      const struct ad_table_row *from, unsigned wanted, struct ad_import_row *out)
{
	static void (*const readers[])(struct reading *r) = {
		[AD_IMPORT_CAMPAIGN] = read_campaign,
		[AD_IMPORT_AD_GROUP] = meta_bulk_read_ad_group,
		[AD_IMPORT_AD] = meta_bulk_read_ad,
	};
	struct ad_text text = ad_text_on(arena);
	struct reading r = { arena, columns, from, out, &out->problems, ad_json_on(&text) };

	*out = (struct ad_import_row){ .line = from->line };
	out->kind = meta_bulk_kind_of(&r, wanted);
	if (out->kind == AD_IMPORT_NONE || !editor_named(&r) || !(wanted & 1u << out->kind))
		return;
	out->campaign_id = kept_id(&r, AD_COL_CAMPAIGN_ID);
	out->ad_group_id = kept_id(&r, AD_COL_GROUP_ID);
	out->ad_id = kept_id(&r, AD_COL_AD_ID);
	ad_json_object(&r.j);
	readers[out->kind](&r);
	editor_check_narrows(&r, out->kind);
	ad_json_object_end(&r.j);
	out->input = ad_text_str(&text);
}
