/* The modes of files that hold secrets: others must not be able to read them. */
#ifndef AD_CLI_FILE_MODES_H
#define AD_CLI_FILE_MODES_H

#include "call/request/core.h"

/*
 * Looks at the SQLite database with its -wal and -shm, the simulators' database and address, and
 * the configuration file. A file that is missing is right. False with a
 * sentence that names the file, its mode and the command that mends it. secret.key and the file of
 * --platform-apps are looked at where they are read.
 */
bool ad_file_modes_check(const struct ad_config *config, char err[static 256]) AD_CHECK;

#endif
