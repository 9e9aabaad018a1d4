/*
 * The keys of the server's secret (secret_file.h), without their secret part. The first key, the
 * root, makes all MACs (secrets.h). The newest key that is in use encrypts: the root writes "v1."
 * and the box, any other key "v2.", its id, a dot, and the box. Each key decrypts its own texts. A
 * changed file is read again: every few seconds, before anything is encrypted, and if a text names
 * an unknown key. If the changed file is not accepted (it is gone, others may read it, it begins
 * with another root), the fault is logged and the keys stay as they were. Any thread.
 */
#ifndef AD_AUTH_SECRET_KEYS_H
#define AD_AUTH_SECRET_KEYS_H

#include "auth/secret/secret_file.h"
#include "auth/secret/secrets.h"

struct ad_secret_name {
	char id[AD_SECRET_ID];
	int64_t seals_from; /* us; 0: since ever */
	bool seals;         /* it is the one that does now */
};

/* The keys as they stand, the root first; how many. */
size_t ad_secrets_names(const struct ad_secrets *secrets,
			struct ad_secret_name out[static AD_SECRET_KEYS_MAX]);
/* The id of the key that sealed a text, known or not; false where it is nothing sealed. */
bool ad_secrets_sealed_by(const struct ad_secrets *secrets, struct ad_str sealed,
			  char id[static AD_SECRET_ID]) AD_CHECK;
/* Reads the file again if it was changed. */
void ad_secrets_follow(const struct ad_secrets *secrets);
/* True if key files exist. Without any, ad_secrets_open() makes them. */
bool ad_secrets_there(const char *data_dir);
/* True if the keys come from ADCORE_SECRET_KEY; no command can change them then. */
bool ad_secrets_from_environment(void);

#endif
