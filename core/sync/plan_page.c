#include "sync/plan_page.h"

#include "sync/plan_part.h"

static bool takes_all(const struct ad_plan_filter *filter)
{
	return filter->platforms == AD_PLATFORMS_ALL && !ad_plan_is_part(filter) &&
	       !filter->object_count;
}

/* Those of a page that the filter takes, into `at`, which has room for all. */
static enum ad_db_status choose(const struct ad_plan_ask *ask, const struct ad_resource *res,
				struct ad_str *at, struct ad_ids *ids)
{
	struct ad_row *rows[AD_IDS_MAX];
	size_t n = 0;
	enum ad_db_status status = ad_rows_load(ask->db, ask->scratch, ask->realm, res, *ids, rows);

	for (size_t i = 0; i < ids->n && status == AD_DB_DONE; i++) {
		enum ad_platform platform;
		bool concerned = false;
		if (rows[i])
			status = ad_plan_concerns(ask, rows[i], &platform, &concerned);
		if (concerned)
			at[n++] = ids->at[i];
	}
	*ids = (struct ad_ids){ at, n };
	return status;
}

enum ad_db_status ad_plan_page(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			       const struct ad_resource *res, struct ad_ids ids)
{
	bool all = takes_all(&ask->filter);
	struct ad_str chosen[AD_IDS_MAX];
	struct ad_row *rows[AD_IDS_MAX];
	enum ad_db_status status = AD_DB_DONE;

	ad_arena_reset(ask->scratch);
	if (!all)
		status = choose(ask, res, chosen, &ids);
	if (status == AD_DB_DONE)
		status = ad_rows_load(ask->db, ask->arena, ask->realm, res, ids, rows);
	for (size_t i = 0; i < ids.n && status == AD_DB_DONE; i++) {
		size_t seen = plan->count;
		enum ad_platform platform;
		bool concerned = true;
		if (!rows[i])
			continue;
		ad_arena_reset(ask->scratch);
		platform = ad_platform_of(ad_row_text(rows[i], "platform"));
		if (all)
			status = ad_plan_concerns(ask, rows[i], &platform, &concerned);
		if (status == AD_DB_DONE && concerned)
			ad_plan_row(ask, plan, rows[i], platform);
		if (!ad_plan_fits(plan, seen))
			return status;
	}
	return status;
}
