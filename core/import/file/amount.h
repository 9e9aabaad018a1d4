/* The signs beside and inside the amounts of bulk files. */
#ifndef AD_IMPORT_AMOUNT_H
#define AD_IMPORT_AMOUNT_H

#include "base/arena.h"

/* The cell with plain spaces and apostrophes, where spreadsheets write narrow or fixed ones. */
struct ad_str ad_cell_plain(struct ad_arena *arena, struct ad_str cell);
/*
 * True if a number may have this before or behind it: a currency, "%" or "+". Not "(", which makes
 * it negative, nor "k" or "M", which make it larger.
 */
bool ad_cell_is_unit(struct ad_str beside);
/* True if the amount is in another currency than that (an ISO 4217 code). */
bool ad_cell_other_currency(struct ad_str cell, struct ad_str currency);

#endif
