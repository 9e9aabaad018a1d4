/* The door's routes and pages. */
#include "app/app.h"

#include "app/account.h"
#include "app/connections.h"
#include "app/pages.h"
#include "app/run_parts.h"

#define FORM_MAX (64 * 1024)

static const struct ad_route routes[] = {
	{ .prefix = "/", .handler = app_handle, .body_max = FORM_MAX, .refuse = ad_page_refuse },
	{ .prefix = AD_APP_PATH,
	  .handler = app_handle,
	  .body_max = FORM_MAX,
	  .refuse = ad_page_refuse },
	{ .prefix = AD_APP_PATH "/",
	  .handler = app_handle,
	  .body_max = FORM_MAX,
	  .refuse = ad_page_refuse },
};

/* Who typed the bare address came for the application. */
static void front(struct ad_exchange *x, struct app_visit *v)
{
	(void)v;
	ad_redirect(x, ad_arena_printf(x->call.arena, "%s" AD_APP_PATH,
				       x->call.core->config->public_url));
}

static const struct app_page pages[] = {
	{ "/", NULL, front, NULL },
	{ AD_APP_PATH, "Start", app_start, NULL },
	{ APP_RUNS_PATH, "Pushes", app_runs, NULL },
	{ APP_RUNS_PATH "/:id", NULL, app_run, app_run_decide },
	{ APP_PLAN_PATH "/:id", NULL, app_plan, app_plan_act },
	{ APP_REVERT_PATH "/:id", NULL, app_revert, app_revert_draft },
	{ APP_DRIFT_PATH "/:id", NULL, app_drift, app_drift_decide },
	{ APP_CONNECTIONS_PATH, "Connections", app_connections, app_connections_change },
	{ AD_CONNECT_PATH, NULL, app_connect_back, NULL },
	{ APP_CONNECTIONS_PATH "/choose", NULL, NULL, app_connect_choose },
	{ APP_CONNECTIONS_PATH "/:id", NULL, app_connections_space, NULL },
	{ AD_APP_PATH "/connected-apps", "Connected apps", app_connected, app_disconnect },
	{ AD_APP_PATH "/tools/api", "Tools \xe2\x86\x92 API", app_tokens, app_tokens_change },
	{ AD_APP_PATH "/spaces", "Spaces", app_spaces, app_spaces_change },
	{ AD_APP_PATH "/spaces/:id", NULL, app_space, app_space_change },
	{ APP_ACCESS_PATH "/:id", NULL, app_access, app_access_end },
	{ APP_ACCOUNT_PATH, "Account", app_account, NULL },
	{ APP_ACCOUNT_PATH "/password", NULL, NULL, app_account_password },
	{ APP_ACCOUNT_PATH "/totp", NULL, app_account_totp, app_account_totp_add },
	{ APP_ACCOUNT_PATH "/totp/remove", NULL, NULL, app_account_totp_remove },
	{ APP_ACCOUNT_PATH "/codes", NULL, NULL, app_account_codes },
	{ APP_ACCOUNT_PATH "/passkeys", NULL, NULL, app_account_passkey_add },
	{ APP_ACCOUNT_PATH "/passkeys/name", NULL, NULL, app_account_passkey_name },
	{ APP_ACCOUNT_PATH "/passkeys/remove", NULL, NULL, app_account_passkey_remove },
	{ APP_ACCOUNT_PATH "/sessions/end", NULL, NULL, app_account_session_end },
	{ APP_ACCOUNT_PATH "/sessions/end-others", NULL, NULL, app_account_sessions_end_others },
	{ AD_APP_PATH "/sign-out", NULL, NULL, app_sign_out },
};

const struct app_page *app_pages(size_t *count)
{
	*count = AD_LEN(pages);
	return pages;
}

const struct ad_route *ad_app_routes(size_t *count)
{
	*count = AD_LEN(routes);
	return routes;
}
