/*
 * /app/invitations: the Spaces that the person is invited to, to accept or decline; and the parts
 * of other pages about invitations.
 */
#include "app/spaces/invitations.h"

#include "app/page/forms.h"
#include "app/page/pages.h"
#include "app/page/roles.h"

static const struct app_done said[] = {
	{ "declined", "Declined. You are not a member of that Space." },
};

struct work {
	struct ad_str space_id;
	bool accepts;
};

static void invitations_add_person(struct ad_text *page, const struct ad_invitation_person *person)
{
	if (person->name.n > 0) {
		ad_text_adds(page, "<b>");
		ad_page_name(page, person->name);
		ad_text_adds(page, "</b>, ");
	}
	app_html(page, person->email);
}

static void add_answers(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			const struct ad_invitation *one)
{
	app_form(x, page, v, APP_INVITATIONS_PATH);
	app_add_hidden(page, "space", one->space_id);
	ad_text_adds(page, "<div class=\"row\">"
			   "<button type=\"submit\" name=\"do\" value=\"accept\">Accept</button>"
			   "<button type=\"submit\" name=\"do\" value=\"decline\" class=\"quiet\">"
			   "Decline</button></div></form>");
}

static void add_invitation(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			   const struct ad_invitation *one)
{
	ad_text_adds(page, "<section class=\"card\"><h2>");
	ad_page_name(page, one->space_name);
	ad_text_adds(page, "</h2><dl class=\"wide\"><dt>Owner</dt><dd>");
	invitations_add_person(page, &one->owner);
	ad_text_adds(page, "</dd><dt>Invited by</dt><dd>");
	invitations_add_person(page, &one->inviter);
	ad_text_addf(page, "</dd><dt>Your role</dt><dd>%s: %s</dd><dt>Invited</dt><dd>",
		     app_role_title(one->role), app_role_meaning(one->role));
	app_time(page, one->at, "");
	ad_text_addf(page, "</dd><dt>Space ID</dt><dd><code>%.*s</code></dd></dl>",
		     AD_FMT(one->space_id));
	if (one->second_factor)
		ad_text_adds(page, "<p class=\"note\">This Space requires a second factor in this "
				   "role. If you accept, your account needs one.</p>");
	add_answers(x, page, v, one);
	ad_text_adds(page, "</section>");
}

static void invitations_show(struct ad_exchange *x, const struct app_visit *v, int status,
			     const char *fault)
{
	struct ad_invitation_list list;

	if (ad_invitations_of_account(x->call.db, x->call.arena, v->account.id, &list) !=
	    AD_DB_DONE) {
		ad_page_unavailable(x);
		return;
	}
	struct ad_text page = app_page(x, v, "Invitations");
	app_say_done(&page, x, said, AD_LEN(said));
	app_say_fault(&page, fault);
	ad_text_adds(&page,
		     list.n > 0 ? "<p class=\"note\">Accept only if you know the owner by the "
				  "address: a Space can have any name. Its members see what you "
				  "draft and upload there, and its owners control the ad "
				  "accounts that you connect there.</p>"
				: "<p class=\"soft\">You have no invitations.</p>");
	for (size_t i = 0; i < list.n; i++)
		add_invitation(x, &page, v, &list.at[i]);
	app_page_reply(x, &page, status);
}

void app_invitations(struct ad_exchange *x, struct app_visit *v)
{
	invitations_show(x, v, 200, NULL);
}

static void answer_step(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	const struct work *w = v->work;

	if (!ad_invitation_answer(call, w->space_id, w->accepts) && call->status == AD_OK)
		call->status = AD_UNAVAILABLE;
}

static void invitation_answered(struct ad_exchange *x, struct app_visit *v)
{
	const struct work *w = v->work;

	if (x->call.status != AD_OK)
		invitations_show(x, v, ad_outcome_http(&x->call), ad_outcome_message(&x->call));
	else if (!w->accepts)
		app_go(x, APP_INVITATIONS_PATH "?done=declined");
	else
		app_go(x, ad_arena_printf(x->call.arena, AD_APP_PATH "/spaces/%.*s?done=joined",
					  AD_FMT(w->space_id))
				  .p);
}

void app_invitations_answer(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = ad_arena_zalloc(x->call.arena, sizeof(*w));
	struct ad_str act = ad_call_param(&x->call, "do");

	v->work = w;
	w->space_id = ad_call_param(&x->call, "space");
	w->accepts = ad_str_is(act, "accept");
	if (!w->accepts && !ad_str_is(act, "decline"))
		ad_page_refuse(x, 400, "The form does not name an action.");
	else
		app_write(x, v, answer_step, invitation_answered);
}

/* --- parts of other pages --- */

bool app_add_invited(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v)
{
	struct ad_invitation_list list;

	if (ad_invitations_of_account(x->call.db, x->call.arena, v->account.id, &list) !=
	    AD_DB_DONE)
		return false;
	if (list.n > 0)
		ad_text_addf(page,
			     "<p class=\"note\" role=\"status\">You have %zu invitation%s to a "
			     "Space. <a href=\"" APP_INVITATIONS_PATH "\">Accept or decline</a>."
			     "</p>",
			     list.n, list.n == 1 ? "" : "s");
	return true;
}

bool app_add_pending(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		     struct ad_str space_id)
{
	struct ad_invitation_list list;
	const struct app_choice act = { ad_arena_copy(x->call.arena, x->path).p, "Withdraw",
					"danger" };

	if (ad_invitations_of_space(x->call.db, x->call.arena, space_id, &list) != AD_DB_DONE)
		return false;
	if (list.n == 0)
		return true;
	ad_text_adds(page, "<h3>Pending invitations</h3><table role=\"table\"><thead><tr "
			   "role=\"row\"><th scope=\"col\" role=\"columnheader\">Invited</th>"
			   "<th scope=\"col\" role=\"columnheader\">Role</th><th scope=\"col\" "
			   "role=\"columnheader\">Since</th><th scope=\"col\" "
			   "role=\"columnheader\"><span class=\"hide\">End</span></th></tr>"
			   "</thead><tbody>");
	for (size_t i = 0; i < list.n; i++) {
		const struct ad_invitation *one = &list.at[i];
		ad_text_adds(page, "<tr role=\"row\"><td role=\"cell\" data-label=\"Invited\">");
		invitations_add_person(page, &one->invited);
		ad_text_addf(page,
			     "</td><td role=\"cell\" data-label=\"Role\">%s</td><td role=\"cell\" "
			     "data-label=\"Since\">",
			     app_role_title(one->role));
		app_time(page, one->at, "");
		ad_text_adds(page, "</td><td role=\"cell\">");
		app_begin_act(x, page, v, &act);
		app_add_hidden(page, "do", AD_S("withdraw"));
		app_add_hidden(page, "account", one->invited.id);
		ad_text_adds(page, "<p>The person can no longer accept the invitation.</p>");
		app_end_act(page, "Yes, withdraw", "danger");
		ad_text_adds(page, "</td></tr>");
	}
	ad_text_adds(page, "</tbody></table>");
	return true;
}
