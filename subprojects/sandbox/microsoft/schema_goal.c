/* The published message of a question for conversion goals. */
/* clang-format off: rows fill their lines. */
#include "schema_macros.h"

#include <stddef.h>

static const char *const me_conversion_goal_type[] = {
	"Url",        "Duration",          "PagesViewedPerVisit", "Event",
	"AppInstall", "OfflineConversion", "InStoreTransaction",  "AppDownload",
	NULL,
};
static const char *const me_conversion_goal_additional_field[] = {
	"None",
	"ViewThroughConversionWindowInMinutes",
	"IsExternallyAttributed",
	"GoalCategory",
	"InactiveDueToTagUnavailable",
	"AttributionModelType",
	"IsEnhancedConversionsEnabled",
	"IsAutoGoal",
	"DataDrivenAttribute",
	"ApplicationDownloadGoal",
	NULL,
};

static const struct ms_field get_conversion_goals_by_ids_request_fields[] = {
	LONGS("ConversionGoalIds"), FLAGS("ConversionGoalTypes", conversion_goal_type),
	FLAGS("ReturnAdditionalFields", conversion_goal_additional_field), END
};
DEFINE("GetConversionGoalsByIdsRequest", get_conversion_goals_by_ids_request);
