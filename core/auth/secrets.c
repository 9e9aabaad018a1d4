/* The server's secret: see secrets.h. */
#include "auth/secrets.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "base/id.h"
#include "store/history.h"

#define MASTER_SIZE 32
#define NONCE_SIZE 12
#define TAG_SIZE 16

struct ad_secrets {
	uint8_t master[MASTER_SIZE];
};

static bool refuse(char err[static 256], const char *path, const char *why)
{
	snprintf(err, 256, "%.150s: %.90s", path, why);
	return false;
}

/* Reads a whole secret file: 64 hex digits and a line end. */
static bool read_file(const char *path, uint8_t out[static MASTER_SIZE], char err[static 256])
{
	char text[2 * MASTER_SIZE + 2];
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return refuse(err, path, strerror(errno));
	ssize_t n = read(fd, text, sizeof(text));
	bool lax = fstat(fd, &st) == 0 && (st.st_mode & 077) != 0;
	close(fd);
	if (lax)
		return refuse(err, path,
			      "others may read it: chmod 600 it, and consider it leaked");
	bool good = n >= 2 * MASTER_SIZE &&
		    ad_unhex((struct ad_str){ text, 2 * MASTER_SIZE }, out, MASTER_SIZE);
	OPENSSL_cleanse(text, sizeof(text));
	return good || refuse(err, path, "must hold 64 hex digits");
}

static bool write_all(int fd, const char *text, size_t size)
{
	return write(fd, text, size) == (ssize_t)size && fsync(fd) == 0;
}

/*
 * Makes the file whole or not at all: another process that starts at the same moment either links
 * first, and then its secret counts, or finds ours.
 */
static bool make_file(const char *path, char err[static 256])
{
	uint8_t master[MASTER_SIZE];
	char text[2 * MASTER_SIZE + 2], temp[4096];

	ad_random(master, sizeof(master));
	ad_hex(master, sizeof(master), text);
	text[sizeof(text) - 2] = '\n';
	snprintf(temp, sizeof(temp), "%s.%ld", path, (long)getpid());
	unlink(temp);
	int fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	bool good = fd >= 0 && write_all(fd, text, sizeof(text) - 1);
	if (fd >= 0)
		close(fd);
	good = good && (link(temp, path) == 0 || errno == EEXIST);
	int failed = errno;
	unlink(temp);
	OPENSSL_cleanse(master, sizeof(master));
	OPENSSL_cleanse(text, sizeof(text));
	return good || refuse(err, path, strerror(failed));
}

static bool load(const char *data_dir, uint8_t out[static MASTER_SIZE], char err[static 256])
{
	char path[4000];
	const char *given = getenv("ADCORE_SECRET_KEY");

	if (given && *given) {
		if (ad_unhex(ad_str(given), out, MASTER_SIZE))
			return true;
		return refuse(err, "ADCORE_SECRET_KEY", "must be 64 hex digits");
	}
	if (mkdir(data_dir, 0700) != 0 && errno != EEXIST)
		return refuse(err, data_dir, strerror(errno));
	int n = snprintf(path, sizeof(path), "%s/secret.key", data_dir);
	if (n < 0 || (size_t)n >= sizeof(path))
		return refuse(err, data_dir, "is too long a path");
	if (access(path, F_OK) != 0 && !make_file(path, err))
		return false;
	return read_file(path, out, err);
}

struct ad_secrets *ad_secrets_open(const char *data_dir, char err[static 256])
{
	struct ad_secrets *secrets = ad_xcalloc(1, sizeof(*secrets));

	if (load(data_dir, secrets->master, err))
		return secrets;
	ad_secrets_close(secrets);
	return NULL;
}

void ad_secrets_close(struct ad_secrets *secrets)
{
	if (!secrets)
		return;
	OPENSSL_cleanse(secrets, sizeof(*secrets));
	free(secrets);
}

static void subkey(const struct ad_secrets *secrets, const char *label,
		   uint8_t out[static AD_SHA256_SIZE])
{
	char text[96];
	int n = snprintf(text, sizeof(text), "adcore:%s", label);

	ad_hmac_sha256((struct ad_str){ (const char *)secrets->master, MASTER_SIZE },
		       (struct ad_str){ text, (size_t)n }, out);
}

void ad_secrets_unlock_history(const struct ad_secrets *secrets, struct ad_db *db)
{
	uint8_t key[AD_SHA256_SIZE];

	subkey(secrets, "history", key);
	ad_history_key(db, key);
	OPENSSL_cleanse(key, sizeof(key));
}

void ad_secrets_mac(const struct ad_secrets *secrets, const char *label, struct ad_str data,
		    uint8_t out[static AD_SHA256_SIZE])
{
	uint8_t key[AD_SHA256_SIZE];

	subkey(secrets, label, key);
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

/* What the ciphertext is bound to beside its key. */
static bool feed_context(EVP_CIPHER_CTX *ctx, struct ad_str context)
{
	int n;

	return context.n == 0 ||
	       EVP_CipherUpdate(ctx, NULL, &n, (const uint8_t *)context.p, (int)context.n) == 1;
}

static EVP_CIPHER_CTX *cipher(const struct ad_secrets *secrets, const char *label,
			      const uint8_t *nonce, int encrypt)
{
	uint8_t key[AD_SHA256_SIZE];
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

	subkey(secrets, label, key);
	if (ctx && EVP_CipherInit_ex(ctx, EVP_aes_256_gcm(), NULL, key, nonce, encrypt) != 1) {
		EVP_CIPHER_CTX_free(ctx);
		ctx = NULL;
	}
	OPENSSL_cleanse(key, sizeof(key));
	return ctx;
}

struct ad_str ad_secrets_seal(const struct ad_secrets *secrets, struct ad_arena *arena,
			      const char *label, struct ad_str context, struct ad_str plain)
{
	uint8_t *box = ad_arena_alloc(arena, NONCE_SIZE + plain.n + TAG_SIZE);
	int n = 0, tail = 0;

	ad_random(box, NONCE_SIZE);
	EVP_CIPHER_CTX *ctx = cipher(secrets, label, box, 1);
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
	return ad_arena_printf(arena, "v1.%.*s", AD_FMT(text));
}

bool ad_secrets_unseal(const struct ad_secrets *secrets, struct ad_arena *arena, const char *label,
		       struct ad_str context, struct ad_str sealed, struct ad_str *plain)
{
	struct ad_str box;
	int n = 0, tail = 0;

	if (!ad_str_starts(sealed, "v1.") ||
	    !ad_unbase64url(arena, (struct ad_str){ sealed.p + 3, sealed.n - 3 }, &box) ||
	    box.n < NONCE_SIZE + TAG_SIZE || box.n > 1 << 20)
		return false;
	size_t size = box.n - NONCE_SIZE - TAG_SIZE;
	char *out = ad_arena_alloc(arena, size + 1);
	const uint8_t *bytes = (const uint8_t *)box.p;
	EVP_CIPHER_CTX *ctx = cipher(secrets, label, bytes, 0);
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
