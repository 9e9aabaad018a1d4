/*
 * app/revert/RUN: the coverage of a revert, its drafts and their plan. Uses POST /sync/RUN/revert,
 * first with validateOnly, then without.
 */
#include "app/page/forms.h"
#include "app/page/pages.h"
#include "app/sync/plan_ops.h"
#include "app/sync/plan_parts.h"
#include "app/sync/run_parts.h"

#define PATH APP_REVERT_PATH

struct work {
	struct app_params list;
	struct ad_str once, body;
};

/* --- the page --- */

static struct ad_text revert_begin(struct ad_exchange *x, const struct app_visit *v)
{
	struct ad_text page = app_page(x, v, "Revert a push");

	ad_text_addf(&page, "<p>Run <a href=\"" APP_RUNS_PATH "/%.*s\"><code>%.*s</code></a>. ",
		     AD_FMT(v->id), AD_FMT(v->id));
	return page;
}

static void revert_reply(struct ad_exchange *x, struct ad_text *page, bool good, int status)
{
	if (good)
		app_page_reply(x, page, status);
	else
		ad_page_unavailable(x);
}

enum ad_db_status app_add_reverted(struct ad_exchange *x, struct ad_text *page, const cJSON *record)
{
	struct ad_account account;
	struct ad_str id = ad_json_get_text(record, "id");
	enum ad_db_status status =
		ad_account_get(x->call.db, x->call.arena, ad_json_get_text(record, "by"), &account);

	if (!id.n || (status != AD_DB_ROW && status != AD_DB_DONE))
		return id.n ? status : AD_DB_DONE;
	ad_text_adds(page, "<p class=\"note\">A revert of this push was drafted on ");
	app_time(page, ad_id_time_ms(id) * 1000, "");
	if (status == AD_DB_ROW) {
		ad_text_adds(page, " by ");
		ad_page_name(page, account.name.n ? account.name : account.email);
	}
	ad_text_adds(page, ". Coverage: ");
	app_add_coverage(page, ad_json_get_text(record, "coverage"));
	ad_text_addf(page, " <small><code>%.*s</code></small></p>", AD_FMT(id));
	return AD_DB_DONE;
}

/* Appends the first revert of the run, if details.revertedBy names one. */
static bool revert_add_first(struct ad_exchange *x, struct ad_text *page)
{
	struct ad_json_error err;
	struct ad_str details = ad_arena_printf(x->call.arena, "{%.*s}", AD_FMT(x->call.details));
	const cJSON *first = ad_json_get(ad_json_parse(x->call.arena, details, &err), "revertedBy");

	return !first || app_add_reverted(x, page, first) == AD_DB_DONE;
}

/* Shows why the revert is refused: the role, the run, or a rule for drafts. */
static void show_refusal(struct ad_exchange *x, const struct app_visit *v)
{
	struct ad_call *call = &x->call;
	struct ad_text page;

	if (call->status == AD_NOT_FOUND) {
		app_page_missing(x);
		return;
	}
	page = revert_begin(x, v);
	ad_text_adds(&page, "</p>");
	app_say_fault(&page, call->status == AD_FORBIDDEN_SCOPE
				     ? "Only publishers and owners of the Space can revert a push. "
				       "Nothing was changed."
				     : ad_outcome_message(call));
	bool good = revert_add_first(x, &page);
	revert_reply(x, &page, good, ad_outcome_http(call));
}

static bool add_operations(struct ad_exchange *x, struct ad_text *page, const cJSON *revert,
			   const char *title)
{
	const cJSON *operations = ad_json_get(revert, "operations");
	bool good = true;

	ad_text_addf(page,
		     "<section class=\"card\" aria-labelledby=\"back\"><h2 "
		     "id=\"back\">%s</h2><p>Coverage of the whole push: ",
		     title);
	app_add_coverage(page, ad_json_get_text(revert, "coverage"));
	ad_text_adds(page, "</p>");
	if (operations && operations->child)
		good = app_add_reverts(x, page, operations);
	else
		ad_text_adds(page, "<p class=\"soft\">The push changed nothing on a platform.</p>");
	ad_text_adds(page, "</section>");
	return good;
}

/* Before: the operations and the button. */
static void revert_show(struct ad_exchange *x, struct app_visit *v)
{
	const cJSON *revert = app_ask_data(&x->call);
	struct ad_text page;

	if (!revert) {
		show_refusal(x, v);
		return;
	}
	page = revert_begin(x, v);
	ad_text_adds(&page, "The revert drafts the inverse of the push, as far as possible. It "
			    "sends nothing.</p>");
	bool good = add_operations(x, &page, revert, "Operations of the push");
	if (!ad_str_is(ad_json_get_text(revert, "coverage"), "NONE")) {
		app_form(x, &page, v, ad_arena_copy(x->call.arena, x->path).p);
		app_add_hidden(&page, "do", AD_S("draft"));
		app_add_once(&page);
		ad_text_adds(&page, "<div class=\"row\"><button type=\"submit\">Draft the "
				    "revert</button></div></form>");
	}
	revert_reply(x, &page, good, 200);
}

/* After: the drafts and their plan. */
static void show_drafted(struct ad_exchange *x, const struct app_visit *v, const cJSON *revert)
{
	struct ad_text page = revert_begin(x, v);
	struct ad_str hash = ad_json_get_text(revert, "planHash");

	ad_text_adds(&page, "</p><p class=\"good\" role=\"status\">The revert is drafted. Nothing "
			    "was sent to the platforms.</p>");
	bool good = add_operations(x, &page, revert, "Drafted operations");
	if (hash.n > 0) {
		ad_text_adds(&page, "<section class=\"card\" aria-labelledby=\"push\"><h2 "
				    "id=\"push\">Push the revert</h2>");
		app_add_totals(x, &page, ad_json_get(revert, "totals"));
		app_add_push(x, &page, v, hash, &(struct app_plan_look){ 0 });
		ad_text_adds(&page, "<p class=\"soft\">The plan contains only these drafts. It can "
				    "be pushed for 15 minutes. The drafts stay.</p></section>");
	}
	revert_reply(x, &page, good, 200);
}

void app_revert(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = ad_arena_zalloc(x->call.arena, sizeof(*w));
	enum ad_db_status status = app_run_enter(&x->call, v);

	v->work = w;
	ad_call_fresh(&x->call);
	if (!app_page_found(x, status))
		return;
	app_params_add(&w->list, "validateOnly", AD_S("true"));
	app_ask(x, v, AD_V_REVERT, &w->list, revert_show);
}

/* --- draft --- */

/* On the writer's thread: checks Space and role again, then runs the API's own step. */
static void revert_draft(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	const struct work *w = v->work;
	enum ad_db_status status = app_run_enter(call, v);

	if (!app_step_found(call, status))
		return;
	app_ask_as(call, AD_V_REVERT, NULL);
	if (ad_call_require(call, AD_SYNC_WRITE) &&
	    app_ask_once(call, ad_arena_printf(call->arena, "POST " PATH "/%.*s", AD_FMT(v->id)),
			 w->once, w->body))
		ad_sync_revert_write(call);
}

static void revert_drafted(struct ad_exchange *x, struct app_visit *v)
{
	const cJSON *revert = app_ask_data(&x->call);

	if (revert)
		show_drafted(x, v, revert);
	else
		show_refusal(x, v);
}

void app_revert_draft(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = ad_arena_zalloc(x->call.arena, sizeof(*w));

	v->work = w;
	w->once = ad_call_param(&x->call, "once");
	w->body = x->body;
	if (ad_str_is(ad_call_param(&x->call, "do"), "draft"))
		app_write(x, v, revert_draft, revert_drafted);
	else
		ad_page_refuse(x, 400, "The form does not name an action.");
}
