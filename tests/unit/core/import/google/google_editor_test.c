/* Rows of Google Ads Editor as inputs of ours. */
#include "tests/unit/core/import/bytes.h"

#include "base/text.h"
#include "import/google/google_editor.h"

static const char header[] =
	"Campaign,Campaign Type,Budget,Budget type,Networks,Languages,Bid Strategy Type,Target CPA,"
	"Target ROAS,Start Date,Labels,EU political ads,Campaign Status,Location,ID,Ad Group,"
	"Ad Group Status,Max CPC,Ad type,Headline 1,Headline 1 position,Headline 2,Headline 4,"
	"Description 1,Description 1 position,Path 1,Final URL,Keyword,Criterion Type,Status,"
	"Callout text\n";

/* One row, its cells given as "Column=value" and ended by NULL. */
struct reading {
	struct ad_arena *arena;
	struct ad_columns columns;
	struct ad_import_row row;
};

static void read_row(struct reading *r, const char *const *cells)
{
	struct ad_text text = ad_text_on(r->arena);
	struct ad_table_row row;
	struct bytes b;

	b = (struct bytes){ header, strlen(header) };
	struct ad_table *t = ad_table_open(take_bytes, &b);
	assert_int_equal(ad_table_next(t, &row), AD_TABLE_ROW);
	assert_true(ad_columns_read(r->arena, &ad_bulk_google, &row, &r->columns));
	ad_table_close(t);
	for (size_t i = 0; i < r->columns.count; i++) {
		struct ad_str name = r->columns.names[i];
		if (i)
			ad_text_addc(&text, ',');
		for (size_t k = 0; cells[k]; k++)
			if (ad_str_starts(ad_str(cells[k]), ad_arena_copy(r->arena, name).p) &&
			    cells[k][name.n] == '=')
				ad_text_addf(&text, "\"%s\"", cells[k] + name.n + 1);
	}
	b = (struct bytes){ ad_text_str(&text).p, text.n };
	t = ad_table_open(take_bytes, &b);
	assert_int_equal(ad_table_next(t, &row), AD_TABLE_ROW);
	ad_google_editor_row(r->arena, &r->columns, &row, ~0u, &r->row);
	ad_table_close(t); /* nothing may point into the file's text */
}

static void expect(enum ad_import_kind kind, const char *input, const char *problem_column,
		   const char *const *cells)
{
	struct reading r = { .arena = ad_arena_new() };

	read_row(&r, cells);
	assert_int_equal(r.row.kind, kind);
	if (input)
		assert_string_equal(r.row.input.p, input);
	if (problem_column) {
		assert_non_null(r.row.problems);
		assert_str(r.row.problems->column, problem_column);
		assert_non_null(r.row.problems->reason);
		assert_non_null(r.row.problems->suggestion);
	} else {
		assert_null(r.row.problems);
	}
	ad_arena_free(r.arena);
}

#define CELLS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define TAKES(kind, input, ...) expect(kind, input, NULL, CELLS(__VA_ARGS__))
#define REFUSES(kind, column, ...) expect(kind, NULL, column, CELLS(__VA_ARGS__))

static void campaigns(void **state)
{
	(void)state;
	TAKES(AD_IMPORT_CAMPAIGN,
	      "{\"name\":\"A\",\"platform\":\"google\",\"type\":\"SEARCH\",\"budget\":20.50,"
	      "\"status\":\"ENABLED\"}",
	      "Campaign=A", "Campaign Type=Search", "Budget=20,50", "Campaign Status=Enabled");
	TAKES(AD_IMPORT_CAMPAIGN,
	      "{\"name\":\"A\",\"platform\":\"google\",\"startDate\":\"2027-01-31\","
	      "\"bidding\":{\"strategy\":\"TARGET_ROAS\",\"targetRoas\":3.5},"
	      "\"languages\":[\"de\",\"en\"],\"labels\":[\"x\",\"y z\"],"
	      "\"platformOptions\":{\"networks\":[\"SEARCH\",\"SEARCH_PARTNERS\"],"
	      "\"euPolitical\":false}}",
	      "Campaign=A", "Start Date=1/31/2027", "Bid Strategy Type=Target ROAS",
	      "Target ROAS=350%", "Target CPA=0.00", "Languages=de;en", "Labels=x; y z",
	      "Networks=Google search;Search Partners",
	      "EU political ads=Doesn't have EU political ads");
	/* a campaign's own column wins over the row's */
	TAKES(AD_IMPORT_CAMPAIGN,
	      "{\"name\":\"A\",\"platform\":\"google\",\"budget\":1,\"status\":\"PAUSED\"}",
	      "Campaign=A", "Budget=1", "Campaign Status=Paused", "Status=Enabled");
	TAKES(AD_IMPORT_CAMPAIGN, "{\"name\":\"A\",\"platform\":\"google\",\"budget\":0}",
	      "Campaign=A", "Budget=0", "Start Date=[]", "Languages=All");
	REFUSES(AD_IMPORT_CAMPAIGN, "Campaign Type", "Campaign=A", "Campaign Type=Airship");
	REFUSES(AD_IMPORT_CAMPAIGN, "Budget", "Campaign=A", "Budget=plenty");
	REFUSES(AD_IMPORT_CAMPAIGN, "Budget type", "Campaign=A", "Budget type=Campaign total");
	REFUSES(AD_IMPORT_CAMPAIGN, "Languages", "Campaign=A", "Languages=klingon");
	REFUSES(AD_IMPORT_CAMPAIGN, "Networks", "Campaign=A", "Networks=Radio");
	REFUSES(AD_IMPORT_CAMPAIGN, "Bid Strategy Type", "Campaign=A", "Bid Strategy Type=Luck");
	REFUSES(AD_IMPORT_CAMPAIGN, "Start Date", "Campaign=A", "Start Date=soon");
	REFUSES(AD_IMPORT_CAMPAIGN, "EU political ads", "Campaign=A", "EU political ads=maybe");
	REFUSES(AD_IMPORT_CAMPAIGN, "Campaign Status", "Campaign=A", "Campaign Status=Removed");
	REFUSES(AD_IMPORT_CAMPAIGN, "Campaign Status", "Campaign=A", "Campaign Status=Asleep");
}

static void locations(void **state)
{
	struct reading r = { .arena = ad_arena_new() };

	(void)state;
	read_row(&r, CELLS("Campaign=A", "Location=Germany", "ID=2276"));
	assert_int_equal(r.row.kind, AD_IMPORT_LOCATION);
	assert_str(r.row.locations, "{\"code\":\"DE\",\"excluded\":false}");
	read_row(&r, CELLS("Campaign=A", "Location=Cologne, Germany", "ID=1004074",
			   "Criterion Type=Campaign Negative"));
	assert_str(r.row.locations, "{\"code\":\"1004074\",\"excluded\":true}");
	read_row(&r, CELLS("Campaign=A", "Budget=20", "Location=Germany;France"));
	assert_int_equal(r.row.kind, AD_IMPORT_CAMPAIGN);
	assert_str(r.row.locations,
		   "{\"code\":\"DE\",\"excluded\":false},{\"code\":\"FR\",\"excluded\":false}");
	ad_arena_free(r.arena);
	REFUSES(AD_IMPORT_LOCATION, "Location", "Campaign=A", "Location=Atlantis");
	REFUSES(AD_IMPORT_NONE, "Location", "Campaign=A", "Ad Group=B", "Location=Germany");
}

static void ad_groups(void **state)
{
	(void)state;
	TAKES(AD_IMPORT_AD_GROUP, "{\"name\":\"B\",\"status\":\"PAUSED\",\"cpcBid\":1.20}",
	      "Campaign=A", "Ad Group=B", "Ad Group Status=Paused", "Max CPC=1.20");
	TAKES(AD_IMPORT_AD_GROUP, "{\"name\":\"B\"}", "Campaign=A", "Ad Group=B", "Max CPC=0.00",
	      "Campaign Status=Enabled");
	REFUSES(AD_IMPORT_AD_GROUP, "Max CPC", "Campaign=A", "Ad Group=B", "Max CPC=lots");
}

static void keywords(void **state)
{
	(void)state;
	TAKES(AD_IMPORT_KEYWORD,
	      "{\"text\":\"rye bread\",\"matchType\":\"EXACT\",\"negative\":false,"
	      "\"status\":\"ENABLED\",\"cpcBid\":0.95,\"finalUrl\":\"https://x.example\"}",
	      "Campaign=A", "Ad Group=B", "Keyword=rye bread", "Criterion Type=Exact",
	      "Status=Enabled", "Max CPC=0.95", "Final URL=https://x.example");
	/* negatives have no status */
	TAKES(AD_IMPORT_KEYWORD, "{\"text\":\"jobs\",\"matchType\":\"BROAD\",\"negative\":true}",
	      "Campaign=A", "Ad Group=B", "Keyword=jobs", "Criterion Type=Negative Broad",
	      "Status=Enabled");
	/* the match type in the text itself, if no column has it */
	TAKES(AD_IMPORT_KEYWORD, "{\"text\":\"rye\",\"matchType\":\"EXACT\",\"negative\":false}",
	      "Campaign=A", "Ad Group=B", "Keyword=[rye]");
	TAKES(AD_IMPORT_KEYWORD, "{\"text\":\"rye\",\"matchType\":\"PHRASE\",\"negative\":true}",
	      "Campaign=A", "Ad Group=B", "Keyword=-\"\"rye\"\"");
	TAKES(AD_IMPORT_KEYWORD, "{\"text\":\"rye\",\"matchType\":\"BROAD\",\"negative\":false}",
	      "Campaign=A", "Ad Group=B", "Keyword=rye");
	TAKES(AD_IMPORT_KEYWORD,
	      "{\"text\":\"rye bread\",\"matchType\":\"PHRASE\",\"negative\":false}", "Campaign=A",
	      "Ad Group=B", "Keyword=+rye +bread", "Criterion Type=Broad");
	TAKES(AD_IMPORT_KEYWORD,
	      "{\"text\":\"c++ +rye\",\"matchType\":\"BROAD\",\"negative\":false}", "Campaign=A",
	      "Ad Group=B", "Keyword=c++ +rye");
	REFUSES(AD_IMPORT_KEYWORD, "Criterion Type", "Campaign=A", "Ad Group=B", "Keyword=[rye]",
		"Criterion Type=Phrase");
	TAKES(AD_IMPORT_KEYWORD, "{\"text\":\"-\",\"matchType\":\"BROAD\",\"negative\":false}",
	      "Campaign=A", "Ad Group=B", "Keyword=-");
	REFUSES(AD_IMPORT_KEYWORD, "Criterion Type", "Campaign=A", "Ad Group=B", "Keyword=rye",
		"Criterion Type=Roughly");
	REFUSES(AD_IMPORT_KEYWORD, "Criterion Type", "Campaign=A", "Keyword=rye",
		"Criterion Type=Exact");
	REFUSES(AD_IMPORT_KEYWORD, "Status", "Campaign=A", "Ad Group=B", "Keyword=rye",
		"Status=Asleep");
}

static void negatives_of_campaigns_stand_below_them(void **state)
{
	struct reading r = { .arena = ad_arena_new() };

	(void)state;
	read_row(&r, CELLS("Campaign=A", "Ad Group=B", "Keyword=jobs",
			   "Criterion Type=Campaign Negative Phrase"));
	assert_null(r.row.ad_group.p);
	assert_true(r.row.negative);
	assert_string_equal(r.row.match, "PHRASE");
	assert_str(r.row.text, "jobs");
	ad_arena_free(r.arena);
}

static void ads(void **state)
{
	struct reading r = { .arena = ad_arena_new() };

	(void)state;
	TAKES(AD_IMPORT_AD,
	      "{\"type\":\"RESPONSIVE_SEARCH\",\"headlines\":[{\"text\":\"One\",\"pin\":"
	      "\"HEADLINE_1\"},\"Four\"],\"descriptions\":[\"D\"],"
	      "\"finalUrl\":\"https://x.example\",\"path1\":\"p\",\"status\":\"PAUSED\"}",
	      "Campaign=A", "Ad Group=B", "Ad type=Responsive search ad", "Headline 1=One",
	      "Headline 1 position=1", "Headline 4=Four", "Description 1=D",
	      "Description 1 position= -", "Path 1=p", "Final URL=https://x.example",
	      "Status=Paused");
	REFUSES(AD_IMPORT_AD, "Ad type", "Campaign=A", "Ad Group=B", "Ad type=Call ad");
	REFUSES(AD_IMPORT_AD, "Headline 1 position", "Campaign=A", "Ad Group=B", "Headline 1=One",
		"Headline 1 position=4");
	REFUSES(AD_IMPORT_AD, "Description 1 position", "Campaign=A", "Ad Group=B",
		"Description 1=D", "Description 1 position=3");
	REFUSES(AD_IMPORT_NONE, "Ad Group", "Campaign=A", "Headline 1=One");
	/* a fault's path leads back to the column, also past gaps */
	read_row(&r, CELLS("Campaign=A", "Ad Group=B", "Headline 1=One", "Headline 4=Four",
			   "Description 1=D", "Final URL=https://x.example"));
	assert_int_equal(ad_bulk_column(&r.row, "headlines[1].text"), AD_COL_HEADLINE + 3);
	assert_int_equal(ad_bulk_column(&r.row, "headlines"), AD_COL_HEADLINE);
	assert_int_equal(ad_bulk_column(&r.row, "finalUrl"), AD_COL_FINAL_URL);
	assert_int_equal(ad_bulk_column(&r.row, "headlines[99]"), AD_COL_HEADLINE);
	assert_int_equal(ad_bulk_column(&r.row, "budget"), -1);
	assert_int_equal(ad_bulk_column(&r.row, "pathless"), -1);
	/* the key is that of the stored text, whatever is pinned */
	struct ad_str key = ad_bulk_ad_key(
		r.arena, AD_S("[{\"pin\":\"HEADLINE_1\",\"text\":\"One\"},\"Four\"]"),
		AD_S("[\"D\"]"), AD_S("https://x.example"));
	assert_true(ad_str_eq(key, r.row.ad_key));
	ad_arena_free(r.arena);
}

static void what_is_none_of_them(void **state)
{
	struct reading r = { .arena = ad_arena_new() };

	(void)state;
	REFUSES(AD_IMPORT_NONE, "", "Campaign=A");
	REFUSES(AD_IMPORT_NONE, "Callout text", "Campaign=A", "Callout text=Free delivery");
	REFUSES(AD_IMPORT_NONE, "Campaign", "Budget=20");
	REFUSES(AD_IMPORT_NONE, "Campaign", "Keyword=rye");
	/* all problems of a row are reported */
	read_row(&r, CELLS("Campaign=A", "Budget=plenty", "Start Date=soon", "Networks=Radio"));
	assert_non_null(r.row.problems->next->next);
	assert_null(r.row.problems->next->next->next);
	ad_arena_free(r.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(campaigns),
		cmocka_unit_test(locations),
		cmocka_unit_test(ad_groups),
		cmocka_unit_test(keywords),
		cmocka_unit_test(negatives_of_campaigns_stand_below_them),
		cmocka_unit_test(ads),
		cmocka_unit_test(what_is_none_of_them),
	};
	return cmocka_run_group_tests_name("google_editor", tests, NULL, NULL);
}
