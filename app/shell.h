/*
 * Inside app/: the pages of the workbench. The server gives the frame and what the workbench starts
 * from; the workbench itself is app/web, embedded in the executable.
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

/* Answers the shell of the page that the address names. */
app_page_fn app_shell;
/* The same of one run, in its own Space and environment; of a run of others there is no page. */
app_page_fn app_shell_run;

#endif
