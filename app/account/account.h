/* Inside app/: /app/account and the pages below it. */
#ifndef APP_ACCOUNT_H
#define APP_ACCOUNT_H

#include "app/page/door.h"

/*
 * True if the person signed in recently enough for a sensitive change; otherwise replies with the
 * redirect that leads to signing in again.
 */
bool app_account_sure(struct ad_exchange *x, const struct app_visit *v) AD_CHECK;
/* Appends the section about the password. */
void app_account_password_add(struct ad_exchange *x, struct ad_text *page,
			      const struct app_visit *v);
/* Appends the section about the second factor. */
void app_account_totp_section(struct ad_exchange *x, struct ad_text *page,
			      const struct app_visit *v, const struct ad_factors *factors);
/* Appends the section about passkeys. False: the database failed. */
bool app_account_passkeys_section(struct ad_exchange *x, struct ad_text *page,
				  const struct app_visit *v) AD_CHECK;
/* Appends the section about the signed-in browsers. False: the database failed. */
bool app_account_sessions_add(struct ad_exchange *x, struct ad_text *page,
			      const struct app_visit *v) AD_CHECK;
/* Appends the events since the previous sign-in. False: the database failed. */
bool app_account_news_add(struct ad_exchange *x, struct ad_text *page,
			  const struct app_visit *v) AD_CHECK;
/* Appends a QR code of a text as SVG, or a sentence if the text is too long for one. */
void app_qr(struct ad_text *page, struct ad_str text, const char *label);

app_page_fn app_account_passkey_add;         /* account_passkeys.c: adds one */
app_page_fn app_account_passkey_name;        /* renames one */
app_page_fn app_account_passkey_remove;      /* removes one */
app_page_fn app_account_password;            /* account_password.c */
app_page_fn app_account_totp;                /* account_totp.c: the page that adds an app */
app_page_fn app_account_totp_add;            /* its form */
app_page_fn app_account_totp_remove;         /* switches the second factor off */
app_page_fn app_account_codes;               /* new recovery codes, shown once */
app_page_fn app_account_session_end;         /* account_sessions.c: one */
app_page_fn app_account_sessions_end_others; /* all but this one */

#endif
