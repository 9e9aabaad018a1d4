/*
 * The platforms' consent page and the authorization code (RFC 6749 section 4.1, with RFC 7636 where
 * the platform has it). The page asks which ad account it shall be; the parameter sandbox=allow or
 * sandbox=deny (with account, currency, timezone) answers it at once.
 */
#ifndef SANDBOX_CONSENT_H
#define SANDBOX_CONSENT_H

#include "sandbox.h"

/* The differences between the platforms' consent pages. */
struct consent {
	const char *title;
	size_t digits;      /* of an account's id */
	const char *prefix; /* of it */
	bool pkce;
};

/* Answers a request to the platform's authorization endpoint. */
void consent_page(struct sandbox *sandbox, const struct consent *consent,
		  const struct request *request, struct reply *reply);

/*
 * The account that a code is for, used up with that. False where it is none of that platform, was
 * used before, or belongs to another redirect URI or verifier (NULL: absent).
 */
struct redemption {
	const char *code, *redirect_uri, *verifier;
};
bool consent_redeem(struct sandbox *sandbox, const struct consent *consent,
		    const struct redemption *with, struct store_account *out);
/* The refresh token of an account (oauth.h), owned by the caller. */
char *consent_refresh(const struct store_account *account);

#endif
