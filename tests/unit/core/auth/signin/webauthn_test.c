#include "tests/support/unit.h"

#include <stdlib.h>

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>

#include "auth/jose/cose.h"
#include "auth/signin/webauthn.h"
#include "base/digest.h"
#include "base/text.h"

#define RP AD_S("ads.example.com")
#define ORIGIN AD_S("https://ads.example.com")
#define UP 0x01
#define UV 0x04
#define BE 0x08
#define BS 0x10
#define AT 0x40
#define ED 0x80

/* An authenticator with one key, and the members of its next response. */
struct device {
	struct ad_arena *arena;
	EVP_PKEY *pkey;
	struct ad_str cose;
	struct ad_str rp;
	unsigned flags;
	uint32_t count;
	struct ad_str tail; /* after all members: extensions, or invalid bytes */
};

static void add_bytes(struct ad_text *t, const void *bytes, size_t n)
{
	ad_text_add(t, (struct ad_str){ bytes, n });
}

static void add_bignum(struct ad_text *t, EVP_PKEY *pkey, const char *name)
{
	unsigned char bytes[512];
	BIGNUM *number = NULL;

	assert_int_equal(EVP_PKEY_get_bn_param(pkey, name, &number), 1);
	int n = BN_num_bytes(number);
	int size = n <= 32 && n > 4 ? 32 : n;
	assert_int_equal(BN_bn2binpad(number, bytes, size), size);
	if (size > 255)
		ad_text_addf(t, "\x59%c%c", size >> 8, size & 255);
	else if (size > 23)
		ad_text_addf(t, "\x58%c", size);
	else
		ad_text_addc(t, (char)(0x40 + size));
	add_bytes(t, bytes, (size_t)size);
	BN_free(number);
}

static void make_es256(struct device *d)
{
	struct ad_text t = ad_text_on(d->arena);

	d->pkey = EVP_EC_gen("P-256");
	add_bytes(&t, "\xa5\x01\x02\x03\x26\x20\x01\x21", 8);
	add_bignum(&t, d->pkey, OSSL_PKEY_PARAM_EC_PUB_X);
	add_bytes(&t, "\x22", 1);
	add_bignum(&t, d->pkey, OSSL_PKEY_PARAM_EC_PUB_Y);
	d->cose = ad_text_str(&t);
}

static void make_ed25519(struct device *d)
{
	struct ad_text t = ad_text_on(d->arena);
	unsigned char raw[32];
	size_t n = sizeof(raw);

	d->pkey = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
	assert_int_equal(EVP_PKEY_get_raw_public_key(d->pkey, raw, &n), 1);
	add_bytes(&t, "\xa4\x01\x01\x03\x27\x20\x06\x21\x58\x20", 10);
	add_bytes(&t, raw, n);
	d->cose = ad_text_str(&t);
}

static void make_rs256_of(struct device *d, size_t bits)
{
	struct ad_text t = ad_text_on(d->arena);

	d->pkey = EVP_RSA_gen(bits);
	add_bytes(&t, "\xa4\x01\x03\x03\x39\x01\x00\x20", 8);
	add_bignum(&t, d->pkey, OSSL_PKEY_PARAM_RSA_N);
	add_bytes(&t, "\x21", 1);
	add_bignum(&t, d->pkey, OSSL_PKEY_PARAM_RSA_E);
	d->cose = ad_text_str(&t);
}

static void make_rs256(struct device *d)
{
	make_rs256_of(d, 2048);
}

static struct device open_device(void (*make)(struct device *d))
{
	struct device d = { .arena = ad_arena_new(), .rp = RP, .flags = UP | UV };

	make(&d);
	assert_non_null(d.pkey);
	return d;
}

static void close_device(struct device *d)
{
	EVP_PKEY_free(d->pkey);
	ad_arena_free(d->arena);
}

static struct ad_str authenticator_data(const struct device *d)
{
	struct ad_text t = ad_text_on(d->arena);
	uint8_t hash[AD_SHA256_SIZE];

	ad_sha256(d->rp, hash);
	add_bytes(&t, hash, sizeof(hash));
	ad_text_addc(&t, (char)d->flags);
	for (int i = 24; i >= 0; i -= 8)
		ad_text_addc(&t, (char)(d->count >> i));
	if (d->flags & AT) {
		add_bytes(&t, "0123456789abcdef\x00\x04key1", 22);
		ad_text_add(&t, d->cose);
	}
	ad_text_add(&t, d->tail);
	return ad_text_str(&t);
}

/* {"fmt": "none", "attStmt": {}, "authData": …} */
static struct ad_str attestation_of(struct ad_arena *arena, struct ad_str data)
{
	struct ad_text t = ad_text_on(arena);

	ad_text_adds(&t, "\xa3\x63"
			 "fmt\x64none\x67"
			 "attStmt\xa0\x68"
			 "authData");
	if (data.n > 255)
		ad_text_addf(&t, "\x59%c", (int)(data.n >> 8));
	else
		ad_text_addc(&t, '\x58');
	ad_text_addc(&t, (char)data.n);
	ad_text_add(&t, data);
	return ad_text_str(&t);
}

static struct ad_str attestation(const struct device *d)
{
	return attestation_of(d->arena, authenticator_data(d));
}

static enum ad_webauthn_fault register_it(const struct device *d,
					  struct ad_webauthn_credential *out)
{
	return ad_webauthn_register(attestation(d), RP, out);
}

static struct ad_str sign(const struct device *d, struct ad_str data, struct ad_str client)
{
	struct ad_text t = ad_text_on(d->arena);
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	uint8_t hash[AD_SHA256_SIZE];
	unsigned char *out = ad_arena_alloc(d->arena, 512);
	size_t n = 512;

	ad_sha256(client, hash);
	ad_text_add(&t, data);
	add_bytes(&t, hash, sizeof(hash));
	struct ad_str all = ad_text_str(&t);
	const EVP_MD *md = EVP_PKEY_is_a(d->pkey, "ED25519") ? NULL : EVP_sha256();
	assert_int_equal(EVP_DigestSignInit(ctx, NULL, md, NULL, d->pkey), 1);
	assert_int_equal(EVP_DigestSign(ctx, out, &n, (const unsigned char *)all.p, all.n), 1);
	EVP_MD_CTX_free(ctx);
	return (struct ad_str){ (const char *)out, n };
}

static struct ad_webauthn_answer answer(const struct device *d)
{
	struct ad_webauthn_answer a = { .client_data = AD_S("{\"type\":\"webauthn.get\"}"),
					.authenticator_data = authenticator_data(d) };

	a.signature = sign(d, a.authenticator_data, a.client_data);
	return a;
}

static enum ad_webauthn_fault assert_it(const struct device *d,
					struct ad_webauthn_credential *credential)
{
	struct ad_webauthn_answer a = answer(d);

	return ad_webauthn_assert(&a, RP, credential);
}

static void each_kind_of_key_signs_in(void **state)
{
	void (*const kinds[])(struct device *) = { make_es256, make_ed25519, make_rs256 };

	(void)state;
	for (size_t i = 0; i < AD_LEN(kinds); i++) {
		struct device d = open_device(kinds[i]);
		struct ad_webauthn_credential c;
		d.flags = UP | UV | AT;
		assert_int_equal(register_it(&d, &c), AD_WEBAUTHN_OK);
		assert_true(ad_str_is(c.id, "key1"));
		assert_true(ad_str_eq(c.key, d.cose));
		assert_int_equal(c.count, 0);
		d.flags = UP | UV;
		assert_int_equal(assert_it(&d, &c), AD_WEBAUTHN_OK);
		assert_int_equal(assert_it(&d, &c), AD_WEBAUTHN_OK);
		close_device(&d);
	}
}

static void every_flag_and_length_of_a_registration_is_looked_at(void **state)
{
	struct {
		unsigned flags;
		struct ad_str tail;
		enum ad_webauthn_fault fault;
	} rows[] = {
		{ UP | UV | AT, AD_S(""), AD_WEBAUTHN_OK },
		{ UP | UV | AT | BE, AD_S(""), AD_WEBAUTHN_OK },
		{ UP | UV | AT | BE | BS, AD_S(""), AD_WEBAUTHN_OK },
		{ UP | UV | AT | ED, AD_S("\xa1\x61x\xf5"), AD_WEBAUTHN_OK },
		{ UV | AT, AD_S(""), AD_WEBAUTHN_PRESENCE },
		{ UP | AT, AD_S(""), AD_WEBAUTHN_VERIFICATION },
		{ UP | UV | AT | BS, AD_S(""), AD_WEBAUTHN_BACKUP },
		{ UP | UV, AD_S(""), AD_WEBAUTHN_FORM },
		{ UP | UV | AT, AD_S("x"), AD_WEBAUTHN_FORM },
		{ UP | UV | AT | ED, AD_S(""), AD_WEBAUTHN_FORM },
		{ UP | UV | AT | ED, AD_S("\x80"), AD_WEBAUTHN_FORM },
		{ UP | UV | AT | ED, AD_S("\xa0x"), AD_WEBAUTHN_FORM },
	};
	struct device d = open_device(make_es256);
	struct ad_webauthn_credential c;

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		d.flags = rows[i].flags;
		d.tail = rows[i].tail;
		if (register_it(&d, &c) != rows[i].fault)
			fail_msg("row %zu: %s", i, ad_webauthn_fault_name(register_it(&d, &c)));
	}
	d.flags = UP | UV | AT;
	d.tail = AD_S("");
	d.rp = AD_S("example.com");
	assert_int_equal(register_it(&d, &c), AD_WEBAUTHN_RP);
	close_device(&d);
}

/* No part of an attestation object can be left out, and nothing added. */
/* Registers with a key id of some bytes. Without `key`, the data ends after the id. */
static enum ad_webauthn_fault register_id(struct device *d, size_t size, bool key,
					  struct ad_webauthn_credential *out)
{
	struct ad_text tail = ad_text_on(d->arena);

	/* The id and the key as what follows the flags, the AAGUID included. */
	add_bytes(&tail, "0123456789abcdef", 16);
	ad_text_addc(&tail, (char)(size >> 8));
	ad_text_addc(&tail, (char)size);
	for (size_t i = 0; i < size; i++)
		ad_text_addc(&tail, 'k');
	if (key)
		ad_text_add(&tail, d->cose);
	d->flags = UP | UV;
	d->tail = ad_text_str(&tail);
	struct ad_str data = authenticator_data(d);
	char *bytes = (char *)ad_arena_copy(d->arena, data).p;
	bytes[AD_SHA256_SIZE] |= AT;
	data.p = bytes;
	return ad_webauthn_register(attestation_of(d->arena, data), RP, out);
}

static void an_id_that_is_empty_or_too_long_is_refused(void **state)
{
	struct device d = open_device(make_es256);
	struct ad_webauthn_credential c;

	(void)state;
	assert_int_equal(register_id(&d, 1, true, &c), AD_WEBAUTHN_OK);
	assert_int_equal(register_id(&d, 1023, true, &c), AD_WEBAUTHN_OK);
	assert_int_equal(c.id.n, 1023);
	assert_int_equal(register_id(&d, 1024, true, &c), AD_WEBAUTHN_FORM);
	assert_int_equal(register_id(&d, 0, true, &c), AD_WEBAUTHN_FORM);
	/* Nothing is left to read then, but there is no credential either. */
	assert_int_equal(register_id(&d, 0, false, &c), AD_WEBAUTHN_FORM);
	assert_int_not_equal(register_id(&d, 1, false, &c), AD_WEBAUTHN_OK);
	close_device(&d);
}

static void an_attestation_cut_anywhere_is_refused(void **state)
{
	struct device d = open_device(make_es256);
	struct ad_webauthn_credential c;

	(void)state;
	d.flags = UP | UV | AT;
	struct ad_str whole = attestation(&d);
	assert_int_equal(ad_webauthn_register(whole, RP, &c), AD_WEBAUTHN_OK);
	for (size_t n = 0; n < whole.n; n++)
		assert_int_not_equal(ad_webauthn_register((struct ad_str){ whole.p, n }, RP, &c),
				     AD_WEBAUTHN_OK);
	struct ad_text t = ad_text_on(d.arena);
	ad_text_add(&t, whole);
	ad_text_addc(&t, '\0');
	assert_int_equal(ad_webauthn_register(ad_text_str(&t), RP, &c), AD_WEBAUTHN_FORM);
	close_device(&d);
}

static bool changed(struct ad_str cose, size_t at, char to)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str copy = ad_arena_copy(arena, cose);

	((char *)(uintptr_t)copy.p)[at] = to;
	EVP_PKEY *key = ad_cose_read(&copy);
	EVP_PKEY_free(key);
	ad_arena_free(arena);
	return key != NULL;
}

static void keys_of_another_kind_are_refused(void **state)
{
	struct device ec = open_device(make_es256), ed = open_device(make_ed25519);

	(void)state;
	assert_true(changed(ec.cose, 0, ec.cose.p[0]));
	assert_false(changed(ec.cose, 2, 0x01)); /* kty OKP with EC parameters */
	assert_false(changed(ec.cose, 4, 0x27)); /* EdDSA */
	assert_false(changed(ec.cose, 4, 0x22)); /* ES384's neighbour */
	assert_false(changed(ec.cose, 6, 0x02)); /* P-384 */
	assert_false(changed(ec.cose, 7, 0x20)); /* a label twice */
	assert_false(changed(ec.cose, 3, 0x04)); /* key_ops: not ours */
	assert_false(changed(ec.cose, 0, (char)0xa4));
	assert_false(changed(ed.cose, 6, 0x04)); /* X25519 */
	assert_false(changed(ed.cose, 4, 0x26));
	assert_false(changed(ec.cose, ec.cose.n - 1, (char)(ec.cose.p[ec.cose.n - 1] ^ 1)));
	close_device(&ec);
	close_device(&ed);
}

static void weak_rsa_is_refused(void **state)
{
	struct device strong = open_device(make_rs256);
	struct device weak = { .arena = ad_arena_new() };
	struct ad_str in;

	(void)state;
	make_rs256_of(&weak, 1024);
	in = weak.cose;
	assert_null(ad_cose_read(&in));
	assert_true(changed(strong.cose, 0, strong.cose.p[0]));
	assert_false(changed(strong.cose, strong.cose.n - 1, 0x00)); /* an even exponent */
	assert_false(changed(strong.cose, strong.cose.n - 3, 0x00)); /* exponent 1 */
	assert_false(changed(strong.cose, strong.cose.n - 6, 0x00)); /* an even modulus */
	assert_false(changed(strong.cose, 11, 0x00));                /* zeros in front */
	close_device(&strong);
	close_device(&weak);
}

static void every_flag_of_a_sign_in_is_looked_at(void **state)
{
	struct device d = open_device(make_es256);
	struct ad_webauthn_credential c = { .key = d.cose },
				      synced = { .key = d.cose, .eligible = true };

	(void)state;
	d.flags = UV;
	assert_int_equal(assert_it(&d, &c), AD_WEBAUTHN_PRESENCE);
	d.flags = UP;
	assert_int_equal(assert_it(&d, &c), AD_WEBAUTHN_VERIFICATION);
	d.flags = UP | UV | BS;
	assert_int_equal(assert_it(&d, &c), AD_WEBAUTHN_BACKUP);
	d.flags = UP | UV | BE;
	assert_int_equal(assert_it(&d, &c), AD_WEBAUTHN_BACKUP);
	d.flags = UP | UV;
	assert_int_equal(assert_it(&d, &synced), AD_WEBAUTHN_BACKUP);
	d.flags = UP | UV | BE | BS;
	assert_int_equal(assert_it(&d, &synced), AD_WEBAUTHN_OK);
	assert_true(synced.backed_up);
	d.flags = UP | UV | AT;
	assert_int_equal(assert_it(&d, &c), AD_WEBAUTHN_FORM);
	d.flags = UP | UV;
	d.rp = AD_S("evil.example");
	assert_int_equal(assert_it(&d, &c), AD_WEBAUTHN_RP);
	close_device(&d);
}

static void a_counter_must_rise_once_it_counts(void **state)
{
	static const struct {
		int64_t kept;
		uint32_t shown;
		bool good;
	} rows[] = { { 0, 0, true },
		     { 0, 1, true },
		     { 1, 2, true },
		     { 1, 1, false },
		     { 2, 1, false },
		     { 1, 0, false },
		     { 4294967294, UINT32_MAX, true } };
	struct device d = open_device(make_ed25519);

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_webauthn_credential c = { .key = d.cose, .count = rows[i].kept };
		d.count = rows[i].shown;
		assert_int_equal(assert_it(&d, &c),
				 rows[i].good ? AD_WEBAUTHN_OK : AD_WEBAUTHN_COUNT);
		assert_int_equal(c.count, rows[i].good ? rows[i].shown : rows[i].kept);
	}
	close_device(&d);
}

static void a_bit_changed_anywhere_breaks_the_signature(void **state)
{
	struct device d = open_device(make_es256), other = open_device(make_es256);
	struct ad_webauthn_credential c = { .key = d.cose }, foreign = { .key = other.cose };
	struct ad_webauthn_answer a = answer(&d);

	(void)state;
	assert_int_equal(ad_webauthn_assert(&a, RP, &foreign), AD_WEBAUTHN_SIGNATURE);
	for (size_t i = 0; i < a.signature.n; i++) {
		struct ad_webauthn_answer bent = a;
		bent.signature = ad_arena_copy(d.arena, a.signature);
		((char *)(uintptr_t)bent.signature.p)[i] ^= 1;
		assert_int_equal(ad_webauthn_assert(&bent, RP, &c), AD_WEBAUTHN_SIGNATURE);
	}
	struct ad_webauthn_answer bent = a;
	bent.client_data = AD_S("{\"type\":\"webauthn.got\"}");
	assert_int_equal(ad_webauthn_assert(&bent, RP, &c), AD_WEBAUTHN_SIGNATURE);
	bent = a;
	bent.authenticator_data = ad_arena_copy(d.arena, a.authenticator_data);
	((char *)(uintptr_t)bent.authenticator_data.p)[36] ^= 1;
	assert_int_equal(ad_webauthn_assert(&bent, RP, &c), AD_WEBAUTHN_SIGNATURE);
	bent = a;
	bent.signature = (struct ad_str){ 0 };
	assert_int_equal(ad_webauthn_assert(&bent, RP, &c), AD_WEBAUTHN_SIGNATURE);
	bent = a;
	bent.authenticator_data.n--;
	assert_int_equal(ad_webauthn_assert(&bent, RP, &c), AD_WEBAUTHN_FORM);
	close_device(&d);
	close_device(&other);
}

#define CLIENT(type, origin, rest)                                                                 \
	"{\"type\":\"" type "\",\"challenge\":\"abc\",\"origin\":\"" origin "\"" rest "}"

static void the_browsers_part_is_looked_at(void **state)
{
	static const struct {
		const char *json;
		enum ad_webauthn_fault fault;
	} rows[] = {
		{ CLIENT("webauthn.get", "https://ads.example.com", ""), AD_WEBAUTHN_OK },
		{ CLIENT("webauthn.get", "https://ads.example.com",
			 ",\"crossOrigin\":false,\"extra\":{\"a\":[1]}"),
		  AD_WEBAUTHN_OK },
		{ CLIENT("webauthn.create", "https://ads.example.com", ""), AD_WEBAUTHN_TYPE },
		{ CLIENT("", "https://ads.example.com", ""), AD_WEBAUTHN_TYPE },
		{ CLIENT("webauthn.get", "https://evil.example", ""), AD_WEBAUTHN_ORIGIN },
		{ CLIENT("webauthn.get", "http://ads.example.com", ""), AD_WEBAUTHN_ORIGIN },
		{ CLIENT("webauthn.get", "https://ads.example.com/", ""), AD_WEBAUTHN_ORIGIN },
		{ CLIENT("webauthn.get", "https://ads.example.com:443", ""), AD_WEBAUTHN_ORIGIN },
		{ CLIENT("webauthn.get", "https://sub.ads.example.com", ""), AD_WEBAUTHN_ORIGIN },
		{ CLIENT("webauthn.get", "https://ads.example.com", ",\"crossOrigin\":true"),
		  AD_WEBAUTHN_ORIGIN },
		{ CLIENT("webauthn.get", "https://ads.example.com", ",\"crossOrigin\":\"false\""),
		  AD_WEBAUTHN_ORIGIN },
		{ CLIENT("webauthn.get", "https://ads.example.com",
			 ",\"topOrigin\":\"https://evil.example\""),
		  AD_WEBAUTHN_ORIGIN },
		{ CLIENT("webauthn.get", "https://ads.example.com", ",\"type\":\"webauthn.get\""),
		  AD_WEBAUTHN_FORM },
		{ "{\"type\":\"webauthn.get\",\"origin\":\"https://ads.example.com\"}",
		  AD_WEBAUTHN_FORM },
		{ "[]", AD_WEBAUTHN_FORM },
		{ "", AD_WEBAUTHN_FORM },
		{ "null", AD_WEBAUTHN_FORM },
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_str challenge;

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++)
		if (ad_webauthn_client(arena, ad_str(rows[i].json), "webauthn.get", ORIGIN,
				       &challenge) != rows[i].fault)
			fail_msg("row %zu", i);
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_kind_of_key_signs_in),
		cmocka_unit_test(every_flag_and_length_of_a_registration_is_looked_at),
		cmocka_unit_test(an_id_that_is_empty_or_too_long_is_refused),
		cmocka_unit_test(an_attestation_cut_anywhere_is_refused),
		cmocka_unit_test(keys_of_another_kind_are_refused),
		cmocka_unit_test(weak_rsa_is_refused),
		cmocka_unit_test(every_flag_of_a_sign_in_is_looked_at),
		cmocka_unit_test(a_counter_must_rise_once_it_counts),
		cmocka_unit_test(a_bit_changed_anywhere_breaks_the_signature),
		cmocka_unit_test(the_browsers_part_is_looked_at),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
