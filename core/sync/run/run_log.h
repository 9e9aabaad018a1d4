/*
 * The lines of the log about runs: one for each event, with ids and numbers and without any name.
 * The sync thread, after the change is durable.
 */
#ifndef AD_SYNC_RUN_LOG_H
#define AD_SYNC_RUN_LOG_H

#include "sync/run/run.h"

/* run->begun: the run is worked on from now. */
void ad_run_log_begun(const struct ad_run *run);
/* run->ended: its status, or that it waits for approval; with the counts of what it did. */
void ad_run_log_ended(const struct ad_run *run);
/* Another process has the run, or the kill switch has ended it. */
void ad_run_log_lost(const struct ad_run *run);

#endif
