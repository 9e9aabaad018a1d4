/* The routes and pages of the application. */
#include "app/app.h"

#include "app/account/account.h"
#include "app/connections/connections.h"
#include "app/spaces/invitations.h"
#include "app/page/pages.h"
#include "app/sync/run_parts.h"
#include "app/workbench/shell.h"

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

/* Redirects the bare address to the application. */
static void app_front(struct ad_exchange *x, struct app_visit *v)
{
	(void)v;
	ad_redirect(x, ad_arena_printf(x->call.arena, "%s" AD_APP_PATH,
				       x->call.core->config->public_url));
}

static const struct app_page pages[] = {
	{ "/", NULL, app_front, NULL, false },
	/* the workbench */
	{ AD_APP_PATH, NULL, app_shell, NULL, true },
	{ APP_CAMPAIGNS_PATH, NULL, app_shell, NULL, true },
	{ APP_REVIEW_PATH, NULL, app_shell, app_plan_act, true },
	{ APP_PUSHES_PATH, NULL, app_shell, NULL, true },
	{ APP_PUSHES_PATH "/:id", NULL, app_shell_run, app_run_decide, false },
	{ APP_REPORTS_PATH, NULL, app_shell, NULL, true },
	{ APP_DISAPPROVALS_PATH, NULL, app_shell, NULL, true },
	{ APP_DRIFTS_PATH, NULL, app_shell, app_drift_decide, true },
	{ APP_ASSETS_PATH, NULL, app_shell, NULL, true },
	{ APP_BUSINESSES_PATH, NULL, app_shell, NULL, true },
	{ APP_HISTORY_PATH, NULL, app_shell, NULL, true },
	/* pushes, pulls and drift, without JavaScript */
	{ APP_PLAN_PATH, NULL, app_plan, app_plan_act, true },
	{ APP_RUNS_PATH, NULL, app_runs, NULL, true },
	{ APP_RUNS_PATH "/:id", NULL, app_run, app_run_decide, false },
	{ APP_REVERT_PATH "/:id", NULL, app_revert, app_revert_draft, false },
	{ APP_DRIFT_PATH, NULL, app_drift, app_drift_decide, true },
	/* the Space */
	{ APP_CONNECTIONS_PATH, NULL, app_connections, app_connections_change, false },
	{ AD_CONNECT_PATH, NULL, app_connect_back, NULL, false },
	{ APP_CONNECTIONS_PATH "/choose", NULL, NULL, app_connect_choose, false },
	{ APP_CONNECTIONS_PATH "/:id", NULL, app_connections_space, NULL, false },
	{ AD_APP_PATH "/spaces", NULL, app_spaces, app_spaces_change, false },
	{ AD_APP_PATH "/spaces/:id", NULL, app_space, app_space_change, false },
	{ APP_ACCESS_PATH "/:id", NULL, app_access, app_access_end, false },
	/* the person */
	{ AD_APP_PATH "/connected-apps", NULL, app_connected, app_disconnect, false },
	{ APP_INVITATIONS_PATH, NULL, app_invitations, app_invitations_answer, false },
	{ AD_APP_PATH "/tools/api", NULL, app_tokens, app_tokens_change, false },
	{ APP_ACCOUNT_PATH, NULL, app_account, NULL, false },
	{ APP_ACCOUNT_PATH "/password", NULL, NULL, app_account_password, false },
	{ APP_ACCOUNT_PATH "/totp", NULL, app_account_totp, app_account_totp_add, false },
	{ APP_ACCOUNT_PATH "/totp/remove", NULL, NULL, app_account_totp_remove, false },
	{ APP_ACCOUNT_PATH "/codes", NULL, NULL, app_account_codes, false },
	{ APP_ACCOUNT_PATH "/passkeys", NULL, NULL, app_account_passkey_add, false },
	{ APP_ACCOUNT_PATH "/passkeys/name", NULL, NULL, app_account_passkey_name, false },
	{ APP_ACCOUNT_PATH "/passkeys/remove", NULL, NULL, app_account_passkey_remove, false },
	{ APP_ACCOUNT_PATH "/sessions/end", NULL, NULL, app_account_session_end, false },
	{ APP_ACCOUNT_PATH "/sessions/end-others", NULL, NULL, app_account_sessions_end_others,
	  false },
	{ AD_APP_PATH "/sign-out", NULL, NULL, app_sign_out, false },
	/* old addresses, still used by bookmarks and links */
	{ AD_APP_PATH "/sync", APP_PUSHES_PATH, NULL, NULL, false },
	{ AD_APP_PATH "/sync/:id", APP_PUSHES_PATH "/:id", NULL, app_run_decide, false },
	{ AD_APP_PATH "/plan/:id", APP_REVIEW_PATH "?space=:id", NULL, app_plan_act, false },
	{ APP_DRIFTS_PATH "/:id", APP_DRIFTS_PATH "?space=:id", NULL, app_drift_decide, false },
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
