/*
 * Money in both directions through the adapters' own functions. In every currency that a
 * platform publishes (suite/currencies.json, by the smallest amount in micros), each budget and
 * bid has the intended value there and reads back unchanged.
 */
#include "tests/support/arena.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "model/currencies.h"
#include "model/vocabulary.h"
#include "platform/google/adapter.h"
#include "platform/meta/adapter.h"
#include "platform/microsoft/adapter.h"
#include "platform/reddit/adapter.h"

#define ROUNDS 16
/* The maximum of a money field, in micros. */
#define MOST INT64_C(1000000000000000)

static const cJSON *published(struct ad_arena *arena)
{
	const char *root = getenv("ADCORE_SOURCE_ROOT");
	struct ad_str path = ad_arena_printf(
		arena, "%s/tests/unit/core/platform/suite/currencies.json", root ? root : ".");
	char *text = ad_arena_zalloc(arena, 8192);
	FILE *file = fopen(path.p, "r");

	assert_non_null(file);
	assert_true(fread(text, 1, 8191, file) < 8191);
	fclose(file);
	return json(arena, text);
}

/* The micros that a platform's page gives for a currency; 0 where it does not name it. */
static int64_t unit_of(const cJSON *platform, const char *currency)
{
	const cJSON *list;

	cJSON_ArrayForEach(list, platform)
	{
		const char *at = strstr(list->valuestring, currency);
		if (at && (at == list->valuestring || at[-1] == ' '))
			return strtoll(list->string, NULL, 10);
	}
	return 0;
}

/* Calls with each three capitals. */
static void every_code(struct ad_arena *arena, const cJSON *pages,
		       void (*each)(struct ad_arena *arena, const cJSON *pages, const char *code))
{
	for (char a = 'A'; a <= 'Z'; a++)
		for (char b = 'A'; b <= 'Z'; b++)
			for (char c = 'A'; c <= 'Z'; c++)
				each(arena, pages, (const char[]){ a, b, c, '\0' });
}

static void as_published(struct ad_arena *arena, const cJSON *pages, const char *code)
{
	(void)arena;
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		const cJSON *page = ad_json_get(pages, ad_platform_name((enum ad_platform)p));
		int64_t unit = ad_currency_unit((enum ad_platform)p, ad_str(code));
		int64_t want = page ? unit_of(page, code) : ad_currency_valid(ad_str(code)) ? 1 : 0;
		if (unit != want)
			fail_msg("%s %s: %lld, not %lld", ad_platform_name((enum ad_platform)p),
				 code, (long long)unit, (long long)want);
	}
}

/* Exactly the currencies that the platforms' pages name, with the published amounts. */
static void rows_are_as_published(void **state)
{
	every_code(*state, published(*state), as_published);
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		assert_int_equal(ad_currency_unit((enum ad_platform)p, AD_S("")), 0);
		assert_int_equal(ad_currency_unit((enum ad_platform)p, AD_S("US")), 0);
		assert_int_equal(ad_currency_unit((enum ad_platform)p, AD_S("USDX")), 0);
	}
}

#define BIDS(strategy, field)                                                                      \
	"{\"name\":\"Spring\",\"type\":\"SEARCH\",\"status\":\"PAUSED\",\"budget\":5,"             \
	"\"bidding\":{\"strategy\":\"" strategy "\",\"" field "\":%s}}"
#define SOCIAL(rest)                                                                               \
	"{\"name\":\"Spring\",\"type\":\"SOCIAL\",\"status\":\"PAUSED\",\"objective\":"            \
	"\"TRAFFIC\"," rest "}"
#define GROUP(rest) "{\"name\":\"Running\",\"status\":\"PAUSED\"," rest "}"
#define DAY "{\"name\":\"Spring\",\"type\":\"SEARCH\",\"status\":\"PAUSED\",\"budget\":%s}"
#define KEYWORD                                                                                    \
	"{\"text\":\"rolls\",\"matchType\":\"EXACT\",\"negative\":false,\"status\":\"PAUSED\","    \
	"\"cpcBid\":%s}"

/* The place of an amount in a request, and a response with the same number. */
static const struct wire {
	enum ad_platform platform;
	const struct ad_resource *res;
	const char *group, *field; /* of ours; `group` NULL at the top */
	const char *want;
	const char *key, *end;
	int64_t micros; /* of 1 there; 0: by the currency */
	const char *answer;
} wires[] = {
	{ AD_GOOGLE, &ad_resource_campaign, NULL, "budget", DAY, "\"amountMicros\":\"", "\"", 1,
	  "{\"campaign\":{\"id\":\"1\"},\"campaignBudget\":{\"amountMicros\":\"%s\"}}" },
	{ AD_GOOGLE, &ad_resource_campaign, "bidding", "targetCpa",
	  BIDS("MAXIMIZE_CONVERSIONS", "targetCpa"), "\"targetCpaMicros\":\"", "\"", 1,
	  "{\"campaign\":{\"id\":\"1\",\"biddingStrategyType\":\"MAXIMIZE_CONVERSIONS\","
	  "\"maximizeConversions\":{\"targetCpaMicros\":\"%s\"}}}" },
	{ AD_GOOGLE, &ad_resource_campaign, "bidding", "maxCpc", BIDS("MAXIMIZE_CLICKS", "maxCpc"),
	  "\"cpcBidCeilingMicros\":\"", "\"", 1,
	  "{\"campaign\":{\"id\":\"1\",\"biddingStrategyType\":\"TARGET_SPEND\",\"targetSpend\":{"
	  "\"cpcBidCeilingMicros\":\"%s\"}}}" },
	{ AD_GOOGLE, &ad_resource_ad_group, NULL, "cpcBid", GROUP("\"cpcBid\":%s"),
	  "\"cpcBidMicros\":\"", "\"", 1,
	  "{\"campaign\":{\"id\":\"1\"},\"adGroup\":{\"id\":\"2\",\"cpcBidMicros\":\"%s\"}}" },
	{ AD_GOOGLE, &ad_resource_keyword, NULL, "cpcBid", KEYWORD, "\"cpcBidMicros\":\"", "\"", 1,
	  "{\"adGroup\":{\"id\":\"2\"},\"adGroupCriterion\":{\"criterionId\":\"3\","
	  "\"cpcBidMicros\":\"%s\"}}" },
	{ AD_MICROSOFT, &ad_resource_campaign, NULL, "budget", DAY, "\"DailyBudget\":", ",}",
	  1000000, "{\"Id\":\"1\",\"DailyBudget\":%s}" },
	{ AD_MICROSOFT, &ad_resource_campaign, "bidding", "targetCpa",
	  BIDS("MAXIMIZE_CONVERSIONS", "targetCpa"), "\"TargetCpa\":", ",}", 1000000,
	  "{\"Id\":\"1\",\"BiddingScheme\":{\"Type\":\"MaxConversions\",\"TargetCpa\":%s}}" },
	{ AD_MICROSOFT, &ad_resource_campaign, "bidding", "maxCpc",
	  BIDS("MAXIMIZE_CLICKS", "maxCpc"), "\"MaxCpc\":{\"Amount\":", ",}", 1000000,
	  "{\"Id\":\"1\",\"BiddingScheme\":{\"Type\":\"MaxClicks\",\"MaxCpc\":{\"Amount\":%s}}}" },
	{ AD_MICROSOFT, &ad_resource_ad_group, NULL, "cpcBid", GROUP("\"cpcBid\":%s"),
	  "\"CpcBid\":{\"Amount\":", ",}", 1000000, "{\"Id\":\"2\",\"CpcBid\":{\"Amount\":%s}}" },
	{ AD_MICROSOFT, &ad_resource_keyword, NULL, "cpcBid", KEYWORD, "\"Bid\":{\"Amount\":", ",}",
	  1000000, "{\"Id\":\"3\",\"Bid\":{\"Amount\":%s}}" },
	{ AD_REDDIT, &ad_resource_campaign, NULL, "budget", SOCIAL("\"budget\":%s"),
	  "\"goal_value\":", ",}", 1,
	  "{\"id\":\"1\",\"goal_type\":\"DAILY_SPEND\",\"goal_value\":%s}" },
	{ AD_REDDIT, &ad_resource_campaign, "bidding", "maxCpc",
	  SOCIAL("\"budget\":5,\"bidding\":{\"strategy\":\"MAXIMIZE_CLICKS\",\"maxCpc\":%s}"),
	  "\"bid_value\":", ",}", 1,
	  "{\"id\":\"1\",\"bid_strategy\":\"MAXIMIZE_VOLUME\",\"bid_value\":%s}" },
	{ AD_META, &ad_resource_campaign, NULL, "budget", SOCIAL("\"budget\":%s"),
	  "daily_budget=", "&", 0, "{\"id\":\"1\",\"daily_budget\":\"%s\"}" },
	{ AD_META, &ad_resource_ad_group, NULL, "budget", GROUP("\"cpcBid\":1,\"budget\":%s"),
	  "daily_budget=", "&", 0, "{\"id\":\"2\",\"daily_budget\":\"%s\"}" },
	{ AD_META, &ad_resource_ad_group, NULL, "cpcBid", GROUP("\"cpcBid\":%s"),
	  "bid_amount=", "&", 0,
	  "{\"id\":\"2\",\"bid_amount\":\"%s\",\"campaign\":{\"bid_strategy\":"
	  "\"LOWEST_COST_WITH_BID_CAP\"}}" },
};

static struct ad_link link_in(struct ad_arena *arena, const char *currency)
{
	return (struct ad_link){
		.api_url = AD_S("https://ads.example"),
		.account_id = AD_S("1234567890"),
		.currency = ad_arena_copy(arena, ad_str(currency)),
		.timezone = AD_S("UTC"),
		.settings = json(arena, "{\"pageId\":\"5\",\"profileId\":\"t2_2\"}"),
		.developer_token = AD_S("d"),
		.eu_political = AD_DECLARED_NO,
		.now = INT64_C(1795250000) * AD_SECOND,
		.client_secret = AD_S("s"),
		.access_token = AD_S("t"),
	};
}

/* `form` with `number` in the place of its %s. */
static const char *filled(struct ad_arena *arena, const char *form, const char *number)
{
	struct ad_text text = ad_text_on(arena);
	const char *at = strstr(form, "%s");

	ad_text_add(&text, (struct ad_str){ form, (size_t)(at - form) });
	ad_text_adds(&text, number);
	ad_text_adds(&text, at + 2);
	return ad_text_str(&text).p;
}

static const char *our_words(struct ad_arena *arena, int64_t micros)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_micros(&j, micros);
	return ad_text_str(&text).p;
}

/* The amount on the wire for that many micros. */
static const char *sent(struct ad_arena *arena, const struct wire *w, const struct ad_link *link,
			int64_t micros)
{
	struct ad_http_request request = { 0 };
	struct ad_platform_error error;
	const char *parent = "{\"type\":\"SOCIAL\",\"objective\":\"TRAFFIC\",\"bidding\":{"
			     "\"strategy\":\"MANUAL_CPC\"},\"startDate\":\"2027-01-01\"}";
	struct ad_piece piece = { .op = AD_OP_CREATE,
				  .res = w->res,
				  .id = AD_S("cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3"),
				  .want = json(arena,
					       filled(arena, w->want, our_words(arena, micros))) };
	const struct ad_adapter *adapter = ad_adapter_of(w->platform);
	const char *at;

	if (w->res->id != AD_R_CAMPAIGN) {
		piece.parent_remote_id = AD_S("22");
		piece.parent = json(arena, parent);
	}
	if (!adapter->can(arena, &piece, &error))
		fail_msg("%s: %s", w->want, error.message.p);
	assert_int_equal(adapter->build(arena, link, &piece, 1, 0, &request), AD_BUILT);
	at = strstr(request.body.p, w->key);
	if (!at)
		fail_msg("no %s in %s", w->field, request.body.p);
	at += strlen(w->key);
	return ad_arena_copy(arena, (struct ad_str){ at, strcspn(at, w->end) }).p;
}

static int64_t heard(struct ad_arena *arena, const struct wire *w, const struct ad_link *link,
		     const char *number)
{
	const struct ad_piece piece = { .res = w->res };
	const struct ad_ask ask = { .link = link, .pieces = &piece, .count = 1 };
	const cJSON *answer = json(arena, filled(arena, w->answer, number));
	struct ad_remote *remote;
	const cJSON *fields;
	int64_t micros = -1;

	remote = w->platform == AD_GOOGLE      ? google_live(arena, &ask, answer)
		 : w->platform == AD_MICROSOFT ? microsoft_live(arena, &piece, AD_S(""), answer)
		 : w->platform == AD_REDDIT    ? reddit_live(arena, &ask, answer)
					       : meta_live(arena, &ask, answer, NULL);
	assert_non_null(remote);
	fields = w->group ? ad_json_get(remote->fields, w->group) : remote->fields;
	if (!ad_json_micros_of(ad_json_get(fields, w->field), &micros))
		fail_msg("no %s heard of %s", w->field, filled(arena, w->answer, number));
	return micros;
}

/* The same on every run. */
static uint64_t next_number(void)
{
	static uint64_t state = UINT64_C(0x9e3779b97f4a7c15);

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* Small ones, large ones, the least and the most. */
static int64_t an_amount(int round, int64_t unit)
{
	int64_t most = MOST / unit >> (round % 4 * 8);

	return round == 0   ? unit
	       : round == 1 ? MOST
			    : (1 + (int64_t)(next_number() % (uint64_t)most)) * unit;
}

static void there_and_back(struct ad_arena *outer, const cJSON *pages, const char *code)
{
	(void)pages;
	for (size_t i = 0; i < AD_LEN(wires); i++) {
		const struct wire *w = &wires[i];
		int64_t unit = ad_currency_unit(w->platform, ad_str(code));
		if (!unit)
			continue;
		struct ad_arena *arena = ad_arena_new();
		struct ad_link link = link_in(arena, code);
		int64_t scale = w->micros ? w->micros : unit;
		for (int round = 0; round < ROUNDS; round++) {
			int64_t micros = an_amount(round, unit);
			const char *number = sent(arena, w, &link, micros);
			int64_t back = heard(arena, w, &link, number);
			char *end;
			/*
			 * long double holds 64 bits: the platform's number times the value of 1
			 * there.
			 */
			long double there = strtold(number, &end) * (long double)scale;
			if (back != micros || *end || llroundl(there) != micros)
				fail_msg("%s %s %s: %lld went as %s and came as %lld",
					 ad_platform_name(w->platform), w->field, code,
					 (long long)micros, number, (long long)back);
		}
		ad_arena_free(arena);
	}
	(void)outer;
}

static void money_goes_there_and_back(void **state)
{
	every_code(*state, NULL, there_and_back);
}

/*
 * An amount above the maximum still reads as an amount: more than can be stored, never as
 * nothing.
 */
static void absurd_amounts_are_too_large(void **state)
{
	struct ad_link link = link_in(*state, "JPY");
	static const char *const numbers[] = { "99999999999999999999", "9223372036854775807",
					       "1234567890123456789012345678" };

	for (size_t i = 0; i < AD_LEN(wires) * AD_LEN(numbers); i++) {
		struct wire w = wires[i / AD_LEN(numbers)];
		const struct ad_piece piece = { .res = w.res };
		const struct ad_ask ask = { .link = &link, .pieces = &piece, .count = 1 };
		bool is_text = strstr(w.answer, "\"%s\"") != NULL;
		/* A number beyond 2^53 makes the whole answer unreadable. */
		const char *number = is_text ? numbers[i % AD_LEN(numbers)] : "9007199254740991";
		const cJSON *answer = json(*state, filled(*state, w.answer, number));
		struct ad_remote *remote =
			w.platform == AD_GOOGLE ? google_live(*state, &ask, answer)
			: w.platform == AD_MICROSOFT
				? microsoft_live(*state, &piece, AD_S(""), answer)
			: w.platform == AD_REDDIT ? reddit_live(*state, &ask, answer)
						  : meta_live(*state, &ask, answer, NULL);
		const cJSON *fields =
			w.group ? ad_json_get(remote->fields, w.group) : remote->fields;
		const cJSON *amount = ad_json_get(fields, w.field);
		if (!cJSON_IsNumber(amount) || !(amount->valuedouble > AD_JSON_MONEY_MAX))
			fail_msg("%s %s: %s", ad_platform_name(w.platform), w.field, number);
	}
}

static void a_negative_amount_is_none(void **state)
{
	struct ad_link link = link_in(*state, "JPY");
	const struct ad_piece piece = { .res = &ad_resource_campaign };
	const struct ad_ask ask = { .link = &link, .pieces = &piece, .count = 1 };
	struct ad_remote *remote = meta_live(
		*state, &ask, json(*state, "{\"id\":\"1\",\"daily_budget\":\"-5\"}"), NULL);

	assert_null(ad_json_get(remote->fields, "budget"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(rows_are_as_published),
		IN_ARENA(money_goes_there_and_back),
		IN_ARENA(absurd_amounts_are_too_large),
		IN_ARENA(a_negative_amount_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
