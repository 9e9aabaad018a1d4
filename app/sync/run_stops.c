/* The state of a run at each ad account: stopped by the kill switch, or waiting. */
#include "app/sync/run_parts.h"

#define HEAD(label) "<th scope=\"col\" role=\"columnheader\">" label "</th>"

static const cJSON *run_stops_parse(struct ad_exchange *x, struct ad_str json)
{
	struct ad_json_error err;

	return json.n > 0 ? ad_json_parse(x->call.arena, json, &err) : NULL;
}

static const char *platform_title(const cJSON *row)
{
	enum ad_platform platform = ad_platform_of(ad_json_get_text(row, "platform"));

	return platform < AD_PLATFORM_COUNT ? ad_connect_title(platform) : "";
}

/* --- waits --- */

static void add_delay(struct ad_text *page, const cJSON *row)
{
	int64_t until = 0;

	ad_text_addf(page, "<li>%s: ", platform_title(row));
	ad_page_words(page, ad_json_get_text(row, "message"));
	if (ad_time_parse(ad_json_get_text(row, "until"), &until)) {
		ad_text_adds(page, " The run continues after ");
		app_time(page, until, "");
		ad_text_addc(page, '.');
	}
	ad_text_adds(page, "</li>");
}

void app_add_delays(struct ad_exchange *x, struct ad_text *page, const struct ad_sync_review *run)
{
	const cJSON *row, *rows = run_stops_parse(x, run->delays);

	if (!rows || !rows->child)
		return;
	ad_text_adds(page, "<div class=\"note\"><p>Some ad accounts are on hold:</p><ul>");
	cJSON_ArrayForEach(row, rows)
	{
		add_delay(page, row);
	}
	ad_text_adds(page, "</ul></div>");
}

/* --- the kill switch --- */

static void run_stops_add_state(struct ad_text *page, struct ad_str state)
{
	static const struct {
		const char *name, *title, *class_name, *sentence;
	} list[] = {
		{ "STOPPED", "stopped", "tag good", "" },
		{ "WAITING", "waiting", "tag warn",
		  "Another run is sending a request to this ad account. Pausing starts when that "
		  "request ends." },
		{ "STOPPING", "pausing", "tag warn", "The campaigns are being paused." },
		{ "SETTLING", "paused, being verified", "tag warn",
		  "All campaigns are paused. An earlier request may still reach the platform, so "
		  "the ad account is checked once more." },
		{ "IN_DOUBT", "in doubt", "tag bad",
		  "The platform did not confirm that all campaigns are paused. The check is "
		  "repeated every minute. Check the ad account yourself too." },
		{ "NOT_STOPPED", "not stopped", "tag bad",
		  "Some campaigns could not be paused and may still run. Retry the run, or pause "
		  "them on the platform." },
	};

	for (size_t i = 0; i < AD_LEN(list); i++)
		if (ad_str_is(state, list[i].name))
			ad_text_addf(page,
				     "<span class=\"%s\">%s</span></td><td role=\"cell\" "
				     "data-label=\"Reason\">%s",
				     list[i].class_name, list[i].title, list[i].sentence);
}

static void run_stops_add_counts(struct ad_text *page, const cJSON *row)
{
	static const struct {
		const char *name, *word;
	} list[] = { { "stopped", "stopped" },
		     { "failed", "not stopped" },
		     { "inDoubt", "in doubt" } };
	const char *between = "";

	for (size_t i = 0; i < AD_LEN(list); i++) {
		int64_t n = 0;
		if (!ad_json_int64(ad_json_get(row, list[i].name), &n) || n == 0)
			continue;
		ad_text_addf(page, "%s%lld %s", between, (long long)n, list[i].word);
		between = ", ";
	}
}

static void add_stop(struct ad_text *page, const cJSON *row)
{
	struct ad_str why = ad_json_get_text(row, "message");
	struct ad_str account = ad_json_get_text(row, "accountId");

	ad_text_addf(page, "<tr role=\"row\"><td role=\"cell\" data-label=\"Ad account\"><b>%s</b>",
		     platform_title(row));
	if (account.n > 0) {
		ad_text_adds(page, "<br><small><code>");
		app_html(page, account);
		ad_text_adds(page, "</code></small>");
	}
	ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Campaigns\">");
	run_stops_add_counts(page, row);
	ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Status\">");
	run_stops_add_state(page, ad_json_get_text(row, "state"));
	if (why.n > 0) {
		ad_text_adds(page, "<br><small class=\"soft\">");
		ad_page_words(page, why);
		ad_text_adds(page, "</small>");
	}
	ad_text_adds(page, "</td></tr>");
}

void app_add_stops(struct ad_exchange *x, struct ad_text *page, const struct ad_sync_review *run)
{
	const cJSON *row, *rows = run_stops_parse(x, run->stops);

	if (!run->pauses)
		return;
	if (!rows || !rows->child) {
		ad_text_adds(page, "<p>No campaign of this Space is on a platform. There was "
				   "nothing to pause.</p>");
		return;
	}
	ad_text_adds(page, "<table role=\"table\"><thead><tr role=\"row\">" HEAD("Ad account")
				   HEAD("Campaigns") HEAD("Status")
					   HEAD("Reason") "</tr></thead><tbody>");
	cJSON_ArrayForEach(row, rows)
	{
		add_stop(page, row);
	}
	ad_text_adds(page, "</tbody></table>");
}
