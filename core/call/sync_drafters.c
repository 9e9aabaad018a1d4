/* Who drafted what a run sends: see sync_drafters.h. */
#include "call/sync_drafters.h"

#include "call/sync_steps.h"

/*
 * What platforms did, and what a pull brought, nobody drafted. Who attached an asset drafted its
 * attachments, whenever that was: their last push is not in the asset's history.
 */
#define DRAFTERS                                                                                   \
	"WITH drafters AS (SELECT DISTINCT h.account_id AS account_id FROM sync_operations o"      \
	" JOIN history_heads c ON c.space_id = o.space_id AND c.environment = o.environment"       \
	" JOIN history h ON h.chain = c.chain AND h.object_id = o.object_id"                       \
	" WHERE o.space_id = $1 AND o.environment = $2 AND o.run_id = $3"                          \
	" AND h.account_id IS NOT NULL AND h.door NOT IN ('SYNC', 'PULL')"                         \
	" AND h.seq > COALESCE((SELECT MAX(p.seq) FROM history p WHERE p.chain = c.chain"          \
	" AND p.object_id = o.object_id AND p.verb = 'PUSH'), 0)"                                  \
	" UNION SELECT h.account_id FROM sync_operations o"                                        \
	" JOIN history_heads c ON c.space_id = o.space_id AND c.environment = o.environment"       \
	" JOIN asset_links l ON l.space_id = o.space_id AND l.environment = o.environment"         \
	" AND l.id = o.object_id"                                                                  \
	" JOIN history h ON h.chain = c.chain AND h.object_id = l.asset_id"                        \
	" WHERE o.space_id = $1 AND o.environment = $2 AND o.run_id = $3"                          \
	" AND o.resource = 'assetLink' AND h.verb IN ('ATTACH', 'DETACH') AND h.account_id IS "    \
	"NOT NULL"                                                                                 \
	" AND h.door NOT IN ('SYNC', 'PULL'))"

bool ad_sync_is_drafter(struct ad_call *call, struct ad_str run_id, bool *barred)
{
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_stmt *s =
		ad_sql(call->db, DRAFTERS
		       " SELECT 1 FROM drafters d WHERE d.account_id = $4 AND EXISTS (SELECT 1 FROM"
		       " members m WHERE m.space_id = $1 AND m.role IN ('PUBLISHER', 'OWNER') AND"
		       " m.account_id NOT IN (SELECT account_id FROM drafters))");

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
	ad_bind_cstr(s, 4, call->who->account_id);
	enum ad_db_status status = ad_step(s);
	*barred = status == AD_DB_ROW;
	ad_reset(s);
	return status == AD_DB_ROW || status == AD_DB_DONE || ad_fail_db(call, status);
}
