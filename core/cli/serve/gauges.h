/*
 * The figures of the database in /metrics, read by the main thread on a connection of its own,
 * so that no request and no scrape waits for it. Names of Spaces, accounts and people are in
 * none of it.
 */
#ifndef AD_CLI_GAUGES_H
#define AD_CLI_GAUGES_H

#include "call/request/core.h"

struct ad_gauges;

/* NULL with a sentence. The core must outlive it. */
struct ad_gauges *ad_gauges_new(struct ad_core *core, char err[static 256]) AD_CHECK;
/* NULL is allowed. No scrape may come any more. */
void ad_gauges_free(struct ad_gauges *gauges);
/* Reads the database, unless that was done a moment ago. The thread that made it. */
void ad_gauges_refresh(struct ad_gauges *gauges);
/* Appends what was last read. Any thread; arg is the gauges. */
void ad_gauges_write(void *arg, struct ad_text *out);

#endif
