/*
 * Finds the Space's object that owns a remote object; two objects never own the same one. Any
 * thread.
 */
#ifndef AD_SYNC_OWNER_H
#define AD_SYNC_OWNER_H

#include "sync/state/operation.h"
#include "store/objects/rows.h"

/*
 * Finds the other object of the Space with the operation's resource and platform, that remote id,
 * and a state other than REMOVED; absent if there is none.
 */
enum ad_db_status ad_owner_find(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				const struct ad_journal_op *op, struct ad_str remote_id,
				struct ad_str *owner) AD_CHECK;
/*
 * Fails a create whose remote id another object already owns, and clears the remote id. Runs in the
 * transaction that journals the operation's result.
 */
enum ad_db_status ad_owner_refuse(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				  struct ad_journal_op *op) AD_CHECK;

#endif
