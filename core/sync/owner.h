/* Which object of a Space a remote object belongs to: no two ever own one. Any thread. */
#ifndef AD_SYNC_OWNER_H
#define AD_SYNC_OWNER_H

#include "sync/journal.h"

/*
 * The other object of the Space, of the operation's kind and platform, that has that remote id and
 * is not REMOVED; absent where there is none.
 */
enum ad_db_status ad_owner_find(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				const struct ad_journal_op *op, struct ad_str remote_id,
				struct ad_str *owner) AD_CHECK;
/*
 * Turns a create that brought a remote id which another object owns into a failed one, which has
 * none. In the transaction that journals what became of the operation.
 */
enum ad_db_status ad_owner_refuse(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				  struct ad_journal_op *op) AD_CHECK;

#endif
