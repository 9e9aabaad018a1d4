/*
 * The server's secret and what is derived from it. 32 random bytes in DATA_DIR/secret.key (mode
 * 0600, made at the first start), or 64 hex digits in ADCORE_SECRET_KEY, which several servers on
 * one database must share. Every use has a key of its own: HMAC-SHA-256 of a label.
 */
#ifndef AD_AUTH_SECRETS_H
#define AD_AUTH_SECRETS_H

#include "base/arena.h"
#include "base/digest.h"
#include "store/db/store.h"

struct ad_secrets;

/* Opens or makes the secret; NULL with a sentence. data_dir is made where missing (0700). */
struct ad_secrets *ad_secrets_open(const char *data_dir, char err[static 256]) AD_CHECK;
/* Wipes and frees it. NULL is allowed. */
void ad_secrets_close(struct ad_secrets *secrets);

/* Gives db's store the key of history's chains (store/history/history.h). */
void ad_secrets_unlock_history(const struct ad_secrets *secrets, struct ad_db *db);

/* HMAC-SHA-256 of the data under the label's own key: cursors, plan hashes, derived tokens. */
void ad_secrets_mac(const struct ad_secrets *secrets, const char *label, struct ad_str data,
		    uint8_t out[static AD_SHA256_SIZE]);
/* The same as base64url, 43 characters. */
struct ad_str ad_secrets_mac64(const struct ad_secrets *secrets, struct ad_arena *arena,
			       const char *label, struct ad_str data);
/*
 * Encrypts with AES-256-GCM under the label's key, bound to `context` (the id of the row it is
 * kept in): "v1." and base64url of nonce, ciphertext, tag.
 */
struct ad_str ad_secrets_seal(const struct ad_secrets *secrets, struct ad_arena *arena,
			      const char *label, struct ad_str context, struct ad_str plain);
/* Decrypts; false where it was made under another secret, label or context, or was changed. */
bool ad_secrets_unseal(const struct ad_secrets *secrets, struct ad_arena *arena, const char *label,
		       struct ad_str context, struct ad_str sealed, struct ad_str *plain) AD_CHECK;

#endif
