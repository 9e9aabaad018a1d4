#include "base/name.h"

#include <unictype.h>

#include "base/utf8.h"

#define NON_JOINER 0x200c
#define JOINER 0x200d
#define EMOJI_STYLE 0xfe0f
#define BLACK_FLAG 0x1f3f4

static bool is_unseen(uint32_t c)
{
	static const struct range {
		uint32_t first, last;
	} unseen[] = {
		{ 0x80, 0x9f },       /* C1 controls */
		{ 0xad, 0xad },       /* soft hyphen */
		{ 0x34f, 0x34f },     /* combining grapheme joiner */
		{ 0x61c, 0x61c },     /* Arabic letter mark */
		{ 0x115f, 0x1160 },   /* Hangul fillers */
		{ 0x17b4, 0x17b5 },   /* Khmer inherent vowels */
		{ 0x180b, 0x180f },   /* Mongolian selectors and vowel separator */
		{ 0x200b, 0x200f },   /* zero width space, joiners, marks of direction */
		{ 0x2028, 0x202e },   /* line and paragraph separators, embeddings, overrides */
		{ 0x2060, 0x206f },   /* word joiner, invisible operators, isolates */
		{ 0x2800, 0x2800 },   /* braille without a dot */
		{ 0x3164, 0x3164 },   /* Hangul filler */
		{ 0xfeff, 0xfeff },   /* byte order mark */
		{ 0xffa0, 0xffa0 },   /* halfwidth Hangul filler */
		{ 0xfff0, 0xfffb },   /* unassigned ignorables, interlinear annotation */
		{ 0x1d173, 0x1d17a }, /* musical controls */
		{ 0xe0000, 0xe007f }, /* tags */
	};

	for (size_t i = 0; i < AD_LEN(unseen); i++)
		if (c >= unseen[i].first && c <= unseen[i].last)
			return true;
	return false;
}

static bool name_joins(uint32_t c)
{
	static const char *const scripts[] = { "Arabic",   "Syriac",     "Mongolian", "Nko",
					       "Mandaic",  "Devanagari", "Bengali",   "Gurmukhi",
					       "Gujarati", "Oriya",      "Tamil",     "Telugu",
					       "Kannada",  "Malayalam",  "Sinhala",   "Khmer",
					       "Myanmar",  "Tibetan" };
	const uc_script_t *script = uc_script(c);

	for (size_t i = 0; script && i < AD_LEN(scripts); i++)
		if (strcmp(script->name, scripts[i]) == 0)
			return true;
	return false;
}

static bool is_emoji(uint32_t c)
{
	return c == EMOJI_STYLE || (c >= 0x1f3fb && c <= 0x1f3ff) ||
	       (c > 0x2000 && uc_is_general_category(c, UC_OTHER_SYMBOL));
}

static bool is_right_to_left(uint32_t c)
{
	int class = uc_bidi_class(c);

	return class == UC_BIDI_R || class == UC_BIDI_AL;
}

static bool has_right_to_left(struct ad_str text)
{
	uint32_t c;
	size_t n;

	for (; (n = ad_utf8_next(text, &c)) > 0; text.p += n, text.n -= n)
		/* The marks themselves are of the class that they stand for. */
		if (!is_unseen(c) && is_right_to_left(c))
			return true;
	return false;
}

static bool is_needed(struct ad_str text, uint32_t before, uint32_t c)
{
	/* A flag of a region is a black flag and tags. */
	if (c >= 0xe0020 && c <= 0xe007f)
		return before == BLACK_FLAG || (before >= 0xe0020 && before < 0xe007f);
	if (c == NON_JOINER)
		return name_joins(before);
	if (c == JOINER)
		return name_joins(before) || is_emoji(before);
	return (c == 0x200e || c == 0x200f || c == 0x61c) && has_right_to_left(text);
}

uint32_t ad_text_unseen(struct ad_str text, bool url)
{
	struct ad_str rest = text;
	uint32_t c, before = 0;
	size_t n;

	for (; (n = ad_utf8_next(rest, &c)) > 0; rest.p += n, rest.n -= n) {
		if (is_unseen(c) && (url || !is_needed(text, before, c)))
			return c;
		before = c;
	}
	return 0;
}
