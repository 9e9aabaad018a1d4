/*
 * The end of the log: stderr, which another process reads (the service manager, a pipe, a
 * terminal). That process may be slow or stopped; the server does not wait for it longer than
 * AD_LOG_WAIT_US in AD_LOG_PATIENCE_US. Lines that find no room are dropped and counted.
 */
#ifndef AD_BASE_LOG_SINK_H
#define AD_BASE_LOG_SINK_H

#include "base/text.h"

/* The longest wait for room, for all threads together, and the time in which it happens once. */
#define AD_LOG_WAIT_US ((int64_t)200 * 1000)
#define AD_LOG_PATIENCE_US ((int64_t)10 * 1000 * 1000)

/* Writes whole lines, in one piece, to fd; false where some were dropped. Any thread. */
bool ad_log_sink_write(int fd, struct ad_str lines);
/* Lines dropped since the process began. Any thread. */
uint64_t ad_log_sink_lost(void);

#endif
