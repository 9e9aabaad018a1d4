/*
 * Money, there and back, through the adapters' own functions: in every currency that a platform
 * publishes (suite/currencies.json, by the smallest amount in micros), each amount stands there as
 * it was meant, and is read as it was.
 */
#include "tests/support/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "model/currencies.h"
#include "model/vocabulary.h"
#include "platform/google.h"
#include "platform/meta.h"
#include "platform/microsoft.h"
#include "platform/reddit.h"

#define ROUNDS 16
/* What fits in a field of money, in micros. */
#define MOST INT64_C(1000000000000000)

static int make_arena(void **state)
{
	*state = ad_arena_new();
	return 0;
}

static int free_arena(void **state)
{
	ad_arena_free(*state);
	return 0;
}

static const cJSON *json(struct ad_arena *arena, const char *text)
{
	struct ad_json_error err;
	const cJSON *value = ad_json_parse(arena, ad_str(text), &err);

	if (!value)
		fail_msg("%s: %s", text, err.reason);
	return value;
}

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

/* No currency but those that the platforms' pages name, each with what they say of it. */
static void rows_are_as_published(void **state)
{
	every_code(*state, published(*state), as_published);
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		assert_int_equal(ad_currency_unit((enum ad_platform)p, AD_S("")), 0);
		assert_int_equal(ad_currency_unit((enum ad_platform)p, AD_S("US")), 0);
		assert_int_equal(ad_currency_unit((enum ad_platform)p, AD_S("USDX")), 0);
	}
}

/* Where a campaign's day stands in a request, and in an answer with the same number. */
static const struct wire {
	const char *key, *end;
	int64_t micros; /* of 1 there; 0: by the currency */
	const char *answer;
} wires[] = {
	[AD_GOOGLE] = { "\"amountMicros\":\"", "\"", 1,
			"{\"campaign\":{\"id\":\"1\"},\"campaignBudget\":{\"amountMicros\":"
			"\"%s\"}}" },
	[AD_MICROSOFT] = { "\"DailyBudget\":", ",}", 1000000, "{\"Id\":\"1\",\"DailyBudget\":%s}" },
	[AD_REDDIT] = { "\"goal_value\":", ",}", 1,
			"{\"id\":\"1\",\"goal_type\":\"DAILY_SPEND\",\"goal_value\":%s}" },
	[AD_META] = { "daily_budget=", "&", 0, "{\"id\":\"1\",\"daily_budget\":\"%s\"}" },
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

/* What is sent for a day of so many micros, as it stands on the wire. */
static const char *sent(struct ad_arena *arena, enum ad_platform platform,
			const struct ad_link *link, int64_t micros)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_http_request request = { 0 };
	struct ad_platform_error error;
	const struct wire *w = &wires[platform];
	bool social = platform == AD_REDDIT || platform == AD_META;
	const char *at;

	ad_json_object(&j);
	ad_json_kcstr(&j, "name", "Spring");
	ad_json_kcstr(&j, "type", social ? "SOCIAL" : "SEARCH");
	ad_json_kcstr(&j, "status", "PAUSED");
	ad_json_kcstr(&j, "objective", "TRAFFIC");
	ad_json_key(&j, "budget");
	ad_json_micros(&j, micros);
	ad_json_object_end(&j);
	struct ad_piece piece = { .op = AD_OP_CREATE,
				  .res = &ad_resource_campaign,
				  .id = AD_S("cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3"),
				  .want = json(arena, ad_text_str(&text).p) };
	const struct ad_adapter *adapter = ad_adapter_of(platform);
	if (!adapter->can(arena, &piece, &error) ||
	    adapter->build(arena, link, &piece, 1, 0, &request) != AD_BUILT)
		fail_msg("%s: %s", adapter->api_url, ad_text_str(&text).p);
	at = strstr(request.body.p, w->key);
	if (!at)
		fail_msg("no budget in %s", request.body.p);
	at += strlen(w->key);
	return ad_arena_copy(arena, (struct ad_str){ at, strcspn(at, w->end) }).p;
}

static int64_t heard(struct ad_arena *arena, enum ad_platform platform, const struct ad_link *link,
		     const char *number)
{
	const struct wire *w = &wires[platform];
	const struct ad_piece piece = { .res = &ad_resource_campaign };
	const struct ad_ask ask = { .link = link, .pieces = &piece, .count = 1 };
	struct ad_text text = ad_text_on(arena);
	struct ad_remote *remote;
	const cJSON *answer;
	int64_t micros = -1;

	for (const char *c = w->answer; *c; c++) {
		if (*c == '%' && *++c == 's')
			ad_text_adds(&text, number);
		else
			ad_text_addc(&text, *c);
	}
	answer = json(arena, ad_text_str(&text).p);
	remote = platform == AD_GOOGLE      ? google_live(arena, &ask, answer)
		 : platform == AD_MICROSOFT ? microsoft_live(arena, &piece, AD_S(""), answer)
		 : platform == AD_REDDIT    ? reddit_live(arena, &ask, answer)
					    : meta_live(arena, &ask, answer, NULL);
	assert_non_null(remote);
	if (!ad_json_micros_of(ad_json_get(remote->fields, "budget"), &micros))
		fail_msg("no budget heard of %s", ad_text_str(&text).p);
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

static void there_and_back(struct ad_arena *outer, const cJSON *pages, const char *code)
{
	(void)pages;
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		enum ad_platform platform = (enum ad_platform)p;
		int64_t unit = ad_currency_unit(platform, ad_str(code));
		if (!unit)
			continue;
		struct ad_arena *arena = ad_arena_new();
		struct ad_link link = link_in(arena, code);
		int64_t scale = wires[p].micros ? wires[p].micros : unit;
		for (int round = 0; round < ROUNDS; round++) {
			/* Small ones, large ones, the least and the most. */
			int64_t most = MOST / unit >> (round % 4 * 8);
			int64_t micros =
				round == 0 ? unit
				: round == 1
					? MOST
					: (1 + (int64_t)(next_number() % (uint64_t)most)) * unit;
			const char *number = sent(arena, platform, &link, micros);
			int64_t back = heard(arena, platform, &link, number);
			char *end;
			/* long double holds 64 bits: what stands there times what 1 there is. */
			long double there = strtold(number, &end) * (long double)scale;
			if (back != micros || *end || llroundl(there) != micros)
				fail_msg("%s %s: %lld went as %s and came as %lld",
					 ad_platform_name(platform), code, (long long)micros,
					 number, (long long)back);
		}
		ad_arena_free(arena);
	}
	(void)outer;
}

static void money_goes_there_and_back(void **state)
{
	every_code(*state, NULL, there_and_back);
}

/* A number without bounds is not multiplied: nothing is read of it. */
static void absurd_amounts_are_not_read(void **state)
{
	struct ad_link link = link_in(*state, "JPY");
	const struct ad_piece piece = { .res = &ad_resource_campaign };
	const struct ad_ask ask = { .link = &link, .pieces = &piece, .count = 1 };
	static const char *const numbers[] = { "99999999999999999999", "9223372036854775807",
					       "9223372036855", "-5" };

	for (size_t i = 0; i < AD_LEN(numbers); i++) {
		struct ad_str answer = ad_arena_printf(
			*state, "{\"id\":\"1\",\"daily_budget\":\"%s\"}", numbers[i]);
		struct ad_remote *remote = meta_live(*state, &ask, json(*state, answer.p), NULL);
		assert_null(ad_json_get(remote->fields, "budget"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(rows_are_as_published, make_arena, free_arena),
		cmocka_unit_test_setup_teardown(money_goes_there_and_back, make_arena, free_arena),
		cmocka_unit_test_setup_teardown(absurd_amounts_are_not_read, make_arena,
						free_arena),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
