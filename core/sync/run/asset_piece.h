/* The assets, pictures and videos of a piece. Private to core/sync. */
#ifndef AD_SYNC_ASSET_PIECE_H
#define AD_SYNC_ASSET_PIECE_H

#include "sync/run/run.h"

/* Loads the assets of a piece, and the bytes of an asset that is uploaded. */
enum ad_db_status ad_piece_assets(struct ad_run *run, struct ad_journal_op *op,
				  const struct ad_row *row, struct ad_piece *piece) AD_CHECK;
/* Adds the pictures and videos that an ad names to its piece, if its platform fetches them. */
enum ad_db_status ad_run_media(struct ad_run *run, struct ad_piece *piece) AD_CHECK;

#endif
