/* Inside core/auth: what struct ad_auth holds. */
#ifndef AD_AUTH_AUTH_PRIVATE_H
#define AD_AUTH_AUTH_PRIVATE_H

#include <pthread.h>

#include "auth/auth.h"
#include "auth/credential/auth_cache.h"

struct ad_upkeep;

struct ad_auth {
	struct ad_auth_spec spec;
	struct ad_secrets *secrets;
	struct ad_keys *keys;
	struct ad_limits *limits;
	pthread_key_t cache;      /* each thread's struct ad_auth_cache */
	struct ad_upkeep *upkeep; /* NULL until started */
};

/* Starts the upkeep's thread; NULL with a sentence. */
struct ad_upkeep *ad_upkeep_start(struct ad_auth *auth, struct ad_store *store,
				  struct ad_writer *writer, char err[static 256]) AD_CHECK;
/* Deletes what expired a day ago or earlier, in a write transaction. */
bool ad_upkeep_sweep(struct ad_db *db) AD_CHECK;
/* Stores what is counted, ends the thread, frees it. NULL is allowed. */
void ad_upkeep_stop(struct ad_upkeep *upkeep);

#endif
