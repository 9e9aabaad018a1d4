/* Room on the disk that holds the data. */
#ifndef AD_BASE_DISK_H
#define AD_BASE_DISK_H

#include "base/base.h"

/* Bytes. */
struct ad_disk {
	uint64_t free, total;
};

/*
 * Reads it for a database ("sqlite:PATH"); for one that is a server of its own, of the data folder.
 * False where the system does not tell.
 */
bool ad_disk_read(const char *database, const char *data_dir, struct ad_disk *out) AD_CHECK;
/* Less than a tenth is left. */
bool ad_disk_is_low(const struct ad_disk *disk);

#endif
