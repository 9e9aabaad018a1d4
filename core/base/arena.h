/*
 * Memory of one request: allocate as you go, free all at once. One thread at a time. Nothing
 * long-lived may point into an arena. Allocation cannot fail: past the arena's limit (1 GiB, or
 * more where ad_arena_allow() says so), or out of memory, the process ends (what comes from outside
 * is bounded at the edges, far below).
 */
#ifndef AD_BASE_ARENA_H
#define AD_BASE_ARENA_H

#include "base/base.h"

struct ad_arena;

/* A new arena. The caller ends it with ad_arena_free(). */
struct ad_arena *ad_arena_new(void);
/* Runs the cleanups, newest first, and gives all memory back. NULL is allowed. */
void ad_arena_free(struct ad_arena *arena);
/* As ad_arena_free(), but keeps the first block for the next request. */
void ad_arena_reset(struct ad_arena *arena);

/*
 * Raises the limit so that `more` bytes fit beside what is in use, until the arena is freed or
 * reset. For work whose memory has a bound of its own: a plan.
 */
void ad_arena_allow(struct ad_arena *arena, size_t more);
/* Uninitialised bytes, aligned for any type; size 0 gives a valid pointer. */
void *ad_arena_alloc(struct ad_arena *arena, size_t size);
/* Zeroed bytes. */
void *ad_arena_zalloc(struct ad_arena *arena, size_t size);
/*
 * Grows (or cuts) an allocation of old_size bytes to size, in place where it is the newest one;
 * otherwise a copy. The old pointer must not be used afterwards. NULL is an allocation of 0.
 */
void *ad_arena_resize(struct ad_arena *arena, void *old, size_t old_size, size_t size);
/* As ad_arena_resize() to twice *room items if `count` of them leave no room for one more. */
void *ad_arena_grow(struct ad_arena *arena, void *old, size_t count, size_t *room, size_t item);
/* Makes room for one more item in an array on the arena, which has `count` items in `room`. */
#define AD_ARENA_GROW(arena, array, count, room)                                                   \
	((array) = ad_arena_grow((arena), (array), (count), &(room), sizeof(*(array))))
/* A copy, ended by NUL (the NUL is not counted in .n). */
struct ad_str ad_arena_copy(struct ad_arena *arena, struct ad_str s);
/* A formatted string, ended by NUL. */
struct ad_str ad_arena_printf(struct ad_arena *arena, const char *fmt, ...) AD_PRINTF(2, 3);
/* Runs done(thing) when the arena is freed or reset: for foreign handles (cJSON, EVP, …). */
void ad_arena_defer(struct ad_arena *arena, void (*done)(void *thing), void *thing);
/* Bytes handed out since the start or the last reset. */
size_t ad_arena_used(const struct ad_arena *arena);

#endif
