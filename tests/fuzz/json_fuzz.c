/*
 * The canonical form of a text that json_read accepts is the same when it is read and written
 * again. A fraction above 2^53 becomes an integer there, which json_read refuses.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "base/arena.h"
#include "base/json_read.h"
#include "base/text.h"
#include "base/utf8.h"

static struct ad_str canonical(struct ad_arena *arena, const cJSON *tree)
{
	struct ad_text text = ad_text_on(arena);

	ad_json_canonical(&text, tree);
	HOLDS(!text.failed);
	return ad_text_str(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str in = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	struct ad_json_error err;
	const cJSON *tree = ad_json_parse(arena, in, &err);

	if (tree) {
		struct ad_str once = canonical(arena, tree);

		HOLDS(ad_utf8_valid(in));
		HOLDS(ad_utf8_width(in) >= ad_utf8_length(in));
		tree = ad_json_parse(arena, once, &err);
		HOLDS(tree != NULL || strstr(err.reason, "2^53"));
		HOLDS(!tree || ad_str_eq(once, canonical(arena, tree)));
	} else {
		HOLDS(err.offset <= size && err.reason[0] != '\0');
	}
	ad_arena_free(arena);
	return 0;
}
