#include "base/disk_probe.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool ad_disk_try(const char *database, const char *data_dir, char err[static 256])
{
	static const char scheme[] = "sqlite:";
	static const char block[4096];
	char path[4096];
	const char *slash = NULL;
	int n;

	if (database && strncmp(database, scheme, sizeof(scheme) - 1) == 0) {
		database += sizeof(scheme) - 1;
		slash = strrchr(database, '/');
		data_dir = slash ? database : ".";
	}
	n = snprintf(path, sizeof(path), "%.*s/.adcore-probe-XXXXXX",
		     slash ? (int)(slash - database) : (int)strlen(data_dir), data_dir);
	if (n < 0 || (size_t)n >= sizeof(path)) {
		snprintf(err, 256, "the path is too long");
		return false;
	}
	int fd = mkostemp(path, O_CLOEXEC);
	bool done = fd >= 0 && write(fd, block, sizeof(block)) == (ssize_t)sizeof(block);
	int failed = done ? 0 : errno;
	if (fd >= 0) {
		unlink(path);
		close(fd);
	}
	if (!done)
		snprintf(err, 256, "%s", strerror(failed));
	return done;
}
