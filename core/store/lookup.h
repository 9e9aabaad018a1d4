/* Pieces of SQL by which a single object is looked up, so that the index of its key is taken. */
#ifndef AD_STORE_LOOKUP_H
#define AD_STORE_LOOKUP_H

/*
 * A text as SQL folds it for comparing: neither case nor spaces around it tell. The indexes of
 * keywords are by this very expression, so that only what is written with it finds them.
 */
#define AD_FOLDED(text) "lower(trim(" text ", ' \t'))"
/* The condition that a column is, folded, the text of a parameter. */
#define AD_FOLDED_IS(text, given) AD_FOLDED(text) " = " AD_FOLDED("CAST(" given " AS TEXT)")
/*
 * The condition that a column is the text of a parameter, as it is, beside the same one folded:
 * where a column has to equal a value, SQLite writes that value into all its other uses, and
 * lower() of a value is an expression that no index is of.
 */
#define AD_EXACTLY(text, given) text " || '' = " given

/*
 * By ids, sorted when they are found: where the order could come from an index, a database walks all
 * ids of the Space by that one, to stop at the first that fits.
 */
#define AD_SORTED_ID "id || ''"

#endif
