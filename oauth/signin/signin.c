/*
 * signin: the form (GET) and the attempt (POST). An attempt is counted before the password is
 * verified. The hash is computed on the lane for passwords; if the lane is full, the response is
 * 503 and the attempt is not counted. The transaction that starts the session (or the second
 * factor) also deletes the count.
 */
#include "oauth/endpoint/endpoints.h"
#include "oauth/signin/enter.h"
#include "oauth/signin/known_device.h"
#include "oauth/endpoint/pages.h"
#include "oauth/authorize/requests.h"

#define CSRF_PURPOSE "signin"

/* A visit of the page. */
struct visit {
	struct oauth_purpose purpose;
	struct ad_str browser; /* the cookie to which the form is bound */
	struct ad_str email;   /* typed, or from login_hint */
	const char *fault;     /* the fault of the last attempt, or NULL */
	/* An attempt */
	struct ad_attempt attempt;
	struct ad_str password;
	struct ad_str hash;                 /* the hash that verified the password */
	char rehash[AD_PASSWORD_HASH_SIZE]; /* of the same password, if hash is a weak one */
	int verified;                       /* number of verifications */
	struct oauth_entry entry;
	bool allowed, right;
};

static void add_fields(struct ad_exchange *x, struct ad_text *page, const struct visit *v)
{
	struct ad_str csrf = ad_csrf_make(ad_auth_secrets(x->call.core->auth), x->call.arena,
					  v->browser, CSRF_PURPOSE);

	ad_text_addf(page, "<input type=\"hidden\" name=\"csrf\" value=\"%.*s\">", AD_FMT(csrf));
	oauth_purpose_fields(page, &v->purpose);
	ad_text_adds(
		page,
		"<label class=\"field\" for=\"email\">Email</label>"
		"<input id=\"email\" name=\"email\" type=\"email\" required"
		" autocomplete=\"username webauthn\" autocapitalize=\"none\" spellcheck=\"false\"");
	if (v->email.n == 0)
		ad_text_adds(page, " autofocus");
	ad_text_adds(page, " value=\"");
	ad_text_add_html(page, v->email);
	ad_text_adds(page, "\"><label class=\"field\" for=\"password\">Password</label>"
			   "<input id=\"password\" name=\"password\" type=\"password\" required"
			   " autocomplete=\"current-password\"");
	if (v->email.n > 0)
		ad_text_adds(page, " autofocus");
	ad_text_adds(page, "><div class=\"row\"><button type=\"submit\">Sign in</button></div>");
}

/* Data for the script: the options of the browser's call, and the address of the form. */
static void add_passkey(struct ad_exchange *x, struct ad_text *page, const struct visit *v)
{
	const struct ad_secrets *secrets = ad_auth_secrets(x->call.core->auth);
	struct ad_arena *arena = x->call.arena;

	ad_text_addf(page,
		     "<div data-passkey=\"signin\" data-action=\"" OAUTH_PASSKEY_PATH
		     "\" data-renew=\"" OAUTH_SIGNIN_PATH
		     "?switch=1\" data-rp=\"%.*s\" data-challenge=\"%.*s\" data-csrf=\"%.*s\"",
		     AD_FMT(ad_http_rp_id(x)),
		     AD_FMT(ad_challenge_make(secrets, arena, "signin", v->browser)),
		     AD_FMT(ad_csrf_make(secrets, arena, v->browser, OAUTH_PASSKEY_CSRF)));
	if (v->purpose.handle.p) {
		ad_text_adds(page, " data-request=\"");
		ad_text_add_html(page, v->purpose.handle);
		ad_text_addc(page, '"');
	}
	if (v->purpose.back.p) {
		ad_text_adds(page, " data-back=\"");
		ad_text_add_html(page, v->purpose.back);
		ad_text_addc(page, '"');
	}
	ad_text_adds(page, " hidden><hr><p class=\"fault\" role=\"alert\" hidden></p><div "
			   "class=\"row\"><button type=\"button\" class=\"quiet\">Sign in with a "
			   "passkey</button></div></div>");
}

static void signin_show(struct ad_exchange *x, const struct visit *v, int status)
{
	struct ad_text page = ad_page_card(x, "Sign in");

	ad_text_adds(&page, "<h1>Sign in</h1><p class=\"soft\">");
	ad_text_adds(&page,
		     v->purpose.handle.p
			     ? "An app requests access. Sign in first. You then choose its scopes."
			     : "Sign in to open your drafts, campaigns and settings.");
	ad_text_adds(&page, "</p>");
	if (v->fault) {
		ad_text_adds(&page, "<p class=\"fault\" role=\"alert\">");
		ad_text_add_html(&page, ad_str(v->fault));
		ad_text_adds(&page, "</p>");
	}
	ad_text_adds(&page, "<form method=\"post\" action=\"" OAUTH_SIGNIN_PATH "\">");
	add_fields(x, &page, v);
	ad_text_adds(&page, "</form>");
	if (v->fault)
		oauth_log_refusal(x, status, "refused", v->fault);
	if (!ad_http_rp_id(x).p) {
		ad_page_reply(x, &page, status);
		return;
	}
	add_passkey(x, &page, v);
	ad_page_reply_scripted(x, &page, status);
}

void oauth_signin_again(struct ad_exchange *x, const struct oauth_purpose *purpose,
			const char *fault, int status)
{
	struct visit v = { .purpose = *purpose, .browser = oauth_browser(x), .fault = fault };

	signin_show(x, &v, status);
}

/* If the form was sent twice, the first request has already renewed the browser's cookie. */
static enum ad_db_status signin_find_own(struct ad_exchange *x, const struct visit *v,
					 struct oauth_request *request)
{
	struct ad_db *db = x->call.db;
	struct ad_arena *arena = x->call.arena;
	struct ad_str handle = v->purpose.handle;
	enum ad_db_status status = oauth_request_find(db, arena, handle, v->browser, request);

	if (status != AD_DB_DONE || !v->attempt.email.p)
		return status;
	return oauth_request_find(db, arena, handle,
				  oauth_browser_renewed(x, v->browser, v->attempt.email), request);
}

/* Finds the request of a handle. False: it no longer exists, and the page is replied. */
static bool find_request(struct ad_exchange *x, struct visit *v, struct oauth_request *request)
{
	*request = (struct oauth_request){ 0 };
	if (!v->purpose.handle.p)
		return true;
	switch (signin_find_own(x, v, request)) {
	case AD_DB_ROW:
		return true;
	case AD_DB_DONE:
		oauth_page_notice(x, 400, "Start again from your app",
				  "This sign-in has expired, or was started in another browser.");
		return false;
	case AD_DB_CONFLICT:
	case AD_DB_BAD_REFERENCE:
	case AD_DB_INVALID:
	case AD_DB_RETRY:
	case AD_DB_UNAVAILABLE:
		break;
	}
	oauth_page_unavailable(x);
	return false;
}

static void signin_get(struct ad_exchange *x, struct visit *v)
{
	struct oauth_params query = { x->params, x->param_count };
	struct oauth_request request;
	struct ad_session session;
	struct ad_str token;

	v->purpose = oauth_purpose_read(&query);
	if (!find_request(x, v, &request))
		return;
	v->email = request.login_hint;
	bool another = oauth_param(&query, "switch").p != NULL;
	enum ad_db_status status = ad_browser_session(x, &session, &token);
	if (status == AD_DB_ROW && !another && session.confirmed_at >= request.confirm_after)
		oauth_leave(x, &v->purpose);
	else
		signin_show(x, v, 200);
}

/* --- an attempt --- */

static void signin_note(struct ad_call *call);

static void signin_done(struct ad_exchange *x)
{
	struct visit *v = x->call.door_data;

	if (x->call.status != AD_OK) {
		oauth_page_unavailable(x);
		return;
	}
	if (!v->allowed) {
		ad_http_add(
			x, "Retry-After",
			ad_arena_printf(x->call.arena, "%lld", (long long)v->attempt.retry_after));
		v->fault = ad_arena_printf(
				   x->call.arena,
				   "Too many failed attempts. Wait %lld minutes, then try again.",
				   (long long)(v->attempt.retry_after + 59) / 60)
				   .p;
		signin_show(x, v, 429);
		return;
	}
	if (!v->right) {
		v->fault = "The email address or the password is wrong.";
		signin_show(x, v, 403);
		return;
	}
	oauth_entered(x, &v->entry);
}

static void log_failed(const struct ad_call *call, struct ad_str account_id)
{
	ad_log(AD_LOG_INFO, "signin_failed", "address", call->address.p, "account",
	       account_id.p ? account_id.p : "unknown", NULL);
}

static void signin_verify(struct ad_call *call);

static enum ad_db_status signin_strengthen(struct ad_call *call, const struct visit *v)
{
	if (!v->rehash[0])
		return AD_DB_DONE;
	return ad_account_rehash(call->db, v->entry.account_id, v->hash, ad_str(v->rehash));
}

/*
 * A password that changed after its verification is wrong. If only the hash may have changed
 * (another sign-in renewed it), the password is verified again.
 */
static void signin_enter(struct ad_call *call)
{
	struct visit *v = call->door_data;
	struct ad_account account = { 0 };
	enum ad_db_status status =
		ad_account_get(call->db, call->arena, v->entry.account_id, &account);

	v->right = status == AD_DB_ROW && ad_str_eq(account.password_hash, v->hash);
	if (status == AD_DB_ROW && !v->right && v->verified == 1) {
		ad_call_next(call, AD_HASH, signin_verify);
		return;
	}
	if (v->right) {
		status = oauth_enter(call, &v->entry);
		v->right = !v->entry.refused;
	} else if (status == AD_DB_ROW) {
		status = AD_DB_DONE;
	}
	if (v->right && status == AD_DB_DONE)
		status = ad_attempt_succeeded(call->db, &v->attempt);
	if (v->right && status == AD_DB_DONE)
		status = signin_strengthen(call, v);
	if (status != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
	else if (!v->right)
		log_failed(call, v->entry.account_id);
}

/* On the lane for passwords. Takes the same time for an unknown account. */
static void signin_verify(struct ad_call *call)
{
	struct visit *v = call->door_data;
	struct ad_account account = { 0 };
	enum ad_db_status status =
		ad_account_find(call->db, call->arena, v->attempt.email, &account);

	if (status != AD_DB_ROW && status != AD_DB_DONE) {
		call->status = AD_UNAVAILABLE;
		return;
	}
	v->verified++;
	v->rehash[0] = '\0';
	v->right = ad_password_verify(account.password_hash, v->password) && !account.disabled;
	if (!v->right) {
		log_failed(call, account.id);
		return;
	}
	v->hash = account.password_hash;
	if (ad_password_stale(v->hash) && !ad_password_hash(v->password, v->rehash))
		v->rehash[0] = '\0'; /* out of memory: the next sign-in tries again */
	v->entry = (struct oauth_entry){ .account_id = account.id, .purpose = v->purpose };
	ad_call_next(call, AD_WRITE, signin_enter);
}

/* The lane is full: the password was not verified, so the attempt is not counted. */
static void signin_uncount(struct ad_call *call)
{
	const struct visit *v = call->door_data;

	if (ad_attempt_forget(call->db, &v->attempt) != AD_DB_DONE)
		ad_log(AD_LOG_WARN, "signin_attempt_not_forgotten", NULL);
	/* The change is committed although the response is 503. */
	call->keep_changes = true;
	call->status = AD_UNAVAILABLE;
}

static void signin_refuse_full(struct ad_call *call)
{
	ad_call_next(call, AD_WRITE, signin_uncount);
}

static void signin_note(struct ad_call *call)
{
	struct visit *v = call->door_data;
	enum ad_db_status status = ad_attempt_note(call->db, &v->attempt);

	v->allowed = status == AD_DB_ROW;
	call->lost = v->allowed ? signin_refuse_full : NULL;
	if (v->allowed)
		ad_call_next(call, AD_HASH, signin_verify);
	else if (status != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

/*
 * A sign-in in another tab has renewed the browser's cookie, to which this form was bound. A user
 * who is already signed in to that account continues. This grants no new access.
 */
static bool is_signed_in_as(struct ad_exchange *x, struct ad_str typed)
{
	struct ad_session session;
	struct ad_account account;
	struct ad_str token, email;

	return ad_email_normal(x->call.arena, typed, &email) &&
	       ad_browser_session(x, &session, &token) == AD_DB_ROW &&
	       ad_account_get(x->call.db, x->call.arena, session.account_id, &account) ==
		       AD_DB_ROW &&
	       ad_str_eq(account.email, email);
}

static void signin_post(struct ad_exchange *x, struct visit *v)
{
	struct oauth_params form;
	struct oauth_request request;

	if (!oauth_page_form(x, &form))
		return;
	v->purpose = oauth_purpose_read(&form);
	v->email = oauth_param(&form, "email");
	v->password = oauth_param(&form, "password");
	bool same = ad_same_origin(x);
	bool bound = same && ad_csrf_check(ad_auth_secrets(x->call.core->auth), x->call.arena,
					   v->browser, CSRF_PURPOSE, oauth_param(&form, "csrf"));
	if (same && !bound && is_signed_in_as(x, v->email)) {
		oauth_leave(x, &v->purpose);
		return;
	}
	if (!bound) {
		v->fault =
			"The form did not come from this page, or has expired. Please try again.";
		signin_show(x, v, 403);
		return;
	}
	bool is_email = ad_email_normal(x->call.arena, v->email, &v->attempt.email);
	if (!find_request(x, v, &request))
		return;
	if (!is_email || v->password.n == 0) {
		v->fault = "Enter your email address and your password.";
		signin_show(x, v, 400);
		return;
	}
	v->attempt.address = x->call.address;
	if (!oauth_device_known(x, &v->attempt))
		v->attempt.abroad = AD_ATTEMPTS_PASSWORD_ABROAD;
	x->call.door_data = v;
	x->render = signin_done;
	ad_call_next(&x->call, AD_WRITE, signin_note);
}

void oauth_signin(struct ad_exchange *x)
{
	struct visit *v = ad_arena_zalloc(x->call.arena, sizeof(*v));

	if (!oauth_begin(x, OAUTH_PAGE, AD_ADDRESS_REQUEST))
		return;
	v->browser = oauth_browser(x);
	if (ad_str_is(x->method, "POST"))
		signin_post(x, v);
	else
		signin_get(x, v);
}
