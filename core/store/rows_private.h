/* The columns of a stored object, for the files that read and write whole rows. */
#ifndef AD_STORE_ROWS_PRIVATE_H
#define AD_STORE_ROWS_PRIVATE_H

#include "base/text.h"
#include "store/rows.h"

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

/* Writes the names of all columns, for a SELECT or an INSERT. */
void ad_rows_add_columns(struct ad_text *sql, const struct ad_resource *res);
/* Reads the object from a statement that selects those columns. Its json stays unset. */
struct ad_row *ad_rows_read_row(struct ad_arena *arena, const struct ad_resource *res,
				struct ad_stmt *s);
/* Sets row->json to the object as the API answers it. */
void ad_rows_write_json(struct ad_arena *arena, struct ad_row *row);

#endif
