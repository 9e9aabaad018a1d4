/*
 * UTF-8 by RFC 3629: no surrogates, no overlong forms, nothing above U+10FFFF. Decoding and widths
 * are libunistring's.
 */
#ifndef AD_BASE_UTF8_H
#define AD_BASE_UTF8_H

#include "base/base.h"

/* The first code point of s; returns its bytes, 0 if s is empty or not well-formed there. */
size_t ad_utf8_next(struct ad_str s, uint32_t *code_point);
/* Writes a code point (no surrogate, at most U+10FFFF); returns its bytes. */
size_t ad_utf8_put(uint32_t code_point, char out[static 4]);
/* The offset of the first byte that is NUL or not well-formed; s.n if there is none. */
size_t ad_utf8_fault(struct ad_str s);
/* True if s has no byte beyond ASCII. */
bool ad_utf8_is_ascii(struct ad_str s);
/* True if s is well-formed and has no NUL. */
bool ad_utf8_valid(struct ad_str s);
/* The code points of a well-formed text. */
size_t ad_utf8_length(struct ad_str s);
/* The same, but wide and full-width code points (Unicode's East Asian Width W and F) count 2. */
size_t ad_utf8_width(struct ad_str s);

#endif
