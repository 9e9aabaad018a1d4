/* The guardrails of the call's Space, checked when a draft is written. */
#ifndef AD_CALL_GUARDRAILS_H
#define AD_CALL_GUARDRAILS_H

#include "call/request/call.h"
#include "model/row.h"
#include "sync/state/rails.h"

/* The guardrails of a Space, for the checks of sync/state/rails.h; on the arena. */
const struct ad_rails *ad_rails_of(struct ad_arena *arena, const struct ad_space *space);
/*
 * Checks a write (before NULL on create): campaign maximum, platforms, terms. False with the call
 * ended as AD_GUARDRAIL. Pull and import store their data and warn instead.
 */
bool ad_guard_write(struct ad_call *call, const struct ad_row *before,
		    const struct ad_row *after) AD_CHECK;
/*
 * The same for undoing a staged removal: the total that the ad groups of a campaign without a
 * budget of its own may then spend, if it rises.
 */
bool ad_guard_restore(struct ad_call *call, const struct ad_row *row) AD_CHECK;

#endif
