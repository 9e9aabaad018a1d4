#include "sync/lease/credential.h"

#include "auth/signin/required_factor.h"
#include "base/clock.h"

/*
 * True if a credential (an SQL expression) of an account is gone at time $1. Ids of grants begin
 * with "grt_", ids of API tokens have 16 characters; sessions and the command line have other ids,
 * and are valid as long as the account may push.
 */
#define CREDENTIAL_GONE(credential, account)                                                       \
	"(NOT EXISTS (SELECT 1 FROM members m WHERE m.space_id = r.space_id AND m.account_id "     \
	"= " account " AND m.role IN ('PUBLISHER', 'OWNER')) OR EXISTS (SELECT 1 FROM accounts d"  \
	" WHERE d.id = " account " AND d.disabled_at IS NOT NULL) OR (substr(" credential          \
	", 1, 4) = 'grt_' AND NOT EXISTS (SELECT 1 FROM oauth_grants g WHERE g.id = " credential   \
	" AND g.revoked_at IS NULL AND g.expires_at > $1 AND g.idle_expires_at > $1))"             \
	" OR (length(" credential                                                                  \
	") = 16 AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.id = " credential                   \
	" AND t.revoked_at IS NULL AND t.expires_at > $1)) OR EXISTS (SELECT 1 FROM"               \
	" space_ended_tokens e WHERE e.space_id = r.space_id AND e.token_id = " credential         \
	") OR (NOT " AD_HAS_FACTOR(account) " AND EXISTS (SELECT 1 FROM spaces p WHERE p.id ="     \
					    " r.space_id AND p.require_second_factor)))"

#define REQUESTER_GONE CREDENTIAL_GONE("r.credential_id", "r.created_by")
#define APPROVER_GONE CREDENTIAL_GONE("COALESCE(r.approved_credential, '')", "r.approved_by")

enum ad_db_status ad_credential_is_gone(struct ad_db *db, struct ad_realm realm,
					struct ad_str run_id, bool *gone)
{
	struct ad_stmt *s = ad_sql(db, "SELECT 1 FROM sync_runs r WHERE r.space_id = $2 AND"
				       " r.environment = $3 AND r.id = $4 AND " REQUESTER_GONE
				       " AND (r.approved_by IS NULL OR " APPROVER_GONE ")");
	enum ad_db_status status;

	ad_bind_int(s, 1, ad_now());
	ad_bind(s, 2, realm.space_id);
	ad_bind(s, 3, realm.environment);
	ad_bind(s, 4, run_id);
	status = ad_step(s);
	*gone = status == AD_DB_ROW;
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

struct ad_stmt *ad_credential_find_waiting(struct ad_db *db)
{
	struct ad_stmt *s = ad_sql(db, "SELECT r.space_id, r.environment, r.id FROM sync_runs r"
				       " WHERE r.status = 'AWAITING_APPROVAL' AND " REQUESTER_GONE
				       " ORDER BY r.created_at LIMIT 100");

	ad_bind_int(s, 1, ad_now());
	return s;
}
