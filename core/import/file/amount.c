#include "import/file/amount.h"

#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "import/file/bulk.h"

/* Signs of other shapes, and the plain one. */
static const struct {
	const char *from;
	char to;
} shapes[] = {
	{ "\xc2\xa0", ' ' },      /* no-break space */
	{ "\xe2\x80\xaf", ' ' },  /* narrow no-break space */
	{ "\xe2\x80\x89", ' ' },  /* thin space */
	{ "\xe2\x80\x99", '\'' }, /* right single quotation mark */
	{ "\xe2\x88\x92", '-' },  /* minus sign */
	{ "\xe2\x80\x93", '-' },  /* en dash */
};

struct ad_str ad_cell_plain(struct ad_arena *arena, struct ad_str cell)
{
	struct ad_text text = ad_text_on(arena);

	for (size_t i = 0; i < cell.n;) {
		size_t k = 0, n = 0;
		struct ad_str rest = { cell.p + i, cell.n - i };
		while (k < AD_LEN(shapes) && !ad_str_starts(rest, shapes[k].from))
			k++;
		n = k < AD_LEN(shapes) ? strlen(shapes[k].from) : 1;
		ad_text_addc(&text, k < AD_LEN(shapes) ? shapes[k].to : cell.p[i]);
		i += n;
	}
	return ad_bulk_trim(ad_text_str(&text));
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool ad_cell_is_unit(struct ad_str beside)
{
	struct ad_str s = ad_bulk_trim(beside);

	if (s.n == 0 || ad_str_is(s, "%") || ad_str_is(s, "+") || ad_str_is(s, "."))
		return true;
	/* One letter: the rand has one. Others are thousands and millions. */
	if (s.n == 1 && is_letter(s.p[0]))
		return s.p[0] == 'R';
	for (size_t i = 0; i < s.n; i++)
		if (!is_letter(s.p[i]) && s.p[i] != '$' && s.p[i] != '.' &&
		    (unsigned char)s.p[i] < 0x80)
			return false;
	return true;
}

/* Signs that name a currency, or one of several. */
static const struct {
	const char *sign, *codes;
} signs[] = {
	{ "\xe2\x82\xac", "EUR" }, /* euro */
	{ "\xc2\xa3", "GBP" },     /* pound */
	{ "\xc2\xa5", "JPY CNY" }, /* yen, yuan */
	{ "\xef\xbf\xa5", "JPY CNY" },
	{ "\xe2\x82\xb9", "INR" },
	{ "\xe2\x82\xa9", "KRW" },
	{ "\xe2\x82\xba", "TRY" },
	{ "\xe2\x82\xab", "VND" },
	{ "\xe2\x82\xaa", "ILS" },
	{ "\xe2\x82\xb4", "UAH" },
	{ "\xe2\x82\xbd", "RUB" },
	{ "\xe0\xb8\xbf", "THB" },
	{ "\xe2\x82\xb1", "PHP" },
	{ "$", "USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP BRL UYU BOB CRC NIO DOP" },
};

/* The first word of ASCII letters alone that is as long as a code; absent if there is none. */
static struct ad_str code_in(struct ad_str cell)
{
	for (size_t i = 0; i < cell.n;) {
		size_t n = 0;
		while (i + n < cell.n && is_letter(cell.p[i + n]))
			n++;
		if (n == 3)
			return (struct ad_str){ cell.p + i, n };
		i += n ? n : 1;
	}
	return (struct ad_str){ NULL, 0 };
}

bool ad_cell_other_currency(struct ad_str cell, struct ad_str currency)
{
	struct ad_str code = code_in(cell);

	if (currency.n != 3 || cell.n == 0)
		return false;
	if (code.n)
		return strncasecmp(code.p, currency.p, 3) != 0;
	for (size_t i = 0; i < AD_LEN(signs); i++)
		if (memmem(cell.p, cell.n, signs[i].sign, strlen(signs[i].sign)))
			return !memmem(signs[i].codes, strlen(signs[i].codes), currency.p, 3);
	return false;
}
