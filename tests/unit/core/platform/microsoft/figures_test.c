/* Daily figures of Microsoft: the steps of the report, and the parsed file. */
#include "tests/support/arena.h"

#include "platform/platform.h"
#include "tests/unit/core/platform/archive.h"

#define REPORTING "https://reporting.api.bingads.microsoft.com/Reporting/v13/GenerateReport/"
#define ADDRESS "https://download.api.bingads.microsoft.com/ReportDownload/Download.aspx?q=1"

static const struct ad_link link_ = {
	.api_url = { "https://campaign.api.bingads.microsoft.com/CampaignManagement/v13", 65 },
	.account_id = { "500", 3 },
	.login_account_id = { "501", 3 },
	.currency = { "EUR", 3 },
	.timezone = { "Europe/Berlin", 13 },
};

/* From the 1st of January 2026 to the 2nd. */
static struct ad_figures_ask of(const struct ad_resource *res, const char *page)
{
	return (struct ad_figures_ask){
		.link = &link_, .res = res, .first = 20454, .last = 20455, .page = ad_str(page)
	};
}

/* "url body" of the next request; NULL once all was read. */
static const char *next(struct ad_arena *arena, struct ad_figures_ask *ask)
{
	struct ad_http_request request = { 0 };

	if (!ad_microsoft.figures(arena, ask->link, ask, &request))
		return NULL;
	assert_false(request.changes);
	assert_int_equal(request.bare, strcmp(request.method, "GET") == 0);
	return ad_arena_printf(arena, "%.*s %.*s", AD_FMT(request.url), AD_FMT(request.body)).p;
}

static struct ad_outcome hear(struct ad_arena *arena, struct ad_figures_ask *ask, long status,
			      struct ad_str body)
{
	struct ad_http_response response = { .status = status, .body = body };
	struct ad_outcome outcome;

	ad_microsoft.figures_hear(arena, ask, &response, &outcome);
	return outcome;
}

static void has(const char *text, const char *part)
{
	if (!text || !strstr(text, part))
		fail_msg("%s is not in %s", part, text ? text : "nothing");
}

static const char *status_of(struct ad_arena *arena, const char *status, const char *url)
{
	return ad_arena_printf(arena,
			       "{\"ReportRequestStatus\":{\"Status\":\"%s\","
			       "\"ReportDownloadUrl\":%s}}",
			       status, url)
		.p;
}

static void each_level_is_a_report_of_its_own(void **state)
{
	static const struct {
		const struct ad_resource *res;
		const char *type, *ids;
	} rows[] = {
		{ &ad_resource_campaign, "\"CampaignPerformanceReportRequest\"",
		  "\"Revenue\",\"CampaignId\"]" },
		{ &ad_resource_ad_group, "\"AdGroupPerformanceReportRequest\"",
		  "\"Revenue\",\"CampaignId\",\"AdGroupId\"]" },
		{ &ad_resource_ad, "\"AdPerformanceReportRequest\"", "\"AdGroupId\",\"AdId\"]" },
		{ &ad_resource_keyword, "\"KeywordPerformanceReportRequest\"",
		  "\"AdGroupId\",\"KeywordId\"]" },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_figures_ask ask = of(rows[i].res, NULL);
		const char *asked = next(*state, &ask);
		has(asked, REPORTING "Submit {\"ReportRequest\":{\"Type\":");
		has(asked, rows[i].type);
		has(asked, rows[i].ids);
		has(asked, "\"ExcludeReportHeader\":true,\"ExcludeReportFooter\":true");
		has(asked, "\"Aggregation\":\"Daily\",\"Columns\":[\"TimePeriod\",");
		has(asked, "\"Scope\":{\"AccountIds\":[\"500\"]}");
		has(asked, "\"CustomDateRangeStart\":{\"Day\":1,\"Month\":1,\"Year\":2026}");
		has(asked, "\"CustomDateRangeEnd\":{\"Day\":2,\"Month\":1,\"Year\":2026}");
		has(asked, "\"ReportTimeZone\":\"AmsterdamBerlinBernRomeStockholmVienna\"");
	}
}

/* The report's id outlives the wait and the process: the page is all the state that is needed. */
static void a_report_is_made_while_nobody_waits(void **state)
{
	struct ad_figures_ask ask = of(&ad_resource_campaign, NULL);
	const char *address = "\"" ADDRESS "\"";

	next(*state, &ask);
	assert_int_equal(hear(*state, &ask, 200, AD_S("{\"ReportRequestId\":\"77\"}")).kind,
			 AD_DID);
	assert_true(ask.later);
	assert_string_equal(ask.page.p, "0 77");
	ask = of(&ad_resource_campaign, "0 77");
	assert_string_equal(next(*state, &ask), REPORTING "Poll {\"ReportRequestId\":\"77\"}");
	hear(*state, &ask, 200, ad_str(status_of(*state, "Pending", "null")));
	assert_true(ask.later && !ask.heard);
	assert_string_equal(ask.page.p, "0 77");
	ask = of(&ad_resource_campaign, "0 77");
	hear(*state, &ask, 200, ad_str(status_of(*state, "Success", address)));
	assert_false(ask.later);
	assert_string_equal(next(*state, &ask), ADDRESS " ");
	hear(*state, &ask, 404, AD_S("gone"));
	assert_true(ask.later && !ask.url.n);
	assert_string_equal(ask.page.p, "1 77");
	/* A report without a line has no address. */
	ask = of(&ad_resource_campaign, "0 77");
	hear(*state, &ask, 200, ad_str(status_of(*state, "Success", "null")));
	assert_true(ask.heard && !ask.none && !ask.found);
	assert_null(next(*state, &ask));
}

static void one_that_failed_is_made_anew_a_few_times(void **state)
{
	static const char gone[] = "{\"Type\":\"ApiFaultDetail\",\"OperationErrors\":[{\"Code\":"
				   "2100,\"ErrorCode\":\"ReportingServiceInvalidReportId\"}]}";
	struct ad_figures_ask ask = of(&ad_resource_ad, "0 77");
	struct ad_outcome outcome;

	hear(*state, &ask, 200, ad_str(status_of(*state, "Error", "null")));
	assert_true(ask.later);
	assert_string_equal(ask.page.p, "1 ");
	ask = of(&ad_resource_ad, "1 ");
	has(next(*state, &ask), "Submit {");
	hear(*state, &ask, 200, AD_S("{\"ReportRequestId\":\"78\"}"));
	assert_string_equal(ask.page.p, "1 78");
	ask = of(&ad_resource_ad, "1 78");
	assert_int_equal(hear(*state, &ask, 400, AD_S(gone)).kind, AD_DID);
	assert_string_equal(ask.page.p, "2 ");
	ask = of(&ad_resource_ad, "4 78");
	outcome = hear(*state, &ask, 200, ad_str(status_of(*state, "Error", "null")));
	assert_int_equal(outcome.kind, AD_REFUSED);
	assert_string_equal(outcome.error.code, "PLATFORM_UNAVAILABLE");
	has(outcome.error.message.p, "5 attempts");
	/* An invalid id is never sent back. */
	ask = of(&ad_resource_ad, NULL);
	hear(*state, &ask, 200, AD_S("{\"ReportRequestId\":\"7\\\"},{\"}"));
	assert_string_equal(ask.page.p, "1 ");
}

static void failures_are_told_apart(void **state)
{
	static const char many[] = "{\"OperationErrors\":[{\"Code\":207,\"ErrorCode\":"
				   "\"ConcurrentRequestOverLimit\"}]}";
	static const struct {
		long status;
		const char *body;
		enum ad_outcome_kind kind;
	} rows[] = {
		{ 500, "", AD_AGAIN },   { 429, "", AD_AGAIN },   { 200, "<html>", AD_AGAIN },
		{ 401, "", AD_EXPIRED }, { 403, "", AD_REFUSED }, { 400, many, AD_AGAIN },
		{ 200, "[]", AD_AGAIN },
	};

	for (size_t i = 0; i < 2 * AD_LEN(rows); i++) {
		struct ad_figures_ask ask =
			of(&ad_resource_campaign, i < AD_LEN(rows) ? NULL : "0 77");
		size_t at = i % AD_LEN(rows);
		if (hear(*state, &ask, rows[at].status, ad_str(rows[at].body)).kind !=
		    rows[at].kind)
			fail_msg("%ld %s", rows[at].status, rows[at].body);
		assert_false(ask.later || ask.heard);
	}
}

static void only_addresses_of_microsoft_are_read(void **state)
{
	static const char *const good[] = {
		ADDRESS,
		"https://bingadsappsstorageprod.blob.core.windows.net:443/x.zip?sig=a%2F",
	};
	static const char *const bad[] = {
		"http://download.api.bingads.microsoft.com/x",
		"https://download.api.bingads.microsoft.com.evil.example/x",
		"https://download.api.bingads.microsoft.com@evil.example/x",
		"https://download.api.bingads.microsoft.com:444/x",
		"https://download.api.bingads.microsoft.com\\\\@evil.example/x",
		"https://download.api.bingads.microsoft.com/x y",
		"https://evil.blob.core.windows.net/x",
		"https://169.254.169.254/latest",
		"file:///etc/passwd",
		"//download.api.bingads.microsoft.com/x",
		"https://download.api.bingads.microsoft.com",
	};

	for (size_t i = 0; i < AD_LEN(good) + AD_LEN(bad); i++) {
		const char *url = i < AD_LEN(good) ? good[i] : bad[i - AD_LEN(good)];
		struct ad_figures_ask ask = of(&ad_resource_campaign, "0 77");
		struct ad_str quoted = ad_arena_printf(*state, "\"%s\"", url);
		struct ad_outcome outcome =
			hear(*state, &ask, 200, ad_str(status_of(*state, "Success", quoted.p)));
		if ((outcome.kind == AD_DID && ask.url.n) != (i < AD_LEN(good)))
			fail_msg("%s", url);
		/* The address is a secret: no message repeats it. */
		if (outcome.kind != AD_DID)
			assert_null(strstr(outcome.error.message.p, "http"));
	}
}

/* The sandbox's stand below its own address, and nowhere else. */
static void the_sandbox_is_asked_at_its_own_address(void **state)
{
	struct ad_link sandbox = link_;
	struct ad_figures_ask ask = of(&ad_resource_campaign, NULL);
	const char *url = "\"http://127.0.0.1:99/microsoft/Download?q=1\"";

	sandbox.api_url = AD_S("http://127.0.0.1:99/microsoft/CampaignManagement/v13");
	ask.link = &sandbox;
	has(next(*state, &ask),
	    "http://127.0.0.1:99/microsoft/Reporting/v13/GenerateReport/Submit");
	ask.page = AD_S("0 77");
	hear(*state, &ask, 200, ad_str(status_of(*state, "Success", url)));
	has(next(*state, &ask), "http://127.0.0.1:99/microsoft/Download?q=1 ");
	ask.url = (struct ad_str){ 0 };
	assert_int_equal(
		hear(*state, &ask, 200, ad_str(status_of(*state, "Success", "\"" ADDRESS "\"")))
			.kind,
		AD_REFUSED);
}

#define NAMES                                                                                      \
	"\"TimePeriod\",\"CurrencyCode\",\"Impressions\",\"Clicks\",\"Spend\",\"Conversions\","    \
	"\"Revenue\",\"CampaignId\""

static struct ad_outcome read_file(struct ad_arena *arena, struct ad_figures_ask *ask,
				   const char *csv)
{
	ask->page = AD_S("0 77");
	ask->url = AD_S(ADDRESS);
	return hear(arena, ask, 200, archive_of(arena, ad_str(csv)));
}

static void lines_become_days(void **state)
{
	struct ad_figures_ask ask = of(&ad_resource_keyword, NULL);
	const struct ad_remote_day *day;
	struct ad_outcome outcome = read_file(
		*state, &ask,
		"\xef\xbb\xbf\"AdGroupId\",\"KeywordId\"," NAMES "\r\n"
		"\"8\",\"9\",\"2026-01-01\",\"EUR\",\"10\",\"2\",\"0.37\",\"1.5\",\"\",\"7\"\r\n"
		"8,9,2026-01-02,EUR,0,0,12345678.9,-0.25,1,7\n"
		"\"8\",\"0\",\"2026-01-02\",\"EUR\",\"1\",\"1\",\"1\",\"1\",\"1\",\"7\"\r\n");

	assert_int_equal(outcome.kind, AD_DID);
	assert_true(ask.heard);
	day = ask.found;
	assert_string_equal(day->remote_id.p, "7~8~9");
	assert_int_equal(day->day, 20455);
	assert_int_equal(day->measures[AD_IMPRESSIONS], 0);
	assert_int_equal(day->measures[AD_COST], 12345678900000);
	assert_int_equal(day->measures[AD_CONVERSIONS], -250000);
	day = day->next;
	assert_int_equal(day->day, 20454);
	assert_int_equal(day->measures[AD_IMPRESSIONS], 10);
	assert_int_equal(day->measures[AD_CLICKS], 2);
	assert_int_equal(day->measures[AD_COST], 370000);
	assert_int_equal(day->measures[AD_CONVERSIONS], 1500000);
	/* A missing figure is not 0. */
	assert_int_equal(day->measures[AD_CONVERSION_VALUE], AD_NOT_COLLECTED);
	assert_null(day->next);
	assert_string_equal(ask.untold.p,
			    "1 lines of Microsoft's KeywordPerformanceReportRequest name no "
			    "object.");
}

static void what_can_be_read_in_two_ways_is_refused(void **state)
{
	static const struct {
		const char *csv, *says;
	} rows[] = {
		{ "", "no line of names" },
		{ "\"TimePeriod\"\n", "missing" },
		{ NAMES ",\"DeviceType\"\n", "not asked for" },
		{ NAMES ",\"Clicks\"\n", "not asked for" },
		{ NAMES "\n\"2026-01-01\",\"EUR\",\"1\"\n", "not as many values" },
		{ NAMES "\n2026-01-01,EUR,1,1,1,1,1,7,8\n", "not as many values" },
		{ NAMES "\n2026-01-01,USD,1,1,1,1,1,7\n", "currency" },
		{ NAMES "\n2026-01-03,EUR,1,1,1,1,1,7\n", "a day" },
		{ NAMES "\n1/2/2026,EUR,1,1,1,1,1,7\n", "a day" },
		{ NAMES "\n2026-01-01,EUR,1.5,1,1,1,1,7\n", "no number" },
		{ NAMES "\n2026-01-01,EUR,1,-1,1,1,1,7\n", "no number" },
		{ NAMES "\n2026-01-01,EUR,1,1,\"1,000.50\",1,1,7\n", "no number" },
		{ NAMES "\n2026-01-01,EUR,1,1,1.,1,1,7\n", "no number" },
		{ NAMES "\n2026-01-01,EUR,1,1,1.1234567,1,1,7\n", "no number" },
		{ NAMES "\n2026-01-01,EUR,1,1,9999999999999,1,1,7\n", "no number" },
		{ NAMES "\n2026-01-01,EUR,1,1,1,1,1,x\n", "an id" },
		{ NAMES "\n2026-01-01,EUR,1,1,1,1,1,7\n2026-01-01,EUR,1,1,1,1,1,7\n", "twice" },
		{ NAMES "\n2026-01-01,EUR,1,1,1,1,1,\"7\"7\n", "quotation mark" },
		{ NAMES "\n2026-01-01,EUR,1,1,1,1,1,\"7", "within a value" },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_figures_ask ask = of(&ad_resource_campaign, NULL);
		struct ad_outcome outcome = read_file(*state, &ask, rows[i].csv);
		if (outcome.kind != AD_REFUSED || ask.heard)
			fail_msg("%s", rows[i].csv);
		assert_string_equal(outcome.error.code, "REFUSED");
		has(outcome.error.message.p, rows[i].says);
	}
}

static void a_broken_archive_is_read_again(void **state)
{
	struct ad_figures_ask ask = of(&ad_resource_campaign, "3 77");
	struct ad_str zip = archive_of(*state, AD_S(NAMES "\n"));

	ask.url = AD_S(ADDRESS);
	zip.n /= 2;
	assert_int_equal(hear(*state, &ask, 200, zip).kind, AD_DID);
	assert_true(ask.later);
	assert_string_equal(ask.page.p, "4 77");
	ask.url = AD_S(ADDRESS);
	assert_int_equal(hear(*state, &ask, 200, zip).kind, AD_REFUSED);
}

/* A line more takes its day, and nothing of the file. */
static void long_reports_take_their_days(void **state)
{
	struct ad_figures_ask ask = of(&ad_resource_campaign, NULL);
	struct ad_text csv = { 0 };
	struct ad_str zip;
	size_t n = 0, used;

	ad_text_adds(&csv, NAMES "\n");
	for (int i = 1; i <= 100000; i++)
		ad_text_addf(&csv,
			     "\"2026-01-01\",\"EUR\",\"1\",\"1\",\"0.37\",\"0\",\"0\","
			     "\"%d\"\r\n",
			     i);
	zip = archive_of(*state, ad_text_str(&csv));
	ad_text_free(&csv);
	used = ad_arena_used(*state);
	ask.page = AD_S("0 77");
	ask.url = AD_S(ADDRESS);
	assert_int_equal(hear(*state, &ask, 200, zip).kind, AD_DID);
	for (const struct ad_remote_day *d = ask.found; d; d = d->next)
		n++;
	assert_int_equal(n, 100000);
	assert_in_range(ad_arena_used(*state) - used, 1, 100000 * 200);
}

/* Its days would be others than the account's: none are kept for them. */
static void zones_that_they_lack_have_no_figures(void **state)
{
	struct ad_link far = link_;
	struct ad_figures_ask ask = of(&ad_resource_campaign, NULL);

	far.timezone = AD_S("Pacific/Kiritimati");
	ask.link = &far;
	assert_null(next(*state, &ask));
	assert_true(ask.none && ask.heard);
	has(ask.untold.p, "Pacific/Kiritimati");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(each_level_is_a_report_of_its_own),
		IN_ARENA(a_report_is_made_while_nobody_waits),
		IN_ARENA(one_that_failed_is_made_anew_a_few_times),
		IN_ARENA(failures_are_told_apart),
		IN_ARENA(only_addresses_of_microsoft_are_read),
		IN_ARENA(the_sandbox_is_asked_at_its_own_address),
		IN_ARENA(lines_become_days),
		IN_ARENA(what_can_be_read_in_two_ways_is_refused),
		IN_ARENA(a_broken_archive_is_read_again),
		IN_ARENA(long_reports_take_their_days),
		IN_ARENA(zones_that_they_lack_have_no_figures),
	};

	return cmocka_run_group_tests_name("microsoft_figures", tests, NULL, NULL);
}
