/*
 * The one file inside a ZIP archive (PKWARE's APPNOTE.TXT 6.3.10; methods 0 and 8, RFC 1951), in
 * parts, so that what it unfolds to is never in memory whole. Pure; every bound is checked, and its
 * length and CRC-32 at the end: what was taken before a fault is not to be used.
 */
#ifndef AD_PLATFORM_UNZIP_H
#define AD_PLATFORM_UNZIP_H

#include "base/base.h"

/* Takes the next part, which is gone afterwards; false where it wants no more. */
typedef bool ad_unzip_take(void *arg, struct ad_str part);

/*
 * Unfolds the file into `take`. NULL where all of it was taken; else why not, in a sentence: broken
 * or cut off, not exactly one file, encrypted, longer than `most` bytes, ended by `take`.
 */
const char *ad_unzip_one(struct ad_str zip, size_t most, ad_unzip_take *take, void *arg) AD_CHECK;

#endif
