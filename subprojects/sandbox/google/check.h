/*
 * The checks of the platform's JSON parser, before any business rule: names, types, enum values,
 * oneofs. https://protobuf.dev/programming-guides/json/ and google.rpc.BadRequest.
 */
#ifndef SANDBOX_GOOGLE_CHECK_H
#define SANDBOX_GOOGLE_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "../json.h"
#include "schema.h"

/*
 * Checks `body` against `message` and makes it canonical in place: camelCase names, 64-bit numbers
 * as strings, nulls gone. Returns NULL, or the whole error answer, owned by the caller. `version`
 * is the major version named by the path.
 */
cJSON *g_check_body(cJSON *body, const struct g_message *message, int version);

/* The row of `key`, `size` bytes of snake_case or camelCase; NULL where there is none. */
const struct g_field *g_field_find(const struct g_message *message, const char *key, size_t size);

/* The camelCase of a snake_case name; `room` bytes at `out`. */
void g_camel(const char *snake, char *out, size_t room);

/* True if the enum has a value of that name. */
bool g_enum_has(const struct g_enum *values, const char *name);

enum {
	G_NAME_ROOM = 96
};

#endif
