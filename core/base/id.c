#include "base/id.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

#include "base/clock.h"

static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* The last id of a thread: the next one within its millisecond is one more. */
struct last {
	uint64_t ms;
	uint16_t high; /* upper 16 bits of the randomness */
	uint64_t low;  /* lower 64 */
};

static _Thread_local struct last last;

void ad_random(void *out, size_t size)
{
	unsigned char *p = out;

	while (size) {
		ssize_t n = getrandom(p, size > 256 ? 256 : size, 0);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			fputs("adcore: no random bytes to be had\n", stderr);
			abort();
		}
		p += n;
		size -= (size_t)n;
	}
}

static void id_advance(uint64_t now)
{
	unsigned char bytes[10];

	if (now <= last.ms) {
		if (++last.low == 0 && ++last.high == 0)
			last.ms++;
		return;
	}
	last.ms = now;
	ad_random(bytes, sizeof(bytes));
	memcpy(&last.high, bytes, 2);
	memcpy(&last.low, bytes + 2, 8);
	/* Room above, so that counting on never runs over within a millisecond. */
	last.high &= 0x7fff;
}

void ad_id_make(const char *prefix, char out[static AD_ID_SIZE])
{
	id_advance((uint64_t)(ad_now() / 1000));
	ad_id_of_parts(prefix, last.ms, last.high, last.low, out);
}

void ad_id_of_parts(const char *prefix, uint64_t ms, uint16_t upper, uint64_t low,
		    char out[static AD_ID_SIZE])
{
	size_t n = strlen(prefix);
	uint32_t high = upper;
	char *p;

	if (n > 4)
		abort();
	memcpy(out, prefix, n);
	out[n] = '_';
	p = out + n + 1;
	for (int i = 9; i >= 0; i--) {
		p[i] = digits[ms & 31];
		ms >>= 5;
	}
	for (int i = 25; i >= 10; i--) {
		p[i] = digits[low & 31];
		low = low >> 5 | (uint64_t)(high & 31) << 59;
		high >>= 5;
	}
	p[26] = '\0';
}

static int id_value_of(char c)
{
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

bool ad_id_valid(const char *prefix, struct ad_str s)
{
	size_t n = strlen(prefix);

	if (s.n != n + 27 || memcmp(s.p, prefix, n) != 0 || s.p[n] != '_' || s.p[n + 1] > '7')
		return false;
	for (size_t i = n + 1; i < s.n; i++) {
		if (id_value_of(s.p[i]) < 0)
			return false;
	}
	return true;
}

void ad_id_rest(struct ad_str s, uint16_t *high, uint64_t *low)
{
	*high = 0;
	*low = 0;
	for (size_t i = s.n - 16; i < s.n; i++) {
		*high = (uint16_t)(*high << 5 | (uint16_t)(*low >> 59));
		*low = *low << 5 | (uint64_t)id_value_of(s.p[i]);
	}
}

int64_t ad_id_time_ms(struct ad_str s)
{
	int64_t ms = 0;

	if (s.n < 27)
		return 0;
	for (size_t i = s.n - 26; i < s.n - 16; i++) {
		int value = id_value_of(s.p[i]);

		ms = ms << 5 | (value < 0 ? 0 : value);
	}
	return ms;
}
