/* POST /app/sign-out: ends this browser's session. */
#include "app/page/pages.h"

static void sign_out_end(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;

	if (ad_session_end(call->db, v->cookie) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

static void sign_out_gone(struct ad_exchange *x, struct app_visit *v)
{
	ad_log(AD_LOG_INFO, "signed_out", "account", v->account.id.p, NULL);
	ad_cookie_set(x, ad_session_cookie(x->call.core->config->public_url), AD_S(""), -1);
	/*
	 * The cookies are not cleared: the cookie of known browsers must stay, so that guesses
	 * from elsewhere do not lock the user out.
	 */
	ad_http_add(x, "Clear-Site-Data", AD_S("\"cache\", \"storage\""));
	app_go(x, "/signin");
}

void app_sign_out(struct ad_exchange *x, struct app_visit *v)
{
	app_write(x, v, sign_out_end, sign_out_gone);
}
