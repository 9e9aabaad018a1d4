/* Meta's own rules: units, ad sets that represent their campaign, options, tokens. */
#include "tests/support/arena.h"

#include <stdio.h>

#include "platform/platform.h"

static struct ad_link link_in(struct ad_arena *arena, const char *currency)
{
	return (struct ad_link){
		.api_url = AD_S("https://graph.example"),
		.account_id = AD_S("act_1001"),
		.currency = ad_str(currency),
		.timezone = AD_S("UTC"),
		.settings = json(arena, "{\"pageId\":\"555\",\"dsaBeneficiary\":\"Shop\","
					"\"dsaPayor\":\"Shop\"}"),
		.client_secret = AD_S("app_secret_abc"),
		.access_token = AD_S("EAAB_token_123"),
	};
}

static struct ad_piece piece(struct ad_arena *arena, enum ad_op op, const struct ad_resource *res,
			     const char *want)
{
	return (struct ad_piece){
		.op = op,
		.res = res,
		.id = AD_S("cmp_1"),
		.want = json(arena, want),
		.remote_id = op == AD_OP_CREATE ? (struct ad_str){ 0 } : AD_S("120"),
		.parent_remote_id = AD_S("119"),
	};
}

/* The wire's units are the platform's own table; what they cannot hold is never rounded. */
static void money_is_exact(void **state)
{
	static const struct {
		const char *currency, *budget, *sent;
	} rows[] = {
		{ "USD", "20.5", "daily_budget=2050&" },
		{ "JPY", "2050", "daily_budget=2050&" },
		{ "HUF", "2050", "daily_budget=2050&" },
		{ "TWD", "300", "daily_budget=300&" },
		{ "BHD", "1.25", "daily_budget=125&" },
		{ "ISK", "150", "daily_budget=150&" },
		{ "HUF", "20.5", "daily_budget=20.5000" },
		{ "BHD", "1.255", "daily_budget=1.2550" },
		{ "QQQ", "20", "daily_budget=20.0000" },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_link link = link_in(*state, rows[i].currency);
		struct ad_str want = ad_arena_printf(
			*state, "{\"name\":\"A\",\"type\":\"SOCIAL\",\"budget\":%s}",
			rows[i].budget);
		struct ad_piece p = piece(*state, AD_OP_CREATE, &ad_resource_campaign, want.p);
		struct ad_http_request request;
		ad_meta.build(*state, &link, &p, 1, 0, &request);
		if (!strstr(request.body.p, rows[i].sent))
			fail_msg("%s %s: %s", rows[i].currency, rows[i].budget, request.body.p);
	}
}

#define ERROR(code_) "{\"error\":{\"message\":\"No.\",\"code\":" code_ "}}"

/* A campaign with several ad sets, as read from the platform in pages of 50. */
struct heard {
	struct ad_link link;
	struct ad_piece piece;
	struct ad_ask ask;
};

#define US "{\"name\":\"A\",\"locations\":[{\"code\":\"US\",\"excluded\":false}]}"
#define DE "{\"name\":\"A\",\"locations\":[{\"code\":\"DE\",\"excluded\":false}]}"

static const char *const places[] = { "locations", NULL };

/* A part of a batch response: `sets` ad sets of `page`, each in the country that `of` returns. */
static void page_of_sets(struct ad_text *out, size_t page, size_t sets,
			 const char *(*of)(size_t number))
{
	ad_text_adds(out, "{\"code\":200,\"body\":\"{\\\"data\\\":[");
	for (size_t i = page * 50; i < sets && i < (page + 1) * 50; i++)
		ad_text_addf(out,
			     "%s{\\\"id\\\":\\\"9%03zu\\\",\\\"targeting\\\":{\\\"geo_locations"
			     "\\\":{\\\"countries\\\":[\\\"%s\\\"]},\\\"age_min\\\":%zu}}",
			     i % 50 ? "," : "", i, of(i), 20 + i % 7);
	ad_text_addf(out, "],\\\"paging\\\":{\\\"cursors\\\":{\\\"after\\\":\\\"c%zu\\\"}%s}}\"}",
		     page, sets > (page + 1) * 50 ? ",\\\"next\\\":\\\"https://x\\\"" : "");
}

static void hears(struct ad_arena *arena, struct heard *h, size_t sets,
		  const char *(*of)(size_t number))
{
	h->link = link_in(arena, "USD");
	h->piece = piece(arena, AD_OP_UPDATE, &ad_resource_campaign, US);
	h->piece.synced = json(arena, DE);
	h->piece.changed = places;
	h->ask = (struct ad_ask){
		.question = AD_ASK_LIVE, .link = &h->link, .pieces = &h->piece, .count = 1
	};
	for (size_t page = 0;; page++) {
		struct ad_http_request request;
		struct ad_http_response response = { .status = 200 };
		struct ad_text text = ad_text_on(arena);
		struct ad_outcome outcome;
		char after[40];
		if (!ad_meta.ask(arena, &h->link, &h->ask, &request))
			break;
		snprintf(after, sizeof(after), "after%%3Dc%zu", page - 1);
		assert_true((strstr(request.body.p, "after") != NULL) == (page > 0));
		assert_true(page == 0 || strstr(request.body.p, after));
		assert_true(page <= sets / 50);
		ad_text_addc(&text, '[');
		if (page == 0)
			ad_text_adds(&text, "{\"code\":200,\"body\":\"{\\\"id\\\":\\\"120\\\","
					    "\\\"name\\\":\\\"A\\\"}\"},");
		page_of_sets(&text, page, sets, of);
		ad_text_addc(&text, ']');
		response.body = ad_text_str(&text);
		ad_meta.hear(arena, &h->ask, &response, &outcome);
		assert_int_equal(outcome.kind, AD_DID);
	}
	assert_non_null(h->ask.found);
	assert_null(h->ask.found->next);
	h->piece.live = h->ask.found;
}

static const char *all_de(size_t number)
{
	(void)number;
	return "DE";
}

/* The number of ad sets that the requests of all steps change, each once. */
static void every_ad_set_is_changed(void **state)
{
	static const size_t counts[] = { 1, 2, 50, 51, 100, 120 };

	for (size_t i = 0; i < AD_LEN(counts); i++) {
		struct heard h;
		unsigned step = 0;
		size_t sets = 0;
		struct ad_http_request request;
		char id[16];
		hears(*state, &h, counts[i], all_de);
		while (ad_meta.build(*state, &h.link, &h.piece, 1, step, &request) == AD_BUILT) {
			for (size_t k = step * 50; k < counts[i] && k < (step + 1) * 50; k++) {
				snprintf(id, sizeof(id), "9%03zu", k);
				assert_true(strstr(request.body.p, id) ||
					    strstr(request.url.p, id));
				sets++;
			}
			/* The change is complete only once the last ad set has it. */
			assert_int_equal(ad_meta.in_step(&h.piece, step, "locations"),
					 (step + 1) * 50 >= counts[i]);
			step++;
		}
		assert_int_equal(sets, counts[i]);
	}
}

static void of_a_batch_that_failed_in_part_a_part_was_done(void **state)
{
	static const struct {
		const char *body;
		enum ad_outcome_kind kind;
		bool partly;
	} rows[] = {
		{ "[{\"code\":200,\"body\":\"{\\\"success\\\":true}\"},"
		  "{\"code\":400,\"body\":\"{\\\"error\\\":{\\\"code\\\":368}}\"}]",
		  AD_REFUSED, true },
		{ "[{\"code\":400,\"body\":\"{\\\"error\\\":{\\\"code\\\":368}}\"},"
		  "{\"code\":200,\"body\":\"{\\\"success\\\":true}\"}]",
		  AD_REFUSED, true },
		{ "[{\"code\":400,\"body\":\"{\\\"error\\\":{\\\"code\\\":368}}\"},"
		  "{\"code\":400,\"body\":\"{\\\"error\\\":{\\\"code\\\":368}}\"}]",
		  AD_REFUSED, false },
		{ "[{\"code\":200,\"body\":\"{\\\"success\\\":true}\"}]", AD_DID, false },
		/* A call without an answer may have been done, whatever else was refused. */
		{ "[{\"code\":400,\"body\":\"{\\\"error\\\":{\\\"code\\\":368}}\"},null]", AD_DOUBT,
		  false },
		{ "[null,{\"code\":400,\"body\":\"{\\\"error\\\":{\\\"code\\\":368}}\"}]", AD_DOUBT,
		  false },
		{ "[{\"code\":400,\"body\":\"{\\\"error\\\":{\\\"code\\\":368}}\"},"
		  "{\"code\":500,\"body\":\"{\\\"error\\\":{\\\"code\\\":2}}\"}]",
		  AD_DOUBT, false },
		{ "[{\"code\":400,\"body\":\"{\\\"error\\\":{\\\"code\\\":17}}\"},"
		  "{\"code\":503,\"body\":\"\"}]",
		  AD_DOUBT, false },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_piece piece = { .op = AD_OP_UPDATE, .res = &ad_resource_campaign };
		struct ad_outcome outcome = { .kind = AD_DID };
		struct ad_http_response response = { .status = 200, .body = ad_str(rows[i].body) };
		ad_meta.read(*state, &piece, 1, &response, &outcome);
		assert_int_equal(outcome.kind, rows[i].kind);
		assert_int_equal(outcome.partly, rows[i].partly);
	}
}

static const char *last_us(size_t number)
{
	return number == 59 ? "US" : "DE";
}

static const char *last_de(size_t number)
{
	return number == 59 ? "DE" : "US";
}

static const char *first_de(size_t number)
{
	return number == 0 ? "DE" : "US";
}

static const char *one_fr(size_t number)
{
	return number == 30 ? "FR" : number < 10 ? "DE" : "US";
}

static const char *all_us(size_t number)
{
	(void)number;
	return "US";
}

/* The change is confirmed only if each ad set has it. Another user's change is never skipped. */
static void ad_sets_that_differ(void **state)
{
	static const struct {
		const char *(*of)(size_t number);
		const char *told;
	} rows[] = {
		{ all_de, "DE" },   { last_us, "DE" }, { last_de, "DE" },
		{ first_de, "DE" }, { one_fr, "FR" },  { all_us, "US" },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct heard h;
		const cJSON *list;
		hears(*state, &h, 60, rows[i].of);
		list = ad_json_get(h.ask.found->fields, "locations");
		if (!ad_str_is(ad_json_get_text(list->child, "code"), rows[i].told))
			fail_msg("%zu: %s", i, list->child->child->valuestring);
	}
}

/*
 * A campaign whose ad sets are not returned counts as not returned, never as one without ad
 * sets.
 */
static void no_campaign_without_its_ad_sets(void **state)
{
	static const char *const parts[] = {
		"",
		",{\"code\":500,\"body\":\"\"}",
		",null",
		",{\"code\":400,\"body\":\"{\\\"error\\\":{\\\"code\\\":80004}}\"}",
		",{\"code\":400,\"body\":\"{\\\"error\\\":{\\\"code\\\":803}}\"}",
	};

	for (size_t i = 0; i < AD_LEN(parts); i++) {
		struct ad_link link = link_in(*state, "USD");
		struct ad_piece p = piece(*state, AD_OP_UPDATE, &ad_resource_campaign, US);
		struct ad_ask ask = {
			.question = AD_ASK_LIVE, .link = &link, .pieces = &p, .count = 1
		};
		struct ad_http_response response = { .status = 200 };
		struct ad_http_request request;
		struct ad_outcome outcome;
		response.body = ad_arena_printf(
			*state, "[{\"code\":200,\"body\":\"{\\\"id\\\":\\\"120\\\"}\"}%s]",
			parts[i]);
		assert_true(ad_meta.ask(*state, &link, &ask, &request));
		ad_meta.hear(*state, &ask, &response, &outcome);
		assert_null(ask.found);
		assert_int_equal(outcome.kind, i + 1 == AD_LEN(parts) ? AD_DID : AD_AGAIN);
	}
}

/* Meta has only the token that it issued last, and that one is exchanged next. */
static void a_token_takes_the_place_of_its_former(void **state)
{
	struct ad_http_response response = {
		.status = 200,
		.body = AD_S("{\"access_token\":\"EAAB2\",\"expires_in\":5183944}"),
	};
	struct ad_platform_token token = { 0 };
	struct ad_outcome outcome;

	ad_meta.token_read(*state, &response, &token, &outcome);
	assert_int_equal(outcome.kind, AD_DID);
	assert_true(ad_str_is(token.access_token, "EAAB2"));
	assert_true(ad_str_is(token.refresh_token, "EAAB2"));
	assert_true(token.lifetime == 5183944);
	token = (struct ad_platform_token){ 0 };
	response = (struct ad_http_response){ .status = 400, .body = AD_S(ERROR("190")) };
	ad_meta.token_read(*state, &response, &token, &outcome);
	assert_int_equal(outcome.kind, AD_REFUSED);
	assert_false(token.refresh_token.n);
}

static void options_that_mean_the_same(void **state)
{
#define OPTIONS(members_) "{\"platformOptions\":" members_ "}"
	static const struct {
		const char *a, *b;
		bool same;
	} rows[] = {
		{ OPTIONS("null"), OPTIONS("{}"), true },
		{ OPTIONS("{\"dsaPayor\":null}"), OPTIONS("{}"), true },
		{ OPTIONS("{\"specialAdCategories\":[]}"),
		  OPTIONS("{\"specialAdCategories\":[\"NONE\"]}"), true },
		{ OPTIONS("{\"specialAdCategories\":[\"HOUSING\",\"CREDIT\"]}"),
		  OPTIONS("{\"specialAdCategories\":[\"CREDIT\",\"HOUSING\"]}"), true },
		{ OPTIONS("{\"specialAdCategories\":[\"HOUSING\"]}"),
		  OPTIONS("{\"specialAdCategories\":[]}"), false },
		{ OPTIONS("{\"dsaPayor\":\"A\"}"), OPTIONS("{\"dsaBeneficiary\":\"A\"}"), false },
		{ OPTIONS("{\"advantageAudience\":true}"), OPTIONS("{\"advantageAudience\":false}"),
		  false },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_text a = ad_text_on(*state), b = ad_text_on(*state);
		const cJSON *left = json(*state, rows[i].a), *right = json(*state, rows[i].b);
		ad_meta.normal(&a, &ad_resource_campaign, "platformOptions", left);
		ad_meta.normal(&b, &ad_resource_campaign, "platformOptions", right);
		if (ad_str_eq(ad_text_str(&a), ad_text_str(&b)) != rows[i].same)
			fail_msg("%s and %s", rows[i].a, rows[i].b);
	}
}

/* An ad set's days are part of what its budget may spend a day, which no update of others moves. */
static void days_of_budgets_that_ad_sets_hold_are_not_moved(void **state)
{
	static const char *const ends[] = { "endDate", NULL }, *const starts[] = { "name",
										   "startDate",
										   NULL };
	static const char *const names[] = { "name", NULL };
	static const struct {
		const char *budget;
		const char *const *changed;
		bool can;
	} rows[] = {
		{ "null", ends, false }, { "null", starts, false }, { "0", ends, false },
		{ "null", names, true }, { "900", ends, true },     { "900", starts, true },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_platform_error error = { 0 };
		struct ad_str want =
			ad_arena_printf(*state,
					"{\"name\":\"A\",\"type\":\"SOCIAL\",\"budget\":%s,"
					"\"startDate\":\"2026-12-01\",\"endDate\":\"2026-12-10\"}",
					rows[i].budget);
		struct ad_piece p = piece(*state, AD_OP_UPDATE, &ad_resource_campaign, want.p);
		p.changed = rows[i].changed;
		assert_int_equal(ad_meta.can(*state, &p, &error), rows[i].can);
		if (rows[i].can)
			continue;
		assert_string_equal(error.code, "UNSUPPORTED_ON_PLATFORM");
		assert_non_null(strstr(error.message.p, "Ads Manager"));
	}
}

/* A pulled campaign may have a cost cap whose amount is unknown. */
static void a_cost_goes_to_every_ad_set_where_it_is_known(void **state)
{
	static const char *const bidding[] = { "bidding", NULL };
	const struct ad_remote live = {
		.handle = AD_S("{\"campaign\":{},\"adsets\":[{\"id\":\"130\"},{\"id\":\"131\"}]}"),
	};
	struct ad_link link = link_in(*state, "USD");
	struct ad_http_request request;
	struct ad_piece p = piece(*state, AD_OP_UPDATE, &ad_resource_campaign,
				  "{\"bidding\":{\"strategy\":\"TARGET_CPA\",\"targetCpa\":12}}");

	p.changed = bidding;
	p.live = &live;
	assert_int_equal(ad_meta.build(*state, &link, &p, 1, 0, &request), AD_BUILT);
	assert_non_null(strstr(request.body.p, "bid_strategy=COST_CAP"));
	assert_non_null(strstr(request.body.p, "adset_bid_amounts=%7B%22130%22%3A1200%2C%22131%22"
					       "%3A1200%7D"));
	p.want = json(*state, "{\"bidding\":{\"strategy\":\"TARGET_CPA\",\"targetCpa\":null}}");
	assert_int_equal(ad_meta.build(*state, &link, &p, 1, 0, &request), AD_BUILT);
	assert_non_null(strstr(request.body.p, "bid_strategy=COST_CAP"));
	assert_null(strstr(request.body.p, "adset_bid_amounts"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(money_is_exact),
		IN_ARENA(a_cost_goes_to_every_ad_set_where_it_is_known),
		IN_ARENA(days_of_budgets_that_ad_sets_hold_are_not_moved),
		IN_ARENA(every_ad_set_is_changed),
		IN_ARENA(of_a_batch_that_failed_in_part_a_part_was_done),
		IN_ARENA(ad_sets_that_differ),
		IN_ARENA(no_campaign_without_its_ad_sets),
		IN_ARENA(options_that_mean_the_same),
		IN_ARENA(a_token_takes_the_place_of_its_former),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
