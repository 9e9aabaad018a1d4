/*
 * Texts that a person decides about: what is shown must be what is sent, and two names that look
 * the same must be the same. The platforms cut white space off the ends of a name, so it is cut
 * off before the name is stored.
 */
#ifndef AD_BASE_NAME_H
#define AD_BASE_NAME_H

#include "base/base.h"

/*
 * The first code point of a text that shows nothing or turns the text around: C1 controls, spaces
 * of no width, fillers, line separators, marks of direction. 0 where there is none. Allowed are the
 * joiners after a letter of a script that joins (Arabic, Indic and the like), the joiner of an
 * emoji, the tags of a flag, and LRM, RLM and ALM in a text with right-to-left letters. url: none.
 */
uint32_t ad_text_unseen(struct ad_str text, bool url);

#endif
