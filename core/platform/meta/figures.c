/*
 * Daily figures: the account's insights of a level, one row per object and day. Days are in the ad
 * account's time zone; money is in units of its currency, with decimals, unlike budgets. A row
 * omits zero values: a missing value in a returned row is 0.
 *
 * Meta refuses queries that take it too long. A report run has no such limit: it is requested,
 * polled until it is complete, and its rows are read. The page of such a query is "run ID" until
 * then, and "rows ID CURSOR" afterwards; so it resumes in another process with the same run.
 */
#include "platform/form.h"
#include "platform/meta/adapter.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "base/timezone.h"

#define RUN_PAGE "run "
#define RUN_ROWS_PAGE "rows "
#define RUN_FIELDS                                                                                 \
	"async_status,async_percent_completion,error_code,error_subcode,error_message,"            \
	"error_user_msg"

static const struct {
	enum ad_resource_id resource;
	const char *level, *id;
} levels[] = {
	{ AD_R_CAMPAIGN, "campaign", "campaign_id" },
	{ AD_R_AD_GROUP, "adset", "adset_id" },
	{ AD_R_AD, "ad", "ad_id" },
};

/* The actions that count as conversions: Meta's sums over all places where they can happen. */
static const char *const conversions[] = { "purchase", "lead", "complete_registration" };

static size_t meta_level_of(const struct ad_figures_ask *ask)
{
	size_t at = 0;

	while (at < AD_LEN(levels) && levels[at].resource != ask->res->id)
		at++;
	return at;
}

static struct ad_str day_text(struct ad_arena *arena, int64_t day)
{
	struct ad_date date = ad_date_of_day(day);

	return ad_arena_printf(arena, "%04d-%02d-%02d", (int)date.year, (int)date.month,
			       (int)date.day);
}

/* The state of a query: without a run, or before, during or after one. */
struct run {
	enum {
		RUN_NONE,
		RUN_NEW,
		RUN_WAITS,
		RUN_ROWS
	} state;
	struct ad_str id, after; /* after: the cursor of the next rows */
};

static struct run run_of(const struct ad_figures_ask *ask)
{
	bool rows = ad_str_starts(ask->page, RUN_ROWS_PAGE);
	size_t n = strlen(rows ? RUN_ROWS_PAGE : RUN_PAGE);
	struct run run = { .state = rows ? RUN_ROWS : RUN_WAITS };
	const char *space;

	if (!rows && !ad_str_starts(ask->page, RUN_PAGE))
		return (struct run){ .state = ask->apart ? RUN_NEW : RUN_NONE, .after = ask->page };
	run.id = (struct ad_str){ ask->page.p + n, ask->page.n - n };
	space = ad_str_find(run.id, ' ');
	if (!space)
		return run;
	run.after = (struct ad_str){ space + 1, run.id.n - (size_t)(space + 1 - run.id.p) };
	run.id.n = (size_t)(space - run.id.p);
	return run;
}

/* Adds the level, fields and days of the query. */
static void put_question(struct ad_arena *arena, struct ad_text *form,
			 const struct ad_figures_ask *ask)
{
	size_t level = meta_level_of(ask);

	ad_form_add(form, "level", ad_str(levels[level].level));
	ad_form_add(form, "fields",
		    ad_arena_printf(arena, "%s,impressions,clicks,spend,actions,action_values",
				    levels[level].id));
	ad_form_add(form, "time_range",
		    ad_arena_printf(arena, "{\"since\":\"%.*s\",\"until\":\"%.*s\"}",
				    AD_FMT(day_text(arena, ask->first)),
				    AD_FMT(day_text(arena, ask->last))));
	ad_form_add(form, "time_increment", AD_S("1"));
}

bool meta_figures(struct ad_arena *arena, const struct ad_link *link, struct ad_figures_ask *ask,
		  struct ad_http_request *out)
{
	struct meta_part part = { "GET", meta_account_path(arena, link, "insights"),
				  ad_text_on(arena) };
	struct run run = run_of(ask);

	/* Meta has no keywords. */
	if (ask->heard || meta_level_of(ask) == AD_LEN(levels))
		return false;
	if (run.state == RUN_NEW)
		part.method = "POST";
	if (run.state == RUN_NONE || run.state == RUN_NEW)
		put_question(arena, &part.form, ask);
	if (run.state == RUN_WAITS) {
		part.path = run.id;
		ad_form_add(&part.form, "fields", AD_S(RUN_FIELDS));
	}
	if (run.state == RUN_ROWS)
		part.path = ad_arena_printf(arena, "%.*s/insights", AD_FMT(run.id));
	if (run.state == RUN_NONE || run.state == RUN_ROWS) {
		ad_form_add(&part.form, "limit", ask->few ? AD_S("50") : AD_S("500"));
		if (run.after.n)
			ad_form_add(&part.form, "after", run.after);
	}
	meta_request(arena, link, &part, 1, out);
	return true;
}

/* A number, or the number in a text, times a factor, as a whole number; a missing value is 0. */
static int64_t meta_scaled(const cJSON *item, double factor)
{
	struct ad_str text = ad_json_text(item);
	char digits[40];
	double value = cJSON_IsNumber(item) ? item->valuedouble : 0;

	if (text.n && text.n < sizeof(digits)) {
		snprintf(digits, sizeof(digits), "%.*s", AD_FMT(text));
		value = strtod(digits, NULL);
	}
	return isfinite(value) && fabs(value) < 9e12 ? llround(value * factor) : 0;
}

/* The sum of the conversions in a list of actions, in micros. */
static int64_t meta_converted(const cJSON *list)
{
	const cJSON *action;
	int64_t sum = 0;

	cJSON_ArrayForEach(action, list)
	{
		struct ad_str type = ad_json_get_text(action, "action_type");
		for (size_t i = 0; i < AD_LEN(conversions); i++)
			if (ad_str_is(type, conversions[i]))
				sum += meta_scaled(ad_json_get(action, "value"), 1e6);
	}
	return sum;
}

/* The day of a row; false if it was not requested. */
static bool meta_day_of(const struct ad_figures_ask *ask, struct ad_str date, int64_t *day)
{
	char text[32];
	int64_t us;

	if (!ad_date_valid(date))
		return false;
	snprintf(text, sizeof(text), "%.10sT00:00:00Z", date.p);
	if (!ad_time_parse(ad_str(text), &us))
		return false;
	*day = us / AD_DAY;
	return *day >= ask->first && *day <= ask->last;
}

static void hear_row(struct ad_arena *arena, struct ad_figures_ask *ask, const cJSON *row)
{
	struct ad_remote_day *found = ad_arena_zalloc(arena, sizeof(*found));
	struct ad_str id = ad_json_get_text(row, levels[meta_level_of(ask)].id);

	if (!id.n || !meta_day_of(ask, ad_json_get_text(row, "date_start"), &found->day))
		return;
	found->remote_id = ad_arena_copy(arena, id);
	found->measures[AD_IMPRESSIONS] = meta_scaled(ad_json_get(row, "impressions"), 1);
	found->measures[AD_CLICKS] = meta_scaled(ad_json_get(row, "clicks"), 1);
	found->measures[AD_COST] = meta_scaled(ad_json_get(row, "spend"), 1e6);
	found->measures[AD_CONVERSIONS] = meta_converted(ad_json_get(row, "actions"));
	found->measures[AD_CONVERSION_VALUE] = meta_converted(ad_json_get(row, "action_values"));
	found->next = ask->found;
	ask->found = found;
}

/* An id, which may be a text or a number. */
static struct ad_str run_id(struct ad_arena *arena, const cJSON *item)
{
	if (cJSON_IsNumber(item))
		return ad_arena_printf(arena, "%.0f", item->valuedouble);
	return ad_arena_copy(arena, ad_json_text(item));
}

static bool hear_new_run(struct ad_arena *arena, struct ad_figures_ask *ask, const cJSON *body)
{
	struct ad_str id = run_id(arena, ad_json_get(body, "report_run_id"));

	if (!id.n)
		return false;
	ask->page = ad_arena_printf(arena, RUN_PAGE "%.*s", AD_FMT(id));
	ask->later = true;
	return true;
}

/*
 * A failed run tells its reason like an error, or none. It counts as a query that was too large: a
 * run of fewer days may succeed.
 */
static void fail_run(struct ad_arena *arena, const cJSON *run, struct ad_outcome *outcome)
{
	struct ad_str said = ad_json_get_text(run, "error_user_msg");

	if (!said.n)
		said = ad_json_get_text(run, "error_message");
	if (!said.n)
		said = AD_S("Meta gave no reason.");
	*outcome = (struct ad_outcome){
		.kind = AD_REFUSED,
		.error = { .code = AD_TOO_MUCH_DATA,
			   .message = ad_arena_printf(
				   arena, "Meta could not complete the report of the figures. %.*s",
				   AD_FMT(said)) },
	};
}

static bool hear_progress(struct ad_arena *arena, struct ad_figures_ask *ask, const cJSON *body,
			  struct ad_outcome *outcome)
{
	struct ad_str status = ad_json_get_text(body, "async_status");
	const cJSON *percent = ad_json_get(body, "async_percent_completion");

	if (!status.n)
		return false;
	if (ad_str_is(status, "Job Failed") || ad_str_is(status, "Job Skipped"))
		fail_run(arena, body, outcome);
	else if (ad_str_is(status, "Job Completed") && meta_number(percent) == 100)
		ask->page = ad_arena_printf(arena, RUN_ROWS_PAGE "%.*s ", AD_FMT(run_of(ask).id));
	else
		ask->later = true;
	return true;
}

static bool hear_rows(struct ad_arena *arena, struct ad_figures_ask *ask, const struct run *run,
		      const cJSON *body)
{
	const cJSON *row, *list = ad_json_get(body, "data");
	struct ad_str next = meta_next_page(arena, body);

	if (!cJSON_IsArray(list))
		return false;
	cJSON_ArrayForEach(row, list) hear_row(arena, ask, row);
	ask->heard = !next.n;
	ask->page = next;
	if (run->state == RUN_ROWS)
		ask->page = ad_arena_printf(arena, RUN_ROWS_PAGE "%.*s %.*s", AD_FMT(run->id),
					    AD_FMT(next));
	return true;
}

void meta_figures_hear(struct ad_arena *arena, struct ad_figures_ask *ask,
		       const struct ad_http_response *response, struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	bool right = response->status == 200 && meta_level_of(ask) < AD_LEN(levels);
	struct run run = run_of(ask);

	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (right && run.state == RUN_NEW)
		right = hear_new_run(arena, ask, body);
	else if (right && run.state == RUN_WAITS)
		right = hear_progress(arena, ask, body, outcome);
	else if (right)
		right = hear_rows(arena, ask, &run, body);
	if (right)
		return;
	meta_failure(arena, response->status, body, response, outcome);
	/* A query changes nothing, so it can always be repeated. */
	if (outcome->kind == AD_DOUBT)
		outcome->kind = AD_AGAIN;
}
