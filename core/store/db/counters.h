/*
 * Counter cells: how many objects there are of a resource, by platform, status and sync state (of
 * history: by kind, verb and door). A list's total is a sum over a few of them.
 */
#ifndef AD_STORE_COUNTERS_H
#define AD_STORE_COUNTERS_H

#include "store/db/store.h"

/* A resource beside the objects': n is the bytes of a Space's keyword lists. */
#define AD_COUNT_LIST_BYTES "keywordListBytes"

struct ad_cell {
	struct ad_str space_id, environment, resource, platform, status, sync_state;
};

/*
 * Adds n to a cell, in the transaction of the change that is counted; outside of one at once. The
 * table has it when that transaction commits, so what reads totals reads outside of the writer.
 */
enum ad_db_status ad_count(struct ad_db *db, const struct ad_cell *cell, int64_t n) AD_CHECK;
/* Objects of a Space that this connection's transaction has counted and the table has not yet. */
int64_t ad_count_pending(struct ad_db *db, struct ad_str space_id);

#endif
