#include "model/keyword_text.h"

#include <ctype.h>

#include "base/fold.h"
#include "base/utf8.h"

/* Characters that do not distinguish two texts. */
static const struct folding {
	bool letters; /* upper and lower case, of any script; composed and decomposed letters */
	bool spaces;  /* how many there are, and those around the text */
} foldings[AD_PLATFORM_COUNT] = {
	[AD_GOOGLE] = { true, true },
	[AD_MICROSOFT] = { true, true },
	[AD_REDDIT] = { true, true },
	[AD_META] = { true, true }, /* has no keywords */
};

/* Words with one space between them. */
static struct ad_str keyword_text_spaced(struct ad_arena *arena, struct ad_str text)
{
	char *out = ad_arena_alloc(arena, text.n + 1);
	size_t n = 0;

	while (text.n) {
		struct ad_str rest = ad_trimmed(text);
		uint32_t c;
		size_t size = ad_utf8_next(rest, &c);
		if (!size)
			break;
		if (n && rest.p != text.p)
			out[n++] = ' ';
		memcpy(out + n, rest.p, size);
		n += size;
		text.n -= (size_t)(rest.p - text.p) + size;
		text.p = rest.p + size;
	}
	out[n] = '\0';
	return (struct ad_str){ out, n };
}

struct ad_str ad_keyword_folded(struct ad_arena *arena, enum ad_platform platform,
				struct ad_str text)
{
	struct folding folding = { false, false };

	if (!text.n || !ad_utf8_valid(text))
		return text;
	if (platform < AD_PLATFORM_COUNT)
		folding = foldings[platform];
	if (folding.letters)
		text = ad_lower(arena, text);
	return folding.spaces ? keyword_text_spaced(arena, text) : text;
}

void ad_keyword_fold(struct ad_text *out, enum ad_platform platform, struct ad_str text)
{
	struct ad_arena *arena = ad_arena_new();

	ad_text_add(out, ad_keyword_folded(arena, platform, text));
	ad_arena_free(arena);
}

static bool keyword_text_is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* True if two ASCII texts have the same letters, ignoring case and spaces. */
static bool same_ascii(struct ad_str a, struct ad_str b)
{
	size_t i = 0, k = 0;

	for (;; i++, k++) {
		while (i < a.n && keyword_text_is_blank(a.p[i]))
			i++;
		while (k < b.n && keyword_text_is_blank(b.p[k]))
			k++;
		if (i == a.n || k == b.n)
			return i == a.n && k == b.n;
		if (tolower((unsigned char)a.p[i]) != tolower((unsigned char)b.p[k]))
			return false;
	}
}

bool ad_keyword_same(enum ad_platform platform, struct ad_str a, struct ad_str b)
{
	struct ad_arena *arena;
	bool same = ad_str_eq(a, b);

	/* Thousands are compared with each other: few differ in nothing but their form. */
	if (same || !a.n || !b.n ||
	    (ad_utf8_is_ascii(a) && ad_utf8_is_ascii(b) && !same_ascii(a, b)))
		return same;
	arena = ad_arena_new();
	same = ad_str_eq(ad_keyword_folded(arena, platform, a),
			 ad_keyword_folded(arena, platform, b));
	ad_arena_free(arena);
	return same;
}
