/* Inside app/: /app/account and what stands below it. */
#ifndef APP_ACCOUNT_H
#define APP_ACCOUNT_H

#include "app/door.h"

#define APP_ACCOUNT_PATH AD_APP_PATH "/account"

/*
 * True if the person signed in recently enough for a sensitive change; otherwise replies with the
 * redirect that leads to signing in again.
 */
bool app_account_sure(struct ad_exchange *x, const struct app_visit *v) AD_CHECK;
/* Appends the section on the password, on the second step, on the signed-in browsers. */
void app_account_password_add(struct ad_exchange *x, struct ad_text *page,
			      const struct app_visit *v);
/* The same of the second step. */
void app_account_totp_section(struct ad_exchange *x, struct ad_text *page,
			      const struct app_visit *v, const struct ad_factors *factors);
/* The same of passkeys; false where the database failed. */
bool app_account_passkeys_section(struct ad_exchange *x, struct ad_text *page,
				  const struct app_visit *v) AD_CHECK;
/* The same of the signed-in browsers; false where the database failed. */
bool app_account_sessions_add(struct ad_exchange *x, struct ad_text *page,
			      const struct app_visit *v) AD_CHECK;
/* Appends what happened since the person signed in the time before; false: no database. */
bool app_account_news_add(struct ad_exchange *x, struct ad_text *page,
			  const struct app_visit *v) AD_CHECK;
/* Appends a QR code of a text as SVG; says in words that there is none where it does not fit. */
void app_qr(struct ad_text *page, struct ad_str text, const char *label);

app_page_fn app_account_passkey_add;         /* account_passkeys.c: what the browser made */
app_page_fn app_account_passkey_name;        /* another name */
app_page_fn app_account_passkey_remove;      /* forgets one */
app_page_fn app_account_password;            /* account_password.c */
app_page_fn app_account_totp;                /* account_totp.c: the page that adds an app */
app_page_fn app_account_totp_add;            /* its form */
app_page_fn app_account_totp_remove;         /* switches the second step off */
app_page_fn app_account_codes;               /* new recovery codes, shown once */
app_page_fn app_account_session_end;         /* account_sessions.c: one */
app_page_fn app_account_sessions_end_others; /* all but this one */

#endif
