/* The shell of the workbench: see shell.h. */
#include "app/workbench/shell.h"

#include "app/spaces/invitations.h"
#include "app/page/pages.h"
#include "app/sync/run_parts.h"
#include "http/files.h"

static const struct {
	const char *path, *title;
} titles[] = {
	{ AD_APP_PATH, "Home" },         { APP_CAMPAIGNS_PATH, "Campaigns" },
	{ APP_REPORTS_PATH, "Reports" }, { APP_DISAPPROVALS_PATH, "Disapprovals" },
	{ APP_ASSETS_PATH, "Assets" },   { APP_BUSINESSES_PATH, "Businesses" },
	{ APP_HISTORY_PATH, "History" }, { APP_REVIEW_PATH, "Review" },
	{ APP_PUSHES_PATH, "Runs" },     { APP_PUSHES_PATH "/:id", "Run" },
	{ APP_DRIFTS_PATH, "Drift" },
};

static const char *shell_title(const struct app_visit *v)
{
	for (size_t i = 0; i < AD_LEN(titles); i++)
		if (strcmp(titles[i].path, v->page->path) == 0)
			return titles[i].title;
	return "";
}

static void write_space(struct ad_json *j, const struct app_place_space *space)
{
	ad_json_object(j);
	ad_json_kstr(j, "id", space->id);
	ad_json_kstr(j, "name", space->name);
	ad_json_kstr(j, "currency", space->currency);
	ad_json_kstr(j, "timeZone", space->timezone);
	ad_json_kstr(j, "role", space->role);
	if (space->owner.n > 0)
		ad_json_kstr(j, "owner", space->owner);
	ad_json_object_end(j);
}

/* The start data of the workbench. It contains no secrets. */
static struct ad_str shell_boot(struct ad_exchange *x, const struct app_visit *v)
{
	struct ad_text text = ad_text_on(x->call.arena);
	struct ad_json j = ad_json_on(&text);
	const struct app_place *place = &v->place;
	const struct ad_config *config = x->call.core->config;

	ad_json_object(&j);
	ad_json_key(&j, "space");
	write_space(&j, place->space);
	ad_json_key(&j, "spaces");
	ad_json_array(&j);
	for (size_t i = 0; i < place->count; i++)
		write_space(&j, &place->spaces[i]);
	ad_json_array_end(&j);
	ad_json_kcstr(&j, "environment", ad_environment_name(place->environment));
	ad_json_key(&j, "account");
	ad_json_object(&j);
	ad_json_kstr(&j, "email", v->account.email);
	ad_json_object_end(&j);
	ad_json_kcstr(&j, "page", shell_title(v));
	ad_json_kcstr(&j, "api", APP_API_PATH);
	ad_json_kcstr(&j, "mcpUrl", config->mcp_url);
	ad_json_kbool(&j, "secure", ad_http_secure(x));
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

/* Links to the pages that work without JavaScript or without the workbench. */
static void add_without(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			const char *why)
{
	ad_text_addf(page, "<p class=\"note\">%s ", why);
	if (v->id.n > 0) {
		ad_text_addf(page, "<a href=\"" APP_RUNS_PATH "/%.*s", AD_FMT(v->id));
		ad_text_adds(page, "\">This run without JavaScript</a>. ");
	}
	ad_text_adds(page, "These pages work without JavaScript: <a href=\"");
	ad_text_adds(page, APP_PLAN_PATH);
	app_place_add_query(page, &v->place);
	ad_text_adds(page, "\">Review</a>, <a href=\"" APP_RUNS_PATH);
	app_place_add_query(page, &v->place);
	ad_text_adds(page, "\">Runs</a>, <a href=\"" APP_DRIFT_PATH);
	app_place_add_query(page, &v->place);
	ad_text_adds(page,
		     "\">Drift</a>, and every page from Connections on in the navigation.</p>");
	if (strcmp(v->page->path, AD_APP_PATH) == 0)
		app_add_start(x, page);
}

static void add_mount(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v)
{
	ad_text_adds(page, "<div id=\"workbench\" data-boot=\"");
	app_html(page, shell_boot(x, v));
	ad_text_addf(page, "\"><h1>%s</h1></div><noscript>", shell_title(v));
	add_without(x, page, v, "This page requires JavaScript.");
	ad_text_adds(page, "</noscript>");
}

void app_shell_run(struct ad_exchange *x, struct app_visit *v)
{
	enum ad_db_status status = app_run_enter(&x->call, v);

	ad_call_fresh(&x->call);
	if (app_page_found(x, status))
		app_shell(x, v);
}

void app_shell(struct ad_exchange *x, struct app_visit *v)
{
	const char *script = ad_files_main("main.js"), *style = ad_files_main("main.css");
	struct ad_text page = app_page_bare(x, v, shell_title(v));

	app_add_guesses(x, &page, v);
	if (strcmp(v->page->path, AD_APP_PATH) == 0 && !app_add_invited(x, &page, v)) {
		ad_page_unavailable(x);
		return;
	}
	if (!v->place.space || !script || !style) {
		ad_text_addf(&page, "<h1>%s</h1>", shell_title(v));
		add_without(x, &page, v,
			    v->place.space ? "This server was built without the workbench."
					   : "You are not a member of any Space.");
		app_page_reply(x, &page, 200);
		return;
	}
	add_mount(x, &page, v);
	ad_page_reply_workbench(x, &page, script, style);
}
