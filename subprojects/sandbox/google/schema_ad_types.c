/* The kinds of ad, one row a field. */
/* clang-format off: a row is one line. */
#include "schema.h"

static const struct g_field final_app_url_fields[] = {
	{.name = "os_type", .type = G_ENUM, .values = &ge_app_url_operating_system_type},
	{.name = "url", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_final_app_url = {"common.FinalAppUrl", final_app_url_fields};

static const struct g_field url_collection_fields[] = {
	{.name = "url_collection_id", .type = G_STRING},
	{.name = "final_urls", .type = G_STRING, .flags = G_REPEATED, .check = CHECK_FINAL_URL},
	{.name = "final_mobile_urls", .type = G_STRING, .flags = G_REPEATED,
	 .check = CHECK_FINAL_URL},
	{.name = "tracking_url_template", .type = G_STRING, .check = CHECK_TEMPLATE},
	{.name = NULL},
};
const struct g_message gm_url_collection = {"common.UrlCollection", url_collection_fields};

static const struct g_field text_ad_info_fields[] = {
	{.name = "headline", .type = G_STRING},
	{.name = "description1", .type = G_STRING},
	{.name = "description2", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_text_ad_info = {"common.TextAdInfo", text_ad_info_fields};

static const struct g_field expanded_text_ad_info_fields[] = {
	{.name = "headline_part1", .type = G_STRING},
	{.name = "headline_part2", .type = G_STRING},
	{.name = "headline_part3", .type = G_STRING},
	{.name = "description", .type = G_STRING},
	{.name = "description2", .type = G_STRING},
	{.name = "path1", .type = G_STRING},
	{.name = "path2", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_expanded_text_ad_info = {
	"common.ExpandedTextAdInfo",
	expanded_text_ad_info_fields,
};

static const struct g_field expanded_dynamic_search_ad_info_fields[] = {
	{.name = "description", .type = G_STRING},
	{.name = "description2", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_expanded_dynamic_search_ad_info = {
	"common.ExpandedDynamicSearchAdInfo",
	expanded_dynamic_search_ad_info_fields,
};

static const struct g_field shopping_smart_ad_info_fields[] = {
	{.name = NULL},
};
const struct g_message gm_shopping_smart_ad_info = {
	"common.ShoppingSmartAdInfo",
	shopping_smart_ad_info_fields,
};

static const struct g_field shopping_product_ad_info_fields[] = {
	{.name = NULL},
};
const struct g_message gm_shopping_product_ad_info = {
	"common.ShoppingProductAdInfo",
	shopping_product_ad_info_fields,
};

static const struct g_field image_ad_info_fields[] = {
	{.name = "pixel_width", .type = G_INT64},
	{.name = "pixel_height", .type = G_INT64},
	{.name = "image_url", .type = G_STRING},
	{.name = "preview_pixel_width", .type = G_INT64},
	{.name = "preview_pixel_height", .type = G_INT64},
	{.name = "preview_image_url", .type = G_STRING},
	{.name = "mime_type", .type = G_ENUM, .values = &ge_mime_type},
	{.name = "name", .type = G_STRING},
	{.name = "image_asset", .type = G_MESSAGE, .message = &gm_ad_image_asset, .oneof = "image"},
	{.name = "data", .type = G_BYTES, .oneof = "image"},
	{.name = "ad_id_to_copy_image_from", .type = G_INT64, .oneof = "image"},
	{.name = NULL},
};
const struct g_message gm_image_ad_info = {"common.ImageAdInfo", image_ad_info_fields};

static const struct g_field video_ad_info_fields[] = {
	{.name = "video", .type = G_MESSAGE, .message = &gm_ad_video_asset},
	{.name = "in_stream", .type = G_MESSAGE, .message = &gm_video_true_view_in_stream_ad_info,
	 .oneof = "format"},
	{.name = "bumper", .type = G_MESSAGE, .message = &gm_video_bumper_in_stream_ad_info,
	 .oneof = "format"},
	{.name = "out_stream", .type = G_MESSAGE, .message = &gm_video_outstream_ad_info,
	 .oneof = "format"},
	{.name = "non_skippable", .type = G_MESSAGE,
	 .message = &gm_video_non_skippable_in_stream_ad_info, .oneof = "format"},
	{.name = "in_feed", .type = G_MESSAGE, .message = &gm_in_feed_video_ad_info,
	 .oneof = "format"},
	{.name = "audio", .type = G_MESSAGE, .message = &gm_you_tube_audio_ad_info,
	 .oneof = "format"},
	{.name = NULL},
};
const struct g_message gm_video_ad_info = {"common.VideoAdInfo", video_ad_info_fields};

static const struct g_field video_responsive_ad_info_fields[] = {
	{.name = "headlines", .type = G_MESSAGE, .flags = G_REPEATED, .message = &gm_ad_text_asset},
	{.name = "long_headlines", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_text_asset},
	{.name = "descriptions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_text_asset},
	{.name = "call_to_actions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_text_asset},
	{.name = "videos", .type = G_MESSAGE, .flags = G_REPEATED | G_REQUIRED,
	 .message = &gm_ad_video_asset},
	{.name = "business_name", .type = G_MESSAGE, .flags = G_REQUIRED,
	 .message = &gm_ad_text_asset},
	{.name = "logo_images", .type = G_MESSAGE, .flags = G_REPEATED | G_REQUIRED,
	 .message = &gm_ad_image_asset},
	{.name = "companion_banners", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_image_asset},
	{.name = "breadcrumb1", .type = G_STRING},
	{.name = "breadcrumb2", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_video_responsive_ad_info = {
	"common.VideoResponsiveAdInfo",
	video_responsive_ad_info_fields,
};

static const struct g_field responsive_search_ad_info_fields[] = {
	{.name = "headlines", .type = G_MESSAGE, .flags = G_REPEATED, .message = &gm_ad_text_asset},
	{.name = "descriptions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_text_asset},
	{.name = "path1", .type = G_STRING},
	{.name = "path2", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_responsive_search_ad_info = {
	"common.ResponsiveSearchAdInfo",
	responsive_search_ad_info_fields,
};

static const struct g_field legacy_responsive_display_ad_info_fields[] = {
	{.name = "short_headline", .type = G_STRING},
	{.name = "long_headline", .type = G_STRING},
	{.name = "description", .type = G_STRING},
	{.name = "business_name", .type = G_STRING},
	{.name = "allow_flexible_color", .type = G_BOOL},
	{.name = "accent_color", .type = G_STRING},
	{.name = "main_color", .type = G_STRING},
	{.name = "call_to_action_text", .type = G_STRING},
	{.name = "logo_image", .type = G_STRING},
	{.name = "square_logo_image", .type = G_STRING},
	{.name = "marketing_image", .type = G_STRING},
	{.name = "square_marketing_image", .type = G_STRING},
	{.name = "format_setting", .type = G_ENUM, .values = &ge_display_ad_format_setting},
	{.name = "price_prefix", .type = G_STRING},
	{.name = "promo_text", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_legacy_responsive_display_ad_info = {
	"common.LegacyResponsiveDisplayAdInfo",
	legacy_responsive_display_ad_info_fields,
};

static const struct g_field app_ad_info_fields[] = {
	{.name = "mandatory_ad_text", .type = G_MESSAGE, .message = &gm_ad_text_asset},
	{.name = "headlines", .type = G_MESSAGE, .flags = G_REPEATED, .message = &gm_ad_text_asset},
	{.name = "descriptions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_text_asset},
	{.name = "images", .type = G_MESSAGE, .flags = G_REPEATED, .message = &gm_ad_image_asset},
	{.name = "youtube_videos", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_video_asset},
	{.name = "html5_media_bundles", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_media_bundle_asset},
	{.name = "app_deep_link", .type = G_MESSAGE, .message = &gm_ad_app_deep_link_asset},
	{.name = NULL},
};
const struct g_message gm_app_ad_info = {"common.AppAdInfo", app_ad_info_fields};

static const struct g_field legacy_app_install_ad_info_fields[] = {
	{.name = "app_id", .type = G_STRING},
	{.name = "app_store", .type = G_ENUM, .values = &ge_legacy_app_install_ad_app_store},
	{.name = "headline", .type = G_STRING},
	{.name = "description1", .type = G_STRING},
	{.name = "description2", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_legacy_app_install_ad_info = {
	"common.LegacyAppInstallAdInfo",
	legacy_app_install_ad_info_fields,
};

static const struct g_field responsive_display_ad_info_fields[] = {
	{.name = "marketing_images", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_image_asset},
	{.name = "square_marketing_images", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_image_asset},
	{.name = "logo_images", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_image_asset},
	{.name = "square_logo_images", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_image_asset},
	{.name = "headlines", .type = G_MESSAGE, .flags = G_REPEATED, .message = &gm_ad_text_asset},
	{.name = "long_headline", .type = G_MESSAGE, .message = &gm_ad_text_asset},
	{.name = "descriptions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_text_asset},
	{.name = "youtube_videos", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_video_asset},
	{.name = "business_name", .type = G_STRING},
	{.name = "main_color", .type = G_STRING},
	{.name = "accent_color", .type = G_STRING},
	{.name = "allow_flexible_color", .type = G_BOOL},
	{.name = "call_to_action_text", .type = G_STRING},
	{.name = "price_prefix", .type = G_STRING},
	{.name = "promo_text", .type = G_STRING},
	{.name = "format_setting", .type = G_ENUM, .values = &ge_display_ad_format_setting},
	{.name = "control_spec", .type = G_MESSAGE,
	 .message = &gm_responsive_display_ad_control_spec},
	{.name = NULL},
};
const struct g_message gm_responsive_display_ad_info = {
	"common.ResponsiveDisplayAdInfo",
	responsive_display_ad_info_fields,
};

static const struct g_field local_ad_info_fields[] = {
	{.name = "headlines", .type = G_MESSAGE, .flags = G_REPEATED, .message = &gm_ad_text_asset},
	{.name = "descriptions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_text_asset},
	{.name = "call_to_actions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_text_asset},
	{.name = "marketing_images", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_image_asset},
	{.name = "logo_images", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_image_asset},
	{.name = "videos", .type = G_MESSAGE, .flags = G_REPEATED, .message = &gm_ad_video_asset},
	{.name = "path1", .type = G_STRING},
	{.name = "path2", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_local_ad_info = {"common.LocalAdInfo", local_ad_info_fields};

static const struct g_field display_upload_ad_info_fields[] = {
	{.name = "display_upload_product_type", .type = G_ENUM,
	 .values = &ge_display_upload_product_type},
	{.name = "media_bundle", .type = G_MESSAGE, .message = &gm_ad_media_bundle_asset,
	 .oneof = "media_asset"},
	{.name = NULL},
};
const struct g_message gm_display_upload_ad_info = {
	"common.DisplayUploadAdInfo",
	display_upload_ad_info_fields,
};

static const struct g_field app_engagement_ad_info_fields[] = {
	{.name = "headlines", .type = G_MESSAGE, .flags = G_REPEATED, .message = &gm_ad_text_asset},
	{.name = "descriptions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_text_asset},
	{.name = "images", .type = G_MESSAGE, .flags = G_REPEATED, .message = &gm_ad_image_asset},
	{.name = "videos", .type = G_MESSAGE, .flags = G_REPEATED, .message = &gm_ad_video_asset},
	{.name = NULL},
};
const struct g_message gm_app_engagement_ad_info = {
	"common.AppEngagementAdInfo",
	app_engagement_ad_info_fields,
};

static const struct g_field shopping_comparison_listing_ad_info_fields[] = {
	{.name = "headline", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_shopping_comparison_listing_ad_info = {
	"common.ShoppingComparisonListingAdInfo",
	shopping_comparison_listing_ad_info_fields,
};

static const struct g_field smart_campaign_ad_info_fields[] = {
	{.name = "headlines", .type = G_MESSAGE, .flags = G_REPEATED, .message = &gm_ad_text_asset},
	{.name = "descriptions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_text_asset},
	{.name = NULL},
};
const struct g_message gm_smart_campaign_ad_info = {
	"common.SmartCampaignAdInfo",
	smart_campaign_ad_info_fields,
};

static const struct g_field app_pre_registration_ad_info_fields[] = {
	{.name = "headlines", .type = G_MESSAGE, .flags = G_REPEATED, .message = &gm_ad_text_asset},
	{.name = "descriptions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_text_asset},
	{.name = "images", .type = G_MESSAGE, .flags = G_REPEATED, .message = &gm_ad_image_asset},
	{.name = "youtube_videos", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_video_asset},
	{.name = NULL},
};
const struct g_message gm_app_pre_registration_ad_info = {
	"common.AppPreRegistrationAdInfo",
	app_pre_registration_ad_info_fields,
};

static const struct g_field demand_gen_multi_asset_ad_info_fields[] = {
	{.name = "marketing_images", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_image_asset},
	{.name = "square_marketing_images", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_image_asset},
	{.name = "portrait_marketing_images", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_image_asset},
	{.name = "tall_portrait_marketing_images", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_image_asset},
	{.name = "logo_images", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_image_asset},
	{.name = "classic_display_images", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_image_asset},
	{.name = "headlines", .type = G_MESSAGE, .flags = G_REPEATED, .message = &gm_ad_text_asset},
	{.name = "descriptions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_text_asset},
	{.name = "business_name", .type = G_STRING},
	{.name = "call_to_action_text", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_demand_gen_multi_asset_ad_info = {
	"common.DemandGenMultiAssetAdInfo",
	demand_gen_multi_asset_ad_info_fields,
};

static const struct g_field demand_gen_carousel_ad_info_fields[] = {
	{.name = "business_name", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "logo_image", .type = G_MESSAGE, .flags = G_REQUIRED,
	 .message = &gm_ad_image_asset},
	{.name = "headline", .type = G_MESSAGE, .flags = G_REQUIRED, .message = &gm_ad_text_asset},
	{.name = "description", .type = G_MESSAGE, .flags = G_REQUIRED,
	 .message = &gm_ad_text_asset},
	{.name = "call_to_action_text", .type = G_STRING},
	{.name = "carousel_cards", .type = G_MESSAGE, .flags = G_REPEATED | G_REQUIRED,
	 .message = &gm_ad_demand_gen_carousel_card_asset},
	{.name = NULL},
};
const struct g_message gm_demand_gen_carousel_ad_info = {
	"common.DemandGenCarouselAdInfo",
	demand_gen_carousel_ad_info_fields,
};

static const struct g_field demand_gen_video_responsive_ad_info_fields[] = {
	{.name = "headlines", .type = G_MESSAGE, .flags = G_REPEATED, .message = &gm_ad_text_asset},
	{.name = "long_headlines", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_text_asset},
	{.name = "descriptions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_text_asset},
	{.name = "videos", .type = G_MESSAGE, .flags = G_REPEATED | G_REQUIRED,
	 .message = &gm_ad_video_asset},
	{.name = "logo_images", .type = G_MESSAGE, .flags = G_REPEATED | G_REQUIRED,
	 .message = &gm_ad_image_asset},
	{.name = "companion_banners", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_image_asset},
	{.name = "breadcrumb1", .type = G_STRING},
	{.name = "breadcrumb2", .type = G_STRING},
	{.name = "business_name", .type = G_MESSAGE, .flags = G_REQUIRED,
	 .message = &gm_ad_text_asset},
	{.name = "call_to_actions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_ad_call_to_action_asset},
	{.name = NULL},
};
const struct g_message gm_demand_gen_video_responsive_ad_info = {
	"common.DemandGenVideoResponsiveAdInfo",
	demand_gen_video_responsive_ad_info_fields,
};

static const struct g_field demand_gen_product_ad_info_fields[] = {
	{.name = "headline", .type = G_MESSAGE, .flags = G_REQUIRED, .message = &gm_ad_text_asset},
	{.name = "description", .type = G_MESSAGE, .flags = G_REQUIRED,
	 .message = &gm_ad_text_asset},
	{.name = "logo_image", .type = G_MESSAGE, .flags = G_REQUIRED,
	 .message = &gm_ad_image_asset},
	{.name = "breadcrumb1", .type = G_STRING},
	{.name = "breadcrumb2", .type = G_STRING},
	{.name = "business_name", .type = G_MESSAGE, .flags = G_REQUIRED,
	 .message = &gm_ad_text_asset},
	{.name = "call_to_action", .type = G_MESSAGE, .message = &gm_ad_call_to_action_asset},
	{.name = NULL},
};
const struct g_message gm_demand_gen_product_ad_info = {
	"common.DemandGenProductAdInfo",
	demand_gen_product_ad_info_fields,
};

static const struct g_field travel_ad_info_fields[] = {
	{.name = NULL},
};
const struct g_message gm_travel_ad_info = {"common.TravelAdInfo", travel_ad_info_fields};

static const struct g_field ad_image_asset_fields[] = {
	{.name = "asset", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_ad_image_asset = {"common.AdImageAsset", ad_image_asset_fields};

static const struct g_field ad_video_asset_fields[] = {
	{.name = "asset", .type = G_STRING},
	{.name = "ad_video_asset_info", .type = G_MESSAGE, .message = &gm_ad_video_asset_info},
	{.name = NULL},
};
const struct g_message gm_ad_video_asset = {"common.AdVideoAsset", ad_video_asset_fields};

static const struct g_field video_true_view_in_stream_ad_info_fields[] = {
	{.name = "action_button_label", .type = G_STRING},
	{.name = "action_headline", .type = G_STRING},
	{.name = "companion_banner", .type = G_MESSAGE, .message = &gm_ad_image_asset},
	{.name = NULL},
};
const struct g_message gm_video_true_view_in_stream_ad_info = {
	"common.VideoTrueViewInStreamAdInfo",
	video_true_view_in_stream_ad_info_fields,
};

static const struct g_field video_bumper_in_stream_ad_info_fields[] = {
	{.name = "companion_banner", .type = G_MESSAGE, .message = &gm_ad_image_asset},
	{.name = "action_button_label", .type = G_STRING},
	{.name = "action_headline", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_video_bumper_in_stream_ad_info = {
	"common.VideoBumperInStreamAdInfo",
	video_bumper_in_stream_ad_info_fields,
};

static const struct g_field video_outstream_ad_info_fields[] = {
	{.name = "headline", .type = G_STRING},
	{.name = "description", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_video_outstream_ad_info = {
	"common.VideoOutstreamAdInfo",
	video_outstream_ad_info_fields,
};

static const struct g_field video_non_skippable_in_stream_ad_info_fields[] = {
	{.name = "companion_banner", .type = G_MESSAGE, .message = &gm_ad_image_asset},
	{.name = "action_button_label", .type = G_STRING},
	{.name = "action_headline", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_video_non_skippable_in_stream_ad_info = {
	"common.VideoNonSkippableInStreamAdInfo",
	video_non_skippable_in_stream_ad_info_fields,
};

static const struct g_field in_feed_video_ad_info_fields[] = {
	{.name = "headline", .type = G_STRING},
	{.name = "description1", .type = G_STRING},
	{.name = "description2", .type = G_STRING},
	{.name = "thumbnail", .type = G_ENUM, .values = &ge_video_thumbnail},
	{.name = NULL},
};
const struct g_message gm_in_feed_video_ad_info = {
	"common.InFeedVideoAdInfo",
	in_feed_video_ad_info_fields,
};

static const struct g_field you_tube_audio_ad_info_fields[] = {
	{.name = NULL},
};
const struct g_message gm_you_tube_audio_ad_info = {
	"common.YouTubeAudioAdInfo",
	you_tube_audio_ad_info_fields,
};

static const struct g_field ad_text_asset_fields[] = {
	{.name = "text", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "pinned_field", .type = G_ENUM, .values = &ge_served_asset_field_type},
	{.name = "asset_performance_label", .type = G_ENUM, .values = &ge_asset_performance_label},
	{.name = "policy_summary_info", .type = G_MESSAGE, .message = &gm_ad_asset_policy_summary},
	{.name = NULL},
};
const struct g_message gm_ad_text_asset = {"common.AdTextAsset", ad_text_asset_fields};

static const struct g_field ad_media_bundle_asset_fields[] = {
	{.name = "asset", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_ad_media_bundle_asset = {
	"common.AdMediaBundleAsset",
	ad_media_bundle_asset_fields,
};

static const struct g_field ad_app_deep_link_asset_fields[] = {
	{.name = "asset", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_ad_app_deep_link_asset = {
	"common.AdAppDeepLinkAsset",
	ad_app_deep_link_asset_fields,
};

static const struct g_field responsive_display_ad_control_spec_fields[] = {
	{.name = "enable_asset_enhancements", .type = G_BOOL},
	{.name = "enable_autogen_video", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_responsive_display_ad_control_spec = {
	"common.ResponsiveDisplayAdControlSpec",
	responsive_display_ad_control_spec_fields,
};

static const struct g_field ad_demand_gen_carousel_card_asset_fields[] = {
	{.name = "asset", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_ad_demand_gen_carousel_card_asset = {
	"common.AdDemandGenCarouselCardAsset",
	ad_demand_gen_carousel_card_asset_fields,
};

static const struct g_field ad_call_to_action_asset_fields[] = {
	{.name = "asset", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_ad_call_to_action_asset = {
	"common.AdCallToActionAsset",
	ad_call_to_action_asset_fields,
};

static const struct g_field ad_video_asset_info_fields[] = {
	{.name = "ad_video_asset_inventory_preferences", .type = G_MESSAGE,
	 .message = &gm_ad_video_asset_inventory_preferences},
	{.name = "ad_video_asset_feature_control", .type = G_MESSAGE,
	 .message = &gm_ad_video_asset_link_feature_control},
	{.name = NULL},
};
const struct g_message gm_ad_video_asset_info = {
	"common.AdVideoAssetInfo",
	ad_video_asset_info_fields,
};

static const struct g_field ad_video_asset_inventory_preferences_fields[] = {
	{.name = "in_feed_preference", .type = G_BOOL},
	{.name = "in_stream_preference", .type = G_BOOL},
	{.name = "shorts_preference", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_ad_video_asset_inventory_preferences = {
	"common.AdVideoAssetInventoryPreferences",
	ad_video_asset_inventory_preferences_fields,
};

static const struct g_field ad_video_asset_link_feature_control_fields[] = {
	{.name = "allow_youtube_comments", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_ad_video_asset_link_feature_control = {
	"common.AdVideoAssetLinkFeatureControl",
	ad_video_asset_link_feature_control_fields,
};
