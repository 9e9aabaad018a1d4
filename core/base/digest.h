/*
 * SHA-256, HMAC-SHA-256 (OpenSSL, with kept algorithm handles), base64 and hex (libsodium), base32.
 * Any thread.
 */
#ifndef AD_BASE_DIGEST_H
#define AD_BASE_DIGEST_H

#include "base/text.h"

#define AD_SHA256_SIZE 32

/* SHA-256 of the bytes. */
void ad_sha256(struct ad_str data, uint8_t out[static AD_SHA256_SIZE]);
/* HMAC-SHA-256 (RFC 2104) of the bytes under a key. */
void ad_hmac_sha256(struct ad_str key, struct ad_str data, uint8_t out[static AD_SHA256_SIZE]);
/* Lower-case hex of size bytes, 2*size characters and a NUL. */
void ad_hex(const void *data, size_t size, char *out);
/* Reads exactly 2*size hex digits (either case); false otherwise. */
bool ad_unhex(struct ad_str hex, void *out, size_t size) AD_CHECK;
/* Base64url without padding (RFC 4648 section 5), on the arena, ended by NUL. */
struct ad_str ad_base64url(struct ad_arena *arena, const void *data, size_t size);
/* Decodes strict base64url: no padding, no white space, unused bits zero. False otherwise. */
bool ad_unbase64url(struct ad_arena *arena, struct ad_str in, struct ad_str *out) AD_CHECK;
/* Decodes standard base64 (RFC 4648 section 4), padding required. False otherwise. */
bool ad_unbase64(struct ad_arena *arena, struct ad_str in, struct ad_str *out) AD_CHECK;
/* Standard base64 with padding. */
struct ad_str ad_base64(struct ad_arena *arena, const void *data, size_t size);
/* Base32 (RFC 4648 section 6), upper case, without padding. */
struct ad_str ad_base32(struct ad_arena *arena, const void *data, size_t size);
/* Equality in time that depends on the lengths only: for secrets. */
bool ad_secret_eq(struct ad_str a, struct ad_str b);

#endif
