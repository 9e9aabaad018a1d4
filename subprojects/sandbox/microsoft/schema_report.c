/*
 * The messages of the reporting service that the sandbox takes, as they are published; of the
 * columns those that it has figures or names for.
 */
#include "schema.h"

#include <stddef.h>

#define TEXT(n) { .name = n, .type = M_TEXT }
#define LONGS(n) { .name = n, .type = M_LONG, .list = true }
#define INT(n) { .name = n, .type = M_INT }
#define BOOL(n) { .name = n, .type = M_BOOL }
#define FOREIGN(n) { .name = n, .type = M_FOREIGN }
#define ENUM(n, v) { .name = n, .type = M_ENUM, .values = me_##v }
#define ENUMS(n, v) { .name = n, .type = M_ENUM, .values = me_##v, .list = true }
#define MESSAGE(n, m) { .name = n, .type = M_MESSAGE, .message = &mm_##m }
#define VARIANT(n, v) { .name = n, .type = M_VARIANT, .variants = mv_##v }
#define END { .name = NULL }
#define DEFINE(type_, id_) const struct ms_message mm_##id_ = { type_, id_##_fields }

static const char *const me_report_format[] = { "Csv", "Tsv", "Xml", NULL };

static const char *const me_report_aggregation[] = {
	"Summary",   "Hourly",    "Daily",
	"Weekly",    "Monthly",   "Yearly",
	"HourOfDay", "DayOfWeek", "WeeklyStartingMonday",
	NULL
};

static const char *const me_report_time_zone[] = { "Nukualofa",
						   "FijiKamchatkaMarshallIsland",
						   "AucklandWellington",
						   "MagadanSolomonIslandNewCaledonia",
						   "Vladivostok",
						   "Hobart",
						   "GuamPortMoresby",
						   "CanberraMelbourneSydney",
						   "Brisbane",
						   "Darwin",
						   "Adelaide",
						   "Yakutsk",
						   "Seoul",
						   "OsakaSapporoTokyo",
						   "Taipei",
						   "Perth",
						   "KualaLumpurSingapore",
						   "IrkutskUlaanBataar",
						   "BeijingChongqingHongKongUrumqi",
						   "Krasnoyarsk",
						   "BangkokHanoiJakarta",
						   "Rangoon",
						   "SriJayawardenepura",
						   "AstanaDhaka",
						   "AlmatyNovosibirsk",
						   "Kathmandu",
						   "ChennaiKolkataMumbaiNewDelhi",
						   "IslandamabadKarachiTashkent",
						   "Ekaterinburg",
						   "Kabul",
						   "BakuTbilisiYerevan",
						   "AbuDhabiMuscat",
						   "Tehran",
						   "Nairobi",
						   "MoscowStPetersburgVolgograd",
						   "KuwaitRiyadh",
						   "Baghdad",
						   "Jerusalem",
						   "HelsinkiKyivRigaSofiaTallinnVilnius",
						   "HararePretoria",
						   "Cairo",
						   "Bucharest",
						   "AthensIslandanbulMinsk",
						   "WestCentralAfrica",
						   "SarajevoSkopjeWarsawZagreb",
						   "BrusselsCopenhagenMadridParis",
						   "BelgradeBratislavaBudapestLjubljanaPrague",
						   "AmsterdamBerlinBernRomeStockholmVienna",
						   "CasablancaMonrovia",
						   "GreenwichMeanTimeDublinEdinburghLisbonLondon",
						   "Azores",
						   "CapeVerdeIsland",
						   "MidAtlantic",
						   "Brasilia",
						   "BuenosAiresGeorgetown",
						   "Greenland",
						   "Newfoundland",
						   "AtlanticTimeCanada",
						   "CaracasLaPaz",
						   "Santiago",
						   "BogotaLimaQuito",
						   "EasternTimeUSCanada",
						   "IndianaEast",
						   "CentralAmerica",
						   "CentralTimeUSCanada",
						   "GuadalajaraMexicoCityMonterrey",
						   "Saskatchewan",
						   "Arizona",
						   "ChihuahuaLaPazMazatlan",
						   "MountainTimeUSCanada",
						   "PacificTimeUSCanadaTijuana",
						   "Alaska",
						   "Hawaii",
						   "MidwayIslandandSamoa",
						   "InternationalDateLineWest",
						   NULL };

static const char *const me_campaign_report_column[] = {
	"AccountId",   "TimePeriod", "CampaignName", "CampaignId",  "CurrencyCode",
	"Impressions", "Clicks",     "Spend",        "Conversions", "Revenue",
	NULL
};

static const char *const me_ad_group_report_column[] = {
	"AccountId",   "TimePeriod", "CampaignName", "CampaignId",
	"AdGroupName", "AdGroupId",  "CurrencyCode", "Impressions",
	"Clicks",      "Spend",      "Conversions",  "Revenue",
	NULL
};

static const char *const me_ad_report_column[] = {
	"AccountId", "TimePeriod",  "CampaignName", "CampaignId",  "AdGroupName",
	"AdGroupId", "AdId",        "CurrencyCode", "Impressions", "Clicks",
	"Spend",     "Conversions", "Revenue",      NULL
};

static const char *const me_keyword_report_column[] = {
	"AccountId", "TimePeriod", "CampaignName", "CampaignId",   "AdGroupName",
	"AdGroupId", "Keyword",    "KeywordId",    "CurrencyCode", "Impressions",
	"Clicks",    "Spend",      "Conversions",  "Revenue",      NULL
};

static const struct ms_field date_fields[] = { INT("Year"), INT("Month"), INT("Day"), END };
static DEFINE("Date", date);

static const struct ms_field report_time_fields[] = {
	FOREIGN("PredefinedTime"), MESSAGE("CustomDateRangeStart", date),
	MESSAGE("CustomDateRangeEnd", date), ENUM("ReportTimeZone", report_time_zone), END
};
static DEFINE("ReportTime", report_time);

static const struct ms_field campaigns_scope_fields[] = { LONGS("AccountIds"), FOREIGN("Campaigns"),
							  END };
static DEFINE("AccountThroughCampaignReportScope", campaigns_scope);

static const struct ms_field ad_groups_scope_fields[] = { LONGS("AccountIds"), FOREIGN("Campaigns"),
							  FOREIGN("AdGroups"), END };
static DEFINE("AccountThroughAdGroupReportScope", ad_groups_scope);

/* Every performance report has these. */
#define REPORT(scope_, columns_)                                                                   \
	TEXT("Type"), TEXT("ReportName"), ENUM("Format", report_format), TEXT("FormatVersion"),    \
		BOOL("ReturnOnlyCompleteData"), BOOL("ExcludeReportHeader"),                       \
		BOOL("ExcludeReportFooter"), BOOL("ExcludeColumnHeaders"),                         \
		ENUM("Aggregation", report_aggregation), MESSAGE("Scope", scope_),                 \
		MESSAGE("Time", report_time), FOREIGN("Filter"), ENUMS("Columns", columns_)

static const struct ms_field campaign_report_fields[] = {
	REPORT(campaigns_scope, campaign_report_column), END
};
static DEFINE("CampaignPerformanceReportRequest", campaign_report);

static const struct ms_field ad_group_report_fields[] = {
	REPORT(ad_groups_scope, ad_group_report_column), END
};
static DEFINE("AdGroupPerformanceReportRequest", ad_group_report);

static const struct ms_field ad_report_fields[] = { REPORT(ad_groups_scope, ad_report_column),
						    END };
static DEFINE("AdPerformanceReportRequest", ad_report);

static const struct ms_field keyword_report_fields[] = {
	REPORT(ad_groups_scope, keyword_report_column), FOREIGN("MaxRows"), FOREIGN("Sort"), END
};
static DEFINE("KeywordPerformanceReportRequest", keyword_report);

static const struct ms_variant mv_report_request[] = {
	{ "CampaignPerformanceReportRequest", &mm_campaign_report },
	{ "AdGroupPerformanceReportRequest", &mm_ad_group_report },
	{ "AdPerformanceReportRequest", &mm_ad_report },
	{ "KeywordPerformanceReportRequest", &mm_keyword_report },
	{ NULL, NULL },
};

static const struct ms_field submit_generate_report_request_fields[] = {
	VARIANT("ReportRequest", report_request), END
};
DEFINE("SubmitGenerateReportRequest", submit_generate_report_request);

static const struct ms_field poll_generate_report_request_fields[] = { TEXT("ReportRequestId"),
								       END };
DEFINE("PollGenerateReportRequest", poll_generate_report_request);
