/*
 * A push stands on the credential that asked for it, or on the one that approved it: an API token
 * or OAuth grant that is alive (a session that has ended is no matter), of an account that may push
 * in the Space, and has a second factor where the Space requires one. Where neither stands, nothing
 * further of the run is sent.
 */
#ifndef AD_SYNC_CREDENTIAL_H
#define AD_SYNC_CREDENTIAL_H

#include "store/rows.h"

#define AD_CREDENTIAL_REVOKED "CREDENTIAL_REVOKED"
#define AD_CREDENTIAL_MESSAGE                                                                      \
	"The credential that requested this push was revoked or has expired, or its account can "  \
	"no longer push in this Space. Nothing more was sent. Push again with another credential."

/* Whether neither the credential that asked for a run nor the one that approved it stands. */
enum ad_db_status ad_credential_is_gone(struct ad_db *db, struct ad_realm realm,
					struct ad_str run_id, bool *gone) AD_CHECK;
/*
 * Finds runs that await approval and whose credential is gone, as (space_id, environment, id);
 * the caller steps and resets.
 */
struct ad_stmt *ad_credential_find_waiting(struct ad_db *db);

#endif
