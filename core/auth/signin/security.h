/*
 * Security events as rows of the change history. An event of one Space (a consent, a grant) is in
 * that Space's history. An event of the whole account (sign-in, sign-out, attempts beyond the
 * limit, the password, a denied consent) is in its Personal Space, in both environments, because a
 * token reads only one. Only an OWNER reads them.
 */
#ifndef AD_AUTH_SECURITY_H
#define AD_AUTH_SECURITY_H

#include "store/history/history.h"

/*
 * Adds an entry to the history of the Personal Space of account_id, in both environments; space_id
 * and environment of *what are not looked at. Nothing where there is no such account. In the
 * caller's write transaction.
 */
enum ad_db_status ad_security_note(struct ad_db *db, struct ad_str account_id,
				   const struct ad_history_entry *what) AD_CHECK;
/*
 * The account changed what lets it in: an UPDATE of it that names `what` ("password"), never how.
 * credential_id: the session that did it, or absent.
 */
enum ad_db_status ad_security_changed(struct ad_db *db, struct ad_str account_id,
				      struct ad_str credential_id, struct ad_str request_id,
				      const char *what) AD_CHECK;

#endif
