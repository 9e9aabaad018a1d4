#include "sync/plan/plan_page.h"

#include <stddef.h>

#include "sync/plan/plan_part.h"
#include "sync/plan/plan_size.h"
#include "sync/state/unread.h"

static bool takes_all(const struct ad_plan_filter *filter)
{
	return filter->platforms == AD_PLATFORMS_ALL && !ad_plan_is_part(filter) &&
	       !filter->object_count;
}

/* Copies the ids of a page that match the filter into `at`, which has room for all. */
static enum ad_db_status plan_page_choose(const struct ad_plan_ask *ask,
					  const struct ad_resource *res, struct ad_str *at,
					  struct ad_ids *ids)
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

/* The state of a plan before a row was added. */
struct mark {
	size_t ops;
	const struct ad_plan_held *held, *unmade;
	const struct ad_plan_warning *warnings;
};

static struct mark plan_page_mark_of(const struct ad_sync_plan *plan)
{
	return (struct mark){ plan->count, plan->held, plan->unmade, plan->warnings };
}

/* The size of the texts of the copied row, without those shared with the previously copied row. */
static size_t kept_size(const struct ad_row *row, const struct ad_row *last)
{
	size_t n = row->id.n + row->remote_id.n + row->synced.n + row->live.n + row->unknown.n + 5;

	for (size_t i = 0; i < row->res->shape.count; i++)
		if (row->v[i].kind == AD_TEXT &&
		    !(last && last->res == row->res && ad_value_eq(&last->v[i], &row->v[i])))
			n += row->v[i].s.n + 1;
	return n;
}

static struct ad_str plan_page_put(char **at, struct ad_str text)
{
	char *to = *at;

	if (!text.p)
		return text;
	memcpy(to, text.p, text.n);
	to[text.n] = '\0';
	*at += text.n + 1;
	return (struct ad_str){ to, text.n };
}

/*
 * Copies a row into the plan, without members that no plan reads. A copied keyword, the most
 * numerous kind, ends after its resource's fields.
 */
static struct ad_row *keep_row(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			       const struct ad_row *row, const struct ad_row *last)
{
	size_t fields = row->res->id == AD_R_KEYWORD ? row->res->shape.count : AD_FIELDS_MAX;
	size_t size = offsetof(struct ad_row, v) + fields * sizeof(row->v[0]);
	size_t texts = kept_size(row, last);
	struct ad_row *kept = ad_arena_alloc(ask->arena, size);
	char *at = ad_arena_alloc(ask->arena, texts);

	memcpy(kept, row, size);
	plan->bytes += texts;
	kept->space_id = ask->realm.space_id;
	kept->environment = ask->realm.environment;
	kept->source = ad_str_is(row->source, "PULL") ? AD_S("PULL") : AD_S("API");
	kept->created_by = kept->remote_status = kept->review_status = kept->last_error =
		kept->open_op = kept->json = (struct ad_str){ 0 };
	/* Stores that the object was read back, and which fields were not; not the values. */
	if (ad_unread_names(ask->scratch, row->defaults).n)
		kept->defaults = ad_arena_copy(ask->arena, row->defaults);
	else
		kept->defaults = row->defaults.p ? AD_S("{}") : (struct ad_str){ 0 };
	kept->id = plan_page_put(&at, row->id);
	kept->remote_id = plan_page_put(&at, row->remote_id);
	kept->synced = plan_page_put(&at, row->synced);
	kept->live = plan_page_put(&at, row->live);
	kept->unknown = plan_page_put(&at, row->unknown);
	for (size_t i = 0; i < row->res->shape.count; i++) {
		if (row->v[i].kind != AD_TEXT)
			continue;
		if (last && last->res == row->res && ad_value_eq(&last->v[i], &row->v[i]))
			kept->v[i].s = last->v[i].s;
		else
			kept->v[i].s = plan_page_put(&at, row->v[i].s);
	}
	return kept;
}

/* The copy of a text of the row; any other text is returned as it is. */
static struct ad_str plan_page_moved(struct ad_str text, const struct ad_row *row,
				     const struct ad_row *kept)
{
	if (!text.p)
		return text;
	if (text.p == row->synced.p)
		return kept->synced;
	for (size_t i = 0; i < row->res->shape.count; i++)
		if (row->v[i].kind == AD_TEXT && row->v[i].s.p == text.p)
			return kept->v[i].s;
	return text;
}

/* Makes all entries added since the mark refer to the copied row. */
static void plan_page_move(struct ad_sync_plan *plan, const struct mark *mark,
			   const struct ad_row *row, const struct ad_row *kept)
{
	for (size_t i = mark->ops; i < plan->count; i++) {
		struct ad_plan_op *op = plan->ops[i];
		op->row = kept;
		op->parent_id = plan_page_moved(op->parent_id, row, kept);
		op->kept_want = plan_page_moved(op->kept_want, row, kept);
		op->kept_synced = plan_page_moved(op->kept_synced, row, kept);
	}
	for (struct ad_plan_held *held = plan->held; held != mark->held; held = held->next)
		held->row = kept;
	for (struct ad_plan_held *held = plan->unmade; held != mark->unmade; held = held->next)
		held->row = kept;
	for (struct ad_plan_warning *w = plan->warnings; w != mark->warnings; w = w->next)
		w->row = kept;
}

static bool has_grown(const struct ad_sync_plan *plan, const struct mark *mark)
{
	return plan->count != mark->ops || plan->held != mark->held ||
	       plan->unmade != mark->unmade || plan->warnings != mark->warnings;
}

/* Adds the operations of a row; false if the plan became too broad. */
static bool plan_page_add_row(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			      struct ad_row *row, enum ad_platform platform,
			      const struct ad_row **last)
{
	struct mark mark = plan_page_mark_of(plan);

	ad_plan_row(ask, plan, row, platform);
	if (has_grown(plan, &mark)) {
		const struct ad_row *kept = keep_row(ask, plan, row, *last);
		plan_page_move(plan, &mark, row, kept);
		*last = kept;
	}
	return ad_plan_fits(ask, plan, mark.ops);
}

static enum ad_db_status add_page(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
				  const struct ad_resource *res, struct ad_ids ids,
				  struct ad_arena *arena)
{
	bool all = takes_all(&ask->filter);
	struct ad_str chosen[AD_IDS_MAX];
	struct ad_row *rows[AD_IDS_MAX];
	const struct ad_row *last = NULL;
	enum ad_db_status status = AD_DB_DONE;

	ad_arena_reset(ask->scratch);
	if (!all)
		status = plan_page_choose(ask, res, chosen, &ids);
	if (status == AD_DB_DONE)
		status = ad_rows_load(ask->db, arena, ask->realm, res, ids, rows);
	for (size_t i = 0; i < ids.n && status == AD_DB_DONE; i++) {
		enum ad_platform platform;
		bool concerned = true;
		if (!rows[i])
			continue;
		ad_arena_reset(ask->scratch);
		platform = ad_platform_of(ad_row_text(rows[i], "platform"));
		if (all)
			status = ad_plan_concerns(ask, rows[i], &platform, &concerned);
		if (status == AD_DB_DONE && concerned &&
		    !plan_page_add_row(ask, plan, rows[i], platform, &last))
			return status;
	}
	return status;
}

enum ad_db_status ad_plan_page(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			       const struct ad_resource *res, struct ad_ids ids)
{
	struct ad_arena *arena = ad_arena_new();
	enum ad_db_status status = add_page(ask, plan, res, ids, arena);

	ad_arena_free(arena);
	return status;
}
