/*
 * An ad account that is taken away from whoever's token it is: the token stays good, and calls that
 * concern the account are refused in the platform's words until the access is given back.
 */
#ifndef SANDBOX_ACCESS_H
#define SANDBOX_ACCESS_H

#include "sandbox.h"

/*
 * The number, from 1, of the word in the simulator's `denials` with which the platform refuses
 * calls to the account; 0 while access is granted.
 */
int access_denied(struct sandbox *sandbox, const char *account);
/*
 * Takes the access away (`as`: a word among the simulator's `denials`, NULL: the first one) or
 * gives it back. False with the reason in *why.
 */
bool access_set(struct sandbox *sandbox, const char *account, bool denied, const char *as,
		const char **why);

#endif
