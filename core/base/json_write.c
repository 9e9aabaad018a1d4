#include "base/json_write.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/utf8.h"

#define LEVELS 32

struct ad_json ad_json_on(struct ad_text *out)
{
	return (struct ad_json){ .out = out };
}

static bool json_write_is_plain(unsigned char c)
{
	return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

/* Writes the separator before an item: nothing after a name, else a comma where one is needed. */
static void json_write_item(struct ad_json *j)
{
	uint64_t bit = UINT64_C(1) << j->depth;

	if (j->after_key)
		j->after_key = false;
	else if (j->has_item & bit)
		ad_text_addc(j->out, ',');
	j->has_item |= bit;
}

static void open_level(struct ad_json *j, char c)
{
	assert(j->depth < LEVELS);
	json_write_item(j);
	ad_text_addc(j->out, c);
	j->depth++;
	j->has_item &= ~(UINT64_C(1) << j->depth);
}

static void close_level(struct ad_json *j, char c)
{
	assert(j->depth > 0 && !j->after_key);
	j->depth--;
	ad_text_addc(j->out, c);
}

void ad_json_object(struct ad_json *j)
{
	open_level(j, '{');
}

void ad_json_object_end(struct ad_json *j)
{
	close_level(j, '}');
}

void ad_json_array(struct ad_json *j)
{
	open_level(j, '[');
}

void ad_json_array_end(struct ad_json *j)
{
	close_level(j, ']');
}

static void json_write_quoted(struct ad_text *out, struct ad_str s)
{
	ad_text_addc(out, '"');
	ad_json_escape(out, s);
	ad_text_addc(out, '"');
}

/* True if no character of the name needs an escape, which holds for our own fields. */
static bool json_write_is_word(const char *key, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!json_write_is_plain((unsigned char)key[i]))
			return false;
	}
	return true;
}

void ad_json_key(struct ad_json *j, const char *key)
{
	struct ad_text *out = j->out;
	size_t n = strlen(key);

	json_write_item(j);
	j->after_key = true;
	if (!json_write_is_word(key, n) || !ad_text_reserve(out, n + 3)) {
		json_write_quoted(out, (struct ad_str){ key, n });
		ad_text_addc(out, ':');
		return;
	}
	char *to = out->p + out->n;
	*to = '"';
	memcpy(to + 1, key, n);
	to[n + 1] = '"';
	to[n + 2] = ':';
	out->n += n + 3;
}

void ad_json_str(struct ad_json *j, struct ad_str s)
{
	if (!s.p) {
		ad_json_null(j);
		return;
	}
	json_write_item(j);
	json_write_quoted(j->out, s);
}

void ad_json_int(struct ad_json *j, int64_t number)
{
	json_write_item(j);
	ad_text_addi(j->out, number);
}

void ad_json_bool(struct ad_json *j, bool value)
{
	json_write_item(j);
	ad_text_adds(j->out, value ? "true" : "false");
}

void ad_json_null(struct ad_json *j)
{
	json_write_item(j);
	ad_text_adds(j->out, "null");
}

void ad_json_micros(struct ad_json *j, int64_t micros)
{
	uint64_t size = micros < 0 ? 0 - (uint64_t)micros : (uint64_t)micros;
	uint64_t rest = size % 1000000;
	char decimals[7];
	size_t n = 7;

	json_write_item(j);
	if (micros < 0)
		ad_text_addc(j->out, '-');
	ad_text_addi(j->out, (int64_t)(size / 1000000));
	if (!rest)
		return;
	decimals[0] = '.';
	for (size_t i = 6; i >= 1; i--) {
		decimals[i] = (char)('0' + rest % 10);
		rest /= 10;
	}
	while (decimals[n - 1] == '0')
		n--;
	ad_text_add(j->out, (struct ad_str){ decimals, n });
}

void ad_json_double(struct ad_json *j, double value)
{
	char digits[32];

	if (!isfinite(value)) {
		ad_json_null(j);
		return;
	}
	json_write_item(j);
	if (value == 0) { /* also minus zero: JSON readers differ on it */
		ad_text_addc(j->out, '0');
		return;
	}
	for (int precision = 15; precision <= 17; precision++) {
		snprintf(digits, sizeof(digits), "%.*g", precision, value);
		if (strtod(digits, NULL) == value)
			break;
	}
	ad_text_adds(j->out, digits);
}

void ad_json_time(struct ad_json *j, int64_t us)
{
	char at[25];
	size_t n = ad_time_format(us, at);

	json_write_item(j);
	json_write_quoted(j->out, (struct ad_str){ at, n });
}

void ad_json_raw(struct ad_json *j, struct ad_str json)
{
	if (!json.p) {
		ad_json_null(j);
		return;
	}
	json_write_item(j);
	ad_text_add(j->out, json);
}

void ad_json_kstr(struct ad_json *j, const char *key, struct ad_str s)
{
	ad_json_key(j, key);
	ad_json_str(j, s);
}

void ad_json_kcstr(struct ad_json *j, const char *key, const char *cstr)
{
	ad_json_key(j, key);
	ad_json_str(j, ad_str(cstr));
}

void ad_json_kint(struct ad_json *j, const char *key, int64_t number)
{
	ad_json_key(j, key);
	ad_json_int(j, number);
}

void ad_json_kbool(struct ad_json *j, const char *key, bool value)
{
	ad_json_key(j, key);
	ad_json_bool(j, value);
}

void ad_json_ktime(struct ad_json *j, const char *key, int64_t us)
{
	ad_json_key(j, key);
	if (us)
		ad_json_time(j, us);
	else
		ad_json_null(j);
}

void ad_json_kraw(struct ad_json *j, const char *key, struct ad_str json)
{
	ad_json_key(j, key);
	ad_json_raw(j, json);
}

static void escape_ascii(struct ad_text *out, unsigned char c)
{
	switch (c) {
	case '"':
		ad_text_adds(out, "\\\"");
		break;
	case '\\':
		ad_text_adds(out, "\\\\");
		break;
	case '\n':
		ad_text_adds(out, "\\n");
		break;
	case '\r':
		ad_text_adds(out, "\\r");
		break;
	case '\t':
		ad_text_adds(out, "\\t");
		break;
	case '\b':
		ad_text_adds(out, "\\b");
		break;
	case '\f':
		ad_text_adds(out, "\\f");
		break;
	default:
		ad_text_addf(out, "\\u%04x", c);
		break;
	}
}

/* The character at s beyond ASCII; returns its bytes. */
static size_t escape_wide(struct ad_text *out, struct ad_str s)
{
	uint32_t c;
	size_t n = ad_utf8_next(s, &c);

	if (!n) {
		ad_text_adds(out, "\xef\xbf\xbd");
		return 1;
	}
	if (c == 0x2028 || c == 0x2029)
		ad_text_addf(out, "\\u%04x", (unsigned)c);
	else
		ad_text_add(out, (struct ad_str){ s.p, n });
	return n;
}

/* One character that is not plain; behind it. */
static size_t escape_one(struct ad_text *out, struct ad_str s)
{
	unsigned char c = (unsigned char)s.p[0];

	if (c >= 0x80)
		return escape_wide(out, s);
	escape_ascii(out, c);
	return 1;
}

/* Most is plain, most of the rest are quotes (JSON inside JSON): both are copied in one loop. */
void ad_json_escape(struct ad_text *out, struct ad_str s)
{
	size_t i = 0;

	while (i < s.n) {
		if (!ad_text_reserve(out, 2 * (s.n - i)))
			return;
		char *to = out->p + out->n;
		for (; i < s.n; i++) {
			unsigned char c = (unsigned char)s.p[i];
			if (c == '"' || c == '\\')
				*to++ = '\\';
			else if (!json_write_is_plain(c))
				break;
			*to++ = (char)c;
		}
		out->n = (size_t)(to - out->p);
		if (i < s.n)
			i += escape_one(out, (struct ad_str){ s.p + i, s.n - i });
	}
}

void ad_json_members(struct ad_json *j, struct ad_str members)
{
	if (members.n == 0)
		return;
	assert(!j->after_key);
	json_write_item(j);
	ad_text_add(j->out, members);
}
