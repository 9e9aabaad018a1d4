/* Files with secrets that others can read: each is named, with the command that corrects it. */
#include "tests/support/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/doctor/file_modes.h"

static char folder[32], url[64], config_file[64];
static struct ad_config config;
static char err[256];

static const char *const files[] = {
	"adcore.db",  "adcore.db-wal",  "adcore.db-shm",
	"sandbox.db", "sandbox.db-wal", "sandbox.json",
};

static const char *path_of(const char *name)
{
	static char path[128];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

static void file_set_mode(const char *name, mode_t mode)
{
	int fd = open(path_of(name), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(fchmod(fd, mode), 0);
	close(fd);
}

static int start(void **state)
{
	(void)state;
	snprintf(folder, sizeof(folder), "/tmp/adcore-modes-XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(url, sizeof(url), "sqlite:%s/adcore.db", folder);
	snprintf(config_file, sizeof(config_file), "%s/adcore.conf", folder);
	config = (struct ad_config){ .database = url,
				     .data_dir = folder,
				     .config_file = config_file };
	return 0;
}

static int stop(void **state)
{
	(void)state;
	for (size_t i = 0; i < AD_LEN(files); i++)
		unlink(path_of(files[i]));
	unlink(config_file);
	return rmdir(folder);
}

static void a_file_that_is_missing_is_right(void **state)
{
	(void)state;
	assert_true(ad_file_modes_check(&config, err));
	config.config_file = NULL;
	assert_true(ad_file_modes_check(&config, err));
}

static void each_file_of_data_is_for_its_owner_alone(void **state)
{
	static const mode_t wrong[] = { 0666, 0644, 0640, 0604, 0620, 0601 };

	(void)state;
	for (size_t i = 0; i < AD_LEN(files); i++)
		file_set_mode(files[i], 0600);
	assert_true(ad_file_modes_check(&config, err));
	for (size_t i = 0; i < AD_LEN(files); i++) {
		for (size_t k = 0; k < AD_LEN(wrong); k++) {
			char mode[16];
			snprintf(mode, sizeof(mode), "mode %04o", (unsigned)wrong[k]);
			file_set_mode(files[i], wrong[k]);
			assert_false(ad_file_modes_check(&config, err));
			assert_non_null(strstr(err, path_of(files[i])));
			assert_non_null(strstr(err, mode));
			assert_non_null(strstr(err, "chmod 600"));
		}
		file_set_mode(files[i], 0400);
		assert_true(ad_file_modes_check(&config, err));
	}
}

/* A service's group may read its configuration. Other users may not. */
static void the_configuration_is_not_for_others(void **state)
{
	(void)state;
	file_set_mode("adcore.conf", 0640);
	assert_true(ad_file_modes_check(&config, err));
	file_set_mode("adcore.conf", 0644);
	assert_false(ad_file_modes_check(&config, err));
	assert_non_null(strstr(err, config_file));
	assert_non_null(strstr(err, "chmod o="));
}

static void a_database_elsewhere_has_no_file(void **state)
{
	(void)state;
	file_set_mode("adcore.db", 0666);
	config.database = "postgres://ads@db.example/ads";
	assert_true(ad_file_modes_check(&config, err));
	file_set_mode("sandbox.db", 0644);
	assert_false(ad_file_modes_check(&config, err));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_file_that_is_missing_is_right, start, stop),
		cmocka_unit_test_setup_teardown(each_file_of_data_is_for_its_owner_alone, start,
						stop),
		cmocka_unit_test_setup_teardown(the_configuration_is_not_for_others, start, stop),
		cmocka_unit_test_setup_teardown(a_database_elsewhere_has_no_file, start, stop),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
