/* A growing string, and allocation that never fails: out of memory aborts. One owner, one thread.
 */
#ifndef SANDBOX_TEXT_H
#define SANDBOX_TEXT_H

#include <stddef.h>

struct text {
	char *data; /* NUL-terminated once anything was put; NULL while empty */
	size_t size;
	size_t room;
};

/* Zeroed memory, and NUL-ended copies; the caller frees them. */
void *sb_alloc(size_t size);
char *sb_copy(const char *s);
char *sb_copy_n(const char *s, size_t n);

/* The decimal number that the text begins with; 0 where it begins with none. */
long long sb_number(const char *text);

/* Appends. */
void text_put(struct text *t, const char *s);
void text_put_n(struct text *t, const char *s, size_t n);
void text_format(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Shortens to `size` bytes: undoes what was put since. */
void text_cut(struct text *t, size_t size);
/* The content, "" while empty. Valid until the next call on `t`. */
const char *text_get(const struct text *t);
/* Hands the buffer to the caller, who frees it; `t` is empty again. */
char *text_take(struct text *t);
void text_free(struct text *t);

#endif
