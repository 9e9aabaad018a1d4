/*
 * Reads the single file of a ZIP archive (PKWARE's APPNOTE.TXT 6.3.10; methods 0 and 8, RFC 1951),
 * in parts, so that the unpacked file is never in memory as a whole. Pure; every bound is checked,
 * and the length and CRC-32 at the end: parts read before a fault must not be used.
 */
#ifndef AD_PLATFORM_UNZIP_H
#define AD_PLATFORM_UNZIP_H

#include "base/base.h"

/* Receives the next part, which is valid only during the call; false to stop. */
typedef bool ad_unzip_take(void *arg, struct ad_str part);

/*
 * Unpacks the file into `take`. NULL if all of it was read; otherwise the error, a sentence:
 * damaged or truncated, not exactly one file, encrypted, longer than `most` bytes, stopped by
 * `take`.
 */
const char *ad_unzip_one(struct ad_str zip, size_t most, ad_unzip_take *take, void *arg) AD_CHECK;

#endif
