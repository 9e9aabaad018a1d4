/* By libunistring, whose results are malloc'ed: each is copied to the arena and freed. */
#include "base/fold.h"

#include <stdlib.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

#include "base/utf8.h"

#define BYTE_ORDER_MARK 0xfeff

static bool fold_is_space(ucs4_t c)
{
	return uc_is_property_white_space(c) || c == BYTE_ORDER_MARK;
}

struct ad_str ad_trimmed(struct ad_str text)
{
	uint32_t c;
	size_t n;
	while ((n = ad_utf8_next(text, &c)) > 0 && fold_is_space(c)) {
		text.p += n;
		text.n -= n;
	}
	const uint8_t *start = (const uint8_t *)text.p;
	while (text.n) {
		const uint8_t *before = u8_prev(&c, start + text.n, start);
		if (!before || !fold_is_space(c))
			break;
		text.n = (size_t)(before - start);
	}
	return text;
}

struct ad_str ad_fold_take(struct ad_arena *arena, uint8_t *made, size_t n)
{
	if (!made)
		abort(); /* out of memory: as everywhere */
	struct ad_str copy = ad_arena_copy(arena, (struct ad_str){ (const char *)made, n });
	free(made);
	return copy;
}

struct ad_str ad_composed(struct ad_arena *arena, struct ad_str text)
{
	size_t n = 0;
	uint8_t *made = u8_normalize(UNINORM_NFC, (const uint8_t *)text.p, text.n, NULL, &n);
	return ad_fold_take(arena, made, n);
}

struct ad_str ad_decomposed(struct ad_arena *arena, struct ad_str text)
{
	size_t n = 0;
	uint8_t *made = u8_normalize(UNINORM_NFD, (const uint8_t *)text.p, text.n, NULL, &n);
	return ad_fold_take(arena, made, n);
}

struct ad_str ad_lower(struct ad_arena *arena, struct ad_str text)
{
	size_t n = 0;
	uint8_t *made = u8_tolower((const uint8_t *)text.p, text.n, NULL, UNINORM_NFC, NULL, &n);
	return ad_fold_take(arena, made, n);
}

struct ad_str ad_unaccented(struct ad_arena *arena, struct ad_str text)
{
	size_t n = 0;
	uint8_t *apart = u8_normalize(UNINORM_NFD, (const uint8_t *)text.p, text.n, NULL, &n);
	struct ad_str rest = ad_fold_take(arena, apart, n);
	char *kept = ad_arena_alloc(arena, rest.n + 1);
	size_t used = 0;
	uint32_t c;
	while ((n = ad_utf8_next(rest, &c)) > 0) {
		if (!uc_is_general_category(c, UC_NON_SPACING_MARK)) {
			memcpy(kept + used, rest.p, n);
			used += n;
		}
		rest.p += n;
		rest.n -= n;
	}
	uint8_t *made = u8_normalize(UNINORM_NFC, (const uint8_t *)kept, used, NULL, &n);
	return ad_fold_take(arena, made, n);
}

bool ad_has_unseen(struct ad_str text)
{
	uint32_t c;
	size_t n;
	while ((n = ad_utf8_next(text, &c)) > 0) {
		if (fold_is_space(c) || uc_is_general_category(c, UC_CONTROL) ||
		    uc_is_general_category(c, UC_FORMAT))
			return true;
		text.p += n;
		text.n -= n;
	}
	return false;
}

size_t ad_fold_match(struct ad_str text, struct ad_str find)
{
	size_t at = 0;
	for (size_t i = 0; i < find.n;) {
		uint32_t wanted = 0, is = 0;
		size_t n = ad_utf8_next((struct ad_str){ find.p + i, find.n - i }, &wanted);
		size_t m = ad_utf8_next((struct ad_str){ text.p + at, text.n - at }, &is);
		if (!n || !m || uc_tolower(wanted) != uc_tolower(is))
			return 0;
		i += n;
		at += m;
	}
	return at;
}
