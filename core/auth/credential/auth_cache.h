/*
 * Inside core/auth: verified credentials of one thread, by the SHA-256 of the credential. Bounded;
 * a full set drops its entries in turn.
 */
#ifndef AD_AUTH_AUTH_CACHE_H
#define AD_AUTH_AUTH_CACHE_H

#include "auth/credential/principal.h"
#include "base/digest.h"
#include "store/db/store.h"

struct ad_auth_cache;

struct ad_auth_entry {
	uint8_t key[AD_SHA256_SIZE];
	const char *audience; /* NULL: any (an API token) */
	struct ad_principal who;
};

/* An empty one. */
struct ad_auth_cache *ad_auth_cache_new(void);
/* Of type void *, for pthread_key_create(). */
void ad_auth_cache_free(void *cache);
/*
 * Empties the cache where any credential, plan or membership may have changed since the last
 * look. AD_DB_DONE, or why the database could not be asked.
 */
enum ad_db_status ad_auth_cache_refresh(struct ad_auth_cache *cache, struct ad_db *db) AD_CHECK;
/* The generation that the last refresh saw. */
int64_t ad_auth_cache_generation(const struct ad_auth_cache *cache);
/* The entry of a key, or NULL. Valid until the next call. */
const struct ad_auth_entry *ad_auth_cache_find(const struct ad_auth_cache *cache,
					       const uint8_t key[static AD_SHA256_SIZE]);
/* Keeps a copy. */
void ad_auth_cache_put(struct ad_auth_cache *cache, const struct ad_auth_entry *entry);

#endif
