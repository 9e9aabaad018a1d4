#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "auth/secret/secret_file.h"
#include "base/clock.h"

#define ONE "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
#define TWO "f00102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
#define THREE "f10102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

static void a_ring_is_lines_or_has_commas(void **state)
{
	struct ad_secret_ring a, b;
	char err[256] = "";

	(void)state;
	assert_true(ad_secret_parse(AD_S(ONE "\n" TWO " 2026-11-23T04:00:00.000Z\r\n\n" THREE), &a,
				    err));
	assert_true(ad_secret_parse(AD_S(ONE "," TWO " 2026-11-23T04:00:00Z, " THREE), &b, err));
	assert_int_equal(a.count, 3);
	assert_int_equal(b.count, 3);
	for (size_t i = 0; i < 3; i++) {
		assert_memory_equal(a.key[i].key, b.key[i].key, AD_SECRET_SIZE);
		assert_string_equal(a.key[i].id, b.key[i].id);
		assert_int_equal(a.key[i].seals_from, b.key[i].seals_from);
		assert_int_equal(strlen(a.key[i].id), AD_SECRET_ID - 1);
	}
	assert_string_not_equal(a.key[0].id, a.key[1].id);
	assert_null(strstr(ONE, a.key[0].id));
	assert_true(ad_secret_parse(AD_S(ONE), &a, err));
}

static void what_is_wrong_is_named_and_never_shown(void **state)
{
	static const struct {
		const char *text, *word;
	} cases[] = {
		{ "", "64 hex digits" },
		{ "\n\n", "64 hex digits" },
		{ "0001", "key 1 must be 64 hex" },
		{ ONE "00", "key 1 must be 64 hex" },
		{ ONE "\n" TWO " tomorrow", "key 2 must be 64 hex" },
		{ ONE "\nabc", "key 2 must be 64 hex" },
		{ ONE "\n" TWO "\n" ONE, "key 3 is there twice" },
		{ TWO " 2026-11-23T04:00:00Z", "line before it is missing" },
	};
	struct ad_secret_ring ring;

	(void)state;
	for (size_t i = 0; i < AD_LEN(cases); i++) {
		char err[256] = "";
		assert_false(ad_secret_parse(ad_str(cases[i].text), &ring, err));
		if (!strstr(err, cases[i].word))
			fail_msg("%s: %s", cases[i].text, err);
		assert_null(strstr(err, "0102"));
	}
	char many[17 * 65 + 1] = "", err[256];
	for (int i = 0; i < 17; i++)
		snprintf(many + 65 * i, 66, "%064x\n", i);
	assert_false(ad_secret_parse(ad_str(many), &ring, err));
	assert_non_null(strstr(err, "one too many"));
}

static void the_last_that_may_seals(void **state)
{
	struct ad_secret_ring ring = { .count = 4 };

	(void)state;
	ring.key[1].seals_from = 0;
	ring.key[2].seals_from = 3000;
	ring.key[3].seals_from = 2000;
	assert_int_equal(ad_secret_sealing(&ring, 1000), 1);
	assert_int_equal(ad_secret_sealing(&ring, 2500), 3);
	assert_int_equal(ad_secret_sealing(&ring, 3000), 2);
	ring.count = 1;
	assert_int_equal(ad_secret_sealing(&ring, 3000), 0);
}

#define FOLDER "/tmp/adcore-secret-XXXXXX" /* of mkdtemp(3) */

static void make_folder(char folder[static 40], char path[static 80], struct ad_secret_ring *ring)
{
	struct stat st;
	char err[256] = "";

	memcpy(folder, FOLDER, sizeof(FOLDER));
	assert_non_null(mkdtemp(folder));
	snprintf(path, 80, "%s/secret.key", folder);
	assert_true(ad_secret_make(path, err));
	assert_true(ad_secret_read(path, ring, &st, err));
	assert_int_equal(ring->count, 1);
}

static void lines_are_added_and_taken_out(void **state)
{
	struct ad_secret_ring first, ring;
	struct stat st;
	char folder[40], path[80], err[256] = "", ids[2][AD_SECRET_ID];
	int64_t now = ad_now() / 1000 * 1000;

	(void)state;
	make_folder(folder, path, &first);
	assert_true(ad_secret_add(folder, now, ids[1], err));
	assert_true(ad_secret_add(folder, now + AD_HOUR, ids[0], err));
	assert_true(ad_secret_read(path, &ring, &st, err));
	assert_int_equal(ring.count, 3);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_memory_equal(ring.key[0].key, first.key[0].key, AD_SECRET_SIZE);
	assert_string_equal(ring.key[1].id, ids[1]);
	assert_int_equal(ring.key[1].seals_from, now);
	assert_int_equal(ring.key[2].seals_from, now + AD_HOUR);
	/* Never the root, and nothing that is not named. */
	memcpy(ids[0], first.key[0].id, AD_SECRET_ID);
	assert_true(ad_secret_drop(folder, (const char(*)[AD_SECRET_ID])ids, 2, err));
	assert_true(ad_secret_read(path, &ring, &st, err));
	assert_int_equal(ring.count, 2);
	assert_string_equal(ring.key[0].id, first.key[0].id);
	assert_string_not_equal(ring.key[1].id, ids[1]);
	for (int i = 2; i < AD_SECRET_KEYS_MAX; i++)
		assert_true(ad_secret_add(folder, now, ids[0], err));
	assert_false(ad_secret_add(folder, now, ids[0], err));
	assert_non_null(strstr(err, "drop-old"));
	unlink(path);
	assert_false(ad_secret_add(folder, now, ids[0], err));
	assert_int_equal(symlink("elsewhere", path), 0);
	assert_false(ad_secret_add(folder, now, ids[0], err));
	assert_non_null(strstr(err, "leads to one"));
	unlink(path);
	assert_int_equal(rmdir(folder), 0); /* and nothing else was left */
}

/* Root adds a line for a server that runs as somebody else. */
static void the_file_stays_its_owners(void **state)
{
	struct ad_secret_ring ring;
	struct stat st;
	char folder[40], path[80], err[256] = "", id[1][AD_SECRET_ID];

	(void)state;
	if (geteuid() != 0)
		skip();
	make_folder(folder, path, &ring);
	assert_int_equal(chown(path, 65534, 65533), 0);
	assert_true(ad_secret_add(folder, ad_now(), id[0], err));
	assert_true(ad_secret_read(path, &ring, &st, err));
	assert_int_equal(ring.count, 2);
	assert_int_equal(st.st_uid, 65534);
	assert_int_equal(st.st_gid, 65533);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_true(ad_secret_drop(folder, (const char(*)[AD_SECRET_ID])id, 1, err));
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_uid, 65534);
	unlink(path);
	assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_ring_is_lines_or_has_commas),
		cmocka_unit_test(what_is_wrong_is_named_and_never_shown),
		cmocka_unit_test(the_last_that_may_seals),
		cmocka_unit_test(lines_are_added_and_taken_out),
		cmocka_unit_test(the_file_stays_its_owners),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
