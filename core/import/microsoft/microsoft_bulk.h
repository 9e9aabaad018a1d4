/*
 * A record of Microsoft Advertising's bulk file (format 6.0, which its Editor writes too) as an
 * object of ours, and back. The column Type says what a record is. Pure: text in, text out.
 */
#ifndef AD_IMPORT_MICROSOFT_BULK_H
#define AD_IMPORT_MICROSOFT_BULK_H

#include "import/file/bulk.h"

/* For ad_bulk.read. */
void ad_microsoft_bulk_row(struct ad_arena *arena, const struct ad_columns *columns,
			   const struct ad_table_row *from, unsigned wanted,
			   struct ad_import_row *out);
/* For ad_bulk.write. */
void ad_microsoft_bulk_write(struct ad_bulk_writer *w, const struct ad_row *row);

#endif
