/* Inside app/: the pages, one file each; the table that names them is in app.c. */
#ifndef APP_PAGES_H
#define APP_PAGES_H

#include "app/door.h"

/* All rows of the table, in the order of the navigation. */
const struct app_page *app_pages(size_t *count);

app_page_fn app_account;  /* account.c: password, second step, sessions; see account.h */
app_page_fn app_start;    /* start.c: what is here, how to connect an assistant */
app_page_fn app_sign_out; /* sign_out.c: ends the session */

#endif
