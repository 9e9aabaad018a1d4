/* The guardrails of the call's Space, at the moment a draft is written. */
#ifndef AD_CALL_GUARDRAILS_H
#define AD_CALL_GUARDRAILS_H

#include "call/call.h"
#include "model/row.h"
#include "sync/rails.h"

/* The rails of a Space, for the checks of sync/rails.h; lives on the arena. */
const struct ad_rails *ad_rails_of(struct ad_arena *arena, const struct ad_space *space);
/*
 * Checks a write (before NULL on create): campaign maximum, platforms, terms. False with the call
 * ended as AD_GUARDRAIL. Pull and import store what comes and warn instead.
 */
bool ad_guard_write(struct ad_call *call, const struct ad_row *before,
		    const struct ad_row *after) AD_CHECK;
/*
 * The same of taking back a staged removal: what the ad groups of a campaign that holds no budget
 * itself may then spend together, more than stands there.
 */
bool ad_guard_restore(struct ad_call *call, const struct ad_row *row) AD_CHECK;

#endif
