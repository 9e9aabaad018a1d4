#include "tests/support/unit.h"

#include <stdio.h>

#include <openssl/evp.h>

#include "auth/jose/jwk.h"
#include "base/digest.h"
#include "tests/unit/core/auth/jose_vectors.h"

/* RFC 7638 section 3.1. */
#define RFC_7638                                                                                   \
	"{\"kty\":\"RSA\",\"n\":"                                                                  \
	"\"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86z"                       \
	"wu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_"   \
	"RN5"                                                                                      \
	"w6Cf0h4QyQ5v-65YGjQR0_"                                                                   \
	"FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpb"                      \
	"ISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-"       \
	"kEgU8aw"                                                                                  \
	"apJzKnqDKgw\",\"e\":\"AQAB\",\"alg\":\"RS256\",\"kid\":\"2011-04-29\"}"

static bool taken(struct ad_arena *arena, struct ad_str text, struct ad_jwk *out)
{
	struct ad_json_error err;
	const char *fault = NULL;
	bool good = ad_jwk_read(arena, ad_json_parse(arena, text, &err), out, &fault);

	assert_true(good == (fault == NULL));
	for (const char *p = fault ? fault : ""; *p; p++)
		assert_true(*p >= 0x20 && *p <= 0x7e && *p != '"' && *p != '\\');
	return good;
}

/* The key with further members put first. */
static struct ad_str with(struct ad_arena *arena, const char *members, const char *key)
{
	return ad_arena_printf(arena, "{%s,%s", members, key + 1);
}

static void keys_of_jose_are_read(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_jwk key;

	(void)state;
	assert_true(taken(arena, ad_str(JOSE_EC), &key));
	assert_int_equal(key.alg, AD_ALG_ES256);
	assert_null(key.kid.p);
	assert_string_equal(key.thumbprint.p, JOSE_EC_THUMBPRINT);
	assert_true(taken(arena, ad_str(JOSE_RSA), &key));
	assert_int_equal(key.alg, AD_ALG_RS256);
	assert_string_equal(key.thumbprint.p, JOSE_RSA_THUMBPRINT);
	assert_int_equal(key.thumbprint.n, AD_JWK_THUMBPRINT);
	assert_true(taken(arena, ad_str(RFC_7638), &key));
	assert_string_equal(key.thumbprint.p, "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
	assert_true(ad_str_is(key.kid, "2011-04-29"));
	ad_arena_free(arena);
}

/* A thumbprint is of the required members alone. */
static void other_members_change_no_thumbprint(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_jwk key;

	(void)state;
	assert_true(taken(
		arena,
		with(arena,
		     "\"use\":\"sig\",\"key_ops\":[\"verify\"],\"alg\":\"ES256\",\"x\\u0020\":1,"
		     "\"kid\":\"a\"",
		     JOSE_EC),
		&key));
	assert_string_equal(key.thumbprint.p, JOSE_EC_THUMBPRINT);
	ad_arena_free(arena);
}

static void what_is_private_or_for_something_else_is_refused(void **state)
{
	static const char *const bad[] = {
		JOSE_EC_PRIVATE,
		JOSE_RSA_PRIVATE,
		JOSE_ED,
		JOSE_P384,
		JOSE_RSA_1024,
		"{\"kty\":\"oct\",\"k\":\"AAAA\"}",
		"{\"kty\":\"oct\"}",
		"{}",
		"[]",
		"\"EC\"",
		"{\"kty\":\"ec\"}",
		"{\"kty\":[\"EC\"]}",
		"{\"kty\":\"EC\",\"crv\":\"P-256\"}",
		"{\"kty\":\"RSA\",\"e\":\"AQAB\"}",
	};
	static const char *const members[] = {
		"\"d\":\"AAAA\"",    "\"d\":null",
		"\"k\":\"AAAA\"",    "\"oth\":[]",
		"\"use\":\"enc\"",   "\"use\":1",
		"\"use\":null",      "\"key_ops\":[\"sign\"]",
		"\"key_ops\":[]",    "\"key_ops\":\"verify\"",
		"\"alg\":\"RS512\"", "\"alg\":\"none\"",
		"\"alg\":\"HS256\"", "\"kid\":1",
		"\"kid\":null",
	};
	static const char *const keys[] = { JOSE_EC, JOSE_RSA };
	struct ad_arena *arena = ad_arena_new();
	struct ad_jwk key;

	(void)state;
	for (size_t i = 0; i < AD_LEN(bad); i++)
		if (taken(arena, ad_str(bad[i]), &key))
			fail_msg("taken: %s", bad[i]);
	for (size_t i = 0; i < AD_LEN(members); i++)
		for (size_t k = 0; k < AD_LEN(keys); k++)
			if (taken(arena, with(arena, members[i], keys[k]), &key))
				fail_msg("taken with %s", members[i]);
	/* The algorithm is the one of the type. */
	assert_false(taken(arena, with(arena, "\"alg\":\"RS256\"", JOSE_EC), &key));
	assert_false(taken(arena, with(arena, "\"alg\":\"ES256\"", JOSE_RSA), &key));
	ad_arena_free(arena);
}

static struct ad_str ec(struct ad_arena *arena, const char *x, const char *y)
{
	return ad_arena_printf(
		arena, "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"%s\",\"y\":\"%s\"}", x, y);
}

static void a_point_lies_on_the_curve(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_json_error err;
	struct ad_jwk key;
	uint8_t bytes[33] = { 0 };
	const cJSON *good = ad_json_parse(arena, AD_S(JOSE_EC), &err);
	const char *x = ad_json_get_text(good, "x").p, *y = ad_json_get_text(good, "y").p;
	const char *zero = ad_base64url(arena, bytes, 32).p;

	(void)state;
	assert_true(taken(arena, ec(arena, x, y), &key));
	assert_false(taken(arena, ec(arena, y, x), &key));
	assert_false(taken(arena, ec(arena, x, x), &key));
	assert_false(taken(arena, ec(arena, zero, zero), &key));
	assert_false(taken(arena, ec(arena, x, zero), &key));
	/* Not 32 bytes, padded, of another alphabet, empty. */
	assert_false(taken(arena, ec(arena, x, ad_base64url(arena, bytes, 33).p), &key));
	assert_false(taken(arena, ec(arena, ad_base64url(arena, bytes, 31).p, y), &key));
	assert_false(taken(arena, ec(arena, ad_arena_printf(arena, "%s=", x).p, y), &key));
	assert_false(taken(arena, ec(arena, ad_arena_printf(arena, " %s", x).p, y), &key));
	assert_false(taken(arena, ec(arena, "", y), &key));
	memset(bytes, 0xff, sizeof(bytes));
	const char *high = ad_base64url(arena, bytes, 32).p;
	assert_false(taken(arena, ec(arena, high, high), &key));
	ad_arena_free(arena);
}

/* An RSA key of `size` bytes of 0xc1 (odd), its exponent these bytes. */
static struct ad_str rsa(struct ad_arena *arena, size_t size, const char *e, size_t e_size)
{
	uint8_t n[2000];

	memset(n, 0xc1, sizeof(n));
	return ad_arena_printf(arena, "{\"kty\":\"RSA\",\"n\":\"%s\",\"e\":\"%s\"}",
			       ad_base64url(arena, n, size).p, ad_base64url(arena, e, e_size).p);
}

static void rsa_numbers_are_in_bounds(void **state)
{
	static const struct {
		const char *e;
		size_t n;
		bool good;
	} exponents[] = {
		{ "\x01\x00\x01", 3, true },
		{ "\x03", 1, false },
		{ "\x01", 1, false },
		{ "\x11", 1, false },
		{ "\xff\xff", 2, false },
		{ "\x01\x00\x00", 3, false },
		{ "\x00\x01\x00\x01", 4, false },
		{ "\x01\x00\x03", 3, true },
		{ "\x01\x00\x00\x00\x00\x00\x00\x01", 8, true },
		{ "\x01\x00\x00\x00\x00\x00\x00\x00\x01", 9, false },
		{ "", 0, false },
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_jwk key;

	(void)state;
	for (size_t i = 0; i < AD_LEN(exponents); i++)
		if (taken(arena, rsa(arena, 256, exponents[i].e, exponents[i].n), &key) !=
		    exponents[i].good)
			fail_msg("exponent %zu", i);
	assert_false(taken(arena, rsa(arena, 255, "\x01\x00\x01", 3), &key));
	assert_true(taken(arena, rsa(arena, 1024, "\x01\x00\x01", 3), &key));
	assert_false(taken(arena, rsa(arena, 1025, "\x01\x00\x01", 3), &key));
	/* 2047 bits, even, and with a leading zero byte. */
	struct ad_str text = rsa(arena, 256, "\x01\x00\x01", 3);
	assert_true(taken(arena, text, &key));
	uint8_t n[257];
	memset(n, 0xc1, sizeof(n));
	n[0] = 0x7f;
	assert_false(taken(arena,
			   ad_arena_printf(arena, "{\"kty\":\"RSA\",\"e\":\"AQAB\",\"n\":\"%s\"}",
					   ad_base64url(arena, n, 256).p),
			   &key));
	n[0] = 0xc1;
	n[255] = 0xc0;
	assert_false(taken(arena,
			   ad_arena_printf(arena, "{\"kty\":\"RSA\",\"e\":\"AQAB\",\"n\":\"%s\"}",
					   ad_base64url(arena, n, 256).p),
			   &key));
	n[255] = 0xc1;
	n[0] = 0;
	assert_false(taken(arena,
			   ad_arena_printf(arena, "{\"kty\":\"RSA\",\"e\":\"AQAB\",\"n\":\"%s\"}",
					   ad_base64url(arena, n, 257).p),
			   &key));
	ad_arena_free(arena);
}

/* --- sets --- */

static bool set_taken(struct ad_arena *arena, const char *text, struct ad_jwks *out)
{
	const char *fault = NULL;
	bool good = ad_jwks_read(arena, ad_str(text), out, &fault);

	assert_true(good == (fault == NULL));
	return good;
}

/* A key with a kid, for a set. */
static const char *named(struct ad_arena *arena, const char *kid, const char *key)
{
	return with(arena, ad_arena_printf(arena, "\"kid\":\"%s\"", kid).p, key).p;
}

static void keys_are_found_by_kid_and_algorithm(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_jwks set;
	struct ad_jwk key;

	(void)state;
	assert_true(set_taken(arena,
			      ad_arena_printf(arena, "{\"keys\":[%s,%s,%s,%s,%s],\"more\":1}",
					      JOSE_ED, JOSE_P384, named(arena, "a", JOSE_EC),
					      named(arena, "a", JOSE_RSA), RFC_7638)
				      .p,
			      &set));
	assert_true(ad_jwks_usable(arena, &set));
	assert_true(ad_jwks_find(arena, &set, AD_S("a"), AD_ALG_ES256, &key));
	assert_string_equal(key.thumbprint.p, JOSE_EC_THUMBPRINT);
	assert_true(ad_jwks_find(arena, &set, AD_S("a"), AD_ALG_RS256, &key));
	assert_string_equal(key.thumbprint.p, JOSE_RSA_THUMBPRINT);
	assert_true(ad_jwks_find(arena, &set, AD_S("2011-04-29"), AD_ALG_RS256, &key));
	assert_false(ad_jwks_find(arena, &set, AD_S("2011-04-29"), AD_ALG_ES256, &key));
	assert_false(ad_jwks_find(arena, &set, AD_S("A"), AD_ALG_ES256, &key));
	assert_false(ad_jwks_find(arena, &set, AD_S(""), AD_ALG_ES256, &key));
	/* Without a kid the algorithm has to leave one. */
	assert_true(ad_jwks_find(arena, &set, (struct ad_str){ 0 }, AD_ALG_ES256, &key));
	assert_false(ad_jwks_find(arena, &set, (struct ad_str){ 0 }, AD_ALG_RS256, &key));
	ad_arena_free(arena);
}

static void two_keys_of_one_name_are_none(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_jwks set;
	struct ad_jwk key;

	(void)state;
	assert_true(
		set_taken(arena,
			  ad_arena_printf(arena, "{\"keys\":[%s,%s]}", named(arena, "a", JOSE_EC),
					  named(arena, "a", JOSE_EC))
				  .p,
			  &set));
	assert_false(ad_jwks_find(arena, &set, AD_S("a"), AD_ALG_ES256, &key));
	ad_arena_free(arena);
}

static void a_set_is_public_and_bounded(void **state)
{
	static const char *const bad[] = {
		"",
		"[]",
		"{}",
		"{\"keys\":{}}",
		"{\"keys\":[1]}",
		"{\"keys\":[]}x",
		"{\"keys\":[],\"keys\":[]}",
		"{\"keys\":[" JOSE_EC "," JOSE_EC_PRIVATE "]}",
		"{\"keys\":[{\"kty\":\"oct\",\"k\":\"AAAA\"}]}",
		"{\"keys\":[{\"kty\":\"OKP\",\"d\":\"AAAA\"}]}",
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_jwks set;
	struct ad_text text = ad_text_on(arena);

	(void)state;
	for (size_t i = 0; i < AD_LEN(bad); i++)
		if (set_taken(arena, bad[i], &set))
			fail_msg("taken: %s", bad[i]);
	assert_true(set_taken(arena, "{\"keys\":[]}", &set));
	assert_false(ad_jwks_usable(arena, &set));
	assert_true(set_taken(arena, "{\"keys\":[" JOSE_ED "]}", &set));
	assert_false(ad_jwks_usable(arena, &set));
	ad_text_adds(&text, "{\"keys\":[{}");
	for (int i = 1; i < AD_JWKS_KEYS_MAX; i++)
		ad_text_adds(&text, ",{}");
	size_t n = text.n;
	ad_text_adds(&text, "]}");
	assert_true(set_taken(arena, ad_text_str(&text).p, &set));
	text.n = n;
	ad_text_adds(&text, ",{}]}");
	assert_false(set_taken(arena, ad_text_str(&text).p, &set));
	assert_false(set_taken(
		arena, ad_arena_printf(arena, "{\"keys\":[]%*s}", AD_JWKS_TEXT_MAX, "").p, &set));
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_of_jose_are_read),
		cmocka_unit_test(other_members_change_no_thumbprint),
		cmocka_unit_test(what_is_private_or_for_something_else_is_refused),
		cmocka_unit_test(a_point_lies_on_the_curve),
		cmocka_unit_test(rsa_numbers_are_in_bounds),
		cmocka_unit_test(keys_are_found_by_kid_and_algorithm),
		cmocka_unit_test(two_keys_of_one_name_are_none),
		cmocka_unit_test(a_set_is_public_and_bounded),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
