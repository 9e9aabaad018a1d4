/* Operations of a plan or a run as an answer tells them: a page of those that filters take. */
#ifndef AD_SYNC_OPS_PAGE_H
#define AD_SYNC_OPS_PAGE_H

#include "base/json_write.h"
#include "store/rows.h"

#define AD_OPS_PAGE_MAX 1000
/* A page ends earlier where its operations are longer than this. */
#define AD_OPS_PAGE_BYTES ((size_t)4 * 1024 * 1024)

/* How many operations of a run stand where; in the order of enum ad_op_status. */
#define AD_OPS_PAGE_STATUSES 6

struct ad_ops_page {
	/* Only these ("a,b"); absent: all. */
	struct ad_str campaign_id, platform, op, resource, status;
	int64_t after;    /* begins behind the operation of this number (from 1); 0: at the first */
	struct ad_str of; /* the hash of the plan that `after` is a number of, or absent */
	int64_t limit;    /* at most so many; 0: AD_OPS_PAGE_MAX */
	bool wrong_first; /* of a run: what FAILED or is UNKNOWN goes before the others */
	bool brief;       /* of a plan: it is summed by campaign only where it has more pages */

	/* What the page is, once it is written */
	int64_t total; /* how many operations the filters take */
	int64_t last;  /* the number of the last one that is told */
	bool more;     /* there are others behind it */
};

/* True if a list ("a,b") holds a value; an absent list holds all. */
bool ad_ops_page_holds(struct ad_str list, struct ad_str value);
/* True if a filter asks about what only those may know who can read the object. */
bool ad_ops_page_is_close(const struct ad_ops_page *page);
/* True if the page has room for one more, after `told`, in `bytes` since its beginning. */
bool ad_ops_page_has_room(const struct ad_ops_page *page, int64_t told, size_t bytes);
struct ad_run_row;

/*
 * Writes the members `counts` and `operations` of a run, of which `scopes` may be read; sets what
 * the page is. The run was loaded in the same snapshot of the database: what was not sent, and what
 * succeeded, is what its counters leave when all else was counted, because a run may have millions
 * of either.
 */
enum ad_db_status ad_ops_page_write(struct ad_json *j, struct ad_db *db, struct ad_realm realm,
				    const struct ad_run_row *run, uint32_t scopes,
				    struct ad_ops_page *page) AD_CHECK;

#endif
