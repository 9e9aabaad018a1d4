#include "sync/state/below_gone.h"

#include "base/clock.h"
#include "model/below.h"
#include "store/objects/child_pages.h"
#include "store/objects/links.h"
#include "sync/state/review.h"

enum ad_db_status ad_below_mark(const struct ad_below_gone *b, struct ad_row *row)
{
	struct ad_realm realm = { row->space_id, row->environment };
	enum ad_db_status status = ad_below_gone(b, row);

	if (status == AD_DB_DONE && b->with)
		status = ad_gone_with_object(b->with, b->db, row);
	row->removed = true;
	row->failed = false;
	row->remote_status = AD_S("REMOVED");
	row->last_synced_at = ad_now();
	row->live = row->unknown = row->last_error = (struct ad_str){ 0 };
	row->sync_revision++;
	if (status == AD_DB_DONE)
		status = ad_row_update(b->db, b->arena, row);
	if (status == AD_DB_DONE)
		status = ad_links_drop(b->db, b->arena, realm, row->id);
	return status == AD_DB_DONE ? ad_review_drop(b->db, realm, row->id) : status;
}

/* Deletes an object that was never pushed. */
static enum ad_db_status below_delete(const struct ad_below_gone *b, struct ad_row *row)
{
	struct ad_realm realm = { row->space_id, row->environment };
	enum ad_db_status status = ad_below_gone(b, row);

	if (status == AD_DB_DONE)
		status = ad_row_delete(b->db, b->arena, row);
	return status == AD_DB_DONE ? ad_links_drop(b->db, b->arena, realm, row->id) : status;
}

static enum ad_db_status below_end(const struct ad_below_gone *b, struct ad_row *row)
{
	struct ad_row *was = ad_arena_alloc(b->arena, sizeof(*was));
	bool made = row->remote_id.p != NULL;
	enum ad_db_status status;

	*was = *row;
	status = made ? ad_below_mark(b, row) : below_delete(b, row);
	return status == AD_DB_DONE ? b->note(b->arg, b->arena, was, made ? row : NULL) : status;
}

static enum ad_db_status page_end(const struct ad_below_gone *b, const struct ad_child_pages *pages)
{
	struct ad_below_gone on = { b->db, pages->arena, b->note, b->arg, b->with };
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < pages->rows.n && status == AD_DB_DONE; i++) {
		struct ad_row *child = pages->rows.at[i];
		if (child->removal && !child->removed && !child->open_op.p)
			status = below_end(&on, child);
	}
	return status;
}

enum ad_db_status ad_below_gone(const struct ad_below_gone *b, const struct ad_row *row)
{
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < ad_below_count && status == AD_DB_DONE; i++) {
		struct ad_child_pages pages = {
			.db = b->db,
			.realm = { row->space_id, row->environment },
			.res = ad_resource_row(ad_below[i].child),
			.of = { .field = ad_below[i].field, .id = row->id },
		};
		if (ad_below[i].parent != row->res->id)
			continue;
		while ((status = ad_child_pages_next(&pages)) == AD_DB_ROW) {
			status = page_end(b, &pages);
			if (status != AD_DB_DONE)
				break;
		}
		ad_child_pages_end(&pages);
	}
	return status;
}
