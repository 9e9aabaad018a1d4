#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <openssl/rand.h>

#include "sandbox.h"

long long clock_real(void)
{
	return (long long)time(NULL);
}

long long clock_now(struct sandbox *sandbox)
{
	return clock_real() + store_number(sandbox->store, "clock");
}

void clock_local(long long at, const char *zone, char *out)
{
	time_t t = (time_t)at;
	struct tm tm;
	setenv("TZ", zone, 1); /* one thread only: nobody else reads the environment */
	tzset();
	localtime_r(&t, &tm);
	strftime(out, 20, "%Y-%m-%d %H:%M:%S", &tm);
}

void random_text(char *out, size_t n)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	unsigned char bytes[64];
	for (size_t i = 0; i < n; i++) {
		if (i % sizeof(bytes) == 0 && RAND_bytes(bytes, sizeof(bytes)) != 1)
			abort();
		out[i] = letters[bytes[i % sizeof(bytes)] % 64];
	}
	out[n] = '\0';
}
