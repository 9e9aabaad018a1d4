/*
 * What of a query the ids alone decide: which objects cannot match, and in which order they come.
 * An account of 100,000 objects is so asked for page by page without reading all of it each time.
 */
#ifndef SANDBOX_GOOGLE_QUERY_IDS_H
#define SANDBOX_GOOGLE_QUERY_IDS_H

#include "query.h"

/* An object before it is read. */
struct q_entry {
	char tail[G_TAIL_ROOM];
	long long own, parent;
	size_t position; /* as the store has it: keeps equal ones in their order */
};

struct q_ids {
	struct q_entry *entries;
	size_t count, room;
	bool ordered; /* they come as the query wants its rows: none behind its limit is needed */
};

/* Finds the objects of the query's kind, which is a stored one; q_ids_free() the list. */
void q_ids_find(struct g_call *call, const struct g_query *query, struct q_ids *out);
void q_ids_free(struct q_ids *ids);

#endif
