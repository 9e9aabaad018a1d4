/*
 * One line an event on stderr, as JSON: {"time":…,"level":…,"event":…, …}. Buffered per thread and
 * written in one write(2) at 64 KiB, at ad_log_flush() (loops and lanes call it before they sleep),
 * or at once for WARN and ERROR. Values are escaped. Never pass a secret; ids of tokens are fine.
 * Any thread.
 */
#ifndef AD_BASE_LOG_H
#define AD_BASE_LOG_H

#include "base/base.h"

enum ad_log_level {
	AD_LOG_DEBUG,
	AD_LOG_INFO,
	AD_LOG_WARN,
	AD_LOG_ERROR,
};

/* Lines below this level are dropped; INFO at start. Set once, before threads start. */
void ad_log_level_set(enum ad_log_level level);
/*
 * Logs an event: pairs of (const char *key, const char *value), ended by NULL.
 * ad_log(AD_LOG_WARN, "sandbox_died", "pid", pid_text, NULL);
 */
void ad_log(enum ad_log_level level, const char *event, ...) __attribute__((sentinel));
/* Writes out this thread's buffer. */
void ad_log_flush(void);

#endif
