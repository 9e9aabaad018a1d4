/*
 * Unicode properties of letters: lower case, letters without their accents, white space.
 * Texts are well-formed UTF-8 without NUL; results are on the arena, ended by NUL. Any thread.
 */
#ifndef AD_BASE_FOLD_H
#define AD_BASE_FOLD_H

#include "base/arena.h"

/* The part between white space of any kind (Unicode White_Space, and a byte-order mark). */
struct ad_str ad_trimmed(struct ad_str text);
/* Composed (NFC): the same letters in the same bytes, however they were typed. */
struct ad_str ad_composed(struct ad_arena *arena, struct ad_str text);
/* Decomposed (NFD): each accent a code point of its own. */
struct ad_str ad_decomposed(struct ad_arena *arena, struct ad_str text);
/* In lower case by the full mapping of no language in particular, composed (NFC). */
struct ad_str ad_lower(struct ad_arena *arena, struct ad_str text);
/* Letters without the marks upon them ("e" for "é"), composed (NFC). */
struct ad_str ad_unaccented(struct ad_arena *arena, struct ad_str text);
/* True if the text has white space or an invisible character (control, format). */
bool ad_has_unseen(struct ad_str text);

/*
 * The number of bytes at the start of text that equal find character by character, ignoring case; 0
 * if they differ. Both are well-formed UTF-8.
 */
size_t ad_fold_match(struct ad_str text, struct ad_str find);

/* Copies onto the arena what libunistring allocated, and frees that. Aborts where it is NULL. */
struct ad_str ad_fold_take(struct ad_arena *arena, uint8_t *made, size_t n);

#endif
