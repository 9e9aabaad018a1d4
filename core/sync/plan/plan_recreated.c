#include "sync/plan/plan_recreated.h"

#include "base/clock.h"
#include "base/fold.h"
#include "base/json_read.h"
#include "sync/state/budget_base.h"

struct ad_plan_gone {
	struct ad_plan_gone *next;
	enum ad_resource_id kind;
	struct ad_str id, name; /* the name in the form that is compared */
	enum ad_platform platform;
};

/* A staged removal, or one that was pushed in the last 24 hours; `removal` stays set after it. */
#define GONE(table)                                                                                \
	"SELECT id, name, platform, synced FROM " table                                            \
	" WHERE space_id = $1 AND environment = $2 AND synced IS NOT NULL AND ((removed = 0"       \
	" AND removal <> 0) OR (removed <> 0 AND last_synced_at >= $3))"

/* Folds a name, so that names equal to a person compare as equal. */
static struct ad_str fold_name(struct ad_arena *arena, struct ad_str name)
{
	return ad_lower(arena, ad_trimmed(name));
}

static void add_gone(struct ad_arena *arena, struct ad_plan_recreated *gone, struct ad_stmt *s,
		     enum ad_resource_id kind)
{
	struct ad_json_error err;
	int64_t budget = 0;
	const cJSON *synced = ad_json_parse(arena, ad_col(s, 3), &err);

	if (!ad_json_micros_of(ad_json_get(synced, "budget"), &budget) || budget <= 0)
		return;
	struct ad_plan_gone *one = ad_arena_zalloc(arena, sizeof(*one));
	*one = (struct ad_plan_gone){
		.next = gone->first,
		.kind = kind,
		.id = ad_col_copy(s, arena, 0),
		.name = fold_name(arena, ad_col(s, 1)),
		.platform = ad_platform_of(ad_col(s, 2)),
	};
	gone->first = one;
}

static enum ad_db_status load_gone(const struct ad_plan_ask *ask, struct ad_plan_recreated *gone,
				   enum ad_resource_id kind)
{
	struct ad_stmt *s =
		ad_sql(ask->db, kind == AD_R_CAMPAIGN ? GONE("campaigns") : GONE("ad_groups"));
	enum ad_db_status status;

	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	ad_bind_int(s, 3, ad_now() - AD_DAY);
	while ((status = ad_step(s)) == AD_DB_ROW)
		add_gone(ask->arena, gone, s, kind);
	return status;
}

/* As a daily budget: a lifetime budget is replaced by a daily one. */
static enum ad_db_status lowest_of(const struct ad_plan_ask *ask, const struct ad_plan_gone *gone,
				   int64_t *lowest)
{
	struct ad_row *row;
	enum ad_db_status status = ad_row_load(ask->db, ask->scratch, ask->realm,
					       ad_resource_row(gone->kind), gone->id, &row);

	*lowest = 0;
	if (status != AD_DB_ROW)
		return status;
	return ad_budget_base_a_day(ask->db, ask->scratch, &ask->rails.today, row, lowest);
}

enum ad_db_status ad_plan_recreated_base(const struct ad_plan_ask *ask,
					 struct ad_plan_recreated *gone,
					 const struct ad_plan_op *op, int64_t *base)
{
	enum ad_db_status status = AD_DB_DONE;
	int64_t lowest;

	*base = 0;
	if (!gone->loaded) {
		status = load_gone(ask, gone, AD_R_CAMPAIGN);
		if (status == AD_DB_DONE)
			status = load_gone(ask, gone, AD_R_AD_GROUP);
		gone->loaded = true;
	}
	if (status != AD_DB_DONE || !gone->first)
		return status;
	struct ad_str name = fold_name(ask->arena, ad_row_text(op->row, "name"));
	for (const struct ad_plan_gone *g = gone->first; g && status == AD_DB_DONE; g = g->next) {
		if (g->kind != op->res->id || g->platform != op->platform ||
		    !ad_str_eq(g->name, name))
			continue;
		status = lowest_of(ask, g, &lowest);
		if (status == AD_DB_DONE && lowest > 0 && (*base == 0 || lowest < *base))
			*base = lowest;
	}
	return status;
}
