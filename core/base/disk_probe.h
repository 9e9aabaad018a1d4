/* Whether the disk of the data takes writes. */
#ifndef AD_BASE_DISK_PROBE_H
#define AD_BASE_DISK_PROBE_H

#include "base/base.h"

/*
 * Writes and deletes a file where the database is ("sqlite:PATH"), or in the data folder for a
 * database that is a server of its own. False with a sentence: the disk is full or read-only.
 */
bool ad_disk_try(const char *database, const char *data_dir, char err[static 256]) AD_CHECK;

#endif
