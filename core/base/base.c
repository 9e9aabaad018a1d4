#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>

static _Noreturn void out_of_memory(void)
{
	fputs("adcore: out of memory\n", stderr);
	abort();
}

void *ad_xmalloc(size_t size)
{
	void *p = malloc(size ? size : 1);

	if (!p)
		out_of_memory();
	return p;
}

void *ad_xcalloc(size_t count, size_t size)
{
	void *p = calloc(count ? count : 1, size ? size : 1);

	if (!p)
		out_of_memory();
	return p;
}

void *ad_xrealloc(void *old, size_t size)
{
	void *p = realloc(old, size ? size : 1);

	if (!p)
		out_of_memory();
	return p;
}

char *ad_xstrdup(struct ad_str s)
{
	char *p = ad_xmalloc(s.n + 1);

	if (s.n)
		memcpy(p, s.p, s.n);
	p[s.n] = '\0';
	return p;
}
