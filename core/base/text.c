#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#define DEFAULT_MAX ((size_t)64 * 1024 * 1024)
#define FIRST_ROOM 256

struct ad_text ad_text_on(struct ad_arena *arena)
{
	return (struct ad_text){ .arena = arena };
}

/* New room, at least `room` bytes; the content stays. */
static void text_grow(struct ad_text *t, size_t room)
{
	size_t want = t->room ? t->room * 2 : FIRST_ROOM;

	if (want < room)
		want = room;
	if (t->arena)
		t->p = ad_arena_resize(t->arena, t->p, t->room, want);
	else
		t->p = ad_xrealloc(t->p, want);
	t->room = want;
}

bool ad_text_reserve(struct ad_text *t, size_t more)
{
	size_t max = t->max ? t->max : DEFAULT_MAX;

	if (t->failed || more > max || t->n > max - more) {
		t->failed = true;
		return false;
	}
	/* One byte beyond, for the NUL of ad_text_str(). */
	if (t->room < t->n + more + 1)
		text_grow(t, t->n + more + 1);
	return true;
}

void ad_text_add(struct ad_text *t, struct ad_str s)
{
	if (!s.n || !ad_text_reserve(t, s.n))
		return;
	memcpy(t->p + t->n, s.p, s.n);
	t->n += s.n;
}

void ad_text_addc(struct ad_text *t, char c)
{
	if (ad_text_reserve(t, 1))
		t->p[t->n++] = c;
}

void ad_text_adds(struct ad_text *t, const char *cstr)
{
	ad_text_add(t, ad_str(cstr));
}

void ad_text_addv(struct ad_text *t, const char *fmt, va_list args)
{
	char small[256];
	va_list again;
	int n;

	va_copy(again, args);
	n = vsnprintf(small, sizeof(small), fmt, args);
	if (n < 0) {
		t->failed = true;
	} else if (ad_text_reserve(t, (size_t)n)) {
		if ((size_t)n < sizeof(small))
			memcpy(t->p + t->n, small, (size_t)n);
		else
			vsnprintf(t->p + t->n, (size_t)n + 1, fmt, again);
		t->n += (size_t)n;
	}
	va_end(again);
}

void ad_text_addf(struct ad_text *t, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	ad_text_addv(t, fmt, args);
	va_end(args);
}

void ad_text_addi(struct ad_text *t, int64_t number)
{
	char digits[20];
	size_t at = sizeof(digits);
	uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;

	do {
		digits[--at] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	if (number < 0)
		digits[--at] = '-';
	ad_text_add(t, (struct ad_str){ digits + at, sizeof(digits) - at });
}

struct ad_str ad_text_str(struct ad_text *t)
{
	if (!t->room)
		text_grow(t, 1);
	t->p[t->n] = '\0';
	return (struct ad_str){ t->p, t->n };
}

void ad_text_free(struct ad_text *t)
{
	if (t->arena)
		return;
	free(t->p);
	*t = (struct ad_text){ .max = t->max };
}

struct ad_str ad_str_trim(struct ad_str s)
{
	while (s.n && (s.p[0] == ' ' || s.p[0] == '\t')) {
		s.p++;
		s.n--;
	}
	while (s.n && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t'))
		s.n--;
	return s;
}

bool ad_str_is_nocase(struct ad_str s, const char *word)
{
	return s.n == strlen(word) && strncasecmp(s.p, word, s.n) == 0;
}

void ad_text_add_url(struct ad_text *t, struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];
		if ((c < 0x80 && isalnum(c)) || (c && strchr("-._~", c)))
			ad_text_addc(t, (char)c);
		else
			ad_text_addf(t, "%%%02X", c);
	}
}

void ad_text_add_html(struct ad_text *t, struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		switch (s.p[i]) {
		case '&':
			ad_text_adds(t, "&amp;");
			break;
		case '<':
			ad_text_adds(t, "&lt;");
			break;
		case '>':
			ad_text_adds(t, "&gt;");
			break;
		case '"':
			ad_text_adds(t, "&quot;");
			break;
		case '\'':
			ad_text_adds(t, "&#39;");
			break;
		default:
			ad_text_addc(t, s.p[i]);
		}
	}
}
