#include "sync/violations.h"

#include <string.h>

#include "base/arena.h"

/* FNV-1a, 64 bits; 0 marks a free place of the table. */
static uint64_t violation_hash(const char *rule, struct ad_str id)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (const char *at = rule; *at; at++)
		hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
	hash = (hash ^ 0xff) * UINT64_C(0x100000001b3);
	for (size_t i = 0; i < id.n; i++)
		hash = (hash ^ (unsigned char)id.p[i]) * UINT64_C(0x100000001b3);
	return hash ? hash : 1;
}

/* The place of a hash in a table of a power of two places, or the free place for it. */
static uint64_t *violation_place(uint64_t *seen, size_t room, uint64_t hash)
{
	size_t at = (size_t)hash & (room - 1);

	while (seen[at] && seen[at] != hash)
		at = (at + 1) & (room - 1);
	return &seen[at];
}

static void violation_grow(struct ad_violations *list)
{
	size_t room = list->seen_room ? 2 * list->seen_room : 64;
	uint64_t *seen = ad_arena_zalloc(list->arena, room * sizeof(*seen));

	for (size_t i = 0; i < list->seen_room; i++)
		if (list->seen[i])
			*violation_place(seen, room, list->seen[i]) = list->seen[i];
	list->seen = seen;
	list->seen_room = room;
}

static void violation_note(struct ad_violations *list, const char *rule, struct ad_str id)
{
	uint64_t hash = violation_hash(rule, id), *place;

	if (2 * list->seen_count >= list->seen_room)
		violation_grow(list);
	place = violation_place(list->seen, list->seen_room, hash);
	list->seen_count += *place == 0;
	*place = hash;
}

/* Counts the rule; true if it is the first violation of this rule. */
static bool violation_count(struct ad_violations *list, const char *rule)
{
	size_t at = 0;

	while (at < list->rule_count && strcmp(list->rules[at].rule, rule) != 0)
		at++;
	if (at == AD_VIOLATION_RULES_MAX)
		return false;
	if (at == list->rule_count)
		list->rules[list->rule_count++] = (struct ad_violation_count){ .rule = rule };
	return list->rules[at].n++ == 0;
}

void ad_violate(struct ad_violations *list, const char *rule, struct ad_str limit,
		struct ad_str actual, struct ad_str id)
{
	bool first = violation_count(list, rule);
	struct ad_violation *v;

	list->count++;
	list->last = NULL;
	if (id.p)
		violation_note(list, rule, id);
	if (list->most && list->listed >= list->most && !first)
		return;
	v = ad_arena_zalloc(list->arena, sizeof(*v));
	v->rule = rule;
	v->limit = limit.p ? ad_arena_copy(list->arena, limit).p : "null";
	v->actual = actual.p ? ad_arena_copy(list->arena, actual).p : "null";
	v->id = id.p ? ad_arena_copy(list->arena, id).p : NULL;
	if (!list->end)
		list->end = &list->first;
	*list->end = v;
	list->end = &v->next;
	list->last = v;
	list->listed++;
}

void ad_violate_say(struct ad_violations *list, struct ad_str message)
{
	if (list->last)
		list->last->message = ad_arena_copy(list->arena, message).p;
}

size_t ad_violations_of(const struct ad_violations *list, const char *rule)
{
	for (size_t i = 0; i < list->rule_count; i++)
		if (strcmp(list->rules[i].rule, rule) == 0)
			return list->rules[i].n;
	return 0;
}

bool ad_violations_hold(const struct ad_violations *list, const char *rule, struct ad_str id)
{
	return list->seen_room &&
	       *violation_place(list->seen, list->seen_room, violation_hash(rule, id)) != 0;
}
