/*
 * The words every room uses: a string with its length, checked results, memory that cannot fail.
 * Knows nothing of ads, HTTP or SQL.
 */
#ifndef AD_BASE_BASE_H
#define AD_BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A result that must be looked at: ignoring it does not compile. */
#define AD_CHECK __attribute__((warn_unused_result))
#define AD_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define AD_LEN(array) (sizeof(array) / sizeof((array)[0]))

/* Bytes with their length: not owned, not necessarily ended by NUL. {NULL, 0} means "absent". */
struct ad_str {
	const char *p;
	size_t n;
};

/* An ad_str of a string literal. */
#define AD_S(literal) ((struct ad_str){ (literal), sizeof(literal) - 1 })
/* For printf's "%.*s". */
#define AD_FMT(s) (int)(s).n, (s).p ? (s).p : ""

/* An ad_str over a NUL-ended string (NULL gives the absent one). */
static inline struct ad_str ad_str(const char *cstr)
{
	return (struct ad_str){ cstr, cstr ? strlen(cstr) : 0 };
}

/* True if both hold the same bytes. Not constant in time: never use it for secrets. */
static inline bool ad_str_eq(struct ad_str a, struct ad_str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/* Below 0, 0, above 0: a before, like, after b by their bytes; an absent one is before all. */
static inline int ad_str_order(struct ad_str a, struct ad_str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int order = n ? memcmp(a.p, b.p, n) : 0;

	return order ? order : (a.n > b.n) - (a.n < b.n);
}

/* True if s holds exactly the bytes of the NUL-terminated string. */
static inline bool ad_str_is(struct ad_str s, const char *cstr)
{
	return ad_str_eq(s, ad_str(cstr));
}

/* True if s begins with the NUL-terminated prefix. */
static inline bool ad_str_starts(struct ad_str s, const char *prefix)
{
	size_t n = strlen(prefix);
	return s.n >= n && memcmp(s.p, prefix, n) == 0;
}

/* The first c in s, or NULL; also for an absent text, which memchr() does not allow. */
static inline const char *ad_str_find(struct ad_str s, char c)
{
	return s.n ? memchr(s.p, c, s.n) : NULL;
}

/* Copies s into a buffer of `size` bytes (at least 1): cut to fit, and ended by NUL. */
static inline void ad_str_put(char *out, size_t size, struct ad_str s)
{
	size_t n = s.n < size ? s.n : size - 1;

	if (n)
		memcpy(out, s.p, n);
	out[n] = '\0';
}

/* Memory that cannot fail: out of memory ends the process, with a line on stderr. */
void *ad_xmalloc(size_t size);
void *ad_xcalloc(size_t count, size_t size);
void *ad_xrealloc(void *old, size_t size);
/* A NUL-ended copy on the heap; the caller frees it. */
char *ad_xstrdup(struct ad_str s);

#endif
