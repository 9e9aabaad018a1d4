/* Pieces of SQL by which a single object is looked up, so that the index of its key is taken. */
#ifndef AD_STORE_LOOKUP_H
#define AD_STORE_LOOKUP_H

#include "base/arena.h"

/*
 * A text as lower() of a column gives it, on both databases: only A to Z become others. What is
 * compared with it is bound so; lower() of a parameter would follow PostgreSQL's own locale and
 * make "Ä" an "ä", which no column is.
 */
struct ad_str ad_sql_lower(struct ad_arena *arena, struct ad_str text);

/*
 * A column as SQL folds it for comparing: neither case nor spaces around it tell. The indexes of
 * keywords are by this very expression, so that only what is written with it finds them.
 */
#define AD_FOLDED(column) "lower(trim(" column ", ' \t'))"
/* A text as AD_FOLDED of a column gives it. */
struct ad_str ad_sql_folded(struct ad_arena *arena, struct ad_str text);
/*
 * The condition that a column is the text of a parameter, as it is, beside the same one folded:
 * where a column has to equal a value, SQLite writes that value into all its other uses, and
 * lower() of a value is an expression that no index is of.
 */
#define AD_EXACTLY(text, given) text " || '' = " given

/*
 * By ids, sorted when they are found: where the order could come from an index, a database walks
 * all ids of the Space by that one, to stop at the first that fits.
 */
#define AD_SORTED_ID "id || ''"

#endif
