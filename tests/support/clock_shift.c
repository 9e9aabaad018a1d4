/*
 * A preloaded library for tests of late events. Shifts the wall clock of a process by the
 * seconds in the file that TEST_CLOCK_FILE names (8 bytes, mapped, so that a test can move the
 * clock of a running server). The monotonic clock is unchanged.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *shift;

__attribute__((constructor)) static void map_shift(void)
{
	static const int64_t none;
	const char *name = getenv("TEST_CLOCK_FILE");
	int fd = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
	void *at = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof(*shift), PROT_READ, MAP_SHARED, fd, 0);

	shift = at == MAP_FAILED ? &none : at;
	if (fd >= 0)
		close(fd);
}

int clock_gettime(clockid_t id, struct timespec *now)
{
	static int (*real)(clockid_t, struct timespec *);

	if (real == NULL)
		*(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
	int result = real(id, now);
	if (result == 0 && shift != NULL && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE))
		now->tv_sec += *shift;
	return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	struct timespec spec;
	int result = clock_gettime(CLOCK_REALTIME, &spec);

	(void)zone;
	now->tv_sec = spec.tv_sec;
	now->tv_usec = spec.tv_nsec / 1000;
	return result;
}

time_t time(time_t *out)
{
	struct timespec spec;

	clock_gettime(CLOCK_REALTIME, &spec);
	if (out != NULL)
		*out = spec.tv_sec;
	return spec.tv_sec;
}
