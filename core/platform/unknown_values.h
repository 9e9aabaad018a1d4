/*
 * Values on a platform that adcore does not know. They read as one of these words, never as a value
 * that adcore knows, and are not sent: no platform has them.
 */
#ifndef AD_PLATFORM_UNKNOWN_VALUES_H
#define AD_PLATFORM_UNKNOWN_VALUES_H

#include "platform/platform.h"

#define AD_OTHER_WORD "OTHER"
#define AD_UNKNOWN_GENDER "UNKNOWN"

/* True if the list has the text. */
bool ad_unknown_holds(const cJSON *list, const char *text);
/*
 * False with *error if the piece would set such a word in the targeting of an ad group, or create a
 * keyword with such a match type. A targeting that already has the word keeps it. `title`: the
 * platform's name in the message.
 */
bool ad_unknown_can_write(struct ad_arena *arena, const char *title, const struct ad_piece *piece,
			  struct ad_platform_error *error);

#endif
