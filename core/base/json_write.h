/*
 * Writes JSON straight into a text; commas and nesting are kept by the writer. Strings are
 * escaped per RFC 8259 (control characters, quote, backslash; everything else as UTF-8, invalid
 * UTF-8 as U+FFFD; U+2028/2029 escaped). At most 32 levels. One thread at a time.
 */
#ifndef AD_BASE_JSON_WRITE_H
#define AD_BASE_JSON_WRITE_H

#include "base/text.h"

struct ad_json {
	struct ad_text *out;
	uint64_t has_item; /* bit per level: a comma is needed before the next item */
	int depth;
	bool after_key;
};

/* A writer that appends to out. */
struct ad_json ad_json_on(struct ad_text *out);

void ad_json_object(struct ad_json *j);     /* { */
void ad_json_object_end(struct ad_json *j); /* } */
void ad_json_array(struct ad_json *j);      /* [ */
void ad_json_array_end(struct ad_json *j);  /* ] */
/* A member's name; a value, object or array follows. */
void ad_json_key(struct ad_json *j, const char *key);

/* Values. A str with p == NULL writes null. */
void ad_json_str(struct ad_json *j, struct ad_str s);
void ad_json_int(struct ad_json *j, int64_t number);
void ad_json_bool(struct ad_json *j, bool value);
void ad_json_null(struct ad_json *j);
/* Money or another micros value as a decimal number with no trailing zeros: 20500000 -> 20.5. */
void ad_json_micros(struct ad_json *j, int64_t micros);
/* A double in the shortest form that reads back equal; NaN and infinities write null. */
void ad_json_double(struct ad_json *j, double value);
/* Microseconds since 1970 as an RFC 3339 UTC string with milliseconds and Z. */
void ad_json_time(struct ad_json *j, int64_t us);
/* Text that is JSON already (stored or made by another writer); absent writes null. */
void ad_json_raw(struct ad_json *j, struct ad_str json);

/* Members of the open object that are rendered already ("\"a\":1,\"b\":2"); empty adds none. */
void ad_json_members(struct ad_json *j, struct ad_str members);

/* key and value in one call. */
void ad_json_kstr(struct ad_json *j, const char *key, struct ad_str s);
void ad_json_kcstr(struct ad_json *j, const char *key, const char *cstr);
void ad_json_kint(struct ad_json *j, const char *key, int64_t number);
void ad_json_kbool(struct ad_json *j, const char *key, bool value);
void ad_json_ktime(struct ad_json *j, const char *key, int64_t us); /* 0 writes null */
void ad_json_kraw(struct ad_json *j, const char *key, struct ad_str json);

/* Appends s, escaped, without the quotes (for JSON inside a JSON string). */
void ad_json_escape(struct ad_text *out, struct ad_str s);

#endif
