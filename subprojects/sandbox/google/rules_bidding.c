/* Bidding of a campaign: exactly one member of a oneof, each with rules of its own. */
#include <string.h>

#include "op.h"

static bool channel_is(const struct g_op *op, const char *channel)
{
	const char *actual = json_text(op->value, "advertisingChannelType");
	return actual && strcmp(actual, channel) == 0;
}

static void check_floor(struct g_op *op, const char *member, const char *field)
{
	const cJSON *bidding = json_at(op->value, member);
	long long floor = json_long(bidding, "cpcBidFloorMicros", 0);
	long long ceiling = json_long(bidding, "cpcBidCeilingMicros", 0);
	if (floor > 0 && ceiling > 0 && floor > ceiling)
		op_fail_at(op, E_FLOOR_ABOVE_CEILING, NULL, "%s.cpc_bid_floor_micros", field);
}

static void check_roas(struct g_op *op, const char *member, const char *field)
{
	const cJSON *bidding = json_at(op->value, member);
	if (!json_at(bidding, "targetRoas"))
		return;
	double roas = json_double(bidding, "targetRoas", 0);
	if (roas < 0.01)
		op_fail_at(op, E_RANGE_TOO_LOW, NULL, "%s.target_roas", field);
	else if (roas > 1000)
		op_fail_at(op, E_RANGE_TOO_HIGH, NULL, "%s.target_roas", field);
}

static void check_impression_share(struct g_op *op)
{
	const cJSON *share = json_at(op->value, "targetImpressionShare");
	static const char *const needed[][2] = {
		{ "location", "location" },
		{ "locationFractionMicros", "location_fraction_micros" },
		{ "cpcBidCeilingMicros", "cpc_bid_ceiling_micros" },
	};
	for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
		if (!json_at(share, needed[i][0]))
			op_fail_at(op, E_REQUIRED, NULL, "target_impression_share.%s",
				   needed[i][1]);
	long long fraction = json_long(share, "locationFractionMicros", 1);
	if (fraction < 1)
		op_fail(op, E_RANGE_TOO_LOW, "target_impression_share.location_fraction_micros",
			NULL);
	else if (fraction > 1000000)
		op_fail(op, E_RANGE_TOO_HIGH, "target_impression_share.location_fraction_micros",
			NULL);
}

static void check_manual_cpc(struct g_op *op)
{
	if (json_true(json_at(op->value, "manualCpc"), "enhancedCpcEnabled") &&
	    (channel_is(op, "SEARCH") || channel_is(op, "DISPLAY")))
		op_fail(op, E_CANNOT_CREATE_WITH_BIDDING, "manual_cpc.enhanced_cpc_enabled", NULL);
	if (channel_is(op, "PERFORMANCE_MAX"))
		op_fail(op, E_BIDDING_NOT_COMPATIBLE, "manual_cpc", NULL);
}

static void check_target_spend(struct g_op *op)
{
	if (json_at(json_at(op->value, "targetSpend"), "targetSpendMicros"))
		op_fail(op, E_VALUE_MUST_BE_UNSET, "target_spend.target_spend_micros", NULL);
	if (channel_is(op, "PERFORMANCE_MAX"))
		op_fail(op, E_BIDDING_NOT_COMPATIBLE, "target_spend", NULL);
}

static void check_conversions(struct g_op *op)
{
	check_floor(op, "maximizeConversions", "maximize_conversions");
}

static void check_conversion_value(struct g_op *op)
{
	check_floor(op, "maximizeConversionValue", "maximize_conversion_value");
	check_roas(op, "maximizeConversionValue", "maximize_conversion_value");
}

static void check_target_cpa(struct g_op *op)
{
	check_floor(op, "targetCpa", "target_cpa");
	if (channel_is(op, "PERFORMANCE_MAX"))
		op_fail(op, E_BIDDING_NOT_COMPATIBLE, "target_cpa", NULL);
}

static void check_target_roas(struct g_op *op)
{
	check_floor(op, "targetRoas", "target_roas");
	check_roas(op, "targetRoas", "target_roas");
	if (!json_at(json_at(op->value, "targetRoas"), "targetRoas"))
		op_fail(op, E_REQUIRED, "target_roas.target_roas", NULL);
	if (channel_is(op, "PERFORMANCE_MAX"))
		op_fail(op, E_BIDDING_NOT_COMPATIBLE, "target_roas", NULL);
}

static const struct {
	const char *camel;
	const char *snake;
	const char *type;
	void (*check)(struct g_op *op); /* NULL: not for search campaigns */
} members[] = {
	{ "manualCpc", "manual_cpc", "MANUAL_CPC", check_manual_cpc },
	{ "targetSpend", "target_spend", "TARGET_SPEND", check_target_spend },
	{ "maximizeConversions", "maximize_conversions", "MAXIMIZE_CONVERSIONS",
	  check_conversions },
	{ "maximizeConversionValue", "maximize_conversion_value", "MAXIMIZE_CONVERSION_VALUE",
	  check_conversion_value },
	{ "targetImpressionShare", "target_impression_share", "TARGET_IMPRESSION_SHARE",
	  check_impression_share },
	{ "targetCpa", "target_cpa", "TARGET_CPA", check_target_cpa },
	{ "targetRoas", "target_roas", "TARGET_ROAS", check_target_roas },
	{ "manualCpm", "manual_cpm", "MANUAL_CPM", NULL },
	{ "manualCpv", "manual_cpv", "MANUAL_CPV", NULL },
	{ "manualCpa", "manual_cpa", "MANUAL_CPA", NULL },
	{ "targetCpm", "target_cpm", "TARGET_CPM", NULL },
	{ "targetCpv", "target_cpv", "TARGET_CPV", NULL },
	{ "targetCpc", "target_cpc", "TARGET_CPC", NULL },
	{ "fixedCpm", "fixed_cpm", "FIXED_CPM", NULL },
	{ "percentCpc", "percent_cpc", "PERCENT_CPC", NULL },
	{ "commission", "commission", "COMMISSION", NULL },
};

void bidding_rules(struct g_op *op)
{
	const char *portfolio = json_text(op->value, "biddingStrategy");
	if (portfolio) {
		/* Requests cannot create a portfolio strategy; a test's edit may have set one. */
		if (op->verb == VERB_CREATE || op_touches(op, "bidding_strategy"))
			op_fail(op, E_RESOURCE_NOT_FOUND, "bidding_strategy", portfolio);
		return;
	}
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
		if (!json_at(op->value, members[i].camel))
			continue;
		json_set_text(op->value, "biddingStrategyType", members[i].type);
		if (op->verb == VERB_UPDATE && !op_touches(op, members[i].snake))
			return;
		if (members[i].check)
			members[i].check(op);
		else if (!channel_is(op, "DISPLAY"))
			op_fail(op,
				channel_is(op, "SEARCH") ? E_BIDDING_NOT_FOR_SEARCH
							 : E_BIDDING_NOT_COMPATIBLE,
				members[i].snake, NULL);
		return;
	}
	op_fail(op, op->verb == VERB_CREATE ? E_REQUIRED : E_FIELD_CANNOT_BE_CLEARED,
		"campaign_bidding_strategy", NULL);
}
