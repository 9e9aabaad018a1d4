/* Cells as people and Editor write them. */
#include "tests/unit/core/import/bytes.h"

#include "import/file/values.h"

struct pair {
	const char *cell, *value; /* value NULL: not understood */
};

static void expect(struct ad_str found, const struct pair *p)
{
	if (!p->value && found.p)
		fail_msg("'%s' is '%.*s', not refused", p->cell, AD_FMT(found));
	if (p->value && !ad_str_is(found, p->value))
		fail_msg("'%s' is '%.*s', not '%s'", p->cell, AD_FMT(found), p->value);
}

static void numbers(void **state)
{
	static const struct pair pairs[] = {
		{ "20", "20" },
		{ "20.50", "20.50" },
		{ "20,50", "20.50" },
		{ "1,234", "1234" },
		{ "0,125", "0.125" },
		{ "0,999 €", "0.999" },
		{ "1,234.50", "1234.50" },
		{ "1.234,50", "1234.50" },
		{ "1 234,50", "1234.50" },
		{ "1'234.50", "1234.50" },
		{ "1,234,567", "1234567" },
		{ "1.234.567", "1234567" },
		{ "1,234,567.89", "1234567.89" },
		{ "0.95", "0.95" },
		{ "007", "7" },
		{ "0", "0" },
		{ "$20", "20" },
		{ "20 EUR", "20" },
		{ "€ 20,50", "20.50" },
		{ "20 \xe2\x82\xac", "20" },
		{ "1.234", "1.234" },
		{ "5.", "5" },
		{ "plenty", NULL },
		{ "", NULL },
		{ "-5", NULL },
		{ ".5", NULL },
		{ "1e3", NULL },
		{ "1,2.3,4", NULL },
		{ "twenty 20", NULL },
		{ "20%", NULL },
		{ "20-30", NULL },
		{ "1\xc2\xa0"
		  "250,50",
		  "1250.50" },
		{ "1\xe2\x80\xaf"
		  "250,50 \xe2\x82\xac",
		  "1250.50" },
		{ "1\xe2\x80\x99"
		  "250.50",
		  "1250.50" },
		{ "(5.00)", NULL },
		{ "5k", NULL },
		{ "1.5M", NULL },
		{ "<5", NULL },
		{ "~5", NULL },
		{ "R 50", "50" },
		{ "65+", "65" },
		{ "50 z\xc5\x82", "50" },
		{ "1234567890123456", NULL },
	};
	static const struct pair ratios[] = {
		{ "350%", "3.5" },    { "3.5", "3.5" }, { "400 %", "4" },
		{ "12.5%", "0.125" }, { "%", NULL },    { "a%", NULL },
	};
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(pairs); i++)
		expect(ad_cell_number(arena, ad_str(pairs[i].cell), false), &pairs[i]);
	for (size_t i = 0; i < AD_LEN(ratios); i++)
		expect(ad_cell_number(arena, ad_str(ratios[i].cell), true), &ratios[i]);
	ad_arena_free(arena);
}

static void days(void **state)
{
	static const struct pair pairs[] = {
		{ "2027-01-31", "2027-01-31" },
		{ "20270131", "2027-01-31" },
		{ "1/31/2027", "2027-01-31" },
		{ "12/1/2027", "2027-12-01" },
		{ "31/1/2027", NULL },
		{ "31.1.2027", "2027-01-31" },
		{ "05.06.2027", "2027-06-05" },
		{ "1.31.2027", NULL },
		{ "2027/1/31", "2027-01-31" },
		{ "2027/31/1", NULL },
		{ "2027-01-31 00:00:00", "2027-01-31" },
		{ "1/31/2027 0:00", "2027-01-31" },
		{ "2027-01-31 12:00:00", NULL },
		{ " 00:00", NULL },
		{ "1/31/27", NULL },
		{ "2027-02-30", NULL },
		{ "20270230", NULL },
		{ "1/31", NULL },
		{ "1/31/2027/1", NULL },
		{ "1//2027", NULL },
		{ "soon", NULL },
		{ "", NULL },
		{ "99999999", NULL },
	};
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(pairs); i++)
		expect(ad_cell_date(arena, ad_str(pairs[i].cell)), &pairs[i]);
	ad_arena_free(arena);
}

static void words(void **state)
{
	static const struct pair statuses[] = {
		{ "Enabled", "ENABLED" }, { "PAUSED", "PAUSED" }, { "removed", "REMOVED" },
		{ "Enable", NULL },       { "", NULL },
	};
	static const struct pair types[] = {
		{ "Search", "SEARCH" },
		{ "Search  Network only", "SEARCH" },
		{ "Performance Max", "PERFORMANCE_MAX" },
		{ "Searching", NULL },
	};
	static const struct pair strategies[] = {
		{ "Manual CPC", "MANUAL_CPC" },
		{ "maximise clicks", "MAXIMIZE_CLICKS" },
		{ "Target ROAS", "TARGET_ROAS" },
		{ "Luck", NULL },
	};
	static const struct pair networks[] = {
		{ "Google search", "SEARCH" },
		{ "Search Partners", "SEARCH_PARTNERS" },
		{ "Display Network", "DISPLAY" },
		{ "Radio", NULL },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(statuses); i++)
		expect(ad_cell_status(ad_str(statuses[i].cell)), &statuses[i]);
	for (size_t i = 0; i < AD_LEN(types); i++)
		expect(ad_cell_campaign_type(ad_str(types[i].cell)), &types[i]);
	for (size_t i = 0; i < AD_LEN(strategies); i++)
		expect(ad_cell_strategy(ad_str(strategies[i].cell)), &strategies[i]);
	for (size_t i = 0; i < AD_LEN(networks); i++)
		expect(ad_cell_network(ad_str(networks[i].cell)), &networks[i]);
	assert_true(ad_words_are(AD_S("A  B"), "a b"));
	assert_false(ad_words_are(AD_S("A "), "a"));
	assert_false(ad_words_are(AD_S("A"), "a b"));
	assert_false(ad_words_are(AD_S(""), "a"));
}

static void languages_and_places(void **state)
{
	static const struct pair languages[] = {
		{ "en", "en" },       { "EN", "EN" },
		{ "en_GB", "en-GB" }, { "zh-Hant", "zh-Hant" },
		{ "German", "de" },   { "klingon", NULL },
		{ "e", NULL },        { "e-n", NULL },
		{ "1", NULL },
	};
	static const struct pair places[] = {
		{ "Germany", "DE" },  { "germany", "DE" }, { "de", "DE" },
		{ "USA", "US" },      { "Curacao", "CW" }, { "1004074", "1004074" },
		{ "Atlantis", NULL }, { "276", NULL },
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_str none = { NULL, 0 };

	(void)state;
	for (size_t i = 0; i < AD_LEN(languages); i++)
		expect(ad_cell_language(arena, ad_str(languages[i].cell)), &languages[i]);
	for (size_t i = 0; i < AD_LEN(places); i++)
		expect(ad_cell_place(arena, ad_str(places[i].cell), none), &places[i]);
	assert_str(ad_cell_place(arena, AD_S("Cologne"), AD_S("1004074")), "1004074");
	assert_str(ad_cell_place(arena, AD_S("Germany"), AD_S("2276")), "DE");
	assert_null(ad_cell_place(arena, AD_S("Cologne"), AD_S("10x")).p);
	ad_arena_free(arena);
}

static void matches(void **state)
{
	static const struct {
		const char *cell, *type;
		bool negative, campaign;
	} rows[] = {
		{ "Exact", "EXACT", false, false },
		{ "phrase", "PHRASE", false, false },
		{ "BROAD", "BROAD", false, false },
		{ "Negative Exact", "EXACT", true, false },
		{ "Campaign Negative Phrase", "PHRASE", true, true },
		{ "Campaign negative", "BROAD", true, true },
	};
	struct ad_match match;

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		assert_true(ad_cell_match(ad_str(rows[i].cell), &match));
		assert_string_equal(match.type, rows[i].type);
		assert_int_equal(match.negative, rows[i].negative);
		assert_int_equal(match.campaign, rows[i].campaign);
	}
	assert_false(ad_cell_match(AD_S("Roughly"), &match));
	assert_false(ad_cell_match(AD_S(""), &match));
}

static void items(void **state)
{
	struct ad_str list = AD_S(" a ;;b; ; c"), item;

	(void)state;
	assert_true(ad_cell_item(&list, &item));
	assert_str(item, "a");
	assert_true(ad_cell_item(&list, &item));
	assert_str(item, "b");
	assert_true(ad_cell_item(&list, &item));
	assert_str(item, "c");
	assert_false(ad_cell_item(&list, &item));
}

static void what_means_two_things_is_ambiguous(void **state)
{
	static const char *const two[] = { "1,250", "1.250", "999,125", "$1,250", "1.000" };
	static const char *const one[] = { "0,125",    "0.125", "1,25",      "1.2500", "1,250.00",
					   "1.250,00", "1250",  "1,250,000", "12.5" };

	(void)state;
	for (size_t i = 0; i < AD_LEN(two); i++)
		assert_true(ad_cell_number_is_ambiguous(ad_str(two[i])));
	for (size_t i = 0; i < AD_LEN(one); i++)
		assert_false(ad_cell_number_is_ambiguous(ad_str(one[i])));
	assert_true(ad_cell_date_is_ambiguous(AD_S("05/06/2027")));
	assert_false(ad_cell_date_is_ambiguous(AD_S("05/05/2027")));
	assert_false(ad_cell_date_is_ambiguous(AD_S("31/12/2027")));
	assert_false(ad_cell_date_is_ambiguous(AD_S("2027-06-05")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers),
		cmocka_unit_test(days),
		cmocka_unit_test(words),
		cmocka_unit_test(languages_and_places),
		cmocka_unit_test(matches),
		cmocka_unit_test(items),
		cmocka_unit_test(what_means_two_things_is_ambiguous),
	};
	return cmocka_run_group_tests_name("values", tests, NULL, NULL);
}
