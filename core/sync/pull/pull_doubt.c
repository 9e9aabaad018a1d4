/*
 * Objects without a mark that a create in doubt may have made. A pull creates no draft for them:
 * the new draft would own the object instead of the original draft, and a push would create the
 * object again.
 */
#include "sync/pull/pull_doubt.h"

#include "base/clock.h"
#include "base/json_read.h"
#include "sync/run/run_recognize.h"

/*
 * The time after the last request in which its object may still appear, plus the possible offset of
 * the platform's clock.
 */
#define DOUBT_SLACK (60 * AD_MINUTE)

/* A create in doubt: its values and the time of sending. */
struct doubt {
	struct ad_str want, known_ids;
	int64_t sent_at; /* us */
};

static bool doubt_knows(const struct ad_pull_keeper *k, const struct doubt *d, struct ad_str id)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, ad_parsed(k->arena, d->known_ids))
	{
		if (ad_str_eq(ad_json_text(item), id))
			return true;
	}
	return false;
}

/* True if no immutable field differs. */
static bool doubt_is_alike(const struct ad_pull_keeper *k, const struct doubt *d,
			   const struct ad_resource *res, const struct ad_remote *remote)
{
	const cJSON *want = ad_parsed(k->arena, d->want);

	for (size_t i = 0; i < res->shape.count; i++) {
		const struct ad_field *field = &res->shape.fields[i];
		const cJSON *wanted = ad_json_get(want, field->name);
		if (!(field->flags & AD_SENT) || !(field->flags & AD_IMMUTABLE) || !wanted ||
		    cJSON_IsNull(wanted) || !k->adapter->sends(res, field->name) ||
		    !ad_json_get(remote->fields, field->name))
			continue;
		if (!ad_same_there(k->arena, k->adapter, res, field->name, remote->fields, want))
			return false;
	}
	return true;
}

/* True if the create may have made the object. */
static bool doubt_explains(const struct ad_pull_keeper *k, const struct doubt *d,
			   const struct ad_resource *res, const struct ad_remote *remote)
{
	int64_t since = ad_run_known_since(k->arena, d->known_ids);

	if (doubt_knows(k, d, remote->id))
		return false;
	if (remote->created &&
	    (remote->created < since || remote->created > d->sent_at + DOUBT_SLACK))
		return false;
	return doubt_is_alike(k, d, res, remote);
}

enum ad_db_status ad_pull_in_doubt(const struct ad_pull_keeper *k, const struct ad_row *fresh,
				   const struct ad_remote *remote, bool *may)
{
	struct ad_str parent = AD_S("");
	struct ad_stmt *s;
	enum ad_db_status status;

	*may = false;
	if (k->adapter->marks(fresh->res))
		return AD_DB_DONE;
	if (fresh->res->id != AD_R_CAMPAIGN && fresh->res->id != AD_R_AD_GROUP)
		parent = ad_row_text(fresh, "adGroupId");
	/* Ad groups, and negative keywords of a campaign. */
	if (fresh->res->id != AD_R_CAMPAIGN && !parent.n)
		parent = ad_row_text(fresh, "campaignId");
	s = ad_sql(k->db, "SELECT want, known_ids, sent_at FROM sync_operations WHERE status ="
			  " 'UNKNOWN' AND finished_at > 0 AND space_id = $1 AND environment = $2"
			  " AND platform = $3 AND resource = $4 AND op = 'CREATE' AND"
			  " COALESCE(parent_id, '') = $5");
	ad_bind(s, 1, k->realm.space_id);
	ad_bind(s, 2, k->realm.environment);
	ad_bind_cstr(s, 3, ad_platform_name(k->adapter->platform));
	ad_bind_cstr(s, 4, fresh->res->name);
	ad_bind(s, 5, parent);
	while ((status = ad_step(s)) == AD_DB_ROW && !*may) {
		const struct doubt d = { .want = ad_col_copy(s, k->arena, 0),
					 .known_ids = ad_col_copy(s, k->arena, 1),
					 .sent_at = ad_col_int(s, 2) };
		*may = doubt_explains(k, &d, fresh->res, remote);
	}
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}
