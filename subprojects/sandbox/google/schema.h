/*
 * The published messages of the Google Ads API, as rows. Nothing here acts: google_check.c reads
 * the rows to refuse what the platform would refuse, google_mask.c to apply updates, google_query.c
 * to resolve the fields of a query.
 */
#ifndef SANDBOX_SCHEMA_H
#define SANDBOX_SCHEMA_H

#include <stddef.h>

enum g_type {
	G_STRING,
	G_BOOL,
	G_INT32,
	G_INT64, /* a JSON string on the way out */
	G_DOUBLE,
	G_BYTES, /* base64 */
	G_ENUM,
	G_MESSAGE,
	G_MASK,    /* one comma-joined string */
	G_FOREIGN, /* a published message this sandbox does not act on: refused when it is set */
};

enum g_flag {
	G_REPEATED = 1,
	G_OUTPUT_ONLY = 2,
	G_IMMUTABLE = 4,
	G_REQUIRED = 8, /* on create */
};

/* Checks of a value beside its type; see google_values.c. */
enum g_check {
	CHECK_NONE,
	CHECK_MONEY, /* micros: not negative, a multiple of the currency's minimum unit */
	CHECK_FINAL_URL,
	CHECK_TEMPLATE,
	CHECK_SUFFIX,
	CHECK_CUSTOM_PARAMETERS,
};

struct g_enum {
	const char *name;
	const char *const *values; /* ends with NULL */
};

struct g_message {
	const char *name;
	const struct g_field *fields; /* ends with a row whose name is NULL */
};

struct g_field {
	const char *name; /* snake_case; the camelCase name follows from it */
	enum g_type type;
	unsigned flags;
	const struct g_message *message;
	const struct g_enum *values;
	const char *oneof; /* at most one member of a oneof may be set */
	enum g_check check;
};

#include "schema_rows.h"

#endif
