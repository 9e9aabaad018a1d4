/* Assets that hang on what a plan sends: they are not sent yet, and that is told. */
#include "store/links.h"
#include "sync/plan.h"

/* The ids of all objects of the realm that have any, ended by NUL each. */
static enum ad_db_status holders(const struct ad_plan_ask *ask, struct ad_text *ids)
{
	struct ad_stmt *s = ad_sql(ask->db, "SELECT DISTINCT object_id FROM asset_links WHERE"
					    " space_id = $1 AND environment = $2"
					    " ORDER BY object_id");
	enum ad_db_status status;

	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		ad_text_addc(ids, '\n');
		ad_text_add(ids, ad_col(s, 0));
		ad_text_addc(ids, '\n');
	}
	return status;
}

static bool is_holder(struct ad_arena *arena, struct ad_str ids, struct ad_str id)
{
	struct ad_str line = ad_arena_printf(arena, "\n%.*s\n", AD_FMT(id));

	return memmem(ids.p, ids.n, line.p, line.n) != NULL;
}

enum ad_db_status ad_plan_assets(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct ad_text ids = ad_text_on(ask->arena);
	const struct ad_row *last = NULL;
	enum ad_db_status status = plan->count ? holders(ask, &ids) : AD_DB_DONE;

	for (size_t i = 0; i < plan->count && status == AD_DB_DONE && ids.n; i++) {
		const struct ad_plan_op *op = plan->ops[i];
		/* A create and its enabling follow each other. */
		if (op->op != AD_OP_REMOVE && op->row != last &&
		    is_holder(ask->arena, ad_text_str(&ids), op->row->id))
			ad_plan_warn(ask, plan, op->row,
				     (struct ad_plan_says){ "ASSETS_NOT_SENT",
							    "The assets attached to it are kept "
							    "here; a push does not carry them "
							    "yet." });
		last = op->row;
	}
	return status;
}
