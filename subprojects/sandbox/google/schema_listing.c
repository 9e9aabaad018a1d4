/* Listing dimensions of shopping and hotel criteria, one row a field. */
/* clang-format off: a row is one line. */
#include "schema.h"

static const struct g_field hotel_ad_info_fields[] = {
	{.name = NULL},
};
const struct g_message gm_hotel_ad_info = {"common.HotelAdInfo", hotel_ad_info_fields};

static const struct g_field listing_group_info_fields[] = {
	{.name = "type", .type = G_ENUM, .values = &ge_listing_group_type},
	{.name = "case_value", .type = G_MESSAGE, .message = &gm_listing_dimension_info},
	{.name = "parent_ad_group_criterion", .type = G_STRING},
	{.name = "path", .type = G_MESSAGE, .message = &gm_listing_dimension_path},
	{.name = NULL},
};
const struct g_message gm_listing_group_info = {
	"common.ListingGroupInfo",
	listing_group_info_fields,
};

static const struct g_field listing_dimension_info_fields[] = {
	{.name = "hotel_id", .type = G_MESSAGE, .message = &gm_hotel_id_info, .oneof = "dimension"},
	{.name = "hotel_class", .type = G_MESSAGE, .message = &gm_hotel_class_info,
	 .oneof = "dimension"},
	{.name = "hotel_country_region", .type = G_MESSAGE,
	 .message = &gm_hotel_country_region_info, .oneof = "dimension"},
	{.name = "hotel_state", .type = G_MESSAGE, .message = &gm_hotel_state_info,
	 .oneof = "dimension"},
	{.name = "hotel_city", .type = G_MESSAGE, .message = &gm_hotel_city_info,
	 .oneof = "dimension"},
	{.name = "product_category", .type = G_MESSAGE, .message = &gm_product_category_info,
	 .oneof = "dimension"},
	{.name = "product_brand", .type = G_MESSAGE, .message = &gm_product_brand_info,
	 .oneof = "dimension"},
	{.name = "product_channel", .type = G_MESSAGE, .message = &gm_product_channel_info,
	 .oneof = "dimension"},
	{.name = "product_channel_exclusivity", .type = G_MESSAGE,
	 .message = &gm_product_channel_exclusivity_info, .oneof = "dimension"},
	{.name = "product_condition", .type = G_MESSAGE, .message = &gm_product_condition_info,
	 .oneof = "dimension"},
	{.name = "product_custom_attribute", .type = G_MESSAGE,
	 .message = &gm_product_custom_attribute_info, .oneof = "dimension"},
	{.name = "product_item_id", .type = G_MESSAGE, .message = &gm_product_item_id_info,
	 .oneof = "dimension"},
	{.name = "product_type", .type = G_MESSAGE, .message = &gm_product_type_info,
	 .oneof = "dimension"},
	{.name = "product_grouping", .type = G_MESSAGE, .message = &gm_product_grouping_info,
	 .oneof = "dimension"},
	{.name = "product_labels", .type = G_MESSAGE, .message = &gm_product_labels_info,
	 .oneof = "dimension"},
	{.name = "product_legacy_condition", .type = G_MESSAGE,
	 .message = &gm_product_legacy_condition_info, .oneof = "dimension"},
	{.name = "product_type_full", .type = G_MESSAGE, .message = &gm_product_type_full_info,
	 .oneof = "dimension"},
	{.name = "activity_id", .type = G_MESSAGE, .message = &gm_activity_id_info,
	 .oneof = "dimension"},
	{.name = "activity_rating", .type = G_MESSAGE, .message = &gm_activity_rating_info,
	 .oneof = "dimension"},
	{.name = "activity_country", .type = G_MESSAGE, .message = &gm_activity_country_info,
	 .oneof = "dimension"},
	{.name = "activity_state", .type = G_MESSAGE, .message = &gm_activity_state_info,
	 .oneof = "dimension"},
	{.name = "activity_city", .type = G_MESSAGE, .message = &gm_activity_city_info,
	 .oneof = "dimension"},
	{.name = "unknown_listing_dimension", .type = G_MESSAGE,
	 .message = &gm_unknown_listing_dimension_info, .oneof = "dimension"},
	{.name = NULL},
};
const struct g_message gm_listing_dimension_info = {
	"common.ListingDimensionInfo",
	listing_dimension_info_fields,
};

static const struct g_field listing_dimension_path_fields[] = {
	{.name = "dimensions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_listing_dimension_info},
	{.name = NULL},
};
const struct g_message gm_listing_dimension_path = {
	"common.ListingDimensionPath",
	listing_dimension_path_fields,
};

static const struct g_field hotel_id_info_fields[] = {
	{.name = "value", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_hotel_id_info = {"common.HotelIdInfo", hotel_id_info_fields};

static const struct g_field hotel_class_info_fields[] = {
	{.name = "value", .type = G_INT64},
	{.name = NULL},
};
const struct g_message gm_hotel_class_info = {"common.HotelClassInfo", hotel_class_info_fields};

static const struct g_field hotel_country_region_info_fields[] = {
	{.name = "country_region_criterion", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_hotel_country_region_info = {
	"common.HotelCountryRegionInfo",
	hotel_country_region_info_fields,
};

static const struct g_field hotel_state_info_fields[] = {
	{.name = "state_criterion", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_hotel_state_info = {"common.HotelStateInfo", hotel_state_info_fields};

static const struct g_field hotel_city_info_fields[] = {
	{.name = "city_criterion", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_hotel_city_info = {"common.HotelCityInfo", hotel_city_info_fields};

static const struct g_field product_category_info_fields[] = {
	{.name = "category_id", .type = G_INT64},
	{.name = "level", .type = G_ENUM, .values = &ge_product_category_level},
	{.name = NULL},
};
const struct g_message gm_product_category_info = {
	"common.ProductCategoryInfo",
	product_category_info_fields,
};

static const struct g_field product_brand_info_fields[] = {
	{.name = "value", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_product_brand_info = {
	"common.ProductBrandInfo",
	product_brand_info_fields,
};

static const struct g_field product_channel_info_fields[] = {
	{.name = "channel", .type = G_ENUM, .values = &ge_product_channel},
	{.name = NULL},
};
const struct g_message gm_product_channel_info = {
	"common.ProductChannelInfo",
	product_channel_info_fields,
};

static const struct g_field product_channel_exclusivity_info_fields[] = {
	{.name = "channel_exclusivity", .type = G_ENUM, .values = &ge_product_channel_exclusivity},
	{.name = NULL},
};
const struct g_message gm_product_channel_exclusivity_info = {
	"common.ProductChannelExclusivityInfo",
	product_channel_exclusivity_info_fields,
};

static const struct g_field product_condition_info_fields[] = {
	{.name = "condition", .type = G_ENUM, .values = &ge_product_condition},
	{.name = NULL},
};
const struct g_message gm_product_condition_info = {
	"common.ProductConditionInfo",
	product_condition_info_fields,
};

static const struct g_field product_custom_attribute_info_fields[] = {
	{.name = "value", .type = G_STRING},
	{.name = "index", .type = G_ENUM, .values = &ge_product_custom_attribute_index},
	{.name = NULL},
};
const struct g_message gm_product_custom_attribute_info = {
	"common.ProductCustomAttributeInfo",
	product_custom_attribute_info_fields,
};

static const struct g_field product_item_id_info_fields[] = {
	{.name = "value", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_product_item_id_info = {
	"common.ProductItemIdInfo",
	product_item_id_info_fields,
};

static const struct g_field product_type_info_fields[] = {
	{.name = "value", .type = G_STRING},
	{.name = "level", .type = G_ENUM, .values = &ge_product_type_level},
	{.name = NULL},
};
const struct g_message gm_product_type_info = {
	"common.ProductTypeInfo",
	product_type_info_fields,
};

static const struct g_field product_grouping_info_fields[] = {
	{.name = "value", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_product_grouping_info = {
	"common.ProductGroupingInfo",
	product_grouping_info_fields,
};

static const struct g_field product_labels_info_fields[] = {
	{.name = "value", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_product_labels_info = {
	"common.ProductLabelsInfo",
	product_labels_info_fields,
};

static const struct g_field product_legacy_condition_info_fields[] = {
	{.name = "value", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_product_legacy_condition_info = {
	"common.ProductLegacyConditionInfo",
	product_legacy_condition_info_fields,
};

static const struct g_field product_type_full_info_fields[] = {
	{.name = "value", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_product_type_full_info = {
	"common.ProductTypeFullInfo",
	product_type_full_info_fields,
};

static const struct g_field activity_id_info_fields[] = {
	{.name = "value", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_activity_id_info = {"common.ActivityIdInfo", activity_id_info_fields};

static const struct g_field activity_rating_info_fields[] = {
	{.name = "value", .type = G_INT64},
	{.name = NULL},
};
const struct g_message gm_activity_rating_info = {
	"common.ActivityRatingInfo",
	activity_rating_info_fields,
};

static const struct g_field activity_country_info_fields[] = {
	{.name = "value", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_activity_country_info = {
	"common.ActivityCountryInfo",
	activity_country_info_fields,
};

static const struct g_field activity_state_info_fields[] = {
	{.name = "value", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_activity_state_info = {
	"common.ActivityStateInfo",
	activity_state_info_fields,
};

static const struct g_field activity_city_info_fields[] = {
	{.name = "value", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_activity_city_info = {
	"common.ActivityCityInfo",
	activity_city_info_fields,
};

static const struct g_field unknown_listing_dimension_info_fields[] = {
	{.name = NULL},
};
const struct g_message gm_unknown_listing_dimension_info = {
	"common.UnknownListingDimensionInfo",
	unknown_listing_dimension_info_fields,
};

static const struct g_field listing_scope_info_fields[] = {
	{.name = "dimensions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_listing_dimension_info},
	{.name = NULL},
};
const struct g_message gm_listing_scope_info = {
	"common.ListingScopeInfo",
	listing_scope_info_fields,
};
