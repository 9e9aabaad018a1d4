#include "platform/unzip.h"

#include <zlib.h>

#define PART ((size_t)16384)
#define END_SIZE 22 /* APPNOTE 4.3.16, without the comment */
#define COMMENT_MAX 65535
#define CENTRAL_SIZE 46  /* 4.3.12 */
#define LOCAL_SIZE 30    /* 4.3.7 */
#define ENCRYPTED 0x2041 /* bits 0, 6 and 13 of the flags: 4.4.4 */
#define STORED 0
#define DEFLATED 8

#define BROKEN "The archive is damaged or truncated."

struct entry {
	struct ad_str data; /* as stored in the archive */
	unsigned method;
	uint32_t crc, size;
};

static uint32_t unzip_u16(struct ad_str s, size_t at)
{
	const unsigned char *p = (const unsigned char *)s.p + at;

	return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static uint32_t unzip_u32(struct ad_str s, size_t at)
{
	return unzip_u16(s, at) | unzip_u16(s, at + 2) << 16;
}

/* The end record is last, except for a comment; SIZE_MAX if there is none. */
static size_t find_end(struct ad_str zip)
{
	size_t least, at;

	if (zip.n < END_SIZE)
		return SIZE_MAX;
	at = zip.n - END_SIZE;
	least = at > COMMENT_MAX ? at - COMMENT_MAX : 0;
	for (;; at--) {
		if (unzip_u32(zip, at) == 0x06054b50 &&
		    unzip_u16(zip, at + 20) == zip.n - at - END_SIZE)
			return at;
		if (at == least)
			return SIZE_MAX;
	}
}

/* Finds the file's bytes by its central header; NULL, or the error. */
static const char *find_data(struct ad_str zip, size_t central, struct entry *out)
{
	size_t packed = unzip_u32(zip, central + 20), local = unzip_u32(zip, central + 42), begin;

	/* ZIP64 has all ones here: such a size is over the limit in any case. */
	if (packed == UINT32_MAX || out->size == UINT32_MAX)
		return "The archive is too large.";
	if (central < LOCAL_SIZE || local > central - LOCAL_SIZE ||
	    unzip_u32(zip, local) != 0x04034b50)
		return BROKEN;
	begin = local + LOCAL_SIZE + unzip_u16(zip, local + 26) + unzip_u16(zip, local + 28);
	if (begin > central || packed > central - begin)
		return BROKEN;
	out->data = (struct ad_str){ zip.p + begin, packed };
	return NULL;
}

/* Finds the file; NULL, or the error. */
static const char *find_entry(struct ad_str zip, struct entry *out)
{
	size_t end = find_end(zip), central;

	if (end == SIZE_MAX)
		return BROKEN;
	if (unzip_u16(zip, end + 4) != 0 || unzip_u16(zip, end + 8) != 1 ||
	    unzip_u16(zip, end + 10) != 1)
		return "The archive must contain exactly one file.";
	central = unzip_u32(zip, end + 16);
	if (end < CENTRAL_SIZE || central > end - CENTRAL_SIZE ||
	    unzip_u32(zip, central) != 0x02014b50)
		return BROKEN;
	if (unzip_u16(zip, central + 8) & ENCRYPTED)
		return "The archive is encrypted.";
	out->method = unzip_u16(zip, central + 10);
	out->crc = unzip_u32(zip, central + 16);
	out->size = unzip_u32(zip, central + 24);
	return find_data(zip, central, out);
}

/* The data that was read so far, checked against the size and checksum in the archive. */
struct taking {
	ad_unzip_take *take;
	void *arg;
	size_t left;
	uLong crc;
};

static const char *unzip_take_part(struct taking *t, const unsigned char *p, size_t n)
{
	if (n > t->left)
		return BROKEN;
	t->left -= n;
	t->crc = crc32(t->crc, p, (uInt)n);
	return t->take(t->arg, (struct ad_str){ (const char *)p, n }) ? NULL : "It was ended.";
}

static const char *copy_stored(struct taking *t, struct ad_str data)
{
	const char *wrong = NULL;

	while (data.n && !wrong) {
		size_t n = data.n < PART ? data.n : PART;
		wrong = unzip_take_part(t, (const unsigned char *)data.p, n);
		data.p += n;
		data.n -= n;
	}
	return wrong;
}

static const char *unzip_unfold(struct taking *t, struct ad_str data)
{
	unsigned char out[PART];
	z_stream z = { .next_in = (z_const Bytef *)(uintptr_t)data.p, .avail_in = (uInt)data.n };
	const char *wrong = NULL;
	int rc = Z_OK;

	/* Negative: raw data without a zlib header. */
	if (inflateInit2(&z, -MAX_WBITS) != Z_OK)
		return "There is no memory to open the archive.";
	while (rc == Z_OK && !wrong) {
		z.next_out = out;
		z.avail_out = (uInt)sizeof(out);
		rc = inflate(&z, Z_NO_FLUSH);
		if (rc == Z_OK || rc == Z_STREAM_END)
			wrong = unzip_take_part(t, out, sizeof(out) - z.avail_out);
	}
	if (!wrong && (rc != Z_STREAM_END || z.avail_in))
		wrong = BROKEN;
	inflateEnd(&z);
	return wrong;
}

const char *ad_unzip_one(struct ad_str zip, size_t most, ad_unzip_take *take, void *arg)
{
	struct entry entry = { 0 };
	struct taking t = { .take = take, .arg = arg, .crc = crc32(0, NULL, 0) };
	const char *wrong = find_entry(zip, &entry);

	if (wrong)
		return wrong;
	if (entry.size > most)
		return "The file in the archive is too large.";
	t.left = entry.size;
	if (entry.method == DEFLATED)
		wrong = unzip_unfold(&t, entry.data);
	else if (entry.method == STORED)
		wrong = copy_stored(&t, entry.data);
	else
		wrong = "The archive uses an unsupported compression method.";
	if (!wrong && (t.left || t.crc != entry.crc))
		wrong = BROKEN;
	return wrong;
}
