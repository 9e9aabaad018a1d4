#include "import/file/values.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/text.h"
#include "import/file/amount.h"
#include "import/file/countries.h"
#include "platform/pin.h"

#define DIGITS_MAX 15

static const struct ad_str absent = { NULL, 0 };

static char values_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool values_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool ad_words_are(struct ad_str cell, const char *words)
{
	size_t i = 0;

	for (; *words && i < cell.n; words++, i++) {
		if (values_lower(cell.p[i]) != *words)
			return false;
		while (*words == ' ' && i + 1 < cell.n && cell.p[i + 1] == ' ')
			i++;
	}
	return !*words && i == cell.n;
}

/* A word of the file and what it stands for here. */
struct word {
	const char *file; /* in lower case */
	const char *ours;
};

static struct ad_str values_word_of(const struct word *words, size_t count, struct ad_str cell)
{
	for (size_t i = 0; i < count; i++)
		if (ad_words_are(cell, words[i].file))
			return ad_str(words[i].ours);
	return absent;
}

/* --- numbers -------------------------------------------------------------------------------- */

/* Drops a currency's sign or code before and behind the number. */
static struct ad_str bare_number(struct ad_str s)
{
	while (s.n > 0 && !values_is_digit(s.p[0]) && s.p[0] != '-' && s.p[0] != '.')
		s = (struct ad_str){ s.p + 1, s.n - 1 };
	while (s.n > 0 && !values_is_digit(s.p[s.n - 1]))
		s.n--;
	return s;
}

/* At most three characters, or bytes of one sign, beside the number: a currency or "%". */
static bool beside_ok(struct ad_str cell, struct ad_str number)
{
	size_t before = (size_t)(number.p - cell.p);
	size_t behind = before + number.n;

	return cell.n - number.n <= 5 && ad_cell_is_unit((struct ad_str){ cell.p, before }) &&
	       ad_cell_is_unit((struct ad_str){ cell.p + behind, cell.n - behind });
}

/*
 * The place of the decimal point, number.n where there is none: the last '.' or ',', unless it
 * groups thousands (exactly three digits behind it, and no other sign, or the same again). Behind a
 * first digit 0 nothing is grouped: "0,125" is an eighth.
 */
static size_t decimal_at(struct ad_str s)
{
	size_t last = s.n, count = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] != '.' && s.p[i] != ',')
			continue;
		count = last < s.n && s.p[last] == s.p[i] ? count + 1 : 1;
		last = i;
	}
	if (last == s.n || count > 1)
		return s.n;
	bool mixed = memchr(s.p, s.p[last] == '.' ? ',' : '.', s.n) != NULL;
	bool grouping = s.p[last] == ',' && s.n - last == 4 && !mixed && s.p[0] != '0';
	return grouping ? s.n : last;
}

/* True if a sign groups thousands: digits before it, exactly three after it. */
static bool is_group_sign(struct ad_str s, size_t i)
{
	size_t digits = 0;

	if (!strchr("., '", s.p[i]) || i == 0 || !values_is_digit(s.p[i - 1]))
		return false;
	while (i + 1 + digits < s.n && values_is_digit(s.p[i + 1 + digits]))
		digits++;
	return digits == 3;
}

/* Digits with one '.' into out; false where there is anything else. */
static bool take_digits(struct ad_str s, char out[static 40])
{
	size_t point = decimal_at(s), n = 0, digits = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (i == point) {
			out[n++] = '.';
		} else if (values_is_digit(s.p[i])) {
			if (++digits > DIGITS_MAX)
				return false;
			if (i < point && n == 1 && out[0] == '0')
				n = 0;
			out[n++] = s.p[i];
		} else if (!(i < point && is_group_sign(s, i))) {
			return false;
		}
	}
	if (n > 0 && out[n - 1] == '.')
		n--;
	out[n] = '\0';
	return digits > 0 && out[0] != '.';
}

struct ad_str ad_cell_number(struct ad_arena *arena, struct ad_str cell, bool percent)
{
	char text[40];
	cell = ad_cell_plain(arena, cell);
	struct ad_str s = bare_number(cell);
	bool percents = cell.n > 0 && cell.p[cell.n - 1] == '%';

	if (!s.n || !beside_ok(cell, s) || (percents && !percent) || !take_digits(s, text))
		return absent;
	if (!percents)
		return ad_arena_copy(arena, ad_str(text));
	double value = 0, scale = 1;
	bool behind = false;
	for (const char *p = text; *p; p++) {
		if (*p == '.') {
			behind = true;
			continue;
		}
		value = value * 10 + (*p - '0');
		scale = behind ? scale * 10 : scale;
	}
	return ad_arena_printf(arena, "%.15g", value / scale / 100);
}

bool ad_cell_number_is_ambiguous(struct ad_str cell)
{
	struct ad_str s = bare_number(cell);
	size_t signs = 0, at = 0;

	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == '.' || s.p[i] == ',') {
			signs++;
			at = i;
		}
	return signs == 1 && at > 0 && at <= 3 && s.p[0] != '0' && s.n - at == 4;
}

/* --- days ----------------------------------------------------------------------------------- */

static bool all_digits(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!values_is_digit(s.p[i]))
			return false;
	return s.n > 0;
}

/* A number of at most four digits; -1 where it is none. */
static int values_small_number(struct ad_str s)
{
	int n = 0;

	if (!all_digits(s) || s.n > 4)
		return -1;
	for (size_t i = 0; i < s.n; i++)
		n = n * 10 + (s.p[i] - '0');
	return n;
}

/* Three numbers with a sign between them, such as M/D/YYYY. */
static bool take_parts(struct ad_str s, char sign, int part[static 3])
{
	size_t from = 0;

	for (int k = 0; k < 3; k++) {
		size_t to = from;
		while (to < s.n && s.p[to] != sign)
			to++;
		part[k] = values_small_number((struct ad_str){ s.p + from, to - from });
		if (part[k] < 0 || (to < s.n) != (k < 2))
			return false;
		from = to + 1;
	}
	return true;
}

bool ad_cell_date_is_ambiguous(struct ad_str cell)
{
	int part[3];

	return take_parts(cell, '/', part) && part[0] != part[1] && part[0] <= 12 && part[1] <= 12;
}

/* Without the time that a spreadsheet adds to a day. */
static struct ad_str without_midnight(struct ad_str cell)
{
	static const char *const times[] = { " 00:00:00", " 0:00:00", " 00:00", " 0:00" };

	for (size_t i = 0; i < AD_LEN(times); i++) {
		size_t n = strlen(times[i]);
		if (cell.n > n && memcmp(cell.p + cell.n - n, times[i], n) == 0)
			return (struct ad_str){ cell.p, cell.n - n };
	}
	return cell;
}

struct ad_str ad_cell_date(struct ad_arena *arena, struct ad_str cell)
{
	struct ad_str day = without_midnight(cell);
	int part[3];

	cell = day;
	if (cell.n == 8 && all_digits(cell))
		day = ad_arena_printf(arena, "%.4s-%.2s-%.2s", cell.p, cell.p + 4, cell.p + 6);
	else if (cell.n && take_parts(cell, '/', part) && part[0] > 31)
		day = ad_arena_printf(arena, "%04d-%02d-%02d", part[0], part[1], part[2]);
	else if (cell.n && take_parts(cell, '/', part))
		day = ad_arena_printf(arena, "%04d-%02d-%02d", part[2], part[0], part[1]);
	else if (cell.n && take_parts(cell, '.', part))
		day = ad_arena_printf(arena, "%04d-%02d-%02d", part[2], part[1], part[0]);
	return ad_date_valid(day) ? day : absent;
}

/* --- words ---------------------------------------------------------------------------------- */

struct ad_str ad_cell_status(struct ad_str cell)
{
	static const struct word words[] = {
		{ "enabled", "ENABLED" },
		{ "active", "ENABLED" },
		{ "paused", "PAUSED" },
		{ "removed", "REMOVED" },
		{ "deleted", "REMOVED" },
		{ "budgetpaused", "PAUSED" },
		{ "budgetandmanualpaused", "PAUSED" },
	};

	return values_word_of(words, AD_LEN(words), cell);
}

struct ad_str ad_cell_campaign_type(struct ad_str cell)
{
	static const struct word words[] = {
		{ "search", "SEARCH" },
		{ "search network only", "SEARCH" },
		{ "search only", "SEARCH" },
		{ "search & display networks", "SEARCH" },
		{ "searchandcontent", "SEARCH" },
		{ "search network with display select", "SEARCH" },
		{ "display", "DISPLAY" },
		{ "display network only", "DISPLAY" },
		{ "performance max", "PERFORMANCE_MAX" },
		{ "shopping", "SHOPPING" },
		{ "video", "VIDEO" },
	};

	return values_word_of(words, AD_LEN(words), cell);
}

struct ad_str ad_cell_strategy(struct ad_str cell)
{
	static const struct word words[] = {
		{ "manual cpc", "MANUAL_CPC" },
		{ "enhanced cpc", "MANUAL_CPC" },
		{ "maximize clicks", "MAXIMIZE_CLICKS" },
		{ "maximise clicks", "MAXIMIZE_CLICKS" },
		{ "target spend", "MAXIMIZE_CLICKS" },
		{ "maximize conversions", "MAXIMIZE_CONVERSIONS" },
		{ "maximise conversions", "MAXIMIZE_CONVERSIONS" },
		{ "maximize conversion value", "MAXIMIZE_CONVERSION_VALUE" },
		{ "maximise conversion value", "MAXIMIZE_CONVERSION_VALUE" },
		{ "target cpa", "TARGET_CPA" },
		{ "target roas", "TARGET_ROAS" },
		{ "target impression share", "TARGET_IMPRESSION_SHARE" },
		{ "manualcpc", "MANUAL_CPC" },
		{ "enhancedcpc", "MANUAL_CPC" },
		{ "maxclicks", "MAXIMIZE_CLICKS" },
		{ "maxconversions", "MAXIMIZE_CONVERSIONS" },
		{ "maxconversionvalue", "MAXIMIZE_CONVERSION_VALUE" },
		{ "targetcpa", "TARGET_CPA" },
		{ "targetroas", "TARGET_ROAS" },
		{ "targetimpressionshare", "TARGET_IMPRESSION_SHARE" },
	};

	return values_word_of(words, AD_LEN(words), cell);
}

struct ad_str ad_cell_network(struct ad_str item)
{
	static const struct word words[] = {
		{ "google search", "SEARCH" },
		{ "search", "SEARCH" },
		{ "search partners", "SEARCH_PARTNERS" },
		{ "search network", "SEARCH_PARTNERS" },
		{ "display network", "DISPLAY" },
		{ "display", "DISPLAY" },
	};

	return values_word_of(words, AD_LEN(words), item);
}

struct ad_str ad_cell_language(struct ad_arena *arena, struct ad_str item)
{
	static const struct word words[] = {
		{ "english", "en" }, { "german", "de" },     { "french", "fr" },
		{ "spanish", "es" }, { "italian", "it" },    { "dutch", "nl" },
		{ "polish", "pl" },  { "portuguese", "pt" }, { "swedish", "sv" },
		{ "danish", "da" },  { "turkish", "tr" },    { "japanese", "ja" },
	};
	struct ad_str named = values_word_of(words, AD_LEN(words), item);
	char code[36];

	if (named.p)
		return named;
	if (item.n < 2 || item.n > 35)
		return absent;
	for (size_t i = 0; i < item.n; i++) {
		char c = item.p[i];
		bool letter = values_lower(c) >= 'a' && values_lower(c) <= 'z';
		if (!letter && !(i >= 2 && (values_is_digit(c) || c == '-' || c == '_')))
			return absent;
		code[i] = c == '_' ? '-' : c;
	}
	if (item.n > 3 && !memchr(code, '-', item.n))
		return absent;
	return ad_arena_copy(arena, (struct ad_str){ code, item.n });
}

struct ad_str ad_cell_place(struct ad_arena *arena, struct ad_str name, struct ad_str id)
{
	const char *country = name.p ? ad_country_code(name) : NULL;

	/* Of an export of adcore. No campaign can be drafted with it; one that has it keeps it. */
	if (ad_pin_number(name))
		return ad_arena_copy(arena, name);
	if (country)
		return ad_str(country);
	if (id.n >= 4 && id.n <= 10 && all_digits(id))
		return ad_arena_copy(arena, id);
	if (name.n >= 4 && name.n <= 10 && all_digits(name))
		return ad_arena_copy(arena, name);
	return absent;
}

bool ad_cell_match(struct ad_str cell, struct ad_match *out)
{
	static const struct {
		const char *file;
		struct ad_match match;
	} words[] = {
		{ "exact", { "EXACT", false, false } },
		{ "phrase", { "PHRASE", false, false } },
		{ "broad", { "BROAD", false, false } },
		{ "exact match", { "EXACT", false, false } },
		{ "phrase match", { "PHRASE", false, false } },
		{ "broad match", { "BROAD", false, false } },
		{ "negative exact", { "EXACT", true, false } },
		{ "negative phrase", { "PHRASE", true, false } },
		{ "negative broad", { "BROAD", true, false } },
		{ "negative", { "BROAD", true, false } },
		{ "campaign negative exact", { "EXACT", true, true } },
		{ "campaign negative phrase", { "PHRASE", true, true } },
		{ "campaign negative broad", { "BROAD", true, true } },
		{ "campaign negative", { "BROAD", true, true } },
	};

	for (size_t i = 0; i < AD_LEN(words); i++) {
		if (!ad_words_are(cell, words[i].file))
			continue;
		*out = words[i].match;
		return true;
	}
	return false;
}

bool ad_cell_item(struct ad_str *list, struct ad_str *item)
{
	while (list->n > 0) {
		size_t n = 0;
		while (n < list->n && list->p[n] != ';')
			n++;
		struct ad_str found = { list->p, n };
		n += n < list->n;
		list->p += n;
		list->n -= n;
		while (found.n > 0 && found.p[0] == ' ')
			found = (struct ad_str){ found.p + 1, found.n - 1 };
		while (found.n > 0 && found.p[found.n - 1] == ' ')
			found.n--;
		if (found.n == 0)
			continue;
		*item = found;
		return true;
	}
	return false;
}
