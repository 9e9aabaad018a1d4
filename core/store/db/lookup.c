#include "store/db/lookup.h"

struct ad_str ad_sql_lower(struct ad_arena *arena, struct ad_str text)
{
	char *p = ad_arena_alloc(arena, text.n + 1);

	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		p[i] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
	}
	p[text.n] = '\0';
	return (struct ad_str){ p, text.n };
}

static bool lookup_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

struct ad_str ad_sql_folded(struct ad_arena *arena, struct ad_str text)
{
	while (text.n && lookup_is_blank(text.p[0])) {
		text.p++;
		text.n--;
	}
	while (text.n && lookup_is_blank(text.p[text.n - 1]))
		text.n--;
	return ad_sql_lower(arena, text);
}
