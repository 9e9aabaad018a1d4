/*
 * The commit that the program was built from. The build writes the source file, which is a library
 * of its own: a new commit compiles nothing else, and only links.
 */
#ifndef AD_BASE_BUILD_COMMIT_H
#define AD_BASE_BUILD_COMMIT_H

/*
 * The first 12 digits of the commit, then a space and its date: "0123456789ab 2026-11-27". "-dirty"
 * follows the digits if tracked files differed. "unknown unknown" outside a clone and a release
 * tarball.
 */
const char *ad_build_commit(void);

#endif
