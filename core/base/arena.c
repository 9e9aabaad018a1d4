#include "base/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define FIRST_SIZE ((size_t)32 * 1024) /* the arena itself included */
#define BLOCK_MAX ((size_t)1024 * 1024)
#define ROOM_FIRST ((size_t)16) /* items of an array that grows */
#define ARENA_MAX ((size_t)1024 * 1024 * 1024)

/* Its bytes follow it. */
struct block {
	alignas(max_align_t) struct block *next; /* older */
	size_t size;
	size_t used;
};

struct cleanup {
	struct cleanup *next; /* older */
	void (*done)(void *thing);
	void *thing;
};

/* One allocation holds the arena and its first block. */
struct ad_arena {
	struct block *top; /* where allocations come from */
	struct cleanup *cleanups;
	size_t used;
	size_t limit; /* of `used` */
	size_t next_size;
	struct block first;
};

static char *arena_bytes(struct block *b)
{
	return (char *)(b + 1);
}

static size_t round_up(size_t size)
{
	return (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
}

static void arena_start(struct ad_arena *arena)
{
	arena->top = &arena->first;
	arena->cleanups = NULL;
	arena->used = 0;
	arena->limit = ARENA_MAX;
	arena->next_size = 2 * FIRST_SIZE;
	arena->first.next = NULL;
	arena->first.size = FIRST_SIZE - sizeof(struct ad_arena);
	arena->first.used = 0;
}

struct ad_arena *ad_arena_new(void)
{
	struct ad_arena *arena = ad_xmalloc(FIRST_SIZE);

	arena_start(arena);
	return arena;
}

/* Everything back but the first block, which is part of the arena. */
static void arena_drain(struct ad_arena *arena)
{
	for (struct cleanup *c = arena->cleanups; c; c = c->next)
		c->done(c->thing);
	for (struct block *b = arena->top; b;) {
		struct block *older = b->next;

		if (b != &arena->first)
			free(b);
		b = older;
	}
}

void ad_arena_free(struct ad_arena *arena)
{
	if (!arena)
		return;
	arena_drain(arena);
	free(arena);
}

void ad_arena_reset(struct ad_arena *arena)
{
	arena_drain(arena);
	arena_start(arena);
}

static struct block *new_block(size_t size)
{
	struct block *b = ad_xmalloc(sizeof(*b) + size);

	b->size = size;
	b->used = 0;
	return b;
}

/* A block for `size` bytes that the top one has no room for. */
static struct block *add_block(struct ad_arena *arena, size_t size)
{
	struct block *b;

	if (size > arena->next_size / 2 && size < BLOCK_MAX) {
		while (arena->next_size < 2 * size)
			arena->next_size *= 2;
	}
	if (size >= BLOCK_MAX) {
		/* On its own, below the top: what is left of the top stays in use. */
		b = new_block(size);
		b->next = arena->top->next;
		arena->top->next = b;
		return b;
	}
	b = new_block(arena->next_size);
	b->next = arena->top;
	arena->top = b;
	if (arena->next_size < BLOCK_MAX)
		arena->next_size *= 2;
	return b;
}

static void check_limit(const struct ad_arena *arena, size_t size)
{
	if (size > arena->limit || arena->used > arena->limit - size) {
		fputs("adcore: an arena grew past its limit\n", stderr);
		abort();
	}
}

void ad_arena_allow(struct ad_arena *arena, size_t more)
{
	size_t limit = more > SIZE_MAX - arena->used ? SIZE_MAX : arena->used + more;

	if (limit > arena->limit)
		arena->limit = limit;
}

void *ad_arena_alloc(struct ad_arena *arena, size_t size)
{
	struct block *b = arena->top;
	void *p;

	check_limit(arena, size);
	size = round_up(size ? size : 1);
	if (b->size - b->used < size)
		b = add_block(arena, size);
	p = arena_bytes(b) + b->used;
	b->used += size;
	arena->used += size;
	return p;
}

void *ad_arena_zalloc(struct ad_arena *arena, size_t size)
{
	return memset(ad_arena_alloc(arena, size), 0, size);
}

void *ad_arena_resize(struct ad_arena *arena, void *old, size_t old_size, size_t size)
{
	struct block *b = arena->top;
	size_t had = round_up(old_size ? old_size : 1);
	size_t want = round_up(size ? size : 1);
	void *p;

	check_limit(arena, size);
	if (old && had <= b->used && (char *)old == arena_bytes(b) + b->used - had &&
	    b->size - b->used + had >= want) {
		b->used = b->used - had + want;
		arena->used = arena->used - had + want;
		return old;
	}
	if (old && want <= had)
		return old;
	p = ad_arena_alloc(arena, size);
	if (old && old_size)
		memcpy(p, old, old_size);
	return p;
}

void *ad_arena_grow(struct ad_arena *arena, void *old, size_t count, size_t *room, size_t item)
{
	size_t more = *room ? 2 * *room : ROOM_FIRST;

	if (count < *room)
		return old;
	old = ad_arena_resize(arena, old, *room * item, more * item);
	*room = more;
	return old;
}

struct ad_str ad_arena_copy(struct ad_arena *arena, struct ad_str s)
{
	char *p = ad_arena_alloc(arena, s.n + 1);

	if (s.n)
		memcpy(p, s.p, s.n);
	p[s.n] = '\0';
	return (struct ad_str){ p, s.n };
}

struct ad_str ad_arena_printf(struct ad_arena *arena, const char *fmt, ...)
{
	char small[256];
	va_list args;
	int n;
	char *p;

	va_start(args, fmt);
	n = vsnprintf(small, sizeof(small), fmt, args);
	va_end(args);
	if (n < 0)
		abort();
	p = ad_arena_alloc(arena, (size_t)n + 1);
	if ((size_t)n < sizeof(small)) {
		memcpy(p, small, (size_t)n + 1);
		return (struct ad_str){ p, (size_t)n };
	}
	va_start(args, fmt);
	vsnprintf(p, (size_t)n + 1, fmt, args);
	va_end(args);
	return (struct ad_str){ p, (size_t)n };
}

void ad_arena_defer(struct ad_arena *arena, void (*done)(void *thing), void *thing)
{
	struct cleanup *c = ad_arena_alloc(arena, sizeof(*c));

	c->done = done;
	c->thing = thing;
	c->next = arena->cleanups;
	arena->cleanups = c;
}

size_t ad_arena_used(const struct ad_arena *arena)
{
	return arena->used;
}
