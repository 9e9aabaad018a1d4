#include "call/objects/each_below.h"

#include "call/rules/rules.h"
#include "model/below.h"
#include "store/objects/child_pages.h"
#include "store/db/round_trips.h"

static void free_arena(void *arena)
{
	ad_arena_free(arena);
}

static bool page_done(struct ad_call *call, const struct ad_child_pages *pages, ad_below_fn *each,
		      void *arg)
{
	struct ad_arena *outer = call->arena;
	bool ok = true;
	call->arena = pages->arena;
	for (size_t i = 0; i < pages->rows.n && ok; i++)
		ok = each(call, pages->rows.at[i], arg);
	call->arena = outer;
	/* The page's arena holds the text of the refusal. */
	if (!ok && call->status != AD_OK)
		ad_arena_defer(outer, free_arena, pages->arena);
	return ok;
}

/* Ends a visit before the last page; statements that were not waited for may read the page. */
static bool stop_pages(struct ad_call *call, struct ad_child_pages *pages)
{
	if (call->status != AD_OK)
		return false;
	enum ad_db_status status = ad_db_settle(call->db);
	ad_child_pages_end(pages);
	return status == AD_DB_DONE ? false : ad_fail_db(call, status);
}

bool ad_call_each_below(struct ad_call *call, const struct ad_row *row, ad_below_fn *each,
			void *arg)
{
	for (size_t i = 0; i < ad_below_count; i++) {
		struct ad_child_pages pages = {
			.db = call->db,
			.realm = ad_call_realm(call),
			.res = ad_resource_row(ad_below[i].child),
			.of = { .field = ad_below[i].field, .id = row->id },
		};
		enum ad_db_status status;
		if (ad_below[i].parent != row->res->id)
			continue;
		while ((status = ad_child_pages_next(&pages)) == AD_DB_ROW)
			if (!page_done(call, &pages, each, arg))
				return stop_pages(call, &pages);
		if (status != AD_DB_DONE)
			return ad_fail_db(call, status);
	}
	return true;
}
