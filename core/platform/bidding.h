/* The rule of bidding strategies that holds on every platform. */
#ifndef AD_PLATFORM_BIDDING_H
#define AD_PLATFORM_BIDDING_H

#include "platform/platform.h"

/* The strategy of a campaign whose strategy on the platform adcore cannot express. */
#define AD_BIDDING_OTHER "OTHER"

/*
 * False with *error if a campaign's piece sets AD_BIDDING_OTHER, or changes the bidding from it:
 * any value that is sent could take the campaign out of a portfolio strategy. `title`: the
 * platform's name in the message.
 */
bool ad_bidding_can_change(struct ad_arena *arena, const char *title, const struct ad_piece *piece,
			   struct ad_platform_error *error);

#endif
