/*
 * The tables that reports read. Days count from 1970-01-01 in the ad account's time zone; money and
 * conversions are micros; NULL is a figure that the platform did not report.
 */
#include "store/ddl/ddl_texts.h"

const char *const ad_ddl_report[] = {
	/* A row an object and day; of a campaign, campaign_id is object_id. */
	"CREATE TABLE IF NOT EXISTS performance ("
	" space_id TEXT NOT NULL, environment TEXT NOT NULL, level TEXT NOT NULL,"
	" object_id TEXT NOT NULL, day BIGINT NOT NULL, platform TEXT NOT NULL,"
	" campaign_id TEXT NOT NULL, impressions BIGINT, clicks BIGINT, cost_micros BIGINT,"
	" conversions_micros BIGINT, conversion_value_micros BIGINT,"
	" PRIMARY KEY (space_id, environment, level, object_id, day))",
	"CREATE INDEX IF NOT EXISTS performance_by_day ON performance"
	" (space_id, environment, level, day, platform)",
	"CREATE INDEX IF NOT EXISTS performance_by_campaign ON performance"
	" (space_id, environment, level, campaign_id, object_id, day)",

	/* Which days were collected, and when: also those on which there was nothing. */
	"CREATE TABLE IF NOT EXISTS performance_days ("
	" space_id TEXT NOT NULL, environment TEXT NOT NULL, level TEXT NOT NULL,"
	" platform TEXT NOT NULL, day BIGINT NOT NULL, collected_at BIGINT NOT NULL,"
	" PRIMARY KEY (space_id, environment, level, platform, day))",

	/* Objects under a policy finding, as last seen. reasons is a JSON array. */
	"CREATE TABLE IF NOT EXISTS review_findings ("
	" space_id TEXT NOT NULL, environment TEXT NOT NULL, object_id TEXT NOT NULL,"
	" resource TEXT NOT NULL, platform TEXT NOT NULL, campaign_id TEXT NOT NULL,"
	" review_status TEXT NOT NULL, reasons TEXT NOT NULL, since BIGINT NOT NULL,"
	" seen_at BIGINT NOT NULL, PRIMARY KEY (space_id, environment, object_id))",
	NULL,
};
