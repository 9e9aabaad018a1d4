/* The object of authentication: see auth.h. */
#include "auth/auth.h"

#include <stdio.h>
#include <stdlib.h>

#include "auth/auth_private.h"
#include "auth/secret/secret_keys.h"
#include "store/history/history.h"

/* The first key is made under the write lock, so that servers that start together make one. */
static struct ad_keys *open_keys(struct ad_auth *auth, struct ad_db *db, char err[static 256])
{
	if (ad_db_begin(db, true) != AD_DB_DONE) {
		snprintf(err, 256, "the database cannot be written: %.150s", ad_db_error(db));
		return NULL;
	}
	struct ad_keys *keys = ad_keys_open(db, auth->secrets, err);
	if (!keys) {
		ad_db_rollback(db);
		return NULL;
	}
	if (ad_db_commit(db) == AD_DB_DONE)
		return keys;
	snprintf(err, 256, "the signing key cannot be stored: %.150s", ad_db_error(db));
	ad_keys_close(keys);
	return NULL;
}

/*
 * True if the database was sealed by this root key. A database with one key is checked by its
 * signing keys; another key may have sealed them since.
 */
static bool root_fits(const struct ad_secrets *secrets, struct ad_db *db, char err[static 256])
{
	struct ad_secret_name names[AD_SECRET_KEYS_MAX];
	bool fits = false;

	if (ad_secrets_names(secrets, names) == 1)
		return true;
	if (ad_history_key_fits(db, &fits) != AD_DB_DONE)
		snprintf(err, 256, "the history cannot be read: %.150s", ad_db_error(db));
	else if (!fits)
		snprintf(err, 256,
			 "the first key of the server secret (secret.key or ADCORE_SECRET_KEY) is "
			 "not the one that this database was made with: restore it");
	return fits;
}

struct ad_auth *ad_auth_open(const struct ad_auth_spec *spec, struct ad_store *store,
			     struct ad_db *db, char err[static 256])
{
	struct ad_auth *auth = ad_xcalloc(1, sizeof(*auth));

	auth->spec = *spec;
	if (pthread_key_create(&auth->cache, ad_auth_cache_free) != 0) {
		snprintf(err, 256, "no thread-specific storage is left");
		free(auth);
		return NULL;
	}
	auth->limits = ad_limits_new(store);
	auth->secrets = ad_secrets_open(spec->data_dir, err);
	if (auth->secrets) {
		ad_secrets_unlock_history(auth->secrets, db);
		if (root_fits(auth->secrets, db, err))
			auth->keys = open_keys(auth, db, err);
	}
	if (auth->keys)
		return auth;
	ad_auth_close(auth);
	return NULL;
}

bool ad_auth_start(struct ad_auth *auth, struct ad_store *store, struct ad_writer *writer,
		   char err[static 256])
{
	auth->upkeep = ad_upkeep_start(auth, store, writer, err);
	return auth->upkeep != NULL;
}

void ad_auth_stop(struct ad_auth *auth)
{
	ad_upkeep_stop(auth->upkeep);
	auth->upkeep = NULL;
}

void ad_auth_close(struct ad_auth *auth)
{
	if (!auth)
		return;
	/* The calling thread outlives its cache: nothing else would end it. */
	ad_auth_cache_free(pthread_getspecific(auth->cache));
	pthread_setspecific(auth->cache, NULL);
	pthread_key_delete(auth->cache);
	ad_keys_close(auth->keys);
	ad_limits_free(auth->limits);
	ad_secrets_close(auth->secrets);
	free(auth);
}

const struct ad_auth_spec *ad_auth_spec(const struct ad_auth *auth)
{
	return &auth->spec;
}

const struct ad_secrets *ad_auth_secrets(const struct ad_auth *auth)
{
	return auth->secrets;
}

struct ad_keys *ad_auth_keys(struct ad_auth *auth)
{
	return auth->keys;
}

struct ad_limits *ad_auth_limits(struct ad_auth *auth)
{
	return auth->limits;
}
