/*
 * A row of a Google Ads Editor export as an object of ours: which kind it is by the cells that are
 * filled, and the input that creates it, in the REST field names; and back. Pure.
 */
#ifndef AD_IMPORT_GOOGLE_EDITOR_H
#define AD_IMPORT_GOOGLE_EDITOR_H

#include "import/file/bulk.h"

/* For ad_bulk.read. */
void ad_google_editor_row(struct ad_arena *arena, const struct ad_columns *columns,
			  const struct ad_table_row *from, unsigned wanted,
			  struct ad_import_row *out);
/* For ad_bulk.write. */
void ad_google_editor_write(struct ad_bulk_writer *w, const struct ad_row *row);

#endif
