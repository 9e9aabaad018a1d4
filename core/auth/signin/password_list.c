/* See password_list.h. Of each line the first 64 bits of a hash are kept, in their order. */
#include "auth/signin/password_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/digest.h"
#include "base/fold.h"
#include "base/utf8.h"

static uint64_t *listed;
static size_t listed_count;

static uint64_t line_digest(struct ad_arena *arena, struct ad_str line)
{
	uint8_t sum[AD_SHA256_SIZE];
	uint64_t digest = 0;

	ad_sha256(ad_utf8_valid(line) ? ad_lower(arena, ad_composed(arena, line)) : line, sum);
	for (size_t i = 0; i < sizeof(digest); i++)
		digest = digest << 8 | sum[i];
	return digest;
}

static int compare_digests(const void *a, const void *b)
{
	const uint64_t *left = a, *right = b;

	return (*left > *right) - (*left < *right);
}

struct lines {
	uint64_t *at;
	size_t count, room;
};

/* False: more lines than are taken. */
static bool add_line(struct lines *lines, struct ad_arena *arena, struct ad_str line)
{
	while (line.n && (line.p[line.n - 1] == '\n' || line.p[line.n - 1] == '\r'))
		line.n--;
	if (line.n == 0)
		return true;
	if (lines->count == AD_PASSWORD_LIST_MAX)
		return false;
	if (lines->count == lines->room) {
		lines->room = lines->room ? 2 * lines->room : 1024;
		lines->at = ad_xrealloc(lines->at, lines->room * sizeof(*lines->at));
	}
	lines->at[lines->count++] = line_digest(arena, line);
	return true;
}

bool ad_password_list_read(const char *path, char err[static 256])
{
	FILE *file = fopen(path, "re");
	struct lines lines = { 0 };
	char *line = NULL;
	size_t room = 0;
	ssize_t n;
	bool fits = true;

	if (!file) {
		snprintf(err, 256, "%.180s cannot be read: %s", path, strerror(errno));
		return false;
	}
	struct ad_arena *arena = ad_arena_new();
	while (fits && (n = getline(&line, &room, file)) >= 0) {
		fits = add_line(&lines, arena, (struct ad_str){ line, (size_t)n });
		ad_arena_reset(arena);
	}
	bool whole = !ferror(file);
	ad_arena_free(arena);
	free(line);
	fclose(file);
	if (!whole || !fits) {
		snprintf(err, 256, "%.180s %s", path,
			 fits ? "cannot be read to its end" : "has more than 4,000,000 lines");
		free(lines.at);
		return false;
	}
	if (lines.count)
		qsort(lines.at, lines.count, sizeof(*lines.at), compare_digests);
	free(listed);
	listed = lines.at;
	listed_count = lines.count;
	return true;
}

bool ad_password_is_listed(struct ad_str password)
{
	if (listed_count == 0)
		return false;
	struct ad_arena *arena = ad_arena_new();
	uint64_t digest = line_digest(arena, password);
	ad_arena_free(arena);
	return bsearch(&digest, listed, listed_count, sizeof(*listed), compare_digests) != NULL;
}
