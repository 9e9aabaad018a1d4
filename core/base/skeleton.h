/*
 * Texts that read the same, in the same bytes: for comparing what a person would take for equal.
 * Texts are well-formed UTF-8; results are on the arena, ended by NUL. Any thread.
 */
#ifndef AD_BASE_SKELETON_H
#define AD_BASE_SKELETON_H

#include "base/arena.h"

/*
 * Compatibility forms composed (NFKC), cases folded, characters that show nothing left out, letters
 * that look like Latin ones (Cyrillic, Greek and others) replaced by those, and each run of white
 * space, hyphens and dashes as one space; none at the ends.
 */
struct ad_str ad_skeleton(struct ad_arena *arena, struct ad_str text);
/*
 * The same, but for capitals that look like another Latin letter than their lower case does: the
 * Greek Nu is "n" here, and "v" above.
 */
struct ad_str ad_skeleton_capitals(struct ad_arena *arena, struct ad_str text);
/*
 * True if the character belongs to a word that spaces part from others: letters and digits, but for
 * the scripts that are written without spaces (Han, kana, Thai and the like).
 */
bool ad_is_word_letter(uint32_t code_point);

#endif
