/* The file of the server's keys: see secret_file.h. */
#include "auth/secret/secret_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <openssl/crypto.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/id.h"

#define DIGITS ((size_t)2 * AD_SECRET_SIZE)
#define FILE_MAX 4096
#define PATH_SIZE 4096
#define ID_LABEL "adcore:key-id"

static bool secret_file_refuse(char err[static 256], const char *path, const char *why)
{
	snprintf(err, 256, "%.150s: %.90s", path, why);
	return false;
}

/* --- text to keys and back --------------------------------------------------------------- */

static void name_key(struct ad_secret_key *key)
{
	uint8_t mac[AD_SHA256_SIZE];

	ad_hmac_sha256((struct ad_str){ (const char *)key->key, sizeof(key->key) }, AD_S(ID_LABEL),
		       mac);
	ad_hex(mac, (AD_SECRET_ID - 1) / 2, key->id);
}

static bool secret_file_is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static struct ad_str secret_file_trimmed(struct ad_str s)
{
	while (s.n > 0 && secret_file_is_space(s.p[0]))
		s = (struct ad_str){ s.p + 1, s.n - 1 };
	while (s.n > 0 && secret_file_is_space(s.p[s.n - 1]))
		s.n--;
	return s;
}

static const struct ad_secret_key *secret_file_find(const struct ad_secret_ring *ring,
						    const char *id)
{
	for (size_t i = 0; i < ring->count; i++)
		if (strcmp(ring->key[i].id, id) == 0)
			return &ring->key[i];
	return NULL;
}

/* NULL, or what is wrong with the entry. */
static const char *take_entry(struct ad_str entry, struct ad_secret_ring *ring)
{
	if (ring->count == AD_SECRET_KEYS_MAX)
		return "is one too many: at most 16 are held";
	struct ad_secret_key *key = &ring->key[ring->count];

	key->seals_from = 0;
	if (entry.n < DIGITS ||
	    !ad_unhex((struct ad_str){ entry.p, DIGITS }, key->key, sizeof(key->key)))
		return "must be 64 hex digits";
	struct ad_str rest = { entry.p + DIGITS, entry.n - DIGITS };
	if (rest.n > 0 && (!secret_file_is_space(rest.p[0]) ||
			   !ad_time_parse(secret_file_trimmed(rest), &key->seals_from)))
		return "must be 64 hex digits, with nothing but a time behind them";
	if (ring->count == 0 && rest.n > 0)
		return "is not the first one: the line before it is missing, put it back";
	name_key(key);
	if (secret_file_find(ring, key->id))
		return "is there twice";
	ring->count++;
	return NULL;
}

bool ad_secret_parse(struct ad_str text, struct ad_secret_ring *out, char err[static 256])
{
	size_t at = 0, entries = 0;

	out->count = 0;
	while (at < text.n) {
		size_t end = at;
		while (end < text.n && text.p[end] != '\n' && text.p[end] != ',')
			end++;
		struct ad_str entry = secret_file_trimmed((struct ad_str){ text.p + at, end - at });
		at = end + 1;
		if (entry.n == 0)
			continue;
		const char *fault = take_entry(entry, out);
		entries++;
		if (!fault)
			continue;
		snprintf(err, 256, "key %zu %s", entries, fault);
		return false;
	}
	if (out->count > 0)
		return true;
	snprintf(err, 256, "must hold 64 hex digits");
	return false;
}

/* The file's text, out of FILE_MAX bytes. */
static size_t print_ring(const struct ad_secret_ring *ring, char out[static FILE_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < ring->count; i++) {
		char time[25];
		ad_hex(ring->key[i].key, AD_SECRET_SIZE, out + n);
		n += DIGITS;
		if (i > 0 && ring->key[i].seals_from > 0) {
			ad_time_format(ring->key[i].seals_from, time);
			n += (size_t)snprintf(out + n, FILE_MAX - n, " %s", time);
		}
		out[n++] = '\n';
	}
	return n;
}

size_t ad_secret_sealing(const struct ad_secret_ring *ring, int64_t now)
{
	size_t best = 0;

	for (size_t i = 1; i < ring->count; i++)
		if (ring->key[i].seals_from <= now &&
		    ring->key[i].seals_from >= ring->key[best].seals_from)
			best = i;
	return best;
}

/* --- the file ----------------------------------------------------------------------------- */

static ssize_t read_all(int fd, char *text, size_t size)
{
	size_t n = 0;

	while (n < size) {
		ssize_t got = read(fd, text + n, size - n);
		if (got < 0)
			return -1;
		if (got == 0)
			break;
		n += (size_t)got;
	}
	return (ssize_t)n;
}

bool ad_secret_read(const char *path, struct ad_secret_ring *out, struct stat *st,
		    char err[static 256])
{
	char text[FILE_MAX], why[256];
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return secret_file_refuse(err, path, strerror(errno));
	bool known = fstat(fd, st) == 0;
	ssize_t n = read_all(fd, text, sizeof(text));
	int failed = errno;
	close(fd);
	if (!known || n < 0)
		return secret_file_refuse(err, path, strerror(failed));
	bool good = false;
	if ((st->st_mode & 077) != 0)
		secret_file_refuse(err, path,
				   "others may read it: chmod 600 it, and consider it leaked");
	else if ((size_t)n == sizeof(text))
		secret_file_refuse(err, path, "is too long");
	else if (!ad_secret_parse((struct ad_str){ text, (size_t)n }, out, why))
		secret_file_refuse(err, path, why);
	else
		good = true;
	OPENSSL_cleanse(text, sizeof(text));
	return good;
}

/*
 * The new file keeps the old file's owner, so that the same user can read it even if root writes
 * it. The group does not matter: only the owner may read the file.
 */
static bool give_to(int fd, const struct stat *was)
{
	struct stat st;

	if (!was)
		return true;
	if (fstat(fd, &st) != 0)
		return false;
	return st.st_uid == was->st_uid || fchown(fd, was->st_uid, was->st_gid) == 0;
}

/*
 * A file of our own beside the path, on the disk, with the owner of the one that was there (NULL:
 * none was); errno where it cannot be.
 */
static bool write_temp(const char *temp, const struct ad_secret_ring *ring, const struct stat *was)
{
	char text[FILE_MAX];
	size_t n = print_ring(ring, text);

	unlink(temp);
	int fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	bool good =
		fd >= 0 && give_to(fd, was) && write(fd, text, n) == (ssize_t)n && fsync(fd) == 0;
	int failed = errno;
	if (fd >= 0)
		close(fd);
	OPENSSL_cleanse(text, sizeof(text));
	errno = failed;
	return good;
}

static void folder_of(const char *path, char folder[static PATH_SIZE])
{
	const char *slash = strrchr(path, '/');

	snprintf(folder, PATH_SIZE, "%.*s", slash ? (int)(slash - path) + 1 : 1,
		 slash ? path : ".");
}

static bool stat_folder(const char *path, struct stat *st)
{
	char folder[PATH_SIZE];

	folder_of(path, folder);
	return stat(folder, st) == 0;
}

/* A name is on the disk when its folder is. */
static bool sync_folder(const char *path)
{
	char folder[PATH_SIZE];

	folder_of(path, folder);
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	/* Some file systems of a network know no such thing (EINVAL). */
	bool good = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
	int failed = errno;
	if (fd >= 0)
		close(fd);
	errno = failed;
	return good;
}

bool ad_secret_make(const char *path, char err[static 256])
{
	struct ad_secret_ring ring = { .count = 1 };
	char temp[PATH_SIZE];
	struct stat folder;

	/* A file that root makes belongs to the owner of the folder: the server reads it. */
	bool given = geteuid() == 0 && stat_folder(path, &folder);
	ad_random(ring.key[0].key, AD_SECRET_SIZE);
	snprintf(temp, sizeof(temp), "%s.%ld", path, (long)getpid());
	bool good = write_temp(temp, &ring, given ? &folder : NULL) &&
		    (link(temp, path) == 0 || errno == EEXIST) && sync_folder(path);
	int failed = errno;
	unlink(temp);
	OPENSSL_cleanse(&ring, sizeof(ring));
	return good || secret_file_refuse(err, path, strerror(failed));
}

/* --- changes ------------------------------------------------------------------------------ */

/* The file, read while no other change is on its way; dir ends that. */
struct change {
	int dir; /* locked */
	char path[PATH_SIZE];
	struct stat was; /* the file */
	struct ad_secret_ring ring;
};

static void end_change(struct change *c)
{
	if (c->dir >= 0)
		close(c->dir);
	OPENSSL_cleanse(&c->ring, sizeof(c->ring));
}

static bool begin_change(struct change *c, const char *data_dir, char err[static 256])
{
	int n = snprintf(c->path, sizeof(c->path) - 32, "%s/secret.key", data_dir);

	c->dir = open(data_dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (n < 0 || (size_t)n >= sizeof(c->path) - 32)
		secret_file_refuse(err, data_dir, "is too long a path");
	else if (c->dir < 0 || flock(c->dir, LOCK_EX) != 0)
		secret_file_refuse(err, data_dir, strerror(errno));
	else if (lstat(c->path, &c->was) != 0)
		secret_file_refuse(err, c->path, strerror(errno));
	else if (!S_ISREG(c->was.st_mode))
		secret_file_refuse(err, c->path, "is no file but leads to one: change it there");
	else if (ad_secret_read(c->path, &c->ring, &c->was, err))
		return true;
	end_change(c);
	return false;
}

/* The ring becomes the file, in one step. */
static bool put_change(struct change *c, char err[static 256])
{
	char temp[PATH_SIZE];

	snprintf(temp, sizeof(temp), "%.*s.new", PATH_SIZE - 8, c->path);
	if (write_temp(temp, &c->ring, &c->was) && rename(temp, c->path) == 0 && fsync(c->dir) == 0)
		return true;
	int failed = errno;
	unlink(temp);
	return secret_file_refuse(err, c->path, strerror(failed));
}

bool ad_secret_add(const char *data_dir, int64_t seals_from, char id[static AD_SECRET_ID],
		   char err[static 256])
{
	struct change c;
	bool done = false;

	if (!begin_change(&c, data_dir, err))
		return false;
	if (c.ring.count == AD_SECRET_KEYS_MAX) {
		secret_file_refuse(err, c.path,
				   "holds 16 keys: 'adcore secret drop-old' takes old ones out");
	} else {
		struct ad_secret_key *key = &c.ring.key[c.ring.count];
		do {
			ad_random(key->key, sizeof(key->key));
			name_key(key);
		} while (secret_file_find(&c.ring, key->id));
		key->seals_from = seals_from;
		memcpy(id, key->id, AD_SECRET_ID);
		c.ring.count++;
		done = put_change(&c, err);
	}
	end_change(&c);
	return done;
}

static bool is_listed(const char *id, const char (*ids)[AD_SECRET_ID], size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(id, ids[i]) == 0)
			return true;
	return false;
}

bool ad_secret_drop(const char *data_dir, const char (*ids)[AD_SECRET_ID], size_t count,
		    char err[static 256])
{
	struct change c;
	size_t kept = 1;

	if (!begin_change(&c, data_dir, err))
		return false;
	for (size_t i = 1; i < c.ring.count; i++)
		if (!is_listed(c.ring.key[i].id, ids, count))
			c.ring.key[kept++] = c.ring.key[i];
	c.ring.count = kept;
	bool done = put_change(&c, err);
	end_change(&c);
	return done;
}
