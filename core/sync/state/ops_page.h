/* A page of the operations of a plan or a run that match filters, as returned by the API. */
#ifndef AD_SYNC_OPS_PAGE_H
#define AD_SYNC_OPS_PAGE_H

#include "base/json_write.h"
#include "store/objects/rows.h"

#define AD_OPS_PAGE_MAX 1000
/* A page ends early if its operations exceed this size, bytes. */
#define AD_OPS_PAGE_BYTES ((size_t)4 * 1024 * 1024)

/* The number of statuses that are counted, in the order of enum ad_op_status. */
#define AD_OPS_PAGE_STATUSES 6

struct ad_ops_page {
	/* Only these ("a,b"); absent: all. */
	struct ad_str campaign_id, platform, op, resource, status;
	int64_t after;    /* starts after the operation of this number (from 1); 0: at the first */
	struct ad_str of; /* the hash of the plan that `after` refers to, or absent */
	int64_t limit;    /* maximum count; 0: AD_OPS_PAGE_MAX */
	bool wrong_first; /* run: FAILED and UNKNOWN operations come first */
	bool brief;       /* plan: sums by campaign only if it has more pages */

	/* Output, set after writing */
	int64_t total; /* operations that match the filters */
	int64_t last;  /* the number of the last one written */
	bool more;     /* more operations follow */
};

/* True if a list ("a,b") contains a value; an absent list contains all. */
bool ad_ops_page_holds(struct ad_str list, struct ad_str value);
/* True if a filter depends on data that only readers of the object may see. */
bool ad_ops_page_is_close(const struct ad_ops_page *page);
/* True if the page has room for one more, after `told` operations and `bytes` bytes. */
bool ad_ops_page_has_room(const struct ad_ops_page *page, int64_t told, size_t bytes);
struct ad_run_row;

/*
 * Writes the members `counts` and `operations` of a run, readable with `scopes`; sets the output of
 * the page. Load the run in the same database snapshot: the pending and succeeded counts are its
 * counters minus all other counts, because a run may have millions of either.
 */
enum ad_db_status ad_ops_page_write(struct ad_json *j, struct ad_db *db, struct ad_realm realm,
				    const struct ad_run_row *run, uint32_t scopes,
				    struct ad_ops_page *page) AD_CHECK;

#endif
