/* Accounts that may do nothing any more, and those that are gone. Writing transactions. */
#ifndef AD_AUTH_ACCOUNT_STATE_H
#define AD_AUTH_ACCOUNT_STATE_H

#include "base/text.h"
#include "store/db/store.h"

/*
 * Disables an account, or enables it again. A disabled account cannot sign in; its sessions,
 * links, authorization codes and device codes end, and its tokens and grants are refused at once,
 * but stand for when it is enabled again.
 */
enum ad_db_status ad_account_disable(struct ad_db *db, struct ad_str id, bool disabled) AD_CHECK;
/*
 * Why an account cannot be removed, a sentence on the arena; absent: it can. An account cannot go
 * while others work in a Space that it alone owns, while a live ad account is connected in a Space
 * of its own, or while a push or pull there has not ended.
 */
enum ad_db_status ad_account_removable(struct ad_db *db, struct ad_arena *arena, struct ad_str id,
				       struct ad_str *why) AD_CHECK;
/*
 * Removes an account for good: the Spaces that it owns with all that is in them, its memberships,
 * tokens, grants, machines and sessions. Its places in Spaces of others were ended before, so that
 * their history tells it. What it did in Spaces of others stays in their history.
 */
enum ad_db_status ad_account_remove(struct ad_db *db, struct ad_arena *arena,
				    struct ad_str id) AD_CHECK;

#endif
