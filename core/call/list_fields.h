/* ?fields=a,b of a list: its objects with these fields alone, and their id. */
#ifndef AD_CALL_LIST_FIELDS_H
#define AD_CALL_LIST_FIELDS_H

#include "call/call.h"

/*
 * Reads `fields` of a call whose action lists, and takes it out of the query. False with a fault
 * that names the known fields. Actions of other kinds know no such parameter.
 */
bool ad_list_fields_read(struct ad_call *call) AD_CHECK;
/* The call's data with the fields that were asked for; all of it where none were named. */
struct ad_str ad_list_fields_pick(const struct ad_call *call);

#endif
