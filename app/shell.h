/*
 * Inside app/: the pages of the workbench. The server renders the frame and the start data; the
 * workbench itself is app/web, embedded in the executable.
 */
#ifndef APP_SHELL_H
#define APP_SHELL_H

#include "app/door.h"

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

/* Replies with the shell of the page. */
app_page_fn app_shell;
/* The same for one run, in its Space and environment; 404 for a run of others. */
app_page_fn app_shell_run;

#endif
