#include "tests/support/unit.h"

#include <pthread.h>

#include "base/digest.h"

static void hex_of(const uint8_t digest[static AD_SHA256_SIZE], const char *want)
{
	char hex[2 * AD_SHA256_SIZE + 1];

	ad_hex(digest, AD_SHA256_SIZE, hex);
	assert_string_equal(hex, want);
}

static void sha256_of_the_standard_vectors(void **state)
{
	uint8_t out[AD_SHA256_SIZE];

	(void)state;
	ad_sha256(AD_S(""), out);
	hex_of(out, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	ad_sha256((struct ad_str){ NULL, 0 }, out);
	hex_of(out, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	ad_sha256(AD_S("abc"), out);
	hex_of(out, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

/* RFC 4231, cases 1, 2 and 6 (a key longer than the block). */
static void hmac_of_the_standard_vectors(void **state)
{
	uint8_t out[AD_SHA256_SIZE];
	char key[131];

	(void)state;
	memset(key, 0x0b, 20);
	ad_hmac_sha256((struct ad_str){ key, 20 }, AD_S("Hi There"), out);
	hex_of(out, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
	ad_hmac_sha256(AD_S("Jefe"), AD_S("what do ya want for nothing?"), out);
	hex_of(out, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
	memset(key, 0xaa, sizeof(key));
	ad_hmac_sha256((struct ad_str){ key, sizeof(key) },
		       AD_S("Test Using Larger Than Block-Size Key - Hash Key First"), out);
	hex_of(out, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

static void *digest_on_a_thread(void *out)
{
	ad_sha256(AD_S("abc"), out);
	return NULL;
}

static void digests_on_another_thread(void **state)
{
	uint8_t out[AD_SHA256_SIZE];
	pthread_t thread;

	(void)state;
	assert_int_equal(pthread_create(&thread, NULL, digest_on_a_thread, out), 0);
	pthread_join(thread, NULL);
	hex_of(out, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

static void hex_goes_there_and_back(void **state)
{
	uint8_t out[3];

	(void)state;
	assert_true(ad_unhex(AD_S("00fFa9"), out, 3));
	assert_memory_equal(out, "\x00\xff\xa9", 3);
	assert_false(ad_unhex(AD_S("00ffa"), out, 3));
	assert_false(ad_unhex(AD_S("00ffa90"), out, 3));
	assert_false(ad_unhex(AD_S("00ffg9"), out, 3));
	assert_false(ad_unhex(AD_S("00ff 9"), out, 3));
}

static void base64_goes_there_and_back(void **state)
{
	/* RFC 4648 section 10 */
	static const char *const plain[] = { "", "f", "fo", "foo", "foob", "fooba", "foobar" };
	static const char *const coded[] = { "",         "Zg==",     "Zm8=",    "Zm9v",
					     "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy" };
	struct ad_arena *arena = ad_arena_new();
	struct ad_str out;

	(void)state;
	for (size_t i = 0; i < AD_LEN(plain); i++) {
		assert_string_equal(ad_base64(arena, plain[i], strlen(plain[i])).p, coded[i]);
		assert_true(ad_unbase64(arena, ad_str(coded[i]), &out));
		assert_string_equal(out.p, plain[i]);
		out = ad_base64url(arena, plain[i], strlen(plain[i]));
		assert_memory_equal(out.p, coded[i], out.n);
		assert_int_equal(out.n, strcspn(coded[i], "="));
		assert_true(ad_unbase64url(arena, out, &out));
		assert_true(ad_str_is(out, plain[i]));
	}
	assert_string_equal(ad_base64url(arena, "\xff\xef\xbe", 3).p, "_---");
	assert_string_equal(ad_base64(arena, "\xff\xef\xbe", 3).p, "/+++");
	ad_arena_free(arena);
}

static void refuses_loose_base64(void **state)
{
	static const char *const bad_url[] = { "Zg==", "Zg=",   "Z",      "Zh",    "Zm9",  "Zm+v",
					       "Zm/v", "Zm 9v", "Zm9v\n", "Zm9v=", "Zm9vY" };
	static const char *const bad[] = {
		"Zg",   "Zg=",   "Zh==", "Zm9=", "Zm-v",     "Zm_v",
		"=Zm9", "Zg===", "====", "Z===", "Zm9v Zm9", "Zg==Zg=="
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_str out;

	(void)state;
	for (size_t i = 0; i < AD_LEN(bad_url); i++) {
		if (ad_unbase64url(arena, ad_str(bad_url[i]), &out))
			fail_msg("accepted: %s", bad_url[i]);
	}
	for (size_t i = 0; i < AD_LEN(bad); i++) {
		if (ad_unbase64(arena, ad_str(bad[i]), &out))
			fail_msg("accepted: %s", bad[i]);
	}
	ad_arena_free(arena);
}

/* Every byte outside the alphabet, in each place of a group. */
static void refuses_bytes_outside_the_alphabet(void **state)
{
	static const char common[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
	struct ad_arena *arena = ad_arena_new();
	struct ad_str out;
	uint8_t hex[4];

	(void)state;
	for (int c = 0; c < 256; c++)
		for (size_t place = 0; place < 4; place++) {
			char text[] = "AAAAAAAA";
			bool is_common = c && strchr(common, c);

			text[place] = (char)c;
			assert_int_equal(ad_unbase64(arena, (struct ad_str){ text, 8 }, &out),
					 is_common || c == '+' || c == '/');
			assert_int_equal(ad_unbase64url(arena, (struct ad_str){ text, 8 }, &out),
					 is_common || c == '-' || c == '_');
			assert_int_equal(ad_unhex((struct ad_str){ text, 8 }, hex, 4),
					 c && strchr("0123456789abcdefABCDEF", c));
		}
	ad_arena_free(arena);
}

static void base32_of_the_standard_vectors(void **state)
{
	static const char *const plain[] = { "", "f", "fo", "foo", "foob", "fooba", "foobar" };
	static const char *const coded[] = { "",        "MY",       "MZXQ",      "MZXW6",
					     "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI" };
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(plain); i++)
		assert_string_equal(ad_base32(arena, plain[i], strlen(plain[i])).p, coded[i]);
	ad_arena_free(arena);
}

static void secrets_compare(void **state)
{
	(void)state;
	assert_true(ad_secret_eq(AD_S("abc"), AD_S("abc")));
	assert_true(ad_secret_eq(AD_S(""), (struct ad_str){ NULL, 0 }));
	assert_false(ad_secret_eq(AD_S("abc"), AD_S("abd")));
	assert_false(ad_secret_eq(AD_S("abc"), AD_S("ab")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sha256_of_the_standard_vectors),
		cmocka_unit_test(hmac_of_the_standard_vectors),
		cmocka_unit_test(digests_on_another_thread),
		cmocka_unit_test(hex_goes_there_and_back),
		cmocka_unit_test(base64_goes_there_and_back),
		cmocka_unit_test(refuses_loose_base64),
		cmocka_unit_test(refuses_bytes_outside_the_alphabet),
		cmocka_unit_test(base32_of_the_standard_vectors),
		cmocka_unit_test(secrets_compare),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
