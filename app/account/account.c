/* /app/account: the account, its password, second factor, passkeys and signed-in browsers. */
#include "app/account/account.h"

#include "app/spaces/invitations.h"
#include "app/page/pages.h"

static const struct app_done said[] = {
	{ "password",
	  "The password is changed. All other browsers were signed out. Connected apps and tokens "
	  "still work. Check their lists if somebody else had access to your account." },
	{ "totp-off", "The second factor is off. The recovery codes no longer work." },
	{ "passkey", "The passkey is added. It signs you in without a password." },
	{ "first-passkey", "The passkey is added. It signs you in without a password. All other "
			   "browsers were signed out." },
	{ "named", "The passkey is renamed." },
	{ "removed", "The passkey is removed from this account. Also remove it from your browser "
		     "or security key." },
	{ "ended", "That browser was signed out." },
	{ "others", "All other browsers were signed out." },
};

/*
 * If a Space requires a second factor, a session that used only the password cannot change the
 * factors: otherwise somebody who knows the password could add a factor of their own.
 */
static bool has_shown_factor(struct ad_exchange *x, const struct app_visit *v)
{
	struct ad_required_factor is;

	if (v->session.factor)
		return true;
	if (ad_required_factor_find(x->call.db, v->account.id, &is) != AD_DB_DONE) {
		ad_page_unavailable(x);
		return false;
	}
	if (!is.has || !is.owes)
		return true;
	struct ad_text page = app_page(x, v, "Sign in with your second factor first");
	ad_text_adds(&page, "<p>One of your Spaces requires a second factor, and you signed in "
			    "with the password only. Nothing was changed.</p><p><a "
			    "class=\"button\" href=\"/signin?switch=1&amp;back=" APP_ACCOUNT_PATH
			    "\">Sign in again</a></p>");
	app_page_reply(x, &page, 403);
	return false;
}

bool app_account_sure(struct ad_exchange *x, const struct app_visit *v)
{
	if (app_confirmed(v, AD_ACT_ACCOUNT_CHANGE))
		return has_shown_factor(x, v);
	struct ad_text page = app_page(x, v, "Sign in again first");
	ad_text_addf(&page,
		     "<p>This change requires a sign-in within the last %d minutes. Nothing was "
		     "changed.</p><p><a class=\"button\" "
		     "href=\"/signin?switch=1&amp;back=" APP_ACCOUNT_PATH
		     "\">Sign in again</a></p>",
		     AD_SESSION_FRESH_MINUTES);
	app_page_reply(x, &page, 403);
	return false;
}

static void account_add_person(struct ad_exchange *x, struct ad_text *page,
			       const struct app_visit *v)
{
	const struct ad_principal *who = x->call.who;

	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"you\"><h2 id=\"you\">You</h2>"
			   "<dl class=\"wide\"><dt>Email</dt><dd>");
	app_html(page, v->account.email);
	ad_text_adds(page, "</dd><dt>Plan</dt><dd>");
	app_html(page, ad_str(who->plan_name[0] ? who->plan_name : who->plan));
	if (who->plan_needs_subscription) {
		ad_text_adds(page, " (subscription: ");
		app_html(page, v->account.subscription);
		ad_text_adds(page, ")");
	}
	ad_text_addf(page,
		     "</dd><dt>Requests</dt><dd>%d per minute for each token, %lld per day in "
		     "total</dd></dl></section>",
		     who->minute_limit, (long long)who->daily_limit);
}

/*
 * Appends a notice if a Space requires a second factor that the account lacks. False: the database
 * failed.
 */
static bool add_required(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v)
{
	struct ad_required_factor is;

	if (ad_required_factor_find(x->call.db, v->account.id, &is) != AD_DB_DONE)
		return false;
	if (is.owes && !is.has)
		ad_text_adds(page,
			     "<p class=\"note\">One of your Spaces requires a second factor to "
			     "push or approve. Add an authenticator app or a passkey below.</p>");
	else if (is.owes && !v->session.factor)
		ad_text_adds(page, "<p class=\"note\">One of your Spaces requires a second factor, "
				   "and you signed in with the password only. To push or approve "
				   "in that Space, sign in again with the passkey.</p>");
	return true;
}

void app_account(struct ad_exchange *x, struct app_visit *v)
{
	struct ad_text page = app_page(x, v, "Account");
	struct ad_factors factors;

	app_say_done(&page, x, said, AD_LEN(said));
	if (!app_confirmed(v, AD_ACT_ACCOUNT_CHANGE)) {
		ad_text_addf(&page,
			     "<p class=\"note\">You signed in more than %d minutes ago. To change "
			     "the second factor or passkeys, <a href=\"",
			     AD_SESSION_FRESH_MINUTES);
		app_sign_in_again(&page, x);
		ad_text_adds(&page, "\">sign in again</a>.</p>");
	}
	if (!app_add_invited(x, &page, v) || !add_required(x, &page, v) ||
	    !app_account_news_add(x, &page, v)) {
		ad_page_unavailable(x);
		return;
	}
	account_add_person(x, &page, v);
	app_account_password_add(x, &page, v);
	if (ad_factors_find(x->call.db, v->account.id, &factors) != AD_DB_DONE) {
		ad_page_unavailable(x);
		return;
	}
	app_account_totp_section(x, &page, v, &factors);
	if (!app_account_passkeys_section(x, &page, v) || !app_account_sessions_add(x, &page, v))
		ad_page_unavailable(x);
	else if (ad_http_rp_id(x).p)
		ad_page_reply_scripted(x, &page, 200);
	else
		app_page_reply(x, &page, 200);
}
