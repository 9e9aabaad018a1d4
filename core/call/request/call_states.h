/*
 * The states of a call that are no flags: its idempotency key, a state machine whose table is in
 * call_states.c, and the pass of the rules.
 */
#ifndef AD_CALL_CALL_STATES_H
#define AD_CALL_CALL_STATES_H

#include "base/states.h"

struct ad_call;

enum ad_key_state {
	AD_KEY_NONE,     /* no key, or its outcome is not stored */
	AD_KEY_CLAIMED,  /* the call does the work; a failure is stored, too */
	AD_KEY_ANSWERED, /* the call ends with the outcome that was stored before */
	AD_KEY_COUNT
};

/* Which of its checks a resource's rules make. */
enum ad_rules_pass {
	AD_RULES_ALL,    /* no other pass follows: an update, or a create that is only validated */
	AD_RULES_DRAFT,  /* a create, before its writing step: that makes the checks of others */
	AD_RULES_STORED, /* the writing step of a create: only the checks against other objects */
};

extern const struct ad_states ad_key_states;

/* A transition that the table does not name aborts. */
void ad_call_set_key(struct ad_call *call, enum ad_key_state to);

#endif
