/*
 * A row of the file that Meta's Ads Manager exports as objects of ours, and back. A row is an ad
 * with its ad set and campaign beside it, so it is read once for each of them. Pure.
 */
#ifndef AD_IMPORT_META_BULK_H
#define AD_IMPORT_META_BULK_H

#include "import/file/bulk.h"

/* For ad_bulk.read; which of its objects a row stands for, `wanted` says. */
void ad_meta_bulk_row(struct ad_arena *arena, const struct ad_columns *columns,
		      const struct ad_table_row *from, unsigned wanted, struct ad_import_row *out);
/* For ad_bulk.write. */
void ad_meta_bulk_write(struct ad_bulk_writer *w, const struct ad_row *row);

#endif
