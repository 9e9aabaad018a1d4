/* Small images and videos, made byte by byte. */
#ifndef TESTS_UNIT_MEDIA_FILES_H
#define TESTS_UNIT_MEDIA_FILES_H

#include "base/text.h"

static inline void put(struct ad_text *t, const char *bytes, size_t n)
{
	ad_text_add(t, (struct ad_str){ bytes, n });
}

static inline void put_big(struct ad_text *t, uint64_t value, int n)
{
	while (n-- > 0)
		ad_text_addc(t, (char)(value >> 8 * n));
}

static inline void put_little(struct ad_text *t, uint64_t value, int n)
{
	for (int i = 0; i < n; i++)
		ad_text_addc(t, (char)(value >> 8 * i));
}

/* The check of a PNG's chunk, bit by bit as the standard has it. */
static inline uint32_t crc_bitwise(struct ad_str s)
{
	uint32_t crc = 0xffffffff;
	for (size_t i = 0; i < s.n; i++) {
		crc ^= (unsigned char)s.p[i];
		for (int k = 0; k < 8; k++)
			crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
	}
	return ~crc;
}

static inline void png_chunk(struct ad_text *t, const char *type, struct ad_str data)
{
	put_big(t, data.n, 4);
	size_t from = t->n;
	put(t, type, 4);
	ad_text_add(t, data);
	uint32_t crc = crc_bitwise((struct ad_str){ t->p + from, t->n - from });
	put_big(t, crc, 4);
}

static inline void make_png(struct ad_text *t, uint32_t width, uint32_t height)
{
	struct ad_text head = ad_text_on(t->arena);
	put(t, "\x89PNG\r\n\x1a\n", 8);
	put_big(&head, width, 4);
	put_big(&head, height, 4);
	put(&head, "\x08\x02\0\0\0", 5);
	png_chunk(t, "IHDR", ad_text_str(&head));
	png_chunk(t, "IDAT", AD_S("\x78\x9c\x63\x60"));
	png_chunk(t, "IEND", AD_S(""));
}

static inline void make_jpeg(struct ad_text *t, unsigned width, unsigned height)
{
	put(t, "\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0", 20);
	put(t, "\xff\xc0\0\x0b\x08", 5);
	put_big(t, height, 2);
	put_big(t, width, 2);
	put(t, "\1\1\x11\0", 4);
	put(t, "\xff\xda\0\x08\1\1\0\0\x3f\0", 10);
	put(t, "\x12\xff\x00\x34\xff\xd0\x56", 7); /* a stuffed byte and a restart */
	put(t, "\xff\xd9", 2);
}

static inline void make_gif(struct ad_text *t, unsigned width, unsigned height, int frames)
{
	put(t, "GIF89a", 6);
	put_little(t, width, 2);
	put_little(t, height, 2);
	put(t, "\x80\0\0\0\0\0\xff\xff\xff", 9); /* two colours */
	while (frames-- > 0) {
		put(t, "\x21\xf9\4\0\0\0\0\0", 8);
		put(t, "\x2c\0\0\0\0", 5);
		put_little(t, width, 2);
		put_little(t, height, 2);
		put(t, "\0\2\2\x44\1\0", 6);
	}
	ad_text_addc(t, 0x3b);
}

/* kind: "VP8 ", "VP8L" or "VP8X" (with a lossy picture inside). */
static inline void make_webp(struct ad_text *t, const char *kind, unsigned width, unsigned height)
{
	struct ad_text body = ad_text_on(t->arena);
	put(&body, "WEBP", 4);
	if (strcmp(kind, "VP8X") == 0) {
		put(&body, "VP8X\x0a\0\0\0\0\0\0\0", 12);
		put_little(&body, width - 1, 3);
		put_little(&body, height - 1, 3);
	}
	if (strcmp(kind, "VP8L") == 0) {
		put(&body, "VP8L\5\0\0\0\x2f", 9);
		put_little(&body, (width - 1) | (uint64_t)(height - 1) << 14, 4);
		ad_text_addc(&body, 0);
	} else {
		put(&body, "VP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a", 14);
		put_little(&body, width, 2);
		put_little(&body, height, 2);
	}
	put(t, "RIFF", 4);
	put_little(t, body.n, 4);
	ad_text_add(t, ad_text_str(&body));
}

static inline void put_box(struct ad_text *t, const char *type, struct ad_str data)
{
	put_big(t, data.n + 8, 4);
	put(t, type, 4);
	ad_text_add(t, data);
}

static inline void put_zeros(struct ad_text *t, int n)
{
	put_big(t, 0, n > 8 ? 8 : n);
	if (n > 8)
		put_zeros(t, n - 8);
}

/* brand: "isom", "qt  ", …; two and a half seconds. */
static inline void make_film(struct ad_text *t, const char *brand, unsigned width, unsigned height)
{
	struct ad_text head = ad_text_on(t->arena), track = ad_text_on(t->arena);
	struct ad_text media = ad_text_on(t->arena), moov = ad_text_on(t->arena);
	put(&head, brand, 4);
	put_zeros(&head, 4);
	put_box(t, "ftyp", ad_text_str(&head));
	head.n = 0;
	put_zeros(&head, 12);
	put_big(&head, 600, 4);
	put_big(&head, 1500, 4);
	put_zeros(&head, 80);
	put_box(&moov, "mvhd", ad_text_str(&head));
	head.n = 0;
	put_zeros(&head, 76);
	put_big(&head, (uint64_t)width << 16, 4);
	put_big(&head, (uint64_t)height << 16, 4);
	put_box(&track, "tkhd", ad_text_str(&head));
	head.n = 0;
	put_zeros(&head, 8);
	put(&head, "vide", 4);
	put_zeros(&head, 13);
	put_box(&media, "hdlr", ad_text_str(&head));
	put_box(&track, "mdia", ad_text_str(&media));
	put_box(&moov, "trak", ad_text_str(&track));
	put_box(t, "moov", ad_text_str(&moov));
	put_box(t, "mdat", AD_S("frames"));
}

static inline void put_element(struct ad_text *t, uint32_t id, struct ad_str data)
{
	int n = id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1;
	put_big(t, id, n);
	put_big(t, 0x4000 | data.n, 2);
	ad_text_add(t, data);
}

/* open: without lengths, as a browser records. */
static inline void make_webm(struct ad_text *t, unsigned width, unsigned height, bool open)
{
	struct ad_text a = ad_text_on(t->arena), b = ad_text_on(t->arena);
	struct ad_text segment = ad_text_on(t->arena);
	put_element(&a, 0x4282, AD_S("webm"));
	put_element(t, 0x1a45dfa3, ad_text_str(&a));
	a.n = 0;
	put_element(&a, 0x2ad7b1, AD_S("\x0f\x42\x40"));
	put_element(&a, 0x4489, AD_S("\x45\x1c\x40\0")); /* 2500.0 */
	put_element(&segment, 0x1549a966, ad_text_str(&a));
	a.n = 0;
	put_big(&b, width, 2);
	put_element(&a, 0xb0, ad_text_str(&b));
	b.n = 0;
	put_big(&b, height, 2);
	put_element(&a, 0xba, ad_text_str(&b));
	b.n = 0;
	put_element(&b, 0x83, AD_S("\1"));
	put_element(&b, 0xe0, ad_text_str(&a));
	a.n = 0;
	put_element(&a, 0xae, ad_text_str(&b));
	put_element(&segment, 0x1654ae6b, ad_text_str(&a));
	if (open)
		put(&segment, "\x1f\x43\xb6\x75\x01\xff\xff\xff\xff\xff\xff\xff", 12);
	else
		put_element(&segment, 0x1f43b675, AD_S("frames"));
	if (!open) {
		put_element(t, 0x18538067, ad_text_str(&segment));
		return;
	}
	put(t, "\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff", 12);
	ad_text_add(t, ad_text_str(&segment));
	put(t, "frames without end", 18);
}

#endif
