/* A ZIP archive of one file that is not packed, made without the library that reads it. */
#ifndef TESTS_UNIT_CORE_PLATFORM_ARCHIVE_H
#define TESTS_UNIT_CORE_PLATFORM_ARCHIVE_H

#include "base/text.h"

static inline uint32_t archive_crc(struct ad_str data)
{
	uint32_t crc = UINT32_MAX;

	for (size_t i = 0; i < data.n; i++) {
		crc ^= (unsigned char)data.p[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
	}
	return ~crc;
}

static inline void archive_put(struct ad_text *t, uint64_t value, int bytes)
{
	for (int i = 0; i < bytes; i++)
		ad_text_addc(t, (char)(value >> (8 * i) & 255));
}

static inline void archive_header(struct ad_text *t, struct ad_str data)
{
	archive_put(t, 20, 2);
	archive_put(t, 0, 8); /* no flags, stored, no time */
	archive_put(t, archive_crc(data), 4);
	archive_put(t, data.n, 4);
	archive_put(t, data.n, 4);
	archive_put(t, 1, 2);
	archive_put(t, 0, 2);
}

static inline struct ad_str archive_of(struct ad_arena *arena, struct ad_str data)
{
	struct ad_text t = ad_text_on(arena);
	size_t central, end;

	archive_put(&t, 0x04034b50, 4);
	archive_header(&t, data);
	ad_text_addc(&t, 'r');
	ad_text_add(&t, data);
	central = t.n;
	archive_put(&t, 0x02014b50, 4);
	archive_put(&t, 20, 2);
	archive_header(&t, data);
	archive_put(&t, 0, 8);
	archive_put(&t, 0, 6);
	ad_text_addc(&t, 'r');
	end = t.n;
	archive_put(&t, 0x06054b50, 4);
	archive_put(&t, 0, 4);
	archive_put(&t, 1, 2);
	archive_put(&t, 1, 2);
	archive_put(&t, end - central, 4);
	archive_put(&t, central, 4);
	archive_put(&t, 0, 2);
	return ad_text_str(&t);
}

#endif
