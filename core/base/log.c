#include "base/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log_sink.h"

#define BUFFER_MAX ((size_t)64 * 1024)

static atomic_int lowest = AD_LOG_INFO;
static atomic_bool as_text;
static atomic_uint_fast64_t lost_reported;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t per_thread; /* its struct ad_text */

static bool log_takes(enum ad_log_level level)
{
	return (int)level >= atomic_load_explicit(&lowest, memory_order_relaxed);
}

static bool writes_text(void)
{
	return atomic_load_explicit(&as_text, memory_order_relaxed);
}

static void log_reset(struct ad_text *t)
{
	t->n = 0;
	t->failed = false;
}

static void begin_line(struct ad_log_line *line, struct ad_text *out, enum ad_log_level level,
		       const char *event);
static void end_line(struct ad_log_line *line);

/* A reader that was too slow and reads again is told how many lines it does not see. */
static void report_lost(struct ad_text *t)
{
	uint64_t lost = ad_log_sink_lost();
	uint64_t before = atomic_exchange_explicit(&lost_reported, lost, memory_order_relaxed);
	struct ad_log_line line;

	if (lost == before || !log_takes(AD_LOG_WARN))
		return;
	begin_line(&line, t, AD_LOG_WARN, "log_lines_lost");
	ad_log_int(&line, "total", (int64_t)lost);
	end_line(&line);
	(void)!ad_log_sink_write(STDERR_FILENO, ad_text_str(t));
	log_reset(t);
}

static void write_out(struct ad_text *t)
{
	if (!t->n)
		return;
	bool is_whole = ad_log_sink_write(STDERR_FILENO, ad_text_str(t));
	log_reset(t);
	if (is_whole)
		report_lost(t);
}

static void end_thread(void *buffer)
{
	struct ad_text *t = buffer;

	write_out(t);
	ad_text_free(t);
	free(t);
}

static void log_set_up(void)
{
	if (pthread_key_create(&per_thread, end_thread) != 0)
		abort();
}

static struct ad_text *log_buffer(void)
{
	struct ad_text *t;

	pthread_once(&once, log_set_up);
	t = pthread_getspecific(per_thread);
	if (t)
		return t;
	t = ad_xcalloc(1, sizeof(*t));
	if (pthread_setspecific(per_thread, t) != 0)
		abort();
	return t;
}

void ad_log_level_set(enum ad_log_level level)
{
	atomic_store_explicit(&lowest, (int)level, memory_order_relaxed);
}

static const char *level_name(enum ad_log_level level)
{
	switch (level) {
	case AD_LOG_DEBUG:
		return "debug";
	case AD_LOG_INFO:
		return "info";
	case AD_LOG_WARN:
		return "warn";
	case AD_LOG_ERROR:
		return "error";
	}
	return "error";
}

void ad_log_text_set(bool text)
{
	atomic_store_explicit(&as_text, text, memory_order_relaxed);
}

/* True if the value can stand in a line of text as it is. */
static bool is_bare(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] <= ' ' || s.p[i] > '~' || s.p[i] == '"' || s.p[i] == '=' ||
		    s.p[i] == '\\')
			return false;
	}
	return s.n > 0;
}

static void begin_line(struct ad_log_line *line, struct ad_text *out, enum ad_log_level level,
		       const char *event)
{
	line->out = out;
	line->level = level;
	line->json = ad_json_on(line->out);
	if (writes_text()) {
		char at[25];

		ad_time_format(ad_now(), at);
		ad_text_addf(line->out, "%s %s %s", at, level_name(level), event);
		return;
	}
	ad_json_object(&line->json);
	ad_json_key(&line->json, "time");
	ad_json_time(&line->json, ad_now());
	ad_json_kcstr(&line->json, "level", level_name(level));
	ad_json_kcstr(&line->json, "event", event);
}

static void end_line(struct ad_log_line *line)
{
	if (!writes_text())
		ad_json_object_end(&line->json);
	ad_text_addc(line->out, '\n');
}

bool ad_log_begin(struct ad_log_line *line, enum ad_log_level level, const char *event)
{
	if (!log_takes(level))
		return false;
	begin_line(line, log_buffer(), level, event);
	return true;
}

void ad_log_str(struct ad_log_line *line, const char *key, struct ad_str value)
{
	struct ad_json j = ad_json_on(line->out);

	if (!writes_text()) {
		ad_json_kstr(&line->json, key, value);
		return;
	}
	ad_text_addc(line->out, ' ');
	ad_text_adds(line->out, key);
	ad_text_addc(line->out, '=');
	if (is_bare(value))
		ad_text_add(line->out, value);
	else
		ad_json_str(&j, value);
}

void ad_log_int(struct ad_log_line *line, const char *key, int64_t value)
{
	if (writes_text())
		ad_text_addf(line->out, " %s=%lld", key, (long long)value);
	else
		ad_json_kint(&line->json, key, value);
}

void ad_log_end(struct ad_log_line *line)
{
	end_line(line);
	if (line->level >= AD_LOG_WARN || line->out->n >= BUFFER_MAX)
		write_out(line->out);
}

void ad_log(enum ad_log_level level, const char *event, ...)
{
	struct ad_log_line line;
	const char *key;
	va_list pairs;

	if (!ad_log_begin(&line, level, event))
		return;
	va_start(pairs, event);
	while ((key = va_arg(pairs, const char *)) != NULL)
		ad_log_str(&line, key, ad_str(va_arg(pairs, const char *)));
	va_end(pairs);
	ad_log_end(&line);
}

void ad_log_flush(void)
{
	write_out(log_buffer());
}
