#include "base/log.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json_write.h"

#define BUFFER_MAX ((size_t)64 * 1024)

static atomic_int lowest = AD_LOG_INFO;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t per_thread; /* its struct ad_text */

static void write_out(struct ad_text *t)
{
	struct ad_str rest = ad_text_str(t);

	while (rest.n) {
		ssize_t n = write(STDERR_FILENO, rest.p, rest.n);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) /* nobody listens: a log is not worth more */
			break;
		rest.p += n;
		rest.n -= (size_t)n;
	}
	t->n = 0;
	t->failed = false;
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

void ad_log(enum ad_log_level level, const char *event, ...)
{
	struct ad_text *t;
	struct ad_json j;
	const char *key;
	va_list pairs;

	if ((int)level < atomic_load_explicit(&lowest, memory_order_relaxed))
		return;
	t = log_buffer();
	j = ad_json_on(t);
	ad_json_object(&j);
	ad_json_key(&j, "time");
	ad_json_time(&j, ad_now());
	ad_json_kcstr(&j, "level", level_name(level));
	ad_json_kcstr(&j, "event", event);
	va_start(pairs, event);
	while ((key = va_arg(pairs, const char *)) != NULL)
		ad_json_kcstr(&j, key, va_arg(pairs, const char *));
	va_end(pairs);
	ad_json_object_end(&j);
	ad_text_addc(t, '\n');
	if (level >= AD_LOG_WARN || t->n >= BUFFER_MAX)
		write_out(t);
}

void ad_log_flush(void)
{
	write_out(log_buffer());
}
