/*
 * The part of a query that ids alone decide: the objects that cannot match, and the order. An
 * account of 100,000 objects can so be read page by page without reading all of it each time.
 */
#ifndef SANDBOX_GOOGLE_QUERY_IDS_H
#define SANDBOX_GOOGLE_QUERY_IDS_H

#include "query.h"

/* Takes the tail of an object that may match; false when no more are wanted. */
typedef bool q_each(void *context, const char *tail);

/* True if ids alone determine the order of the query's rows. */
bool q_ids_ordered(const struct g_query *query);
/*
 * The objects of the query's kind, which is a stored one, that its conditions on ids allow: in the
 * order of the query where ids alone tell it, else in the store's.
 */
void q_ids_walk(struct g_call *call, const struct g_query *query, q_each *each, void *context);

#endif
