/*
 * Reduces queries that a platform found too large: fewer days, then smaller pages. If it still
 * finds them too large, it prepares a report, first of all days.
 */
#include <string.h>

#include "sync/pull/pull.h"

struct ad_pull_narrowed ad_pull_narrowed_now(const struct ad_run *run)
{
	if (run->narrowed.platform != run->platform)
		return (struct ad_pull_narrowed){ .platform = run->platform };
	return run->narrowed;
}

bool ad_pull_narrow(struct ad_run *run, const struct ad_outcome *outcome)
{
	const struct ad_figures_ask *figures = &run->pull->figures;
	struct ad_pull_narrowed narrowed = ad_pull_narrowed_now(run);
	int64_t days = figures->res ? figures->last - figures->first + 1 : 0;

	if (outcome->kind == AD_DID || !outcome->error.code ||
	    strcmp(outcome->error.code, AD_TOO_MUCH_DATA) != 0)
		return false;
	if (days > 1)
		narrowed.days = days / 2;
	else if (!narrowed.few)
		narrowed.few = true;
	else if (figures->res && run->adapter->figures_apart && !narrowed.apart)
		narrowed = (struct ad_pull_narrowed){ .platform = run->platform, .apart = true };
	else
		return false;
	narrowed.anew = run->pull->place.report.page.n > 0;
	run->narrowed = narrowed;
	run->tries = 0;
	return true;
}
