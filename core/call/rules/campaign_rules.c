/* Campaigns: the combinations of platform and type, dates, bidding, names. */
#include "base/json_read.h"
#include "call/rules/foreign.h"
#include "call/rules/rules.h"
#include "sync/state/today.h"

static enum ad_platform campaign_rules_platform_of(const struct ad_row *row)
{
	struct ad_str name = ad_row_text(row, "platform");
	return name.p ? ad_platform_of(name) : AD_PLATFORM_COUNT;
}

static bool is_social(enum ad_platform platform)
{
	return platform == AD_REDDIT || platform == AD_META;
}

/* Sets the defaults that depend on another field. */
static void campaign_rules_settle(struct ad_row *row)
{
	struct ad_str type = ad_row_text(row, "type");
	bool social = ad_str_is(type, "SOCIAL");
	if (type.p && !ad_row_text(row, "platform").p)
		ad_rule_set(row, "platform", social ? AD_S("meta") : AD_S("google"));
	if (social && !ad_row_text(row, "objective").p)
		ad_rule_set(row, "objective", AD_S("TRAFFIC"));
	if (!is_social(campaign_rules_platform_of(row)) &&
	    ad_row_value(row, "bidding")->kind == AD_NULL)
		ad_rule_set(row, "bidding",
			    AD_S("{\"strategy\":\"MAXIMIZE_CLICKS\",\"targetCpa\":null,"
				 "\"targetRoas\":null,\"maxCpc\":null}"));
}

static void check_creatable(struct ad_call *call, const struct ad_row *row)
{
	struct ad_str type = ad_row_text(row, "type");
	enum ad_platform platform = campaign_rules_platform_of(row);
	if (!type.p || platform == AD_PLATFORM_COUNT || call->door == AD_DOOR_PULL)
		return;
	if (ad_str_is(type, "SEARCH") && !is_social(platform))
		return;
	if (ad_str_is(type, "SOCIAL") && is_social(platform))
		return;
	ad_fault(call, "type", "UNSUPPORTED_ON_PLATFORM",
		 "A %.*s campaign cannot be created on %s. SEARCH is available on google and "
		 "microsoft, SOCIAL on reddit and meta.",
		 AD_FMT(type), ad_platform_name(platform));
}

/* The date that this write sets; absent if it sets none. */
static struct ad_str day_set(const struct ad_row *before, const struct ad_row *row,
			     const char *field)
{
	bool set = !before || ad_changed(before, row, field);
	return set ? ad_row_text(row, field) : (struct ad_str){ NULL, 0 };
}

static void check_day(struct ad_call *call, const char *field, struct ad_str day, int64_t today)
{
	int64_t number = ad_day_number(day);
	if (number >= 0 && number < today)
		ad_fault(call, field, "IN_PAST",
			 "%s %.*s is in the past: today is %.*s in the time zone of the ad "
			 "account. Use today or a later date, or omit %s.",
			 field, AD_FMT(day), AD_FMT(ad_day_text(call->arena, today)), field);
}

/*
 * True if the dates may be in the past. Before the first push a past date is refused, as the
 * platforms refuse it: Google both dates, the others the end date. An import describes existing
 * campaigns, a revert restores an earlier state, and a pushed campaign may have ended: there the
 * preview warns.
 */
static bool may_be_past(const struct ad_call *call, const struct ad_row *row)
{
	return row->remote_id.p || row->open_op.p || call->door == AD_DOOR_PULL ||
	       call->door == AD_DOOR_IMPORT || (call->action && call->action->verb == AD_V_REVERT);
}

static void check_past(struct ad_call *call, const struct ad_row *before, const struct ad_row *row)
{
	enum ad_platform platform = campaign_rules_platform_of(row);
	struct ad_str start = day_set(before, row, "startDate");
	struct ad_str end = day_set(before, row, "endDate");
	struct ad_today today;
	if (platform != AD_GOOGLE)
		start = (struct ad_str){ NULL, 0 };
	if (platform == AD_PLATFORM_COUNT || (!start.p && !end.p) || may_be_past(call, row))
		return;
	enum ad_db_status status = ad_today_load(call->db, ad_call_realm(call), &today);
	if (status != AD_DB_DONE) {
		ad_fail_db(call, status);
		return;
	}
	check_day(call, "startDate", start, ad_today_on(&today, platform));
	check_day(call, "endDate", end, ad_today_on(&today, platform));
}

static void check_dates(struct ad_call *call, const struct ad_row *row)
{
	struct ad_str start = ad_row_text(row, "startDate");
	struct ad_str end = ad_row_text(row, "endDate");
	if (start.p && end.p && memcmp(end.p, start.p, 10) < 0)
		ad_fault(call, "endDate", "BEFORE_START", "endDate must not be before startDate.");
}

struct bid_need {
	const char *strategy;
	const char *member;
	enum ad_platform platform; /* AD_PLATFORM_COUNT: everywhere */
};

static void check_bidding(struct ad_call *call, const struct ad_row *row)
{
	static const struct bid_need needs[] = {
		{ "TARGET_CPA", "targetCpa", AD_PLATFORM_COUNT },
		{ "TARGET_ROAS", "targetRoas", AD_PLATFORM_COUNT },
		{ "TARGET_IMPRESSION_SHARE", "maxCpc", AD_GOOGLE },
	};
	struct ad_json_error err;
	struct ad_str text = ad_row_text(row, "bidding");
	if (!text.p)
		return;
	const cJSON *bidding = ad_json_parse(call->arena, text, &err);
	struct ad_str strategy = ad_json_get_text(bidding, "strategy");
	for (size_t i = 0; i < AD_LEN(needs); i++) {
		struct ad_str path = ad_arena_printf(call->arena, "bidding.%s", needs[i].member);
		bool here = needs[i].platform == AD_PLATFORM_COUNT ||
			    needs[i].platform == campaign_rules_platform_of(row);
		if (here && ad_str_is(strategy, needs[i].strategy) &&
		    !cJSON_IsNumber(ad_json_get(bidding, needs[i].member)))
			ad_fault(call, path.p, "REQUIRED", "%s is required with %s.", path.p,
				 needs[i].strategy);
	}
	const cJSON *roas = ad_json_get(bidding, "targetRoas");
	if (cJSON_IsNumber(roas) && roas->valuedouble < 0.01 && !ad_has_fault(call, "bidding"))
		ad_fault(call, "bidding.targetRoas", "TOO_SMALL",
			 "bidding.targetRoas must be at least 0.01, which is 1 %%.");
}

static const cJSON *options_of(struct ad_call *call, const struct ad_row *row)
{
	struct ad_json_error err;
	struct ad_str text = ad_row_text(row, "platformOptions");
	return text.p ? ad_json_parse(call->arena, text, &err) : NULL;
}

static bool campaign_rules_holds(const cJSON *list, const char *value)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, list)
	{
		if (ad_str_is(ad_json_text(item), value))
			return true;
	}
	return false;
}

/* Checks options that depend on each other. */
static void check_options(struct ad_call *call, const struct ad_row *row)
{
	const cJSON *options = options_of(call, row);
	const cJSON *networks = ad_json_get(options, "networks");
	const cJSON *categories = ad_json_get(options, "specialAdCategories");
	if (cJSON_IsArray(networks) && !campaign_rules_holds(networks, "SEARCH"))
		ad_fault(call, "platformOptions.networks", "UNSUPPORTED_ON_PLATFORM",
			 "A search campaign on google requires the network SEARCH. Add SEARCH.");
	if (campaign_rules_holds(categories, "NONE") && cJSON_GetArraySize(categories) > 1)
		ad_fault(call, "platformOptions.specialAdCategories", "UNSUPPORTED_ON_PLATFORM",
			 "meta accepts NONE only by itself. Remove NONE, or the other values.");
}

static void campaign_rules_check_name(struct ad_call *call, const struct ad_row *before,
				      const struct ad_row *row)
{
	enum ad_platform platform = campaign_rules_platform_of(row);
	struct ad_str name = ad_row_text(row, "name");
	if (!name.p || (platform != AD_GOOGLE && platform != AD_MICROSOFT) ||
	    (before && !ad_changed(before, row, "name") && !ad_changed(before, row, "platform")))
		return;
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT id, name FROM campaigns WHERE space_id = $1"
				 " AND environment = $2 AND lower(name) IN ($3, $6, $7)"
				 " AND platform = $4 AND id <> $5 AND sync_state <> 'REMOVED'");
	struct ad_realm realm = ad_call_realm(call);
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_rule_bind_name(call, s, name);
	ad_bind_cstr(s, 4, ad_platform_name(platform));
	ad_bind(s, 5, before ? before->id : AD_S(""));
	struct ad_str same = ad_rule_same_name(call, s, name, platform);
	if (same.p)
		ad_fault(call, "name", "DUPLICATE_NAME",
			 "The campaign %.*s already has this name; names are unique on %s.",
			 AD_FMT(same), ad_platform_name(platform));
}

/* A budget that is not the campaign's own cannot be changed through the campaign. */
static void campaign_rules_check_budget(struct ad_call *call, const struct ad_row *before,
					const struct ad_row *after)
{
	struct ad_str level;

	if (!before || !ad_changed(before, after, "budget"))
		return;
	level = ad_row_text(before, "budgetLevel");
	if (ad_str_is(level, "SHARED"))
		ad_fault(call, "budget", "UNSUPPORTED_ON_PLATFORM",
			 "The campaign shares its budget with others on %s, and a change would "
			 "affect all of them. Change the budget there, or give the campaign its "
			 "own budget there and pull.",
			 ad_platform_name(campaign_rules_platform_of(after)));
	else if (ad_str_is(level, "AD_GROUP"))
		ad_fault(call, "budget", "UNSUPPORTED_ON_PLATFORM",
			 "On %s the campaign's ad groups hold its budgets. Set the budgets of its "
			 "ad groups.",
			 ad_platform_name(campaign_rules_platform_of(after)));
}

static void check_platform_change(struct ad_call *call, const struct ad_row *before,
				  const struct ad_row *after)
{
	if (!before || before->remote_id.p || !ad_changed(before, after, "platform"))
		return;
	static const enum ad_resource_id below[] = { AD_R_AD_GROUP, AD_R_KEYWORD };
	enum ad_db_status status = AD_DB_DONE;
	size_t n = 0;
	for (size_t i = 0; i < AD_LEN(below) && status == AD_DB_DONE; i++) {
		struct ad_rows rows = { 0 };
		status = ad_row_children(
			call->db, call->arena, ad_call_realm(call), ad_resource_row(below[i]),
			(struct ad_parent){ .field = "campaignId", .id = before->id }, &rows);
		n += rows.n;
	}
	if (status != AD_DB_DONE)
		ad_fail_db(call, status);
	else if (n)
		ad_fault(call, "platform", "HAS_CHILDREN",
			 "platform cannot change while the campaign has ad groups or keywords. "
			 "Copy the campaign instead.");
}

void ad_campaign_rules(struct ad_call *call, const struct ad_row *before, struct ad_row *after)
{
	if (call->rules == AD_RULES_STORED) {
		campaign_rules_check_name(call, before, after);
		return;
	}
	campaign_rules_settle(after);
	ad_foreign_check(call, before, after);
	ad_foreign_guard(call, before, after);
	if (!before || ad_changed(before, after, "type") || ad_changed(before, after, "platform"))
		check_creatable(call, after);
	check_dates(call, after);
	check_past(call, before, after);
	campaign_rules_check_budget(call, before, after);
	if (ad_changed(before, after, "bidding") || ad_changed(before, after, "platform"))
		check_bidding(call, after);
	if (ad_changed(before, after, "platformOptions") || ad_changed(before, after, "platform")) {
		ad_rule_options(call, after, campaign_rules_platform_of(after));
		ad_rule_kept_options(call, before, after, campaign_rules_platform_of(after));
		check_options(call, after);
	}
	ad_rule_schedule(call, before, after, campaign_rules_platform_of(after));
	ad_rule_limits(call, before, after, campaign_rules_platform_of(after));
	check_platform_change(call, before, after);
	/* the writing step checks it in any case, unless there is a fault */
	if (call->rules != AD_RULES_DRAFT || call->status != AD_OK)
		campaign_rules_check_name(call, before, after);
}
