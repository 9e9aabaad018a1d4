/*
 * Reads CBOR from outside (RFC 8949), strictly and only as far as authenticators write it (CTAP
 * 2.1 section 8): whole numbers, byte and text strings, arrays, maps, false, true and null, of
 * definite length and in their shortest form. Refused: tags, floats, indefinite lengths, longer
 * forms, invalid UTF-8, more than 8 levels, lengths beyond the input. Nothing is copied.
 */
#ifndef AD_BASE_CBOR_H
#define AD_BASE_CBOR_H

#include "base/base.h"

#define AD_CBOR_DEPTH 8

enum ad_cbor_type {
	AD_CBOR_UINT,
	AD_CBOR_NINT,
	AD_CBOR_BYTES,
	AD_CBOR_TEXT,
	AD_CBOR_ARRAY,
	AD_CBOR_MAP,
	AD_CBOR_BOOL,
	AD_CBOR_NULL,
};

struct ad_cbor_item {
	enum ad_cbor_type type;
	int64_t number;      /* UINT, NINT: the value; ARRAY: items; MAP: pairs; BOOL: 0 or 1 */
	struct ad_str bytes; /* BYTES, TEXT: in the input */
};

/*
 * Reads the item that *in begins with and moves *in behind it; of an array or map the head alone,
 * its items follow. False where it is none, or not as above; *in is then undefined. A number beyond
 * an int64_t is refused.
 */
bool ad_cbor_read(struct ad_str *in, struct ad_cbor_item *out) AD_CHECK;
/* Moves *in behind one whole item, with all that is in it. */
bool ad_cbor_skip(struct ad_str *in) AD_CHECK;

#endif
