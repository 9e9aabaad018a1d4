#include "tests/support/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "auth/secret/secret_keys.h"
#include "base/clock.h"

static struct ad_secrets *open_in(const char *folder)
{
	char err[256] = "";
	struct ad_secrets *secrets = ad_secrets_open(folder, err);

	if (!secrets)
		fail_msg("%s", err);
	return secrets;
}

static void make_folder(char folder[static 40])
{
	snprintf(folder, 40, "/tmp/adcore-secrets-XXXXXX");
	assert_non_null(mkdtemp(folder));
}

static void drop_folder(const char *folder)
{
	char path[80];

	snprintf(path, sizeof(path), "%s/secret.key", folder);
	unlink(path);
	rmdir(folder);
}

static void the_secret_is_made_once_and_for_us_alone(void **state)
{
	char folder[40], path[80], err[256];
	uint8_t a[AD_SHA256_SIZE], b[AD_SHA256_SIZE], c[AD_SHA256_SIZE];
	struct stat st;

	(void)state;
	make_folder(folder);
	struct ad_secrets *first = open_in(folder), *second = open_in(folder);
	ad_secrets_mac(first, "x", AD_S("data"), a);
	ad_secrets_mac(second, "x", AD_S("data"), b);
	ad_secrets_mac(second, "y", AD_S("data"), c);
	assert_memory_equal(a, b, sizeof(a));
	assert_memory_not_equal(a, c, sizeof(a));
	ad_secrets_close(first);
	ad_secrets_close(second);
	snprintf(path, sizeof(path), "%s/secret.key", folder);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	/* A file that others may read is refused, and so is one that holds something else. */
	assert_int_equal(chmod(path, 0640), 0);
	assert_null(ad_secrets_open(folder, err));
	assert_non_null(strstr(err, "chmod 600"));
	assert_int_equal(chmod(path, 0600), 0);
	assert_int_equal(truncate(path, 10), 0);
	assert_null(ad_secrets_open(folder, err));
	drop_folder(folder);
}

static void the_environment_comes_first(void **state)
{
	char folder[40], err[256];
	uint8_t a[AD_SHA256_SIZE], b[AD_SHA256_SIZE];

	(void)state;
	make_folder(folder);
	struct ad_secrets *file = open_in(folder);
	setenv("ADCORE_SECRET_KEY",
	       "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", 1);
	struct ad_secrets *given = open_in(folder);
	ad_secrets_mac(file, "x", AD_S("data"), a);
	ad_secrets_mac(given, "x", AD_S("data"), b);
	assert_memory_not_equal(a, b, sizeof(a));
	setenv("ADCORE_SECRET_KEY", "short", 1);
	assert_null(ad_secrets_open(folder, err));
	unsetenv("ADCORE_SECRET_KEY");
	ad_secrets_close(file);
	ad_secrets_close(given);
	drop_folder(folder);
}

static void a_box_opens_only_where_it_belongs(void **state)
{
	char folder[40];
	struct ad_arena *arena = ad_arena_new();
	struct ad_str plain, box, other;

	(void)state;
	make_folder(folder);
	struct ad_secrets *s = open_in(folder);
	box = ad_secrets_seal(s, arena, "connections", AD_S("con_1"), AD_S("1//token"));
	other = ad_secrets_seal(s, arena, "connections", AD_S("con_1"), AD_S("1//token"));
	assert_false(ad_str_eq(box, other));
	assert_true(ad_secrets_unseal(s, arena, "connections", AD_S("con_1"), box, &plain));
	assert_true(ad_str_is(plain, "1//token"));
	assert_false(ad_secrets_unseal(s, arena, "connections", AD_S("con_2"), box, &plain));
	assert_false(ad_secrets_unseal(s, arena, "other", AD_S("con_1"), box, &plain));
	for (size_t i = 0; i < box.n - 1; i++) {
		struct ad_str bad = ad_arena_copy(arena, box);
		((char *)bad.p)[i] = bad.p[i] == 'A' ? 'B' : 'A';
		assert_false(
			ad_secrets_unseal(s, arena, "connections", AD_S("con_1"), bad, &plain));
	}
	assert_false(
		ad_secrets_unseal(s, arena, "connections", AD_S("con_1"), AD_S("v1."), &plain));
	box = ad_secrets_seal(s, arena, "connections", AD_S(""), AD_S(""));
	assert_true(ad_secrets_unseal(s, arena, "connections", AD_S(""), box, &plain));
	assert_int_equal(plain.n, 0);
	ad_secrets_close(s);
	ad_arena_free(arena);
	drop_folder(folder);
}

/* As versions before several keys wrote it, and the root still does. */
static void what_the_root_sealed_opens_while_another_seals(void **state)
{
	static const char box[] = "v1.AAECAwQFBgcICQoLXo0k-oaflX2sbDntXZWmxGMoPaskQObK";
	char err[256], by[AD_SECRET_ID];
	struct ad_arena *arena = ad_arena_new();
	struct ad_secret_name names[AD_SECRET_KEYS_MAX];
	struct ad_str plain;

	(void)state;
	setenv("ADCORE_SECRET_KEY",
	       "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f,"
	       "ff0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
	       1);
	struct ad_secrets *s = ad_secrets_open("/nowhere", err);
	unsetenv("ADCORE_SECRET_KEY");
	assert_non_null(s);
	assert_true(ad_secrets_unseal(s, arena, "connections", AD_S("con_1"), AD_S(box), &plain));
	assert_true(ad_str_is(plain, "1//token"));
	assert_int_equal(ad_secrets_names(s, names), 2);
	assert_true(ad_secrets_sealed_by(s, AD_S(box), by));
	assert_string_equal(by, names[0].id);
	assert_false(names[0].seals);
	assert_true(names[1].seals);
	/* A new value names the newest key, and only that key decrypts it. */
	struct ad_str fresh = ad_secrets_seal(s, arena, "connections", AD_S("con_1"), AD_S("x"));
	assert_true(ad_secrets_sealed_by(s, fresh, by));
	assert_string_equal(by, names[1].id);
	assert_true(ad_secrets_unseal(s, arena, "connections", AD_S("con_1"), fresh, &plain));
	memcpy((char *)fresh.p + 3, names[0].id, AD_SECRET_ID - 1);
	assert_false(ad_secrets_unseal(s, arena, "connections", AD_S("con_1"), fresh, &plain));
	assert_false(ad_secrets_sealed_by(s, AD_S("v3.x"), by));
	assert_false(ad_secrets_sealed_by(s, AD_S("v2.0123456"), by));
	ad_secrets_close(s);
	ad_arena_free(arena);
}

static bool opens(const struct ad_secrets *s, struct ad_arena *arena, struct ad_str box)
{
	struct ad_str plain;

	return ad_secrets_unseal(s, arena, "connections", AD_S("con_1"), box, &plain);
}

static struct ad_str seal(const struct ad_secrets *s, struct ad_arena *arena)
{
	return ad_secrets_seal(s, arena, "connections", AD_S("con_1"), AD_S("x"));
}

static void a_server_follows_its_file(void **state)
{
	char folder[40], path[80], err[256], id[AD_SECRET_ID], by[AD_SECRET_ID];
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	make_folder(folder);
	snprintf(path, sizeof(path), "%s/secret.key", folder);
	struct ad_secrets *running = open_in(folder);
	struct ad_str before = seal(running, arena);
	/* A key with a later start is loaded at once and used from then on. */
	assert_true(ad_secret_add(folder, ad_now() + AD_HOUR, id, err));
	assert_true(ad_secrets_sealed_by(running, seal(running, arena), by));
	assert_string_not_equal(by, id);
	assert_true(ad_secret_add(folder, ad_now(), id, err));
	struct ad_secrets *other = open_in(folder);
	struct ad_str after = seal(other, arena);
	assert_true(ad_secrets_sealed_by(other, after, by));
	assert_string_equal(by, id);
	assert_true(opens(running, arena, after));
	assert_true(ad_secrets_sealed_by(running, seal(running, arena), by));
	assert_string_equal(by, id);
	/* An invalid or missing file leaves the loaded keys unchanged. */
	assert_int_equal(chmod(path, 0644), 0);
	assert_true(opens(running, arena, seal(running, arena)));
	assert_int_equal(unlink(path), 0);
	assert_true(opens(running, arena, seal(running, arena)));
	/* A file that begins with another key changes nothing either. */
	struct ad_secrets *foreign = open_in(folder);
	assert_true(opens(running, arena, seal(running, arena)));
	assert_false(opens(running, arena, seal(foreign, arena)));
	assert_true(opens(running, arena, before));
	ad_secrets_close(foreign);
	ad_secrets_close(other);
	ad_secrets_close(running);
	ad_arena_free(arena);
	drop_folder(folder);
}

/* For example a file copied with its times, or one whose permissions changed. */
static void a_file_that_was_changed_under_its_old_time_is_read(void **state)
{
	char folder[40], path[80], err[256], id[AD_SECRET_ID];
	struct ad_arena *arena = ad_arena_new();
	struct ad_secret_ring ring;
	struct stat was, now;

	(void)state;
	make_folder(folder);
	snprintf(path, sizeof(path), "%s/secret.key", folder);
	struct ad_secrets *running = open_in(folder);
	assert_true(ad_secret_add(folder, ad_now() - AD_HOUR, id, err));
	assert_true(ad_secret_read(path, &ring, &was, err));
	ad_secrets_follow(running);
	FILE *file = fopen(path, "r+");
	assert_non_null(file);
	assert_int_equal(fseek(file, 65, SEEK_SET), 0); /* the second line's key */
	assert_int_equal(fwrite("0123456789abcdef", 1, 16, file), 16);
	assert_int_equal(fclose(file), 0);
	const struct timespec times[] = { was.st_atim, was.st_mtim };
	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
	assert_int_equal(stat(path, &now), 0);
	assert_int_equal(now.st_mtim.tv_nsec, was.st_mtim.tv_nsec);
	struct ad_secrets *other = open_in(folder);
	assert_true(opens(running, arena, seal(other, arena)));
	ad_secrets_close(other);
	ad_secrets_close(running);
	ad_arena_free(arena);
	drop_folder(folder);
}

static void it_is_there_once_it_was_made(void **state)
{
	char folder[40];

	(void)state;
	make_folder(folder);
	assert_false(ad_secrets_there(folder));
	setenv("ADCORE_SECRET_KEY", "", 1);
	assert_false(ad_secrets_there(folder));
	setenv("ADCORE_SECRET_KEY", "ab", 1);
	assert_true(ad_secrets_there(folder));
	unsetenv("ADCORE_SECRET_KEY");
	ad_secrets_close(open_in(folder));
	assert_true(ad_secrets_there(folder));
	drop_folder(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_secret_is_made_once_and_for_us_alone),
		cmocka_unit_test(the_environment_comes_first),
		cmocka_unit_test(a_box_opens_only_where_it_belongs),
		cmocka_unit_test(what_the_root_sealed_opens_while_another_seals),
		cmocka_unit_test(a_server_follows_its_file),
		cmocka_unit_test(a_file_that_was_changed_under_its_old_time_is_read),
		cmocka_unit_test(it_is_there_once_it_was_made),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
