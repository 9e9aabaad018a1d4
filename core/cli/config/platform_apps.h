/* Inside core/cli: what the operator registered at the platforms, from a file of their own. */
#ifndef AD_CLI_PLATFORM_APPS_H
#define AD_CLI_PLATFORM_APPS_H

#include "base/text.h"
#include "sync/state/connect.h"

/*
 * Reads { "google": { "clientId", "clientSecret", "developerToken" }, "microsoft": …, … } into a
 * row for each platform, on the arena; path NULL: none is registered. Appends a line a fault, each
 * beginning with `where`, and never what the file holds.
 */
const struct ad_platform_app *ad_platform_apps_read(struct ad_arena *arena, const char *path,
						    const char *where, struct ad_text *faults);

#endif
