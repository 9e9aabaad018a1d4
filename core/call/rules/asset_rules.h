/* Checks the bytes of an asset and reads its properties. */
#ifndef AD_CALL_ASSET_RULES_H
#define AD_CALL_ASSET_RULES_H

#include "call/request/call.h"
#include "model/row.h"

/*
 * Checks the bytes of a new asset and sets `data` and the fields that are read from them (mimeType,
 * width, height, durationMs, bytes, sha256); false with a fault at the path.
 */
bool ad_asset_take(struct ad_call *call, struct ad_row *row, const char *path, struct ad_str bytes);

#endif
