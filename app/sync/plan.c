/*
 * /app/plain/review: the effect of a push of all drafts, which can then be pushed as shown, or a
 * pull. The plan is GET /sync/preview, both acts are POST /sync.
 */
#include "app/page/forms.h"
#include "app/page/pages.h"
#include "app/sync/plan_ops.h"
#include "app/sync/plan_parts.h"
#include "app/page/roles.h"
#include "app/sync/run_parts.h"

#define PATH APP_PLAN_PATH

struct work {
	struct app_params list;
	struct app_plan_look look;
	const cJSON *input; /* of the act */
	struct ad_str once, body;
	const char *done;  /* the message on the run's page */
	const char *fault; /* a sentence; or NULL */
	int status;        /* of the answer */
};

/* --- the pull --- */

static void add_pull(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v)
{
	struct app_choice list[AD_PLATFORM_COUNT + 1] = { { "", "All connected platforms", NULL } };
	const struct app_field field = {
		.name = "platform",
		.label = "Platforms",
		.type = "text",
		.value = AD_S(""),
	};

	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		list[i + 1] = (struct app_choice){ ad_platform_name((enum ad_platform)i),
						   ad_connect_title((enum ad_platform)i), NULL };
	ad_text_adds(
		page,
		"<section class=\"card\" aria-labelledby=\"pull\"><h2 "
		"id=\"pull\">Pull</h2><p>Fetches new campaigns, changes, review statuses and the "
		"figures of the last 30 days from the ad accounts. A pull sends nothing.</p>");
	app_form(x, page, v, ad_arena_printf(page->arena, PATH "?space=%s", x->call.space.id).p);
	app_add_hidden(page, "do", AD_S("pull"));
	app_add_hidden(page, "environment", ad_str(ad_environment_name(x->call.who->environment)));
	app_add_once(page);
	app_add_select(page, &field, list, AD_LEN(list));
	ad_text_adds(page, "<div class=\"row\"><button type=\"submit\">Pull</button></div></form>"
			   "</section>");
}

/* --- the push --- */

/* The name of a campaign of the plan, otherwise its id. */
static void plan_add_object_name(struct ad_text *page, const cJSON *plan, struct ad_str id)
{
	const cJSON *campaign;

	cJSON_ArrayForEach(campaign, ad_json_get(plan, "campaigns"))
	{
		if (!ad_str_eq(ad_json_get_text(campaign, "id"), id))
			continue;
		ad_text_adds(page, "<b>");
		ad_page_words(page, ad_json_get_text(campaign, "name"));
		ad_text_adds(page, "</b>");
		return;
	}
	ad_text_adds(page, "<small><code>");
	app_html(page, id);
	ad_text_adds(page, "</code></small>");
}

static struct ad_str plan_message_of(const cJSON *remark)
{
	struct ad_str message = ad_json_get_text(remark, "message");

	return message.n > 0 ? message : ad_json_get_text(remark, "rule");
}

#define FINDINGS_SHOWN 1000
#define OBJECTS_OF_FINDING 20 /* objects named in one sentence */

/* Names the objects to which the following sentence applies. */
static void plan_add_objects(struct ad_text *page, const cJSON *plan, const cJSON *first)
{
	int count = 0;

	for (const cJSON *one = first; one; one = one->next) {
		struct ad_str id = ad_json_get_text(one, "id");
		if (id.n == 0 || !ad_str_eq(plan_message_of(one), plan_message_of(first)) ||
		    count++ >= OBJECTS_OF_FINDING)
			continue;
		ad_text_adds(page, count > 1 ? ", " : "");
		plan_add_object_name(page, plan, id);
	}
	if (count > OBJECTS_OF_FINDING)
		ad_text_addf(page, " and %d more", count - OBJECTS_OF_FINDING);
	ad_text_adds(page, count > 0 ? ": " : "");
}

static bool plan_is_repeated(const cJSON *list, const cJSON *remark)
{
	for (const cJSON *one = list->child; one != remark; one = one->next)
		if (ad_str_eq(plan_message_of(one), plan_message_of(remark)))
			return true;
	return false;
}

/* Adds each sentence once, with all objects that it is about. */
static void plan_add_findings(struct ad_text *page, const cJSON *plan, const char *name,
			      const char *opening)
{
	const cJSON *one, *list = ad_json_get(plan, name);
	int count = 0;

	if (!list || !list->child)
		return;
	ad_text_adds(page, opening);
	cJSON_ArrayForEach(one, list)
	{
		if (count++ >= FINDINGS_SHOWN || plan_is_repeated(list, one))
			continue;
		ad_text_adds(page, "<li>");
		plan_add_objects(page, plan, one);
		ad_page_words(page, plan_message_of(one));
		ad_text_adds(page, "</li>");
	}
	if (count > FINDINGS_SHOWN)
		ad_text_addf(page, "<li>%d more are listed by the API.</li>",
			     count - FINDINGS_SHOWN);
	ad_text_adds(page, "</ul></div>");
}

/* The number of enables that the plan holds back; the plan lists only the first of them. */
static int plan_count_held(const cJSON *plan)
{
	const cJSON *count = ad_json_get(ad_json_get(plan, "totals"), "heldBack");

	return cJSON_IsNumber(count) ? count->valueint : 0;
}

static void add_activation(struct ad_exchange *x, struct ad_text *page, const struct work *w,
			   const cJSON *plan)
{
	int held = cJSON_GetArraySize(ad_json_get(plan, "heldBack"));
	struct app_plan_look other = w->look;

	if (held == 0 && !w->look.activate)
		return;
	other.activate = !other.activate;
	other.campaign = other.cursor = (struct ad_str){ 0 };
	ad_text_addf(page, "<p>");
	if (held > 0)
		ad_text_addf(page, "%d object%s enabled in the drafts %s not set live. ", held,
			     held == 1 ? "" : "s", held == 1 ? "is" : "are");
	ad_text_adds(page, "<a href=\"");
	app_add_look(x, page, &other);
	ad_text_addf(page, "\">%s</a></p>",
		     w->look.activate ? "Preview a push that sets nothing live"
				      : "Preview a push that also sets them live");
}

/* Totals, violations and warnings come before the operations, which may be many. */
static void add_sums(struct ad_exchange *x, struct ad_text *page, const struct work *w,
		     const cJSON *plan)
{
	ad_text_adds(page, "<div class=\"sums\">");
	app_add_totals(x, page, ad_json_get(plan, "totals"));
	ad_text_adds(page, "</div>");
	plan_add_findings(page, plan, "violations",
			  "<div class=\"fault\"><p>This plan cannot be pushed:</p><ul>");
	plan_add_findings(page, plan, "warnings", "<div class=\"note\"><p>Warnings:</p><ul>");
	add_activation(x, page, w, plan);
}

static bool add_plan(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		     const cJSON *plan)
{
	const struct work *w = v->work;
	const cJSON *operations = ad_json_get(plan, "operations");
	bool good = true, may = (x->call.scopes & AD_SYNC_WRITE) != 0;
	bool empty = !operations->child && w->look.cursor.n == 0 && w->look.campaign.n == 0;

	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"push\"><h2 id=\"push\">Push"
			   "</h2>");
	if (empty) {
		bool held = plan_count_held(plan) > 0;
		ad_text_addf(
			page, "<p class=\"soft\">Nothing to send%s.</p>",
			held ? " by a push that sets nothing live"
			     : ": the drafts match the platforms, or wait for a drift decision");
	}
	add_sums(x, page, w, plan);
	if (!empty)
		good = app_add_plan_operations(x, page, plan, &w->look);
	if (!empty && may && !ad_json_get(plan, "violations")->child)
		app_add_push(x, page, v, ad_json_get_text(plan, "planHash"), &w->look);
	ad_text_adds(page, "</section>");
	app_add_plan_campaigns(x, page, plan, &w->look);
	return good;
}

/* --- the page --- */

static void plan_show(struct ad_exchange *x, struct app_visit *v)
{
	const struct work *w = v->work;
	struct ad_call *call = &x->call;
	const cJSON *plan = app_ask_data(call);
	const char *refusal = plan ? NULL : ad_outcome_message(call);
	struct ad_text page = app_page(x, v, "Review");
	bool may = (call->scopes & AD_SYNC_WRITE) != 0;

	app_say_fault(&page, w->fault ? w->fault : refusal);
	ad_text_adds(&page, "<p>In the Space ");
	bool good = app_add_space_link(x, &page);
	ad_text_addf(&page,
		     ": the changes that a push would send now. <a href=\"" APP_RUNS_PATH
		     "?space=%s\">Latest runs</a></p>",
		     call->space.id);
	if (!may)
		ad_text_addf(&page,
			     "<p>Only publishers and owners of the Space can push and pull. Your "
			     "role: %s.</p>",
			     app_role_title(call->space.role));
	if (plan)
		good = good && add_plan(x, &page, v, plan);
	if (may)
		add_pull(x, &page, v);
	if (good)
		app_page_reply(x, &page, plan ? w->status : ad_outcome_http(call));
	else
		ad_page_unavailable(x);
}

/* Plans by `work`; the Space is resolved again. */
static void plan_look(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = v->work;
	const struct app_plan_look *l = &w->look;
	enum ad_db_status status = app_ask_enter(&x->call, v->id, l->environment);

	ad_call_fresh(&x->call);
	x->call.idempotency_key = x->call.idempotency_path = (struct ad_str){ 0 };
	if (!app_page_found(x, status))
		return;
	w->list = (struct app_params){ 0 };
	app_params_add(&w->list, "activate", l->activate ? AD_S("true") : AD_S("false"));
	app_params_add(&w->list, "campaignIds", l->campaigns);
	app_params_add(&w->list, "platforms", l->platforms);
	app_params_add(&w->list, "campaignId", l->campaign);
	app_params_add(&w->list, "cursor", l->cursor);
	app_params_add(&w->list, "limit", AD_S(APP_PLANNED_SHOWN));
	app_ask(x, v, AD_V_PREVIEW_GET, &w->list, plan_show);
}

static struct ad_str plan_given(struct ad_str s)
{
	return s.n > 0 ? s : (struct ad_str){ 0 };
}

void app_plan(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = ad_arena_zalloc(x->call.arena, sizeof(*w));

	v->work = w;
	w->status = 200;
	w->look = (struct app_plan_look){
		.environment = v->place.environment,
		.activate = ad_str_is(app_query(x, "activate"), "true"),
		.campaigns = app_query_all(x, "pick"),
		.platforms = app_query_all(x, "platform"),
		.campaign = plan_given(app_query(x, "in")),
		.cursor = plan_given(app_query(x, "cursor")),
		.skip = (size_t)app_query_number(x, "skip"),
	};
	plan_look(x, v);
}

/* --- the acts --- */

/* On the writer's thread: checks Space and role again, then runs the API's own step. */
static void plan_act(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	const struct work *w = v->work;
	enum ad_db_status status = app_ask_enter(call, v->id, w->look.environment);

	if (!app_step_found(call, status))
		return;
	app_ask_as(call, AD_V_CREATE, w->input);
	if (ad_call_require(call, AD_SYNC_WRITE) &&
	    app_ask_once(call, AD_S("POST " PATH), w->once, w->body))
		ad_sync_push_write(call);
}

static void plan_acted(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = v->work;
	struct ad_call *call = &x->call;

	if (call->status == AD_OK) {
		app_go_run(x, w->done);
		return;
	}
	if (call->status == AD_NOT_FOUND) {
		app_page_missing(x);
		return;
	}
	w->status = ad_outcome_http(call);
	w->fault = call->status == AD_FORBIDDEN_SCOPE
			   ? "Only publishers and owners of the Space can push and pull. Nothing "
			     "was changed."
			   : ad_arena_copy(call->arena, ad_str(ad_outcome_message(call))).p;
	plan_look(x, v);
}

/* Writes "a,b" as a list member; nothing if it is absent. */
static void plan_add_list(struct ad_json *j, const char *name, struct ad_str list)
{
	if (list.n == 0)
		return;
	ad_json_key(j, name);
	ad_json_array(j);
	while (list.n > 0)
		ad_json_str(j, app_list_next(&list));
	ad_json_array_end(j);
}

/* The input of POST /sync; NULL if the form names no act. */
static const cJSON *read_act(const struct ad_call *call, struct work *w)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;
	struct ad_str platform = ad_call_param(call, "platform");
	bool pulls = ad_str_is(ad_call_param(call, "do"), "pull");

	w->done = pulls ? "pulling" : "pushed";
	if (!pulls && (!ad_str_is(ad_call_param(call, "do"), "push") ||
		       ad_call_param(call, "planHash").n == 0))
		return NULL;
	ad_json_object(&j);
	ad_json_kcstr(&j, "mode", pulls ? "PULL" : "PUSH");
	if (pulls && platform.n > 0) {
		ad_json_key(&j, "platforms");
		ad_json_array(&j);
		ad_json_str(&j, platform);
		ad_json_array_end(&j);
	} else if (!pulls) {
		ad_json_kstr(&j, "planHash", ad_call_param(call, "planHash"));
		ad_json_kbool(&j, "activate", w->look.activate);
		plan_add_list(&j, "campaignIds", w->look.campaigns);
		plan_add_list(&j, "platforms", w->look.platforms);
	}
	ad_json_object_end(&j);
	return ad_json_parse(call->arena, ad_text_str(&text), &err);
}

void app_plan_act(struct ad_exchange *x, struct app_visit *v)
{
	struct ad_call *call = &x->call;
	struct work *w = ad_arena_zalloc(call->arena, sizeof(*w));
	struct ad_str environment = ad_call_param(call, "environment");

	v->work = w;
	w->look = (struct app_plan_look){
		.environment = app_ask_environment(environment),
		.activate = ad_str_is(ad_call_param(call, "activate"), "true"),
		.campaigns = plan_given(ad_call_param(call, "campaignIds")),
		.platforms = plan_given(ad_call_param(call, "platforms")),
	};
	w->once = ad_call_param(call, "once");
	w->body = x->body;
	w->input = read_act(call, w);
	if (!w->input || (w->look.environment == AD_LIVE && !ad_str_is(environment, "live")))
		ad_page_refuse(x, 400, "The form does not name an action.");
	else
		app_write(x, v, plan_act, plan_acted);
}
