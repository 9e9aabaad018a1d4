#include "sync/state/unread.h"

#include "base/json_read.h"

#define UNREAD "unread" /* no resource has a field of this name */

struct ad_str ad_unread_names(struct ad_arena *arena, struct ad_str defaults)
{
	struct ad_json_error err;

	/* Most rows have none and need not be parsed. */
	if (!defaults.n || !memmem(defaults.p, defaults.n, "\"" UNREAD "\"", sizeof(UNREAD) + 1))
		return (struct ad_str){ 0 };
	return ad_json_get_text(ad_json_parse(arena, defaults, &err), UNREAD);
}

struct ad_str ad_unread_set(struct ad_arena *arena, struct ad_str defaults, struct ad_str names)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;
	const cJSON *item;

	ad_json_object(&j);
	cJSON_ArrayForEach(item, ad_json_parse(arena, defaults, &err))
	{
		struct ad_text value = ad_text_on(arena);
		if (strcmp(item->string, UNREAD) == 0)
			continue;
		ad_json_canonical(&value, item);
		ad_json_kraw(&j, item->string, ad_text_str(&value));
	}
	if (names.n)
		ad_json_kstr(&j, UNREAD, names);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

bool ad_unread_is(struct ad_arena *arena, const struct ad_row *row, const char *field)
{
	if (!row->defaults.p)
		return !ad_str_is(row->source, "PULL");
	return ad_names_hold(ad_unread_names(arena, row->defaults), field);
}
