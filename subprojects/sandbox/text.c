#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *sb_alloc(size_t size)
{
	void *p = calloc(1, size ? size : 1);
	if (!p)
		abort();
	return p;
}

char *sb_copy_n(const char *s, size_t n)
{
	char *p = sb_alloc(n + 1);
	memcpy(p, s, n);
	return p;
}

char *sb_copy(const char *s)
{
	return sb_copy_n(s, strlen(s));
}

long long sb_number(const char *text)
{
	return strtoll(text, NULL, 10);
}

static void text_reserve(struct text *t, size_t more)
{
	if (t->size + more + 1 <= t->room)
		return;
	size_t room = t->room ? t->room : 256;
	while (room < t->size + more + 1)
		room *= 2;
	char *data = realloc(t->data, room);
	if (!data)
		abort();
	t->data = data;
	t->room = room;
}

void text_put_n(struct text *t, const char *s, size_t n)
{
	text_reserve(t, n);
	memcpy(t->data + t->size, s, n);
	t->size += n;
	t->data[t->size] = '\0';
}

void text_put(struct text *t, const char *s)
{
	text_put_n(t, s, strlen(s));
}

void text_format(struct text *t, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	va_list again;
	va_copy(again, args);
	int n = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (n < 0)
		abort();
	text_reserve(t, (size_t)n);
	vsnprintf(t->data + t->size, (size_t)n + 1, format, again);
	va_end(again);
	t->size += (size_t)n;
}

void text_cut(struct text *t, size_t size)
{
	if (!t->data)
		return;
	t->size = size;
	t->data[size] = '\0';
}

const char *text_get(const struct text *t)
{
	return t->data ? t->data : "";
}

char *text_take(struct text *t)
{
	char *data = t->data ? t->data : sb_copy("");
	*t = (struct text){ 0 };
	return data;
}

void text_free(struct text *t)
{
	free(t->data);
	*t = (struct text){ 0 };
}
