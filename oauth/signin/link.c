/* signin/link: sets a password with a one-time link (invitation or reset). */
#include "oauth/endpoint/endpoints.h"
#include "oauth/signin/enter.h"
#include "oauth/endpoint/pages.h"

#define CSRF_PURPOSE "link"

struct visit {
	struct ad_str token, browser, account_id, email, name, password;
	struct oauth_entry entry;
	char hash[AD_PASSWORD_HASH_SIZE];
	const char *fault;
	bool used; /* the link was used meanwhile */
};

static void link_gone(struct ad_exchange *x)
{
	oauth_page_notice(x, 400, "This link is no longer valid",
			  "The link was already used, or has expired. Ask the operator of this "
			  "server for a new link.");
}

static void link_show(struct ad_exchange *x, const struct visit *v, int status)
{
	struct ad_text page = ad_page_card(x, "Set your password");
	struct ad_str csrf = ad_csrf_make(ad_auth_secrets(x->call.core->auth), x->call.arena,
					  v->browser, CSRF_PURPOSE);

	ad_text_adds(&page, "<h1>Set your password</h1><p class=\"soft\">For ");
	ad_text_add_html(&page, v->email);
	ad_text_adds(&page,
		     ". At least 12 characters. Several unrelated words make a good password.</p>");
	if (v->fault) {
		ad_text_adds(&page, "<p class=\"fault\" role=\"alert\">");
		ad_text_add_html(&page, ad_str(v->fault));
		ad_text_adds(&page, "</p>");
	}
	ad_text_adds(&page, "<form method=\"post\" action=\"" OAUTH_LINK_PATH "\">");
	ad_text_addf(&page, "<input type=\"hidden\" name=\"csrf\" value=\"%.*s\">", AD_FMT(csrf));
	ad_text_adds(&page, "<input type=\"hidden\" name=\"token\" value=\"");
	ad_text_add_html(&page, v->token);
	ad_text_adds(&page,
		     "\"><input type=\"email\" name=\"email\" hidden autocomplete=\"username\""
		     " value=\"");
	ad_text_add_html(&page, v->email);
	ad_text_adds(&page, "\"><label class=\"field\" for=\"password\">New password</label>"
			    "<input id=\"password\" name=\"password\" type=\"password\" required"
			    " minlength=\"12\" autofocus autocomplete=\"new-password\">"
			    "<div class=\"row\"><button type=\"submit\">Set password and sign in"
			    "</button></div></form>");
	ad_page_reply(x, &page, status);
	if (v->fault)
		oauth_log_refusal(x, status, "refused", v->fault);
}

/* Finds the account of the link. False: the link is not valid, and the page is replied. */
static bool link_find(struct ad_exchange *x, struct visit *v)
{
	struct ad_account account;
	enum ad_db_status status =
		ad_link_find(x->call.db, x->call.arena, v->token, &v->account_id);

	if (status == AD_DB_ROW)
		status = ad_account_get(x->call.db, x->call.arena, v->account_id, &account);
	if (status == AD_DB_ROW) {
		v->email = account.email;
		v->name = account.name;
		return true;
	}
	if (status == AD_DB_DONE)
		link_gone(x);
	else
		oauth_page_unavailable(x);
	return false;
}

static void link_done(struct ad_exchange *x)
{
	const struct visit *v = x->call.door_data;

	if (x->call.status != AD_OK) {
		oauth_page_unavailable(x);
		return;
	}
	if (v->used) {
		link_gone(x);
		return;
	}
	oauth_entered(x, &v->entry);
}

static void link_keep(struct ad_call *call)
{
	struct visit *v = call->door_data;
	enum ad_db_status status = ad_link_use(call->db, v->token);

	v->entry = (struct oauth_entry){ .account_id = v->account_id };
	v->used = status == AD_DB_DONE;
	if (v->used)
		return;
	if (status != AD_DB_ROW ||
	    ad_account_set_password(call->db, v->account_id, ad_str(v->hash)) != AD_DB_DONE ||
	    ad_security_changed(call->db, v->account_id, (struct ad_str){ 0 }, call->request_id,
				"password") != AD_DB_DONE ||
	    oauth_enter(call, &v->entry) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

static void link_hash(struct ad_call *call)
{
	struct visit *v = call->door_data;

	if (ad_password_hash(v->password, v->hash))
		ad_call_next(call, AD_WRITE, link_keep);
	else
		call->status = AD_UNAVAILABLE;
}

static void link_post(struct ad_exchange *x, struct visit *v)
{
	struct oauth_params form;

	if (!oauth_page_form(x, &form))
		return;
	v->token = oauth_param(&form, "token");
	v->password = oauth_param(&form, "password");
	if (!link_find(x, v))
		return;
	v->fault = ad_password_fault(v->password, v->email, v->name);
	if (!ad_same_origin(x) ||
	    !ad_csrf_check(ad_auth_secrets(x->call.core->auth), x->call.arena, v->browser,
			   CSRF_PURPOSE, oauth_param(&form, "csrf")))
		v->fault = "The form did not come from this page. Please try again.";
	if (v->fault) {
		link_show(x, v, 400);
		return;
	}
	x->call.door_data = v;
	x->render = link_done;
	ad_call_next(&x->call, AD_HASH, link_hash);
}

void oauth_link(struct ad_exchange *x)
{
	struct visit *v = ad_arena_zalloc(x->call.arena, sizeof(*v));
	struct oauth_params query = { x->params, x->param_count };

	if (!oauth_begin(x, OAUTH_PAGE, AD_ADDRESS_REQUEST))
		return;
	v->browser = oauth_browser(x);
	if (ad_str_is(x->method, "POST")) {
		link_post(x, v);
		return;
	}
	v->token = oauth_param(&query, "token");
	if (link_find(x, v))
		link_show(x, v, 200);
}
