/*
 * The findings of the platforms' reviews: one row per object with a finding, stored when an object
 * is read or pulled. In the caller's write transaction.
 */
#ifndef AD_SYNC_REVIEW_H
#define AD_SYNC_REVIEW_H

#include "store/objects/rows.h"

/* The review of one object, as the platform returned it. */
struct ad_review {
	const struct ad_resource *res;
	struct ad_str object_id;
	enum ad_platform platform;
	struct ad_str campaign_id; /* the campaign it is in; its own id for a campaign */
	struct ad_str status;      /* the platform's status, or absent: not returned */
	struct ad_str reasons;     /* JSON: [ { code, message, evidence, policyUrl } ], or absent */
	int64_t seen_at;           /* us */
};

/* True if a review status is a finding: the object may not show, or only in part. */
bool ad_review_is_finding(struct ad_str status);
/*
 * Stores a finding (`since` stays while its status is the same), or deletes it if the object is
 * approved or reviewed again. A status that is absent or UNKNOWN, or a finding older than the
 * stored one, changes nothing.
 */
enum ad_db_status ad_review_keep(struct ad_db *db, struct ad_realm realm,
				 const struct ad_review *review) AD_CHECK;
/*
 * The review status after a response: an absent status changes nothing, and UNKNOWN does not
 * replace a finding.
 */
struct ad_str ad_review_status_after(struct ad_str before, struct ad_str told);
/* Deletes the finding of an object that was removed. */
enum ad_db_status ad_review_drop(struct ad_db *db, struct ad_realm realm,
				 struct ad_str object_id) AD_CHECK;

#endif
