/* Signing keys: see keys.h. */
#include "auth/secret/keys.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include "auth/secret/secret_keys.h"
#include "auth/credential/tokens.h"
#include "base/clock.h"
#include "base/json_write.h"

#define SEAL_LABEL "signing_keys"
#define KEYS_MAX (2 * AD_KEYS_MAX) /* however many two rotations at once leave */
#define COORDINATE 32

struct key {
	char kid[AD_KID_SIZE];
	char x[AD_KID_SIZE], y[AD_KID_SIZE]; /* base64url of 32 bytes each */
	char *pem;
	EVP_PKEY *pkey;
	int64_t sign_from; /* us */
};

/* The keys at one time, newest first. */
struct key_set {
	struct key_set *older;
	_Atomic int64_t generation; /* of revocations, up to which these are the keys */
	size_t count;
	struct key key[KEYS_MAX];
};

struct ad_keys {
	const struct ad_secrets *secrets;
	pthread_mutex_t lock;          /* of replacing the set, and of raising its generation */
	_Atomic(struct key_set *) set; /* the older ones stay: readers may be in them */
};

static void free_key(struct key *key)
{
	if (key->pem)
		OPENSSL_clear_free(key->pem, strlen(key->pem));
	EVP_PKEY_free(key->pkey);
}

static void free_set(struct key_set *set)
{
	for (size_t i = 0; i < set->count; i++)
		free_key(&set->key[i]);
	free(set);
}

static void keys_coordinate(EVP_PKEY *pkey, const char *name, char out[static AD_KID_SIZE])
{
	struct ad_arena *arena = ad_arena_new();
	uint8_t bytes[COORDINATE] = { 0 };
	BIGNUM *n = NULL;

	if (EVP_PKEY_get_bn_param(pkey, name, &n) == 1)
		BN_bn2binpad(n, bytes, COORDINATE);
	BN_free(n);
	snprintf(out, AD_KID_SIZE, "%s", ad_base64url(arena, bytes, sizeof(bytes)).p);
	ad_arena_free(arena);
}

/* RFC 7638: SHA-256 of the required members in their order. */
static void keys_thumbprint(struct key *key)
{
	char text[200];
	uint8_t digest[AD_SHA256_SIZE];
	struct ad_arena *arena = ad_arena_new();
	int n = snprintf(text, sizeof(text),
			 "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"%s\",\"y\":\"%s\"}", key->x,
			 key->y);

	ad_sha256((struct ad_str){ text, (size_t)n }, digest);
	snprintf(key->kid, sizeof(key->kid), "%s", ad_base64url(arena, digest, sizeof(digest)).p);
	ad_arena_free(arena);
}

static bool fill_public(struct key *key)
{
	if (!key->pkey || EVP_PKEY_get_base_id(key->pkey) != EVP_PKEY_EC ||
	    EVP_PKEY_get_bits(key->pkey) != 256)
		return false;
	keys_coordinate(key->pkey, OSSL_PKEY_PARAM_EC_PUB_X, key->x);
	keys_coordinate(key->pkey, OSSL_PKEY_PARAM_EC_PUB_Y, key->y);
	keys_thumbprint(key);
	return true;
}

static EVP_PKEY *parse_pem(struct ad_str pem)
{
	BIO *bio = BIO_new_mem_buf(pem.p, (int)pem.n);
	EVP_PKEY *pkey = bio ? PEM_read_bio_PrivateKey(bio, NULL, NULL, NULL) : NULL;

	BIO_free(bio);
	return pkey;
}

/* A row of the table into a key; what was not unsealed fails. */
static bool keys_take_row(const struct ad_secrets *secrets, struct ad_stmt *s, struct key *key)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str pem;
	bool good = ad_secrets_unseal(secrets, arena, SEAL_LABEL, ad_col(s, 0), ad_col(s, 1), &pem);

	if (good) {
		key->pkey = parse_pem(pem);
		key->pem = OPENSSL_strdup(pem.p);
		key->sign_from = ad_col_int(s, 2);
		good = fill_public(key) && ad_str_is(ad_col(s, 0), key->kid);
		OPENSSL_cleanse((void *)pem.p, pem.n);
	}
	ad_arena_free(arena);
	return good;
}

/* One statement, so that keys and generation are of one moment; without keys the kid is NULL. */
#define FROM_KEYS                                                                                  \
	" FROM auth_generation AS g LEFT JOIN signing_keys AS k ON TRUE"                           \
	" ORDER BY k.sign_from DESC, k.kid LIMIT 16"

/* Why a row was not taken. */
static void refuse_row(const struct ad_secrets *secrets, struct ad_stmt *s, char err[static 256])
{
	struct ad_secret_name names[AD_SECRET_KEYS_MAX];
	char by[AD_SECRET_ID];
	size_t i = 0, count = ad_secrets_names(secrets, names);

	if (!ad_secrets_sealed_by(secrets, ad_col(s, 1), by))
		snprintf(by, sizeof(by), "?");
	while (i < count && strcmp(names[i].id, by) != 0)
		i++;
	if (i < count)
		snprintf(err, 256,
			 "the server secret (secret.key or ADCORE_SECRET_KEY) is not the"
			 " one that this database was made with: restore it");
	else
		snprintf(err, 256,
			 "the server secret (secret.key or ADCORE_SECRET_KEY) holds no key %s, by "
			 "which a signing key of this database is sealed: restore it",
			 by);
}

static struct key_set *keys_load(struct ad_db *db, const struct ad_secrets *secrets,
				 char err[static 256])
{
	struct key_set *set = ad_xcalloc(1, sizeof(*set));
	struct ad_stmt *s =
		ad_sql(db, "SELECT k.kid, k.sealed, k.sign_from, g.generation" FROM_KEYS);
	enum ad_db_status status;

	while ((status = ad_step(s)) == AD_DB_ROW && set->count < KEYS_MAX) {
		atomic_store(&set->generation, ad_col_int(s, 3));
		if (ad_col_is_null(s, 0) || keys_take_row(secrets, s, &set->key[set->count++]))
			continue;
		refuse_row(secrets, s, err);
		ad_reset(s);
		free_set(set);
		return NULL;
	}
	if (status == AD_DB_ROW)
		ad_reset(s);
	else if (status != AD_DB_DONE) {
		snprintf(err, 256, "the signing keys cannot be read: %.150s", ad_db_error(db));
		free_set(set);
		return NULL;
	}
	return set;
}

/* A new key as PEM on the arena. */
static bool make_key(struct ad_arena *arena, struct key *key, struct ad_str *pem)
{
	char *text;

	key->pkey = EVP_EC_gen("P-256");
	BIO *bio = BIO_new(BIO_s_mem());
	bool good = key->pkey && bio && fill_public(key) &&
		    PEM_write_bio_PrivateKey(bio, key->pkey, NULL, NULL, 0, NULL, NULL) == 1;
	if (good) {
		long n = BIO_get_mem_data(bio, &text);
		*pem = ad_arena_copy(arena, (struct ad_str){ text, (size_t)n });
	}
	BIO_free(bio);
	return good;
}

static bool insert_key(const struct ad_secrets *secrets, struct ad_db *db, int64_t sign_from)
{
	struct ad_arena *arena = ad_arena_new();
	struct key key = { 0 };
	struct ad_str pem;
	bool good = make_key(arena, &key, &pem);

	if (good) {
		struct ad_stmt *s = ad_sql(
			db, "INSERT INTO signing_keys (kid, alg, sealed, sign_from, created_at)"
			    " VALUES ($1, 'ES256', $2, $3, $4)");
		ad_bind_cstr(s, 1, key.kid);
		ad_bind(s, 2, ad_secrets_seal(secrets, arena, SEAL_LABEL, ad_str(key.kid), pem));
		ad_bind_int(s, 3, sign_from);
		ad_bind_int(s, 4, ad_now());
		good = ad_step(s) == AD_DB_DONE;
		OPENSSL_cleanse((void *)pem.p, pem.n);
	}
	free_key(&key);
	ad_arena_free(arena);
	return good;
}

struct ad_keys *ad_keys_open(struct ad_db *db, const struct ad_secrets *secrets,
			     char err[static 256])
{
	struct key_set *set = keys_load(db, secrets, err);

	if (set && set->count == 0) {
		free_set(set);
		set = NULL;
		if (ad_keys_rotate(secrets, db, ad_now()))
			set = keys_load(db, secrets, err);
		else
			snprintf(err, 256, "the signing key cannot be stored: %.150s",
				 ad_db_error(db));
	}
	if (!set)
		return NULL;
	struct ad_keys *keys = ad_xcalloc(1, sizeof(*keys));
	keys->secrets = secrets;
	pthread_mutex_init(&keys->lock, NULL);
	atomic_store(&keys->set, set);
	return keys;
}

void ad_keys_close(struct ad_keys *keys)
{
	if (!keys)
		return;
	for (struct key_set *set = atomic_load(&keys->set), *older; set; set = older) {
		older = set->older;
		free_set(set);
	}
	pthread_mutex_destroy(&keys->lock);
	free(keys);
}

/*
 * True if the database holds the same keys, compared without unsealing; reads its generation too.
 */
static bool is_stored(const struct key_set *set, struct ad_db *db, int64_t *generation)
{
	struct ad_stmt *s = ad_sql(db, "SELECT k.kid, g.generation" FROM_KEYS);
	enum ad_db_status status;
	size_t n = 0;
	bool same = true;

	*generation = 0;
	while ((status = ad_step(s)) == AD_DB_ROW) {
		*generation = ad_col_int(s, 1);
		same = same && n < set->count && ad_str_is(ad_col(s, 0), set->key[n].kid);
		n++;
	}
	if (status != AD_DB_DONE)
		*generation = INT64_MAX; /* keys_load() tells what is the matter */
	return same && status == AD_DB_DONE && n == set->count;
}

/*
 * Under the lock: the set of the greater generation is the newer one, however late it comes. Frees
 * the one that loses.
 */
static void take_newer(struct ad_keys *keys, struct key_set *set)
{
	struct key_set *now = atomic_load(&keys->set);

	if (atomic_load(&set->generation) <= atomic_load(&now->generation)) {
		free_set(set);
		return;
	}
	set->older = now;
	atomic_store(&keys->set, set);
}

bool ad_keys_reload(struct ad_keys *keys, struct ad_db *db, char err[static 256])
{
	struct key_set *before = atomic_load(&keys->set);
	int64_t generation;
	bool stored = is_stored(before, db, &generation);

	if (generation <= atomic_load(&before->generation))
		return true;
	struct key_set *set = stored ? NULL : keys_load(db, keys->secrets, err);
	if (!stored && !set)
		return false;
	if (set && set->count == 0) {
		snprintf(err, 256, "there is no signing key any more");
		free_set(set);
		return false;
	}
	pthread_mutex_lock(&keys->lock);
	if (set)
		take_newer(keys, set);
	else if (generation > atomic_load(&before->generation))
		atomic_store(&before->generation, generation);
	pthread_mutex_unlock(&keys->lock);
	return true;
}

int64_t ad_keys_generation(struct ad_keys *keys)
{
	return atomic_load(&atomic_load(&keys->set)->generation);
}

bool ad_keys_sweep(struct ad_db *db)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM signing_keys WHERE sign_from < $1 AND EXISTS"
				       " (SELECT 1 FROM signing_keys AS k"
				       " WHERE k.sign_from > signing_keys.sign_from"
				       " AND k.sign_from < $1)");

	ad_bind_int(s, 1, ad_now() - AD_KEY_KEEP_S * AD_SECOND);
	if (ad_step(s) != AD_DB_DONE)
		return false;
	return ad_db_changes(db) == 0 || ad_auth_bump(db);
}

bool ad_keys_rotate(const struct ad_secrets *secrets, struct ad_db *db, int64_t sign_from)
{
	return insert_key(secrets, db, sign_from) && ad_auth_bump(db);
}

bool ad_keys_drop(struct ad_db *db)
{
	return ad_step(ad_sql(db, "DELETE FROM signing_keys")) == AD_DB_DONE;
}

static const struct key *keys_signing(struct ad_keys *keys, int64_t now)
{
	const struct key_set *set = atomic_load(&keys->set);

	for (size_t i = 0; i < set->count; i++)
		if (set->key[i].sign_from <= now)
			return &set->key[i];
	return &set->key[set->count - 1];
}

const char *ad_keys_signing_id(struct ad_keys *keys, int64_t now)
{
	return keys_signing(keys, now)->kid;
}

const char *ad_keys_signing_pem(struct ad_keys *keys, int64_t now)
{
	return keys_signing(keys, now)->pem;
}

static const struct key *keys_find(struct ad_keys *keys, struct ad_str kid)
{
	const struct key_set *set = atomic_load(&keys->set);

	for (size_t i = 0; i < set->count; i++)
		if (ad_str_is(kid, set->key[i].kid))
			return &set->key[i];
	return NULL;
}

bool ad_keys_has(struct ad_keys *keys, struct ad_str kid)
{
	return keys_find(keys, kid) != NULL;
}

bool ad_keys_sign(struct ad_keys *keys, struct ad_str kid, struct ad_str data,
		  uint8_t out[static AD_ES256_SIZE])
{
	const struct key *key = keys_find(keys, kid);

	return key && ad_es256_sign(key->pkey, data, out);
}

bool ad_keys_verify(struct ad_keys *keys, struct ad_str kid, struct ad_str data,
		    struct ad_str signature)
{
	const struct key *key = keys_find(keys, kid);

	return key && ad_es256_verify(key->pkey, data, signature);
}

void ad_keys_jwks(struct ad_keys *keys, struct ad_text *out)
{
	const struct key_set *set = atomic_load(&keys->set);
	struct ad_json j = ad_json_on(out);

	ad_json_object(&j);
	ad_json_key(&j, "keys");
	ad_json_array(&j);
	for (size_t i = 0; i < set->count; i++) {
		ad_json_object(&j);
		ad_json_kcstr(&j, "kty", "EC");
		ad_json_kcstr(&j, "use", "sig");
		ad_json_kcstr(&j, "alg", "ES256");
		ad_json_kcstr(&j, "kid", set->key[i].kid);
		ad_json_kcstr(&j, "crv", "P-256");
		ad_json_kcstr(&j, "x", set->key[i].x);
		ad_json_kcstr(&j, "y", set->key[i].y);
		ad_json_object_end(&j);
	}
	ad_json_array_end(&j);
	ad_json_object_end(&j);
}
