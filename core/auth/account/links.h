/* One-time links with which a person sets the password of an account: invitations and resets. */
#ifndef AD_AUTH_LINKS_H
#define AD_AUTH_LINKS_H

#include "base/arena.h"
#include "store/db/store.h"

#define AD_LINK_HOURS 24

/*
 * Makes one: the token that the link carries, "adcore_link_…", on the arena. Earlier ones of the
 * account end. Absent where the database failed.
 */
struct ad_str ad_link_make(struct ad_db *db, struct ad_arena *arena, struct ad_str account_id,
			   int64_t hours) AD_CHECK;
/* The link's account while it is valid: AD_DB_ROW; AD_DB_DONE if it is unknown, used or too old. */
enum ad_db_status ad_link_find(struct ad_db *db, struct ad_arena *arena, struct ad_str token,
			       struct ad_str *account_id) AD_CHECK;
/* Uses it up: AD_DB_ROW where this call did, AD_DB_DONE where it did not hold any more. */
enum ad_db_status ad_link_use(struct ad_db *db, struct ad_str token) AD_CHECK;

#endif
