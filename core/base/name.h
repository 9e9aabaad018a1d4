/*
 * Names of things: two names that look the same must be the same, on a page and on a platform. The
 * platforms cut white space off the ends of a name, so it is cut off before the name is stored.
 */
#ifndef AD_BASE_NAME_H
#define AD_BASE_NAME_H

#include "base/base.h"

/*
 * The first code point of a name that shows nothing: C1 controls, zero-width spaces, word joiners,
 * line separators, and the marks that override the direction of text. 0 where there is none. The
 * joiners of emoji and of Indic and Persian words, and the two marks of direction that names in
 * right-to-left scripts need, are part of names.
 */
uint32_t ad_name_invisible(struct ad_str name);

#endif
