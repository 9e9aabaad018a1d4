/* Inside core/cli: what the demo's campaigns are said to have done these 90 days. */
#ifndef AD_CLI_DEMO_NUMBERS_H
#define AD_CLI_DEMO_NUMBERS_H

#include "cli/command/drafts.h"

#define AD_DEMO_DAYS 90

/* A demo campaign that is there. */
struct ad_demo_ref {
	struct ad_str id;
	enum ad_platform platform;
	int64_t budget; /* micros a day */
};

/*
 * Fills the days before today (in the Space's time zone) that were not collected, on every level,
 * the same whenever it is run: a campaign's numbers are its ad groups', those its keywords' (its
 * ads' where the platform has no keywords). One ad is told to be disapproved. Inside a write
 * transaction; *days as many as were filled.
 */
enum ad_db_status ad_demo_numbers(struct ad_call *call, const struct ad_demo_ref *campaigns,
				  size_t count, size_t *days) AD_CHECK;

#endif
