/*
 * /app/plain/runs: the runs that wait for approval in the user's Spaces, and the latest runs of
 * one Space.
 */
#include "app/page/forms.h"
#include "app/page/pages.h"
#include "app/sync/run_parts.h"
#include "app/page/values.h"

#define RUNS_SHOWN 50
#define WAITING_SHOWN 100

#define HEAD(label) "<th scope=\"col\" role=\"columnheader\">" label "</th>"

#define COLUMNS                                                                                    \
	"r.id, r.environment, r.mode, r.status, r.done, r.total, r.created_at, a.email, s.name,"   \
	" r.filters"
#define TABLES                                                                                     \
	" FROM members m JOIN sync_runs r ON r.space_id = m.space_id"                              \
	" JOIN spaces s ON s.id = r.space_id JOIN accounts a ON a.id = r.created_by"               \
	" WHERE m.account_id = $1"
/*
 * The latest runs of one environment, in the order of the key, so that older rows are not read.
 */
#define LAST(environment)                                                                          \
	"SELECT * FROM (SELECT " COLUMNS TABLES                                                    \
	" AND m.space_id = $2 AND r.environment = '" environment                                   \
	"' ORDER BY r.id DESC LIMIT 50) AS " environment "_runs"

static void add_run(struct ad_text *page, struct ad_stmt *s)
{
	ad_text_addf(
		page,
		"<tr role=\"row\"><td role=\"cell\" data-label=\"Run\"><a href=\"" APP_RUNS_PATH
		"/%.*s\">%s, ",
		AD_FMT(ad_col(s, 0)),
		app_run_title(ad_col(s, 2), ad_sync_pauses(page->arena, ad_col(s, 9))));
	app_time(page, ad_col_int(s, 6), "");
	ad_text_adds(page, "</a></td><td role=\"cell\" data-label=\"Status\">");
	app_add_status(page, ad_col(s, 3));
	ad_text_addf(page,
		     "</td><td role=\"cell\" data-label=\"Operations\">%lld of %lld</td>"
		     "<td role=\"cell\" data-label=\"Space\">",
		     (long long)ad_col_int(s, 4), (long long)ad_col_int(s, 5));
	ad_page_name(page, ad_col(s, 8));
	ad_text_adds(page, " ");
	app_add_environment(page, ad_col(s, 1));
	ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Requested by\">");
	app_html(page, ad_col(s, 7));
	ad_text_adds(page, "</td></tr>");
}

/* A table of the rows of s; `none` if there are no rows. */
static bool add_table(struct ad_text *page, struct ad_stmt *s, const char *none)
{
	enum ad_db_status status = ad_step(s);

	if (status == AD_DB_DONE) {
		ad_text_addf(page, "<p class=\"soft\">%s</p>", none);
		return true;
	}
	ad_text_adds(page, "<table role=\"table\"><thead><tr role=\"row\">" HEAD("Run")
				   HEAD("Status") HEAD("Operations") HEAD("Space")
					   HEAD("Requested by") "</tr></thead><tbody>");
	for (; status == AD_DB_ROW; status = ad_step(s))
		add_run(page, s);
	ad_text_adds(page, "</tbody></table>");
	return status == AD_DB_DONE;
}

static bool add_waiting(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v)
{
	struct ad_stmt *s =
		ad_sql(x->call.db, "SELECT " COLUMNS TABLES " AND r.status = 'AWAITING_APPROVAL'"
				   " ORDER BY r.id DESC LIMIT $2");

	ad_bind(s, 1, v->account.id);
	ad_bind_int(s, 2, WAITING_SHOWN);
	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"waiting\"><h2 id=\"waiting\">"
			   "Waiting for approval</h2>");
	bool good = add_table(page, s, "No run waits for approval.");
	ad_text_adds(page, "</section>");
	return good;
}

static bool add_last(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		     struct ad_str space_id)
{
	struct ad_stmt *s = ad_sql(
		x->call.db, LAST("live") " UNION ALL " LAST("test") " ORDER BY 1 DESC LIMIT $3");

	ad_bind(s, 1, v->account.id);
	ad_bind(s, 2, space_id);
	ad_bind_int(s, 3, RUNS_SHOWN);
	return add_table(page, s, "Nothing was pushed or pulled in this Space yet.");
}

void app_runs(struct ad_exchange *x, struct app_visit *v)
{
	struct ad_text page = app_page(x, v, "Runs");

	ad_text_adds(&page, "<p class=\"soft\">A push sends drafts to the ad platforms. Some "
			    "pushes wait for the approval of a person.</p>");
	bool good = add_waiting(x, &page, v);
	ad_text_adds(&page, "<section class=\"card\" aria-labelledby=\"last\"><h2 "
			    "id=\"last\">Latest runs</h2><p>In the Space ");
	ad_page_name(&page, v->place.space ? v->place.space->name : AD_S(""));
	ad_text_addf(&page,
		     ", live and test. <a href=\"" APP_PLAN_PATH
		     "?space=%.*s\">Review what a push would send, or pull</a></p>",
		     AD_FMT(v->id));
	good = good && add_last(x, &page, v, v->id);
	ad_text_adds(&page, "</section>");
	if (good)
		app_page_reply(x, &page, 200);
	else
		ad_page_unavailable(x);
}
