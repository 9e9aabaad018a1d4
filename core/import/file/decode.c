#include "import/file/decode.h"

#include "base/utf8.h"

#define NO_TEXT '\xff'

/* From the first bytes (2, or 3 where it may be UTF-8's mark); sets how many of them are a mark. */
static enum ad_encoding decode_detect(const uint8_t *b, size_t n, size_t *mark)
{
	*mark = 0;
	if (n >= 3 && b[0] == 0xef && b[1] == 0xbb && b[2] == 0xbf) {
		*mark = 3;
		return AD_UTF_8;
	}
	if (n < 2)
		return AD_UTF_8;
	if ((b[0] == 0xff && b[1] == 0xfe) || (b[0] == 0xfe && b[1] == 0xff)) {
		*mark = 2;
		return b[0] == 0xff ? AD_UTF_16_LE : AD_UTF_16_BE;
	}
	if (b[0] != 0 && b[1] == 0)
		return AD_UTF_16_LE;
	return b[0] == 0 && b[1] != 0 ? AD_UTF_16_BE : AD_UTF_8;
}

static void decode_put(struct ad_text *out, uint32_t code_point)
{
	char bytes[4];

	ad_text_add(out, (struct ad_str){ bytes, ad_utf8_put(code_point, bytes) });
}

static void put_unit(struct ad_decoder *d, uint32_t unit, struct ad_text *out)
{
	bool low = unit >= 0xdc00 && unit <= 0xdfff;

	if (d->high && low) {
		decode_put(out, 0x10000 + ((d->high - 0xd800) << 10) + (unit - 0xdc00));
		d->high = 0;
		return;
	}
	if (d->high || low)
		ad_text_addc(out, NO_TEXT);
	d->high = unit >= 0xd800 && unit <= 0xdbff ? unit : 0;
	if (!d->high && !low)
		decode_put(out, unit);
}

static void put_utf16(struct ad_decoder *d, struct ad_str bytes, struct ad_text *out)
{
	for (size_t i = 0; i < bytes.n; i++) {
		d->held[d->held_count++] = (uint8_t)bytes.p[i];
		if (d->held_count < 2)
			continue;
		uint32_t a = d->held[0], b = d->held[1];
		d->held_count = 0;
		put_unit(d, d->encoding == AD_UTF_16_LE ? b << 8 | a : a << 8 | b, out);
	}
}

static void put_bytes(struct ad_decoder *d, struct ad_str bytes, struct ad_text *out)
{
	if (d->encoding == AD_UTF_8)
		ad_text_add(out, bytes);
	else
		put_utf16(d, bytes, out);
}

/* Holds the first bytes until the encoding is known; false while it is not. */
static bool decode_settle(struct ad_decoder *d, struct ad_str *bytes, bool last,
			  struct ad_text *out)
{
	uint8_t first[4];
	size_t n, mark;

	while (bytes->n > 0 && d->held_count < 3) {
		d->held[d->held_count++] = (uint8_t)bytes->p[0];
		bytes->p++;
		bytes->n--;
	}
	if (d->held_count < 3 && !last)
		return false;
	n = d->held_count;
	memcpy(first, d->held, sizeof(first));
	d->held_count = 0;
	d->encoding = decode_detect(first, n, &mark);
	d->marked = mark > 0;
	put_bytes(d, (struct ad_str){ (const char *)first + mark, n - mark }, out);
	return true;
}

void ad_decode(struct ad_decoder *d, struct ad_str bytes, bool last, struct ad_text *out)
{
	if (d->encoding == AD_ENCODING_UNKNOWN && !decode_settle(d, &bytes, last, out))
		return;
	if (bytes.n > 0)
		put_bytes(d, bytes, out);
	if (last && (d->high || d->held_count))
		ad_text_addc(out, NO_TEXT);
	if (last)
		d->high = 0;
}

bool ad_decode_windows_1252(struct ad_str bytes, struct ad_text *out)
{
	/* 0x80 to 0x9f; 0: no character. The others are those of Latin-1. */
	static const uint16_t high[32] = {
		0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
		0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017d, 0,
		0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
		0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178,
	};

	for (size_t i = 0; i < bytes.n; i++) {
		uint32_t c = (uint8_t)bytes.p[i];
		if (c >= 0x80 && c < 0xa0)
			c = high[c - 0x80];
		if (c == 0)
			return false;
		decode_put(out, c);
	}
	return true;
}
