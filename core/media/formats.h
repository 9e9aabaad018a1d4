/* The formats, one function each, and the reader that they share. Private to this room. */
#ifndef AD_MEDIA_FORMATS_H
#define AD_MEDIA_FORMATS_H

#include "media/media.h"

#define AD_MEDIA_CUT "is cut short"
#define AD_MEDIA_TAIL "has further bytes behind its end"
#define AD_MEDIA_BROKEN "is damaged"

/* Each fills out and gives NULL, or what is wrong. The first bytes were looked at already. */
const char *ad_media_png(struct ad_str in, struct ad_media *out) AD_CHECK;
const char *ad_media_jpeg(struct ad_str in, struct ad_media *out) AD_CHECK;
const char *ad_media_gif(struct ad_str in, struct ad_media *out) AD_CHECK;
const char *ad_media_webp(struct ad_str in, struct ad_media *out) AD_CHECK;
const char *ad_media_iso(struct ad_str in, struct ad_media *out) AD_CHECK;
const char *ad_media_webm(struct ad_str in, struct ad_media *out) AD_CHECK;

/* True if the bytes from `at` on are these. */
static inline bool ad_media_at(struct ad_str in, size_t at, const char *bytes, size_t n)
{
	return at <= in.n && in.n - at >= n && memcmp(in.p + at, bytes, n) == 0;
}

/* n bytes (at most 8) as a number, the most significant first; they must be there. */
static inline uint64_t ad_media_big(struct ad_str in, size_t at, size_t n)
{
	uint64_t value = 0;

	for (size_t i = 0; i < n; i++)
		value = value << 8 | (unsigned char)in.p[at + i];
	return value;
}

/* The same with the least significant first. */
static inline uint64_t ad_media_little(struct ad_str in, size_t at, size_t n)
{
	uint64_t value = 0;

	for (size_t i = n; i > 0; i--)
		value = value << 8 | (unsigned char)in.p[at + i - 1];
	return value;
}

#endif
