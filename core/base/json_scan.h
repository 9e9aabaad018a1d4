/* The check of a JSON text before cJSON sees it: the grammar of RFC 8259 and our own bounds. */
#ifndef AD_BASE_JSON_SCAN_H
#define AD_BASE_JSON_SCAN_H

#include "base/json_read.h"

#define AD_JSON_LEVELS 32
#define AD_JSON_VALUES 2000000 /* on all levels: each costs memory, however short it is */

/* True if the whole text is one acceptable value; otherwise fills err. */
bool ad_json_scan(struct ad_arena *arena, struct ad_str text, struct ad_json_error *err) AD_CHECK;

#endif
