/*
 * A push is authorized by the credential that requested it, or by the one that approved it: an API
 * token or OAuth grant that is active (the end of a session does not matter), of an account that
 * may push in the Space and has a second factor if the Space requires one. If neither is valid, the
 * run sends nothing more.
 */
#ifndef AD_SYNC_CREDENTIAL_H
#define AD_SYNC_CREDENTIAL_H

#include "store/objects/rows.h"

#define AD_CREDENTIAL_REVOKED "CREDENTIAL_REVOKED"
#define AD_CREDENTIAL_MESSAGE                                                                      \
	"The credential that requested this push was revoked or has expired, or its account can "  \
	"no longer push in this Space. Nothing more was sent. Push again with another credential."

/* *gone: neither the credential that requested a run nor the one that approved it is valid. */
enum ad_db_status ad_credential_is_gone(struct ad_db *db, struct ad_realm realm,
					struct ad_str run_id, bool *gone) AD_CHECK;
/*
 * Finds up to 100 runs that await approval and whose requesting credential is gone, as (space_id,
 * environment, id); the caller steps and resets.
 */
struct ad_stmt *ad_credential_find_waiting(struct ad_db *db);

#endif
