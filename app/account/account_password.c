/*
 * Changes the password. The current password is required, unless the sign-in is recent. All
 * sessions end, and this browser gets a new one; grants and tokens stay (docs/security.md). The
 * current password is counted and verified as at /signin, the new one is hashed on the lane for
 * passwords.
 */
#include "app/account/account.h"

/* A change in progress: count, hash, store. */
struct change {
	struct ad_attempt attempt;
	bool allowed, right; /* result for the current password */
	struct ad_str old, wanted;
	char hash[AD_PASSWORD_HASH_SIZE];
	struct ad_str session; /* the new cookie */
};

static void add_form(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		     const char *fault)
{
	app_form(x, page, v, APP_ACCOUNT_PATH "/password");
	if (fault)
		ad_text_addf(page, "<p class=\"fault\" role=\"alert\">%s</p>", fault);
	ad_text_adds(page, "<input type=\"email\" name=\"email\" hidden autocomplete=\"username\""
			   " value=\"");
	app_html(page, v->account.email);
	ad_text_adds(page, "\">");
	if (!app_confirmed(v, AD_ACT_ACCOUNT_CHANGE))
		ad_text_adds(page,
			     "<label class=\"field\" for=\"old\">Current password</label><input "
			     "id=\"old\" name=\"old\" type=\"password\" class=\"medium\" "
			     "autocomplete=\"current-password\" required>");
	ad_text_addf(
		page,
		"<label class=\"field\" for=\"password\">New password</label><p class=\"hint\" "
		"id=\"password-hint\">At least %d characters. Several unrelated words make a good "
		"password.</p><input id=\"password\" name=\"password\" type=\"password\" "
		"class=\"medium\" minlength=\"%d\" aria-describedby=\"password-hint\" "
		"autocomplete=\"new-password\" required><div class=\"row\"><button type=\"submit\" "
		"class=\"quiet\">Change password</button></div></form>",
		AD_PASSWORD_MIN, AD_PASSWORD_MIN);
}

void app_account_password_add(struct ad_exchange *x, struct ad_text *page,
			      const struct app_visit *v)
{
	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"password-h\"><h2 "
			   "id=\"password-h\">Password</h2>");
	add_form(x, page, v, NULL);
	ad_text_adds(page, "</section>");
}

static void account_password_refuse(struct ad_exchange *x, const struct app_visit *v, int status,
				    const char *fault)
{
	struct ad_text page = app_page(x, v, "Change the password");

	ad_text_adds(&page, "<section class=\"card\">");
	add_form(x, &page, v, fault);
	ad_text_adds(&page, "</section>");
	app_page_reply(x, &page, status);
}

static void account_password_kept(struct ad_exchange *x, struct app_visit *v)
{
	const struct change *change = v->work;

	ad_log(AD_LOG_INFO, "password_changed", "account", v->account.id.p, NULL);
	ad_cookie_set(x, ad_session_cookie(x->call.core->config->public_url), change->session,
		      AD_SESSION_DAYS * 86400);
	app_go(x, APP_ACCOUNT_PATH "?done=password");
}

static void account_password_keep(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct change *change = v->work;
	struct ad_session_spec spec = {
		.account_id = v->account.id,
		.address = call->address,
		.request_id = call->request_id,
		.user_agent = ad_http_header(ad_exchange(call), "User-Agent"),
		.confirmed_at = change->right ? 0 : v->session.confirmed_at,
		.factor = v->session.factor,
		.before_at = v->session.before_at,
	};

	if (ad_account_set_password(call->db, v->account.id, ad_str(change->hash)) != AD_DB_DONE ||
	    ad_security_changed(call->db, v->account.id, v->session.id, call->request_id,
				"password") != AD_DB_DONE ||
	    ad_session_start(call->db, call->arena, &spec, &change->session) != AD_DB_DONE ||
	    (change->right && ad_attempt_succeeded(call->db, &change->attempt) != AD_DB_DONE))
		call->status = AD_UNAVAILABLE;
}

static void account_password_hashed(struct ad_exchange *x)
{
	struct app_visit *v = x->call.door_data;
	const struct change *change = v->work;

	if (x->call.status != AD_OK)
		ad_page_unavailable(x);
	else if (change->old.p && !change->right)
		account_password_refuse(x, v, 403, "The current password is wrong.");
	else
		app_write(x, v, account_password_keep, account_password_kept);
}

static void account_password_hash(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct change *change = v->work;

	if (change->old.p) {
		change->right = ad_password_verify(v->account.password_hash, change->old);
		if (!change->right)
			return;
	}
	if (!ad_password_hash(change->wanted, change->hash))
		call->status = AD_UNAVAILABLE;
}

static void hash_next(struct ad_exchange *x)
{
	x->render = account_password_hashed;
	ad_call_next(&x->call, AD_HASH, account_password_hash);
}

static void account_password_note(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct change *change = v->work;
	enum ad_db_status status = ad_attempt_note(call->db, &change->attempt);

	change->allowed = status == AD_DB_ROW;
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

static void account_password_noted(struct ad_exchange *x, struct app_visit *v)
{
	const struct change *change = v->work;

	if (change->allowed) {
		hash_next(x);
		return;
	}
	ad_http_add(x, "Retry-After",
		    ad_arena_printf(x->call.arena, "%lld", (long long)change->attempt.retry_after));
	account_password_refuse(x, v, 429,
				"Too many failed attempts. Wait a few minutes, then try again.");
}

void app_account_password(struct ad_exchange *x, struct app_visit *v)
{
	struct change *change = ad_arena_zalloc(x->call.arena, sizeof(*change));
	struct ad_str old = ad_call_param(&x->call, "old");

	change->wanted = ad_call_param(&x->call, "password");
	const char *fault = ad_password_fault(change->wanted, v->account.email, v->account.name);
	if (!app_confirmed(v, AD_ACT_ACCOUNT_CHANGE) && old.n == 0)
		fault = "Enter your current password.";
	if (fault) {
		account_password_refuse(x, v, 400, fault);
		return;
	}
	v->work = change;
	if (app_confirmed(v, AD_ACT_ACCOUNT_CHANGE)) {
		hash_next(x);
		return;
	}
	change->old = old;
	/* A session works from every address, so attempts are also limited over all addresses. */
	change->attempt = (struct ad_attempt){ .address = x->call.address,
					       .email = v->account.email,
					       .abroad = AD_ATTEMPTS_PASSWORD_ABROAD };
	app_write(x, v, account_password_note, account_password_noted);
}
