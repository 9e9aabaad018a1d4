/* The columns of Microsoft Advertising's bulk file. */
#include "import/file/bulk.h"
#include "import/microsoft/microsoft_bulk.h"

static const struct ad_column_name names[] = {
	{ "Type", AD_COL_ROW_TYPE },
	{ "Status", AD_COL_STATUS },
	{ "Campaign", AD_COL_CAMPAIGN },
	{ "Ad Group", AD_COL_AD_GROUP },
	{ "Name", AD_COL_FORMAT_VERSION },
	{ "Time Zone", AD_COL_TIME_ZONE },
	{ "Budget", AD_COL_BUDGET },
	{ "Budget Type", AD_COL_BUDGET_TYPE },
	{ "Budget Id", AD_COL_SHARED_BUDGET },
	{ "Campaign Type", AD_COL_CAMPAIGN_TYPE },
	{ "Language", AD_COL_LANGUAGES },
	{ "Bid Strategy Type", AD_COL_BID_STRATEGY },
	{ "Bid Strategy TargetCpa", AD_COL_TARGET_CPA },
	{ "Bid Strategy TargetRoas", AD_COL_TARGET_ROAS },
	{ "Bid Strategy MaxCpc", AD_COL_CPC_LIMIT },
	{ "Start Date", AD_COL_START_DATE },
	{ "End Date", AD_COL_END_DATE },
	{ "Tracking Template", AD_COL_TRACKING },
	{ "Final Url Suffix", AD_COL_URL_SUFFIX },
	{ "Target", AD_COL_LOCATION },
	{ "Sub Type", AD_COL_LOCATION_ID },
	{ "Network Distribution", AD_COL_NETWORKS },
	{ "Cpc Bid", AD_COL_MAX_CPC },
	{ "Keyword", AD_COL_KEYWORD },
	{ "Match Type", AD_COL_CRITERION },
	{ "Bid", AD_COL_KEYWORD_BID },
	{ "Bid Adjustment", AD_COL_BID_ADJUSTMENT },
	{ "From Hour", AD_COL_FROM_HOUR },
	{ "From Minute", AD_COL_FROM_MINUTE },
	{ "To Hour", AD_COL_TO_HOUR },
	{ "To Minute", AD_COL_TO_MINUTE },
	{ "Final Url", AD_COL_FINAL_URL },
	{ "Headline", AD_COL_HEADLINE },
	{ "Description", AD_COL_DESCRIPTION },
	{ "Path 1", AD_COL_PATH_1 },
	{ "Path 2", AD_COL_PATH_2 },
};

/* Settings of imported records that the import does not support. */
static const struct ad_column_narrow narrows[] = {
	{ "Ad Schedule", "ad schedules", AD_NARROWS_ANY, NULL },
	{ "Ad Schedule Use Searcher Time Zone", "ad schedules", AD_NARROWS_ANY, NULL },
	{ "Target Setting", "target settings", AD_NARROWS_ANY, NULL },
	{ "Website Exclusion", "excluded websites", AD_NARROWS_ANY, NULL },
	{ "Frequency Cap Settings", "frequency caps", AD_NARROWS_ANY, NULL },
	{ "Negative Keyword List", "negative keyword lists", AD_NARROWS_ANY, NULL },
};

/* The columns of an export, in this order. */
static const int16_t written[] = {
	/* clang-format off */
	AD_COL_ROW_TYPE, AD_COL_STATUS, AD_COL_CAMPAIGN, AD_COL_AD_GROUP, AD_COL_FORMAT_VERSION,
	AD_COL_TIME_ZONE, AD_COL_BUDGET, AD_COL_BUDGET_TYPE, AD_COL_CAMPAIGN_TYPE,
	AD_COL_LANGUAGES, AD_COL_BID_STRATEGY, AD_COL_TARGET_CPA, AD_COL_TARGET_ROAS,
	AD_COL_CPC_LIMIT, AD_COL_START_DATE, AD_COL_END_DATE, AD_COL_TRACKING, AD_COL_URL_SUFFIX,
	AD_COL_LOCATION, AD_COL_FROM_HOUR, AD_COL_FROM_MINUTE, AD_COL_TO_HOUR, AD_COL_TO_MINUTE,
	AD_COL_NETWORKS, AD_COL_MAX_CPC, AD_COL_KEYWORD, AD_COL_CRITERION,
	AD_COL_KEYWORD_BID, AD_COL_FINAL_URL, AD_COL_HEADLINE, AD_COL_DESCRIPTION, AD_COL_PATH_1,
	AD_COL_PATH_2,
	/* clang-format on */
};

const struct ad_bulk ad_bulk_microsoft = {
	.platform = AD_MICROSOFT,
	.program = "Microsoft Advertising",
	.advice = "In Microsoft Advertising: Bulk operations > Downloads, or Editor's Export",
	.version = "6.0",
	.type = "SEARCH",
	.names = names,
	.name_count = AD_LEN(names),
	.read = ad_microsoft_bulk_row,
	.narrows = narrows,
	.narrow_count = AD_LEN(narrows),
	.written = written,
	.written_count = AD_LEN(written),
	.write = ad_microsoft_bulk_write,
};
