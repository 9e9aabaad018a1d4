#include "base/memory.h"

#include <unistd.h>

#include "tests/support/unit.h"

static void the_size_is_at_most_the_machines(void **state)
{
	int64_t size = ad_memory_size();

	(void)state;
	assert_true(size > 1 << 20);
	assert_true(size <= (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_size_is_at_most_the_machines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
