/*
 * A growing string. Append as often as you like; ask once, at the end, whether it all fitted:
 * the error is sticky. Lives on an arena, or on the heap where the arena is NULL (then
 * ad_text_free() ends it). One thread at a time.
 */
#ifndef AD_BASE_TEXT_H
#define AD_BASE_TEXT_H

#include <stdarg.h>

#include "base/arena.h"

struct ad_text {
	struct ad_arena *arena; /* NULL: heap */
	char *p;
	size_t n;
	size_t room;
	size_t max;  /* never grows above; 0 means 64 MiB */
	bool failed; /* something did not fit: the content is cut and must not be used */
};

/* An empty text on an arena. */
struct ad_text ad_text_on(struct ad_arena *arena);
/* Makes room for `more` further bytes; false (and sticky) past max. */
bool ad_text_reserve(struct ad_text *t, size_t more);
/* Appends bytes, one byte, a NUL-ended string, a formatted string, a decimal number. */
void ad_text_add(struct ad_text *t, struct ad_str s);
void ad_text_addc(struct ad_text *t, char c);
void ad_text_adds(struct ad_text *t, const char *cstr);
void ad_text_addf(struct ad_text *t, const char *fmt, ...) AD_PRINTF(2, 3);
/* The same for a caller that has its arguments as a list; it still ends the list itself. */
void ad_text_addv(struct ad_text *t, const char *fmt, va_list args) AD_PRINTF(2, 0);
void ad_text_addi(struct ad_text *t, int64_t number);
/* Appends bytes with what HTML reads as its own escaped: fit for text and quoted attributes. */
void ad_text_add_html(struct ad_text *t, struct ad_str s);
/* Without the spaces and tabs at its ends; a part of the same bytes. */
struct ad_str ad_str_trim(struct ad_str s);
/* True if s is the word, whatever the case of its ASCII letters. */
bool ad_str_is_nocase(struct ad_str s, const char *word);
/* Appends s as a query value: all but unreserved characters is percent-encoded (RFC 3986, 2.3). */
void ad_text_add_url(struct ad_text *t, struct ad_str s);
/* The content, ended by an uncounted NUL; valid until the next append. */
struct ad_str ad_text_str(struct ad_text *t);
/* Ends a heap text; nothing for one on an arena. */
void ad_text_free(struct ad_text *t);

#endif
