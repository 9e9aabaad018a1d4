#include "tests/support/unit.h"

#include <sodium.h>
#include <unistd.h>

#include "auth/signin/password.h"
#include "auth/signin/password_list.h"

static void a_password_is_its_own(void **state)
{
	char hash[AD_PASSWORD_HASH_SIZE];
	struct ad_str password = AD_S("correct horse battery");

	(void)state;
	assert_true(ad_password_hash(password, hash));
	assert_int_equal(strncmp(hash, "$argon2id$v=19$m=19456,t=2,p=1$", 31), 0);
	assert_true(ad_password_verify(ad_str(hash), password));
	assert_false(ad_password_verify(ad_str(hash), AD_S("correct horse batterz")));
	assert_false(ad_password_verify(ad_str(hash), AD_S("")));
}

static void nobody_signs_in_without_one(void **state)
{
	(void)state;
	assert_false(ad_password_verify((struct ad_str){ 0 }, AD_S("")));
	assert_false(ad_password_verify((struct ad_str){ 0 }, AD_S("correct horse battery")));
	assert_false(ad_password_verify(AD_S("nonsense"), AD_S("nonsense")));
}

static const char *fault_of(const char *password)
{
	return ad_password_fault(ad_str(password), AD_S("ada.lovelace@example.com"),
				 AD_S("Augusta Ada King"));
}

static void check_fault(const char *password, const char *word)
{
	const char *fault = fault_of(password);

	if (!fault)
		fail_msg("taken: %s", password);
	if (!strstr(fault, word))
		fail_msg("%s: %s", password, fault);
}

static void length_is_counted_in_characters(void **state)
{
	char most[AD_PASSWORD_MAX + 1];
	struct ad_str nobody = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(most); i++)
		most[i] = (char)('a' + (i * i + i / 7) % 26);
	check_fault("", "12 characters");
	check_fault("tbmxqfkwzrp", "12 characters");
	assert_null(fault_of("tbmxqfkwzrpd"));
	check_fault("\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xa9", "12 characters");
	/* An accent of its own is no character of its own: eleven letters, twelve code points. */
	check_fault("tbmxqfkwzre\xcc\x81", "12 characters");
	assert_null(ad_password_fault((struct ad_str){ most, AD_PASSWORD_MAX }, nobody, nobody));
	assert_non_null(
		ad_password_fault((struct ad_str){ most, AD_PASSWORD_MAX + 1 }, nobody, nobody));
}

static void what_cannot_be_typed_again_is_refused(void **state)
{
	struct ad_str nobody = { 0 };

	(void)state;
	check_fault("tbmxqfkwzrpd\xff", "UTF-8");
	check_fault("tbmxqf\tkwzrpd", "control");
	check_fault("tbmxqfkwzrpd\n", "control");
	check_fault("tbmxqf\x7fkwzrpd", "control");
	check_fault("tbmxqf\xc2\x85kwzrpd", "control");
	assert_non_null(ad_password_fault(AD_S("tbmxqf\0kwzrpd"), nobody, nobody));
	assert_null(fault_of("tb mx qf kw zr pd"));
	assert_null(fault_of("\xf0\x9f\x90\x8e tbmxqf kwzrpd"));
}

static void what_is_tried_first_is_refused(void **state)
{
	static const char *const common[] = {
		"aaaaaaaaaaaa",        "abcabcabcabc",   "123456123456",
		"passwordpassword",    "123456789012",   "abcdefghijkl",
		"zyxwvutsrqpo",        "098765432109",   "Password1234",
		"P a s s w o r d 1 2", "qwertyuiop12",   "1q2w3e4r5t6y",
		"iloveyou2024",        "Administrator1", "!!!!!!!!!!!!",
		"------------",        "a-----------",   "correct horse battery staple",
	};
	static const char *const fine[] = {
		"four words that differ",      "correct horse battery",
		"my password is a secret one", "abcdefghijkl and what follows",
		"adalovelace#Kq7!v(9z",
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(common); i++)
		check_fault(common[i], "tried first");
	for (size_t i = 0; i < AD_LEN(fine); i++)
		if (fault_of(fine[i]))
			fail_msg("%s: %s", fine[i], fault_of(fine[i]));
}

static void the_own_address_and_name_are_refused(void **state)
{
	struct ad_str nobody = { 0 };

	(void)state;
	check_fault("ada.lovelace@example.com", "address or name");
	check_fault("Ada.Lovelace@Example.com1", "address or name");
	check_fault("adalovelace1815", "address or name");
	check_fault("Ada_Lovelace!", "address or name");
	check_fault("augusta ada king", "address or name");
	check_fault("12AugustaAdaKing", "address or name");
	assert_null(ad_password_fault(AD_S("adalovelace1815"), AD_S("eve@example.com"), nobody));
	assert_null(ad_password_fault(AD_S("adalovelace1815"), nobody, nobody));
	/* A name of fewer letters than the limit may occur in any password. */
	assert_null(ad_password_fault(AD_S("canada goose 7"), AD_S("ada@x.y"), AD_S("Ada")));
	/* A name that is not valid UTF-8 is ignored. */
	assert_null(ad_password_fault(AD_S("tbmxqfkwzrpd"), AD_S("\xff@x.y"), AD_S("\xff")));
}

/* "é" in one code point and in two: the same password, whatever keyboard it was typed on. */
static void letters_are_composed_before_they_are_hashed(void **state)
{
	struct ad_str one = AD_S("caf\xc3\xa9 at the corner"),
		      two = AD_S("cafe\xcc\x81 at the corner");
	char hash[AD_PASSWORD_HASH_SIZE];

	(void)state;
	assert_true(ad_password_hash(two, hash));
	assert_true(ad_password_verify(ad_str(hash), one));
	assert_true(ad_password_verify(ad_str(hash), two));
	assert_false(ad_password_verify(ad_str(hash), AD_S("cafe at the corner")));
	/* A hash of an earlier version: of the bytes as sent. */
	assert_int_equal(crypto_pwhash_str_alg(hash, two.p, two.n, 1, 8 * 1024 * 1024,
					       crypto_pwhash_ALG_ARGON2ID13),
			 0);
	assert_true(ad_password_verify(ad_str(hash), two));
	assert_false(ad_password_verify(ad_str(hash), one));
	/* A password that is not valid UTF-8 never matches. */
	assert_false(ad_password_verify(ad_str(hash), AD_S("caf\xff")));
}

static void a_weak_hash_is_stale(void **state)
{
	char hash[AD_PASSWORD_HASH_SIZE];

	(void)state;
	assert_true(ad_password_hash(AD_S("four words that differ"), hash));
	assert_false(ad_password_stale(ad_str(hash)));
	assert_true(ad_password_stale(AD_S("$argon2id$v=19$m=19456,t=1,p=1$c2FsdA$aGFzaA")));
	assert_true(ad_password_stale(AD_S("$argon2id$v=19$m=12288,t=3,p=1$c2FsdA$aGFzaA")));
	assert_true(ad_password_stale(AD_S("$argon2i$v=19$m=65536,t=4,p=1$c2FsdA$aGFzaA")));
	assert_true(ad_password_stale(AD_S("$scrypt$ln=17,r=8,p=1$c2FsdA$aGFzaA")));
	assert_true(ad_password_stale(AD_S("")));
	/* A hash of equal or higher cost is not stale. */
	assert_false(ad_password_stale(AD_S("$argon2id$v=19$m=47104,t=1,p=1$c2FsdA$aGFzaA")));
	assert_false(ad_password_stale(AD_S("$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA")));
}

/* A file in the folder of tests that run; its path. */
static const char *written(const char *text)
{
	static char path[64];

	snprintf(path, sizeof(path), "/tmp/adcore-list-XXXXXX");
	int fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	return path;
}

static void what_the_operator_lists_is_refused(void **state)
{
	char err[256] = "";

	(void)state;
	assert_null(fault_of("purple monkey dishwasher"));
	const char *path = written("\r\nzz\nPurple Monkey Dishwasher\r\n\nL\xc3\xb6schpapier 1924");
	assert_true(ad_password_list_read(path, err));
	unlink(path);
	check_fault("purple monkey dishwasher", "list");
	check_fault("PURPLE MONKEY DISHWASHER", "list");
	check_fault("L\xc3\x96SCHPAPIER 1924", "list");
	/* The last line counts, and only whole lines match. */
	check_fault("lo\xcc\x88schpapier 1924", "list");
	assert_null(fault_of("purple monkey dishwashers"));
	assert_false(ad_password_is_listed(AD_S("")));
	assert_false(ad_password_list_read("/nowhere/list", err));
	assert_non_null(strstr(err, "/nowhere/list cannot be read"));
	check_fault("purple monkey dishwasher", "list"); /* what was read before stays */
	path = written("");
	assert_true(ad_password_list_read(path, err));
	unlink(path);
	assert_null(fault_of("purple monkey dishwasher"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_the_operator_lists_is_refused),
		cmocka_unit_test(a_password_is_its_own),
		cmocka_unit_test(nobody_signs_in_without_one),
		cmocka_unit_test(length_is_counted_in_characters),
		cmocka_unit_test(what_cannot_be_typed_again_is_refused),
		cmocka_unit_test(what_is_tried_first_is_refused),
		cmocka_unit_test(the_own_address_and_name_are_refused),
		cmocka_unit_test(letters_are_composed_before_they_are_hashed),
		cmocka_unit_test(a_weak_hash_is_stale),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
