/* GET /me: account, plan, scopes, Space and both buckets of the token. */
#include "auth/auth.h"
#include "base/clock.h"
#include "call/request/actions.h"
#include "call/request/core.h"
#include "call/request/outcome.h"
#include "call/request/paged.h"
#include "call/request/params.h"

static void write_bucket(struct ad_json *j, const char *name, int64_t limit, int64_t remaining,
			 int64_t reset)
{
	ad_json_key(j, name);
	ad_json_object(j);
	ad_json_kint(j, "limit", limit);
	ad_json_kint(j, "remaining", remaining);
	ad_json_ktime(j, "resetAt", reset * AD_SECOND);
	ad_json_object_end(j);
}

static void write_plan(struct ad_json *j, const struct ad_call *call)
{
	const struct ad_plan *plan =
		ad_plan_find(ad_auth_spec(call->core->auth)->plans,
			     ad_auth_spec(call->core->auth)->plan_count, ad_str(call->who->plan));
	ad_json_key(j, "plan");
	ad_json_object(j);
	ad_json_kcstr(j, "id", call->who->plan);
	ad_json_kcstr(j, "name", plan ? plan->name : call->who->plan);
	ad_json_object_end(j);
}

/* Writes the name and role of the Space, as in the list of Spaces. */
static bool write_space(struct ad_json *j, struct ad_call *call)
{
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT s.name, m.role FROM spaces s JOIN members m"
				 " ON m.space_id = s.id AND m.account_id = $2 WHERE s.id = $1");
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, call->who->account_id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	ad_json_key(j, "space");
	ad_json_object(j);
	ad_json_kcstr(j, "id", call->space.id);
	ad_json_kstr(j, "name", ad_col(s, 0));
	ad_json_kstr(j, "role", ad_col(s, 1));
	ad_json_kcstr(j, "currency", call->space.currency);
	ad_json_kcstr(j, "timezone", call->space.timezone);
	ad_json_object_end(j);
	ad_reset(s);
	return true;
}

void ad_identity_get(struct ad_call *call)
{
	const struct ad_principal *who = call->who;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	if (!ad_no_params(call))
		return;
	ad_json_object(&j);
	ad_json_kcstr(&j, "uid", who->account_id);
	ad_json_kcstr(&j, "email", who->email);
	write_plan(&j, call);
	ad_json_key(&j, "scopes");
	ad_outcome_write_scopes(&j, who->scopes);
	ad_json_kcstr(&j, "environment", who->environment == AD_LIVE ? "live" : "test");
	if (!write_space(&j, call))
		return;
	ad_json_key(&j, "limits");
	ad_json_object(&j);
	write_bucket(&j, "minute", call->rate.limit, call->rate.remaining, call->rate.reset);
	write_bucket(&j, "daily", call->rate.daily_limit, call->rate.daily_remaining,
		     call->rate.daily_reset);
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	call->data = ad_text_str(&text);
}
