/*
 * Bids on the platform that were not read right after the create. Their names are stored with the
 * fields that were read (model/row.h, `defaults`), until a pull reads them or a push sends them.
 * Private to core/sync.
 */
#ifndef AD_SYNC_UNREAD_H
#define AD_SYNC_UNREAD_H

#include "model/row.h"

/* The names, comma-separated; empty: none. */
struct ad_str ad_unread_names(struct ad_arena *arena, struct ad_str defaults);
/* `defaults` (JSON, not absent) with these names as the unread ones. */
struct ad_str ad_unread_set(struct ad_arena *arena, struct ad_str defaults, struct ad_str names);
/*
 * True if the bid of a row on the platform is unknown: the draft left it open, and it was not read
 * since the create.
 */
bool ad_unread_is(struct ad_arena *arena, const struct ad_row *row, const char *field);

#endif
