/* Assets, their links, and the pieces ads share with them, one row a field. */
/* clang-format off: a row is one line. */
#include "schema.h"

static const struct g_field synthetic_content_info_fields[] = {
	{.name = "advertiser_attestation", .type = G_MESSAGE,
	 .message = &gm_synthetic_content_attestation},
	{.name = "system_attestation", .type = G_FOREIGN, .flags = G_OUTPUT_ONLY},
	{.name = NULL},
};
const struct g_message gm_synthetic_content_info = {
	"common.SyntheticContentInfo",
	synthetic_content_info_fields,
};

static const struct g_field synthetic_content_attestation_fields[] = {
	{.name = "status", .type = G_ENUM, .values = &ge_synthetic_content_attestation_status},
	{.name = "source", .type = G_ENUM, .values = &ge_synthetic_content_source},
	{.name = NULL},
};
const struct g_message gm_synthetic_content_attestation = {
	"common.SyntheticContentAttestation",
	synthetic_content_attestation_fields,
};

static const struct g_field asset_fields[] = {
	{.name = "resource_name", .type = G_STRING, .flags = G_IMMUTABLE},
	{.name = "id", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = "name", .type = G_STRING},
	{.name = "type", .type = G_ENUM, .flags = G_OUTPUT_ONLY, .values = &ge_asset_type},
	{.name = "final_urls", .type = G_STRING, .flags = G_REPEATED, .check = CHECK_FINAL_URL},
	{.name = "final_mobile_urls", .type = G_STRING, .flags = G_REPEATED,
	 .check = CHECK_FINAL_URL},
	{.name = "tracking_url_template", .type = G_STRING, .check = CHECK_TEMPLATE},
	{.name = "url_custom_parameters", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_custom_parameter, .check = CHECK_CUSTOM_PARAMETERS},
	{.name = "final_url_suffix", .type = G_STRING, .check = CHECK_SUFFIX},
	{.name = "source", .type = G_ENUM, .flags = G_OUTPUT_ONLY, .values = &ge_asset_source},
	{.name = "policy_summary", .type = G_MESSAGE, .flags = G_OUTPUT_ONLY,
	 .message = &gm_asset_policy_summary},
	{.name = "field_type_policy_summaries", .type = G_FOREIGN,
	 .flags = G_REPEATED | G_OUTPUT_ONLY},
	{.name = "orientation", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_asset_orientation},
	{.name = "synthetic_content_info", .type = G_MESSAGE,
	 .message = &gm_synthetic_content_info},
	{.name = "youtube_video_asset", .type = G_MESSAGE, .flags = G_IMMUTABLE,
	 .message = &gm_youtube_video_asset, .oneof = "asset_data"},
	{.name = "media_bundle_asset", .type = G_FOREIGN, .flags = G_IMMUTABLE,
	 .oneof = "asset_data"},
	{.name = "image_asset", .type = G_MESSAGE, .flags = G_IMMUTABLE, .message = &gm_image_asset,
	 .oneof = "asset_data"},
	{.name = "text_asset", .type = G_MESSAGE, .flags = G_IMMUTABLE, .message = &gm_text_asset,
	 .oneof = "asset_data"},
	{.name = "lead_form_asset", .type = G_FOREIGN, .oneof = "asset_data"},
	{.name = "book_on_google_asset", .type = G_FOREIGN, .oneof = "asset_data"},
	{.name = "promotion_asset", .type = G_FOREIGN, .oneof = "asset_data"},
	{.name = "callout_asset", .type = G_MESSAGE, .message = &gm_callout_asset,
	 .oneof = "asset_data"},
	{.name = "structured_snippet_asset", .type = G_MESSAGE,
	 .message = &gm_structured_snippet_asset, .oneof = "asset_data"},
	{.name = "sitelink_asset", .type = G_MESSAGE, .message = &gm_sitelink_asset,
	 .oneof = "asset_data"},
	{.name = "page_feed_asset", .type = G_FOREIGN, .oneof = "asset_data"},
	{.name = "dynamic_education_asset", .type = G_FOREIGN, .oneof = "asset_data"},
	{.name = "mobile_app_asset", .type = G_FOREIGN, .oneof = "asset_data"},
	{.name = "hotel_callout_asset", .type = G_FOREIGN, .oneof = "asset_data"},
	{.name = "call_asset", .type = G_MESSAGE, .message = &gm_call_asset, .oneof = "asset_data"},
	{.name = "price_asset", .type = G_FOREIGN, .oneof = "asset_data"},
	{.name = "call_to_action_asset", .type = G_FOREIGN, .flags = G_IMMUTABLE,
	 .oneof = "asset_data"},
	{.name = "dynamic_real_estate_asset", .type = G_FOREIGN, .oneof = "asset_data"},
	{.name = "dynamic_custom_asset", .type = G_FOREIGN, .oneof = "asset_data"},
	{.name = "dynamic_hotels_and_rentals_asset", .type = G_FOREIGN, .oneof = "asset_data"},
	{.name = "dynamic_flights_asset", .type = G_FOREIGN, .oneof = "asset_data"},
	{.name = "demand_gen_carousel_card_asset", .type = G_FOREIGN, .flags = G_IMMUTABLE,
	 .oneof = "asset_data"},
	{.name = "dynamic_travel_asset", .type = G_FOREIGN, .oneof = "asset_data"},
	{.name = "dynamic_local_asset", .type = G_FOREIGN, .oneof = "asset_data"},
	{.name = "dynamic_jobs_asset", .type = G_FOREIGN, .oneof = "asset_data"},
	{.name = "location_asset", .type = G_FOREIGN, .flags = G_OUTPUT_ONLY,
	 .oneof = "asset_data"},
	{.name = "hotel_property_asset", .type = G_FOREIGN, .flags = G_IMMUTABLE,
	 .oneof = "asset_data"},
	{.name = "business_message_asset", .type = G_FOREIGN, .oneof = "asset_data"},
	{.name = "app_deep_link_asset", .type = G_FOREIGN, .flags = G_IMMUTABLE,
	 .oneof = "asset_data"},
	{.name = "youtube_video_list_asset", .type = G_FOREIGN, .flags = G_IMMUTABLE,
	 .oneof = "asset_data"},
	{.name = NULL},
};
const struct g_message gm_asset = {"resources.Asset", asset_fields};

static const struct g_field youtube_video_asset_fields[] = {
	{.name = "youtube_video_id", .type = G_STRING},
	{.name = "youtube_video_title", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_youtube_video_asset = {
	"common.YoutubeVideoAsset",
	youtube_video_asset_fields,
};

static const struct g_field image_asset_fields[] = {
	{.name = "data", .type = G_BYTES},
	{.name = "file_size", .type = G_INT64},
	{.name = "mime_type", .type = G_ENUM, .values = &ge_mime_type},
	{.name = "full_size", .type = G_MESSAGE, .message = &gm_image_dimension},
	{.name = NULL},
};
const struct g_message gm_image_asset = {"common.ImageAsset", image_asset_fields};

static const struct g_field text_asset_fields[] = {
	{.name = "text", .type = G_STRING, .flags = G_REQUIRED},
	{.name = NULL},
};
const struct g_message gm_text_asset = {"common.TextAsset", text_asset_fields};

static const struct g_field callout_asset_fields[] = {
	{.name = "callout_text", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "start_date", .type = G_STRING},
	{.name = "end_date", .type = G_STRING},
	{.name = "ad_schedule_targets", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_schedule_info},
	{.name = NULL},
};
const struct g_message gm_callout_asset = {"common.CalloutAsset", callout_asset_fields};

static const struct g_field structured_snippet_asset_fields[] = {
	{.name = "header", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "values", .type = G_STRING, .flags = G_REPEATED | G_REQUIRED},
	{.name = NULL},
};
const struct g_message gm_structured_snippet_asset = {
	"common.StructuredSnippetAsset",
	structured_snippet_asset_fields,
};

static const struct g_field sitelink_asset_fields[] = {
	{.name = "link_text", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "description1", .type = G_STRING},
	{.name = "description2", .type = G_STRING},
	{.name = "start_date", .type = G_STRING},
	{.name = "end_date", .type = G_STRING},
	{.name = "ad_schedule_targets", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_schedule_info},
	{.name = NULL},
};
const struct g_message gm_sitelink_asset = {"common.SitelinkAsset", sitelink_asset_fields};

static const struct g_field call_asset_fields[] = {
	{.name = "country_code", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "phone_number", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "call_conversion_reporting_state", .type = G_ENUM,
	 .values = &ge_call_conversion_reporting_state},
	{.name = "call_conversion_action", .type = G_STRING},
	{.name = "ad_schedule_targets", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_schedule_info},
	{.name = NULL},
};
const struct g_message gm_call_asset = {"common.CallAsset", call_asset_fields};

static const struct g_field image_dimension_fields[] = {
	{.name = "height_pixels", .type = G_INT64},
	{.name = "width_pixels", .type = G_INT64},
	{.name = "url", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_image_dimension = {"common.ImageDimension", image_dimension_fields};

static const struct g_field campaign_asset_fields[] = {
	{.name = "resource_name", .type = G_STRING, .flags = G_IMMUTABLE},
	{.name = "campaign", .type = G_STRING, .flags = G_IMMUTABLE | G_REQUIRED},
	{.name = "asset", .type = G_STRING, .flags = G_IMMUTABLE | G_REQUIRED},
	{.name = "field_type", .type = G_ENUM, .flags = G_IMMUTABLE | G_REQUIRED,
	 .values = &ge_asset_field_type},
	{.name = "source", .type = G_ENUM, .flags = G_OUTPUT_ONLY, .values = &ge_asset_source},
	{.name = "status", .type = G_ENUM, .values = &ge_asset_link_status},
	{.name = "primary_status", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_asset_link_primary_status},
	{.name = "primary_status_details", .type = G_FOREIGN, .flags = G_REPEATED | G_OUTPUT_ONLY},
	{.name = "primary_status_reasons", .type = G_ENUM, .flags = G_REPEATED | G_OUTPUT_ONLY,
	 .values = &ge_asset_link_primary_status_reason},
	{.name = NULL},
};
const struct g_message gm_campaign_asset = {"resources.CampaignAsset", campaign_asset_fields};

static const struct g_field ad_group_asset_fields[] = {
	{.name = "resource_name", .type = G_STRING, .flags = G_IMMUTABLE},
	{.name = "ad_group", .type = G_STRING, .flags = G_IMMUTABLE | G_REQUIRED},
	{.name = "asset", .type = G_STRING, .flags = G_IMMUTABLE | G_REQUIRED},
	{.name = "field_type", .type = G_ENUM, .flags = G_IMMUTABLE | G_REQUIRED,
	 .values = &ge_asset_field_type},
	{.name = "source", .type = G_ENUM, .flags = G_OUTPUT_ONLY, .values = &ge_asset_source},
	{.name = "status", .type = G_ENUM, .values = &ge_asset_link_status},
	{.name = "primary_status", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_asset_link_primary_status},
	{.name = "primary_status_details", .type = G_FOREIGN, .flags = G_REPEATED | G_OUTPUT_ONLY},
	{.name = "primary_status_reasons", .type = G_ENUM, .flags = G_REPEATED | G_OUTPUT_ONLY,
	 .values = &ge_asset_link_primary_status_reason},
	{.name = NULL},
};
const struct g_message gm_ad_group_asset = {"resources.AdGroupAsset", ad_group_asset_fields};
