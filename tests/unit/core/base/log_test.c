#include "tests/support/unit.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json_read.h"
#include "base/log.h"

/* Runs do_it with stderr in a file; gives what was written, on the heap. */
static char *logged(void (*do_it)(void))
{
	FILE *file = tmpfile();
	int kept = dup(STDERR_FILENO);
	char *text = calloc(1, 1 << 20);

	assert_non_null(file);
	assert_non_null(text);
	assert_true(dup2(fileno(file), STDERR_FILENO) >= 0);
	do_it();
	assert_true(dup2(kept, STDERR_FILENO) >= 0);
	close(kept);
	assert_true(pread(fileno(file), text, (1 << 20) - 1, 0) >= 0);
	fclose(file);
	return text;
}

static void log_warning(void)
{
	ad_log(AD_LOG_WARN, "sandbox_died", "pid", "12", "why", "a \"quoted\"\nline", "none", NULL,
	       NULL);
}

static void a_warning_is_written_at_once_as_json(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	char *text = logged(log_warning);
	struct ad_json_error err;
	const cJSON *line;

	(void)state;
	assert_int_equal(text[strlen(text) - 1], '\n');
	assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
	line = ad_json_parse(arena, ad_str(text), &err);
	assert_non_null(line);
	assert_int_equal(ad_json_get_text(line, "time").n, 24);
	assert_true(ad_str_is(ad_json_get_text(line, "level"), "warn"));
	assert_true(ad_str_is(ad_json_get_text(line, "event"), "sandbox_died"));
	assert_true(ad_str_is(ad_json_get_text(line, "pid"), "12"));
	assert_true(ad_str_is(ad_json_get_text(line, "why"), "a \"quoted\"\nline"));
	free(text);
	ad_arena_free(arena);
}

static void log_info(void)
{
	ad_log(AD_LOG_INFO, "started", NULL);
	ad_log(AD_LOG_DEBUG, "detail", NULL);
}

static void log_nothing(void)
{
}

static void an_info_waits_for_the_flush(void **state)
{
	char *text = logged(log_info);

	(void)state;
	assert_string_equal(text, "");
	free(text);
	text = logged(ad_log_flush);
	assert_non_null(strstr(text, "\"started\""));
	assert_null(strstr(text, "\"detail\""));
	free(text);
	text = logged(log_nothing);
	assert_string_equal(text, "");
	free(text);
}

static void log_much(void)
{
	for (int i = 0; i < 1000; i++)
		ad_log(AD_LOG_INFO, "request", "path", "/api/v1/campaigns", NULL);
}

static void a_full_buffer_is_written(void **state)
{
	char *text = logged(log_much);

	(void)state;
	assert_true(strlen(text) >= 64 * 1024);
	free(text);
	free(logged(ad_log_flush));
}

static void *log_on_a_thread(void *arg)
{
	(void)arg;
	ad_log(AD_LOG_INFO, "of_a_thread", NULL);
	return NULL;
}

static void run_thread(void)
{
	pthread_t thread;

	assert_int_equal(pthread_create(&thread, NULL, log_on_a_thread, NULL), 0);
	pthread_join(thread, NULL);
}

static void a_thread_that_ends_leaves_its_lines(void **state)
{
	char *text = logged(run_thread);

	(void)state;
	assert_non_null(strstr(text, "of_a_thread"));
	free(text);
}

static void the_level_decides(void **state)
{
	char *text;

	(void)state;
	ad_log_level_set(AD_LOG_ERROR);
	text = logged(log_warning);
	assert_string_equal(text, "");
	free(text);
	ad_log_level_set(AD_LOG_INFO);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_warning_is_written_at_once_as_json),
		cmocka_unit_test(an_info_waits_for_the_flush),
		cmocka_unit_test(a_full_buffer_is_written),
		cmocka_unit_test(a_thread_that_ends_leaves_its_lines),
		cmocka_unit_test(the_level_decides),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
