/*
 * Signing keys of access tokens: ES256 (P-256), made at the first start, kept sealed in the
 * database and parsed in memory, named by their thumbprints (RFC 7638), published as a set (RFC
 * 7517). Reading the set needs no lock: a set is never changed, a new one takes its place.
 */
#ifndef AD_AUTH_KEYS_H
#define AD_AUTH_KEYS_H

#include "auth/jose/jws.h"
#include "auth/secret/secrets.h"
#include "base/text.h"
#include "store/db/store.h"

#define AD_KID_SIZE 44      /* base64url of a SHA-256, and NUL */
#define AD_KEY_LEAD_S 7200  /* a new key is published this long before it signs */
#define AD_KEY_KEEP_S 86400 /* and stays published this long after it signed last */
#define AD_KEYS_MAX 8       /* at a time: who rotates more often waits for the oldest to go */

struct ad_keys;

/*
 * Loads the keys, and makes the first one where there is none (then db must write; the caller's
 * transaction). NULL with a sentence.
 */
struct ad_keys *ad_keys_open(struct ad_db *db, const struct ad_secrets *secrets,
			     char err[static 256]) AD_CHECK;
/* No thread may use it any more. NULL is allowed. */
void ad_keys_close(struct ad_keys *keys);
/*
 * Takes what the database holds (another server may have rotated), if that is of a greater
 * generation than what was taken before: a connection that stands in an older moment brings no
 * dropped key back. db reads: nothing in it is uncommitted. Cheap where nothing changed. Any
 * thread.
 */
bool ad_keys_reload(struct ad_keys *keys, struct ad_db *db, char err[static 256]) AD_CHECK;
/* The generation of revocations up to which the keys are known. Any thread. */
int64_t ad_keys_generation(struct ad_keys *keys);
/*
 * Adds a key that signs from `sign_from` (us) on; the older ones verify until a day after it took
 * over. All servers take it up at once. Write transactions only; db may be a command's own.
 */
bool ad_keys_rotate(const struct ad_secrets *secrets, struct ad_db *db, int64_t sign_from) AD_CHECK;
/*
 * Drops the keys that signed last more than a day ago, in a generation of its own where there were
 * any. Write transactions only.
 */
bool ad_keys_sweep(struct ad_db *db) AD_CHECK;
/*
 * Drops every key, with all the tokens that they signed: a rotation follows in the same
 * transaction.
 */
bool ad_keys_drop(struct ad_db *db) AD_CHECK;

/* The key that signs now: its id, valid as long as keys. */
const char *ad_keys_signing_id(struct ad_keys *keys, int64_t now);
/* Its private key as PEM (PKCS #8) for libjwt; valid as long as keys. */
const char *ad_keys_signing_pem(struct ad_keys *keys, int64_t now);
/* Signs with the key of that id; false where it is unknown. Any thread. */
bool ad_keys_sign(struct ad_keys *keys, struct ad_str kid, struct ad_str data,
		  uint8_t out[static AD_ES256_SIZE]) AD_CHECK;
/* Verifies a signature with the key of that id; false for an unknown key. Any thread. */
bool ad_keys_verify(struct ad_keys *keys, struct ad_str kid, struct ad_str data,
		    struct ad_str signature) AD_CHECK;
/* True if a key of that id is loaded. If it is not, reload once. */
bool ad_keys_has(struct ad_keys *keys, struct ad_str kid);
/* Writes the JWK set of all published keys: {"keys":[…]}. */
void ad_keys_jwks(struct ad_keys *keys, struct ad_text *out);

#endif
