#include "base/utf8.h"

#include <unistr.h>
#include <uniwidth.h>

static const uint8_t *utf8_bytes(struct ad_str s)
{
	return (const uint8_t *)s.p;
}

size_t ad_utf8_next(struct ad_str s, uint32_t *code_point)
{
	ucs4_t c;
	int n = s.n ? u8_mbtoucr(&c, utf8_bytes(s), s.n) : 0;

	if (n <= 0)
		return 0;
	*code_point = c;
	return (size_t)n;
}

size_t ad_utf8_put(uint32_t c, char out[static 4])
{
	int n = u8_uctomb((uint8_t *)out, c, 4);

	return n > 0 ? (size_t)n : 0;
}

/* True if the eight bytes at p are all ASCII and none is NUL. */
static bool utf8_plain8(const char *p)
{
	const uint64_t high = UINT64_C(0x8080808080808080);
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return !(v & high) && !((v - UINT64_C(0x0101010101010101)) & ~v & high);
}

size_t ad_utf8_fault(struct ad_str s)
{
	size_t i = 0;

	/* Every body passes here, and nearly all of it is ASCII. */
	while (s.n - i >= 8 && utf8_plain8(s.p + i))
		i += 8;
	if (i == s.n)
		return i;
	const char *nul = memchr(s.p + i, 0, s.n - i);
	size_t end = nul ? (size_t)(nul - s.p) : s.n;
	const uint8_t *bad = u8_check(utf8_bytes(s) + i, end - i);
	return bad ? (size_t)(bad - utf8_bytes(s)) : end;
}

bool ad_utf8_is_ascii(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] >= 0x80)
			return false;
	return true;
}

bool ad_utf8_valid(struct ad_str s)
{
	return ad_utf8_fault(s) == s.n;
}

size_t ad_utf8_length(struct ad_str s)
{
	return s.n ? u8_mbsnlen(utf8_bytes(s), s.n) : 0;
}

size_t ad_utf8_width(struct ad_str s)
{
	size_t width = 0;

	for (size_t i = 0; i < s.n;) {
		uint32_t c = 0;
		size_t n = ad_utf8_next((struct ad_str){ s.p + i, s.n - i }, &c);

		i += n ? n : 1;
		width += n && uc_width(c, "UTF-8") == 2 ? 2 : 1;
	}
	return width;
}
