/* Our fields and Reddit's, one by one, and the normal form that decides about drift. */
#include "platform/reddit/adapter.h"

#include "base/json_read.h"
#include "model/keyword_text.h"

static const struct reddit_field fields[] = {
	{ AD_R_CAMPAIGN, "name", RF_TEXT, "name", false },
	{ AD_R_CAMPAIGN, "type", RF_FIXED, NULL, false },
	{ AD_R_CAMPAIGN, "budget", RF_MONEY, "goal_value", false },
	{ AD_R_CAMPAIGN, "status", RF_STATUS, "configured_status", false },
	{ AD_R_CAMPAIGN, "objective", RF_OBJECTIVE, NULL, false },
	{ AD_R_CAMPAIGN, "startDate", RF_START, "start_time", false },
	{ AD_R_CAMPAIGN, "endDate", RF_END, "end_time", false },
	{ AD_R_CAMPAIGN, "bidding", RF_BIDDING, NULL, false },
	{ AD_R_CAMPAIGN, "locations", RF_PLACES, NULL, false },
	{ AD_R_CAMPAIGN, "languages", RF_LANGUAGES, NULL, false },
	{ AD_R_CAMPAIGN, "platformOptions", RF_PIXEL, NULL, false },
	{ AD_R_AD_GROUP, "name", RF_TEXT, "name", false },
	{ AD_R_AD_GROUP, "status", RF_STATUS, "configured_status", false },
	{ AD_R_AD_GROUP, "budget", RF_MONEY, "goal_value", false },
	{ AD_R_AD_GROUP, "targeting", RF_TARGETING, NULL, false },
	{ AD_R_AD_GROUP, "platformOptions", RF_GOAL, NULL, false },
	{ AD_R_AD, "type", RF_FIXED, NULL, true },
	{ AD_R_AD, "status", RF_STATUS, "configured_status", false },
	{ AD_R_AD, "finalUrl", RF_TEXT, "click_url", false },
	{ AD_R_AD, "headlines", RF_HEADLINE, NULL, true },
	{ AD_R_AD, "primaryText", RF_TEXT, NULL, true },
	{ AD_R_AD, "callToAction", RF_BUTTON, NULL, true },
	{ AD_R_AD, "assetIds", RF_MEDIA, NULL, true },
	{ AD_R_KEYWORD, "text", RF_FIXED, NULL, false },
	{ AD_R_KEYWORD, "matchType", RF_FIXED, NULL, false },
	{ AD_R_KEYWORD, "negative", RF_FIXED, NULL, false },
	{ AD_R_KEYWORD, "status", RF_STATUS, NULL, false },
};

const struct reddit_field *reddit_field(enum ad_resource_id resource, const char *field)
{
	for (size_t i = 0; i < AD_LEN(fields); i++)
		if (fields[i].resource == resource && strcmp(fields[i].field, field) == 0)
			return &fields[i];
	return NULL;
}

const struct reddit_objective reddit_objectives[] = {
	{ "TRAFFIC", "CLICKS", "CPC", NULL },
	{ "LEADS", "LEAD_GENERATION", "CPC", "LEAD" },
	{ "SALES", "SALES", "CPC", "PURCHASE" },
	{ "AWARENESS", "BRAND_AWARENESS", "CPM", NULL },
};
const size_t reddit_objective_count = AD_LEN(reddit_objectives);

const struct reddit_objective *reddit_objective_of(struct ad_str ours)
{
	for (size_t i = 0; i < reddit_objective_count; i++)
		if (ad_str_is(ours, reddit_objectives[i].ours))
			return &reddit_objectives[i];
	return &reddit_objectives[0];
}

struct reddit_bidding reddit_bidding_of(const cJSON *bidding)
{
	struct reddit_bidding b = { "BIDLESS", 0 };
	bool target = ad_str_is(ad_json_get_text(bidding, "strategy"), "TARGET_CPA");

	if (ad_json_micros_of(ad_json_get(bidding, target ? "targetCpa" : "maxCpc"), &b.value))
		b.strategy = target ? "TARGET_CPX" : "MAXIMIZE_VOLUME";
	return b;
}

static void reddit_normal_bidding(struct ad_text *out, const cJSON *value)
{
	struct reddit_bidding b = reddit_bidding_of(value);

	ad_text_adds(out, ad_str_is(ad_json_get_text(value, "strategy"), "OTHER") ? "OTHER"
										  : b.strategy);
	if (b.value) {
		ad_text_addc(out, ' ');
		ad_text_addi(out, b.value);
	}
}

static int reddit_order(struct ad_str a, struct ad_str b)
{
	int way = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);

	return way ? way : (a.n > b.n) - (a.n < b.n);
}

/* The texts of a list in rising order, each once: their order has no meaning. */
static void normal_set(struct ad_text *out, const cJSON *list)
{
	struct ad_str last = { NULL, 0 };

	for (;;) {
		struct ad_str next = { NULL, 0 };
		const cJSON *item;
		cJSON_ArrayForEach(item, list)
		{
			struct ad_str s = ad_json_text(item);
			if (s.n && (!last.p || reddit_order(s, last) > 0) &&
			    (!next.p || reddit_order(s, next) < 0))
				next = s;
		}
		if (!next.p)
			return;
		ad_json_escape(out, next);
		ad_text_addc(out, '"');
		last = next;
	}
}

/* Locations in rising order, the excluded ones last. */
static void normal_places(struct ad_text *out, const cJSON *list)
{
	for (int excluded = 0; excluded < 2; excluded++) {
		struct ad_str last = { NULL, 0 };
		for (;;) {
			struct ad_str next = { NULL, 0 };
			const cJSON *item;
			cJSON_ArrayForEach(item, list)
			{
				struct ad_str s = ad_json_get_text(item, "code");
				bool kept_out = cJSON_IsTrue(ad_json_get(item, "excluded"));
				if (kept_out == (excluded == 1) && s.n &&
				    (!last.p || reddit_order(s, last) > 0) &&
				    (!next.p || reddit_order(s, next) < 0))
					next = s;
			}
			if (!next.p)
				break;
			ad_text_add(out, next);
			ad_text_addc(out, excluded ? '-' : '+');
			last = next;
		}
	}
}

/* The first two letters decide: "de-AT" is DE at Reddit. */
static void reddit_normal_languages(struct ad_text *out, const cJSON *list)
{
	bool has[26 * 26] = { false };
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		struct ad_str s = ad_json_text(item);
		int a = s.n >= 2 ? (s.p[0] | 32) - 'a' : -1,
		    b = s.n >= 2 ? (s.p[1] | 32) - 'a' : -1;
		if (a >= 0 && a < 26 && b >= 0 && b < 26)
			has[a * 26 + b] = true;
	}
	for (int i = 0; i < 26 * 26; i++)
		if (has[i])
			ad_text_addf(out, "%c%c ", 'a' + i / 26, 'a' + i % 26);
}

/* One of the two is a choice; neither and both mean everybody. Other words are choices too. */
static void normal_choice(struct ad_text *out, const cJSON *list, const char *one, const char *two)
{
	bool first = false, second = false;
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		first = first || ad_str_is(ad_json_text(item), one);
		second = second || ad_str_is(ad_json_text(item), two);
		if (!ad_str_is(ad_json_text(item), one) && !ad_str_is(ad_json_text(item), two)) {
			ad_text_add(out, ad_json_text(item));
			ad_text_addc(out, ',');
		}
	}
	if (first != second)
		ad_text_adds(out, first ? one : two);
	ad_text_addc(out, ';');
}

static void normal_targeting(struct ad_text *out, const cJSON *value)
{
	normal_choice(out, ad_json_get(value, "genders"), "FEMALE", "MALE");
	normal_choice(out, ad_json_get(value, "devices"), "MOBILE", "DESKTOP");
	normal_choice(out, ad_json_get(value, "placements"), "FEED", "COMMENTS_PAGE");
	normal_set(out, ad_json_get(value, "interests"));
	ad_text_addc(out, ';');
	normal_set(out, ad_json_get(value, "communities"));
}

static void normal_headline(struct ad_text *out, const cJSON *list)
{
	const cJSON *first = cJSON_IsArray(list) ? list->child : NULL;

	ad_text_add(out,
		    cJSON_IsObject(first) ? ad_json_get_text(first, "text") : ad_json_text(first));
}

/* The texts in their order. */
static void normal_list(struct ad_text *out, const cJSON *list)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		ad_text_add(out, ad_json_text(item));
		ad_text_addc(out, ' ');
	}
}

/* Reddit has no paused keywords and no status of negative ones: a keyword exists or does not. */
static void normal_keyword_status(struct ad_text *out, const cJSON *keyword)
{
	struct ad_str status = ad_json_get_text(keyword, "status");

	if (reddit_is_negative(keyword))
		ad_text_adds(out, ad_str_is(status, "REMOVED") ? "" : "ENABLED");
	else
		ad_text_adds(out, ad_str_is(status, "ENABLED") ? "ENABLED" : "");
}

static void reddit_normal_money(struct ad_text *out, const cJSON *value)
{
	int64_t micros;

	if (ad_json_micros_of(value, &micros) && micros)
		ad_text_addi(out, micros);
}

static void normal_fixed(struct ad_text *out, const cJSON *value)
{
	if (cJSON_IsBool(value))
		ad_text_addi(out, cJSON_IsTrue(value));
	else
		ad_text_add(out, ad_json_text(value));
}

static void reddit_normal_form(struct ad_text *out, enum reddit_form form, const cJSON *value)
{
	switch (form) {
	case RF_TEXT:
	case RF_STATUS:
	case RF_OBJECTIVE:
	case RF_START:
	case RF_END:
		ad_text_add(out, ad_json_text(value));
		break;
	case RF_MONEY:
		reddit_normal_money(out, value);
		break;
	case RF_FIXED:
		normal_fixed(out, value);
		break;
	case RF_BIDDING:
		reddit_normal_bidding(out, value);
		break;
	case RF_PLACES:
		normal_places(out, value);
		break;
	case RF_LANGUAGES:
		reddit_normal_languages(out, value);
		break;
	case RF_TARGETING:
		normal_targeting(out, value);
		break;
	case RF_HEADLINE:
		normal_headline(out, value);
		break;
	case RF_BUTTON:
		/* "Shop Now" and "SHOP_NOW" are the same button. */
		reddit_add_button(out, ad_json_text(value));
		break;
	case RF_MEDIA:
		normal_list(out, value);
		break;
	case RF_GOAL:
		ad_text_add(out, ad_json_get_text(value, "optimizationGoal"));
		break;
	case RF_PIXEL:
		break;
	}
}

void reddit_normal(struct ad_text *out, const struct ad_resource *res, const char *field,
		   const cJSON *object)
{
	const struct reddit_field *row = reddit_field(res->id, field);

	if (!row)
		return;
	if (res->id == AD_R_KEYWORD && row->form == RF_STATUS)
		normal_keyword_status(out, object);
	else if (res->id == AD_R_KEYWORD && strcmp(field, "text") == 0)
		ad_keyword_fold(out, AD_REDDIT, ad_json_get_text(object, field));
	else
		reddit_normal_form(out, row->form, ad_json_get(object, field));
}
