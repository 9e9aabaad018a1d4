/*
 * Daily figures: a report is requested, prepared for seconds or minutes, and then read from a URL
 * of its own, which works like a password for five minutes. The page of the query is "FAILURES ID":
 * the number of failures, and the report's id once it has one; so the query resumes after a wait,
 * or in another process, with the same report.
 */
#include "platform/microsoft/adapter.h"

#include "base/json_read.h"
#include "base/timezone.h"
#include "base/url.h"
#include "platform/microsoft/report.h"

#define FAILURES_MAX 5
#define REPORTING_URL "https://reporting.api.bingads.microsoft.com/Reporting/{version}"
#define ID_MAX 64

/* The hosts of reports; nothing is read from any other host, whatever an answer says. */
static const char *const hosts[] = {
	"download.api.bingads.microsoft.com",
	"bingadsappsstorageprod.blob.core.windows.net",
};

static int failures_of(const struct ad_figures_ask *ask)
{
	return ask->page.n ? ask->page.p[0] - '0' : 0;
}

static struct ad_str microsoft_id_of(const struct ad_figures_ask *ask)
{
	return ask->page.n > 2 ? (struct ad_str){ ask->page.p + 2, ask->page.n - 2 }
			       : (struct ad_str){ 0 };
}

static void set_page(struct ad_arena *arena, struct ad_figures_ask *ask, int failures,
		     struct ad_str id)
{
	ask->page = ad_arena_printf(arena, "%d %.*s", failures, AD_FMT(id));
	ask->url = (struct ad_str){ 0 };
	ask->later = true;
}

/*
 * The base address of all sandbox services; absent on the platform, which has a host per service.
 */
static struct ad_str root_of(struct ad_arena *arena, const struct ad_link *link)
{
	struct ad_str api = ad_versioned(arena, AD_MICROSOFT, ad_api_version_of(AD_MICROSOFT)->api);
	size_t n = ad_versioned(arena, AD_MICROSOFT, "/CampaignManagement/{version}").n;

	if (ad_str_eq(link->api_url, api) || link->api_url.n < n)
		return (struct ad_str){ 0 };
	return (struct ad_str){ link->api_url.p, link->api_url.n - n };
}

static void microsoft_figures_request(struct ad_arena *arena, const struct ad_link *link,
				      const char *path, struct ad_http_request *out)
{
	struct ad_str root = root_of(arena, link), service;

	microsoft_request(arena, link, "POST", path, out);
	service =
		ad_versioned(arena, AD_MICROSOFT, root.n ? "/Reporting/{version}" : REPORTING_URL);
	out->url = ad_arena_printf(arena, "%.*s%.*s/%s", AD_FMT(root), AD_FMT(service), path);
}

static void put_date(struct ad_json *j, const char *key, int64_t day)
{
	struct ad_date date = ad_date_of_day(day);

	ad_json_key(j, key);
	ad_json_object(j);
	ad_json_kint(j, "Day", date.day);
	ad_json_kint(j, "Month", date.month);
	ad_json_kint(j, "Year", date.year);
	ad_json_object_end(j);
}

static struct ad_str microsoft_submission(struct ad_arena *arena, const struct ad_link *link,
					  const struct ad_figures_ask *ask)
{
	struct ad_text body = ad_text_on(arena);
	struct ad_json j = ad_json_on(&body);
	const char *column;

	ad_json_object(&j);
	ad_json_key(&j, "ReportRequest");
	ad_json_object(&j);
	ad_json_kcstr(&j, "Type", microsoft_report_type(ask->res));
	ad_json_kcstr(&j, "ReportName", "adcore");
	ad_json_kcstr(&j, "Format", "Csv");
	ad_json_kcstr(&j, "FormatVersion", "2.0");
	ad_json_kbool(&j, "ReturnOnlyCompleteData", false);
	ad_json_kbool(&j, "ExcludeReportHeader", true);
	ad_json_kbool(&j, "ExcludeReportFooter", true);
	ad_json_kbool(&j, "ExcludeColumnHeaders", false);
	ad_json_kcstr(&j, "Aggregation", "Daily");
	ad_json_key(&j, "Columns");
	ad_json_array(&j);
	for (size_t i = 0; (column = microsoft_report_column(ask->res, i)); i++)
		ad_json_str(&j, ad_str(column));
	ad_json_array_end(&j);
	ad_json_key(&j, "Scope");
	ad_json_object(&j);
	ad_json_key(&j, "AccountIds");
	ad_json_array(&j);
	ad_json_str(&j, link->account_id);
	ad_json_array_end(&j);
	ad_json_object_end(&j);
	ad_json_key(&j, "Time");
	ad_json_object(&j);
	put_date(&j, "CustomDateRangeStart", ask->first);
	put_date(&j, "CustomDateRangeEnd", ask->last);
	ad_json_kstr(&j, "ReportTimeZone", microsoft_zone(link->timezone));
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	return ad_text_str(&body);
}

bool microsoft_figures(struct ad_arena *arena, const struct ad_link *link,
		       struct ad_figures_ask *ask, struct ad_http_request *out)
{
	if (ask->heard)
		return false;
	if (!microsoft_zone(link->timezone).n) {
		ask->heard = ask->none = true;
		ask->untold = ad_arena_printf(arena,
					      "Microsoft does not support the time zone %.*s, so "
					      "its days differ from the ad account's days.",
					      AD_FMT(link->timezone));
		return false;
	}
	if (ask->url.n) {
		*out = (struct ad_http_request){ .method = "GET", .url = ask->url, .bare = true };
	} else if (microsoft_id_of(ask).n) {
		microsoft_figures_request(arena, link, "GenerateReport/Poll", out);
		out->body = ad_arena_printf(arena, "{\"ReportRequestId\":\"%.*s\"}",
					    AD_FMT(microsoft_id_of(ask)));
	} else {
		microsoft_figures_request(arena, link, "GenerateReport/Submit", out);
		out->body = microsoft_submission(arena, link, ask);
	}
	return true;
}

static void microsoft_give_up(struct ad_outcome *outcome, const char *code, struct ad_str why)
{
	*outcome = (struct ad_outcome){ .kind = AD_REFUSED };
	outcome->error = (struct ad_platform_error){
		.code = code,
		.message = why,
		.retryable = strcmp(code, "REFUSED") != 0,
	};
}

/* Retries a few times: with the same report, or (without an id) with a new one. */
static void microsoft_fail(struct ad_arena *arena, struct ad_figures_ask *ask, struct ad_str id,
			   const char *why, struct ad_outcome *outcome)
{
	int failures = failures_of(ask) + 1;

	if (failures >= FAILURES_MAX)
		microsoft_give_up(
			outcome, "PLATFORM_UNAVAILABLE",
			ad_arena_printf(arena,
					"Microsoft did not return the report after %d attempts. %s",
					failures, why));
	else
		set_page(arena, ask, failures, id);
}

/* True if the URL is an https address of one of the hosts, on port 443. */
static bool is_microsofts(struct ad_str url)
{
	struct ad_url parts;
	struct ad_str host;
	int port;

	if (!ad_url_split(url, &parts) || !ad_str_is(parts.scheme, "https") ||
	    !ad_authority_split(parts.authority, &host, &port) || (port >= 0 && port != 443) ||
	    !ad_str_starts(parts.tail, "/"))
		return false;
	for (size_t i = 0; i < AD_LEN(hosts); i++)
		if (ad_str_is(host, hosts[i]))
			return true;
	return false;
}

/* True if the URL belongs to Microsoft, or to the sandbox in use. */
static bool may_read(struct ad_arena *arena, const struct ad_link *link, struct ad_str url)
{
	struct ad_str root = root_of(arena, link);

	for (size_t i = 0; i < url.n; i++)
		if (url.p[i] <= ' ' || url.p[i] == '\\' || url.p[i] == '@' || url.p[i] > '~')
			return false;
	if (!root.n)
		return is_microsofts(url);
	return url.n > root.n && memcmp(url.p, root.p, root.n) == 0 && url.p[root.n] == '/';
}

static bool is_id(struct ad_str id)
{
	for (size_t i = 0; i < id.n; i++)
		if (!strchr("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_",
			    id.p[i]) ||
		    !id.p[i])
			return false;
	return id.n > 0 && id.n <= ID_MAX;
}

static void hear_poll(struct ad_arena *arena, struct ad_figures_ask *ask, const cJSON *body,
		      struct ad_outcome *outcome)
{
	const cJSON *told = ad_json_get(body, "ReportRequestStatus");
	struct ad_str status = ad_json_get_text(told, "Status");
	struct ad_str url = ad_json_get_text(told, "ReportDownloadUrl");

	if (ad_str_is(status, "Pending"))
		set_page(arena, ask, failures_of(ask), microsoft_id_of(ask));
	else if (!ad_str_is(status, "Success"))
		microsoft_fail(arena, ask, (struct ad_str){ 0 },
			       "Microsoft could not create the report.", outcome);
	else if (!url.n)
		ask->heard = true; /* the report has no lines */
	else if (may_read(arena, ask->link, url))
		ask->url = ad_arena_copy(arena, url);
	else
		microsoft_give_up(
			outcome, "REFUSED",
			AD_S("The URL of Microsoft's report is not a Microsoft address."));
}

static void hear_file(struct ad_arena *arena, struct ad_figures_ask *ask,
		      const struct ad_http_response *response, struct ad_outcome *outcome)
{
	bool broken = false;
	const char *wrong;

	if (response->status != 200) {
		/* The URL has expired: querying the report gives a new one. */
		microsoft_fail(arena, ask, microsoft_id_of(ask),
			       "The report could not be downloaded.", outcome);
		return;
	}
	ask->found = NULL;
	wrong = microsoft_report_read(arena, ask, response->body, &broken);
	if (!wrong)
		ask->heard = true;
	else if (broken)
		microsoft_fail(arena, ask, microsoft_id_of(ask), wrong, outcome);
	else
		microsoft_give_up(outcome, "REFUSED", ad_str(wrong));
}

void microsoft_figures_hear(struct ad_arena *arena, struct ad_figures_ask *ask,
			    const struct ad_http_response *response, struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body;
	struct ad_str id;

	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (ask->url.n) {
		hear_file(arena, ask, response, outcome);
		return;
	}
	body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	if (response->status != 200 || !cJSON_IsObject(body)) {
		microsoft_failure(arena, response, body, outcome);
		/* Requesting a report twice only makes it twice. */
		if (outcome->kind == AD_DOUBT || response->status == 200)
			outcome->kind = AD_AGAIN;
		if (outcome->kind == AD_REFUSED && microsoft_id_of(ask).n &&
		    strcmp(outcome->error.code, "GONE") == 0) {
			*outcome = (struct ad_outcome){ .kind = AD_DID };
			microsoft_fail(arena, ask, (struct ad_str){ 0 },
				       "The report no longer exists.", outcome);
		}
		return;
	}
	if (microsoft_id_of(ask).n) {
		hear_poll(arena, ask, body, outcome);
		return;
	}
	id = ad_json_get_text(body, "ReportRequestId");
	if (is_id(id))
		set_page(arena, ask, failures_of(ask), id);
	else
		microsoft_fail(arena, ask, (struct ad_str){ 0 }, "The report has no id.", outcome);
}
