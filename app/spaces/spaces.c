/* /app/spaces: the Spaces of the user; creates one. */
#include "app/page/forms.h"
#include "app/spaces/invitations.h"
#include "app/page/pages.h"
#include "app/page/roles.h"
#include "app/page/values.h"

#define PATH AD_APP_PATH "/spaces"
#define OWNED_MAX 100 /* Spaces that one account may create */

static const struct app_done said[] = {
	{ "left", "You left the Space." },
};

/* A Space to create. */
struct work {
	struct ad_str name, currency, timezone;
	const char *name_fault, *currency_fault, *timezone_fault;
	struct ad_row *row;
	bool too_many;
};

/* --- the page --- */

static void spaces_add_space(struct ad_text *page, struct ad_stmt *s)
{
	ad_text_addf(page,
		     "<tr role=\"row\"><td role=\"cell\" data-label=\"Name\"><a href=\"" PATH
		     "/%.*s\">",
		     AD_FMT(ad_col(s, 0)));
	ad_page_name(page, ad_col(s, 1));
	ad_text_adds(page, "</a>");
	app_add_owner(page, ad_col(s, 6));
	ad_text_addf(page,
		     "%s</td><td role=\"cell\" data-label=\"Your role\">%s</td>"
		     "<td role=\"cell\" data-label=\"Currency\">",
		     ad_col_int(s, 5) ? " <span class=\"tag\">personal</span>" : "",
		     app_role_title(ad_role_of(ad_col(s, 2))));
	app_html(page, ad_col(s, 3));
	ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Time zone\">");
	app_html(page, ad_col(s, 4));
	ad_text_adds(page, "</td></tr>");
}

#define HEAD(label) "<th scope=\"col\" role=\"columnheader\">" label "</th>"

static bool spaces_add_list(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v)
{
	enum ad_db_status status;
	struct ad_stmt *s = ad_sql(
		x->call.db,
		"SELECT s.id, s.name, m.role, s.currency, s.timezone, s.personal,"
		" " AD_WORKSPACES_OWNER " FROM members AS m JOIN spaces AS s ON s.id = m.space_id"
		" WHERE m.account_id = $1" AD_WORKSPACES_ORDER " LIMIT 500");

	ad_bind(s, 1, v->account.id);
	ad_text_adds(page,
		     "<section class=\"card\" aria-labelledby=\"yours\"><h2 id=\"yours\">Your "
		     "Spaces</h2><table role=\"table\"><thead><tr role=\"row\">" HEAD("Name")
			     HEAD("Your role") HEAD("Currency")
				     HEAD("Time zone") "</tr></thead><tbody>");
	while ((status = ad_step(s)) == AD_DB_ROW)
		spaces_add_space(page, s);
	ad_text_adds(page, "</tbody></table></section>");
	return status == AD_DB_DONE;
}

static void add_new(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		    const struct work *w)
{
	const struct app_field fields[] = {
		{ .name = "name",
		  .label = "Name",
		  .type = "text",
		  .more = " required maxlength=\"128\" autocomplete=\"off\"",
		  .fault = w->name_fault,
		  .value = w->name },
		{ .name = "currency",
		  .label = "Currency",
		  .hint = "For all amounts of the Space, for example EUR.",
		  .type = "text",
		  .more = " required maxlength=\"3\" autocapitalize=\"characters\" "
			  "autocomplete=\"off\"",
		  .fault = w->currency_fault,
		  .value = w->currency },
		{ .name = "timezone",
		  .label = "Time zone",
		  .hint = "For all days of the Space, for example Europe/Berlin.",
		  .type = "text",
		  .more = " required maxlength=\"63\" autocomplete=\"off\" spellcheck=\"false\"",
		  .fault = w->timezone_fault,
		  .value = w->timezone },
	};

	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"new\"><h2 id=\"new\">New "
			   "Space</h2><p class=\"soft\">Create a Space to work with others or to "
			   "use another currency. You become its owner.</p>");
	app_form(x, page, v, PATH);
	app_add_field(page, &fields[0]);
	ad_text_adds(page, "<div class=\"pair\">");
	app_add_field(page, &fields[1]);
	app_add_field(page, &fields[2]);
	ad_text_adds(page, "</div><div class=\"row\"><button type=\"submit\">Create the "
			   "Space</button></div></form></section>");
}

static void spaces_show(struct ad_exchange *x, const struct app_visit *v, int status,
			const char *fault)
{
	struct ad_text page = app_page(x, v, "Spaces");

	app_say_done(&page, x, said, AD_LEN(said));
	app_say_fault(&page, fault);
	ad_text_adds(&page, "<p class=\"soft\">Each Space has its own campaigns, ad accounts, "
			    "guardrails and members. Test and live data are separate.</p>");
	if (!app_add_invited(x, &page, v) || !spaces_add_list(x, &page, v)) {
		ad_page_unavailable(x);
		return;
	}
	add_new(x, &page, v, v->work);
	app_page_reply(x, &page, status);
}

void app_spaces(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = ad_arena_zalloc(x->call.arena, sizeof(*w));

	w->currency = v->account.currency;
	w->timezone = v->account.timezone;
	v->work = w;
	spaces_show(x, v, 200, NULL);
}

/* --- create --- */

static void spaces_make(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct work *w = v->work;
	struct ad_workspace_spec spec = {
		.account_id = v->account.id,
		.name = w->name,
		.currency = w->currency,
		.timezone = w->timezone,
	};
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT COUNT(*) FROM spaces WHERE owner_account_id = $1");

	ad_bind(s, 1, v->account.id);
	if (ad_step(s) != AD_DB_ROW) {
		call->status = AD_UNAVAILABLE;
		return;
	}
	w->too_many = ad_col_int(s, 0) >= OWNED_MAX;
	ad_reset(s);
	if (w->too_many)
		call->status = AD_CONFLICT;
	else if (!ad_space_add(call, ad_auth_secrets(call->core->auth), &spec, &w->row))
		call->status = AD_UNAVAILABLE;
}

static void spaces_made(struct ad_exchange *x, struct app_visit *v)
{
	const struct work *w = v->work;

	if (w->too_many)
		spaces_show(x, v, 409, "You already created 100 Spaces, the maximum.");
	else
		app_go(x, ad_arena_printf(x->call.arena, PATH "/%.*s?done=made", AD_FMT(w->row->id))
				  .p);
}

void app_spaces_change(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = ad_arena_zalloc(x->call.arena, sizeof(*w));

	v->work = w;
	w->name = ad_call_param(&x->call, "name");
	w->currency = ad_call_param(&x->call, "currency");
	w->timezone = ad_call_param(&x->call, "timezone");
	if (!ad_workspace_name_valid(w->name))
		w->name_fault = "Enter a name of 1 to 128 characters on one line.";
	if (!ad_currency_valid(w->currency))
		w->currency_fault = "Enter a current ISO 4217 code, for example EUR.";
	if (!ad_timezone_valid(w->timezone))
		w->timezone_fault = "Enter an IANA time zone, for example Europe/Berlin.";
	if (w->name_fault || w->currency_fault || w->timezone_fault)
		spaces_show(x, v, 400, "Nothing was created. Correct the marked fields below.");
	else
		app_write(x, v, spaces_make, spaces_made);
}
