/*
 * A Space may require a second factor of everybody who pushes or approves in it
 * (guardrails.requireSecondFactor). An authenticator app counts, and so does a passkey.
 */
#ifndef AD_AUTH_REQUIRED_FACTOR_H
#define AD_AUTH_REQUIRED_FACTOR_H

#include "store/db/store.h"

/* SQL: true if an account (an SQL expression) has a second factor. */
#define AD_HAS_FACTOR(account)                                                                     \
	"(EXISTS (SELECT 1 FROM account_totp ft WHERE ft.account_id = " account                    \
	") OR EXISTS (SELECT 1 FROM passkeys fp WHERE fp.account_id = " account "))"
/* SQL: true if an account is OWNER or PUBLISHER of a Space that requires one. */
#define AD_OWES_FACTOR(account)                                                                    \
	"EXISTS (SELECT 1 FROM members fm JOIN spaces fs ON fs.id = fm.space_id"                   \
	" WHERE fm.account_id = " account                                                          \
	" AND fm.role IN ('PUBLISHER', 'OWNER') AND fs.require_second_factor)"

/* The account's state against that requirement. */
struct ad_required_factor {
	bool has;  /* it has a second factor */
	bool owes; /* it is OWNER or PUBLISHER of a Space that requires one */
};

/* Reads it. AD_DB_DONE, or what the database said. */
enum ad_db_status ad_required_factor_find(struct ad_db *db, struct ad_str account_id,
					  struct ad_required_factor *out) AD_CHECK;

#endif
