#include "base/json_scan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"

#define NUMBER_MAX 60 /* characters: cJSON reads no more than 63 */

struct key {
	struct ad_str name; /* unescaped */
	size_t offset;
};

/* Where the scan is, one entry a level: a member's name or an array's index. */
struct place {
	struct ad_str name; /* absent: in an array */
	size_t index;
};

struct scan {
	struct ad_arena *arena;
	struct ad_str text;
	size_t at;
	int depth;
	struct place places[AD_JSON_LEVELS];
	struct key *keys; /* of all open objects, the inner ones last */
	size_t key_count, key_room;
	size_t values; /* so far, on all levels */
	struct ad_json_error *err;
};

static bool json_scan_value(struct scan *s);

/* Cuts at a character's start, so that the path stays UTF-8. */
static void json_scan_add_part(struct ad_json_error *err, struct ad_str part)
{
	size_t have = strlen(err->path);
	size_t n = part.n, room = sizeof(err->path) - 1 - have;

	if (n > room) {
		n = room;
		while (n && ((unsigned char)part.p[n] & 0xc0) == 0x80)
			n--;
	}
	if (n)
		memcpy(err->path + have, part.p, n);
	err->path[have + n] = '\0';
}

static bool refuse_at(struct scan *s, size_t offset, const char *reason)
{
	struct ad_json_error *err = s->err;

	err->offset = offset;
	snprintf(err->reason, sizeof(err->reason), "%s", reason);
	err->path[0] = '\0';
	for (int i = 0; i < s->depth; i++) {
		const struct place *place = &s->places[i];
		char index[24];

		if (place->name.p) {
			if (err->path[0])
				json_scan_add_part(err, AD_S("."));
			json_scan_add_part(err, place->name);
		} else if (place->index != SIZE_MAX) {
			snprintf(index, sizeof(index), "[%zu]", place->index);
			json_scan_add_part(err, ad_str(index));
		}
	}
	return false;
}

static bool json_scan_refuse(struct scan *s, const char *reason)
{
	return refuse_at(s, s->at, reason);
}

/* The character that stands next; -1 at the end. */
static int json_scan_peek(const struct scan *s)
{
	return s->at < s->text.n ? (unsigned char)s->text.p[s->at] : -1;
}

static int skip_space(struct scan *s)
{
	int c = json_scan_peek(s);

	while (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
		s->at++;
		c = json_scan_peek(s);
	}
	return c;
}

static bool json_scan_hex4(const struct scan *s, size_t at, uint32_t *out)
{
	*out = 0;
	if (s->text.n - at < 4)
		return false;
	for (size_t i = at; i < at + 4; i++) {
		char c = s->text.p[i];
		uint32_t digit;

		if (c >= '0' && c <= '9')
			digit = (uint32_t)(c - '0');
		else if ((c | 32) >= 'a' && (c | 32) <= 'f')
			digit = (uint32_t)((c | 32) - 'a' + 10);
		else
			return false;
		*out = *out << 4 | digit;
	}
	return true;
}

/* \uXXXX, or a pair of them, from the backslash; the code point in *c. */
static bool unicode_escape(struct scan *s, uint32_t *c)
{
	uint32_t second;

	if (!json_scan_hex4(s, s->at + 2, c))
		return json_scan_refuse(s, "\\u must be followed by four hexadecimal digits");
	if (*c == 0)
		return json_scan_refuse(s, "the character U+0000 is not allowed");
	if (*c < 0xd800 || *c > 0xdfff) {
		s->at += 6;
		return true;
	}
	if (*c > 0xdbff || s->text.n - s->at < 12 || s->text.p[s->at + 6] != '\\' ||
	    s->text.p[s->at + 7] != 'u' || !json_scan_hex4(s, s->at + 8, &second) ||
	    second < 0xdc00 || second > 0xdfff)
		return json_scan_refuse(s, "half of a surrogate pair stands alone");
	*c = 0x10000 + ((*c - 0xd800) << 10) + (second - 0xdc00);
	s->at += 12;
	return true;
}

/* One escape from its backslash; appends the character to out unless that is NULL. */
static bool json_scan_escape(struct scan *s, struct ad_text *out)
{
	static const char names[] = "\"\\/bfnrt";
	static const char meant[] = "\"\\/\b\f\n\r\t";
	char c = s->at + 1 < s->text.n ? s->text.p[s->at + 1] : '\0';
	char bytes[4];
	const char *name;
	uint32_t code;

	if (c == 'u') {
		if (!unicode_escape(s, &code))
			return false;
		if (out)
			ad_text_add(out, (struct ad_str){ bytes, ad_utf8_put(code, bytes) });
		return true;
	}
	name = c ? strchr(names, c) : NULL;
	if (!name)
		return json_scan_refuse(
			s, "a backslash must be followed by one of \" \\ / b f n r t u");
	if (out)
		ad_text_addc(out, meant[name - names]);
	s->at += 2;
	return true;
}

/* A string from its quote. Where name is not NULL it gets the content, unescaped. */
static bool json_scan_string(struct scan *s, struct ad_str *name)
{
	struct ad_text unescaped = ad_text_on(s->arena);
	size_t from = ++s->at;
	bool plain = true;

	for (;;) {
		int c = json_scan_peek(s);

		if (c < 0)
			return json_scan_refuse(s, "the text ends inside a string");
		if (c == '"')
			break;
		if (c < 0x20)
			return json_scan_refuse(s,
						"a control character in a string must be escaped");
		if (c != '\\') {
			if (!plain && name)
				ad_text_addc(&unescaped, (char)c);
			s->at++;
			continue;
		}
		if (plain && name)
			ad_text_add(&unescaped, (struct ad_str){ s->text.p + from, s->at - from });
		plain = false;
		if (!json_scan_escape(s, name ? &unescaped : NULL))
			return false;
	}
	if (name && plain)
		*name = (struct ad_str){ s->text.p + from, s->at - from };
	else if (name)
		*name = ad_text_str(&unescaped);
	s->at++;
	return true;
}

static size_t skip_digits(struct scan *s)
{
	size_t from = s->at;

	while (json_scan_peek(s) >= '0' && json_scan_peek(s) <= '9')
		s->at++;
	return s->at - from;
}

/*
 * True if a double can hold the number, which is well-formed and at most NUMBER_MAX characters
 * long.
 */
static bool json_scan_magnitude(struct scan *s, size_t from, bool integer)
{
	char digits[NUMBER_MAX + 1];
	size_t n = s->at - from;
	double v;

	memcpy(digits, s->text.p + from, n);
	digits[n] = '\0';
	v = strtod(digits, NULL);
	if (!isfinite(v))
		return refuse_at(s, from, "the number is too large");
	if (integer && (fabs(v) > 9007199254740992.0 ||
			(fabs(v) == 9007199254740992.0 && digits[n - 1] != '2')))
		return refuse_at(s, from,
				 "integers must lie within \xc2\xb1"
				 "2^53");
	return true;
}

static bool json_scan_number(struct scan *s)
{
	size_t from = s->at, lead;
	bool integer = true;

	if (json_scan_peek(s) == '-')
		s->at++;
	lead = s->at;
	if (!skip_digits(s))
		return refuse_at(s, from, "not a JSON value");
	if (s->text.p[lead] == '0' && s->at > lead + 1)
		return refuse_at(s, from, "a number must not begin with 0");
	if (json_scan_peek(s) == '.') {
		integer = false;
		s->at++;
		if (!skip_digits(s))
			return json_scan_refuse(s, "a digit must follow the decimal point");
	}
	if (json_scan_peek(s) == 'e' || json_scan_peek(s) == 'E') {
		integer = false;
		s->at++;
		if (json_scan_peek(s) == '+' || json_scan_peek(s) == '-')
			s->at++;
		if (!skip_digits(s))
			return json_scan_refuse(s, "a digit must follow the exponent's e");
	}
	if (s->at - from > NUMBER_MAX)
		return refuse_at(s, from, "the number has too many digits");
	return json_scan_magnitude(s, from, integer);
}

static int json_scan_by_name(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	size_t n = x->name.n < y->name.n ? x->name.n : y->name.n;
	int order = n ? memcmp(x->name.p, y->name.p, n) : 0;

	if (order)
		return order;
	if (x->name.n != y->name.n)
		return x->name.n < y->name.n ? -1 : 1;
	return x->offset < y->offset ? -1 : 1;
}

static bool refuse_key(struct scan *s, const struct key *key)
{
	s->places[s->depth - 1].name = key->name;
	return refuse_at(s, key->offset, "the member name occurs twice in one object");
}

/* True if the names from keys[first] on differ. */
static bool names_differ(struct scan *s, size_t first)
{
	struct key *keys = s->keys + first;
	size_t n = s->key_count - first;

	if (n <= 12) {
		for (size_t i = 1; i < n; i++) {
			for (size_t k = 0; k < i; k++) {
				if (ad_str_eq(keys[i].name, keys[k].name))
					return refuse_key(s, &keys[i]);
			}
		}
		return true;
	}
	qsort(keys, n, sizeof(*keys), json_scan_by_name);
	for (size_t i = 1; i < n; i++) {
		if (ad_str_eq(keys[i].name, keys[i - 1].name))
			return refuse_key(s, &keys[i]);
	}
	return true;
}

static void push_key(struct scan *s, struct ad_str name, size_t offset)
{
	if (s->key_count == s->key_room) {
		s->key_room = s->key_room ? 2 * s->key_room : 64;
		s->keys = ad_xrealloc(s->keys, s->key_room * sizeof(*s->keys));
	}
	s->keys[s->key_count++] = (struct key){ name, offset };
	s->places[s->depth - 1].name = name;
}

/* "name": value, from the quote. */
static bool json_scan_member(struct scan *s)
{
	size_t offset = s->at;
	struct ad_str name;

	if (json_scan_peek(s) != '"')
		return json_scan_refuse(s, "a member name in double quotes is expected");
	if (!json_scan_string(s, &name))
		return false;
	push_key(s, name, offset);
	if (skip_space(s) != ':')
		return json_scan_refuse(s, "a colon must follow the member name");
	s->at++;
	return json_scan_value(s);
}

static bool json_scan_object(struct scan *s)
{
	size_t first = s->key_count;

	s->at++;
	if (skip_space(s) == '}') {
		s->at++;
		return true;
	}
	for (;;) {
		int c;

		skip_space(s);
		if (!json_scan_member(s))
			return false;
		c = skip_space(s);
		if (c == '}')
			break;
		if (c != ',')
			return json_scan_refuse(s, "a comma or } is expected");
		s->at++;
	}
	if (!names_differ(s, first))
		return false;
	s->key_count = first;
	s->at++;
	return true;
}

static bool json_scan_array(struct scan *s)
{
	struct place *place = &s->places[s->depth - 1];

	s->at++;
	if (skip_space(s) == ']') {
		s->at++;
		return true;
	}
	for (place->index = 0;; place->index++) {
		int c;

		if (!json_scan_value(s))
			return false;
		c = skip_space(s);
		if (c == ']')
			break;
		if (c != ',')
			return json_scan_refuse(s, "a comma or ] is expected");
		s->at++;
	}
	s->at++;
	return true;
}

static bool json_scan_container(struct scan *s, bool (*read)(struct scan *s))
{
	bool ok;

	if (s->depth == AD_JSON_LEVELS)
		return json_scan_refuse(s, "the text is nested more than 32 levels deep");
	s->places[s->depth++] = (struct place){ .index = SIZE_MAX };
	ok = read(s);
	s->depth--;
	return ok;
}

static bool json_scan_word(struct scan *s, const char *wanted)
{
	size_t n = strlen(wanted);

	if (s->text.n - s->at < n || memcmp(s->text.p + s->at, wanted, n) != 0)
		return json_scan_refuse(s, "not a JSON value");
	s->at += n;
	return true;
}

static bool json_scan_value(struct scan *s)
{
	int c = skip_space(s);

	if (s->values++ == AD_JSON_VALUES)
		return json_scan_refuse(s, "there are more than 2,000,000 values");
	switch (c) {
	case '{':
		return json_scan_container(s, json_scan_object);
	case '[':
		return json_scan_container(s, json_scan_array);
	case '"':
		return json_scan_string(s, NULL);
	case 't':
		return json_scan_word(s, "true");
	case 'f':
		return json_scan_word(s, "false");
	case 'n':
		return json_scan_word(s, "null");
	case -1:
		return json_scan_refuse(s, "the text ends where a value is expected");
	default:
		return json_scan_number(s);
	}
}

static bool json_scan_whole(struct scan *s)
{
	size_t fault = ad_utf8_fault(s->text);

	if (s->text.n >= 3 && memcmp(s->text.p, "\xef\xbb\xbf", 3) == 0)
		return json_scan_refuse(s, "a byte-order mark is not allowed");
	if (fault < s->text.n)
		return refuse_at(s, fault,
				 s->text.p[fault] ? "the text is not valid UTF-8"
						  : "a NUL byte is not allowed");
	if (skip_space(s) < 0)
		return json_scan_refuse(s, "the text is empty");
	if (!json_scan_value(s))
		return false;
	if (skip_space(s) >= 0)
		return json_scan_refuse(s, "something follows the value");
	return true;
}

bool ad_json_scan(struct ad_arena *arena, struct ad_str text, struct ad_json_error *err)
{
	struct scan s = { .arena = arena, .text = text, .err = err };
	bool ok = json_scan_whole(&s);

	free(s.keys);
	return ok;
}
