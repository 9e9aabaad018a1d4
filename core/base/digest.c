#include "base/digest.h"
#include "base/utf8.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>

#define HMAC_BLOCK 64

static pthread_once_t once = PTHREAD_ONCE_INIT;
static EVP_MD *sha256;           /* set once, then read only */
static pthread_key_t per_thread; /* its EVP_MD_CTX */

static void drop_context(void *context)
{
	EVP_MD_CTX_free(context);
}

static void digest_set_up(void)
{
	sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
	if (!sha256 || pthread_key_create(&per_thread, drop_context) != 0)
		abort();
}

static EVP_MD_CTX *digest_context(void)
{
	EVP_MD_CTX *c;

	pthread_once(&once, digest_set_up);
	c = pthread_getspecific(per_thread);
	if (c)
		return c;
	c = EVP_MD_CTX_new();
	if (!c || pthread_setspecific(per_thread, c) != 0)
		abort();
	return c;
}

/* The digest of two pieces, one after the other. */
static void digest_two(struct ad_str a, struct ad_str b, uint8_t out[static AD_SHA256_SIZE])
{
	EVP_MD_CTX *c = digest_context();

	if (EVP_DigestInit_ex2(c, sha256, NULL) != 1 || EVP_DigestUpdate(c, a.p, a.n) != 1 ||
	    EVP_DigestUpdate(c, b.p, b.n) != 1 || EVP_DigestFinal_ex(c, out, NULL) != 1)
		abort();
}

void ad_sha256(struct ad_str data, uint8_t out[static AD_SHA256_SIZE])
{
	digest_two(data, (struct ad_str){ NULL, 0 }, out);
}

void ad_hmac_sha256(struct ad_str key, struct ad_str data, uint8_t out[static AD_SHA256_SIZE])
{
	uint8_t block[HMAC_BLOCK] = { 0 };
	uint8_t inner[AD_SHA256_SIZE];

	if (key.n > HMAC_BLOCK)
		ad_sha256(key, block);
	else if (key.n)
		memcpy(block, key.p, key.n);
	for (size_t i = 0; i < HMAC_BLOCK; i++)
		block[i] ^= 0x36;
	digest_two((struct ad_str){ (char *)block, HMAC_BLOCK }, data, inner);
	for (size_t i = 0; i < HMAC_BLOCK; i++)
		block[i] ^= 0x36 ^ 0x5c;
	digest_two((struct ad_str){ (char *)block, HMAC_BLOCK },
		   (struct ad_str){ (char *)inner, sizeof(inner) }, out);
	OPENSSL_cleanse(block, sizeof(block));
	OPENSSL_cleanse(inner, sizeof(inner));
}

void ad_hex(const void *data, size_t size, char *out)
{
	sodium_bin2hex(out, 2 * size + 1, data, size);
}

bool ad_unhex(struct ad_str hex, void *out, size_t size)
{
	size_t n;

	return hex.n == 2 * size && sodium_hex2bin(out, size, hex.p, hex.n, NULL, &n, NULL) == 0 &&
	       n == size;
}

static struct ad_str digest_encode(struct ad_arena *arena, const void *data, size_t size,
				   int variant)
{
	size_t room = sodium_base64_encoded_len(size, variant);
	char *out = ad_arena_alloc(arena, room);

	return ad_str(sodium_bin2base64(out, room, data, size, variant));
}

struct ad_str ad_base64url(struct ad_arena *arena, const void *data, size_t size)
{
	return digest_encode(arena, data, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

struct ad_str ad_base64(struct ad_arena *arena, const void *data, size_t size)
{
	return digest_encode(arena, data, size, sodium_base64_VARIANT_ORIGINAL);
}

/*
 * libsodium refuses white space and unused bits that are set: one value has one text. Its 1.0.18
 * takes bytes from 0x80 on for letters, so these are refused before.
 */
static bool digest_decode(struct ad_arena *arena, struct ad_str in, int variant, struct ad_str *out)
{
	size_t room = in.n / 4 * 3 + 3, n;
	char *p = ad_arena_alloc(arena, room + 1);

	if (!ad_utf8_is_ascii(in) ||
	    sodium_base642bin((unsigned char *)p, room, in.p, in.n, NULL, &n, NULL, variant) != 0)
		return false;
	p[n] = '\0';
	*out = (struct ad_str){ p, n };
	return true;
}

bool ad_unbase64url(struct ad_arena *arena, struct ad_str in, struct ad_str *out)
{
	return digest_decode(arena, in, sodium_base64_VARIANT_URLSAFE_NO_PADDING, out);
}

bool ad_unbase64(struct ad_arena *arena, struct ad_str in, struct ad_str *out)
{
	return digest_decode(arena, in, sodium_base64_VARIANT_ORIGINAL, out);
}

struct ad_str ad_base32(struct ad_arena *arena, const void *data, size_t size)
{
	const uint8_t *p = data;
	size_t n = (8 * size + 4) / 5;
	char *out = ad_arena_alloc(arena, n + 1);

	for (size_t i = 0; i < n; i++) {
		size_t byte = 5 * i / 8, bit = 5 * i % 8;
		unsigned pair = (unsigned)p[byte] << 8 | (byte + 1 < size ? p[byte + 1] : 0u);
		out[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[pair >> (11 - bit) & 31];
	}
	out[n] = '\0';
	return (struct ad_str){ out, n };
}

bool ad_secret_eq(struct ad_str a, struct ad_str b)
{
	return a.n == b.n && (a.n == 0 || CRYPTO_memcmp(a.p, b.p, a.n) == 0);
}
