/* What makes bytes an asset's. */
#ifndef AD_CALL_ASSET_RULES_H
#define AD_CALL_ASSET_RULES_H

#include "call/call.h"
#include "model/row.h"

/*
 * Looks at the bytes of a new asset and sets what is read from them (mimeType, width, height,
 * durationMs, bytes, sha256) and `data` itself; false with a fault at the path.
 */
bool ad_asset_take(struct ad_call *call, struct ad_row *row, const char *path, struct ad_str bytes);

#endif
