/*
 * A list of passwords that the operator refuses: leaked ones, or the most common ones of a region.
 * Read once with the configuration, before any other thread uses it.
 */
#ifndef AD_AUTH_PASSWORD_LIST_H
#define AD_AUTH_PASSWORD_LIST_H

#include "base/base.h"

#define AD_PASSWORD_LIST_MAX 4000000 /* lines; 8 bytes of memory each */

/*
 * Reads a file of passwords in UTF-8, one per line, which replaces the previous list. Case is
 * ignored. False with a sentence in err.
 */
bool ad_password_list_read(const char *path, char err[static 256]) AD_CHECK;
/* True if a password is on the list, in upper or lower case. Without a list always false. */
bool ad_password_is_listed(struct ad_str password);

#endif
