#include "app/page/caller.h"

enum ad_status app_caller_make(struct ad_call *call, const struct ad_session *session)
{
	struct ad_principal *who = ad_arena_zalloc(call->arena, sizeof(*who));

	if (session->account_id.n >= sizeof(who->account_id) ||
	    session->id.n >= sizeof(who->credential_id))
		return AD_UNAUTHENTICATED;
	who->kind = AD_BY_SESSION;
	who->confirmed_at = session->confirmed_at;
	who->factor = session->factor;
	memcpy(who->account_id, session->account_id.p, session->account_id.n);
	memcpy(who->credential_id, session->id.p, session->id.n);
	call->who = who;
	call->door = AD_DOOR_APP;
	enum ad_status status = ad_account_principal(call->core->auth, call->db, who);
	/* Requests of a user at a page are limited by address only. */
	if (who->minute_limit < AD_ADDRESS_LIMIT)
		who->minute_limit = AD_ADDRESS_LIMIT;
	return status;
}

enum ad_db_status app_caller_enter(struct ad_call *call, struct ad_str space_id,
				   enum ad_environment environment)
{
	struct ad_principal *who = ad_arena_zalloc(call->arena, sizeof(*who));

	*who = *call->who;
	who->environment = environment;
	call->who = who;
	call->space_header = space_id;
	call->res = ad_resource_row(AD_R_CONNECTION);
	if (space_id.n && ad_call_resolve_space(call))
		return AD_DB_ROW;
	return !space_id.n || call->status == AD_NOT_FOUND ? AD_DB_DONE : AD_DB_UNAVAILABLE;
}
