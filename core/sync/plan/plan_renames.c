#include "sync/plan/plan_renames.h"

#include <stdlib.h>

#include "base/json_read.h"
#include "store/db/lookup.h"
#include "sync/state/compare.h"
#include "sync/plan/plan_order.h"

/* An update that changes the name of a campaign or an ad group. */
struct rename {
	struct ad_plan_op *op;
	struct ad_str from, to; /* in lower case */
	struct rename *holder;  /* frees the name that this one uses, or NULL */
	bool seen, settled;     /* state of the walk along the holders */
};

static const char *const name_only[] = { "name", NULL };

static bool changes_name(const struct ad_plan_op *op)
{
	bool found = false;

	for (const char *const *name = op->changed; name && *name; name++)
		found = found || strcmp(*name, "name") == 0;
	return found && op->op == AD_OP_UPDATE &&
	       (op->res->id == AD_R_CAMPAIGN || op->res->id == AD_R_AD_GROUP) &&
	       (op->platform == AD_GOOGLE || op->platform == AD_MICROSOFT);
}

static struct ad_str name_in(const struct ad_plan_ask *ask, struct ad_str json)
{
	struct ad_str name = ad_json_get_text(ad_parsed(ask->scratch, json), "name");

	return ad_sql_lower(ask->arena, ad_arena_copy(ask->arena, name));
}

/* Campaign names are unique in an ad account, ad group names in their campaign. */
static int plan_renames_by_name(const void *a, const void *b)
{
	const struct rename *x = a, *y = b;
	int order = (int)x->op->platform - (int)y->op->platform;

	if (order == 0)
		order = (int)x->op->res->id - (int)y->op->res->id;
	if (order == 0 && x->op->res->id == AD_R_AD_GROUP)
		order = ad_str_order(x->op->campaign_id, y->op->campaign_id);
	return order ? order : ad_str_order(x->from, y->from);
}

static size_t renames_count(const struct ad_sync_plan *plan)
{
	size_t n = 0;

	for (size_t i = 0; i < plan->count; i++)
		n += changes_name(plan->ops[i]);
	return n;
}

static size_t renames_collect(const struct ad_plan_ask *ask, const struct ad_sync_plan *plan,
			      struct rename *all)
{
	size_t n = 0;

	for (size_t i = 0; i < plan->count; i++) {
		struct ad_plan_op *op = plan->ops[i];
		struct rename one = { .op = op };
		if (!changes_name(op))
			continue;
		ad_arena_reset(ask->scratch);
		one.from = name_in(ask, ad_plan_synced(ask->scratch, op));
		one.to = name_in(ask, ad_plan_want(ask->scratch, op));
		if (!ad_str_eq(one.from, one.to))
			all[n++] = one;
	}
	if (n)
		qsort(all, n, sizeof(*all), plan_renames_by_name);
	return n;
}

static void find_holders(struct rename *all, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct rename key = { .op = all[i].op, .from = all[i].to };
		all[i].holder = bsearch(&key, all, n, sizeof(*all), plan_renames_by_name);
	}
}

/* An update of the same object, in the same place. */
static struct ad_plan_op *renames_add(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
				      const struct ad_plan_op *like)
{
	struct ad_plan_op *op = ad_plan_add(ask, plan, like->row, AD_OP_UPDATE, like->platform);

	op->campaign_id = like->campaign_id;
	op->ad_group_id = like->ad_group_id;
	return op;
}

/* Gives the object a unique temporary name, before all others of its ring are renamed. */
static struct ad_plan_op *add_temporary(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
					struct ad_plan_op *last)
{
	const struct ad_row *row = last->row;
	struct ad_plan_op *op = renames_add(ask, plan, last);
	struct ad_text text = ad_text_on(ask->scratch);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kstr(&j, "name", ad_arena_printf(ask->scratch, "Renaming %.*s", AD_FMT(row->id)));
	ad_json_object_end(&j);
	op->kept_want =
		ad_mixed_json(ask->arena, row->res, ad_parsed(ask->scratch, last->kept_synced),
			      ad_parsed(ask->scratch, ad_text_str(&text)), name_only);
	op->kept_synced = last->kept_synced;
	op->changed = name_only;
	op->rank = last->rank;
	last->kept_synced = op->kept_want;
	return op;
}

static bool renames_is_money(const char *field)
{
	return strcmp(field, "budget") == 0 || strcmp(field, "startDate") == 0 ||
	       strcmp(field, "endDate") == 0;
}

/* The fields of an operation that determine its daily budget, or all others. NULL-ended. */
static const char *const *renames_fields(const struct ad_plan_ask *ask, const struct ad_plan_op *op,
					 bool money)
{
	const char **fields;
	size_t n = 0;

	while (op->changed[n])
		n++;
	fields = ad_arena_zalloc(ask->arena, (n + 1) * sizeof(*fields));
	n = 0;
	for (const char *const *name = op->changed; *name; name++)
		if (renames_is_money(*name) == money)
			fields[n++] = *name;
	return fields;
}

/*
 * A rename that has to wait for another one cannot be sent with the decreases, and a decrease
 * cannot wait: the raises that it pays for come before the renames. Such an update becomes two.
 */
static void renames_split(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			  struct ad_plan_op *op)
{
	const char *const *money = renames_fields(ask, op, true);
	struct ad_plan_op *lower;

	if (op->rank >= AD_RANK_CHANGE)
		return;
	ad_arena_reset(ask->scratch);
	lower = renames_add(ask, plan, op);
	lower->kept_synced = op->kept_synced;
	lower->kept_want =
		ad_mixed_json(ask->arena, op->res, ad_parsed(ask->scratch, op->kept_synced),
			      ad_parsed(ask->scratch, op->kept_want), money);
	lower->changed = money;
	lower->rank = op->rank;
	lower->budget_delta = op->budget_delta;
	lower->rise = op->rise;
	op->kept_synced = lower->kept_want;
	op->changed = renames_fields(ask, op, false);
	op->rank = ad_plan_rank(op->res->id, AD_RANK_CHANGE);
	op->budget_delta = op->rise = 0;
}

/* Follows the holders from one rename to the end of its chain, or around its ring. */
static void settle_chain(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			 struct rename *start, struct rename **path)
{
	size_t n = 0;
	struct rename *at = start;
	struct ad_plan_op *before;

	while (at && !at->seen) {
		at->seen = true;
		path[n++] = at;
		at = at->holder;
	}
	before = at && at->settled ? at->op : NULL;
	if (at && !at->settled) {
		/* A ring: its last rename uses the name that the temporary rename of `at` frees. */
		before = add_temporary(ask, plan, at->op);
	}
	while (n > 0) {
		struct rename *one = path[--n];
		one->op->after = before;
		one->op->turn = before ? before->turn + 1 : 0;
		one->settled = true;
		before = one->op;
	}
}

void ad_plan_renames(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	size_t n = renames_count(plan);
	struct rename *all = ad_arena_alloc(ask->arena, (n + 1) * sizeof(*all));
	struct rename **path = ad_arena_alloc(ask->arena, (n + 1) * sizeof(void *));

	n = renames_collect(ask, plan, all);
	find_holders(all, n);
	for (size_t i = 0; i < n; i++)
		if (all[i].holder)
			renames_split(ask, plan, all[i].op);
	for (size_t i = 0; i < n; i++)
		if (!all[i].settled)
			settle_chain(ask, plan, &all[i], path);
}
