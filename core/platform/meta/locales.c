/*
 * Languages as Meta's locale keys: the answer of GET /search?type=adlocale. A language with several
 * keys means all of them; an unlisted key is given by its number.
 */
#include "base/json_read.h"
#include "platform/meta/adapter.h"

static const struct {
	const char *tag;
	int64_t keys[META_LOCALES];
} locales[] = {
	{ "en", { 6, 24 } },      { "en-US", { 6 } },    { "en-GB", { 24 } },
	{ "es", { 23, 7 } },      { "es-ES", { 7 } },    { "es-419", { 23 } },
	{ "fr", { 9, 44 } },      { "fr-FR", { 9 } },    { "fr-CA", { 44 } },
	{ "no", { 13, 84 } },     { "nb", { 13 } },      { "nn", { 84 } },
	{ "pt", { 16, 31 } },     { "pt-BR", { 16 } },   { "pt-PT", { 31 } },
	{ "zh", { 20, 21, 22 } }, { "zh-CN", { 20 } },   { "zh-HK", { 21 } },
	{ "zh-TW", { 22 } },      { "zh-Hans", { 20 } }, { "zh-Hant", { 21, 22 } },
	{ "nl", { 14 } },         { "nl-NL", { 14 } },   { "nl-BE", { 83 } },
	{ "af", { 36 } },         { "ar", { 28 } },      { "az", { 53 } },
	{ "be", { 54 } },         { "bg", { 37 } },      { "bn", { 45 } },
	{ "bs", { 55 } },         { "ca", { 1 } },       { "ceb", { 56 } },
	{ "cs", { 2 } },          { "cy", { 3 } },       { "da", { 4 } },
	{ "de", { 5 } },          { "el", { 39 } },      { "eo", { 57 } },
	{ "et", { 58 } },         { "eu", { 59 } },      { "fa", { 60 } },
	{ "fi", { 8 } },          { "fil", { 26 } },     { "fo", { 62 } },
	{ "fy", { 63 } },         { "ga", { 64 } },      { "gl", { 65 } },
	{ "gn", { 66 } },         { "gu", { 67 } },      { "he", { 29 } },
	{ "hi", { 46 } },         { "hr", { 38 } },      { "hu", { 30 } },
	{ "hy", { 68 } },         { "id", { 25 } },      { "is", { 69 } },
	{ "it", { 10 } },         { "ja", { 11 } },      { "jv", { 71 } },
	{ "ka", { 72 } },         { "kk", { 73 } },      { "km", { 74 } },
	{ "kn", { 75 } },         { "ko", { 12 } },      { "ku", { 76 } },
	{ "lt", { 40 } },         { "lv", { 78 } },      { "mk", { 79 } },
	{ "ml", { 50 } },         { "mn", { 80 } },      { "mr", { 81 } },
	{ "ms", { 41 } },         { "ne", { 82 } },      { "pa", { 47 } },
	{ "pl", { 15 } },         { "ps", { 85 } },      { "ro", { 32 } },
	{ "ru", { 17 } },         { "si", { 86 } },      { "sk", { 33 } },
	{ "sl", { 34 } },         { "sq", { 87 } },      { "sr", { 42 } },
	{ "sv", { 18 } },         { "sw", { 88 } },      { "ta", { 48 } },
	{ "te", { 49 } },         { "tg", { 89 } },      { "th", { 35 } },
	{ "tr", { 19 } },         { "uk", { 52 } },      { "ur", { 90 } },
	{ "uz", { 91 } },         { "vi", { 27 } },
};

/* The keys of the row of that tag; returns 0 if there is none. */
static size_t keys_of(struct ad_str tag, int64_t keys[static META_LOCALES])
{
	for (size_t i = 0; i < AD_LEN(locales); i++) {
		size_t n = 0;
		if (!ad_str_is(tag, locales[i].tag))
			continue;
		for (; n < META_LOCALES && locales[i].keys[n]; n++)
			keys[n] = locales[i].keys[n];
		return n;
	}
	return 0;
}

size_t meta_locales(struct ad_str tag, int64_t keys[static META_LOCALES])
{
	const char *dash = ad_str_find(tag, '-');
	int64_t number = 0;
	size_t n = keys_of(tag, keys);

	/* A regional form of a language with a single key: "de-AT". */
	if (n == 0 && dash) {
		n = keys_of((struct ad_str){ tag.p, (size_t)(dash - tag.p) }, keys);
		return n == 1 ? 1 : 0;
	}
	for (size_t i = 0; n == 0 && i < tag.n; i++) {
		if (tag.p[i] < '0' || tag.p[i] > '9' || tag.n > 9)
			return 0;
		number = number * 10 + (tag.p[i] - '0');
	}
	if (n > 0 || number == 0)
		return n;
	keys[0] = number;
	return 1;
}

struct ad_str meta_locale_tag(struct ad_arena *arena, int64_t key)
{
	return ad_arena_printf(arena, "%lld", (long long)key);
}
