/* Inside app/: the addresses of pages that more than one file names. */
#ifndef APP_PATHS_H
#define APP_PATHS_H

#include "http/browser.h"

/* The workbench. */
#define APP_CAMPAIGNS_PATH AD_APP_PATH "/campaigns"
#define APP_REVIEW_PATH AD_APP_PATH "/review"
#define APP_PUSHES_PATH AD_APP_PATH "/runs"
#define APP_REPORTS_PATH AD_APP_PATH "/reports"
#define APP_DISAPPROVALS_PATH AD_APP_PATH "/disapprovals"
#define APP_DRIFTS_PATH AD_APP_PATH "/drift"
#define APP_ASSETS_PATH AD_APP_PATH "/assets"
#define APP_BUSINESSES_PATH AD_APP_PATH "/businesses"
#define APP_HISTORY_PATH AD_APP_PATH "/history"
#define APP_API_PATH AD_APP_PATH "/api"
/* The same without JavaScript. */
#define APP_RUNS_PATH AD_APP_PATH "/plain/runs"
#define APP_PLAN_PATH AD_APP_PATH "/plain/review"
#define APP_REVERT_PATH AD_APP_PATH "/revert"
#define APP_DRIFT_PATH AD_APP_PATH "/plain/drift"
/* The Space, its ad accounts, and the person. */
#define APP_ACCESS_PATH AD_APP_PATH "/access"
#define APP_CONNECTIONS_PATH AD_APP_PATH "/connections"
#define APP_INVITATIONS_PATH AD_APP_PATH "/invitations"
#define APP_ACCOUNT_PATH AD_APP_PATH "/account"

#endif
