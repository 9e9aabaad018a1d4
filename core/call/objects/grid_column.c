#include "call/objects/grid_column.h"

#include <stdlib.h>

static uint32_t grid_column_hash_of(struct ad_str s)
{
	uint32_t h = 2166136261u;

	for (size_t i = 0; i < s.n; i++)
		h = (h ^ (uint8_t)s.p[i]) * 16777619u;
	return h;
}

/* The slot of a text, or the free slot for it. */
static uint32_t *slot_of(const struct ad_grid_column *c, struct ad_str text)
{
	uint32_t mask = 2 * c->room - 1, at = grid_column_hash_of(text) & mask;

	while (c->slots[at] && !ad_str_eq(c->values[c->slots[at] - 1], text))
		at = (at + 1) & mask;
	return &c->slots[at];
}

static void column_grow_words(struct ad_grid_column *c)
{
	c->room = c->room ? 2 * c->room : 64;
	c->values = ad_xrealloc(c->values, c->room * sizeof(*c->values));
	free(c->slots);
	c->slots = ad_xcalloc(2 * (size_t)c->room, sizeof(*c->slots));
	for (uint32_t i = 0; i < c->count; i++)
		*slot_of(c, c->values[i]) = i + 1;
}

/* The code of a text. Rows are sorted by parent, so most have the value of the previous row. */
static uint32_t grid_column_code_of(struct ad_arena *arena, struct ad_grid_column *c,
				    struct ad_str text)
{
	if (c->count > 0 && ad_str_eq(c->values[c->last], text))
		return c->last;
	if (c->count == c->room)
		column_grow_words(c);
	uint32_t *slot = slot_of(c, text);
	if (!*slot) {
		c->values[c->count++] = ad_arena_copy(arena, text);
		*slot = c->count;
	}
	c->last = *slot - 1;
	return c->last;
}

static bool grid_column_is_number(enum ad_type type)
{
	return type == AD_T_MONEY || type == AD_T_INT || type == AD_T_BOOL || type == AD_T_TIME;
}

void ad_grid_column_add(struct ad_arena *arena, struct ad_grid_column *c, struct ad_stmt *s,
			int column)
{
	struct ad_json j = ad_json_on(&c->out);
	struct ad_value v = { .kind = AD_NULL };

	if (c->out.n > 0)
		ad_text_addc(&c->out, ',');
	if (ad_col_is_null(s, column)) {
		ad_text_adds(&c->out, c->coded ? "-1" : "null");
		return;
	}
	if (c->coded) {
		ad_text_addi(&c->out, grid_column_code_of(arena, c, ad_col(s, column)));
		return;
	}
	if (grid_column_is_number(c->field->type))
		v = (struct ad_value){ .kind = AD_INT, .i = ad_col_int(s, column) };
	else if (c->field->type == AD_T_NUMBER)
		v = (struct ad_value){ .kind = AD_REAL, .d = ad_col_double(s, column) };
	else
		v = (struct ad_value){ .kind = AD_TEXT, .s = ad_col(s, column) };
	ad_value_write(&j, c->field, &v);
}

void ad_grid_column_write(struct ad_json *j, const struct ad_grid_column *c)
{
	ad_json_key(j, c->name);
	if (c->coded) {
		ad_json_object(j);
		ad_json_key(j, "values");
		ad_json_array(j);
		for (uint32_t i = 0; i < c->count; i++)
			ad_json_str(j, c->values[i]);
		ad_json_array_end(j);
		ad_json_key(j, "codes");
	}
	ad_json_array(j);
	if (c->out.n > 0)
		ad_json_raw(j, (struct ad_str){ c->out.p, c->out.n });
	ad_json_array_end(j);
	if (c->coded)
		ad_json_object_end(j);
}

void ad_grid_column_free(struct ad_grid_column *c)
{
	ad_text_free(&c->out);
	free(c->values);
	free(c->slots);
}
