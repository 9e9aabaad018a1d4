#include "base/states.h"

#include <stdlib.h>

#include "base/log.h"

bool ad_states_may(const struct ad_states *states, unsigned from, unsigned to)
{
	for (size_t i = 0; i < states->legal_count; i++)
		if (states->legal[i].from == from && states->legal[i].to == to)
			return true;
	return false;
}

unsigned ad_states_move(const struct ad_states *states, unsigned from, unsigned to)
{
	if (ad_states_may(states, from, to))
		return to;
	ad_log(AD_LOG_ERROR, "illegal_transition", "machine", states->name, "from",
	       ad_states_name(states, from), "to", ad_states_name(states, to), NULL);
	abort();
}

unsigned ad_states_of(const struct ad_states *states, struct ad_str name)
{
	unsigned state = 0;

	while (state < states->count && !ad_str_is(name, states->names[state]))
		state++;
	return state;
}

const char *ad_states_name(const struct ad_states *states, unsigned state)
{
	return state < states->count ? states->names[state] : "";
}
