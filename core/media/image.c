/* Pictures: PNG (RFC 2083, third edition), JPEG (T.81), GIF89a, WebP (RFC 9649). */
#include "media/formats.h"

/* --- PNG ------------------------------------------------------------------------------------- */

/* CRC-32 of ISO 3309, four bits at a time. */
static uint32_t crc_of(struct ad_str in, size_t at, size_t n)
{
	static const uint32_t table[16] = {
		0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
		0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
		0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
	};
	uint32_t crc = 0xffffffff;

	for (size_t i = 0; i < n; i++) {
		crc ^= (unsigned char)in.p[at + i];
		crc = crc >> 4 ^ table[crc & 15];
		crc = crc >> 4 ^ table[crc & 15];
	}
	return ~crc;
}

/* Depth and colour type that go together. */
static bool png_colour(uint64_t depth, uint64_t type)
{
	switch (type) {
	case 0:
		return depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
	case 3:
		return depth == 1 || depth == 2 || depth == 4 || depth == 8;
	case 2:
	case 4:
	case 6:
		return depth == 8 || depth == 16;
	default:
		return false;
	}
}

static bool png_header(struct ad_str in, size_t at, size_t size, struct ad_media *out)
{
	if (size != 13 || !png_colour(ad_media_big(in, at + 8, 1), ad_media_big(in, at + 9, 1)) ||
	    ad_media_big(in, at + 10, 2) != 0 || ad_media_big(in, at + 12, 1) > 1)
		return false;
	out->width = (int64_t)ad_media_big(in, at, 4);
	out->height = (int64_t)ad_media_big(in, at + 4, 4);
	return true;
}

const char *ad_media_png(struct ad_str in, struct ad_media *out)
{
	bool data = false;

	out->mime = "image/png";
	for (size_t at = 8; at < in.n;) {
		bool first = at == 8;
		if (in.n - at < 12 || ad_media_big(in, at, 4) > in.n - at - 12)
			return AD_MEDIA_CUT;
		size_t size = (size_t)ad_media_big(in, at, 4);
		if (crc_of(in, at + 4, size + 4) != ad_media_big(in, at + 8 + size, 4))
			return AD_MEDIA_BROKEN;
		if (first != ad_media_at(in, at + 4, "IHDR", 4) ||
		    (first && !png_header(in, at + 8, size, out)))
			return AD_MEDIA_BROKEN;
		data = data || ad_media_at(in, at + 4, "IDAT", 4);
		out->animated = out->animated || ad_media_at(in, at + 4, "acTL", 4);
		bool last = ad_media_at(in, at + 4, "IEND", 4);
		at += size + 12;
		if (last && (size || !data))
			return AD_MEDIA_BROKEN;
		if (last)
			return at == in.n ? NULL : AD_MEDIA_TAIL;
	}
	return AD_MEDIA_CUT;
}

/* --- JPEG ------------------------------------------------------------------------------------ */

static bool jpeg_frame(unsigned marker)
{
	return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 &&
	       marker != 0xcc;
}

/* The offset of the marker behind entropy-coded data; in.n where the file ends first. */
static size_t jpeg_scan(struct ad_str in, size_t at)
{
	while (at + 1 < in.n) {
		const char *ff = memchr(in.p + at, 0xff, in.n - at - 1);
		if (!ff)
			return in.n;
		at = (size_t)(ff - in.p);
		unsigned next = (unsigned char)in.p[at + 1];
		if (next != 0 && next != 0xff && !(next >= 0xd0 && next <= 0xd7))
			return at;
		at += next == 0xff ? 1 : 2;
	}
	return in.n;
}

/* A frame's header: one a picture, with all that it needs to be shown. */
static bool jpeg_header(struct ad_str in, size_t at, size_t size, struct ad_media *out)
{
	if (size < 8 || out->width)
		return false;
	uint64_t parts = ad_media_big(in, at + 7, 1);
	uint64_t depth = ad_media_big(in, at + 2, 1);
	out->height = (int64_t)ad_media_big(in, at + 3, 2);
	out->width = (int64_t)ad_media_big(in, at + 5, 2);
	return (depth == 8 || depth == 12) && parts >= 1 && parts <= 4 && size == 8 + 3 * parts &&
	       out->width > 0;
}

/* Markers that have no place between the segments. */
static bool jpeg_stray(unsigned marker)
{
	return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/* The segment of a marker, whose length stands at *at, which then is behind it (and its scan). */
static const char *jpeg_segment(struct ad_str in, unsigned marker, size_t *at, struct ad_media *out)
{
	if (in.n - *at < 2 || ad_media_big(in, *at, 2) > in.n - *at)
		return AD_MEDIA_CUT;
	size_t size = (size_t)ad_media_big(in, *at, 2);
	if (size < 2 || (jpeg_frame(marker) && !jpeg_header(in, *at, size, out)))
		return AD_MEDIA_BROKEN;
	if (marker == 0xda && !out->width)
		return AD_MEDIA_BROKEN;
	*at += size;
	if (marker == 0xda)
		*at = jpeg_scan(in, *at);
	return NULL;
}

const char *ad_media_jpeg(struct ad_str in, struct ad_media *out)
{
	bool scanned = false;

	out->mime = "image/jpeg";
	for (size_t at = 2; at + 1 < in.n;) {
		unsigned marker = (unsigned char)in.p[at + 1];
		if ((unsigned char)in.p[at] != 0xff)
			return AD_MEDIA_BROKEN;
		if (marker == 0xff) { /* filling */
			at++;
			continue;
		}
		at += 2;
		if (marker == 0xd9)
			return !scanned ? AD_MEDIA_BROKEN : at == in.n ? NULL : AD_MEDIA_TAIL;
		if (jpeg_stray(marker))
			return AD_MEDIA_BROKEN;
		const char *wrong = jpeg_segment(in, marker, &at, out);
		if (wrong)
			return wrong;
		scanned = scanned || marker == 0xda;
	}
	return AD_MEDIA_CUT;
}

/* --- GIF ------------------------------------------------------------------------------------- */

/* The offset behind a row of sub-blocks; 0 where the file ends first. */
static size_t gif_blocks(struct ad_str in, size_t at)
{
	while (at < in.n) {
		size_t size = (unsigned char)in.p[at];
		if (size == 0)
			return at + 1;
		at += size + 1;
	}
	return 0;
}

/* Bytes of the colour table that a packed byte tells of. */
static size_t gif_table(struct ad_str in, size_t at)
{
	unsigned packed = (unsigned char)in.p[at];
	return packed & 0x80 ? (size_t)3 << ((packed & 7) + 1) : 0;
}

/* The offset behind an image at `at` (its descriptor's mark); 0 where the file ends first. */
static size_t gif_image(struct ad_str in, size_t at)
{
	if (in.n - at < 11)
		return 0;
	size_t data = at + 10 + gif_table(in, at + 9);
	return data + 1 < in.n ? gif_blocks(in, data + 1) : 0;
}

const char *ad_media_gif(struct ad_str in, struct ad_media *out)
{
	int images = 0;

	out->mime = "image/gif";
	if (in.n < 13)
		return AD_MEDIA_CUT;
	out->width = (int64_t)ad_media_little(in, 6, 2);
	out->height = (int64_t)ad_media_little(in, 8, 2);
	for (size_t at = 13 + gif_table(in, 10); at < in.n;) {
		unsigned mark = (unsigned char)in.p[at];
		if (mark == 0x3b)
			return !images ? AD_MEDIA_BROKEN : at + 1 == in.n ? NULL : AD_MEDIA_TAIL;
		if (mark != 0x21 && mark != 0x2c)
			return AD_MEDIA_BROKEN;
		images += mark == 0x2c;
		out->animated = images > 1;
		at = mark == 0x2c ? gif_image(in, at) : gif_blocks(in, at + 2);
		if (!at)
			return AD_MEDIA_CUT;
	}
	return AD_MEDIA_CUT;
}

/* --- WebP ------------------------------------------------------------------------------------ */

/* Reads a chunk of picture data; false where it is none that can be shown. */
static bool webp_lossy(struct ad_str in, size_t at, size_t size, struct ad_media *out)
{
	if (size < 10 || (in.p[at] & 1) || !ad_media_at(in, at + 3, "\x9d\x01\x2a", 3))
		return false;
	if (out->width)
		return true; /* the canvas says how large it is shown */
	out->width = (int64_t)(ad_media_little(in, at + 6, 2) & 0x3fff);
	out->height = (int64_t)(ad_media_little(in, at + 8, 2) & 0x3fff);
	return true;
}

static bool webp_lossless(struct ad_str in, size_t at, size_t size, struct ad_media *out)
{
	if (size < 5 || (unsigned char)in.p[at] != 0x2f)
		return false;
	uint64_t bits = ad_media_little(in, at + 1, 4);
	if (bits >> 29)
		return false;
	if (out->width)
		return true;
	out->width = (int64_t)(bits & 0x3fff) + 1;
	out->height = (int64_t)(bits >> 14 & 0x3fff) + 1;
	return true;
}

static bool webp_canvas(struct ad_str in, size_t at, size_t size, struct ad_media *out)
{
	if (size != 10 || out->width)
		return false;
	out->animated = (in.p[at] & 2) != 0;
	out->width = (int64_t)ad_media_little(in, at + 4, 3) + 1;
	out->height = (int64_t)ad_media_little(in, at + 7, 3) + 1;
	return true;
}

/* One chunk: what it adds; false where it is damaged. *shown: it holds a picture. */
static bool webp_chunk(struct ad_str in, size_t at, size_t size, struct ad_media *out, bool *shown)
{
	bool first = at == 12;
	size_t data = at + 8;

	if (ad_media_at(in, at, "VP8X", 4))
		return first && webp_canvas(in, data, size, out);
	bool lossy = ad_media_at(in, at, "VP8 ", 4);
	bool lossless = ad_media_at(in, at, "VP8L", 4);
	if (lossy || lossless) {
		*shown = true;
		return lossy ? webp_lossy(in, data, size, out) : webp_lossless(in, data, size, out);
	}
	/* A frame of an animation: its place and size, then chunks of its own. */
	if (ad_media_at(in, at, "ANMF", 4)) {
		*shown = true;
		return size >= 24;
	}
	return !first;
}

const char *ad_media_webp(struct ad_str in, struct ad_media *out)
{
	bool shown = false;

	if (!ad_media_at(in, 0, "RIFF", 4))
		return "is no PNG, JPEG, GIF, WebP, MP4, QuickTime or WebM";
	out->mime = "image/webp";
	uint64_t size = ad_media_little(in, 4, 4);
	if (size + 8 != in.n)
		return size + 8 > in.n ? AD_MEDIA_CUT : AD_MEDIA_TAIL;
	for (size_t at = 12; at < in.n;) {
		if (in.n - at < 8)
			return AD_MEDIA_BROKEN;
		uint64_t n = ad_media_little(in, at + 4, 4);
		if (n + (n & 1) > in.n - at - 8 || !webp_chunk(in, at, (size_t)n, out, &shown))
			return AD_MEDIA_BROKEN;
		at += 8 + (size_t)(n + (n & 1));
	}
	return shown ? NULL : AD_MEDIA_BROKEN;
}
