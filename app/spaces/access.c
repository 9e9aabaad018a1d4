/*
 * /app/access/ID: the tokens and apps with access to a Space, for its owners, who can end the
 * access.
 */
#include "app/page/forms.h"
#include "app/page/pages.h"
#include "app/page/values.h"

static const struct app_done said[] = {
	{ "ended", "Access ended. The token or app can no longer use this Space." },
};

/* The token or grant that a POST ends. */
struct work {
	struct ad_str id;
};

#define HEAD(label) "<th scope=\"col\" role=\"columnheader\">" label "</th>"

static void access_add_scopes(struct ad_text *page, uint32_t scopes)
{
	int n = 0;

	for (uint32_t bit = 1; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		n += (scopes & bit) != 0;
	ad_text_addf(page, "<details><summary>%d of %d scopes</summary><ul>", n, AD_SCOPE_COUNT);
	for (uint32_t bit = 1; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		if (scopes & bit)
			ad_text_addf(page, "<li>%s</li>", ad_scope_title(bit));
	ad_text_adds(page, "</ul></details>");
	if (scopes & AD_SYNC_WRITE)
		ad_text_adds(page, "<span class=\"tag warn\">can spend money</span>");
}

static void add_what(struct ad_text *page, const struct ad_space_access *a)
{
	bool token = ad_str_is(a->kind, "TOKEN");

	ad_text_adds(page, "<tr role=\"row\"><td role=\"cell\" data-label=\"Name\"><b>");
	ad_page_name(page, a->name.n > 0 ? a->name : AD_S("An app"));
	ad_text_addf(page, "</b><br><small class=\"soft\">%s <code>",
		     token ? "API token" : "connected app");
	app_html(page, token ? a->id : a->client_id);
	ad_text_adds(page, "</code></small></td><td role=\"cell\" data-label=\"Member\">");
	app_html(page, a->email);
	ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Data\">");
	app_add_environment(page, a->environment);
	ad_text_adds(page, "</td>");
}

static void access_add_one(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			   const struct ad_space_access *a)
{
	bool token = ad_str_is(a->kind, "TOKEN");
	const struct app_choice act = { ad_arena_copy(x->call.arena, x->path).p, "End access",
					"danger" };

	add_what(page, a);
	ad_text_adds(page, "<td role=\"cell\" data-label=\"Scopes\">");
	access_add_scopes(page, a->scopes);
	ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Since\">");
	app_time(page, a->created_at, "");
	ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Last used\">");
	app_time(page, a->last_used_at, "not yet");
	ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Valid until\">");
	app_time(page, a->expires_at, "");
	ad_text_adds(page, "</td><td role=\"cell\">");
	app_begin_act(x, page, v, &act);
	app_add_hidden(page, "end", a->id);
	ad_text_adds(
		page,
		token ? "<p>The token permanently loses access to this Space. It keeps working in "
			"other Spaces of its account.</p>"
		      : "<p>The app loses access to this Space immediately. Its drafts stay.</p>");
	app_end_act(page, "Yes, end access", "danger");
	ad_text_adds(page, "</td></tr>");
}

static bool access_add_list(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v)
{
	struct ad_space_access *list;
	size_t count;
	int64_t all;

	if (ad_space_access_list(&x->call, v->id, &list, &count, &all) != AD_DB_DONE)
		return false;
	if (count == 0) {
		ad_text_adds(page, "<div class=\"card\"><p>No member's token or app has access to "
				   "this Space.</p></div>");
		return true;
	}
	if (all > (int64_t)count)
		ad_text_addf(page, "<p class=\"note\">The newest %zu of %lld.</p>", count,
			     (long long)all);
	ad_text_adds(page,
		     "<table role=\"table\"><caption class=\"hide\">Tokens and apps</caption>"
		     "<thead><tr role=\"row\">" HEAD("Name") HEAD("Member") HEAD("Data")
			     HEAD("Scopes") HEAD("Since") HEAD("Last used") HEAD("Valid until")
				     HEAD("<span class=\"hide\">End</span>") "</tr>"
									     "</thead><tbody>");
	for (size_t i = 0; i < count; i++)
		access_add_one(x, page, v, &list[i]);
	ad_text_adds(page, "</tbody></table>");
	return true;
}

/* The Space, of which the person is an OWNER; false with the reply made. */
static bool access_enter(struct ad_exchange *x, const struct app_visit *v, struct ad_row **row)
{
	enum ad_db_status status = ad_space_row(&x->call, v->id, &x->call.space, row);

	if (!app_page_found(x, status))
		return false;
	if (x->call.space.role == AD_OWNER)
		return true;
	ad_page_refuse(x, 403, "Only owners of the Space can open this page.");
	return false;
}

void app_access(struct ad_exchange *x, struct app_visit *v)
{
	struct ad_row *row;

	if (!access_enter(x, v, &row))
		return;
	struct ad_text page = app_page(x, v, "Tokens and apps");
	app_say_done(&page, x, said, AD_LEN(said));
	ad_text_addf(&page,
		     "<p>Tokens and apps with access to <a href=\"" AD_APP_PATH "/spaces/%.*s\">",
		     AD_FMT(row->id));
	ad_page_name(&page, ad_row_text(row, "name"));
	ad_text_adds(&page, "</a>. Each is limited to its member's role in this Space.</p>");
	if (access_add_list(x, &page, v))
		app_page_reply(x, &page, 200);
	else
		ad_page_unavailable(x);
}

/* --- end access --- */

static void access_end(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	const struct work *w = v->work;
	struct ad_row *row;
	enum ad_db_status status = ad_space_row(call, v->id, &call->space, &row);

	if (!app_step_found(call, status))
		return;
	if (call->space.role != AD_OWNER)
		ad_fail(call, AD_FORBIDDEN_SCOPE, "Only owners of the Space can do this.");
	else if (!ad_space_access_end(call, row->id, w->id) && call->status == AD_OK)
		call->status = AD_UNAVAILABLE;
}

static void access_ended(struct ad_exchange *x, struct app_visit *v)
{
	struct ad_call *call = &x->call;

	if (call->status == AD_NOT_FOUND) {
		app_page_missing(x);
	} else if (call->status != AD_OK) {
		ad_page_refuse(x, ad_outcome_http(call), ad_outcome_message(call));
	} else {
		ad_log(AD_LOG_INFO, "access_ended", "account", v->account.id.p, "request",
		       call->request_id.p, NULL);
		app_go(x, ad_arena_printf(call->arena, APP_ACCESS_PATH "/%.*s?done=ended",
					  AD_FMT(v->id))
				  .p);
	}
}

void app_access_end(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = ad_arena_zalloc(x->call.arena, sizeof(*w));

	w->id = ad_call_param(&x->call, "end");
	v->work = w;
	if (w->id.n == 0)
		ad_page_refuse(x, 400, "The form does not name an action.");
	else
		app_write(x, v, access_end, access_ended);
}
