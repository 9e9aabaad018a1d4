/* A table in memory, given out in pieces of any size. */
#ifndef TESTS_UNIT_CORE_IMPORT_BYTES_H
#define TESTS_UNIT_CORE_IMPORT_BYTES_H

#include "tests/support/unit.h"

#include <stdio.h>
#include <string.h>

#include "import/file/table.h"

struct bytes {
	const char *p;
	size_t n;
};

static inline size_t take_bytes(void *arg, char *out, size_t room)
{
	struct bytes *b = arg;
	size_t n = b->n < room ? b->n : room;

	if (n)
		memcpy(out, b->p, n);
	b->p += n;
	b->n -= n;
	return n;
}

#define assert_str(s, text)                                                                        \
	do {                                                                                       \
		struct ad_str str_ = (s);                                                          \
		assert_int_equal(str_.n, strlen(text));                                            \
		assert_memory_equal(str_.p, text, str_.n);                                         \
	} while (0)

#endif
