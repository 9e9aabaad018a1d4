/* What a request may say beside its body. */
#ifndef AD_CALL_PARAMS_H
#define AD_CALL_PARAMS_H

#include "call/call.h"

/*
 * Faults for query parameters that are none of the known (ended by NULL). Where validateOnly is
 * known it is taken into the call.
 */
bool ad_known_params(struct ad_call *call, const char *const *known) AD_CHECK;
/* The parameters of a write: validateOnly alone. */
bool ad_write_params(struct ad_call *call) AD_CHECK;
/* Refuses every query parameter by name. */
bool ad_no_params(struct ad_call *call) AD_CHECK;

/* False with a fault where the query does not decode or names a parameter twice (call.c). */
bool ad_call_check_query(struct ad_call *call) AD_CHECK;

#endif
