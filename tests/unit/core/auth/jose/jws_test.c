#include "tests/support/unit.h"

#include <stdio.h>

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/ec.h>

#include "auth/jose/jws.h"
#include "base/digest.h"
#include "tests/unit/core/auth/jose_vectors.h"

static struct ad_jwk key_of(struct ad_arena *arena, const char *text)
{
	struct ad_json_error err;
	struct ad_jwk key;
	const char *fault = "";

	if (!ad_jwk_read(arena, ad_json_parse(arena, ad_str(text), &err), &key, &fault))
		fail_msg("%s: %s", fault, text);
	return key;
}

static bool read(struct ad_arena *arena, struct ad_str token, struct ad_jws *out)
{
	const char *fault = NULL;
	bool good = ad_jws_read(arena, token, out, &fault);

	/* The fault of a refusal is a text that is valid in an error_description. */
	assert_true(good == (fault == NULL));
	for (const char *p = fault ? fault : ""; *p; p++)
		assert_true(*p >= 0x20 && *p <= 0x7e && *p != '"' && *p != '\\');
	return good;
}

static bool accepted(struct ad_arena *arena, struct ad_str token, const struct ad_jwk *key)
{
	struct ad_jws jws;

	return read(arena, token, &jws) && ad_jws_verify(&jws, key);
}

static struct ad_str part(struct ad_arena *arena, const char *text)
{
	return ad_base64url(arena, text, strlen(text));
}

/* A token of jose's key pair over any bytes, as an attacker who has the key would make it. */
static struct ad_str forge(struct ad_arena *arena, EVP_PKEY *pkey, const char *header,
			   const char *claims)
{
	uint8_t signature[AD_ES256_SIZE];
	struct ad_str data =
		ad_arena_printf(arena, "%s.%s", part(arena, header).p, part(arena, claims).p);

	assert_true(ad_es256_sign(pkey, data, signature));
	return ad_arena_printf(arena, "%s.%s", data.p,
			       ad_base64url(arena, signature, sizeof(signature)).p);
}

static void free_key(void *key)
{
	EVP_PKEY_free(key);
}

/* A fresh key pair, and its public half as a JWK. */
static EVP_PKEY *make_pair(struct ad_arena *arena, struct ad_jwk *key)
{
	EVP_PKEY *pkey = EVP_EC_gen("P-256");
	uint8_t point[65];
	size_t n = 0;

	assert_non_null(pkey);
	ad_arena_defer(arena, free_key, pkey);
	assert_int_equal(EVP_PKEY_get_octet_string_param(pkey, OSSL_PKEY_PARAM_PUB_KEY, point,
							 sizeof(point), &n),
			 1);
	assert_int_equal(n, sizeof(point));
	*key = key_of(arena,
		      ad_arena_printf(
			      arena, "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"%s\",\"y\":\"%s\"}",
			      ad_base64url(arena, point + 1, 32).p,
			      ad_base64url(arena, point + 33, 32).p)
			      .p);
	return pkey;
}

static void tokens_of_jose_are_verified(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_jwk ec = key_of(arena, JOSE_EC), rsa = key_of(arena, JOSE_RSA);
	struct ad_jws jws;
	int64_t exp = 0;

	(void)state;
	assert_true(read(arena, ad_str(JOSE_ES256), &jws));
	assert_true(ad_jws_verify(&jws, &ec));
	assert_true(ad_str_is(jws.kid, "k1"));
	assert_true(ad_jws_is(&jws, "jwt"));
	assert_true(ad_str_is(ad_json_get_text(jws.claims, "sub"), "cli_1"));
	assert_true(ad_jws_time(jws.claims, "exp", &exp));
	assert_int_equal(exp, 1795262700);
	assert_true(accepted(arena, ad_str(JOSE_RS256), &rsa));
	assert_true(accepted(arena, ad_str(JOSE_PROOF), &ec));
	ad_arena_free(arena);
}

static void a_key_verifies_with_its_own_algorithm_alone(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_jwk ec = key_of(arena, JOSE_EC), rsa = key_of(arena, JOSE_RSA);
	struct ad_jwk other;

	(void)state;
	make_pair(arena, &other);
	assert_false(accepted(arena, ad_str(JOSE_ES256), &rsa));
	assert_false(accepted(arena, ad_str(JOSE_RS256), &ec));
	assert_false(accepted(arena, ad_str(JOSE_ES256), &other));
	/* HMAC with the public key's text as its key; unsupported curves and algorithms. */
	assert_false(accepted(arena, ad_str(JOSE_HS256), &ec));
	assert_false(accepted(arena, ad_str(JOSE_EDDSA), &ec));
	assert_false(accepted(arena, ad_str(JOSE_ES384), &ec));
	ad_arena_free(arena);
}

static void headers_choose_nothing(void **state)
{
	static const char *const bad[] = {
		"{\"alg\":\"none\"}",
		"{\"alg\":\"\"}",
		"{\"alg\":\"es256\"}",
		"{\"alg\":\"ES256 \"}",
		"{\"alg\":[\"ES256\"]}",
		"{\"alg\":null}",
		"{}",
		"[]",
		"\"ES256\"",
		"{\"alg\":\"ES256\",\"crit\":[\"b64\"],\"b64\":false}",
		"{\"alg\":\"ES256\",\"crit\":[]}",
		"{\"alg\":\"ES256\",\"b64\":true}",
		"{\"alg\":\"none\",\"alg\":\"ES256\"}",
		"{\"alg\":\"ES256\",\"alg\":\"none\"}",
		"{\"alg\":\"ES256\",\"\\u0061lg\":\"none\"}",
		"{\"alg\":\"ES256\",\"kid\":1}",
		"{\"alg\":\"ES256\",\"kid\":null}",
		"{\"alg\":\"ES256\",\"typ\":{}}",
		"{\"alg\":\"ES256\"} ,",
		"{\"alg\":\"ES256\"",
		"\xef\xbb\xbf{\"alg\":\"ES256\"}",
	};
	/* Members of the token that name a key or its location are ignored. */
	static const char *const ignored[] = {
		"{\"alg\":\"ES256\"}",
		"{\"alg\":\"ES256\",\"jwk\":" JOSE_RSA "}",
		"{\"alg\":\"ES256\",\"jku\":\"http://127.0.0.1:1/\",\"x5u\":\"file:///etc\"}",
		"{\"alg\":\"ES256\",\"x5c\":[\"AAAA\"],\"kid\":\"../../etc/passwd\"}",
		"{\"alg\":\"ES256\",\"kid\":\"' OR 1=1 --\",\"zip\":\"DEF\"}",
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_jwk key;
	EVP_PKEY *pkey = make_pair(arena, &key);

	(void)state;
	for (size_t i = 0; i < AD_LEN(bad); i++)
		if (accepted(arena, forge(arena, pkey, bad[i], "{}"), &key))
			fail_msg("taken: %s", bad[i]);
	for (size_t i = 0; i < AD_LEN(ignored); i++)
		if (!accepted(arena, forge(arena, pkey, ignored[i], "{}"), &key))
			fail_msg("refused: %s", ignored[i]);
	ad_arena_free(arena);
}

static void payloads_are_objects(void **state)
{
	static const char *const bad[] = {
		"[]",
		"\"a\"",
		"1",
		"null",
		"{\"a\":1,\"a\":2}",
		"{}x",
		"{\"a\":{\"b\":1,\"b\":1}}",
		"{\"a\":\"\\u0000\"}",
		"{\"a\":\"\xff\"}",
		"not json",
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_jwk key;
	EVP_PKEY *pkey = make_pair(arena, &key);

	(void)state;
	for (size_t i = 0; i < AD_LEN(bad); i++)
		if (accepted(arena, forge(arena, pkey, "{\"alg\":\"ES256\"}", bad[i]), &key))
			fail_msg("taken: %s", bad[i]);
	ad_arena_free(arena);
}

static void the_form_is_exact(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_jwk key = key_of(arena, JOSE_EC);
	struct ad_str good = ad_str(JOSE_ES256);

	(void)state;
	for (size_t i = 0; i < good.n; i++) {
		struct ad_str bad = ad_arena_copy(arena, good);
		((char *)bad.p)[i] = good.p[i] == 'A' ? 'B' : 'A';
		if (accepted(arena, bad, &key))
			fail_msg("character %zu changed", i);
		((char *)bad.p)[i] = '=';
		if (accepted(arena, bad, &key))
			fail_msg("character %zu padded", i);
		if (accepted(arena, (struct ad_str){ good.p, i }, &key))
			fail_msg("cut at %zu", i);
	}
	static const char *const around[][2] = { { "", "." },  { ".", "" },           { "", "=" },
						 { " ", "" },  { "", " " },           { "", "\n" },
						 { "", ".x" }, { "", "." JOSE_ES256 } };
	for (size_t i = 0; i < AD_LEN(around); i++)
		assert_false(accepted(
			arena, ad_arena_printf(arena, "%s%s%s", around[i][0], good.p, around[i][1]),
			&key));
	static const char *const odd[] = { "",         ".",       "..",
					   "...",      "a.b.c",   "a..c",
					   "e30.e30.", "e30.e30", "e30.e30.e30.e30.e30" };
	for (size_t i = 0; i < AD_LEN(odd); i++)
		assert_false(accepted(arena, ad_str(odd[i]), &key));
	ad_arena_free(arena);
}

static void a_token_is_bounded(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_jwk key;
	EVP_PKEY *pkey = make_pair(arena, &key);
	char claims[AD_JWS_MAX];

	(void)state;
	snprintf(claims, sizeof(claims), "{\"a\":\"%05000d\"}", 0);
	assert_true(accepted(arena, forge(arena, pkey, "{\"alg\":\"ES256\"}", claims), &key));
	snprintf(claims, sizeof(claims), "{\"a\":\"%07000d\"}", 0);
	assert_false(accepted(arena, forge(arena, pkey, "{\"alg\":\"ES256\"}", claims), &key));
	ad_arena_free(arena);
}

/* Bytes as the signature of a token whose header and payload are valid. */
static bool signed_by(struct ad_arena *arena, const struct ad_jwk *key, struct ad_str data,
		      struct ad_str bytes)
{
	struct ad_str tail = ad_base64url(arena, bytes.p, bytes.n);

	return accepted(arena, ad_arena_printf(arena, "%s.%s", data.p, tail.p), key);
}

static void an_es256_signature_is_64_bytes(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_jwk key;
	EVP_PKEY *pkey = make_pair(arena, &key);
	struct ad_str data = ad_arena_printf(arena, "%s.e30", part(arena, "{\"alg\":\"ES256\"}").p);
	uint8_t raw[AD_ES256_SIZE + 2] = { 0 }, der[128];
	size_t n = sizeof(der);
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();

	(void)state;
	assert_true(ad_es256_sign(pkey, data, raw));
	assert_true(signed_by(arena, &key, data, (struct ad_str){ (char *)raw, 64 }));
	assert_false(signed_by(arena, &key, data, (struct ad_str){ (char *)raw, 63 }));
	assert_false(signed_by(arena, &key, data, (struct ad_str){ (char *)raw, 65 }));
	assert_false(signed_by(arena, &key, data, (struct ad_str){ (char *)raw, 66 }));
	/* As OpenSSL writes it: right, but not JOSE's form. */
	assert_int_equal(EVP_DigestSignInit(ctx, NULL, EVP_sha256(), NULL, pkey), 1);
	assert_int_equal(EVP_DigestSign(ctx, der, &n, (const uint8_t *)data.p, data.n), 1);
	EVP_MD_CTX_free(ctx);
	assert_false(signed_by(arena, &key, data, (struct ad_str){ (char *)der, n }));
	/* r or s of zero, and of the group's order and beyond. */
	memset(raw, 0, sizeof(raw));
	assert_false(signed_by(arena, &key, data, (struct ad_str){ (char *)raw, 64 }));
	memset(raw, 0xff, sizeof(raw));
	assert_false(signed_by(arena, &key, data, (struct ad_str){ (char *)raw, 64 }));
	ad_arena_free(arena);
}

/* r and s are padded on the left: one in 256 is shorter than 32 bytes. */
static void short_numbers_are_padded(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_jwk key;
	EVP_PKEY *pkey = make_pair(arena, &key);
	struct ad_str data = AD_S("e30.e30");
	int padded = 0;

	(void)state;
	for (int i = 0; i < 3000 && padded < 2; i++) {
		uint8_t raw[AD_ES256_SIZE];
		assert_true(ad_es256_sign(pkey, data, raw));
		if (raw[0] != 0 && raw[32] != 0)
			continue;
		padded++;
		struct ad_str signature = { (char *)raw, sizeof(raw) };
		assert_true(ad_es256_verify(pkey, data, signature));
	}
	assert_true(padded > 0);
	ad_arena_free(arena);
}

static void types_are_media_types(void **state)
{
	static const struct {
		const char *typ;
		bool is;
	} rows[] = {
		{ "dpop+jwt", true },
		{ "DPoP+JWT", true },
		{ "application/dpop+jwt", true },
		{ "Application/dpop+jwt", true },
		{ "dpop", false },
		{ "JWT", false },
		{ "application/", false },
		{ "application/application/dpop+jwt", false },
		{ "text/dpop+jwt", false },
		{ "dpop+jwt ", false },
		{ "", false },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_jws jws = { .typ = ad_str(rows[i].typ) };
		if (ad_jws_is(&jws, "dpop+jwt") != rows[i].is)
			fail_msg("%s", rows[i].typ);
	}
	assert_false(ad_jws_is(&(struct ad_jws){ 0 }, "dpop+jwt"));
}

static void times_are_numbers(void **state)
{
	static const struct {
		const char *json;
		int64_t seconds; /* -1: refused */
	} rows[] = {
		{ "{\"exp\":0}", 0 },
		{ "{\"exp\":1795262400}", 1795262400 },
		{ "{\"exp\":1795262400.9}", 1795262400 },
		{ "{\"exp\":1e9}", 1000000000 },
		{ "{\"exp\":9007199254740991}", 9007199254740991 },
		{ "{\"exp\":1e300}", -1 },
		{ "{\"exp\":-1}", -1 },
		{ "{\"exp\":-0.5}", -1 },
		{ "{\"exp\":\"1795262400\"}", -1 },
		{ "{\"exp\":true}", -1 },
		{ "{\"exp\":null}", -1 },
		{ "{\"exp\":[1]}", -1 },
		{ "{}", -1 },
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_json_error err;

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		const cJSON *claims = ad_json_parse(arena, ad_str(rows[i].json), &err);
		int64_t seconds = -1;
		bool good = ad_jws_time(claims, "exp", &seconds);
		if (good != (rows[i].seconds >= 0) || (good && seconds != rows[i].seconds))
			fail_msg("%s", rows[i].json);
	}
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tokens_of_jose_are_verified),
		cmocka_unit_test(a_key_verifies_with_its_own_algorithm_alone),
		cmocka_unit_test(headers_choose_nothing),
		cmocka_unit_test(payloads_are_objects),
		cmocka_unit_test(the_form_is_exact),
		cmocka_unit_test(a_token_is_bounded),
		cmocka_unit_test(an_es256_signature_is_64_bytes),
		cmocka_unit_test(short_numbers_are_padded),
		cmocka_unit_test(types_are_media_types),
		cmocka_unit_test(times_are_numbers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
