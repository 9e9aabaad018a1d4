#include "sync/state/told.h"

/* FNV-1a, 64 bits. */
static uint64_t told_hash(const char *word, struct ad_str id)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (const char *at = word; *at; at++)
		hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
	hash = (hash ^ 0xff) * UINT64_C(0x100000001b3);
	for (size_t i = 0; i < id.n; i++)
		hash = (hash ^ (unsigned char)id.p[i]) * UINT64_C(0x100000001b3);
	return hash ? hash : 1;
}

/* The place of a hash in a table of a power of two places, or the free place for it. */
static uint64_t *told_place(uint64_t *seen, size_t room, uint64_t hash)
{
	size_t at = (size_t)hash & (room - 1);

	while (seen[at] && seen[at] != hash)
		at = (at + 1) & (room - 1);
	return &seen[at];
}

static void told_grow(struct ad_arena *arena, struct ad_told *told)
{
	size_t room = told->room ? 2 * told->room : 64;
	uint64_t *seen = ad_arena_zalloc(arena, room * sizeof(*seen));

	for (size_t i = 0; i < told->room; i++)
		if (told->seen[i])
			*told_place(seen, room, told->seen[i]) = told->seen[i];
	told->seen = seen;
	told->room = room;
}

void ad_told_add(struct ad_arena *arena, struct ad_told *told, const char *word, struct ad_str id)
{
	uint64_t hash = told_hash(word, id), *place;

	if (2 * told->count >= told->room)
		told_grow(arena, told);
	place = told_place(told->seen, told->room, hash);
	told->count += *place == 0;
	*place = hash;
}

bool ad_told_holds(const struct ad_told *told, const char *word, struct ad_str id)
{
	return told->room && *told_place(told->seen, told->room, told_hash(word, id)) != 0;
}
