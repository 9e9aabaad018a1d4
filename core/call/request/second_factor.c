#include "call/request/second_factor.h"

#include "auth/signin/required_factor.h"
#include "call/request/core.h"

#define REASON "\"reason\":\"SECOND_FACTOR_REQUIRED\""
#define IN_SPACE                                                                                   \
	"This Space requires a second factor for sync:write: an authenticator app or a passkey."
#define ANYWHERE                                                                                   \
	"One of your Spaces requires a second factor for sync:write: an authenticator app or a "   \
	"passkey."

static bool factor_refuse(struct ad_call *call, const char *why, bool has)
{
	call->details = ad_arena_printf(call->arena, REASON ",\"setUpUrl\":\"%s/app/account\"",
					call->core->config->public_url);
	call->required_scopes = AD_SYNC_WRITE;
	call->suggestion = has ? "Sign in again with the passkey or the authenticator app, then "
				 "repeat the request."
			       : "Set up an authenticator app or a passkey at setUpUrl, then "
				 "repeat the request.";
	return ad_fail(call, AD_FORBIDDEN_SCOPE, "%s %s", why,
		       has ? "You signed in with the password only. Sign in with the second factor."
			   : "Your account has no second factor. Set one up on the account page.");
}

bool ad_call_show_factor(struct ad_call *call, const char *why)
{
	const struct ad_principal *who = call->who;
	struct ad_required_factor is;
	if (who->kind == AD_BY_COMMAND)
		return true;
	enum ad_db_status status = ad_required_factor_find(call->db, ad_str(who->account_id), &is);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (is.has && (who->kind != AD_BY_SESSION || who->factor))
		return true;
	return factor_refuse(call, why, is.has);
}

bool ad_call_need_factor(struct ad_call *call)
{
	return !call->space.require_second_factor || ad_call_show_factor(call, IN_SPACE);
}

bool ad_call_need_factor_anywhere(struct ad_call *call)
{
	struct ad_required_factor is;
	enum ad_db_status status =
		ad_required_factor_find(call->db, ad_str(call->who->account_id), &is);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return !is.owes || ad_call_show_factor(call, ANYWHERE);
}

bool ad_call_wants_factor(const struct ad_call *call)
{
	return call->status == AD_FORBIDDEN_SCOPE && ad_str_starts(call->details, REASON);
}
