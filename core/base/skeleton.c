#include "base/skeleton.h"

#include <stdlib.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>

#include "base/fold.h"
#include "base/utf8.h"

/* Lower-case letters by the Latin letter that they look like. */
static const struct likeness {
	uint16_t from;
	char to;
} likenesses[] = {
	/* Latin */
	{ 0x0111, 'd' },
	{ 0x0127, 'h' },
	{ 0x0131, 'i' },
	{ 0x0142, 'l' },
	{ 0x017f, 's' },
	{ 0x0180, 'b' },
	{ 0x0251, 'a' },
	{ 0x0261, 'g' },
	{ 0x0269, 'i' },
	{ 0x026a, 'i' },
	{ 0x028f, 'y' },
	{ 0x0274, 'n' },
	{ 0x0280, 'r' },
	{ 0x0299, 'b' },
	{ 0x029c, 'h' },
	{ 0x029f, 'l' },
	{ 0x1d00, 'a' },
	{ 0x1d04, 'c' },
	{ 0x1d05, 'd' },
	{ 0x1d07, 'e' },
	{ 0x1d0b, 'k' },
	{ 0x1d0d, 'm' },
	{ 0x1d0f, 'o' },
	{ 0x1d18, 'p' },
	{ 0x1d1b, 't' },
	{ 0x1d1c, 'u' },
	{ 0x1d20, 'v' },
	{ 0x1d21, 'w' },
	{ 0x1d22, 'z' },
	{ 0xa731, 's' },
	/* Greek */
	{ 0x03b1, 'a' },
	{ 0x03b2, 'b' },
	{ 0x03b5, 'e' },
	{ 0x03b7, 'n' },
	{ 0x03b9, 'i' },
	{ 0x03ba, 'k' },
	{ 0x03bc, 'u' },
	{ 0x03bd, 'v' },
	{ 0x03bf, 'o' },
	{ 0x03c1, 'p' },
	{ 0x03c2, 's' },
	{ 0x03c4, 't' },
	{ 0x03c5, 'u' },
	{ 0x03c7, 'x' },
	{ 0x03c9, 'w' },
	{ 0x03f2, 'c' },
	{ 0x03f3, 'j' },
	/* Cyrillic */
	{ 0x0430, 'a' },
	{ 0x0432, 'b' },
	{ 0x0435, 'e' },
	{ 0x043a, 'k' },
	{ 0x043c, 'm' },
	{ 0x043d, 'h' },
	{ 0x043e, 'o' },
	{ 0x0440, 'p' },
	{ 0x0441, 'c' },
	{ 0x0442, 't' },
	{ 0x0443, 'y' },
	{ 0x0445, 'x' },
	{ 0x0455, 's' },
	{ 0x0456, 'i' },
	{ 0x0457, 'i' },
	{ 0x0458, 'j' },
	{ 0x04bb, 'h' },
	{ 0x04cf, 'l' },
	{ 0x0501, 'd' },
	{ 0x051b, 'q' },
	{ 0x051d, 'w' },
	{ 0x04af, 'y' },
	{ 0x0475, 'v' },
	{ 0x0461, 'w' },
	/* Armenian */
	{ 0x0570, 'h' },
	{ 0x0578, 'n' },
	{ 0x057d, 'u' },
	{ 0x0581, 'g' },
	{ 0x0585, 'o' },
	{ 0x0566, 'q' },
	/* Coptic */
	{ 0x2c93, 'i' },
	{ 0x2c95, 'k' },
	{ 0x2c99, 'm' },
	{ 0x2c9b, 'n' },
	{ 0x2c9f, 'o' },
	{ 0x2ca3, 'p' },
	{ 0x2ca5, 'c' },
	{ 0x2ca7, 't' },
};

/* Capitals that look like a Latin one, where the lower case of both differ. */
static const struct likeness capitals[] = {
	{ 0x0130, 'i' }, /* with a dot */
	{ 0x0396, 'z' }, /* Greek */
	{ 0x0397, 'h' }, { 0x039c, 'm' }, { 0x039d, 'n' }, { 0x03a5, 'y' },
};

static uint32_t likeness_of(uint32_t c)
{
	for (size_t i = 0; c >= 0x80 && i < AD_LEN(likenesses); i++)
		if (likenesses[i].from == c)
			return (uint32_t)likenesses[i].to;
	return c;
}

static struct ad_str fold_cases(struct ad_arena *arena, struct ad_str text)
{
	size_t n = 0;
	uint8_t *made = u8_casefold((const uint8_t *)text.p, text.n, NULL, UNINORM_NFKC, NULL, &n);

	return ad_fold_take(arena, made, n);
}

static bool shows_nothing(uint32_t c)
{
	return uc_is_general_category(c, UC_FORMAT) || uc_is_general_category(c, UC_CONTROL) ||
	       uc_is_property_default_ignorable_code_point(c);
}

static bool parts_words(uint32_t c)
{
	return uc_is_property_white_space(c) || uc_is_general_category(c, UC_DASH_PUNCTUATION);
}

struct ad_str ad_skeleton(struct ad_arena *arena, struct ad_str text)
{
	struct ad_str rest = fold_cases(arena, text);
	char *out = ad_arena_alloc(arena, 4 * rest.n + 1);
	size_t used = 0, n;
	bool gap = false;
	uint32_t c;

	for (; (n = ad_utf8_next(rest, &c)) > 0; rest.p += n, rest.n -= n) {
		if (parts_words(c)) {
			gap = used > 0;
			continue;
		}
		if (shows_nothing(c))
			continue;
		if (gap)
			out[used++] = ' ';
		gap = false;
		used += ad_utf8_put(likeness_of(c), out + used);
	}
	out[used] = '\0';
	return (struct ad_str){ out, used };
}

struct ad_str ad_skeleton_capitals(struct ad_arena *arena, struct ad_str text)
{
	char *out = ad_arena_alloc(arena, text.n + 1);
	size_t used = 0, n;
	uint32_t c;

	for (; (n = ad_utf8_next(text, &c)) > 0; text.p += n, text.n -= n) {
		for (size_t i = 0; c >= 0x80 && i < AD_LEN(capitals); i++)
			c = capitals[i].from == c ? (uint32_t)capitals[i].to : c;
		used += ad_utf8_put(c, out + used);
	}
	return ad_skeleton(arena, (struct ad_str){ out, used });
}

bool ad_is_word_letter(uint32_t code_point)
{
	static const char *const unspaced[] = { "Han", "Hiragana", "Katakana", "Thai",
						"Lao", "Khmer",    "Myanmar",  "Tibetan" };
	const uc_script_t *script = uc_script(code_point);

	if (!uc_is_general_category(code_point, UC_LETTER) &&
	    !uc_is_general_category(code_point, UC_NUMBER))
		return false;
	for (size_t i = 0; script && i < AD_LEN(unspaced); i++)
		if (strcmp(script->name, unspaced[i]) == 0)
			return false;
	return true;
}
