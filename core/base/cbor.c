/* CBOR from outside: see cbor.h. */
#include "base/cbor.h"

#include "base/json_read.h"
#include "base/utf8.h"

/* The argument of a head (RFC 8949 section 3): its low five bits, or the bytes that follow. */
static bool read_argument(struct ad_str *in, unsigned low, uint64_t *out)
{
	/* The values below which a longer form is not the shortest encoding. */
	static const uint64_t above[] = { 23, UINT8_MAX, UINT16_MAX, UINT32_MAX };

	if (low < 24) {
		*out = low;
		return true;
	}
	if (low > 27)
		return false;
	size_t size = (size_t)1 << (low - 24);
	if (in->n < size)
		return false;
	*out = 0;
	for (size_t i = 0; i < size; i++)
		*out = *out << 8 | (uint8_t)in->p[i];
	in->p += size;
	in->n -= size;
	return *out > above[low - 24];
}

static bool cbor_take(struct ad_str *in, uint64_t size, struct ad_str *out)
{
	if (size > in->n)
		return false;
	*out = (struct ad_str){ in->p, (size_t)size };
	in->p += size;
	in->n -= (size_t)size;
	return true;
}

/* false, true and null alone. */
static bool read_simple(unsigned low, struct ad_cbor_item *out)
{
	out->type = low == 22 ? AD_CBOR_NULL : AD_CBOR_BOOL;
	out->number = low == 21;
	return low >= 20 && low <= 22;
}

bool ad_cbor_read(struct ad_str *in, struct ad_cbor_item *out)
{
	uint64_t argument;

	*out = (struct ad_cbor_item){ 0 };
	if (in->n == 0)
		return false;
	unsigned head = (uint8_t)in->p[0], major = head >> 5, low = head & 31;
	in->p++;
	in->n--;
	if (major == 7)
		return read_simple(low, out);
	if (major == 6 || !read_argument(in, low, &argument) || argument > INT64_MAX)
		return false;
	out->type = (enum ad_cbor_type)major;
	switch (out->type) {
	case AD_CBOR_UINT:
		out->number = (int64_t)argument;
		return true;
	case AD_CBOR_NINT:
		out->number = -1 - (int64_t)argument;
		return true;
	case AD_CBOR_BYTES:
		return cbor_take(in, argument, &out->bytes);
	case AD_CBOR_TEXT:
		return cbor_take(in, argument, &out->bytes) && ad_utf8_valid(out->bytes);
	case AD_CBOR_ARRAY:
	case AD_CBOR_MAP:
		/* Each item has a byte at least. */
		out->number = (int64_t)argument;
		return argument <= in->n / (out->type == AD_CBOR_MAP ? 2 : 1);
	case AD_CBOR_BOOL:
	case AD_CBOR_NULL:
		break;
	}
	return false;
}

bool ad_cbor_skip(struct ad_str *in)
{
	int64_t left[AD_CBOR_DEPTH] = { 1 }; /* items to read, level by level */
	size_t depth = 0;

	for (;;) {
		struct ad_cbor_item item;

		while (left[depth] == 0) {
			if (depth == 0)
				return true;
			depth--;
		}
		left[depth]--;
		if (!ad_cbor_read(in, &item))
			return false;
		if (item.type != AD_CBOR_ARRAY && item.type != AD_CBOR_MAP)
			continue;
		if (++depth == AD_CBOR_DEPTH)
			return false;
		left[depth] = item.type == AD_CBOR_MAP ? 2 * item.number : item.number;
	}
}
