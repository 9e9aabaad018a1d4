/*
 * One-time passwords by time (RFC 6238): HMAC-SHA-1, steps of 30 s, 6 digits, as every
 * authenticator app has them. Pure: no clock, no database.
 */
#ifndef AD_AUTH_TOTP_H
#define AD_AUTH_TOTP_H

#include "base/arena.h"

#define AD_TOTP_STEP_S 30
#define AD_TOTP_DIGITS 6
#define AD_TOTP_SECRET_SIZE 20 /* bytes: RFC 4226 section 4 */

/* The truncated HMAC of a counter (RFC 4226 section 5.3), 31 bits. */
uint32_t ad_totp_value(struct ad_str secret, uint64_t counter);
/*
 * Checks a typed code (spaces ignored) against the current step (now in us), the one before and the
 * one after. The step must be later than *counter, the last accepted one; *counter then becomes the
 * accepted step, so that a code counts once (RFC 6238 section 5.2).
 */
bool ad_totp_check(struct ad_str secret, struct ad_str typed, int64_t now,
		   int64_t *counter) AD_CHECK;
/*
 * The content of the QR code for authenticator apps: "otpauth://totp/…", labelled with the
 * account's address, on the arena.
 */
struct ad_str ad_totp_uri(struct ad_arena *arena, struct ad_str issuer, struct ad_str label,
			  struct ad_str secret);

#endif
