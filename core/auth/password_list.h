/*
 * A list of passwords that the operator refuses: leaked ones, or the commonest of some place. Read
 * once, when the configuration is, before any thread asks.
 */
#ifndef AD_AUTH_PASSWORD_LIST_H
#define AD_AUTH_PASSWORD_LIST_H

#include "base/base.h"

#define AD_PASSWORD_LIST_MAX 4000000 /* lines; 8 bytes of memory each */

/*
 * Reads a file of passwords in UTF-8, one a line, instead of what was read before. Upper and lower
 * case are one. False with a sentence in err.
 */
bool ad_password_list_read(const char *path, char err[static 256]) AD_CHECK;
/* Whether a password is on the list, whatever its case; without a list none is. */
bool ad_password_is_listed(struct ad_str password);

#endif
