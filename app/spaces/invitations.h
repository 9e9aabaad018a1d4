/* Inside app/: invitations to Spaces, on their own page and on others. */
#ifndef APP_INVITATIONS_H
#define APP_INVITATIONS_H

#include "app/page/door.h"

app_page_fn app_invitations;        /* invitations of the user */
app_page_fn app_invitations_answer; /* accepts or declines an invitation */

/* Appends a notice if the user has invitations. False: the database failed. */
bool app_add_invited(struct ad_exchange *x, struct ad_text *page,
		     const struct app_visit *v) AD_CHECK;
/* Appends a Space's pending invitations, for its owners. False: the database failed. */
bool app_add_pending(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		     struct ad_str space_id) AD_CHECK;

#endif
