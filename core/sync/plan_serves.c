/* Campaigns that would stand there, or be set live, with nothing below them that can be shown. */
#include "sync/plan.h"

/* How many ads stand below a campaign, and how many of these nothing on the way keeps paused. */
struct below {
	int64_t ads, showing;
};

/* A search ad shows by a keyword; of kinds that we do not model nobody here can tell. */
static const char sql[] =
	"SELECT COUNT(*), COALESCE(SUM(CASE WHEN g.status = 'ENABLED' AND a.status = 'ENABLED'"
	" AND (a.type <> 'RESPONSIVE_SEARCH' OR EXISTS (SELECT 1 FROM keywords k WHERE"
	" k.space_id = $1 AND k.environment = $2 AND k.ad_group_id = g.id AND"
	" k.status = 'ENABLED' AND COALESCE(k.negative, FALSE) = FALSE AND"
	" k.sync_state NOT IN ('PENDING_REMOVAL', 'REMOVED'))) THEN 1 ELSE 0 END), 0)"
	" FROM ad_groups g JOIN ads a ON a.space_id = g.space_id AND"
	" a.environment = g.environment AND a.ad_group_id = g.id"
	" WHERE g.space_id = $1 AND g.environment = $2 AND g.campaign_id = $3"
	" AND g.sync_state NOT IN ('PENDING_REMOVAL', 'REMOVED')"
	" AND a.sync_state NOT IN ('PENDING_REMOVAL', 'REMOVED')";

static enum ad_db_status count(const struct ad_plan_ask *ask, struct ad_str campaign,
			       struct below *out)
{
	struct ad_stmt *s = ad_sql(ask->db, sql);
	enum ad_db_status status;

	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	ad_bind(s, 3, campaign);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*out = (struct below){ ad_col_int(s, 0), ad_col_int(s, 1) };
	ad_reset(s);
	return AD_DB_DONE;
}

/* Other types show by what is not drafted here. */
static bool is_modelled(const struct ad_row *row)
{
	return row->res->id == AD_R_CAMPAIGN && (ad_str_is(ad_row_text(row, "type"), "SEARCH") ||
						 ad_str_is(ad_row_text(row, "type"), "SOCIAL"));
}

static enum ad_db_status look_at(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
				 const struct ad_row *row)
{
	static const char code[] = "NOTHING_TO_SHOW";
	bool live = ad_str_is(ad_row_text(row, "status"), "ENABLED");
	struct below below = { 0, 0 };
	enum ad_db_status status = count(ask, row->id, &below);

	if (status != AD_DB_DONE)
		return status;
	if (below.ads == 0)
		ad_plan_warn(ask, plan, row,
			     (struct ad_plan_says){ code, "It has no ad in an ad group: it would "
							  "show nothing." });
	else if (live && below.showing == 0)
		ad_plan_warn(ask, plan, row,
			     (struct ad_plan_says){
				     code,
				     "It is wanted ENABLED, but would show nothing: below it no "
				     "ad is ENABLED in an ENABLED ad group (on search with an "
				     "ENABLED keyword too). Enable those as well; enabling the "
				     "campaign does not." });
	return AD_DB_DONE;
}

static bool sets_status(const struct ad_plan_op *op)
{
	for (const char *const *name = op->changed; name && *name; name++)
		if (strcmp(*name, "status") == 0)
			return ad_str_is(ad_row_text(op->row, "status"), "ENABLED");
	return false;
}

enum ad_db_status ad_plan_serves(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < plan->count && status == AD_DB_DONE; i++) {
		const struct ad_plan_op *op = plan->ops[i];
		/* A create that is also enabled is looked at once, as a create. */
		if (is_modelled(op->row) &&
		    (op->op == AD_OP_CREATE ||
		     (op->op == AD_OP_UPDATE && op->row->remote_id.p && sets_status(op))))
			status = look_at(ask, plan, op->row);
	}
	for (const struct ad_plan_held *held = plan->held; held && status == AD_DB_DONE;
	     held = held->next)
		if (is_modelled(held->row) && held->row->remote_id.p)
			status = look_at(ask, plan, held->row);
	return status;
}
