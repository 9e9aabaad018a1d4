/* The columns of a stored object, for the files that read and write whole rows. */
#ifndef AD_STORE_ROWS_PRIVATE_H
#define AD_STORE_ROWS_PRIVATE_H

#include "base/text.h"
#include "store/ddl/row_columns.h"
#include "store/objects/rows.h"

/* Writes the names of all columns, for a SELECT or an INSERT. */
void ad_rows_add_columns(struct ad_text *sql, const struct ad_resource *res);
/* Reads the object from a statement that selects those columns. Its json stays unset. */
struct ad_row *ad_rows_read_row(struct ad_arena *arena, const struct ad_resource *res,
				struct ad_stmt *s);
/* Sets row->json to the object as the API answers it. */
void ad_rows_write_json(struct ad_arena *arena, struct ad_row *row);

#endif
