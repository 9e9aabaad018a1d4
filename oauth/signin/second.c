/*
 * signin/second: the second factor, for a browser that has just sent the right password (a cookie
 * proves it for 10 minutes). Accepts a code of the authenticator app or a recovery code, each
 * once. One writing step does everything, so that concurrent attempts are all counted.
 */
#include "oauth/endpoint/endpoints.h"
#include "oauth/signin/enter.h"
#include "oauth/endpoint/pages.h"

#define CSRF_PURPOSE "second"
/*
 * An address has 5 attempts in 5 minutes for codes of the app. All addresses where the account is
 * not signed in have 30 attempts per day together, so that many addresses do not help an attacker,
 * and an attacker cannot lock out the account's own browsers.
 */
#define TRIES 5
#define MINUTES 5
#define TRIES_ABROAD 30

struct visit {
	struct oauth_purpose purpose;
	struct ad_str token; /* the cookie */
	struct ad_str typed;
	const char *fault;
	/* An attempt */
	struct ad_attempt attempt;
	struct oauth_entry entry;
	enum ad_factor by;
	bool gone, allowed;
};

static void second_show(struct ad_exchange *x, const struct visit *v, int status)
{
	struct ad_text page = ad_page_card(x, "Second factor");
	struct ad_str csrf = ad_csrf_make(ad_auth_secrets(x->call.core->auth), x->call.arena,
					  v->token, CSRF_PURPOSE);

	ad_text_adds(&page, "<h1>Second factor</h1><p class=\"soft\">Enter the code that your "
			    "authenticator app shows now, or one of your recovery codes.</p>");
	if (v->fault) {
		ad_text_adds(&page, "<p class=\"fault\" role=\"alert\">");
		ad_text_add_html(&page, ad_str(v->fault));
		ad_text_adds(&page, "</p>");
	}
	ad_text_addf(&page,
		     "<form method=\"post\" action=\"" OAUTH_SECOND_PATH "\">"
		     "<input type=\"hidden\" name=\"csrf\" value=\"%.*s\">",
		     AD_FMT(csrf));
	oauth_purpose_fields(&page, &v->purpose);
	ad_text_adds(&page, "<label class=\"field\" for=\"code\">Code</label>"
			    "<input id=\"code\" name=\"code\" type=\"text\" required autofocus"
			    " autocomplete=\"one-time-code\" autocapitalize=\"characters\""
			    " spellcheck=\"false\" maxlength=\"40\">"
			    "<div class=\"row\"><button type=\"submit\">Continue</button></div>"
			    "</form><p><a href=\"");
	ad_text_add_html(&page, oauth_purpose_path(x->call.arena, OAUTH_SIGNIN_PATH, &v->purpose));
	ad_text_adds(&page, v->purpose.handle.p || v->purpose.back.p ? "&amp;" : "?");
	ad_text_adds(&page, "switch=1\">Use another account</a></p>");
	ad_page_reply(x, &page, status);
}

/* Redirects to the password page with the same purpose. */
static void second_restart_signin(struct ad_exchange *x, const struct visit *v)
{
	oauth_go(x, oauth_purpose_path(x->call.arena, OAUTH_SIGNIN_PATH, &v->purpose));
}

/* --- an attempt --- */

/* AD_DB_ROW if a browser of the account is signed in at this address or in its IPv6 network. */
static enum ad_db_status second_find_session(struct ad_call *call, struct ad_str account_id)
{
	struct ad_stmt *s = ad_sql(call->db, "SELECT address FROM sessions WHERE account_id = $1"
					     " AND expires_at > $2 AND seen_at > $3"
					     " ORDER BY seen_at DESC LIMIT $4");
	char here[AD_NETWORK_TEXT], there[AD_NETWORK_TEXT];
	int64_t now = ad_now();
	enum ad_db_status status;

	ad_network_of(call->address, here);
	ad_bind(s, 1, account_id);
	ad_bind_int(s, 2, now);
	ad_bind_int(s, 3, now - AD_SESSION_IDLE_DAYS * AD_DAY);
	ad_bind_int(s, 4, AD_SESSIONS_MAX);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		ad_network_of(ad_col(s, 0), there);
		if (strcmp(here, there) == 0) {
			ad_reset(s);
			return AD_DB_ROW;
		}
	}
	return status;
}

/* Counts one more attempt: AD_DB_ROW if it is allowed, else AD_DB_DONE. */
static enum ad_db_status second_note(struct ad_call *call, struct visit *v)
{
	enum ad_db_status home = second_find_session(call, v->entry.account_id);

	if (home != AD_DB_ROW && home != AD_DB_DONE)
		return home;
	v->attempt = (struct ad_attempt){
		.address = call->address,
		.email = ad_arena_printf(call->arena, "second step %.*s",
					 AD_FMT(v->entry.account_id)),
		.most = TRIES,
		.minutes = MINUTES,
		.abroad = home == AD_DB_ROW || ad_recovery_like(v->typed) ? 0 : TRIES_ABROAD,
	};
	return ad_attempt_note(call->db, &v->attempt);
}

/* The code is right: ends the step and starts the session. */
static enum ad_db_status second_enter(struct ad_call *call, struct visit *v)
{
	enum ad_db_status status = ad_second_end(call->db, v->token);

	if (status == AD_DB_DONE) {
		v->gone = true;
		return AD_DB_DONE;
	}
	if (status == AD_DB_ROW)
		status = ad_attempt_succeeded(call->db, &v->attempt);
	if (status == AD_DB_DONE)
		status = oauth_enter(call, &v->entry);
	v->gone = v->entry.refused;
	return status;
}

static void second_attempt(struct ad_call *call)
{
	struct visit *v = call->door_data;
	const struct ad_secrets *secrets = ad_auth_secrets(call->core->auth);
	struct ad_str account_id = { 0 };
	enum ad_db_status status = ad_second_find(call->db, call->arena, v->token, &account_id);

	v->by = AD_FACTOR_NONE;
	v->allowed = false;
	v->gone = status == AD_DB_DONE;
	v->entry = (struct oauth_entry){ .account_id = account_id,
					 .complete = true,
					 .purpose = v->purpose };
	if (status == AD_DB_ROW)
		status = second_note(call, v);
	v->allowed = status == AD_DB_ROW;
	if (v->allowed)
		status = ad_factors_use(call->db, call->arena, secrets, account_id, v->typed,
					&v->by);
	if (status == AD_DB_DONE && v->by != AD_FACTOR_NONE)
		status = second_enter(call, v);
	if (status != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

static void second_refuse_limited(struct ad_exchange *x, struct visit *v)
{
	int64_t seconds = v->attempt.retry_after;

	ad_http_add(x, "Retry-After", ad_arena_printf(x->call.arena, "%lld", (long long)seconds));
	v->fault = ad_arena_printf(x->call.arena,
				   "Too many wrong codes. Wait %lld minutes, then try again%s",
				   (long long)(seconds + 59) / 60,
				   seconds > MINUTES * 60 ? ", or use a recovery code." : ".")
			   .p;
	second_show(x, v, 429);
}

static void second_done(struct ad_exchange *x)
{
	struct visit *v = x->call.door_data;

	if (x->call.status != AD_OK) {
		oauth_page_unavailable(x);
		return;
	}
	if (v->gone) {
		second_restart_signin(x, v);
		return;
	}
	if (v->by != AD_FACTOR_TOTP)
		ad_log(AD_LOG_INFO,
		       v->by == AD_FACTOR_NONE ? "second_step_failed" : "recovery_code_used",
		       "address", x->call.address.p, "account", v->entry.account_id.p, NULL);
	if (!v->allowed) {
		second_refuse_limited(x, v);
	} else if (v->by == AD_FACTOR_NONE) {
		v->fault = "The code is wrong or was already used. Wait for the next code.";
		second_show(x, v, 403);
	} else {
		ad_cookie_set(x, ad_second_cookie(x->call.core->config->public_url), AD_S("-"), 1);
		oauth_entered(x, &v->entry);
	}
}

static void second_post(struct ad_exchange *x, struct visit *v)
{
	struct oauth_params form;

	if (!oauth_page_form(x, &form))
		return;
	v->purpose = oauth_purpose_read(&form);
	v->typed = oauth_param(&form, "code");
	if (v->token.n == 0) {
		second_restart_signin(x, v);
		return;
	}
	if (!ad_same_origin(x) ||
	    !ad_csrf_check(ad_auth_secrets(x->call.core->auth), x->call.arena, v->token,
			   CSRF_PURPOSE, oauth_param(&form, "csrf"))) {
		v->fault =
			"The form did not come from this page, or has expired. Please try again.";
		second_show(x, v, 403);
		return;
	}
	if (v->typed.n == 0) {
		v->fault = "Enter the code.";
		second_show(x, v, 400);
		return;
	}
	x->call.door_data = v;
	x->render = second_done;
	ad_call_next(&x->call, AD_WRITE, second_attempt);
}

static void second_get(struct ad_exchange *x, struct visit *v)
{
	struct oauth_params query = { x->params, x->param_count };
	struct ad_str account_id;
	enum ad_db_status status = ad_second_find(x->call.db, x->call.arena, v->token, &account_id);

	v->purpose = oauth_purpose_read(&query);
	if (status == AD_DB_ROW)
		second_show(x, v, 200);
	else if (status == AD_DB_DONE)
		second_restart_signin(x, v);
	else
		oauth_page_unavailable(x);
}

void oauth_second(struct ad_exchange *x)
{
	struct visit *v = ad_arena_zalloc(x->call.arena, sizeof(*v));

	if (!oauth_begin(x, OAUTH_PAGE, AD_ADDRESS_REQUEST))
		return;
	v->token = ad_cookie(x, ad_second_cookie(x->call.core->config->public_url));
	if (ad_str_is(x->method, "POST"))
		second_post(x, v);
	else
		second_get(x, v);
}
