/*
 * Passwords: argon2id by libsodium, 19 MiB and 2 passes (OWASP). Takes 15 ms and 19 MiB a call, so
 * it runs on a lane of its own (AD_HASH) or in a command, never on an event loop. A password is
 * UTF-8, composed (NFC, RFC 8265 section 4.2.2) before it is hashed, so that one keyboard's letters
 * are another's.
 */
#ifndef AD_AUTH_PASSWORD_H
#define AD_AUTH_PASSWORD_H

#include "base/base.h"

#define AD_PASSWORD_MIN 12   /* code points, composed */
#define AD_PASSWORD_MAX 1024 /* bytes */
#define AD_PASSWORD_HASH_SIZE 128

/*
 * Why a password cannot be taken by the person of that address and name (either may be absent), as
 * a sentence; NULL where it can: too short or long, control characters, little more than the
 * address, the name or one of the commonest passwords, or on the operator's list (NIST SP 800-63B
 * section 5.1.1.2).
 */
const char *ad_password_fault(struct ad_str password, struct ad_str email, struct ad_str name);
/* Hashes into a PHC string ("$argon2id$…"), ended by NUL; false where memory was refused. */
bool ad_password_hash(struct ad_str password, char out[static AD_PASSWORD_HASH_SIZE]) AD_CHECK;
/*
 * Verifies a password against a hash. An absent hash (unknown account, or no password) takes the
 * same time and returns false.
 */
bool ad_password_verify(struct ad_str hash, struct ad_str password) AD_CHECK;
/*
 * True if the hash uses cheaper parameters than today's. It is then replaced at the next sign-in.
 */
bool ad_password_stale(struct ad_str hash);

#endif
