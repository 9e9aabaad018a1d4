/* Ad groups, one row a field. */
/* clang-format off: a row is one line. */
#include "schema.h"

static const struct g_field ad_group_fields[] = {
	{.name = "resource_name", .type = G_STRING, .flags = G_IMMUTABLE},
	{.name = "id", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = "name", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "status", .type = G_ENUM, .values = &ge_ad_group_status},
	{.name = "type", .type = G_ENUM, .flags = G_IMMUTABLE, .values = &ge_ad_group_type},
	{.name = "ad_rotation_mode", .type = G_ENUM, .values = &ge_ad_group_ad_rotation_mode},
	{.name = "base_ad_group", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "tracking_url_template", .type = G_STRING, .check = CHECK_TEMPLATE},
	{.name = "url_custom_parameters", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_custom_parameter, .check = CHECK_CUSTOM_PARAMETERS},
	{.name = "campaign", .type = G_STRING, .flags = G_IMMUTABLE | G_REQUIRED},
	{.name = "cpc_bid_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "effective_cpc_bid_micros", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = "cpm_bid_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "target_cpa_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "cpv_bid_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "target_cpm_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "target_roas", .type = G_DOUBLE},
	{.name = "percent_cpc_bid_micros", .type = G_INT64},
	{.name = "fixed_cpm_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "target_cpv_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "target_cpc_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "optimized_targeting_enabled", .type = G_BOOL},
	{.name = "exclude_demographic_expansion", .type = G_BOOL},
	{.name = "display_custom_bid_dimension", .type = G_ENUM, .values = &ge_targeting_dimension},
	{.name = "final_url_suffix", .type = G_STRING, .check = CHECK_SUFFIX},
	{.name = "targeting_setting", .type = G_MESSAGE, .message = &gm_targeting_setting},
	{.name = "audience_setting", .type = G_MESSAGE, .flags = G_IMMUTABLE,
	 .message = &gm_ad_group_audience_setting},
	{.name = "effective_target_cpa_micros", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = "effective_target_cpa_source", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_bidding_source},
	{.name = "effective_target_roas", .type = G_DOUBLE, .flags = G_OUTPUT_ONLY},
	{.name = "effective_target_roas_source", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_bidding_source},
	{.name = "effective_target_cpc", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = "effective_target_cpc_source", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_bidding_source},
	{.name = "labels", .type = G_STRING, .flags = G_REPEATED | G_OUTPUT_ONLY},
	{.name = "excluded_parent_asset_field_types", .type = G_ENUM, .flags = G_REPEATED,
	 .values = &ge_asset_field_type},
	{.name = "excluded_parent_asset_set_types", .type = G_ENUM, .flags = G_REPEATED,
	 .values = &ge_asset_set_type},
	{.name = "primary_status", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_ad_group_primary_status},
	{.name = "primary_status_reasons", .type = G_ENUM, .flags = G_REPEATED | G_OUTPUT_ONLY,
	 .values = &ge_ad_group_primary_status_reason},
	{.name = "demand_gen_ad_group_settings", .type = G_MESSAGE,
	 .message = &gm_ad_group_demand_gen_ad_group_settings},
	{.name = "video_ad_group_settings", .type = G_MESSAGE,
	 .message = &gm_ad_group_video_ad_group_settings},
	{.name = "ai_max_ad_group_setting", .type = G_MESSAGE,
	 .message = &gm_ad_group_ai_max_ad_group_setting},
	{.name = "vertical_ads_format_setting", .type = G_MESSAGE,
	 .message = &gm_ad_group_vertical_ads_format_setting},
	{.name = NULL},
};
const struct g_message gm_ad_group = {"resources.AdGroup", ad_group_fields};

static const struct g_field ad_group_audience_setting_fields[] = {
	{.name = "use_audience_grouped", .type = G_BOOL, .flags = G_IMMUTABLE},
	{.name = NULL},
};
const struct g_message gm_ad_group_audience_setting = {
	"resources.AdGroup.AudienceSetting",
	ad_group_audience_setting_fields,
};

static const struct g_field ad_group_demand_gen_ad_group_settings_fields[] = {
	{.name = "channel_controls", .type = G_MESSAGE, .message = &gm_demand_gen_channel_controls},
	{.name = NULL},
};
const struct g_message gm_ad_group_demand_gen_ad_group_settings = {
	"resources.AdGroup.DemandGenAdGroupSettings",
	ad_group_demand_gen_ad_group_settings_fields,
};

static const struct g_field ad_group_video_ad_group_settings_fields[] = {
	{.name = "video_ad_sequence", .type = G_MESSAGE,
	 .message = &gm_video_ad_group_video_ad_sequence_step_setting},
	{.name = NULL},
};
const struct g_message gm_ad_group_video_ad_group_settings = {
	"resources.AdGroup.VideoAdGroupSettings",
	ad_group_video_ad_group_settings_fields,
};

static const struct g_field ad_group_ai_max_ad_group_setting_fields[] = {
	{.name = "disable_search_term_matching", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_ad_group_ai_max_ad_group_setting = {
	"resources.AdGroup.AiMaxAdGroupSetting",
	ad_group_ai_max_ad_group_setting_fields,
};

static const struct g_field ad_group_vertical_ads_format_setting_fields[] = {
	{.name = "disable_text_ads", .type = G_BOOL},
	{.name = "enable_booking_links", .type = G_BOOL},
	{.name = "enable_vertical_promotion_ads", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_ad_group_vertical_ads_format_setting = {
	"resources.AdGroup.VerticalAdsFormatSetting",
	ad_group_vertical_ads_format_setting_fields,
};

static const struct g_field demand_gen_channel_controls_fields[] = {
	{.name = "channel_config", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_demand_gen_channel_config},
	{.name = "channel_strategy", .type = G_ENUM, .values = &ge_demand_gen_channel_strategy,
	 .oneof = "channel_configuration"},
	{.name = "selected_channels", .type = G_MESSAGE,
	 .message = &gm_demand_gen_selected_channels, .oneof = "channel_configuration"},
	{.name = NULL},
};
const struct g_message gm_demand_gen_channel_controls = {
	"resources.AdGroup.DemandGenAdGroupSettings.DemandGenChannelControls",
	demand_gen_channel_controls_fields,
};

static const struct g_field video_ad_group_video_ad_sequence_step_setting_fields[] = {
	{.name = "step_id", .type = G_INT64},
	{.name = NULL},
};
const struct g_message gm_video_ad_group_video_ad_sequence_step_setting = {
	"resources.AdGroup.VideoAdGroupSettings.VideoAdSequenceStepSetting",
	video_ad_group_video_ad_sequence_step_setting_fields,
};

static const struct g_field demand_gen_selected_channels_fields[] = {
	{.name = "youtube_in_stream", .type = G_BOOL},
	{.name = "youtube_in_feed", .type = G_BOOL},
	{.name = "youtube_shorts", .type = G_BOOL},
	{.name = "discover", .type = G_BOOL},
	{.name = "gmail", .type = G_BOOL},
	{.name = "display", .type = G_BOOL},
	{.name = "maps", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_demand_gen_selected_channels = {
	"resources.AdGroup.DemandGenAdGroupSettings.DemandGenChannelControls."
	"DemandGenSelectedChannels",
	demand_gen_selected_channels_fields,
};
