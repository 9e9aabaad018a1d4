/* Campaigns that would be created or enabled without anything below them that can show. */
#include "sync/plan/plan.h"

/* The number of ads below a campaign, and of those that no paused parent prevents from showing. */
struct below {
	int64_t ads, showing;
};

/* The key of the statement. */
static const char counts[] = "ads below campaigns";

/* A search ad shows through a keyword; ads of other types count as showing. */
static void write_count(struct ad_text *sql, const void *owner)
{
	(void)owner;
	ad_text_adds(
		sql,
		"SELECT g.campaign_id, COUNT(*), COALESCE(SUM(CASE WHEN g.status = 'ENABLED' AND"
		" a.status = 'ENABLED'"
		" AND (a.type <> 'RESPONSIVE_SEARCH' OR EXISTS (SELECT 1 FROM keywords k WHERE"
		" k.space_id = $1 AND k.environment = $2 AND k.ad_group_id = g.id AND"
		" k.status = 'ENABLED' AND COALESCE(k.negative, FALSE) = FALSE AND"
		" k.sync_state NOT IN ('PENDING_REMOVAL', 'REMOVED'))) THEN 1 ELSE 0 END), 0)"
		" FROM ad_groups g JOIN ads a ON a.space_id = g.space_id AND"
		" a.environment = g.environment AND a.ad_group_id = g.id"
		" WHERE g.space_id = $1 AND g.environment = $2"
		" AND g.sync_state NOT IN ('PENDING_REMOVAL', 'REMOVED')"
		" AND a.sync_state NOT IN ('PENDING_REMOVAL', 'REMOVED') AND g.campaign_id IN ");
	ad_ids_write(sql, 3);
	ad_text_adds(sql, " GROUP BY g.campaign_id");
}

/* Counts for a page of campaigns; a campaign without ads has no row. */
static enum ad_db_status plan_serves_count(const struct ad_plan_ask *ask, struct ad_ids page,
					   struct below *out)
{
	struct ad_stmt *s = ad_sql(ask->db, ad_sql_kept(ask->db, counts, 0, write_count));
	enum ad_db_status status;

	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	ad_ids_bind(s, 3, page);
	memset(out, 0, page.n * sizeof(*out));
	while ((status = ad_step(s)) == AD_DB_ROW)
		for (size_t i = 0; i < page.n; i++)
			if (ad_str_eq(page.at[i], ad_col(s, 0)))
				out[i] = (struct below){ ad_col_int(s, 1), ad_col_int(s, 2) };
	return status;
}

/* Campaigns of other types show content that is not drafted here. */
static bool is_modelled(const struct ad_row *row)
{
	return row->res->id == AD_R_CAMPAIGN && (ad_str_is(ad_row_text(row, "type"), "SEARCH") ||
						 ad_str_is(ad_row_text(row, "type"), "SOCIAL"));
}

static void plan_serves_look_at(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
				const struct ad_row *row, struct below below)
{
	static const char code[] = "NOTHING_TO_SHOW";
	bool live = ad_str_is(ad_row_text(row, "status"), "ENABLED");

	if (below.ads == 0)
		ad_plan_warn(
			ask, plan, row,
			(struct ad_plan_says){
				code,
				"The campaign has no ad in an ad group: it would show no ads." });
	else if (live && below.showing == 0)
		ad_plan_warn(ask, plan, row,
			     (struct ad_plan_says){
				     code,
				     "The desired status is ENABLED, but the object would show no "
				     "ads: no ENABLED ad below it is in an ENABLED ad group (on "
				     "search also with an ENABLED keyword). Enable those as well; "
				     "enabling the campaign does not." });
}

static bool sets_status(const struct ad_plan_op *op)
{
	for (const char *const *name = op->changed; name && *name; name++)
		if (strcmp(*name, "status") == 0)
			return ad_str_is(ad_row_text(op->row, "status"), "ENABLED");
	return false;
}

/* Campaigns, in an array that doubles whenever the count reaches a power of two. */
struct shown {
	const struct ad_row **rows;
	size_t n;
};

static void shown_add(struct ad_arena *arena, struct shown *shown, const struct ad_row *row)
{
	size_t n = shown->n;

	if ((n & (n - 1)) == 0)
		shown->rows = ad_arena_resize(arena, shown->rows, n * sizeof(row),
					      (n ? 2 * n : 1) * sizeof(row));
	shown->rows[shown->n++] = row;
}

/* The campaigns that the plan creates or enables, and those whose enable it holds back. */
static struct shown shown_collect(struct ad_arena *arena, const struct ad_sync_plan *plan)
{
	struct shown shown = { 0 };

	for (size_t i = 0; i < plan->count; i++) {
		const struct ad_plan_op *op = plan->ops[i];
		/* A campaign that is created and enabled is checked once, with its create. */
		if (is_modelled(op->row) &&
		    (op->op == AD_OP_CREATE ||
		     (op->op == AD_OP_UPDATE && op->row->remote_id.p && sets_status(op))))
			shown_add(arena, &shown, op->row);
	}
	for (const struct ad_plan_held *held = plan->held; held; held = held->next)
		if (is_modelled(held->row) && held->row->remote_id.p)
			shown_add(arena, &shown, held->row);
	return shown;
}

enum ad_db_status ad_plan_serves(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct shown shown = shown_collect(ask->arena, plan);
	const struct ad_row **rows = shown.rows;
	size_t n = shown.n;
	struct ad_str *ids = ad_arena_alloc(ask->arena, n * sizeof(*ids));
	struct below below[AD_IDS_MAX];
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < n; i++)
		ids[i] = rows[i]->id;
	for (size_t at = 0; at < n && status == AD_DB_DONE; at += AD_IDS_MAX) {
		struct ad_ids page = ad_ids_page((struct ad_ids){ ids, n }, at);
		status = plan_serves_count(ask, page, below);
		for (size_t i = 0; i < page.n && status == AD_DB_DONE; i++)
			plan_serves_look_at(ask, plan, rows[at + i], below[i]);
	}
	return status;
}
