/* Bidding, and what else only campaigns carry, one row a field. */
/* clang-format off: a row is one line. */
#include "schema.h"

static const struct g_field real_time_bidding_setting_fields[] = {
	{.name = "opt_in", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_real_time_bidding_setting = {
	"common.RealTimeBiddingSetting",
	real_time_bidding_setting_fields,
};

static const struct g_field frequency_cap_entry_fields[] = {
	{.name = "key", .type = G_MESSAGE, .message = &gm_frequency_cap_key},
	{.name = "cap", .type = G_INT32},
	{.name = NULL},
};
const struct g_message gm_frequency_cap_entry = {
	"common.FrequencyCapEntry",
	frequency_cap_entry_fields,
};

static const struct g_field campaign_tp_partners_fields[] = {
	{.name = "viewability_integration_partners", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_campaign_tp_viewability_partner},
	{.name = "brand_lift_integration_partners", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_campaign_tp_brand_lift_partner},
	{.name = "brand_safety_integration_partners", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_campaign_tp_brand_safety_partner},
	{.name = "reach_integration_partners", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_campaign_tp_reach_partner},
	{.name = "conversion_attribution_integration_partners", .type = G_MESSAGE,
	 .flags = G_REPEATED, .message = &gm_campaign_tp_conversion_attribution_partner},
	{.name = NULL},
};
const struct g_message gm_campaign_tp_partners = {
	"common.CampaignThirdPartyIntegrationPartners",
	campaign_tp_partners_fields,
};

static const struct g_field commission_fields[] = {
	{.name = "commission_rate_micros", .type = G_INT64},
	{.name = NULL},
};
const struct g_message gm_commission = {"common.Commission", commission_fields};

static const struct g_field manual_cpa_fields[] = {
	{.name = NULL},
};
const struct g_message gm_manual_cpa = {"common.ManualCpa", manual_cpa_fields};

static const struct g_field manual_cpc_fields[] = {
	{.name = "enhanced_cpc_enabled", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_manual_cpc = {"common.ManualCpc", manual_cpc_fields};

static const struct g_field manual_cpm_fields[] = {
	{.name = NULL},
};
const struct g_message gm_manual_cpm = {"common.ManualCpm", manual_cpm_fields};

static const struct g_field manual_cpv_fields[] = {
	{.name = NULL},
};
const struct g_message gm_manual_cpv = {"common.ManualCpv", manual_cpv_fields};

static const struct g_field maximize_conversions_fields[] = {
	{.name = "cpc_bid_ceiling_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "cpc_bid_floor_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "target_cpa_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = NULL},
};
const struct g_message gm_maximize_conversions = {
	"common.MaximizeConversions",
	maximize_conversions_fields,
};

static const struct g_field maximize_conversion_value_fields[] = {
	{.name = "target_roas", .type = G_DOUBLE},
	{.name = "cpc_bid_ceiling_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "cpc_bid_floor_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "target_roas_tolerance_percent_millis", .type = G_INT64},
	{.name = NULL},
};
const struct g_message gm_maximize_conversion_value = {
	"common.MaximizeConversionValue",
	maximize_conversion_value_fields,
};

static const struct g_field target_cpa_fields[] = {
	{.name = "target_cpa_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "cpc_bid_ceiling_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "cpc_bid_floor_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = NULL},
};
const struct g_message gm_target_cpa = {"common.TargetCpa", target_cpa_fields};

static const struct g_field target_impression_share_fields[] = {
	{.name = "location", .type = G_ENUM, .values = &ge_target_impression_share_location},
	{.name = "location_fraction_micros", .type = G_INT64},
	{.name = "cpc_bid_ceiling_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = NULL},
};
const struct g_message gm_target_impression_share = {
	"common.TargetImpressionShare",
	target_impression_share_fields,
};

static const struct g_field target_roas_fields[] = {
	{.name = "target_roas", .type = G_DOUBLE},
	{.name = "cpc_bid_ceiling_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "cpc_bid_floor_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "target_roas_tolerance_percent_millis", .type = G_INT64},
	{.name = NULL},
};
const struct g_message gm_target_roas = {"common.TargetRoas", target_roas_fields};

static const struct g_field target_spend_fields[] = {
	{.name = "target_spend_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "cpc_bid_ceiling_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = NULL},
};
const struct g_message gm_target_spend = {"common.TargetSpend", target_spend_fields};

static const struct g_field percent_cpc_fields[] = {
	{.name = "cpc_bid_ceiling_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "enhanced_cpc_enabled", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_percent_cpc = {"common.PercentCpc", percent_cpc_fields};

static const struct g_field target_cpm_fields[] = {
	{.name = "target_frequency_goal", .type = G_MESSAGE,
	 .message = &gm_target_cpm_target_frequency_goal, .oneof = "goal"},
	{.name = NULL},
};
const struct g_message gm_target_cpm = {"common.TargetCpm", target_cpm_fields};

static const struct g_field fixed_cpm_fields[] = {
	{.name = "goal", .type = G_ENUM, .values = &ge_fixed_cpm_goal},
	{.name = "target_frequency_info", .type = G_MESSAGE,
	 .message = &gm_fixed_cpm_target_frequency_goal_info, .oneof = "goal_info"},
	{.name = NULL},
};
const struct g_message gm_fixed_cpm = {"common.FixedCpm", fixed_cpm_fields};

static const struct g_field target_cpv_fields[] = {
	{.name = NULL},
};
const struct g_message gm_target_cpv = {"common.TargetCpv", target_cpv_fields};

static const struct g_field target_cpc_fields[] = {
	{.name = "target_cpc_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = NULL},
};
const struct g_message gm_target_cpc = {"common.TargetCpc", target_cpc_fields};

static const struct g_field frequency_cap_key_fields[] = {
	{.name = "level", .type = G_ENUM, .values = &ge_frequency_cap_level},
	{.name = "event_type", .type = G_ENUM, .values = &ge_frequency_cap_event_type},
	{.name = "time_unit", .type = G_ENUM, .values = &ge_frequency_cap_time_unit},
	{.name = "time_length", .type = G_INT32},
	{.name = NULL},
};
const struct g_message gm_frequency_cap_key = {
	"common.FrequencyCapKey",
	frequency_cap_key_fields,
};

static const struct g_field campaign_tp_viewability_partner_fields[] = {
	{.name = "viewability_integration_partner", .type = G_ENUM,
	 .values = &ge_third_party_viewability_integration_partner},
	{.name = "viewability_integration_partner_data", .type = G_MESSAGE,
	 .message = &gm_third_party_partner_data},
	{.name = "share_cost", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_campaign_tp_viewability_partner = {
	"common.CampaignThirdPartyViewabilityIntegrationPartner",
	campaign_tp_viewability_partner_fields,
};

static const struct g_field campaign_tp_brand_lift_partner_fields[] = {
	{.name = "brand_lift_integration_partner", .type = G_ENUM,
	 .values = &ge_third_party_brand_lift_integration_partner},
	{.name = "brand_lift_integration_partner_data", .type = G_MESSAGE,
	 .message = &gm_third_party_partner_data},
	{.name = "share_cost", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_campaign_tp_brand_lift_partner = {
	"common.CampaignThirdPartyBrandLiftIntegrationPartner",
	campaign_tp_brand_lift_partner_fields,
};

static const struct g_field campaign_tp_brand_safety_partner_fields[] = {
	{.name = "brand_safety_integration_partner", .type = G_ENUM,
	 .values = &ge_third_party_brand_safety_integration_partner},
	{.name = "brand_safety_integration_partner_data", .type = G_MESSAGE,
	 .message = &gm_third_party_partner_data},
	{.name = NULL},
};
const struct g_message gm_campaign_tp_brand_safety_partner = {
	"common.CampaignThirdPartyBrandSafetyIntegrationPartner",
	campaign_tp_brand_safety_partner_fields,
};

static const struct g_field campaign_tp_reach_partner_fields[] = {
	{.name = "reach_integration_partner", .type = G_ENUM,
	 .values = &ge_third_party_reach_integration_partner},
	{.name = "reach_integration_partner_data", .type = G_MESSAGE,
	 .message = &gm_third_party_partner_data},
	{.name = "share_cost", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_campaign_tp_reach_partner = {
	"common.CampaignThirdPartyReachIntegrationPartner",
	campaign_tp_reach_partner_fields,
};

static const struct g_field campaign_tp_conversion_attribution_partner_fields[] = {
	{.name = "conversion_attribution_integration_partner", .type = G_ENUM,
	 .values = &ge_third_party_conversion_attribution_integration_partner},
	{.name = "conversion_attribution_integration_partner_data", .type = G_MESSAGE,
	 .message = &gm_third_party_partner_data},
	{.name = NULL},
};
const struct g_message gm_campaign_tp_conversion_attribution_partner = {
	"common.CampaignThirdPartyConversionAttributionIntegrationPartner",
	campaign_tp_conversion_attribution_partner_fields,
};

static const struct g_field target_cpm_target_frequency_goal_fields[] = {
	{.name = "target_count", .type = G_INT64},
	{.name = "time_unit", .type = G_ENUM, .values = &ge_target_frequency_time_unit},
	{.name = NULL},
};
const struct g_message gm_target_cpm_target_frequency_goal = {
	"common.TargetCpmTargetFrequencyGoal",
	target_cpm_target_frequency_goal_fields,
};

static const struct g_field fixed_cpm_target_frequency_goal_info_fields[] = {
	{.name = "target_count", .type = G_INT64},
	{.name = "time_unit", .type = G_ENUM, .values = &ge_fixed_cpm_target_frequency_time_unit},
	{.name = NULL},
};
const struct g_message gm_fixed_cpm_target_frequency_goal_info = {
	"common.FixedCpmTargetFrequencyGoalInfo",
	fixed_cpm_target_frequency_goal_info_fields,
};

static const struct g_field local_services_phone_number_fields[] = {
	{.name = "phone_number", .type = G_STRING},
	{.name = "country_code", .type = G_STRING},
	{.name = "phone_number_type", .type = G_ENUM, .values = &ge_gls_phone_number_type},
	{.name = NULL},
};
const struct g_message gm_local_services_phone_number = {
	"common.LocalServicesPhoneNumber",
	local_services_phone_number_fields,
};

static const struct g_field third_party_partner_data_fields[] = {
	{.name = "client_id", .type = G_STRING},
	{.name = "third_party_placement_id", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_third_party_partner_data = {
	"common.ThirdPartyIntegrationPartnerData",
	third_party_partner_data_fields,
};
