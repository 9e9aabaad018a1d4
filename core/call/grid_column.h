/* Inside call/: a column of GET grid in the making. */
#ifndef AD_CALL_GRID_COLUMN_H
#define AD_CALL_GRID_COLUMN_H

#include "base/arena.h"
#include "model/row.h"
#include "store/store.h"

struct ad_grid_column {
	const char *name;
	const struct ad_field *field;
	bool coded;         /* written as { values, codes }: few different texts */
	struct ad_text out; /* the values or codes, on the heap */
	/* Of one that is coded: the texts in the order in which they came, and where each is. */
	struct ad_str *values;
	uint32_t *slots; /* 1 + index of values, 0: free; their number is a power of two */
	uint32_t count, room, last;
};

/* Appends the value of the row that stands ready; texts are kept on the arena. */
void ad_grid_column_add(struct ad_arena *arena, struct ad_grid_column *c, struct ad_stmt *s,
			int column);
/* Writes the column's member. */
void ad_grid_column_write(struct ad_json *j, const struct ad_grid_column *c);
/* Gives back what is on the heap. */
void ad_grid_column_free(struct ad_grid_column *c);

#endif
