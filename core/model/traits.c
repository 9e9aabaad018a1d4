#include "model/traits.h"

/* The traits of a versioned resource's actions, by verb. */
static const uint32_t of_versioned[AD_VERB_COUNT] = {
	[AD_V_CREATE] = AD_TAGS | AD_CHECKS | AD_GUARDED,
	[AD_V_UPDATE] = AD_TAGS | AD_CHECKS | AD_MATCHES | AD_GUARDED,
	[AD_V_DELETE] = AD_TAGS | AD_CHECKS | AD_MATCHES,
	[AD_V_RESTORE] = AD_TAGS | AD_CHECKS | AD_GUARDED,
	[AD_V_COPY] = AD_CHECKS | AD_GUARDED,
	[AD_V_BATCH] = AD_CHECKS,
	[AD_V_BULK] = AD_CHECKS,
};

static uint32_t of_lists(const struct ad_resource *res, const struct ad_action *action)
{
	if (action->verb == AD_V_LIST)
		return AD_LISTS | AD_PAGES | AD_FILTERS | (res->table ? AD_SEARCHES : 0);
	return action->lists ? AD_LISTS | AD_PAGES : 0;
}

uint32_t ad_action_traits(const struct ad_resource *res, const struct ad_action *action)
{
	uint32_t traits = action->traits | of_lists(res, action);
	if (res->table || res->versioned)
		traits |= of_versioned[action->verb];
	if (action->verb == AD_V_GET && res->prefix)
		traits |= AD_TAGS | AD_REVALIDATES;
	if (action->verb == AD_V_CREATE || action->verb == AD_V_UPDATE)
		traits |= AD_TAKES_BODY | AD_NEEDS_BODY;
	if (action->input)
		traits |= AD_TAKES_BODY;
	if (strcmp(action->method, "POST") == 0)
		traits |= AD_REPLAYS;
	if (strcmp(action->method, "GET") != 0)
		traits |= AD_CONFLICTS;
	return traits;
}
