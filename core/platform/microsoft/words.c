/* Locations, languages and other words, ours and Microsoft's. */
#include "base/json_read.h"
#include "platform/microsoft/adapter.h"
#include "platform/unknown_values.h"

/* Location numbers of countries; other locations are given by their number. */
static const struct {
	const char *code, *id;
} countries[] = {
	{ "US", "190" }, { "GB", "188" }, { "CA", "32" },
	{ "DE", "72" },  { "FR", "66" },  { "AU", "9" },
};

/* Tags, some with the script or region that decides; a name is read back as its first tag. */
static const struct {
	const char *tag, *name;
} languages[] = {
	/* clang-format off */
	{ "sq", "Albanian" }, { "ar", "Arabic" }, { "bs", "Bosnian" }, { "bg", "Bulgarian" },
	{ "hr", "Croatian" }, { "cs", "Czech" }, { "da", "Danish" }, { "nl", "Dutch" },
	{ "en", "English" }, { "et", "Estonian" }, { "fi", "Finnish" }, { "fr", "French" },
	{ "de", "German" }, { "el", "Greek" }, { "he", "Hebrew" }, { "hi", "Hindi" },
	{ "hu", "Hungarian" }, { "is", "Icelandic" }, { "id", "Indonesian" }, { "it", "Italian" },
	{ "ja", "Japanese" }, { "ko", "Korean" }, { "lv", "Latvian" }, { "lt", "Lithuanian" },
	{ "mk", "Macedonian" }, { "ms", "Malay" }, { "mt", "Maltese" }, { "no", "Norwegian" },
	{ "nb", "Norwegian" }, { "nn", "Norwegian" }, { "pl", "Polish" }, { "pt", "Portuguese" },
	{ "ro", "Romanian" }, { "ru", "Russian" }, { "sr", "Serbian" },
	{ "zh-TW", "TraditionalChinese" }, { "zh-HK", "TraditionalChinese" },
	{ "zh-Hant", "TraditionalChinese" }, { "zh", "SimplifiedChinese" }, { "sk", "Slovak" },
	{ "sl", "Slovenian" }, { "es", "Spanish" }, { "sv", "Swedish" }, { "tl", "Tagalog" },
	{ "th", "Thai" }, { "tr", "Turkish" }, { "vi", "Vietnamese" },
	/* clang-format on */
};

static char microsoft_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_word(struct ad_str s, const char *word)
{
	size_t n = strlen(word);

	if (s.n != n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (microsoft_lower(s.p[i]) != microsoft_lower(word[i]))
			return false;
	return true;
}

static int64_t microsoft_words_digits(struct ad_str s)
{
	int64_t n = 0;

	if (s.n == 0 || s.n > 12)
		return 0;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return 0;
		n = n * 10 + (s.p[i] - '0');
	}
	return n;
}

int64_t microsoft_geo_id(struct ad_str code)
{
	for (size_t i = 0; i < AD_LEN(countries); i++)
		if (same_word(code, countries[i].code))
			return microsoft_words_digits(ad_str(countries[i].id));
	return microsoft_words_digits(code);
}

struct ad_str microsoft_geo_code(struct ad_arena *arena, struct ad_str id)
{
	for (size_t i = 0; i < AD_LEN(countries); i++)
		if (ad_str_is(id, countries[i].id))
			return ad_str(countries[i].code);
	return ad_arena_copy(arena, id);
}

struct ad_str microsoft_language_name(struct ad_str tag)
{
	struct ad_str language = tag;

	for (size_t i = 0; i < tag.n; i++)
		if (tag.p[i] == '-' || tag.p[i] == '_') {
			language.n = i;
			break;
		}
	for (size_t i = 0; i < AD_LEN(languages); i++)
		if (same_word(tag, languages[i].tag))
			return ad_str(languages[i].name);
	for (size_t i = 0; i < AD_LEN(languages); i++)
		if (same_word(language, languages[i].tag))
			return ad_str(languages[i].name);
	return (struct ad_str){ 0 };
}

struct ad_str microsoft_language_tag(struct ad_str name)
{
	for (size_t i = 0; i < AD_LEN(languages); i++)
		if (ad_str_is(name, languages[i].name))
			return ad_str(languages[i].tag);
	return name;
}

static const char *const matches[][2] = {
	{ "BROAD", "Broad" },
	{ "PHRASE", "Phrase" },
	{ "EXACT", "Exact" },
};
static const char *const networks[][2] = {
	{ "OWNED_AND_OPERATED_AND_SYNDICATED_SEARCH", "OwnedAndOperatedAndSyndicatedSearch" },
	{ "OWNED_AND_OPERATED_ONLY", "OwnedAndOperatedOnly" },
	{ "SYNDICATED_SEARCH_ONLY", "SyndicatedSearchOnly" },
};

/* The counterpart of a word in a list; NULL if the word is not listed. */
static const char *microsoft_beside(const char *const (*list)[2], struct ad_str word, int from)
{
	for (size_t i = 0; i < 3; i++)
		if (ad_str_is(word, list[i][from]))
			return list[i][1 - from];
	return NULL;
}

const char *microsoft_match(struct ad_str ours)
{
	return microsoft_beside(matches, ours, 0);
}

const char *microsoft_match_back(struct ad_str theirs)
{
	const char *ours = microsoft_beside(matches, theirs, 1);

	return ours ? ours : AD_OTHER_WORD;
}

const char *microsoft_network(struct ad_str ours)
{
	const char *theirs = microsoft_beside(networks, ours, 0);

	/* The default of both sides. */
	return theirs ? theirs : networks[0][1];
}

const char *microsoft_network_back(struct ad_str theirs)
{
	return microsoft_beside(networks, theirs, 1);
}

static const char *last_tilde(struct ad_str chain)
{
	return chain.n ? memrchr(chain.p, '~', chain.n) : NULL;
}

struct ad_str microsoft_own(struct ad_str chain)
{
	const char *tilde = last_tilde(chain);

	if (!tilde)
		return chain;
	return (struct ad_str){ tilde + 1, chain.n - (size_t)(tilde + 1 - chain.p) };
}

struct ad_str microsoft_above(struct ad_str chain)
{
	const char *tilde = last_tilde(chain);

	return tilde ? (struct ad_str){ chain.p, (size_t)(tilde - chain.p) } : (struct ad_str){ 0 };
}
