/* Our terms and Meta's: money, words, languages, and the normal form that decides about drift. */
#include "platform/meta/adapter.h"

#include "base/json_read.h"
#include "model/currencies.h"

int64_t meta_offset(struct ad_str currency)
{
	int64_t unit = ad_currency_unit(AD_META, currency);

	return unit ? 1000000 / unit : 0;
}

static const char *const objectives[][2] = {
	{ "TRAFFIC", "OUTCOME_TRAFFIC" },       { "LEADS", "OUTCOME_LEADS" },
	{ "SALES", "OUTCOME_SALES" },           { "AWARENESS", "OUTCOME_AWARENESS" },
	{ "ENGAGEMENT", "OUTCOME_ENGAGEMENT" },
};

struct ad_str meta_objective(struct ad_str ours)
{
	for (size_t i = 0; i < AD_LEN(objectives); i++)
		if (ad_str_is(ours, objectives[i][0]))
			return ad_str(objectives[i][1]);
	return (struct ad_str){ 0 };
}

struct ad_str meta_objective_back(struct ad_str theirs)
{
	for (size_t i = 0; i < AD_LEN(objectives); i++)
		if (ad_str_is(theirs, objectives[i][1]))
			return ad_str(objectives[i][0]);
	return AD_S("OTHER");
}

const char *meta_strategy(struct ad_str ours)
{
	if (ad_str_is(ours, "TARGET_CPA"))
		return "COST_CAP";
	if (ad_str_is(ours, "TARGET_ROAS"))
		return "LOWEST_COST_WITH_MIN_ROAS";
	if (ad_str_is(ours, "MANUAL_CPC"))
		return "LOWEST_COST_WITH_BID_CAP";
	return "LOWEST_COST_WITHOUT_CAP";
}

bool meta_is_spread(const char *field)
{
	static const char *const names[] = { "locations", "languages", "startDate", "endDate" };

	for (size_t i = 0; i < AD_LEN(names); i++)
		if (strcmp(field, names[i]) == 0)
			return true;
	return false;
}

bool meta_is_content(const char *field)
{
	return strcmp(field, "status") != 0 && strcmp(field, "name") != 0;
}

/* The texts of a list in rising order, each once: their order has no meaning at Meta. */
static void meta_sorted(struct ad_text *out, const cJSON *list,
			struct ad_str (*of)(struct ad_arena *arena, const cJSON *item),
			struct ad_arena *arena)
{
	struct ad_str last = { 0 };

	for (;;) {
		struct ad_str next = { 0 };
		const cJSON *item;
		cJSON_ArrayForEach(item, list)
		{
			struct ad_str text = of(arena, item);
			if (text.p && (!last.p || strcmp(text.p, last.p) > 0) &&
			    (!next.p || strcmp(text.p, next.p) < 0))
				next = text;
		}
		if (!next.p)
			return;
		ad_text_add(out, next);
		ad_text_addc(out, ' ');
		last = next;
	}
}

static struct ad_str meta_plain(struct ad_arena *arena, const cJSON *item)
{
	return ad_arena_copy(arena, ad_json_text(item));
}

static struct ad_str meta_place(struct ad_arena *arena, const cJSON *item)
{
	return ad_arena_printf(arena, "%s%.*s",
			       cJSON_IsTrue(ad_json_get(item, "excluded")) ? "-" : "+",
			       AD_FMT(ad_json_get_text(item, "code")));
}

/* The keys of all languages, rising. */
static void meta_normal_languages(struct ad_text *out, const cJSON *list)
{
	int64_t last = 0;

	for (;;) {
		int64_t next = INT64_MAX;
		const cJSON *item;
		cJSON_ArrayForEach(item, list)
		{
			int64_t keys[META_LOCALES];
			size_t n = meta_locales(ad_json_text(item), keys);
			for (size_t i = 0; i < n; i++)
				if (keys[i] > last && keys[i] < next)
					next = keys[i];
		}
		if (next == INT64_MAX)
			return;
		ad_text_addf(out, "%lld ", (long long)next);
		last = next;
	}
}

static void meta_normal_money(struct ad_text *out, const cJSON *value)
{
	int64_t micros;

	if (ad_json_micros_of(value, &micros) && micros != 0)
		ad_text_addi(out, micros);
}

static void meta_normal_bidding(struct ad_text *out, const cJSON *bidding)
{
	const char *strategy = meta_strategy(ad_json_get_text(bidding, "strategy"));
	const cJSON *roas = ad_json_get(bidding, "targetRoas");

	if (ad_str_is(ad_json_get_text(bidding, "strategy"), "OTHER")) {
		ad_text_adds(out, "OTHER");
		return;
	}
	ad_text_adds(out, strategy);
	ad_text_addc(out, ' ');
	if (strcmp(strategy, "COST_CAP") == 0)
		meta_normal_money(out, ad_json_get(bidding, "targetCpa"));
	if (strcmp(strategy, "LOWEST_COST_WITH_MIN_ROAS") == 0 && cJSON_IsNumber(roas))
		ad_text_addf(out, "%.4f", roas->valuedouble);
}

static void normal_targeting(struct ad_text *out, struct ad_arena *arena, const cJSON *targeting)
{
	static const char *const lists[] = { "genders", "interests", "placements", "devices" };
	const cJSON *least = ad_json_get(targeting, "ageMin");
	const cJSON *most = ad_json_get(targeting, "ageMax");

	ad_text_addf(out, "%d %d ", cJSON_IsNumber(least) ? least->valueint : 18,
		     cJSON_IsNumber(most) ? most->valueint : 65);
	for (size_t i = 0; i < AD_LEN(lists); i++) {
		meta_sorted(out, ad_json_get(targeting, lists[i]), meta_plain, arena);
		ad_text_addc(out, '|');
	}
}

/* The single headline or description of a link. */
static void normal_first(struct ad_text *out, const cJSON *list)
{
	const cJSON *item = cJSON_IsArray(list) ? list->child : NULL;

	ad_text_add(out,
		    cJSON_IsObject(item) ? ad_json_get_text(item, "text") : ad_json_text(item));
}

void meta_normal(struct ad_text *out, const struct ad_resource *res, const char *field,
		 const cJSON *object)
{
	struct ad_arena *arena = out->arena;
	const cJSON *value = ad_json_get(object, field);

	(void)res;
	if (strcmp(field, "budget") == 0 || strcmp(field, "cpcBid") == 0)
		meta_normal_money(out, value);
	else if (strcmp(field, "bidding") == 0)
		meta_normal_bidding(out, value);
	else if (strcmp(field, "locations") == 0)
		meta_sorted(out, value, meta_place, arena);
	else if (strcmp(field, "languages") == 0)
		meta_normal_languages(out, value);
	else if (strcmp(field, "assetIds") == 0)
		meta_sorted(out, value, meta_plain, arena);
	else if (strcmp(field, "targeting") == 0)
		normal_targeting(out, arena, value);
	else if (strcmp(field, "headlines") == 0 || strcmp(field, "descriptions") == 0)
		normal_first(out, value);
	else if (strcmp(field, "platformOptions") == 0)
		meta_normal_options(out, object);
	else
		ad_text_add(out, ad_json_text(value));
}
