/*
 * Reads the object of an operation as a row. Most objects have their own row; the row of an asset
 * or an attachment is built from the draft and from its state on one platform
 * (store/objects/remotes.h), so that plans and runs treat all objects alike. Private to core/sync.
 */
#ifndef AD_SYNC_ASSET_ROWS_H
#define AD_SYNC_ASSET_ROWS_H

#include "store/objects/links.h"
#include "store/objects/remotes.h"
#include "sync/state/operation.h"

/* An asset with its state on the platform: ROW, or DONE if no such asset exists. */
enum ad_db_status ad_asset_row(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			       struct ad_str id, enum ad_platform platform,
			       struct ad_row **out) AD_CHECK;
/* Builds the row of an attachment from the draft (NULL: removal) and its remote state (or NULL). */
struct ad_row *ad_link_row(struct ad_arena *arena, struct ad_realm realm,
			   const struct ad_attached *wanted, const struct ad_remote_row *there);
/* The row of an operation's object: ROW, or DONE if the object no longer exists. */
enum ad_db_status ad_op_row(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			    const struct ad_journal_op *op, struct ad_row **out) AD_CHECK;
/* True if asset_remotes stores the remote state of the operation's object. */
bool ad_op_of_asset(const struct ad_journal_op *op);
#endif
