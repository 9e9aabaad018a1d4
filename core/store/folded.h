#ifndef AD_STORE_FOLDED_H
#define AD_STORE_FOLDED_H

/*
 * A text as SQL folds it for comparing: neither case nor spaces around it tell. The indexes of
 * keywords are by this very expression, so that only what is written with it finds them.
 */
#define AD_FOLDED(text) "lower(trim(" text ", ' \t'))"
#define AD_FOLDED_IS(text, given) AD_FOLDED(text) " = " AD_FOLDED("CAST(" given " AS TEXT)")

#endif
