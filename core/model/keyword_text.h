/* The platforms' rules for comparing the texts of keywords. */
#ifndef AD_MODEL_KEYWORD_TEXT_H
#define AD_MODEL_KEYWORD_TEXT_H

#include "base/arena.h"
#include "base/text.h"
#include "model/resource.h"

#define AD_LIST_KEYWORDS_MAX 5000      /* of a keyword list */
#define AD_KEYWORD_FOLDED "foldedText" /* the keyword's field that keeps it */

/*
 * A keyword's text in the form in which the platform compares it: two keywords below one parent,
 * with the same match type and sign, are one there where these are equal. Any thread.
 */
struct ad_str ad_keyword_folded(struct ad_arena *arena, enum ad_platform platform,
				struct ad_str text);
/* Appends a text in that form. Any thread. */
void ad_keyword_fold(struct ad_text *out, enum ad_platform platform, struct ad_str text);
/* True if the platform treats two texts as one keyword. Any thread. */
bool ad_keyword_same(enum ad_platform platform, struct ad_str a, struct ad_str b);

#endif
