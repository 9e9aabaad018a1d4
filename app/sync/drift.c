/*
 * app/plain/drift, without JavaScript: fields that were changed on a platform and in the draft,
 * and the decision which value to keep. The list is GET /sync/drift, a decision is POST
 * /sync/drift/resolve.
 */
#include "app/page/ask.h"
#include "app/page/forms.h"
#include "app/page/pages.h"
#include "app/page/roles.h"
#include "app/page/values.h"

#define PATH APP_DRIFT_PATH
#define SHOWN "20" /* fields on one page */

#define HEAD(label) "<th scope=\"col\" role=\"columnheader\">" label "</th>"

/* A list, or a decision and the list after it. */
struct work {
	struct app_params list;
	struct ad_str only; /* the only object to list; or absent */
	struct ad_str cursor;
	enum ad_environment environment;
	const cJSON *input; /* the decision */
	struct ad_sync_sides sides;
	const char *fault; /* the result as a sentence; or NULL */
	const cJSON *decided;
	int status; /* HTTP status */
};

/* A row of the list. */
struct shown {
	struct ad_str kind, id, name, platform, field;
	const struct ad_field *row; /* the field; NULL: unknown */
	const cJSON *synced, *staged, *live;
	bool gone;       /* the object was removed on the platform */
	bool incomplete; /* a push stopped half-way: the value on the platform is unknown */
	struct ad_str
		not_shown; /* the platform's id of an object that it does not show; or absent */
};

static struct shown drift_read_row(const cJSON *json)
{
	struct shown s = {
		.kind = ad_json_get_text(json, "resource"),
		.id = ad_json_get_text(json, "id"),
		.name = ad_json_get_text(json, "name"),
		.platform = ad_json_get_text(json, "platform"),
		.field = ad_json_get_text(json, "field"),
		.synced = ad_json_get(json, "synced"),
		.staged = ad_json_get(json, "staged"),
		.live = ad_json_get(json, "live"),
	};
	const struct ad_resource *res = ad_resource_by_name(s.kind);

	s.row = res ? ad_field_find(&res->shape, s.field, NULL) : NULL;
	s.incomplete = cJSON_IsTrue(ad_json_get(json, "incomplete"));
	if (cJSON_IsTrue(ad_json_get(json, "notShown")))
		s.not_shown = ad_json_get_text(json, "remoteId");
	s.gone = ad_str_is(s.field, "status") && ad_str_is(ad_json_text(s.live), "REMOVED");
	return s;
}

/* --- a row --- */

static void drift_add_object(struct ad_text *page, const struct shown *s)
{
	ad_text_adds(page, "<td role=\"cell\" data-label=\"Object\"><b>");
	ad_page_words(page, s->name.n > 0 ? s->name : AD_S("Unnamed"));
	ad_text_adds(page, "</b><br>");
	app_html(page, app_kind_title(s->kind));
	ad_text_addf(page, ", %s<br><small><code>", app_platform_title(s->platform));
	app_html(page, s->id);
	ad_text_adds(page, "</code></small></td>");
}

static void add_side(struct ad_exchange *x, struct ad_text *page, const struct shown *s,
		     const char *label, const cJSON *value)
{
	ad_text_addf(page, "<td role=\"cell\" data-label=\"%s\">", label);
	if (s->gone && value == s->live)
		ad_text_adds(page, "removed on the platform");
	else if (s->not_shown.p && value == s->live)
		ad_text_adds(page, "not shown by the platform");
	else if (s->incomplete && value == s->live && cJSON_IsNull(value))
		ad_text_adds(page, "unknown");
	else
		app_add_value(page, s->row, value, x->call.space.currency);
	ad_text_adds(page, "</td>");
}

static void add_json(struct ad_text *page, const char *name, const cJSON *value)
{
	struct ad_text json = ad_text_on(page->arena);

	ad_json_canonical(&json, value);
	app_add_hidden(page, name, ad_text_str(&json));
}

/* A button with its effect; screen readers also get the field and object. */
static void drift_add_choice(struct ad_exchange *x, struct ad_text *page, const struct shown *s,
			     bool live)
{
	ad_text_addf(page,
		     "<button type=\"submit\" name=\"keep\" value=\"%s\" class=\"quiet\">%s"
		     "<span class=\"hide\"> ",
		     live ? "LIVE" : "STAGED", live ? "Keep live" : "Keep staged");
	app_html(page, s->field);
	ad_text_adds(page, " of ");
	ad_page_words(page, s->name.n > 0 ? s->name : s->id);
	ad_text_adds(page, "</span></button><p class=\"hint\">");
	if (s->gone) {
		ad_text_adds(page, live ? "The object and everything below it is removed here too."
					: "The object and everything below it becomes a draft "
					  "again. The next push creates it again.");
	} else {
		ad_text_adds(page, live ? "The draft then says " : "The next push sends ");
		app_add_value(page, s->row, live ? s->live : s->staged, x->call.space.currency);
		ad_text_addc(page, '.');
	}
	ad_text_adds(page, "</p>");
}

/* An unproven removal: the user confirms that the object no longer exists in the ad account. */
static void add_forget(struct ad_text *page, const struct shown *s)
{
	app_add_hidden(page, "remoteId", s->not_shown);
	ad_text_adds(page, "<label><input type=\"checkbox\" name=\"looked\" value=\"yes\" "
			   "required> I checked the ad account: ");
	app_html(page, s->not_shown);
	ad_text_adds(page, " no longer exists.</label><button type=\"submit\" name=\"keep\" "
			   "value=\"FORGET\" class=\"quiet\">Forget it here<span class=\"hide\"> ");
	ad_page_words(page, s->name.n > 0 ? s->name : s->id);
	ad_text_adds(page,
		     "</span></button><p class=\"hint\">The removal failed: the platform neither "
		     "shows the object nor confirms its removal. Forget it to delete it here with "
		     "everything below it. Guardrails then no longer count it.</p>");
}

static void add_decision(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			 const struct shown *s)
{
	const struct work *w = v->work;
	const struct ad_resource *res = ad_resource_by_name(s->kind);
	uint32_t needed = AD_SYNC_WRITE | (res ? res->write_scope : 0);

	ad_text_adds(page, "<td role=\"cell\" data-label=\"Decide\">");
	if (s->incomplete && cJSON_IsNull(s->live)) {
		ad_text_adds(page, "A push stopped before it sent this field. Nothing to decide: "
				   "the next push sends it.</td>");
		return;
	}
	if ((x->call.scopes & needed) != needed) {
		ad_text_adds(page, "undecided</td>");
		return;
	}
	app_form(x, page, v, ad_arena_printf(page->arena, PATH "?space=%s", x->call.space.id).p);
	app_add_hidden(page, "environment", ad_str(ad_environment_name(w->environment)));
	app_add_hidden(page, "id", s->id);
	app_add_hidden(page, "field", s->field);
	add_json(page, "staged", s->staged);
	add_json(page, "live", s->live);
	if (w->only.p)
		app_add_hidden(page, "only", w->only);
	if (w->cursor.p)
		app_add_hidden(page, "cursor", w->cursor);
	if (s->not_shown.p) {
		add_forget(page, s);
	} else {
		drift_add_choice(x, page, s, false);
		drift_add_choice(x, page, s, true);
	}
	ad_text_adds(page, "</form></td>");
}

static void drift_add_row(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			  const cJSON *json)
{
	struct shown s = drift_read_row(json);

	ad_text_adds(page, "<tr role=\"row\">");
	drift_add_object(page, &s);
	ad_text_adds(page, "<td role=\"cell\" data-label=\"Field\">");
	app_html(page, s.field);
	ad_text_adds(page, "</td>");
	add_side(x, page, &s, "Last synced", s.synced);
	add_side(x, page, &s, "Staged here", s.staged);
	add_side(x, page, &s, "Live on the platform", s.live);
	add_decision(x, page, v, &s);
	ad_text_adds(page, "</tr>");
}

/* --- the result of a decision --- */

static void add_consequence(struct ad_exchange *x, struct ad_text *page, const cJSON *d)
{
	const struct ad_resource *res = ad_resource_by_name(ad_json_get_text(d, "resource"));
	struct ad_str field = ad_json_get_text(d, "field");
	const struct ad_field *row = res ? ad_field_find(&res->shape, field, NULL) : NULL;
	const cJSON *to = ad_json_get(d, "to");
	bool live = ad_str_is(ad_json_get_text(d, "keep"), "LIVE");
	struct ad_str state = ad_json_get_text(d, "syncState");

	if (ad_str_is(state, "FORGOTTEN")) {
		ad_text_adds(page, "The object is deleted here");
	} else if (ad_str_is(state, "REMOVED")) {
		ad_text_adds(page, "The object is removed here too");
	} else if (ad_str_is(state, "STAGED")) {
		ad_text_adds(page,
			     "The object is a draft again, and the next push creates it again");
	} else {
		ad_text_adds(page, live ? "The draft now says " : "The next push sends ");
		app_html(page, field);
		ad_text_addc(page, ' ');
		app_add_value(page, row, to, x->call.space.currency);
	}
}

static void add_decided(struct ad_exchange *x, struct ad_text *page, const cJSON *d)
{
	int64_t left = 0;

	if (!d)
		return;
	ad_text_adds(page, "<p class=\"good\" role=\"status\">Decided. ");
	add_consequence(x, page, d);
	ad_text_adds(page, ". Nothing was sent to the platform.");
	if (ad_json_int64(ad_json_get(d, "undecided"), &left) && left > 0)
		ad_text_addf(page, " %lld field%s of this object %s still undecided.",
			     (long long)left, left == 1 ? "" : "s", left == 1 ? "is" : "are");
	ad_text_adds(page, "</p>");
}

/* --- the page --- */

static void add_ways(struct ad_exchange *x, struct ad_text *page, const struct work *w,
		     struct ad_str next)
{
	const char *environment = ad_environment_name(w->environment);

	ad_text_adds(page, "<div class=\"acts\">");
	if (next.n > 0) {
		ad_text_addf(page,
			     "<a class=\"button quiet\" href=\"" PATH
			     "?space=%s&amp;environment=%s",
			     x->call.space.id, environment);
		if (w->only.p) {
			ad_text_adds(page, "&amp;id=");
			app_html(page, w->only);
		}
		ad_text_adds(page, "&amp;cursor=");
		app_html(page, next);
		ad_text_adds(page, "\">Next fields</a>");
	}
	if (w->only.p || w->cursor.p)
		ad_text_addf(page,
			     "<a class=\"button quiet\" href=\"" PATH
			     "?space=%s&amp;environment=%s\">All fields</a>",
			     x->call.space.id, environment);
	ad_text_adds(page, "</div>");
}

static void drift_add_list(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			   const cJSON *rows)
{
	const struct work *w = v->work;
	const cJSON *row;
	int64_t total = 0;
	struct ad_str next = ad_json_text(app_ask_meta(&x->call, "nextCursor"));

	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"drift\"><h2 "
			   "id=\"drift\">Undecided fields</h2>");
	if (ad_json_int64(app_ask_meta(&x->call, "total"), &total))
		ad_text_addf(page, "<p>%lld field%s%s.</p>", (long long)total,
			     total == 1 ? "" : "s", w->only.p ? " of this object" : "");
	if (rows->child) {
		ad_text_adds(page, "<table role=\"table\"><thead><tr role=\"row\">" HEAD("Object")
					   HEAD("Field") HEAD("Last synced") HEAD("Staged here")
						   HEAD("Live on the platform")
							   HEAD("Decide") "</tr></thead><tbody>");
		cJSON_ArrayForEach(row, rows)
		{
			drift_add_row(x, page, v, row);
		}
		ad_text_adds(page, "</tbody></table>");
	} else {
		ad_text_adds(page, w->cursor.p ? "<p class=\"soft\">No more fields.</p>"
					       : "<p class=\"soft\">No drift to decide.</p>");
	}
	add_ways(x, page, w, next);
	ad_text_adds(page, "</section>");
}

static void drift_show(struct ad_exchange *x, struct app_visit *v)
{
	const struct work *w = v->work;
	struct ad_call *call = &x->call;
	const cJSON *rows = app_ask_data(call);
	struct ad_text page;

	/* The pages never send a changed cursor or a cursor of another list. */
	if (!rows) {
		ad_page_refuse(x, ad_outcome_http(call), ad_outcome_message(call));
		return;
	}
	page = app_page(x, v, "Drift");
	add_decided(x, &page, w->decided);
	app_say_fault(&page, w->fault);
	ad_text_adds(&page,
		     "<p>Fields that were changed on a platform and differ from the drafts of ");
	bool good = app_add_space_link(x, &page);
	ad_text_adds(&page, ". A push skips such a field until somebody decides which value to "
			    "keep. A decision sends nothing.</p>");
	if ((call->scopes & AD_SYNC_WRITE) == 0)
		ad_text_addf(
			&page,
			"<p>Only publishers and owners of the Space can decide. Your role: %s.</p>",
			app_role_title(call->space.role));
	drift_add_list(x, &page, v, rows);
	if (good)
		app_page_reply(x, &page, w->status);
	else
		ad_page_unavailable(x);
}

/* Requests the list for `work`; the Space is resolved again. */
static void drift_look(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = v->work;
	enum ad_db_status status = app_ask_enter(&x->call, v->id, w->environment);

	ad_call_fresh(&x->call);
	if (!app_page_found(x, status))
		return;
	w->list = (struct app_params){ 0 };
	app_params_add(&w->list, "limit", AD_S(SHOWN));
	app_params_add(&w->list, "id", w->only);
	app_params_add(&w->list, "cursor", w->cursor);
	app_ask(x, v, AD_V_DRIFT, &w->list, drift_show);
}

static struct ad_str drift_given(struct ad_str s)
{
	return s.n > 0 ? s : (struct ad_str){ 0 };
}

void app_drift(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = ad_arena_zalloc(x->call.arena, sizeof(*w));

	v->work = w;
	w->status = 200;
	w->environment = v->place.environment;
	w->only = drift_given(app_query(x, "id"));
	w->cursor = drift_given(app_query(x, "cursor"));
	drift_look(x, v);
}

/* --- the decision --- */

/* On the writer's thread: checks Space and role again, then runs the API's own step. */
static void drift_decide(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct work *w = v->work;
	enum ad_db_status status = app_ask_enter(call, v->id, w->environment);

	if (!app_step_found(call, status))
		return;
	app_ask_as(call, AD_V_RESOLVE, w->input);
	call->work = &w->sides;
	if (ad_call_require(call, AD_SYNC_WRITE))
		ad_sync_resolve_write(call);
}

static void drift_decided(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = v->work;
	struct ad_call *call = &x->call;

	call->work = NULL;
	if (call->status == AD_NOT_FOUND) {
		app_page_missing(x);
		return;
	}
	w->decided = app_ask_data(call);
	w->status = w->decided ? 200 : ad_outcome_http(call);
	if (call->status == AD_FORBIDDEN_SCOPE)
		w->fault =
			"Only publishers and owners of the Space can decide. Nothing was changed.";
	else if (!w->decided)
		w->fault = call->faults
				   ? "This drift no longer exists. Nothing was changed."
				   : ad_arena_copy(call->arena, ad_str(ad_outcome_message(call))).p;
	/* The list after a decision continues at the same cursor. */
	drift_look(x, v);
}

void app_drift_decide(struct ad_exchange *x, struct app_visit *v)
{
	const struct ad_call *call = &x->call;
	struct work *w = ad_arena_zalloc(call->arena, sizeof(*w));
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;
	struct ad_str keep = ad_call_param(call, "keep"), id = ad_call_param(call, "id");
	struct ad_str environment = ad_call_param(call, "environment");

	v->work = w;
	w->environment = app_ask_environment(environment);
	w->only = drift_given(ad_call_param(call, "only"));
	w->cursor = drift_given(ad_call_param(call, "cursor"));
	w->sides = (struct ad_sync_sides){ ad_call_param(call, "staged"),
					   ad_call_param(call, "live") };
	bool forget = ad_str_is(keep, "FORGET") && ad_str_is(ad_call_param(call, "looked"), "yes");
	if ((!forget && !ad_str_is(keep, "STAGED") && !ad_str_is(keep, "LIVE")) || id.n == 0 ||
	    (w->environment == AD_LIVE && !ad_str_is(environment, "live"))) {
		ad_page_refuse(x, 400, "The form does not name an action.");
		return;
	}
	ad_json_object(&j);
	ad_json_kstr(&j, "id", id);
	ad_json_kstr(&j, "field", ad_call_param(call, "field"));
	ad_json_kstr(&j, "keep", keep);
	if (forget)
		ad_json_kstr(&j, "remoteId", ad_call_param(call, "remoteId"));
	ad_json_object_end(&j);
	w->input = ad_json_parse(call->arena, ad_text_str(&text), &err);
	app_write(x, v, drift_decide, drift_decided);
}
