/*
 * Browsers that an account signed in from: each holds a cookie that names the account by a MAC.
 * Tries of such a browser are counted for it alone, so that whoever guesses elsewhere cannot keep
 * the owner out.
 */
#ifndef OAUTH_KNOWN_DEVICE_H
#define OAUTH_KNOWN_DEVICE_H

#include "http/browser.h"

/*
 * True where the browser holds a valid cookie for attempt->email: attempt->address then names the
 * browser instead of its network.
 */
bool oauth_device_known(struct ad_exchange *x, struct ad_attempt *attempt) AD_CHECK;
/* Gives the browser a cookie for the account with that normalised email address. */
void oauth_device_remember(struct ad_exchange *x, struct ad_str email);

#endif
