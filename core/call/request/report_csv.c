#include "call/request/report_csv.h"

#include <strings.h>

static bool is_formula(struct ad_str value)
{
	return value.n && memchr("=+-@\t\r", value.p[0], 6) != NULL;
}

static bool must_quote(struct ad_str value)
{
	for (size_t i = 0; i < value.n; i++)
		if (memchr(",\"\r\n", value.p[i], 4))
			return true;
	return false;
}

void ad_csv_value(struct ad_text *out, struct ad_str value, bool guard)
{
	bool quoted = must_quote(value);

	if (quoted)
		ad_text_addc(out, '"');
	if (guard && is_formula(value))
		ad_text_addc(out, '\'');
	for (size_t i = 0; i < value.n; i++) {
		/* Where the separator is a semicolon, a cell begins inside this one. */
		if (guard && i > 0 && memchr(";\t", value.p[i - 1], 2) &&
		    is_formula((struct ad_str){ value.p + i, 1 }))
			ad_text_addc(out, '\'');
		if (value.p[i] == '"')
			ad_text_addc(out, '"');
		ad_text_addc(out, value.p[i]);
	}
	if (quoted)
		ad_text_addc(out, '"');
}

void ad_csv_end(struct ad_text *out)
{
	ad_text_adds(out, "\r\n");
}

/* The part before a separator; *rest starts after the separator. */
static struct ad_str report_csv_part(struct ad_str *rest, char separator)
{
	const char *end = rest->n ? memchr(rest->p, separator, rest->n) : NULL;
	struct ad_str found = { rest->p, end ? (size_t)(end - rest->p) : rest->n };

	rest->p += found.n + (end ? 1 : 0);
	rest->n -= found.n + (end ? 1 : 0);
	return ad_str_trim(found);
}

/* "q=0.5" in thousandths; -1 for any other parameter. */
static int report_csv_weight(struct ad_str parameter)
{
	int value = 0, unit = 1000;

	if (parameter.n < 3 || (parameter.p[0] | 0x20) != 'q' || parameter.p[1] != '=')
		return -1;
	for (size_t i = 2; i < parameter.n; i++) {
		if (parameter.p[i] == '.')
			continue;
		if (parameter.p[i] < '0' || parameter.p[i] > '9')
			return 1000;
		value += (parameter.p[i] - '0') * unit;
		unit /= 10;
	}
	return value > 1000 ? 1000 : value;
}

bool ad_csv_wanted(struct ad_str accept)
{
	int csv = 0, json = -1, any = -1;

	while (accept.n) {
		struct ad_str range = report_csv_part(&accept, ',');
		struct ad_str type = report_csv_part(&range, ';');
		int q = 1000;
		while (range.n) {
			int given = report_csv_weight(report_csv_part(&range, ';'));
			q = given >= 0 ? given : q;
		}
		if (ad_str_is_nocase(type, "text/csv"))
			csv = q;
		else if (ad_str_is_nocase(type, "application/json"))
			json = q;
		else if (ad_str_is_nocase(type, "*/*") || ad_str_is_nocase(type, "application/*"))
			any = q > any ? q : any;
	}
	if (json < 0 && any >= 0)
		return csv > 0 && csv >= any;
	return csv > 0 && csv > json;
}
