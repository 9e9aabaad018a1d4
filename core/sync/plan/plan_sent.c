/* Limits a plan to the values that its platforms are sent; warns about values stored only here. */
#include "sync/plan/plan_sent.h"

#include "base/json_read.h"
#include "store/ddl/schema_ddl.h"
#include "model/sent.h"
#include "sync/state/compare.h"
#include "sync/plan/plan_part.h"

#define EDITED_MAX 500 /* objects without an operation that are warned about, per field */

size_t ad_plan_changed(struct ad_arena *arena, const struct ad_row *row, bool without_status,
		       const char **changed)
{
	const cJSON *from = ad_parsed(arena, row->synced);
	const cJSON *to = ad_parsed(arena, ad_row_sent_json(arena, row));
	size_t n = 0;

	for (size_t i = 0; i < row->res->shape.count; i++) {
		const struct ad_field *field = &row->res->shape.fields[i];
		bool status = strcmp(field->name, "status") == 0;
		bool unknown = ad_row_is_unknown(row, field->name);
		if ((field->flags & AD_SENT) && !ad_value_is_unheld(field, &row->v[i]) &&
		    !(status && without_status) &&
		    (unknown || !ad_same_json(arena, ad_json_get(from, field->name),
					      ad_json_get(to, field->name))))
			changed[n++] = field->name;
	}
	return n;
}

static size_t sent_filter(const struct ad_sent_of *of, const char **changed, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (ad_sent_by_update(of, changed[i]))
			changed[kept++] = changed[i];
	changed[kept] = NULL;
	return kept;
}

size_t ad_plan_keep_sent(const struct ad_plan_ask *ask, const struct ad_row *row,
			 enum ad_platform platform, const char **changed, size_t n)
{
	struct ad_sent_of of = {
		.platform = platform,
		.resource = row->res->id,
		.object = ad_parsed(ask->scratch, ad_row_sent_json(ask->scratch, row)),
	};

	return sent_filter(&of, changed, n);
}

bool ad_plan_op_sends(const struct ad_plan_op *op, const cJSON *want, const char *field)
{
	const struct ad_sent_of of = { .platform = op->platform,
				       .resource = op->res->id,
				       .object = want };

	/* Uploads have their own table. */
	return op->op == AD_OP_UPLOAD || ad_sent_by_create(&of, field);
}

/* The state of a walk over the plan. */
struct sent_walk {
	const struct ad_plan_ask *ask;
	struct ad_sync_plan *plan;
	struct ad_arena *arena; /* of the parent below: ad groups of one campaign are consecutive */
	struct ad_str parent_id;
	const cJSON *parent;
};

/* True if a field of that resource depends on the parent on that platform. */
static bool sent_needs_parent(const struct ad_row *row, enum ad_platform platform)
{
	for (size_t i = 0; i < ad_sent_count; i++)
		if (ad_sent_rows[i].resource == row->res->id &&
		    ad_sent_rows[i].at[platform].when == AD_SENT_BID_CAP)
			return true;
	return false;
}

/* The parent as drafted: its changes are sent before those of its children. */
static enum ad_db_status sent_load_parent(struct sent_walk *walk, const struct ad_row *row,
					  enum ad_platform platform, const cJSON **parent)
{
	struct ad_str id;
	struct ad_row *campaign;
	enum ad_db_status status;

	*parent = NULL;
	if (row->res->id != AD_R_AD_GROUP || !sent_needs_parent(row, platform))
		return AD_DB_DONE;
	id = ad_row_text(row, "campaignId");
	if (!walk->parent_id.p || !ad_str_eq(walk->parent_id, id)) {
		ad_arena_reset(walk->arena);
		walk->parent = NULL;
		status = ad_row_load(walk->ask->db, walk->arena, walk->ask->realm,
				     ad_resource_row(AD_R_CAMPAIGN), id, &campaign);
		if (status != AD_DB_ROW && status != AD_DB_DONE)
			return status;
		if (status == AD_DB_ROW)
			walk->parent =
				ad_parsed(walk->arena, ad_row_sent_json(walk->arena, campaign));
		walk->parent_id = id;
	}
	*parent = walk->parent;
	return AD_DB_DONE;
}

static const struct ad_sent_cell *sent_cell(const struct ad_sent_of *of, const char *field)
{
	const struct ad_sent_row *row = ad_sent_row_of(of->resource, field);

	return row && !row->quiet ? &row->at[of->platform] : NULL;
}

static void sent_warn(struct sent_walk *walk, const struct ad_row *row, const char *field,
		      const struct ad_sent_of *of, const struct ad_sent_cell *cell)
{
	struct ad_arena *arena = walk->ask->arena;
	const char *why = cell->why ? cell->why : "The value is fixed after creation.";

	ad_plan_warn(walk->ask, walk->plan, row,
		     (struct ad_plan_says){
			     "NOT_SENT",
			     ad_arena_printf(arena, "%s is stored here only and not sent to %s. %s",
					     field, ad_platform_name(of->platform), why)
				     .p,
		     });
	/* The newest warning is first until the lists are reversed. */
	walk->plan->warnings->field = field;
	ad_told_add(arena, &walk->plan->not_sent, field, row->id);
}

/* Warns about each field that is set and that neither a create nor an update sends. */
static void sent_warn_all(struct sent_walk *walk, const struct ad_row *row,
			  const struct ad_sent_of *of)
{
	for (size_t i = 0; i < row->res->shape.count; i++) {
		const struct ad_field *field = &row->res->shape.fields[i];
		const struct ad_sent_cell *cell =
			field->flags & AD_SENT ? sent_cell(of, field->name) : NULL;
		if (cell && cell->how != AD_SENT_NO_OBJECT && !ad_sent_by_create(of, field->name) &&
		    ad_sent_is_set(field, ad_json_get(of->object, field->name)))
			sent_warn(walk, row, field->name, of, cell);
	}
}

/*
 * Sets values that the parent keeps from being sent to null, so that they do not count as on the
 * platform. Absent if there are none.
 */
static struct ad_str sent_mask(struct sent_walk *walk, const struct ad_plan_op *op,
			       const struct ad_sent_of *of)
{
	struct ad_sent_of alone = *of;
	struct ad_row *copy = ad_arena_alloc(walk->ask->scratch, sizeof(*copy));
	const cJSON *want = ad_parsed(walk->ask->scratch, ad_plan_want(walk->ask->scratch, op));
	bool masked = false;

	alone.parent = NULL;
	*copy = *op->row;
	for (size_t i = 0; i < op->res->shape.count; i++) {
		const struct ad_field *field = &op->res->shape.fields[i];
		if (!(field->flags & AD_SENT))
			continue;
		copy->v[i] =
			ad_value_take(walk->ask->scratch, field, ad_json_get(want, field->name));
		if (copy->v[i].kind == AD_NULL || !ad_sent_by_create(&alone, field->name) ||
		    ad_sent_by_create(of, field->name))
			continue;
		copy->v[i] = (struct ad_value){ .kind = AD_NULL };
		masked = true;
	}
	return masked ? ad_arena_copy(walk->ask->arena, ad_row_sent_json(walk->ask->scratch, copy))
		      : (struct ad_str){ 0 };
}

static size_t sent_length(const char *const *changed)
{
	size_t n = 0;

	while (changed[n])
		n++;
	return n;
}

/* Limits an operation to the sent values; false if it becomes empty. */
static bool sent_settle(struct sent_walk *walk, struct ad_plan_op *op, const struct ad_sent_of *of)
{
	struct ad_str masked;
	const char **own;
	size_t n;

	if (!of->parent)
		return true;
	if (op->op == AD_OP_CREATE) {
		masked = sent_mask(walk, op, of);
		if (masked.p)
			op->kept_want = masked;
		return true;
	}
	n = sent_length(op->changed);
	own = ad_arena_zalloc(walk->ask->arena, (n + 1) * sizeof(*own));
	memcpy(own, op->changed, n * sizeof(*own));
	op->changed = own;
	return sent_filter(of, own, n) > 0;
}

/* Limits the operations of the plan; removes those that become empty. */
static enum ad_db_status sent_settle_operations(struct sent_walk *walk)
{
	struct ad_sync_plan *plan = walk->plan;
	const struct ad_row *last = NULL;
	enum ad_db_status status = AD_DB_DONE;
	size_t kept = 0;

	for (size_t i = 0; i < plan->count; i++) {
		struct ad_plan_op *op = plan->ops[i];
		struct ad_sent_of of = { .platform = op->platform, .resource = op->res->id };
		bool stays = true;
		ad_arena_reset(walk->ask->scratch);
		if (status == AD_DB_DONE && (op->op == AD_OP_CREATE || op->op == AD_OP_UPDATE)) {
			status = sent_load_parent(walk, op->row, op->platform, &of.parent);
			of.object = ad_parsed(walk->ask->scratch,
					      ad_row_sent_json(walk->ask->scratch, op->row));
			stays = sent_settle(walk, op, &of);
			/* A pause, a create and the later enable concern one object. */
			if (op->row != last)
				sent_warn_all(walk, op->row, &of);
			last = op->row;
		}
		if (stays)
			plan->ops[kept++] = op;
		else
			plan->updates--;
	}
	plan->count = kept;
	return status;
}

bool ad_plan_sent_warned(const struct ad_sync_plan *plan, struct ad_str id, const char *field)
{
	return ad_told_holds(&plan->not_sent, field, id);
}

/* Finds objects without an operation whose field was edited since the last sync. */
static enum ad_db_status sent_find_edited(const struct ad_plan_ask *ask,
					  const struct ad_resource *res, const char *field,
					  enum ad_platform platform, struct ad_plan_ids *out)
{
	char column[64];
	struct ad_text sql = ad_text_on(ask->scratch);
	struct ad_stmt *s;
	enum ad_db_status status;

	ad_column_name(field, column);
	ad_text_addf(&sql,
		     "SELECT id FROM %s WHERE space_id = $1 AND environment = $2 AND platform = $3"
		     " AND sync_state IN ('SYNCED', 'MODIFIED') AND %s IS NOT NULL AND updated_at >"
		     " last_synced_at ORDER BY id LIMIT %d",
		     res->table, column, EDITED_MAX);
	s = ad_sql(ask->db, ad_text_str(&sql).p);
	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	ad_bind_cstr(s, 3, ad_platform_name(platform));
	out->at = ad_arena_alloc(ask->scratch, EDITED_MAX * sizeof(*out->at));
	out->count = 0;
	while ((status = ad_step(s)) == AD_DB_ROW)
		if (out->count < EDITED_MAX)
			out->at[out->count++] = ad_col_copy(s, ask->scratch, 0);
	return status;
}

static enum ad_db_status sent_warn_edited(struct sent_walk *walk, const struct ad_resource *res,
					  const struct ad_sent_row *field,
					  enum ad_platform platform)
{
	const struct ad_plan_ask *ask = walk->ask;
	struct ad_sent_of of = { .platform = platform, .resource = res->id };
	struct ad_plan_ids ids;
	enum ad_db_status status;

	ad_arena_reset(ask->scratch);
	status = sent_find_edited(ask, res, field->field, platform, &ids);
	for (size_t i = 0; i < ids.count && status == AD_DB_DONE; i++) {
		enum ad_platform there;
		struct ad_row *row;
		bool concerned = false;
		if (ad_plan_sent_warned(walk->plan, ids.at[i], field->field))
			continue;
		status = ad_row_load(ask->db, ask->arena, ask->realm, res, ids.at[i], &row);
		if (status != AD_DB_ROW)
			continue;
		status = ad_plan_concerns(ask, row, &there, &concerned);
		of.object = ad_parsed(ask->scratch, ad_row_sent_json(ask->scratch, row));
		if (status == AD_DB_DONE && concerned && ad_plan_wants(ask, row) &&
		    !ad_sent_by_create(&of, field->field) &&
		    ad_sent_is_set(ad_field_find(&res->shape, ad_str(field->field), NULL),
				   ad_json_get(of.object, field->field)))
			sent_warn(walk, row, field->field, &of, &field->at[platform]);
	}
	return status;
}

/*
 * An edit of a field that is stored only here creates no operation. Campaigns and ad groups get the
 * warning anyway, until they are synced again; ads and keywords are too many to search.
 */
static enum ad_db_status sent_warn_unplanned(struct sent_walk *walk)
{
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < ad_sent_count && status == AD_DB_DONE; i++) {
		const struct ad_sent_row *row = &ad_sent_rows[i];
		if (row->quiet ||
		    (row->resource != AD_R_CAMPAIGN && row->resource != AD_R_AD_GROUP))
			continue;
		for (int p = 0; p < AD_PLATFORM_COUNT && status == AD_DB_DONE; p++)
			if (row->at[p].how == AD_SENT_KEPT || row->at[p].when != AD_SENT_WHENEVER)
				status = sent_warn_edited(walk, ad_resource_row(row->resource), row,
							  (enum ad_platform)p);
	}
	return status;
}

enum ad_db_status ad_plan_sent(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct sent_walk walk = { .ask = ask, .plan = plan, .arena = ad_arena_new() };
	enum ad_db_status status = sent_settle_operations(&walk);

	if (status == AD_DB_DONE && ask->filter.campaigns)
		status = sent_warn_unplanned(&walk);
	ad_arena_free(walk.arena);
	return status;
}
