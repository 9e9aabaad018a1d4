/* ?fields=a,b of a list: returns its objects with only these fields and their id. */
#ifndef AD_CALL_LIST_FIELDS_H
#define AD_CALL_LIST_FIELDS_H

#include "call/request/call.h"

/*
 * Reads `fields` of a call whose action lists, and removes it from the query. False with a fault
 * that names the known fields. Other actions do not have this parameter.
 */
bool ad_list_fields_read(struct ad_call *call) AD_CHECK;
/* The call's data with the selected fields; all fields if none were selected. */
struct ad_str ad_list_fields_pick(const struct ad_call *call);

#endif
