/* Times, days and zone rules from outside. */
#include "tests/fuzz/fuzz.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/timezone.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str in = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	int64_t us, offset;

	if (ad_time_parse(in, &us))
		HOLDS(us > INT64_MIN / 2 && us < INT64_MAX / 2);
	if (ad_date_valid(in))
		HOLDS(in.n == 10);
	if (ad_timezone_rule(in, 1785000000, &offset))
		HOLDS(offset > -26 * 3600 * 7 && offset < 26 * 3600 * 7);
	(void)ad_timezone_valid(in);
	ad_arena_free(arena);
	return 0;
}
