/* The idempotency key of a call as a state machine; its table is in call_states.c. */
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

extern const struct ad_states ad_key_states;

/* A transition that the table does not name aborts. */
void ad_call_set_key(struct ad_call *call, enum ad_key_state to);

#endif
