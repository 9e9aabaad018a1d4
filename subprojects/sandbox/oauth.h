/*
 * Parts that the platforms' token endpoints share: forms, and tokens that name their ad account. A
 * sandbox refresh token is 1//sandbox.<account>.<CURRENCY>.<zone, with ~ for />.
 */
#ifndef SANDBOX_OAUTH_H
#define SANDBOX_OAUTH_H

#include "sandbox.h"

/* The decoded value of a form's field (application/x-www-form-urlencoded), owned by the caller;
 * NULL when absent or empty. */
char *oauth_form_value(const char *form, const char *name);

/* Reads a sandbox refresh token; false when it is none. */
bool oauth_read_refresh(const char *token, struct store_account *out);

/* A new access token of so many letters behind `start`, owned by the caller. Adds the account. */
char *oauth_grant(struct sandbox *sandbox, const struct store_account *account, const char *start,
		  long long seconds);

/* The account (16 bytes) that a "Bearer …" header reaches; false when there is none. */
bool oauth_account(struct sandbox *sandbox, const char *authorization, char *account);

#endif
