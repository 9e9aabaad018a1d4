/*
 * Known browsers of an account: each has a cookie with a MAC of the account. Attempts of a known
 * browser are counted separately, so that guesses from elsewhere cannot lock the user out.
 */
#ifndef OAUTH_KNOWN_DEVICE_H
#define OAUTH_KNOWN_DEVICE_H

#include "http/browser.h"

/*
 * True if the browser has a valid cookie for attempt->email: attempt->address then names the
 * browser instead of its network.
 */
bool oauth_device_known(struct ad_exchange *x, struct ad_attempt *attempt) AD_CHECK;
/* Gives the browser a cookie for the account with that normalised email address. */
void oauth_device_remember(struct ad_exchange *x, struct ad_str email);

#endif
