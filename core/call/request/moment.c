#include "call/request/moment.h"

bool ad_moment_begin(struct ad_call *call, bool *ours)
{
	*ours = !ad_db_in_transaction(call->db);
	enum ad_db_status status = *ours ? ad_db_begin(call->db, false) : AD_DB_DONE;
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

bool ad_moment_end(struct ad_call *call, bool ours, bool good)
{
	enum ad_db_status status = AD_DB_DONE;
	if (ours && good)
		status = ad_db_commit(call->db);
	else if (ours)
		ad_db_rollback(call->db);
	return good && (status == AD_DB_DONE || ad_fail_db(call, status));
}
