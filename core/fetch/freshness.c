#include "fetch/freshness.h"

#include <strings.h>

static bool freshness_is_space(char c)
{
	return c == ' ' || c == '\t';
}

static struct ad_str freshness_trimmed(struct ad_str s)
{
	while (s.n > 0 && freshness_is_space(s.p[0])) {
		s.p++;
		s.n--;
	}
	while (s.n > 0 && freshness_is_space(s.p[s.n - 1]))
		s.n--;
	return s;
}

static bool freshness_is_word(struct ad_str s, const char *word)
{
	return s.n == strlen(word) && strncasecmp(s.p, word, s.n) == 0;
}

/* Delta seconds, quoted or not; 0 where they are malformed. */
static int64_t freshness_seconds(struct ad_str s)
{
	int64_t n = 0;

	if (s.n > 1 && s.p[0] == '"' && s.p[s.n - 1] == '"')
		s = (struct ad_str){ s.p + 1, s.n - 2 };
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return 0;
		n = n * 10 + (s.p[i] - '0');
		if (n > AD_FETCH_AGE_MAX)
			n = AD_FETCH_AGE_MAX;
	}
	return n;
}

/* The next element of the list: a comma inside of quotes divides nothing. */
static struct ad_str freshness_element(struct ad_str *rest)
{
	struct ad_str out = *rest;
	bool quoted = false;
	size_t n = 0;

	for (; n < rest->n && (quoted || rest->p[n] != ','); n++)
		quoted ^= rest->p[n] == '"';
	out.n = n;
	n += n < rest->n;
	rest->p += n;
	rest->n -= n;
	return freshness_trimmed(out);
}

int64_t ad_fetch_max_age(struct ad_str cache_control)
{
	int64_t age = -1;

	while (cache_control.n > 0) {
		struct ad_str one = freshness_element(&cache_control), name = one;
		const char *equals = ad_str_find(one, '=');

		if (equals)
			name.n = (size_t)(equals - one.p);
		if (freshness_is_word(name, "no-store") || freshness_is_word(name, "no-cache"))
			return 0;
		if (!freshness_is_word(name, "max-age"))
			continue;
		struct ad_str value = { name.p + name.n, one.n - name.n };
		int64_t said =
			equals ? freshness_seconds((struct ad_str){ value.p + 1, value.n - 1 }) : 0;
		age = age < 0 || age == said ? said : 0;
	}
	return age;
}
