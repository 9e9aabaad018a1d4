#include "base/log_sink.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/clock.h"

/* Held while lines are written, so that lines of two threads do not mix in a pipe. */
static pthread_mutex_t sink_lock = PTHREAD_MUTEX_INITIALIZER;
static int64_t patient_from; /* monotonic, µs: before it, nobody waits for room; under the lock */
static bool is_mid_line;     /* the last line was cut; under the lock */
static atomic_uint_fast64_t lost;

/*
 * Writes while there is room, and waits for room until `until`. At most PIPE_BUF bytes at a time: a
 * write of these does not block once poll(2) has reported room. Gives what is left.
 */
static struct ad_str write_while_room(int fd, struct ad_str rest, int64_t until)
{
	while (rest.n) {
		struct pollfd room = { .fd = fd, .events = POLLOUT };
		int64_t left_us = until - ad_monotonic();
		int ready = poll(&room, 1, left_us > 0 ? (int)((left_us + 999) / 1000) : 0);

		if (ready < 0 && errno == EINTR)
			continue;
		if (ready <= 0 || !(room.revents & POLLOUT))
			break;
		ssize_t n = write(fd, rest.p, rest.n < PIPE_BUF ? rest.n : PIPE_BUF);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		rest.p += n;
		rest.n -= (size_t)n;
	}
	return rest;
}

static uint64_t lines_in(struct ad_str text)
{
	uint64_t n = 0;

	for (size_t i = 0; i < text.n; i++)
		n += text.p[i] == '\n';
	return n;
}

bool ad_log_sink_write(int fd, struct ad_str lines)
{
	struct ad_str rest;

	pthread_mutex_lock(&sink_lock);
	int64_t now = ad_monotonic();
	int64_t until = now < patient_from ? now : now + AD_LOG_WAIT_US;
	rest = is_mid_line ? write_while_room(fd, AD_S("\n"), until) : AD_S("");
	if (rest.n) {
		rest = lines;
	} else {
		is_mid_line = false;
		rest = write_while_room(fd, lines, until);
		is_mid_line = rest.n && rest.n < lines.n && rest.p[-1] != '\n';
	}
	if (ad_monotonic() >= until && now >= patient_from)
		patient_from = until + AD_LOG_PATIENCE_US;
	pthread_mutex_unlock(&sink_lock);
	if (rest.n)
		atomic_fetch_add_explicit(&lost, lines_in(rest), memory_order_relaxed);
	return !rest.n;
}

uint64_t ad_log_sink_lost(void)
{
	return atomic_load_explicit(&lost, memory_order_relaxed);
}
