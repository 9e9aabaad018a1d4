/*
 * The keys of secret.key, or of ADCORE_SECRET_KEY: one a line, or with commas between, each 64 hex
 * digits. The first is the root: it also makes MACs, ids and derived tokens, and never goes. Those
 * behind it may have a time behind a space (RFC 3339) from which they seal; without one they do so
 * at once. All open what they have sealed.
 */
#ifndef AD_AUTH_SECRET_FILE_H
#define AD_AUTH_SECRET_FILE_H

#include <sys/stat.h>

#include "base/base.h"

#define AD_SECRET_SIZE 32
#define AD_SECRET_KEYS_MAX 16
#define AD_SECRET_ID 9 /* 8 hex digits of a MAC under the key, which tell nothing of it; NUL */

struct ad_secret_key {
	uint8_t key[AD_SECRET_SIZE];
	char id[AD_SECRET_ID];
	int64_t seals_from; /* us; 0: since ever */
};

/* As they stand in the file; wipe it with OPENSSL_cleanse(). */
struct ad_secret_ring {
	size_t count;
	struct ad_secret_key key[AD_SECRET_KEYS_MAX];
};

/* Reads keys from text; false with a sentence that says which is wrong, and nothing of it. */
bool ad_secret_parse(struct ad_str text, struct ad_secret_ring *out, char err[static 256]) AD_CHECK;
/* Reads the file; *st says which one was read, also where it fails after that. */
bool ad_secret_read(const char *path, struct ad_secret_ring *out, struct stat *st,
		    char err[static 256]) AD_CHECK;
/*
 * Makes a file of one key, whole or not at all: another process that starts at the same moment
 * either is first, and then its key counts, or finds ours.
 */
bool ad_secret_make(const char *path, char err[static 256]) AD_CHECK;
/*
 * Adds a key that seals from then on, its id to *id; on the disk when it returns. One change at a
 * time: it waits for others. At any moment the file is whole, with the key or without, and the user
 * who owns it keeps it.
 */
bool ad_secret_add(const char *data_dir, int64_t seals_from, char id[static AD_SECRET_ID],
		   char err[static 256]) AD_CHECK;
/* Takes the keys of these ids out in the same way, but never the root. */
bool ad_secret_drop(const char *data_dir, const char (*ids)[AD_SECRET_ID], size_t count,
		    char err[static 256]) AD_CHECK;
/* Which of the ring seals at that time: the last that may. */
size_t ad_secret_sealing(const struct ad_secret_ring *ring, int64_t now);

#endif
