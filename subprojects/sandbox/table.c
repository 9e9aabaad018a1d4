#include "table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

static size_t table_slot(const struct table *t, const char *key)
{
	uint64_t h = 14695981039346656037u;
	for (const char *s = key; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211u;
	size_t at = (size_t)h & (t->room - 1);
	while (t->keys[at] && strcmp(t->keys[at], key) != 0)
		at = (at + 1) & (t->room - 1);
	return at;
}

static void table_grow(struct table *t)
{
	struct table bigger = { .room = t->room ? t->room * 2 : 64, .used = t->used };
	bigger.keys = sb_alloc(bigger.room * sizeof(char *));
	bigger.values = sb_alloc(bigger.room * sizeof(char *));
	for (size_t i = 0; i < t->room; i++) {
		if (!t->keys[i])
			continue;
		size_t at = table_slot(&bigger, t->keys[i]);
		bigger.keys[at] = t->keys[i];
		bigger.values[at] = t->values[i];
	}
	free(t->keys);
	free(t->values);
	*t = bigger;
}

bool table_add(struct table *t, const char *key, const char *value)
{
	if (t->used * 2 >= t->room)
		table_grow(t);
	size_t at = table_slot(t, key);
	if (t->keys[at])
		return false;
	t->keys[at] = sb_copy(key);
	t->values[at] = sb_copy(value);
	t->used++;
	return true;
}

const char *table_get(const struct table *t, const char *key)
{
	return t->room ? t->values[table_slot(t, key)] : NULL;
}

void table_free(struct table *t)
{
	for (size_t i = 0; i < t->room; i++) {
		free(t->keys[i]);
		free(t->values[i]);
	}
	free(t->keys);
	free(t->values);
	*t = (struct table){ 0 };
}
