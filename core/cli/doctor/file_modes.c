#include "cli/doctor/file_modes.h"

#include <stdio.h>
#include <sys/stat.h>

#include "base/text.h"

enum {
	GROUP_AND_OTHERS = 077,
	OTHERS = 07
};

static bool mode_check(const char *path, unsigned refused, char err[static 256])
{
	struct stat st;

	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || (st.st_mode & refused) == 0)
		return true;
	snprintf(err, 256,
		 "%.150s has mode %04o: other users can read or change it. Run chmod %s on it.",
		 path, (unsigned)st.st_mode & 07777, refused == OTHERS ? "o=" : "600");
	return false;
}

bool ad_file_modes_check(const struct ad_config *config, char err[static 256])
{
	static const char *const database[] = { "", "-wal", "-shm" };
	static const char *const beside[] = { "sandbox.db", "sandbox.db-wal", "sandbox.json" };
	struct ad_str url = ad_str(config->database);
	char path[4096];

	/* A service's group may read its configuration, as in /etc. */
	if (config->config_file && !mode_check(config->config_file, OTHERS, err))
		return false;
	for (size_t i = 0; i < AD_LEN(database) && ad_str_starts(url, "sqlite:"); i++) {
		snprintf(path, sizeof(path), "%s%s", url.p + 7, database[i]);
		if (!mode_check(path, GROUP_AND_OTHERS, err))
			return false;
	}
	for (size_t i = 0; i < AD_LEN(beside); i++) {
		snprintf(path, sizeof(path), "%s/%s", config->data_dir, beside[i]);
		if (!mode_check(path, GROUP_AND_OTHERS, err))
			return false;
	}
	return true;
}
