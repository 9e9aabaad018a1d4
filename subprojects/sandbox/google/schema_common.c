/* Messages several resources share, one row a field. */
/* clang-format off: a row is one line. */
#include "schema.h"

static const struct g_field custom_parameter_fields[] = {
	{.name = "key", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "value", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_custom_parameter = {"common.CustomParameter", custom_parameter_fields};

static const struct g_field targeting_setting_fields[] = {
	{.name = "target_restrictions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_target_restriction},
	{.name = "target_restriction_operations", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_target_restriction_operation},
	{.name = NULL},
};
const struct g_message gm_targeting_setting = {
	"common.TargetingSetting",
	targeting_setting_fields,
};

static const struct g_field target_restriction_fields[] = {
	{.name = "targeting_dimension", .type = G_ENUM, .values = &ge_targeting_dimension},
	{.name = "bid_only", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_target_restriction = {
	"common.TargetRestriction",
	target_restriction_fields,
};

static const struct g_field target_restriction_operation_fields[] = {
	{.name = "operator", .type = G_ENUM, .values = &ge_operator},
	{.name = "value", .type = G_MESSAGE, .message = &gm_target_restriction},
	{.name = NULL},
};
const struct g_message gm_target_restriction_operation = {
	"common.TargetRestrictionOperation",
	target_restriction_operation_fields,
};

static const struct g_field ad_schedule_info_fields[] = {
	{.name = "start_minute", .type = G_ENUM, .values = &ge_minute_of_hour},
	{.name = "end_minute", .type = G_ENUM, .values = &ge_minute_of_hour},
	{.name = "start_hour", .type = G_INT32},
	{.name = "end_hour", .type = G_INT32},
	{.name = "day_of_week", .type = G_ENUM, .values = &ge_day_of_week},
	{.name = NULL},
};
const struct g_message gm_ad_schedule_info = {"common.AdScheduleInfo", ad_schedule_info_fields};
