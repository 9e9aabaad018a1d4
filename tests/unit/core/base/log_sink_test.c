#include "tests/support/unit.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/log_sink.h"

#define LINE "a line of forty bytes, blanks included.\n"

/* Lines of n bytes in all, on the heap. */
static struct ad_str lines_of(size_t n)
{
	char *p = malloc(n);

	assert_non_null(p);
	for (size_t i = 0; i < n; i++)
		p[i] = LINE[i % 40];
	return (struct ad_str){ p, n };
}

/* Reads what there is, and gives its length. */
static size_t drain(int fd)
{
	char bytes[8192];
	ssize_t n;
	size_t all = 0;

	assert_true(fcntl(fd, F_SETFL, O_NONBLOCK) == 0);
	while ((n = read(fd, bytes, sizeof(bytes))) > 0)
		all += (size_t)n;
	assert_true(fcntl(fd, F_SETFL, 0) == 0);
	return all;
}

/* The kind of failure: a write(2) that blocks for as long as the reader likes. */
static void a_reader_that_stops_does_not_hold_the_writer(void **state)
{
	struct ad_str blob = lines_of(40 * 4000); /* more than a pipe of 64 KiB takes */
	uint64_t before = ad_log_sink_lost();
	int64_t begun = ad_monotonic();
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_false(ad_log_sink_write(ends[1], blob));
	assert_true(ad_monotonic() - begun >= AD_LOG_WAIT_US);
	/* It waited once: from now on nothing waits for a while. */
	begun = ad_monotonic();
	for (int i = 0; i < 1000; i++)
		assert_false(ad_log_sink_write(ends[1], AD_S(LINE)));
	assert_true(ad_monotonic() - begun < AD_LOG_WAIT_US * 20);
	size_t written = drain(ends[0]);
	assert_int_equal(ad_log_sink_lost() - before, 5000 - written / 40);
	/* Room again: the line that was cut is ended first. */
	assert_true(ad_log_sink_write(ends[1], AD_S(LINE)));
	assert_int_equal(drain(ends[0]), 40 + (written % 40 ? 1 : 0));
	close(ends[0]);
	close(ends[1]);
	free((char *)blob.p);
}

static void lines_without_a_reader_are_lost(void **state)
{
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	close(ends[0]);
	assert_false(ad_log_sink_write(ends[1], AD_S(LINE)));
	close(ends[1]);
	assert_false(ad_log_sink_write(ends[1], AD_S(LINE))); /* closed */
}

static void *write_hundred(void *fd)
{
	struct ad_str blob = lines_of(40 * 400);

	for (int i = 0; i < 100; i++)
		(void)!ad_log_sink_write(*(int *)fd, blob);
	free((char *)blob.p);
	return NULL;
}

static void lines_of_two_threads_do_not_mix(void **state)
{
	pthread_t threads[2];
	FILE *file = tmpfile();
	char line[64];
	int fd, lines = 0;

	(void)state;
	assert_non_null(file);
	fd = fileno(file);
	assert_true(fcntl(fd, F_SETFL, O_APPEND) == 0);
	for (int i = 0; i < 2; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, write_hundred, &fd), 0);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	rewind(file);
	for (; fgets(line, sizeof(line), file); lines++)
		assert_string_equal(line, LINE);
	assert_int_equal(lines, 80000);
	fclose(file);
}

/* The log itself: its reader stops, reads again, and is told how many lines are missing. */
static void the_reader_is_told_of_lost_lines(void **state)
{
	struct ad_str blob = lines_of(40 * 4000);
	int kept = dup(STDERR_FILENO), ends[2];
	char *text = calloc(1, 4096);

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_true(dup2(ends[1], STDERR_FILENO) >= 0);
	assert_false(ad_log_sink_write(STDERR_FILENO, blob));
	drain(ends[0]);
	ad_log(AD_LOG_WARN, "after_the_stop", NULL);
	assert_true(dup2(kept, STDERR_FILENO) >= 0);
	assert_true(read(ends[0], text, 4095) > 0);
	char *lost = strstr(text, "\"event\":\"log_lines_lost\",\"total\":");
	assert_non_null(strstr(text, "\"after_the_stop\""));
	assert_non_null(lost);
	assert_true(strtoull(strrchr(lost, ':') + 1, NULL, 10) == ad_log_sink_lost());
	close(kept);
	close(ends[0]);
	close(ends[1]);
	free(text);
	free((char *)blob.p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_without_a_reader_are_lost),
		cmocka_unit_test(lines_of_two_threads_do_not_mix),
		cmocka_unit_test(a_reader_that_stops_does_not_hold_the_writer),
		cmocka_unit_test(the_reader_is_told_of_lost_lines),
	};

	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
