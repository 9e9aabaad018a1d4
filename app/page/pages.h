/* Inside app/: the pages by folder, one file each; the table that names them is in app/app.c. */
#ifndef APP_PAGES_H
#define APP_PAGES_H

#include "app/page/door.h"

/* The table of pages: app/app.c. */
const struct app_page *app_pages(size_t *count);

/* sync/: pushes, pulls and drift, without JavaScript */
app_page_fn app_plan;         /* plan.c: the preview of a push, and the form of a pull */
app_page_fn app_plan_act;     /* plan.c: pushes the previewed plan, or pulls */
app_page_fn app_runs;         /* runs.c: pushes and pulls of a Space */
app_page_fn app_run;          /* run.c: one, with its plan */
app_page_fn app_run_decide;   /* run.c: approves or cancels it */
app_page_fn app_revert;       /* revert.c: the coverage of a revert */
app_page_fn app_revert_draft; /* revert.c: drafts the revert */
app_page_fn app_drift;        /* drift.c: the undecided fields */
app_page_fn app_drift_decide; /* drift.c: decides a field */

/* connections/ */
app_page_fn app_connections;        /* connections.c: the Spaces that have ad accounts */
app_page_fn app_connections_space;  /* connections.c: the ad accounts of one */
app_page_fn app_connections_change; /* connection_acts.c: connects, tests or disconnects one */
app_page_fn app_connect_start;      /* connect.c: redirects to the platform */
app_page_fn app_connect_back;       /* connect.c: return from the platform */
app_page_fn app_connect_choose;     /* connect.c: choice of the ad account */

/* spaces/ */
app_page_fn app_spaces;        /* spaces.c: the Spaces of the user */
app_page_fn app_spaces_change; /* spaces.c: creates one */
app_page_fn app_space;         /* space.c: members and settings of one */
app_page_fn app_space_change;  /* space.c: changes them */
app_page_fn app_access;        /* access.c: the tokens and apps with access to a Space */
app_page_fn app_access_end;    /* access.c: ends the access of one */

/* account/ */
app_page_fn app_connected;     /* connected.c: the OAuth grants of the account */
app_page_fn app_disconnect;    /* connected.c: ends one, or all of a client */
app_page_fn app_tokens;        /* tokens.c: API tokens */
app_page_fn app_tokens_change; /* tokens.c: creates, rotates or revokes one */
app_page_fn app_account;       /* account.c: password, second factor, sessions; see account.h */
app_page_fn app_sign_out;      /* sign_out.c: ends the session */

/* workbench/start.c: appends the introduction and how to connect an assistant. */
void app_add_start(struct ad_exchange *x, struct ad_text *page);
/* workbench/start.c: appends a notice about refused sign-ins with a wrong password. */
void app_add_guesses(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v);

#endif
