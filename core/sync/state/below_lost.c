#include "sync/state/below_lost.h"

#include "base/clock.h"
#include "model/below.h"
#include "store/objects/child_pages.h"
#include "store/objects/links.h"
#include "store/db/round_trips.h"
#include "sync/state/budget_base.h"
#include "sync/state/drift.h"
#include "sync/state/review.h"

static enum ad_db_status lost_store(const struct ad_below_gone *b, const struct ad_row *was,
				    struct ad_row *row)
{
	struct ad_realm realm = { row->space_id, row->environment };
	enum ad_db_status status;

	row->last_synced_at = ad_now();
	row->sync_revision++;
	status = ad_row_update(b->db, b->arena, row);
	if (status == AD_DB_DONE)
		status = ad_budget_base_keep(b->db, b->arena, was->synced, row);
	if (status == AD_DB_DONE)
		status = b->note(b->arg, b->arena, was, row);
	if (status == AD_DB_DONE)
		status = ad_review_drop(b->db, realm, row->id);
	if (status == AD_DB_DONE && row->removed)
		status = ad_links_drop(b->db, b->arena, realm, row->id);
	return status;
}

static enum ad_db_status child_lose(const struct ad_below_gone *b, struct ad_row *row, size_t *most)
{
	struct ad_row *was = ad_arena_alloc(b->arena, sizeof(*was));
	enum ad_db_status status;

	if (!row->remote_id.p || row->removed || row->open_op.p || ad_drift_is_gone(row))
		return AD_DB_DONE;
	*was = *row;
	ad_drift_lose(row);
	--*most;
	status = lost_store(b, was, row);
	return status == AD_DB_DONE && row->removed ? ad_below_gone(b, row) : status;
}

/* The same for a page of children, or, deeper, for what is below each of them. */
static enum ad_db_status page_lose(const struct ad_below_gone *b,
				   const struct ad_child_pages *pages, bool deeper, size_t *most)
{
	struct ad_below_gone on = { b->db, pages->arena, b->note, b->arg, b->with };
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < pages->rows.n && status == AD_DB_DONE && *most > 0; i++) {
		struct ad_row *row = pages->rows.at[i];
		if (!deeper)
			status = child_lose(&on, row, most);
		else if (ad_drift_is_gone(row))
			status = ad_below_lost(&on, row, most);
	}
	return status;
}

static enum ad_db_status kind_lose(const struct ad_below_gone *b, const struct ad_row *row,
				   const struct ad_below *kind, bool deeper, size_t *most)
{
	struct ad_child_pages pages = {
		.db = b->db,
		.realm = { row->space_id, row->environment },
		.res = ad_resource_row(kind->child),
		.of = { .field = kind->field, .id = row->id },
	};
	enum ad_db_status status = AD_DB_DONE;

	while (*most > 0 && (status = ad_child_pages_next(&pages)) == AD_DB_ROW) {
		status = page_lose(b, &pages, deeper, most);
		if (status != AD_DB_DONE)
			break;
	}
	/* Statements that were not waited for may still read what is on the page's arena. */
	if (pages.arena && status == AD_DB_DONE)
		status = ad_db_settle(b->db);
	ad_child_pages_end(&pages);
	return status;
}

/*
 * Level by level: if there are more objects than one change may mark, the others are below marked
 * ones, so that a plan leaves them out.
 */
enum ad_db_status ad_below_lost(const struct ad_below_gone *b, const struct ad_row *row,
				size_t *most)
{
	enum ad_db_status status = AD_DB_DONE;

	for (int deeper = 0; deeper < 2; deeper++)
		for (size_t i = 0; i < ad_below_count && status == AD_DB_DONE && *most > 0; i++)
			if (ad_below[i].parent == row->res->id)
				status = kind_lose(b, row, &ad_below[i], deeper == 1, most);
	return status;
}
