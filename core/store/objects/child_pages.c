#include "store/objects/child_pages.h"

#include <string.h>

#include "store/db/round_trips.h"

#define PAGE 200 /* objects; their changes, histories and texts take about 2 MB */

void ad_child_pages_end(struct ad_child_pages *p)
{
	ad_arena_free(p->arena);
	p->arena = NULL;
	p->rows = (struct ad_rows){ 0 };
}

enum ad_db_status ad_child_pages_next(struct ad_child_pages *p)
{
	struct ad_parent of = p->of;
	bool is_last = p->arena && p->rows.n < PAGE;
	enum ad_db_status status = AD_DB_DONE;

	/* Statements that were not waited for may still read what stands on the arena. */
	if (p->arena)
		status = ad_db_settle(p->db);
	ad_child_pages_end(p);
	if (status != AD_DB_DONE || is_last)
		return status;
	p->arena = ad_arena_new();
	of.after = ad_str(p->last);
	of.limit = PAGE;
	status = ad_row_children(p->db, p->arena, p->realm, p->res, of, &p->rows);
	if (status != AD_DB_DONE || !p->rows.n) {
		ad_child_pages_end(p);
		return status;
	}
	memcpy(p->last, p->rows.at[p->rows.n - 1]->id.p, p->rows.at[p->rows.n - 1]->id.n + 1);
	return AD_DB_ROW;
}
