/* A test that the data disk accepts writes. */
#ifndef AD_BASE_DISK_PROBE_H
#define AD_BASE_DISK_PROBE_H

#include "base/base.h"

/*
 * Writes and deletes a file in the directory of the database ("sqlite:PATH"), or in the data folder
 * if the database is a server of its own. False with a sentence: the disk is full or read-only.
 */
bool ad_disk_try(const char *database, const char *data_dir, char err[static 256]) AD_CHECK;

#endif
