/*
 * Text of a file as UTF-8, piece by piece: UTF-8 or UTF-16 of either byte order, told by the
 * byte-order mark or, without one, by where the first character's zero byte is. Windows-1252 has no
 * mark: the table finds it by a row that is no UTF-8.
 */
#ifndef AD_IMPORT_DECODE_H
#define AD_IMPORT_DECODE_H

#include "base/text.h"

enum ad_encoding {
	AD_ENCODING_UNKNOWN, /* nothing read yet */
	AD_UTF_8,
	AD_UTF_16_LE,
	AD_UTF_16_BE,
};

/* Zeroed at first. */
struct ad_decoder {
	enum ad_encoding encoding;
	uint8_t held[4]; /* bytes that wait for those that follow */
	size_t held_count;
	uint32_t high; /* the first half of a surrogate pair, 0: none */
	bool marked;   /* the input begins with a byte-order mark */
};

/*
 * Appends what the bytes mean. UTF-8 passes as it is; half a surrogate pair, which is no text,
 * becomes the byte FF, so that the row with it is found not to be UTF-8. Last: the input ends.
 */
void ad_decode(struct ad_decoder *d, struct ad_str bytes, bool last, struct ad_text *out);
/* Appends Windows-1252 as UTF-8; false where a byte has no character in it. */
bool ad_decode_windows_1252(struct ad_str bytes, struct ad_text *out) AD_CHECK;

#endif
