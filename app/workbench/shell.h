/*
 * Inside app/: the pages of the workbench. The server renders the frame and the start data; the
 * workbench itself is app/web, embedded in the executable.
 */
#ifndef APP_SHELL_H
#define APP_SHELL_H

#include "app/page/door.h"

/* Replies with the shell of the page. */
app_page_fn app_shell;
/* The same for one run, in its Space and environment; 404 for a run of others. */
app_page_fn app_shell_run;

#endif
