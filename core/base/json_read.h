/*
 * Reads JSON from outside: cJSON behind checks that it does not make. Refused: invalid UTF-8,
 * NUL and U+0000, more than 32 levels, duplicate member names, numbers that a double does not
 * hold exactly where they are integers above 2^53, non-finite numbers, anything after the value,
 * a byte-order mark. The tree lives on the arena (freed with it) and is read-only.
 */
#ifndef AD_BASE_JSON_READ_H
#define AD_BASE_JSON_READ_H

#include <cjson/cJSON.h>

#include "base/text.h"

struct ad_json_error {
	size_t offset;    /* bytes from the start */
	char reason[120]; /* one sentence, safe to show */
	char path[120];   /* where in the document, "" at the root */
};

/* Parses; NULL with err filled when refused. An empty text is refused. */
const cJSON *ad_json_parse(struct ad_arena *arena, struct ad_str text,
			   struct ad_json_error *err) AD_CHECK;
/* A member by exact name, or NULL (also where obj is NULL or no object). */
const cJSON *ad_json_get(const cJSON *obj, const char *name);
/* The string of a string item; absent otherwise. */
struct ad_str ad_json_text(const cJSON *item);
/* As ad_json_text(ad_json_get()). */
struct ad_str ad_json_get_text(const cJSON *obj, const char *name);
/* An integer item within ±(2^53 - 1); false where it is none. */
bool ad_json_int64(const cJSON *item, int64_t *out) AD_CHECK;
/* Up to here each micro has a double of its own: some 150,000 USD of VND. */
#define AD_JSON_MONEY_MAX 4e9
/* The exact micros of a decimal number of at most 6 decimals, |x| <= 4 * 10^9; else false. */
bool ad_json_micros_of(const cJSON *item, int64_t *out) AD_CHECK;
/* The whole part of a number; INT64_MAX and INT64_MIN where it is beyond them, 0 of no number. */
int64_t ad_json_saturate(double number);
/* Appends the item as canonical JSON: members sorted by name, shortest numbers, no spaces. */
void ad_json_canonical(struct ad_text *out, const cJSON *item);

#endif
