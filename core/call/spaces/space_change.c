/* PATCH /spaces/:id, and the change itself for every caller that may make it. */
#include "call/spaces/space_change.h"

#include "auth/auth.h"
#include "auth/account/sandbox_accounts.h"
#include "base/clock.h"
#include "base/json_read.h"
#include "call/request/actions.h"
#include "call/request/confirm.h"
#include "call/request/connector.h"
#include "call/request/core.h"
#include "call/request/history.h"
#include "call/objects/objects.h"
#include "call/request/paged.h"
#include "call/request/params.h"
#include "call/request/second_factor.h"
#include "call/request/spaces.h"
#include "call/request/validate.h"
#include "model/currency_worth.h"
#include "model/vocabulary.h"

bool ad_space_history(struct ad_call *call, const char *verb, const struct ad_row *before,
		      const struct ad_row *after)
{
	static const struct ad_str environments[] = { { "test", 4 }, { "live", 4 } };
	struct ad_row was, is;
	if (before)
		was = *before;
	if (after)
		is = *after;
	for (size_t i = 0; i < AD_LEN(environments); i++) {
		was.environment = is.environment = environments[i];
		if (!ad_history_add(call, verb, before ? &was : NULL, after ? &is : NULL))
			return false;
	}
	return true;
}

bool ad_space_add(struct ad_call *call, const struct ad_secrets *secrets,
		  const struct ad_workspace_spec *spec, struct ad_row **out)
{
	struct ad_workspace_spec made = *spec;
	char id[AD_ID_SIZE];
	ad_id_make("spc", id);
	made.id = ad_str(id);
	enum ad_db_status status = ad_workspace_add(call->db, call->arena, secrets, &made);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	status = ad_space_row(call, made.id, &call->space, out);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	return ad_space_history(call, "CREATE", NULL, *out);
}

/*
 * Sets *settled if the Space has anything with a price or a date: a campaign, a run or a live ad
 * account.
 */
static bool is_settled(struct ad_call *call, bool *settled)
{
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT EXISTS (SELECT 1 FROM campaigns WHERE space_id = $1)"
				 " OR EXISTS (SELECT 1 FROM sync_runs WHERE space_id = $1)"
				 " OR EXISTS (SELECT 1 FROM connections WHERE space_id = $1 AND "
				 "environment = 'live')");
	ad_bind_cstr(s, 1, call->space.id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	*settled = ad_col_int(s, 0) != 0;
	ad_reset(s);
	return true;
}

static bool space_change_changed(const struct ad_row *before, const struct ad_row *after,
				 const char *field)
{
	return !ad_str_eq(ad_row_text(before, field), ad_row_text(after, field));
}

/* Converts the money limits of a Space from one currency to another. */
static void convert_limits(struct ad_space *space, struct ad_str from, struct ad_str to)
{
	space->max_campaign_daily_budget =
		ad_currency_convert_limit(from, to, space->max_campaign_daily_budget);
	space->max_total_daily_budget =
		ad_currency_convert_limit(from, to, space->max_total_daily_budget);
	space->max_bid = ad_currency_convert_limit(from, to, space->max_bid);
}

/*
 * A change of the currency converts each limit that the patch does not state. A form states all
 * limits: there a limit with an unchanged number counts as not stated.
 */
static void keep_worth(const struct ad_call *call, const cJSON *input, bool is_form,
		       struct ad_str to, struct ad_space *space)
{
	const cJSON *given = ad_json_get(input, "guardrails");
	const struct ad_space *was = &call->space;
	struct ad_space moved = call->space;
	convert_limits(&moved, ad_str(was->currency), to);
	struct {
		const char *name;
		int64_t before, moved, *after;
	} limits[] = {
		{ "maxCampaignDailyBudget", was->max_campaign_daily_budget,
		  moved.max_campaign_daily_budget, &space->max_campaign_daily_budget },
		{ "maxTotalDailyBudget", was->max_total_daily_budget, moved.max_total_daily_budget,
		  &space->max_total_daily_budget },
		{ "maxBid", was->max_bid, moved.max_bid, &space->max_bid },
	};
	for (size_t i = 0; i < AD_LEN(limits); i++)
		if (!ad_json_get(given, limits[i].name) ||
		    (is_form && *limits[i].after == limits[i].before))
			*limits[i].after = limits[i].moved;
}

/* Unchanged limits must be payable in the new currency. */
static void check_decimals(struct ad_call *call, struct ad_str currency,
			   const struct ad_space *space)
{
	const struct {
		const char *path;
		int64_t micros;
	} limits[] = {
		{ "guardrails.maxCampaignDailyBudget", space->max_campaign_daily_budget },
		{ "guardrails.maxTotalDailyBudget", space->max_total_daily_budget },
		{ "guardrails.maxBid", space->max_bid },
	};
	int decimals = ad_currency_decimals(currency.p);
	int64_t unit = 1000000;
	for (int i = 0; i < decimals; i++)
		unit /= 10;
	for (size_t i = 0; i < AD_LEN(limits); i++)
		if (limits[i].micros % unit != 0)
			ad_fault_limit(call, limits[i].path, "TOO_MANY_DECIMALS", decimals,
				       "%s may have at most %d decimals in %.*s.", limits[i].path,
				       decimals, AD_FMT(currency));
}

static void check_place(struct ad_call *call, const struct ad_row *before,
			const struct ad_row *after)
{
	if (space_change_changed(before, after, "currency") &&
	    !ad_currency_valid(ad_row_text(after, "currency")))
		ad_fault(call, "currency", "UNKNOWN_VALUE",
			 "currency must be an ISO 4217 code in use, such as EUR.");
	if (space_change_changed(before, after, "timezone") &&
	    !ad_timezone_valid(ad_row_text(after, "timezone")))
		ad_fault(call, "timezone", "UNKNOWN_VALUE",
			 "timezone must be an IANA time zone, such as Europe/Berlin.");
}

/* Currency and time zone apply to every amount and date in the Space: 409 once there is one. */
static bool may_move(struct ad_call *call, const struct ad_row *before, const struct ad_row *after)
{
	bool settled = false;
	if (!space_change_changed(before, after, "currency") &&
	    !space_change_changed(before, after, "timezone"))
		return true;
	if (!is_settled(call, &settled))
		return false;
	if (!settled)
		return true;
	call->details = AD_S("\"reason\":\"IMMUTABLE\"");
	call->suggestion = "Create another Space for another currency or time zone.";
	return ad_fail(
		call, AD_CONFLICT,
		"%s is fixed because the Space has campaigns, runs or a connected ad account.",
		space_change_changed(before, after, "currency") ? "currency" : "timezone");
}

static bool space_change_store(struct ad_call *call, const struct ad_row *row,
			       const struct ad_space *space)
{
	struct ad_stmt *s = ad_sql(
		call->db,
		"UPDATE spaces SET name = $2, currency = $3, timezone = $4,"
		" max_campaign_daily_budget = $5, max_total_daily_budget = $6,"
		" max_budget_increase_percent = $7, allowed_platforms = $8, blocked_terms = $9,"
		" require_approval_live = $10, require_approval_test = $11, version = $12,"
		" updated_at = $13, max_bid = $14, require_second_factor = (CAST($15 AS BIGINT) ="
		" 1) WHERE id = $1");
	ad_bind(s, 1, row->id);
	ad_bind(s, 2, ad_row_text(row, "name"));
	ad_bind(s, 3, ad_row_text(row, "currency"));
	ad_bind(s, 4, ad_row_text(row, "timezone"));
	ad_bind_int(s, 5, space->max_campaign_daily_budget);
	ad_bind_int(s, 6, space->max_total_daily_budget);
	ad_bind_int(s, 7, space->max_budget_increase_percent);
	ad_bind_int(s, 8, space->allowed_platforms);
	ad_bind_cstr(s, 9, space->blocked_terms);
	ad_bind_cstr(s, 10, space->require_approval_live);
	ad_bind_cstr(s, 11, space->require_approval_test);
	ad_bind_int(s, 12, row->version);
	ad_bind_int(s, 13, row->updated_at);
	/* The default limit is stored as NULL, so that it follows the currency. */
	if (space->max_bid == ad_currency_bid_limit(ad_row_text(row, "currency")))
		ad_bind_null(s, 14);
	else
		ad_bind_int(s, 14, space->max_bid);
	ad_bind_int(s, 15, space->require_second_factor);
	enum ad_db_status status = ad_step(s);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

/* Recreates the unused sandbox accounts with the Space's currency and time zone. */
static bool renew_sandbox(struct ad_call *call, const struct ad_row *row,
			  const struct ad_secrets *secrets)
{
	struct ad_stmt *s = ad_sql(call->db, "DELETE FROM connections WHERE space_id = $1"
					     " AND environment = 'test'");
	ad_bind(s, 1, row->id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE)
		status = ad_sandbox_accounts_add(
			call->db, call->arena, secrets,
			&(struct ad_sandbox_spec){ .space_id = row->id,
						   .account_id = ad_str(call->who->account_id),
						   .currency = ad_row_text(row, "currency"),
						   .timezone = ad_row_text(row, "timezone") });
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

/* Reads the new values; money is in the currency that the patch sets. */
static bool space_change_take(struct ad_call *call, const cJSON *input, bool is_form,
			      struct ad_row *after, struct ad_space *space)
{
	struct ad_str currency = ad_json_get_text(input, "currency");
	*space = call->space;
	if (ad_currency_valid(currency))
		ad_str_put(call->space.currency, sizeof(call->space.currency), currency);
	ad_validate_patch(call, input, after);
	ad_str_put(call->space.currency, sizeof(call->space.currency), ad_str(space->currency));
	if (call->status != AD_OK)
		return false;
	ad_space_take_guardrails(call->arena, ad_row_text(after, "guardrails"), space);
	if (!ad_str_is(ad_row_text(after, "currency"), space->currency) &&
	    ad_currency_valid(ad_row_text(after, "currency")))
		keep_worth(call, input, is_form, ad_row_text(after, "currency"), space);
	*ad_row_value(after, "guardrails") = (struct ad_value){
		.kind = AD_TEXT,
		.s = ad_space_guardrails(call->arena, space),
	};
	return true;
}

/* An account that requires a second factor must have one, so that no account locks itself out. */
static bool may_demand(struct ad_call *call, const struct ad_space *space)
{
	return !space->require_second_factor || call->space.require_second_factor ||
	       ad_call_show_factor(call, "requireSecondFactor can only be enabled with sync:write "
					 "and by an account with a second factor.");
}

/* The checks against the stored Space; they run after its version matched the caller's. */
static bool space_change_check(struct ad_call *call, const struct ad_row *before,
			       const struct ad_row *after, const struct ad_space *space,
			       const struct ad_space_change *how)
{
	check_place(call, before, after);
	if (call->status == AD_OK)
		check_decimals(call, ad_row_text(after, "currency"), space);
	if (!how->loosen) {
		struct ad_space was = call->space;
		/* Limits are compared in the Space's new currency. */
		if (call->status == AD_OK && space_change_changed(before, after, "currency"))
			convert_limits(&was, ad_str(was.currency), ad_row_text(after, "currency"));
		ad_space_loosened(call, &was, space);
	}
	/*
	 * Without a second factor, a caller who may loosen guardrails could disable the protection.
	 */
	return call->status == AD_OK && (!how->loosen || ad_call_need_factor(call)) &&
	       may_demand(call, space);
}

bool ad_space_patch(struct ad_call *call, const struct ad_row *row, const cJSON *input,
		    const struct ad_space_change *allowed, struct ad_row **out)
{
	struct ad_space_change how = *allowed;
	struct ad_space space;
	bool same = true;
	how.loosen = how.loosen && ad_act_is_open_to(AD_ACT_GUARDRAIL_LOOSEN, call->who);
	*out = ad_arena_alloc(call->arena, sizeof(**out));
	**out = *row;
	bool good = space_change_take(call, input, how.is_form, *out, &space);
	if (!cJSON_IsObject(input) || !ad_precondition(call, row, input) || !good ||
	    !space_change_check(call, row, *out, &space, &how))
		return false;
	for (size_t i = 0; i < row->res->shape.count; i++)
		same = same && ad_value_eq(&row->v[i], &(*out)->v[i]);
	if (same)
		return true;
	if (!may_move(call, row, *out))
		return false;
	(*out)->version++;
	(*out)->updated_at = ad_now();
	ad_row_value(*out, "version")->i = (*out)->version;
	ad_row_value(*out, "updatedAt")->i = (*out)->updated_at;
	if (call->validate_only)
		return true;
	bool moved = space_change_changed(row, *out, "currency") ||
		     space_change_changed(row, *out, "timezone");
	return space_change_store(call, *out, &space) &&
	       (!moved || renew_sandbox(call, *out, how.secrets)) &&
	       ad_space_history(call, "UPDATE", row, *out);
}

bool ad_space_block(struct ad_call *call, const struct ad_row *row, enum ad_environment environment,
		    bool blocked)
{
	if (!blocked &&
	    (!ad_call_need_factor(call) || !ad_call_confirm(call, AD_ACT_KILL_SWITCH_LIFT)))
		return false;
	struct ad_stmt *s =
		environment == AD_LIVE
			? ad_sql(call->db,
				 "UPDATE spaces SET pushes_blocked_live = (CAST($2 AS BIGINT) = 1)"
				 " WHERE id = $1 AND pushes_blocked_live <> (CAST($2 AS BIGINT) ="
				 " 1)")
			: ad_sql(call->db,
				 "UPDATE spaces SET pushes_blocked_test = (CAST($2 AS BIGINT) = 1)"
				 " WHERE id = $1 AND pushes_blocked_test <> (CAST($2 AS BIGINT) ="
				 " 1)");
	ad_bind(s, 1, row->id);
	ad_bind_int(s, 2, blocked);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (ad_db_changes(call->db) == 0)
		return true;
	struct ad_row was = *row, is = *row;
	was.environment = is.environment = environment == AD_LIVE ? AD_S("live") : AD_S("test");
	ad_row_value(&was, "pushesBlocked")->i = !blocked;
	ad_row_value(&is, "pushesBlocked")->i = blocked;
	return ad_history_add(call, "UPDATE", &was, &is);
}

/* Loads the Space of the path; the caller must be OWNER. */
static bool space_change_own(struct ad_call *call, struct ad_row **row)
{
	enum ad_db_status status = ad_space_row(call, call->id, &call->space, row);
	if (status == AD_DB_DONE)
		return ad_fail(call, AD_NOT_FOUND, "%s", "");
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	call->scopes = call->who->scopes & ad_role_scopes(call->space.role);
	if (!ad_call_require(call, AD_SYNC_WRITE))
		return false;
	if (call->space.role == AD_OWNER)
		return true;
	call->required_scopes = AD_SYNC_WRITE;
	call->details = AD_S("\"reason\":\"OWNER_REQUIRED\"");
	return ad_fail(call, AD_FORBIDDEN_SCOPE,
		       "Only an OWNER with sync:write can change a Space; your role is %s.",
		       ad_role_name(call->space.role));
}

static void space_change_update_step(struct ad_call *call)
{
	struct ad_row *row, *after;
	struct ad_space_change how = { .secrets = ad_auth_secrets(call->core->auth) };
	ad_call_fresh(call);
	if (space_change_own(call, &row) && ad_space_patch(call, row, call->input, &how, &after))
		ad_space_answer(call, after);
}

void ad_spaces_update(struct ad_call *call)
{
	if (!ad_write_params(call))
		return;
	if (ad_call_is_connector(call)) {
		ad_call_refuse_connector(
			call, "A Space can be changed in the application, or with an API token "
			      "with sync:write. Connected apps cannot change a Space.");
		return;
	}
	if (call->validate_only)
		space_change_update_step(call);
	else
		ad_call_next(call, AD_WRITE, space_change_update_step);
}
