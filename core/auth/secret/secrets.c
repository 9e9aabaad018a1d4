/* The server's secret: see secrets.h and secret_keys.h. */
#include "auth/secret/secrets.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "auth/secret/secret_keys.h"
#include "base/clock.h"
#include "base/id.h"
#include "base/log.h"
#include "store/history/history.h"

#define FILE_NAME "secret.key"
#define NONCE_SIZE 12
#define TAG_SIZE 16
#define OLD "v1."                                 /* and the box: the root's */
#define NEW "v2."                                 /* id, dot and box */
#define NEW_HEAD (sizeof(NEW) - 1 + AD_SECRET_ID) /* with the dot behind the id */

/* The keys, and the file that they were read from: they follow it while the server runs. */
struct keyring {
	pthread_mutex_t lock;
	char *path; /* NULL: from the environment, and they stay */
	struct stat seen;
	struct ad_secret_ring ring;
};

struct ad_secrets {
	uint8_t root[AD_SECRET_SIZE]; /* of ring.key[0]; it never changes */
	struct keyring *keys;
};

static bool secrets_refuse(char err[static 256], const char *path, const char *why)
{
	snprintf(err, 256, "%.120s: %.120s", path, why);
	return false;
}

bool ad_secrets_from_environment(void)
{
	const char *given = getenv("ADCORE_SECRET_KEY");

	return given && *given;
}

bool ad_secrets_there(const char *data_dir)
{
	struct ad_text path = { 0 };

	if (ad_secrets_from_environment())
		return true;
	ad_text_addf(&path, "%s/" FILE_NAME, data_dir);
	bool there = access(ad_text_str(&path).p, F_OK) == 0;
	ad_text_free(&path);
	return there;
}

static bool secrets_load(const char *data_dir, struct keyring *keys, char err[static 256])
{
	char path[4000], why[256];

	if (ad_secrets_from_environment())
		return ad_secret_parse(ad_str(getenv("ADCORE_SECRET_KEY")), &keys->ring, why) ||
		       secrets_refuse(err, "ADCORE_SECRET_KEY", why);
	if (mkdir(data_dir, 0700) != 0 && errno != EEXIST)
		return secrets_refuse(err, data_dir, strerror(errno));
	int n = snprintf(path, sizeof(path), "%s/" FILE_NAME, data_dir);
	if (n < 0 || (size_t)n >= sizeof(path))
		return secrets_refuse(err, data_dir, "is too long a path");
	if (access(path, F_OK) != 0 && !ad_secret_make(path, err))
		return false;
	keys->path = ad_xstrdup((struct ad_str){ path, (size_t)n });
	return ad_secret_read(path, &keys->ring, &keys->seen, err);
}

struct ad_secrets *ad_secrets_open(const char *data_dir, char err[static 256])
{
	struct ad_secrets *secrets = ad_xcalloc(1, sizeof(*secrets));

	secrets->keys = ad_xcalloc(1, sizeof(*secrets->keys));
	pthread_mutex_init(&secrets->keys->lock, NULL);
	if (secrets_load(data_dir, secrets->keys, err)) {
		memcpy(secrets->root, secrets->keys->ring.key[0].key, AD_SECRET_SIZE);
		return secrets;
	}
	ad_secrets_close(secrets);
	return NULL;
}

void ad_secrets_close(struct ad_secrets *secrets)
{
	if (!secrets)
		return;
	pthread_mutex_destroy(&secrets->keys->lock);
	free(secrets->keys->path);
	OPENSSL_cleanse(secrets->keys, sizeof(*secrets->keys));
	free(secrets->keys);
	OPENSSL_cleanse(secrets, sizeof(*secrets));
	free(secrets);
}

/* --- the ring ----------------------------------------------------------------------------- */

static bool same_time(struct timespec a, struct timespec b)
{
	return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* The time of its state (ctim) also tells of an owner that it was given, who may read it now. */
static bool same_file(const struct stat *a, const struct stat *b)
{
	return a->st_ino == b->st_ino && a->st_dev == b->st_dev && a->st_size == b->st_size &&
	       same_time(a->st_mtim, b->st_mtim) && same_time(a->st_ctim, b->st_ctim);
}

/*
 * Under the lock: reads a file that was changed. One that cannot be taken leaves the keys as they
 * are, and is told once.
 */
static void secrets_follow(struct keyring *keys)
{
	struct ad_secret_ring fresh;
	struct stat st = { 0 };
	char err[256];

	if (!keys->path || (stat(keys->path, &st) == 0 && same_file(&st, &keys->seen)))
		return;
	bool was_gone = st.st_ino == 0 && keys->seen.st_ino == 0;
	keys->seen = st;
	bool good = ad_secret_read(keys->path, &fresh, &keys->seen, err);
	if (good && CRYPTO_memcmp(fresh.key[0].key, keys->ring.key[0].key, AD_SECRET_SIZE) != 0) {
		secrets_refuse(err, keys->path,
			       "its first key is another one: put the right one back");
		good = false;
	}
	if (good) {
		keys->ring = fresh;
		ad_log(AD_LOG_INFO, "secret_reloaded", NULL);
	} else if (!was_gone) {
		ad_log(AD_LOG_ERROR, "secret_not_reloaded", "reason", err, NULL);
	}
	OPENSSL_cleanse(&fresh, sizeof(fresh));
}

/* Under the lock. */
static bool secrets_pick(const struct ad_secret_ring *ring, struct ad_str id,
			 struct ad_secret_key *out)
{
	for (size_t i = 0; i < ring->count; i++)
		if (ad_str_is(id, ring->key[i].id)) {
			*out = ring->key[i];
			return true;
		}
	return false;
}

/* The key of that id; where it is unknown the file may know it by now. */
static bool secrets_key_of(struct keyring *keys, struct ad_str id, struct ad_secret_key *out)
{
	pthread_mutex_lock(&keys->lock);
	bool found = secrets_pick(&keys->ring, id, out);
	if (!found) {
		secrets_follow(keys);
		found = secrets_pick(&keys->ring, id, out);
	}
	pthread_mutex_unlock(&keys->lock);
	return found;
}

/* True if the sealing key is the root key. */
static bool sealing_key(struct keyring *keys, struct ad_secret_key *out)
{
	pthread_mutex_lock(&keys->lock);
	secrets_follow(keys);
	size_t i = ad_secret_sealing(&keys->ring, ad_now());
	*out = keys->ring.key[i];
	pthread_mutex_unlock(&keys->lock);
	return i == 0;
}

void ad_secrets_follow(const struct ad_secrets *secrets)
{
	pthread_mutex_lock(&secrets->keys->lock);
	secrets_follow(secrets->keys);
	pthread_mutex_unlock(&secrets->keys->lock);
}

size_t ad_secrets_names(const struct ad_secrets *secrets,
			struct ad_secret_name out[static AD_SECRET_KEYS_MAX])
{
	struct keyring *keys = secrets->keys;

	pthread_mutex_lock(&keys->lock);
	secrets_follow(keys);
	size_t count = keys->ring.count, seals = ad_secret_sealing(&keys->ring, ad_now());
	for (size_t i = 0; i < count; i++) {
		memcpy(out[i].id, keys->ring.key[i].id, AD_SECRET_ID);
		out[i].seals_from = keys->ring.key[i].seals_from;
		out[i].seals = i == seals;
	}
	pthread_mutex_unlock(&keys->lock);
	return count;
}

/* The key's id and the box; of the root's the id is absent. False where it is neither. */
static bool secrets_split(struct ad_str sealed, struct ad_str *id, struct ad_str *box)
{
	*id = (struct ad_str){ NULL, 0 };
	*box = sealed;
	if (ad_str_starts(sealed, OLD)) {
		*box = (struct ad_str){ sealed.p + sizeof(OLD) - 1, sealed.n - sizeof(OLD) + 1 };
		return true;
	}
	if (!ad_str_starts(sealed, NEW) || sealed.n < NEW_HEAD || sealed.p[NEW_HEAD - 1] != '.')
		return false;
	*id = (struct ad_str){ sealed.p + sizeof(NEW) - 1, AD_SECRET_ID - 1 };
	*box = (struct ad_str){ sealed.p + NEW_HEAD, sealed.n - NEW_HEAD };
	return true;
}

bool ad_secrets_sealed_by(const struct ad_secrets *secrets, struct ad_str sealed,
			  char id[static AD_SECRET_ID])
{
	struct ad_str by, box;

	if (!secrets_split(sealed, &by, &box))
		return false;
	if (!by.p) {
		pthread_mutex_lock(&secrets->keys->lock);
		memcpy(id, secrets->keys->ring.key[0].id, AD_SECRET_ID);
		pthread_mutex_unlock(&secrets->keys->lock);
		return true;
	}
	memcpy(id, by.p, by.n);
	id[by.n] = '\0';
	return true;
}

/* --- what is derived ---------------------------------------------------------------------- */

/* Of a key, for one use. */
static void secrets_derive(const uint8_t from[static AD_SECRET_SIZE], const char *label,
			   uint8_t out[static AD_SHA256_SIZE])
{
	char text[96];
	int n = snprintf(text, sizeof(text), "adcore:%s", label);

	ad_hmac_sha256((struct ad_str){ (const char *)from, AD_SECRET_SIZE },
		       (struct ad_str){ text, (size_t)n }, out);
}

void ad_secrets_unlock_history(const struct ad_secrets *secrets, struct ad_db *db)
{
	uint8_t key[AD_SHA256_SIZE];

	secrets_derive(secrets->root, "history", key);
	ad_history_key(db, key);
	OPENSSL_cleanse(key, sizeof(key));
}

void ad_secrets_mac(const struct ad_secrets *secrets, const char *label, struct ad_str data,
		    uint8_t out[static AD_SHA256_SIZE])
{
	uint8_t key[AD_SHA256_SIZE];

	secrets_derive(secrets->root, label, key);
	ad_hmac_sha256((struct ad_str){ (const char *)key, sizeof(key) }, data, out);
	OPENSSL_cleanse(key, sizeof(key));
}

struct ad_str ad_secrets_mac64(const struct ad_secrets *secrets, struct ad_arena *arena,
			       const char *label, struct ad_str data)
{
	uint8_t mac[AD_SHA256_SIZE];

	ad_secrets_mac(secrets, label, data, mac);
	return ad_base64url(arena, mac, sizeof(mac));
}

/* Binds the ciphertext to its context as well as its key. */
static bool feed_context(EVP_CIPHER_CTX *ctx, struct ad_str context)
{
	int n;

	return context.n == 0 ||
	       EVP_CipherUpdate(ctx, NULL, &n, (const uint8_t *)context.p, (int)context.n) == 1;
}

/* Wipes the key. */
static EVP_CIPHER_CTX *secrets_cipher(struct ad_secret_key *with, const char *label,
				      const uint8_t *nonce, int encrypt)
{
	uint8_t key[AD_SHA256_SIZE];
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

	secrets_derive(with->key, label, key);
	if (ctx && EVP_CipherInit_ex(ctx, EVP_aes_256_gcm(), NULL, key, nonce, encrypt) != 1) {
		EVP_CIPHER_CTX_free(ctx);
		ctx = NULL;
	}
	OPENSSL_cleanse(key, sizeof(key));
	OPENSSL_cleanse(with->key, sizeof(with->key));
	return ctx;
}

struct ad_str ad_secrets_seal(const struct ad_secrets *secrets, struct ad_arena *arena,
			      const char *label, struct ad_str context, struct ad_str plain)
{
	uint8_t *box = ad_arena_alloc(arena, NONCE_SIZE + plain.n + TAG_SIZE);
	struct ad_secret_key key;
	int n = 0, tail = 0;

	ad_random(box, NONCE_SIZE);
	bool root = sealing_key(secrets->keys, &key);
	EVP_CIPHER_CTX *ctx = secrets_cipher(&key, label, box, 1);
	bool good = ctx && feed_context(ctx, context) &&
		    EVP_CipherUpdate(ctx, box + NONCE_SIZE, &n, (const uint8_t *)plain.p,
				     (int)plain.n) == 1 &&
		    EVP_CipherFinal_ex(ctx, box + NONCE_SIZE + n, &tail) == 1 &&
		    EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_GET_TAG, TAG_SIZE,
					box + NONCE_SIZE + plain.n) == 1;
	EVP_CIPHER_CTX_free(ctx);
	if (!good) /* memory, or a libcrypto without AES: going on would store a secret unsealed */
		abort();
	struct ad_str text = ad_base64url(arena, box, NONCE_SIZE + plain.n + TAG_SIZE);
	if (root)
		return ad_arena_printf(arena, OLD "%.*s", AD_FMT(text));
	return ad_arena_printf(arena, NEW "%s.%.*s", key.id, AD_FMT(text));
}

bool ad_secrets_unseal(const struct ad_secrets *secrets, struct ad_arena *arena, const char *label,
		       struct ad_str context, struct ad_str sealed, struct ad_str *plain)
{
	struct ad_str id, text, box;
	struct ad_secret_key key;
	int n = 0, tail = 0;

	if (!secrets_split(sealed, &id, &text) || !ad_unbase64url(arena, text, &box) ||
	    box.n < NONCE_SIZE + TAG_SIZE || box.n > 1 << 20)
		return false;
	if (!id.p)
		memcpy(key.key, secrets->root, sizeof(key.key));
	else if (!secrets_key_of(secrets->keys, id, &key))
		return false;
	size_t size = box.n - NONCE_SIZE - TAG_SIZE;
	char *out = ad_arena_alloc(arena, size + 1);
	const uint8_t *bytes = (const uint8_t *)box.p;
	EVP_CIPHER_CTX *ctx = secrets_cipher(&key, label, bytes, 0);
	bool good = ctx && feed_context(ctx, context) &&
		    EVP_CipherUpdate(ctx, (uint8_t *)out, &n, bytes + NONCE_SIZE, (int)size) == 1 &&
		    EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_SET_TAG, TAG_SIZE,
					(void *)(bytes + NONCE_SIZE + size)) == 1 &&
		    EVP_CipherFinal_ex(ctx, (uint8_t *)out + n, &tail) == 1;
	EVP_CIPHER_CTX_free(ctx);
	out[size] = '\0';
	*plain = (struct ad_str){ out, size };
	return good;
}
