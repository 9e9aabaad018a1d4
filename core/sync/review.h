/*
 * What the platforms' reviews found: one row an object under a finding, kept when an object is read
 * or pulled. In the caller's write transaction.
 */
#ifndef AD_SYNC_REVIEW_H
#define AD_SYNC_REVIEW_H

#include "store/rows.h"

/* The review of one object, as the platform told it. */
struct ad_review {
	const struct ad_resource *res;
	struct ad_str object_id;
	enum ad_platform platform;
	struct ad_str campaign_id; /* that it is in; a campaign's own */
	struct ad_str status;      /* the platform's word, or absent: it did not say */
	struct ad_str reasons;     /* JSON: [ { code, message, evidence, policyUrl } ], or absent */
	int64_t seen_at;           /* us */
};

/* Whether a review status is a finding: the object may not show, or only in part. */
bool ad_review_is_finding(struct ad_str status);
/*
 * Keeps a finding (its first day stays while it lasts), or takes it back where the object is
 * approved or reviewed anew. A status that was not told, UNKNOWN or an older telling
 * changes nothing.
 */
enum ad_db_status ad_review_keep(struct ad_db *db, struct ad_realm realm,
				 const struct ad_review *review) AD_CHECK;
/*
 * The review status behind what the platform told: a finding stays while nothing is said of it, and
 * a status that was not told changes nothing.
 */
struct ad_str ad_review_status_after(struct ad_str before, struct ad_str told);
/* Takes back whatever was found of an object: it was removed. */
enum ad_db_status ad_review_drop(struct ad_db *db, struct ad_realm realm,
				 struct ad_str object_id) AD_CHECK;

#endif
