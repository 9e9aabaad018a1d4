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

static void log_values(void)
{
	struct ad_log_line line;

	assert_true(ad_log_begin(&line, AD_LOG_WARN, "request"));
	ad_log_str(&line, "route", AD_S("/api/v1/:id"));
	ad_log_int(&line, "status", 200);
	ad_log_str(&line, "why", AD_S("a \"quoted\"\nline a=b"));
	ad_log_str(&line, "empty", AD_S(""));
	ad_log_str(&line, "none", (struct ad_str){ 0 });
	ad_log_end(&line);
}

static void numbers_are_numbers(void **state)
{
	char *text = logged(log_values);

	(void)state;
	assert_non_null(strstr(text, ",\"route\":\"/api/v1/:id\",\"status\":200,\"why\":"));
	assert_non_null(strstr(text, ",\"empty\":\"\",\"none\":null}\n"));
	free(text);
}

/* One line, whatever a value holds: it cannot be mistaken for two. */
static void a_line_of_text(void **state)
{
	char *text;

	(void)state;
	ad_log_text_set(true);
	text = logged(log_values);
	ad_log_text_set(false);
	assert_string_equal(text + strcspn(text, " "),
			    " warn request route=/api/v1/:id status=200"
			    " why=\"a \\\"quoted\\\"\\nline a=b\" empty=\"\" none=null\n");
	free(text);
}

static void log_dropped(void)
{
	struct ad_log_line line;

	assert_false(ad_log_begin(&line, AD_LOG_DEBUG, "detail"));
}

static void a_dropped_line_leaves_nothing(void **state)
{
	char *text = logged(log_dropped);

	(void)state;
	assert_string_equal(text, "");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_warning_is_written_at_once_as_json),
		cmocka_unit_test(an_info_waits_for_the_flush),
		cmocka_unit_test(a_full_buffer_is_written),
		cmocka_unit_test(a_thread_that_ends_leaves_its_lines),
		cmocka_unit_test(the_level_decides),
		cmocka_unit_test(numbers_are_numbers),
		cmocka_unit_test(a_line_of_text),
		cmocka_unit_test(a_dropped_line_leaves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
