/* The query parameters of a request. */
#ifndef AD_CALL_PARAMS_H
#define AD_CALL_PARAMS_H

#include "call/request/call.h"

/*
 * Adds faults for query parameters that are not in `known` (NULL-ended). If validateOnly is known,
 * its value is stored in the call.
 */
bool ad_known_params(struct ad_call *call, const char *const *known) AD_CHECK;
/* Accepts the parameters of a write: validateOnly only. */
bool ad_write_params(struct ad_call *call) AD_CHECK;
/* Refuses every query parameter by name. */
bool ad_no_params(struct ad_call *call) AD_CHECK;

/* False with a fault if the query does not decode or has a parameter twice (call.c). */
bool ad_call_check_query(struct ad_call *call) AD_CHECK;

#endif
