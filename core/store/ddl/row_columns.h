/* The columns that the tables of all resources have. Private to this room. */
#ifndef AD_STORE_ROW_COLUMNS_H
#define AD_STORE_ROW_COLUMNS_H

#include "model/resource.h"

/* The place of each common column in a row; the fields' columns follow. */
enum common {
	C_ID,
	C_SPACE,
	C_ENVIRONMENT,
	C_SOURCE,
	C_CREATED_BY,
	C_CREATED,
	C_UPDATED,
	C_VERSION,
	C_REVISION,
	C_JSON,
	C_PLAIN_COUNT, /* a plain resource's end here */
	C_STATE = C_PLAIN_COUNT,
	C_REMOTE_ID,
	C_REMOTE_STATUS,
	C_REVIEW,
	C_SYNCED_AT,
	C_ERROR,
	C_SYNCED,
	C_LIVE,
	C_UNKNOWN,
	C_DEFAULTS,
	C_OPEN_OP,
	C_FAILED,
	C_REMOVAL,
	C_REMOVED,
	C_CONNECTOR,
	C_COUNT
};

/* A column that every such table has; the fields' columns follow them (schema_ddl.c, rows.c). */
struct ad_column {
	const char *name;
	const char *type; /* TEXT or BIGINT, with NOT NULL where always set */
};
extern const struct ad_column ad_row_columns[];
/*
 * The number of these columns in the resource's table; a table that is never sent lacks the
 * platform's.
 */
size_t ad_row_column_count(const struct ad_resource *res);

#endif
