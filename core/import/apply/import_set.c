#include "import/apply/import_set.h"

#define ROOM_FIRST 64

uint64_t import_digest(struct ad_str a, struct ad_str b)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < a.n; i++)
		h = (h ^ (uint8_t)a.p[i]) * UINT64_C(0x100000001b3);
	h = (h ^ 0xff) * UINT64_C(0x100000001b3); /* no byte of UTF-8: ends the first */
	for (size_t i = 0; i < b.n; i++)
		h = (h ^ (uint8_t)b.p[i]) * UINT64_C(0x100000001b3);
	return h ? h : 1;
}

/* Where a digest is, or the free slot for it. */
static size_t slot_of(const struct import_set *set, uint64_t digest)
{
	size_t i = (size_t)(digest ^ digest >> 32) & (set->room - 1);

	while (set->slots[i] && set->slots[i] != digest)
		i = (i + 1) & (set->room - 1);
	return i;
}

uint64_t import_set_get(const struct import_set *set, uint64_t digest)
{
	if (!set->room)
		return 0;
	size_t i = slot_of(set, digest);
	return set->slots[i] ? set->values[i] : 0;
}

static void import_set_grow(struct ad_arena *arena, struct import_set *set)
{
	struct import_set bigger = { .count = set->count,
				     .room = set->room ? 2 * set->room : ROOM_FIRST };

	bigger.slots = ad_arena_zalloc(arena, bigger.room * sizeof(uint64_t));
	bigger.values = ad_arena_zalloc(arena, bigger.room * sizeof(uint64_t));
	for (size_t i = 0; i < set->room; i++) {
		if (!set->slots[i])
			continue;
		size_t at = slot_of(&bigger, set->slots[i]);
		bigger.slots[at] = set->slots[i];
		bigger.values[at] = set->values[i];
	}
	*set = bigger;
}

void import_set_put(struct ad_arena *arena, struct import_set *set, uint64_t digest, uint64_t value)
{
	if (2 * (set->count + 1) > set->room)
		import_set_grow(arena, set);
	size_t i = slot_of(set, digest);
	set->count += set->slots[i] == 0;
	set->slots[i] = digest;
	set->values[i] = value;
}
