#include "base/disk.h"

#include <string.h>
#include <sys/statvfs.h>

bool ad_disk_read(const char *database, const char *data_dir, struct ad_disk *out)
{
	static const char scheme[] = "sqlite:";
	const char *path = data_dir;
	struct statvfs disk;

	if (database && strncmp(database, scheme, sizeof(scheme) - 1) == 0)
		path = database + sizeof(scheme) - 1;
	if (!path || statvfs(path, &disk) != 0)
		return false;
	out->free = (uint64_t)disk.f_bavail * disk.f_frsize;
	out->total = (uint64_t)disk.f_blocks * disk.f_frsize;
	return true;
}

bool ad_disk_is_low(const struct ad_disk *disk)
{
	return disk->free < disk->total / 10;
}
