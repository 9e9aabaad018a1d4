/* Internals of call/: a column of GET grid while it is built. */
#ifndef AD_CALL_GRID_COLUMN_H
#define AD_CALL_GRID_COLUMN_H

#include "base/arena.h"
#include "model/row.h"
#include "store/db/store.h"

struct ad_grid_column {
	const char *name;
	const struct ad_field *field;
	bool coded;         /* written as { values, codes }: few distinct texts */
	struct ad_text out; /* the values or codes, on the heap */
	/* For a coded column: the texts in order of first use, and their slots. */
	struct ad_str *values;
	uint32_t *slots; /* 1 + index of values, 0: free; their number is a power of two */
	uint32_t count, room, last;
};

/* Appends the value of the current row; texts are stored on the arena. */
void ad_grid_column_add(struct ad_arena *arena, struct ad_grid_column *c, struct ad_stmt *s,
			int column);
/* Writes the column's member. */
void ad_grid_column_write(struct ad_json *j, const struct ad_grid_column *c);
/* Frees the heap memory. */
void ad_grid_column_free(struct ad_grid_column *c);

#endif
