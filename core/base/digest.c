#include "base/digest.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <pthread.h>
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
	const unsigned char *p = data;

	for (size_t i = 0; i < size; i++) {
		*out++ = "0123456789abcdef"[p[i] >> 4];
		*out++ = "0123456789abcdef"[p[i] & 15];
	}
	*out = '\0';
}

static int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

bool ad_unhex(struct ad_str hex, void *out, size_t size)
{
	unsigned char *p = out;

	if (hex.n != 2 * size)
		return false;
	for (size_t i = 0; i < size; i++) {
		int high = hex_value(hex.p[2 * i]), low = hex_value(hex.p[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		p[i] = (unsigned char)(high << 4 | low);
	}
	return true;
}

static struct ad_str digest_encode(struct ad_arena *arena, struct ad_str in, const char *last_two)
{
	static const char common[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
	const unsigned char *p = (const unsigned char *)in.p;
	char *out = ad_arena_alloc(arena, (in.n + 2) / 3 * 4 + 1);
	size_t n = 0;

	for (size_t i = 0; i < in.n; i += 3) {
		size_t have = in.n - i < 3 ? in.n - i : 3;
		uint32_t v = (uint32_t)p[i] << 16;

		v |= have > 1 ? (uint32_t)p[i + 1] << 8 : 0;
		v |= have > 2 ? (uint32_t)p[i + 2] : 0;
		for (size_t j = 0; j <= have; j++) {
			uint32_t six = v >> (18 - 6 * j) & 63;

			out[n++] = six < 62 ? common[six] : last_two[six - 62];
		}
	}
	out[n] = '\0';
	return (struct ad_str){ out, n };
}

struct ad_str ad_base64url(struct ad_arena *arena, const void *data, size_t size)
{
	return digest_encode(arena, (struct ad_str){ data, size }, "-_");
}

struct ad_str ad_base64(struct ad_arena *arena, const void *data, size_t size)
{
	struct ad_str s = digest_encode(arena, (struct ad_str){ data, size }, "+/");
	char *p = (char *)(uintptr_t)s.p; /* room for the padding is there */

	while (s.n % 4)
		p[s.n++] = '=';
	p[s.n] = '\0';
	return s;
}

static int six_bits(char c, const char *last_two)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	if (c == last_two[0])
		return 62;
	return c == last_two[1] ? 63 : -1;
}

static bool digest_decode(struct ad_arena *arena, struct ad_str in, const char *last_two,
			  struct ad_str *out)
{
	char *p;
	uint32_t v = 0;
	size_t n = 0;

	if (in.n % 4 == 1)
		return false;
	p = ad_arena_alloc(arena, in.n / 4 * 3 + 3);
	for (size_t i = 0; i < in.n; i++) {
		int six = six_bits(in.p[i], last_two);

		if (six < 0)
			return false;
		v = v << 6 | (uint32_t)six;
		if (i % 4 == 0)
			continue;
		/* 2, 4, 6 characters' bits are over: a byte is complete. */
		p[n++] = (char)(v >> (6 - 2 * (i % 4)) & 0xff);
	}
	/* Bits that belong to no byte must be zero: one text, one value. */
	if ((in.n % 4 == 2 && (v & 15)) || (in.n % 4 == 3 && (v & 3)))
		return false;
	p[n] = '\0';
	*out = (struct ad_str){ p, n };
	return true;
}

bool ad_unbase64url(struct ad_arena *arena, struct ad_str in, struct ad_str *out)
{
	return digest_decode(arena, in, "-_", out);
}

bool ad_unbase64(struct ad_arena *arena, struct ad_str in, struct ad_str *out)
{
	if (in.n % 4)
		return false;
	for (int i = 0; i < 2 && in.n && in.p[in.n - 1] == '='; i++)
		in.n--;
	return digest_decode(arena, in, "+/", out);
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
