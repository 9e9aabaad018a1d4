/*
 * What operations are about, as rows: most objects are their own; an asset and a link of one are
 * read of what is wanted here and what stands on one platform (store/remotes.h), so that plans and
 * runs treat them like any other. Private to this room.
 */
#ifndef AD_SYNC_ASSET_ROWS_H
#define AD_SYNC_ASSET_ROWS_H

#include "store/links.h"
#include "store/remotes.h"
#include "sync/run.h"

/* An asset as it stands on the platform: ROW, or DONE where there is no such asset. */
enum ad_db_status ad_asset_row(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			       struct ad_str id, enum ad_platform platform,
			       struct ad_row **out) AD_CHECK;
/* A link as a row, of what is wanted (NULL: nothing, its removal) and what is there (or NULL). */
struct ad_row *ad_link_row(struct ad_arena *arena, struct ad_realm realm,
			   const struct ad_attached *wanted, const struct ad_remote_row *there);
/* The row of an operation's object: ROW, or DONE where it is no more. */
enum ad_db_status ad_op_row(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			    const struct ad_journal_op *op, struct ad_row **out) AD_CHECK;
/* Whether the object of an operation has its remote part in asset_remotes. */
bool ad_op_of_asset(const struct ad_journal_op *op);
/* Stores a row of ad_op_row() whose operation is now under way. Writer's thread. */
enum ad_db_status ad_op_row_opened(struct ad_db *db, struct ad_arena *arena,
				   const struct ad_journal_op *op, struct ad_row *row) AD_CHECK;
/* What the end of an operation makes of an asset or a link (journal_row.c). Writer's thread. */
enum ad_db_status ad_asset_move(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_str op_id, const struct ad_journal_op *op) AD_CHECK;

/* The assets that a piece is made with, and the bytes of one that is sent (asset_piece.c). */
enum ad_db_status ad_piece_assets(struct ad_run *run, struct ad_journal_op *op,
				  const struct ad_row *row, struct ad_piece *piece) AD_CHECK;
/* Puts the pictures and videos that an ad names into its piece, where its platform fetches them. */
enum ad_db_status ad_run_media(struct ad_run *run, struct ad_piece *piece) AD_CHECK;

#endif
