/* A ZIP archive of one file: APPNOTE.TXT 4.3. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "microsoft.h"

static void microsoft_zip_put(struct text *t, uint64_t value, int bytes)
{
	for (int i = 0; i < bytes; i++) {
		char c = (char)(value >> (8 * i) & 255);
		text_put_n(t, &c, 1);
	}
}

/* Writes the part that the local and the central header share. */
static void put_common(struct text *t, unsigned long crc, size_t packed, size_t length, size_t name)
{
	microsoft_zip_put(t, 20, 2); /* version 2.0 is needed */
	microsoft_zip_put(t, 0, 2);
	microsoft_zip_put(t, 8, 2); /* deflated */
	microsoft_zip_put(t, 0, 4);
	microsoft_zip_put(t, crc, 4);
	microsoft_zip_put(t, packed, 4);
	microsoft_zip_put(t, length, 4);
	microsoft_zip_put(t, name, 2);
	microsoft_zip_put(t, 0, 2);
}

static unsigned char *microsoft_zip_deflated(const char *data, size_t length, size_t *packed)
{
	z_stream z = { .next_in = (z_const Bytef *)(uintptr_t)data, .avail_in = (uInt)length };
	if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		abort();
	size_t room = deflateBound(&z, (uLong)length);
	unsigned char *out = sb_alloc(room + 1);
	z.next_out = out;
	z.avail_out = (uInt)room;
	if (deflate(&z, Z_FINISH) != Z_STREAM_END)
		abort();
	*packed = z.total_out;
	deflateEnd(&z);
	return out;
}

char *ms_zip(const char *name, const char *data, size_t length, size_t *size)
{
	struct text t = { 0 };
	size_t packed = 0, n = strlen(name);
	unsigned char *bytes = microsoft_zip_deflated(data, length, &packed);
	unsigned long crc = crc32(crc32(0, NULL, 0), (const Bytef *)data, (uInt)length);
	microsoft_zip_put(&t, 0x04034b50, 4);
	put_common(&t, crc, packed, length, n);
	text_put_n(&t, name, n);
	text_put_n(&t, (const char *)bytes, packed);
	free(bytes);
	size_t central = t.size;
	microsoft_zip_put(&t, 0x02014b50, 4);
	microsoft_zip_put(&t, 20, 2);
	put_common(&t, crc, packed, length, n);
	microsoft_zip_put(&t, 0, 2); /* no comment */
	microsoft_zip_put(&t, 0, 2);
	microsoft_zip_put(&t, 0, 2);
	microsoft_zip_put(&t, 0, 4);
	microsoft_zip_put(&t, 0, 4); /* the local header begins the archive */
	text_put_n(&t, name, n);
	size_t end = t.size;
	microsoft_zip_put(&t, 0x06054b50, 4);
	microsoft_zip_put(&t, 0, 4);
	microsoft_zip_put(&t, 1, 2);
	microsoft_zip_put(&t, 1, 2);
	microsoft_zip_put(&t, end - central, 4);
	microsoft_zip_put(&t, central, 4);
	microsoft_zip_put(&t, 0, 2);
	*size = t.size;
	return text_take(&t);
}
