#include "base/utf8.h"

#include "base/json_read.h"

/* First and last code point of each run that East Asian Width (Unicode 16) calls W or F. */
static const uint32_t wide_runs[][2] = {
	{ 0x1100, 0x115f },   { 0x231a, 0x231b },   { 0x2329, 0x232a },   { 0x23e9, 0x23ec },
	{ 0x23f0, 0x23f0 },   { 0x23f3, 0x23f3 },   { 0x25fd, 0x25fe },   { 0x2614, 0x2615 },
	{ 0x2630, 0x2637 },   { 0x2648, 0x2653 },   { 0x267f, 0x267f },   { 0x268a, 0x268f },
	{ 0x2693, 0x2693 },   { 0x26a1, 0x26a1 },   { 0x26aa, 0x26ab },   { 0x26bd, 0x26be },
	{ 0x26c4, 0x26c5 },   { 0x26ce, 0x26ce },   { 0x26d4, 0x26d4 },   { 0x26ea, 0x26ea },
	{ 0x26f2, 0x26f3 },   { 0x26f5, 0x26f5 },   { 0x26fa, 0x26fa },   { 0x26fd, 0x26fd },
	{ 0x2705, 0x2705 },   { 0x270a, 0x270b },   { 0x2728, 0x2728 },   { 0x274c, 0x274c },
	{ 0x274e, 0x274e },   { 0x2753, 0x2755 },   { 0x2757, 0x2757 },   { 0x2795, 0x2797 },
	{ 0x27b0, 0x27b0 },   { 0x27bf, 0x27bf },   { 0x2b1b, 0x2b1c },   { 0x2b50, 0x2b50 },
	{ 0x2b55, 0x2b55 },   { 0x2e80, 0x2e99 },   { 0x2e9b, 0x2ef3 },   { 0x2f00, 0x2fd5 },
	{ 0x2ff0, 0x303e },   { 0x3041, 0x3096 },   { 0x3099, 0x30ff },   { 0x3105, 0x312f },
	{ 0x3131, 0x318e },   { 0x3190, 0x31e5 },   { 0x31ef, 0x321e },   { 0x3220, 0x3247 },
	{ 0x3250, 0xa48c },   { 0xa490, 0xa4c6 },   { 0xa960, 0xa97c },   { 0xac00, 0xd7a3 },
	{ 0xf900, 0xfaff },   { 0xfe10, 0xfe19 },   { 0xfe30, 0xfe52 },   { 0xfe54, 0xfe66 },
	{ 0xfe68, 0xfe6b },   { 0xff01, 0xff60 },   { 0xffe0, 0xffe6 },   { 0x16fe0, 0x16fe4 },
	{ 0x16ff0, 0x16ff1 }, { 0x17000, 0x187f7 }, { 0x18800, 0x18cd5 }, { 0x18cff, 0x18d08 },
	{ 0x1aff0, 0x1aff3 }, { 0x1aff5, 0x1affb }, { 0x1affd, 0x1affe }, { 0x1b000, 0x1b122 },
	{ 0x1b132, 0x1b132 }, { 0x1b150, 0x1b152 }, { 0x1b155, 0x1b155 }, { 0x1b164, 0x1b167 },
	{ 0x1b170, 0x1b2fb }, { 0x1d300, 0x1d356 }, { 0x1d360, 0x1d376 }, { 0x1f004, 0x1f004 },
	{ 0x1f0cf, 0x1f0cf }, { 0x1f18e, 0x1f18e }, { 0x1f191, 0x1f19a }, { 0x1f200, 0x1f202 },
	{ 0x1f210, 0x1f23b }, { 0x1f240, 0x1f248 }, { 0x1f250, 0x1f251 }, { 0x1f260, 0x1f265 },
	{ 0x1f300, 0x1f320 }, { 0x1f32d, 0x1f335 }, { 0x1f337, 0x1f37c }, { 0x1f37e, 0x1f393 },
	{ 0x1f3a0, 0x1f3ca }, { 0x1f3cf, 0x1f3d3 }, { 0x1f3e0, 0x1f3f0 }, { 0x1f3f4, 0x1f3f4 },
	{ 0x1f3f8, 0x1f43e }, { 0x1f440, 0x1f440 }, { 0x1f442, 0x1f4fc }, { 0x1f4ff, 0x1f53d },
	{ 0x1f54b, 0x1f54e }, { 0x1f550, 0x1f567 }, { 0x1f57a, 0x1f57a }, { 0x1f595, 0x1f596 },
	{ 0x1f5a4, 0x1f5a4 }, { 0x1f5fb, 0x1f64f }, { 0x1f680, 0x1f6c5 }, { 0x1f6cc, 0x1f6cc },
	{ 0x1f6d0, 0x1f6d2 }, { 0x1f6d5, 0x1f6d7 }, { 0x1f6dc, 0x1f6df }, { 0x1f6eb, 0x1f6ec },
	{ 0x1f6f4, 0x1f6fc }, { 0x1f7e0, 0x1f7eb }, { 0x1f7f0, 0x1f7f0 }, { 0x1f90c, 0x1f93a },
	{ 0x1f93c, 0x1f945 }, { 0x1f947, 0x1f9ff }, { 0x1fa70, 0x1fa7c }, { 0x1fa80, 0x1fa89 },
	{ 0x1fa8f, 0x1fac6 }, { 0x1face, 0x1fadc }, { 0x1fadf, 0x1fae9 }, { 0x1faf0, 0x1faf8 },
	{ 0x20000, 0x2fffd }, { 0x30000, 0x3fffd },
};

/* Decodes the first byte: the length of the sequence (0: not a first byte) and its own bits. */
static size_t utf8_lead(unsigned char c, uint32_t *bits)
{
	if (c >= 0xc2 && c <= 0xdf) {
		*bits = c & 0x1fu;
		return 2;
	}
	if (c >= 0xe0 && c <= 0xef) {
		*bits = c & 0x0fu;
		return 3;
	}
	if (c >= 0xf0 && c <= 0xf4) {
		*bits = c & 0x07u;
		return 4;
	}
	return 0;
}

size_t ad_utf8_next(struct ad_str s, uint32_t *code_point)
{
	const unsigned char *p = (const unsigned char *)s.p;
	uint32_t c;
	size_t n;

	if (!s.n)
		return 0;
	if (p[0] < 0x80) {
		*code_point = p[0];
		return 1;
	}
	n = utf8_lead(p[0], &c);
	if (!n || n > s.n)
		return 0;
	for (size_t i = 1; i < n; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (p[i] & 0x3fu);
	}
	if ((n == 3 && c < 0x800) || (n == 4 && (c < 0x10000 || c > 0x10ffff)) ||
	    (c >= 0xd800 && c <= 0xdfff))
		return 0;
	*code_point = c;
	return n;
}

size_t ad_utf8_put(uint32_t c, char out[static 4])
{
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		out[0] = (char)(0xc0 | c >> 6);
		out[1] = (char)(0x80 | (c & 0x3f));
		return 2;
	}
	if (c < 0x10000) {
		out[0] = (char)(0xe0 | c >> 12);
		out[1] = (char)(0x80 | (c >> 6 & 0x3f));
		out[2] = (char)(0x80 | (c & 0x3f));
		return 3;
	}
	out[0] = (char)(0xf0 | c >> 18);
	out[1] = (char)(0x80 | (c >> 12 & 0x3f));
	out[2] = (char)(0x80 | (c >> 6 & 0x3f));
	out[3] = (char)(0x80 | (c & 0x3f));
	return 4;
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

	while (i < s.n) {
		uint32_t c = 0;
		size_t n;

		if (s.n - i >= 8 && utf8_plain8(s.p + i)) {
			i += 8;
			continue;
		}
		n = ad_utf8_next((struct ad_str){ s.p + i, s.n - i }, &c);
		if (!n || !c)
			return i;
		i += n;
	}
	return i;
}

bool ad_utf8_valid(struct ad_str s)
{
	return ad_utf8_fault(s) == s.n;
}

size_t ad_utf8_length(struct ad_str s)
{
	size_t count = 0;

	for (size_t i = 0; i < s.n; i++)
		count += ((unsigned char)s.p[i] & 0xc0) != 0x80;
	return count;
}

static bool is_wide(uint32_t c)
{
	size_t low = 0, high = AD_LEN(wide_runs);

	if (c < wide_runs[0][0])
		return false;
	while (low < high) {
		size_t middle = (low + high) / 2;

		if (c > wide_runs[middle][1])
			low = middle + 1;
		else
			high = middle;
	}
	return low < AD_LEN(wide_runs) && c >= wide_runs[low][0];
}

size_t ad_utf8_width(struct ad_str s)
{
	size_t width = 0;

	for (size_t i = 0; i < s.n;) {
		uint32_t c = 0;
		size_t n = ad_utf8_next((struct ad_str){ s.p + i, s.n - i }, &c);

		i += n ? n : 1;
		width += n && is_wide(c) ? 2 : 1;
	}
	return width;
}
