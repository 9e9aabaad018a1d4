/*
 * Places on a platform that adcore can neither show nor write, such as a radius around a point.
 * They are read as locations with a code of their own, so that a campaign that has one never looks
 * as if it showed everywhere, and a change of the place is drift.
 */
#ifndef AD_PLATFORM_PIN_H
#define AD_PLATFORM_PIN_H

#include "platform/platform.h"

/* The start of such a code. */
#define AD_PIN "pin:"

/* The code of a place: 16 hex digits of a hash of `form`, the text that identifies it. */
struct ad_str ad_pin_code(struct ad_arena *arena, struct ad_str form);
/* The code as a number that no platform's place has; 0 if it is no such code. */
int64_t ad_pin_number(struct ad_str code);
/*
 * False with *error if an update changes `locations` of a campaign that has such a place: it would
 * be overwritten, or others would be added to it. `title`: the platform's name in the message.
 */
bool ad_pin_can_change(struct ad_arena *arena, const char *title, const struct ad_piece *piece,
		       struct ad_platform_error *error);

#endif
