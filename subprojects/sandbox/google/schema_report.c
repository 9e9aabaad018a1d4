/* Additions of reports to the resources: metrics, segments, views and the history of changes. */
/* clang-format off: a row is one line. */
#include "schema.h"

static const struct g_field metrics_fields[] = {
	{.name = "impressions", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = "clicks", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = "cost_micros", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = "conversions", .type = G_DOUBLE, .flags = G_OUTPUT_ONLY},
	{.name = "conversions_value", .type = G_DOUBLE, .flags = G_OUTPUT_ONLY},
	{.name = "all_conversions", .type = G_DOUBLE, .flags = G_OUTPUT_ONLY},
	{.name = "all_conversions_value", .type = G_DOUBLE, .flags = G_OUTPUT_ONLY},
	{.name = "interactions", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = "ctr", .type = G_DOUBLE, .flags = G_OUTPUT_ONLY},
	{.name = "average_cpc", .type = G_DOUBLE, .flags = G_OUTPUT_ONLY},
	{.name = "average_cpm", .type = G_DOUBLE, .flags = G_OUTPUT_ONLY},
	{.name = "average_cost", .type = G_DOUBLE, .flags = G_OUTPUT_ONLY},
	{.name = "cost_per_conversion", .type = G_DOUBLE, .flags = G_OUTPUT_ONLY},
	{.name = "conversions_from_interactions_rate", .type = G_DOUBLE, .flags = G_OUTPUT_ONLY},
	{.name = "interaction_rate", .type = G_DOUBLE, .flags = G_OUTPUT_ONLY},
	{.name = NULL},
};
const struct g_message gm_metrics = {"common.Metrics", metrics_fields};

static const struct g_field segments_fields[] = {
	{.name = "date", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = NULL},
};
const struct g_message gm_segments = {"common.Segments", segments_fields};

static const struct g_field keyword_view_fields[] = {
	{.name = "resource_name", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = NULL},
};
const struct g_message gm_keyword_view = {"resources.KeywordView", keyword_view_fields};

static const struct g_field search_term_view_fields[] = {
	{.name = "resource_name", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "search_term", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "ad_group", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = NULL},
};
const struct g_message gm_search_term_view = {"resources.SearchTermView", search_term_view_fields};

static const struct g_field geographic_view_fields[] = {
	{.name = "resource_name", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "country_criterion_id", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = NULL},
};
const struct g_message gm_geographic_view = {"resources.GeographicView", geographic_view_fields};

static const char *const change_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "AD", "AD_GROUP", "AD_GROUP_CRITERION", "CAMPAIGN",
	"CAMPAIGN_BUDGET", "AD_GROUP_BID_MODIFIER", "CAMPAIGN_CRITERION", "AD_GROUP_AD", "ASSET",
	"CUSTOMER_ASSET", "CAMPAIGN_ASSET", "AD_GROUP_ASSET", "ASSET_SET", "ASSET_SET_ASSET",
	"CAMPAIGN_ASSET_SET", NULL,
};
static const struct g_enum change_type = {
	"enums.ChangeEventResourceTypeEnum.ChangeEventResourceType", change_type_names};

static const char *const change_operation_names[] = {
	"UNSPECIFIED", "UNKNOWN", "CREATE", "UPDATE", "REMOVE", NULL,
};
static const struct g_enum change_operation = {
	"enums.ResourceChangeOperationEnum.ResourceChangeOperation", change_operation_names};

static const char *const change_client_names[] = {
	"UNSPECIFIED", "UNKNOWN", "GOOGLE_ADS_WEB_CLIENT", "GOOGLE_ADS_AUTOMATED_RULE",
	"GOOGLE_ADS_SCRIPTS", "GOOGLE_ADS_BULK_UPLOAD", "GOOGLE_ADS_API", "GOOGLE_ADS_EDITOR",
	"GOOGLE_ADS_MOBILE_APP", "GOOGLE_ADS_RECOMMENDATIONS", NULL,
};
static const struct g_enum change_client = {
	"enums.ChangeClientTypeEnum.ChangeClientType", change_client_names};

static const struct g_field change_event_fields[] = {
	{.name = "resource_name", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "change_date_time", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "change_resource_type", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &change_type},
	{.name = "change_resource_name", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "client_type", .type = G_ENUM, .flags = G_OUTPUT_ONLY, .values = &change_client},
	{.name = "user_email", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "resource_change_operation", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &change_operation},
	{.name = "changed_fields", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "campaign", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "ad_group", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = NULL},
};
const struct g_message gm_change_event = {"resources.ChangeEvent", change_event_fields};
