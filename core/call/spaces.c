#include "call/spaces.h"

#include "base/json_read.h"
#include "call/actions.h"
#include "model/vocabulary.h"

static enum ad_role role_of(struct ad_str name)
{
	static const char *const names[] = {
		[AD_NO_MEMBER] = "",          [AD_VIEWER] = "VIEWER", [AD_EDITOR] = "EDITOR",
		[AD_PUBLISHER] = "PUBLISHER", [AD_OWNER] = "OWNER",
	};
	for (size_t i = 1; i < AD_LEN(names); i++)
		if (ad_str_is(name, names[i]))
			return (enum ad_role)i;
	return AD_NO_MEMBER;
}

static const char *role_name(enum ad_role role)
{
	switch (role) {
	case AD_VIEWER:
		return "VIEWER";
	case AD_EDITOR:
		return "EDITOR";
	case AD_PUBLISHER:
		return "PUBLISHER";
	case AD_OWNER:
		return "OWNER";
	case AD_NO_MEMBER:
		break;
	}
	return NULL;
}

static void copy_text(char *out, size_t size, struct ad_str s)
{
	size_t n = s.n < size - 1 ? s.n : size - 1;
	if (n)
		memcpy(out, s.p, n);
	out[n] = '\0';
}

#define SPACE_COLUMNS                                                                              \
	"s.id, s.currency, s.timezone, s.max_campaign_daily_budget, s.max_total_daily_budget,"     \
	" s.max_budget_increase_percent, s.allowed_platforms, s.blocked_terms,"                    \
	" s.require_approval_live, s.require_approval_test, s.pushes_blocked_live,"                \
	" s.pushes_blocked_test, s.name, s.personal, s.created_at"

static void read_space(struct ad_arena *arena, struct ad_stmt *s, enum ad_environment environment,
		       struct ad_space *out)
{
	copy_text(out->id, sizeof(out->id), ad_col(s, 0));
	copy_text(out->currency, sizeof(out->currency), ad_col(s, 1));
	copy_text(out->timezone, sizeof(out->timezone), ad_col(s, 2));
	out->max_campaign_daily_budget = ad_col_int(s, 3);
	out->max_total_daily_budget = ad_col_int(s, 4);
	out->max_budget_increase_percent = ad_col_int(s, 5);
	out->allowed_platforms = (uint32_t)ad_col_int(s, 6);
	out->blocked_terms = ad_arena_copy(arena, ad_col(s, 7)).p;
	copy_text(out->require_approval_live, sizeof(out->require_approval_live), ad_col(s, 8));
	copy_text(out->require_approval_test, sizeof(out->require_approval_test), ad_col(s, 9));
	out->pushes_blocked = ad_col_int(s, environment == AD_LIVE ? 10 : 11) != 0;
}

enum ad_db_status ad_space_load(struct ad_db *db, struct ad_arena *arena, struct ad_str id,
				const char *account_id, enum ad_environment environment,
				struct ad_space *out)
{
	struct ad_stmt *s = ad_sql(db, "SELECT " SPACE_COLUMNS ", m.role FROM spaces s"
				       " JOIN members m ON m.space_id = s.id AND m.account_id = $2"
				       " WHERE s.id = $1");
	ad_bind(s, 1, id);
	ad_bind_cstr(s, 2, account_id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	read_space(arena, s, environment, out);
	out->role = role_of(ad_col(s, 15));
	ad_reset(s);
	return AD_DB_ROW;
}

enum ad_db_status ad_space_load_own(struct ad_db *db, struct ad_arena *arena, struct ad_str id,
				    enum ad_environment environment, struct ad_space *out)
{
	struct ad_stmt *s = ad_sql(db, "SELECT " SPACE_COLUMNS " FROM spaces s WHERE s.id = $1");
	ad_bind(s, 1, id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	read_space(arena, s, environment, out);
	out->role = AD_OWNER;
	ad_reset(s);
	return AD_DB_ROW;
}

static bool space_missing(struct ad_call *call, struct ad_str id)
{
	call->res = ad_resource_row(AD_R_SPACE);
	call->id = id;
	return ad_fail(call, AD_NOT_FOUND, "There is no such Space.");
}

bool ad_call_resolve_space(struct ad_call *call)
{
	struct ad_str wanted = ad_str(call->who->space_id);
	if (call->space_header.p) {
		/* a grant is one Space: naming another is as if that one did not exist */
		if (call->who->space_bound && !ad_str_eq(call->space_header, wanted))
			return space_missing(call, call->space_header);
		wanted = call->space_header;
	}
	enum ad_db_status status =
		ad_space_load(call->db, call->arena, wanted, call->who->account_id,
			      call->who->environment, &call->space);
	if (status == AD_DB_DONE)
		return space_missing(call, wanted);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	call->scopes = call->who->scopes & ad_role_scopes(call->space.role);
	return true;
}

static void write_limit(struct ad_json *j, const char *name, int64_t value, bool money, bool none)
{
	ad_json_key(j, name);
	if (none)
		ad_json_null(j);
	else if (money)
		ad_json_micros(j, value);
	else
		ad_json_int(j, value);
}

static void write_guardrails(struct ad_json *j, const struct ad_space *space)
{
	ad_json_key(j, "guardrails");
	ad_json_object(j);
	write_limit(j, "maxCampaignDailyBudget", space->max_campaign_daily_budget, true,
		    space->max_campaign_daily_budget == 0);
	write_limit(j, "maxTotalDailyBudget", space->max_total_daily_budget, true,
		    space->max_total_daily_budget == 0);
	write_limit(j, "maxBudgetIncreasePercent", space->max_budget_increase_percent, false,
		    space->max_budget_increase_percent < 0);
	ad_json_key(j, "allowedPlatforms");
	ad_json_array(j);
	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		if (space->allowed_platforms & (1u << i))
			ad_json_str(j, ad_str(ad_platform_name((enum ad_platform)i)));
	ad_json_array_end(j);
	ad_json_kraw(j, "blockedTerms", ad_str(space->blocked_terms));
	ad_json_key(j, "requireApproval");
	ad_json_object(j);
	ad_json_kcstr(j, "live", space->require_approval_live);
	ad_json_kcstr(j, "test", space->require_approval_test);
	ad_json_object_end(j);
	ad_json_object_end(j);
}

static void write_space(struct ad_json *j, struct ad_call *call, struct ad_stmt *s)
{
	struct ad_space space = { .role = role_of(ad_col(s, 15)) };
	read_space(call->arena, s, call->who->environment, &space);
	ad_json_object(j);
	ad_json_kcstr(j, "id", space.id);
	ad_json_kstr(j, "name", ad_col(s, 12));
	ad_json_kbool(j, "personal", ad_col_int(s, 13) != 0);
	ad_json_kcstr(j, "role", role_name(space.role));
	ad_json_kcstr(j, "currency", space.currency);
	ad_json_kcstr(j, "timezone", space.timezone);
	write_guardrails(j, &space);
	ad_json_kbool(j, "pushesBlocked", space.pushes_blocked);
	ad_json_ktime(j, "createdAt", ad_col_int(s, 14));
	ad_json_object_end(j);
}

static bool no_params(struct ad_call *call)
{
	for (size_t i = 0; i < call->param_count; i++) {
		struct ad_str name = ad_arena_copy(call->arena, call->params[i].name);
		ad_fault(call, name.p, "UNKNOWN_PARAMETER", "There is no query parameter %s here.",
			 name.p);
	}
	return call->status == AD_OK;
}

static void list_meta(struct ad_call *call, int64_t total)
{
	call->meta = ad_arena_printf(call->arena, "\"nextCursor\":null,\"total\":%lld",
				     (long long)total);
}

void ad_spaces_list(struct ad_call *call)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	int64_t total = 0;
	enum ad_db_status status;
	if (!no_params(call))
		return;
	struct ad_stmt *s = ad_sql(call->db, "SELECT " SPACE_COLUMNS ", m.role FROM members m"
					     " JOIN spaces s ON s.id = m.space_id"
					     " WHERE m.account_id = $1 ORDER BY s.id DESC");
	ad_bind_cstr(s, 1, call->who->account_id);
	ad_json_array(&j);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		/* a grant shows its own Space alone */
		if (call->who->space_bound && !ad_str_is(ad_col(s, 0), call->who->space_id))
			continue;
		write_space(&j, call, s);
		total++;
	}
	ad_json_array_end(&j);
	if (status != AD_DB_DONE) {
		ad_fail_db(call, status);
		return;
	}
	call->data = ad_text_str(&text);
	list_meta(call, total);
}

void ad_spaces_get(struct ad_call *call)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	if (!no_params(call))
		return;
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT " SPACE_COLUMNS ", m.role, s.version FROM spaces s"
				 " JOIN members m ON m.space_id = s.id AND m.account_id = $2"
				 " WHERE s.id = $1");
	ad_bind(s, 1, call->id);
	ad_bind_cstr(s, 2, call->who->account_id);
	enum ad_db_status status = ad_step(s);
	bool foreign = call->who->space_bound && !ad_str_is(call->id, call->who->space_id);
	if (status == AD_DB_DONE || (status == AD_DB_ROW && foreign)) {
		ad_reset(s);
		ad_fail(call, AD_NOT_FOUND, "%s", "");
		return;
	}
	if (status != AD_DB_ROW) {
		ad_fail_db(call, status);
		return;
	}
	write_space(&j, call, s);
	call->etag = ad_arena_printf(call->arena, "\"%lld.0\"", (long long)ad_col_int(s, 16));
	ad_reset(s);
	call->data = ad_text_str(&text);
}

void ad_connections_list(struct ad_call *call)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	int64_t total = 0;
	enum ad_db_status status;
	if (!no_params(call))
		return;
	struct ad_stmt *s = ad_sql(
		call->db,
		"SELECT id, platform, environment, account_id_remote, account_name, currency,"
		" timezone, status, expires_at, settings FROM connections"
		" WHERE space_id = $1 AND environment = $2 ORDER BY platform");
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, call->who->environment == AD_LIVE ? "live" : "test");
	ad_json_array(&j);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		ad_json_object(&j);
		ad_json_kstr(&j, "id", ad_col(s, 0));
		ad_json_kstr(&j, "platform", ad_col(s, 1));
		ad_json_kstr(&j, "environment", ad_col(s, 2));
		ad_json_kstr(&j, "accountId", ad_col(s, 3));
		ad_json_kstr(&j, "accountName", ad_col(s, 4));
		ad_json_kstr(&j, "currency", ad_col(s, 5));
		ad_json_kstr(&j, "timezone", ad_col(s, 6));
		ad_json_kstr(&j, "status", ad_col(s, 7));
		ad_json_ktime(&j, "expiresAt", ad_col_int(s, 8));
		ad_json_kraw(&j, "settings", ad_col(s, 9));
		ad_json_object_end(&j);
		total++;
	}
	ad_json_array_end(&j);
	if (status != AD_DB_DONE) {
		ad_fail_db(call, status);
		return;
	}
	call->data = ad_text_str(&text);
	list_meta(call, total);
}
