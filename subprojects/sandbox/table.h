/* A hash table from text to text. Not for removal. One owner. */
#ifndef SANDBOX_TABLE_H
#define SANDBOX_TABLE_H

#include <stdbool.h>
#include <stddef.h>

struct table {
	char **keys;
	char **values;
	size_t used;
	size_t room;
};

/* False when the key is there already; the value is then left as it was. */
bool table_add(struct table *t, const char *key, const char *value);
/* The value, held by the table; NULL when the key is absent. */
const char *table_get(const struct table *t, const char *key);
void table_free(struct table *t);

#endif
