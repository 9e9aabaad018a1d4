#include "sync/plan/plan_needs.h"

#include <stdlib.h>

#include "base/json_read.h"
#include "sync/plan/plan_spread.h"

/* An operation and its number in the plan. */
struct placed {
	struct ad_plan_op *op;
	size_t at;
};

/* Numbers of operations, collected in any order; needs_settle() sorts and merges them. */
struct list {
	struct ad_arena *arena;
	struct ad_plan_span *at;
	size_t n;
};

/* The state while the conditions are found. */
struct finder {
	const struct ad_plan_ask *ask;
	struct ad_arena *arena; /* of the arrays below */
	struct ad_sync_plan *plan;
	struct placed *places;  /* those in a campaign: by campaign, ad group, number */
	struct placed *objects; /* all: by object, number */
	struct placed *assets;  /* of assets: by object, platform */
	size_t place_count, asset_count;
	struct list lowers; /* decreases in the current campaign that its raises depend on */
};

static void needs_add_span(struct list *list, struct ad_plan_span span)
{
	size_t n = list->n;

	/* The array doubles whenever the count reaches a power of two. */
	if ((n & (n - 1)) == 0)
		list->at = ad_arena_resize(list->arena, list->at, n * sizeof(span),
					   (n ? 2 * n : 1) * sizeof(span));
	list->at[list->n++] = span;
}

static void needs_add(struct list *list, size_t at)
{
	if (list->n && list->at[list->n - 1].last + 1 == at)
		list->at[list->n - 1].last = at;
	else
		needs_add_span(list, (struct ad_plan_span){ at, at });
}

static void needs_add_all(struct list *list, const struct list *other)
{
	for (size_t i = 0; i < other->n; i++)
		needs_add_span(list, other->at[i]);
}

static int by_first(const void *a, const void *b)
{
	const struct ad_plan_span *x = a, *y = b;

	return (x->first > y->first) - (x->first < y->first);
}

static struct ad_plan_spans needs_settle(struct list *list)
{
	size_t kept = 0;

	if (list->n > 1)
		qsort(list->at, list->n, sizeof(*list->at), by_first);
	for (size_t i = 0; i < list->n; i++) {
		struct ad_plan_span one = list->at[i];
		if (kept && one.first <= list->at[kept - 1].last + 1) {
			if (one.last > list->at[kept - 1].last)
				list->at[kept - 1].last = one.last;
		} else {
			list->at[kept++] = one;
		}
	}
	list->n = kept;
	return (struct ad_plan_spans){ list->at, kept };
}

static bool needs_is_enable(const struct ad_plan_op *op)
{
	return op->rank >= AD_RANK_ENABLE;
}

/* True for a create or an update that other objects depend on: not a pause or an enable. */
static bool is_base(const struct ad_plan_op *op)
{
	return op->rank >= AD_RANK_LOWER && op->rank < AD_RANK_CONVERSION;
}

/* True for an operation that must succeed before its object, or any parent, is enabled. */
static bool is_guard(const struct ad_plan_op *op)
{
	return !needs_is_enable(op) && (op->op != AD_OP_CREATE || op->negative);
}

static bool is_of(const struct ad_plan_op *op, enum ad_resource_id kind)
{
	return op->res->id == kind;
}

static int by_place(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;
	int order = ad_str_order(x->op->campaign_id, y->op->campaign_id);

	if (order == 0)
		order = ad_str_order(x->op->ad_group_id, y->op->ad_group_id);
	return order ? order : (x->at > y->at) - (x->at < y->at);
}

static int by_object(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;
	int order = ad_str_order(x->op->row->id, y->op->row->id);

	return order ? order : (x->at > y->at) - (x->at < y->at);
}

static int by_asset(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;
	int order = ad_str_order(x->op->row->id, y->op->row->id);

	return order ? order : (int)x->op->platform - (int)y->op->platform;
}

/* An asset's own operation on the platform precedes the operations that use it. */
static void add_asset(const struct finder *f, struct list *list, struct ad_str id,
		      enum ad_platform platform)
{
	const struct ad_row row = { .id = id };
	struct ad_plan_op op = { .row = &row, .platform = platform };
	struct placed key = { .op = &op };
	const struct placed *found = NULL;

	if (f->asset_count)
		found = bsearch(&key, f->assets, f->asset_count, sizeof(key), by_asset);
	if (found)
		needs_add(list, found->at);
}

static void add_assets(const struct finder *f, struct list *list, const struct ad_plan_op *op)
{
	struct ad_json_error error;
	const cJSON *id;

	if (!f->asset_count || op->op == AD_OP_REMOVE)
		return;
	if (is_of(op, AD_R_ASSET_LINK))
		add_asset(f, list, ad_row_text(op->row, "assetId"), op->platform);
	if (!is_of(op, AD_R_AD))
		return;
	ad_arena_reset(f->ask->scratch);
	cJSON_ArrayForEach(id, ad_json_get(ad_json_parse(f->ask->scratch,
							 ad_plan_want(f->ask->scratch, op), &error),
					   "assetIds"))
	{
		add_asset(f, list, ad_json_text(id), op->platform);
	}
}

/* Earlier operations on the same object: an enable depends on all, a change on other changes. */
static void add_own(const struct finder *f, struct list *list, const struct placed *one)
{
	const struct placed *found =
		bsearch(one, f->objects, f->plan->count, sizeof(*one), by_object);

	while (found > f->objects && ad_str_eq(found[-1].op->row->id, one->op->row->id)) {
		found--;
		if (needs_is_enable(one->op) || is_base(found->op))
			needs_add(list, found->at);
	}
}

/* The operation that frees the name which this operation uses. */
static void add_after(const struct finder *f, struct list *list, const struct ad_plan_op *after)
{
	const struct placed *end = f->objects + f->plan->count, *found;
	struct placed key = { .op = (struct ad_plan_op *)after };

	if (!after)
		return;
	for (size_t low = 0, high = f->plan->count; low < high;) {
		size_t middle = (low + high) / 2;
		if (ad_str_order(f->objects[middle].op->row->id, key.op->row->id) < 0)
			low = middle + 1;
		else
			high = middle;
		key.at = low;
	}
	for (found = f->objects + key.at; found < end && found->op != after;)
		found++;
	if (found < end)
		needs_add(list, found->at);
}

/* Sets the needs of an operation: those shared in its place, and its own. */
static void set_needs(struct finder *f, const struct placed *one, const struct list *shared)
{
	struct list list = { .arena = f->ask->arena };

	add_after(f, &list, one->op->after);
	if (!needs_is_enable(one->op) && one->op->rank < AD_RANK_CHANGE) {
		one->op->needs = needs_settle(&list);
		return;
	}
	add_own(f, &list, one);
	add_assets(f, &list, one->op);
	if (one->op->rise > 0)
		needs_add_all(&list, &f->lowers);
	if (list.n == 0) {
		one->op->needs = (struct ad_plan_spans){ shared->at, shared->n };
		return;
	}
	needs_add_all(&list, shared);
	one->op->needs = needs_settle(&list);
}

/* The needs that one level (a campaign, or an ad group in one) adds to the operations below it. */
struct level {
	struct list base;  /* for creates and updates */
	struct list guard; /* for enables */
	struct list tree;  /* for the enable of the campaign or ad group itself */
};

/* Adds the operations of a level; `kind` is the resource of the level. */
static void level_gather(struct level *level, const struct placed *from, const struct placed *end,
			 enum ad_resource_id kind)
{
	for (const struct placed *one = from; one < end; one++) {
		bool itself = is_of(one->op, kind) && one->op->op != AD_OP_REMOVE;
		bool applies = one->op->negative && one->op->op != AD_OP_REMOVE;
		if (itself && is_base(one->op))
			needs_add(&level->base, one->at);
		if ((itself && !needs_is_enable(one->op)) || applies)
			needs_add(&level->guard, one->at);
		if (is_guard(one->op) || (itself && !needs_is_enable(one->op)))
			needs_add(&level->tree, one->at);
	}
}

static void level_settle(struct level *level)
{
	needs_settle(&level->base);
	needs_settle(&level->guard);
	needs_settle(&level->tree);
}

static struct level level_new(const struct finder *f)
{
	struct list list = { .arena = f->ask->arena };

	return (struct level){ list, list, list };
}

static void find_ad_group(struct finder *f, struct placed *from, struct placed *end,
			  const struct level *campaign)
{
	struct level level = level_new(f);

	level_gather(&level, from, end, AD_R_AD_GROUP);
	needs_add_all(&level.base, &campaign->base);
	needs_add_all(&level.guard, &campaign->guard);
	needs_add_all(&level.tree, &campaign->guard);
	level_settle(&level);
	for (const struct placed *one = from; one < end; one++) {
		if (is_of(one->op, AD_R_AD_GROUP))
			set_needs(f, one, needs_is_enable(one->op) ? &level.tree : &campaign->base);
		else
			set_needs(f, one, needs_is_enable(one->op) ? &level.guard : &level.base);
	}
}

/*
 * Finds the decreases in a campaign without which its raises would exceed its maximum. Only for
 * budgets on ad groups: a campaign's own budget is one operation.
 */
static void find_lowers(struct finder *f, const struct placed *from, const struct placed *end)
{
	const struct ad_plan_spread *spread = NULL;
	int64_t limit = f->ask->rails.max_campaign_daily_budget, most;

	f->lowers = (struct list){ .arena = f->ask->arena };
	/* Any operation may be first, also one on an object without a budget: a keyword. */
	for (const struct placed *one = from; one < end && !spread; one++)
		spread = ad_plan_spread_of(f->plan, one->op);
	if (!spread || limit == 0)
		return;
	most = spread->before;
	for (const struct placed *one = from; one < end; one++)
		most += one->op->rise > 0 ? one->op->rise : 0;
	if (most <= limit)
		return;
	for (const struct placed *one = from; one < end; one++)
		if (one->op->rise < 0)
			needs_add(&f->lowers, one->at);
}

static void plan_needs_find_campaign(struct finder *f, struct placed *from, struct placed *end)
{
	struct level level = level_new(f);
	struct placed *groups = from;

	while (groups < end && !groups->op->ad_group_id.p)
		groups++;
	find_lowers(f, from, end);
	level_gather(&level, from, groups, AD_R_CAMPAIGN);
	for (const struct placed *one = groups; one < end; one++)
		if (is_guard(one->op))
			needs_add(&level.tree, one->at);
	level_settle(&level);
	for (const struct placed *one = from; one < groups; one++)
		set_needs(f, one,
			  !is_of(one->op, AD_R_CAMPAIGN) ? &level.base
			  : needs_is_enable(one->op)     ? &level.tree
							 : &(struct list){ 0 });
	for (struct placed *group = groups; group < end;) {
		struct placed *next = group;
		while (next < end && ad_str_eq(next->op->ad_group_id, group->op->ad_group_id))
			next++;
		find_ad_group(f, group, next, &level);
		group = next;
	}
}

static void sort_ops(struct finder *f)
{
	size_t n = f->plan->count;

	f->places = ad_arena_alloc(f->arena, n * sizeof(*f->places));
	f->objects = ad_arena_alloc(f->arena, n * sizeof(*f->objects));
	f->assets = ad_arena_alloc(f->arena, n * sizeof(*f->assets));
	for (size_t i = 0; i < n; i++) {
		struct placed one = { f->plan->ops[i], i };
		f->objects[i] = one;
		if (one.op->campaign_id.p)
			f->places[f->place_count++] = one;
		if (is_of(one.op, AD_R_ASSET) && one.op->op != AD_OP_REMOVE)
			f->assets[f->asset_count++] = one;
	}
	qsort(f->objects, n, sizeof(*f->objects), by_object);
	if (f->place_count)
		qsort(f->places, f->place_count, sizeof(*f->places), by_place);
	if (f->asset_count)
		qsort(f->assets, f->asset_count, sizeof(*f->assets), by_asset);
}

void ad_plan_needs(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct finder f = { .ask = ask, .plan = plan };
	struct placed *end;

	if (!plan->count)
		return;
	f.arena = ad_arena_new();
	sort_ops(&f);
	end = f.places + f.place_count;
	for (struct placed *from = f.places; from < end;) {
		struct placed *next = from;
		while (next < end && ad_str_eq(next->op->campaign_id, from->op->campaign_id))
			next++;
		plan_needs_find_campaign(&f, from, next);
		from = next;
	}
	ad_arena_free(f.arena);
}

struct ad_str ad_plan_spans_text(struct ad_arena *arena, const struct ad_plan_spans *spans,
				 int64_t base)
{
	struct ad_text text = ad_text_on(arena);

	for (size_t i = 0; i < spans->n; i++) {
		if (i)
			ad_text_addc(&text, ',');
		ad_text_addi(&text, base + (int64_t)spans->at[i].first);
		if (spans->at[i].last == spans->at[i].first)
			continue;
		ad_text_addc(&text, '-');
		ad_text_addi(&text, base + (int64_t)spans->at[i].last);
	}
	return spans->n ? ad_text_str(&text) : (struct ad_str){ 0 };
}
