/* Completes a sign-in: see enter.h. */
#include "oauth/signin/enter.h"

#include "oauth/signin/known_device.h"
#include "oauth/authorize/requests.h"

/* AD_DB_DONE, or the failure of the database. */
static enum ad_db_status renew_browser(struct ad_call *call, struct oauth_entry *entry)
{
	struct ad_exchange *x = ad_exchange(call);
	struct ad_str old = oauth_browser_shown(x);
	struct ad_account account;
	enum ad_db_status status =
		ad_account_get(call->db, call->arena, entry->account_id, &account);

	if (status != AD_DB_ROW)
		return status == AD_DB_DONE ? AD_DB_UNAVAILABLE : status;
	entry->email = account.email;
	entry->browser = oauth_browser_renewed(x, old, account.email);
	struct oauth_browser_move move = { old, entry->browser, entry->account_id };
	return old.p ? oauth_requests_move(call->db, call->arena, &move) : AD_DB_DONE;
}

static enum ad_db_status start_session(struct ad_call *call, struct oauth_entry *entry)
{
	struct ad_exchange *x = ad_exchange(call);
	struct ad_session_spec spec = {
		.account_id = entry->account_id,
		.address = call->address,
		.request_id = call->request_id,
		.user_agent = ad_http_header(x, "User-Agent"),
		.replaces = ad_cookie(x, ad_session_cookie(call->core->config->public_url)),
		.factor = entry->complete,
	};
	enum ad_db_status status =
		ad_session_sign_in(call->db, spec.account_id, spec.replaces, &spec.before_at);

	if (status == AD_DB_DONE)
		status = ad_session_start(call->db, call->arena, &spec, &entry->session);
	if (status == AD_DB_DONE)
		status = renew_browser(call, entry);
	return status;
}

enum ad_db_status oauth_enter(struct ad_call *call, struct oauth_entry *entry)
{
	struct ad_factors factors;
	struct ad_account account = { 0 };

	entry->session = entry->step = entry->browser = (struct ad_str){ 0 };
	enum ad_db_status status =
		ad_account_get(call->db, call->arena, entry->account_id, &account);
	entry->refused = status == AD_DB_DONE || (status == AD_DB_ROW && account.disabled);
	if (entry->refused)
		return AD_DB_DONE;
	if (status != AD_DB_ROW)
		return status;
	status = ad_factors_find(call->db, entry->account_id, &factors);
	if (status != AD_DB_DONE)
		return status;
	if (factors.totp && !entry->complete)
		return ad_second_begin(call->db, call->arena, entry->account_id, &entry->step);
	return start_session(call, entry);
}

struct oauth_purpose oauth_purpose_read(const struct oauth_params *params)
{
	struct oauth_purpose purpose = { .handle = oauth_param(params, "request"),
					 .back = oauth_param(params, "back") };

	if (!ad_back_valid(purpose.back))
		purpose.back = (struct ad_str){ 0 };
	return purpose;
}

static void enter_add_field(struct ad_text *page, const char *name, struct ad_str value)
{
	if (!value.p)
		return;
	ad_text_addf(page, "<input type=\"hidden\" name=\"%s\" value=\"", name);
	ad_text_add_html(page, value);
	ad_text_adds(page, "\">");
}

void oauth_purpose_fields(struct ad_text *page, const struct oauth_purpose *purpose)
{
	enter_add_field(page, "request", purpose->handle);
	enter_add_field(page, "back", purpose->back);
}

struct ad_str oauth_purpose_path(struct ad_arena *arena, const char *path,
				 const struct oauth_purpose *purpose)
{
	struct ad_text url = ad_text_on(arena);

	ad_text_adds(&url, path);
	if (purpose->handle.p) {
		ad_text_adds(&url, "?request=");
		ad_text_add_url(&url, purpose->handle);
	} else if (purpose->back.p) {
		ad_text_adds(&url, "?back=");
		ad_text_add_url(&url, purpose->back);
	}
	return ad_text_str(&url);
}

void oauth_go(struct ad_exchange *x, struct ad_str path)
{
	ad_redirect(x, ad_arena_printf(x->call.arena, "%s%.*s", x->call.core->config->public_url,
				       AD_FMT(path)));
}

void oauth_leave(struct ad_exchange *x, const struct oauth_purpose *purpose)
{
	if (purpose->handle.p)
		oauth_go(x, oauth_purpose_path(x->call.arena, OAUTH_CONSENT_PATH, purpose));
	else
		oauth_go(x, purpose->back.p ? purpose->back : AD_S(AD_APP_PATH));
}

void oauth_entered(struct ad_exchange *x, const struct oauth_entry *entry)
{
	const char *base = x->call.core->config->public_url;

	if (entry->step.p) {
		ad_cookie_set(x, ad_second_cookie(base), entry->step, AD_SECOND_STEP_MINUTES * 60);
		oauth_go(x, oauth_purpose_path(x->call.arena, OAUTH_SECOND_PATH, &entry->purpose));
		return;
	}
	ad_log(AD_LOG_INFO, "signed_in", "address", x->call.address.p, "account",
	       entry->account_id.p, NULL);
	ad_cookie_set(x, ad_session_cookie(base), entry->session, AD_SESSION_DAYS * 86400);
	oauth_browser_set(x, entry->browser);
	oauth_device_remember(x, entry->email);
	oauth_leave(x, &entry->purpose);
}
