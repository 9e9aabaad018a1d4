#include "sync/state/review.h"

#include "platform/platform.h"
#include "store/events/events.h"

bool ad_review_is_finding(struct ad_str status)
{
	/* Google's, Microsoft's, Reddit's and Meta's values, as spelled here. */
	static const char *const findings[] = {
		"DISAPPROVED", "APPROVED_LIMITED", "AREA_OF_INTEREST_ONLY", "LIMITED",
		"REJECTED",    "WITH_ISSUES",      "INACTIVE_BY_POLICY",
	};

	for (size_t i = 0; i < AD_LEN(findings); i++)
		if (ad_str_is(status, findings[i]))
			return true;
	return false;
}

struct ad_str ad_review_status_after(struct ad_str before, struct ad_str told)
{
	bool untold =
		!told.n || (ad_str_is(told, AD_REVIEW_UNKNOWN) && ad_review_is_finding(before));

	return untold ? before : told;
}

enum ad_db_status ad_review_drop(struct ad_db *db, struct ad_realm realm, struct ad_str object_id)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM review_findings WHERE space_id = $1 AND"
				       " environment = $2 AND object_id = $3");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, object_id);
	return ad_step_later(s);
}

/* The ad is shown, but not everywhere or not to everyone. */
static bool is_limited(struct ad_str status)
{
	return ad_str_is(status, "APPROVED_LIMITED") || ad_str_is(status, "LIMITED") ||
	       ad_str_is(status, "AREA_OF_INTEREST_ONLY");
}

static enum ad_db_status tell_finding(struct ad_db *db, struct ad_realm realm,
				      const struct ad_review *review)
{
	return ad_event_add_object(
		db, realm,
		is_limited(review->status) ? AD_EVENT_AD_LIMITED : AD_EVENT_AD_DISAPPROVED,
		&(struct ad_event_object){ .resource = ad_str(review->res->name),
					   .id = review->object_id,
					   .platform = ad_str(ad_platform_name(review->platform)),
					   .campaign_id = review->campaign_id,
					   .review_status = review->status });
}

enum ad_db_status ad_review_keep(struct ad_db *db, struct ad_realm realm,
				 const struct ad_review *review)
{
	if (!review->status.n || ad_str_is(review->status, AD_REVIEW_UNKNOWN))
		return AD_DB_DONE;
	if (!ad_review_is_finding(review->status))
		return ad_review_drop(db, realm, review->object_id);
	struct ad_stmt *s = ad_sql(
		db, "INSERT INTO review_findings (space_id, environment, object_id, resource,"
		    " platform, campaign_id, review_status, reasons, since, seen_at)"
		    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)"
		    " ON CONFLICT (space_id, environment, object_id) DO UPDATE SET"
		    " campaign_id = excluded.campaign_id, reasons = excluded.reasons,"
		    " since = CASE WHEN review_findings.review_status = excluded.review_status"
		    " THEN review_findings.since ELSE excluded.since END,"
		    " review_status = excluded.review_status, seen_at = excluded.seen_at"
		    " WHERE review_findings.seen_at <= excluded.seen_at RETURNING since");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, review->object_id);
	ad_bind_cstr(s, 4, review->res->name);
	ad_bind_cstr(s, 5, ad_platform_name(review->platform));
	ad_bind(s, 6, review->campaign_id);
	ad_bind(s, 7, review->status);
	ad_bind(s, 8, review->reasons.n ? review->reasons : AD_S("[]"));
	ad_bind_int(s, 9, review->seen_at);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	bool is_new = ad_col_int(s, 0) == review->seen_at;
	ad_reset(s);
	return is_new ? tell_finding(db, realm, review) : AD_DB_DONE;
}
