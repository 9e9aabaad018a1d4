/*
 * A state machine as a table: the transitions that may happen, each with its reason. A pair that
 * the table does not name is illegal, also a state with itself.
 *
 * There are two ways to use a table. A transition that only this process decides goes through
 * ad_states_move(): an illegal one is a defect, and the process stops before it acts on it. A
 * transition from a stored or received state is checked with ad_states_may(), and refused: a row
 * of an older version must not stop the server.
 */
#ifndef AD_BASE_STATES_H
#define AD_BASE_STATES_H

#include "base/base.h"

#ifdef NDEBUG
#error "asserts are part of the product: build with b_ndebug=false"
#endif

struct ad_transition {
	unsigned from, to;
	const char *why; /* for the reader of the table */
};

struct ad_states {
	const char *name;         /* of the machine, in logs: "run_wait" */
	const char *const *names; /* of the states, as stored or logged */
	unsigned count;
	const struct ad_transition *legal;
	size_t legal_count;
};

/* True if the table names the transition; false for a state that the machine does not have. */
bool ad_states_may(const struct ad_states *states, unsigned from, unsigned to);
/* Returns `to`. An illegal transition is logged with both names, and aborts. Any thread. */
unsigned ad_states_move(const struct ad_states *states, unsigned from, unsigned to);
/* The state of a stored name, or `count` if the machine has none of that name. */
unsigned ad_states_of(const struct ad_states *states, struct ad_str name);
/* The name of a state; "" if the machine does not have it. */
const char *ad_states_name(const struct ad_states *states, unsigned state);

#endif
