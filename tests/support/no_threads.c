/*
 * Preloaded into each unit test that tests/unit/meson.build does not list as a test with
 * threads. ThreadSanitizer skips these tests, so a thread makes the test fail.
 */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
		   void *(*run)(void *), void *restrict value)
{
	static const char said[] = "a thread begins: name the test in tests/unit/meson.build\n";
	ssize_t n = write(STDERR_FILENO, said, sizeof(said) - 1);

	(void)thread;
	(void)attributes;
	(void)run;
	(void)value;
	_exit(n < 0 ? 2 : 1);
}
