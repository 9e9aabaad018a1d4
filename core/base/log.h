/*
 * One line per event on stderr, as JSON: {"time":…,"level":…,"event":…, …}, or as text: TIME LEVEL
 * EVENT KEY=VALUE…, where a value with blanks or quotes is written as in JSON. Buffered per thread
 * and written at 64 KiB, at ad_log_flush() (loops and lanes call it before they sleep), or at once
 * for WARN and ERROR. If stderr is not read, lines are lost (base/log_sink.h). Values are escaped.
 * Never pass a secret; ids of tokens are fine. Any thread.
 */
#ifndef AD_BASE_LOG_H
#define AD_BASE_LOG_H

#include "base/json_write.h"

enum ad_log_level {
	AD_LOG_DEBUG,
	AD_LOG_INFO,
	AD_LOG_WARN,
	AD_LOG_ERROR,
};

/* Lines below this level are dropped; INFO at start. Set once, before threads start. */
void ad_log_level_set(enum ad_log_level level);
/* Lines of text instead of JSON. Set once, before threads start. */
void ad_log_text_set(bool text);
/*
 * Logs an event: pairs of (const char *key, const char *value), ended by NULL.
 * ad_log(AD_LOG_WARN, "sandbox_died", "pid", pid_text, NULL);
 */
void ad_log(enum ad_log_level level, const char *event, ...) __attribute__((sentinel));

/* A line that is being written. */
struct ad_log_line {
	struct ad_text *out;
	struct ad_json json;
	enum ad_log_level level;
};

/*
 * Begins a line whose values are not all text; ad_log_end() must follow on the same thread, with no
 * other line between. False if the level drops it: then nothing follows.
 */
bool ad_log_begin(struct ad_log_line *line, enum ad_log_level level, const char *event) AD_CHECK;
void ad_log_str(struct ad_log_line *line, const char *key, struct ad_str value);
void ad_log_int(struct ad_log_line *line, const char *key, int64_t value);
void ad_log_end(struct ad_log_line *line);

/* Writes out this thread's buffer. */
void ad_log_flush(void);

#endif
