/*
 * The operations of a plan that the platforms' adapters would refuse, reported before the approval:
 * each is a warning with the code and message of the later failure, and blocks no other operation.
 * A refusal that no state of the platform can change is a violation instead (`certain`).
 */
#include <stdlib.h>

#include "base/json_read.h"
#include "sync/state/compare.h"
#include "sync/plan/plan_crowd.h"
#include "sync/plan/plan_reach.h"
#include "sync/plan/plan_refused.h"

/* Refusals of updates that follow from the draft alone: the operation will certainly fail. */
static const struct certain {
	enum ad_platform platform;
	enum ad_resource_id resource;
	const char *code;
} certain[] = {
	{ AD_MICROSOFT, AD_R_AD_GROUP, "BID_REQUIRED" },
};

static bool refused_is_certain(const struct ad_plan_op *op, const char *code)
{
	for (size_t i = 0; i < AD_LEN(certain); i++)
		if (certain[i].platform == op->platform && certain[i].resource == op->res->id &&
		    op->op == AD_OP_UPDATE && strcmp(certain[i].code, code) == 0)
			return true;
	return false;
}

/* Values loaded once for consecutive operations. */
struct looked_up {
	const struct ad_plan_ask *ask;
	const struct ad_plan_op **campaigns; /* of the plan, by ascending id */
	size_t campaign_count;
	struct ad_arena *arena; /* of the parent below */
	struct ad_str parent_id;
	const cJSON *parent;
	bool parent_pulled; /* as in piece.h */
};

static int plan_refused_by_id(const void *a, const void *b)
{
	const struct ad_plan_op *x = *(const struct ad_plan_op *const *)a;
	const struct ad_plan_op *y = *(const struct ad_plan_op *const *)b;
	int order = ad_str_order(x->row->id, y->row->id);

	return order ? order : (x->rank > y->rank) - (x->rank < y->rank);
}

static int to_id(const void *key, const void *op)
{
	return ad_str_order(*(const struct ad_str *)key,
			    (*(const struct ad_plan_op *const *)op)->row->id);
}

static void collect_campaigns(struct looked_up *known, const struct ad_sync_plan *plan)
{
	size_t kept = 0;

	for (size_t i = 0; i < plan->count; i++)
		known->campaign_count += plan->ops[i]->res->id == AD_R_CAMPAIGN;
	if (!known->campaign_count)
		return;
	known->campaigns = ad_arena_alloc(known->ask->arena,
					  known->campaign_count * sizeof(struct ad_plan_op *));
	known->campaign_count = 0;
	for (size_t i = 0; i < plan->count; i++)
		if (plan->ops[i]->res->id == AD_R_CAMPAIGN)
			known->campaigns[known->campaign_count++] = plan->ops[i];
	qsort(known->campaigns, known->campaign_count, sizeof(struct ad_plan_op *),
	      plan_refused_by_id);
	/* The last operation on a campaign has the values of all of them. */
	for (size_t i = 0; i < known->campaign_count; i++)
		if (i + 1 == known->campaign_count ||
		    !ad_str_eq(known->campaigns[i]->row->id, known->campaigns[i + 1]->row->id))
			known->campaigns[kept++] = known->campaigns[i];
	known->campaign_count = kept;
}

/* The campaign of a new ad group, with its values at that time. */
static enum ad_db_status load_parent(struct looked_up *known, const struct ad_plan_op *op)
{
	const struct ad_plan_ask *ask = known->ask;
	const struct ad_plan_op *const *made = NULL;
	struct ad_json_error error;
	struct ad_row *row;
	enum ad_db_status status;

	if (known->parent_id.p && ad_str_eq(known->parent_id, op->parent_id))
		return AD_DB_DONE;
	ad_arena_reset(known->arena);
	known->parent_id = op->parent_id;
	known->parent = NULL;
	known->parent_pulled = false;
	if (known->campaign_count)
		made = bsearch(&op->parent_id, known->campaigns, known->campaign_count,
			       sizeof(struct ad_plan_op *), to_id);
	if (made) {
		known->parent =
			ad_json_parse(known->arena, ad_plan_want(known->arena, *made), &error);
		return ad_reach_is_pulled(ask->db, ask->realm, (*made)->row, &known->parent_pulled);
	}
	status =
		ad_row_load(ask->db, known->arena, ask->realm, op->parent_res, op->parent_id, &row);
	if (status == AD_DB_ROW && row->synced.n)
		known->parent = ad_json_parse(known->arena, row->synced, &error);
	if (status == AD_DB_ROW)
		status = ad_reach_is_pulled(ask->db, ask->realm, row, &known->parent_pulled);
	return status;
}

static int64_t plan_refused_number(const struct ad_row *row, const char *field)
{
	size_t index = 0;

	if (!ad_field_find(&row->res->shape, ad_str(field), &index) || row->v[index].kind != AD_INT)
		return 0;
	return row->v[index].i;
}

static struct ad_piece_media plan_refused_media_of(const struct ad_row *asset)
{
	return (struct ad_piece_media){
		/* Only the size: the checks do not read the bytes. */
		.bytes = { "", (size_t)plan_refused_number(asset, "bytes") },
		.mime = ad_row_text(asset, "mimeType"),
		.width = plan_refused_number(asset, "width"),
		.height = plan_refused_number(asset, "height"),
	};
}

/*
 * Adds the pictures and videos that an ad names: those not on the platform are uploaded before it.
 */
static enum ad_db_status plan_refused_show(const struct ad_plan_ask *ask, struct ad_piece *piece)
{
	const struct ad_piece_asset **end = &piece->assets;
	const cJSON *id;

	cJSON_ArrayForEach(id, ad_json_get(piece->want, "assetIds"))
	{
		struct ad_piece_asset *one;
		struct ad_row *asset;
		enum ad_db_status status =
			ad_row_load(ask->db, ask->scratch, ask->realm, ad_resource_row(AD_R_ASSET),
				    ad_json_text(id), &asset);
		if (status != AD_DB_ROW && status != AD_DB_DONE)
			return status;
		if (status == AD_DB_DONE || plan_refused_number(asset, "bytes") == 0)
			continue;
		one = ad_arena_zalloc(ask->scratch, sizeof(*one));
		one->id = one->remote_id = asset->id;
		one->media = plan_refused_media_of(asset);
		one->role =
			ad_str_starts(one->media.mime, "video/") ? AD_S("VIDEO") : AD_S("IMAGE");
		*end = one;
		end = &one->next;
	}
	return AD_DB_DONE;
}

/* A copy of the object with its own members, which share their values. */
static cJSON *copy_of(struct ad_arena *arena, const cJSON *object)
{
	cJSON *copy = ad_arena_alloc(arena, sizeof(*copy)), **end = &copy->child;
	const cJSON *item;

	*copy = *object;
	*end = NULL;
	cJSON_ArrayForEach(item, object)
	{
		*end = ad_arena_alloc(arena, sizeof(**end));
		**end = *item;
		end = &(*end)->next;
		*end = NULL;
	}
	return copy;
}

/* The field that causes the refusal; NULL if the object as a whole does. */
static const char *plan_refused_field_of(struct ad_arena *arena, const struct ad_adapter *adapter,
					 const struct ad_piece *refused, const char *code)
{
	static const char *const missing[][2] = {
		{ "MEDIA_REQUIRED", "assetIds" },
		{ "BID_REQUIRED", "cpcBid" },
		{ "BUDGET_REQUIRED", "budget" },
	};
	struct ad_platform_error error;
	struct ad_piece piece = *refused;
	const char *found = NULL;
	cJSON *want;

	for (size_t i = 0; i < AD_LEN(missing); i++)
		if (strcmp(code, missing[i][0]) == 0)
			return missing[i][1];
	for (const char *const *name = refused->changed; name && *name; name++) {
		const char *const one[] = { *name, NULL };
		piece.changed = one;
		if (!adapter->can(arena, &piece, &error))
			return *name;
	}
	piece.changed = refused->changed;
	piece.want = want = copy_of(arena, refused->want);
	for (cJSON **at = &want->child; *at; at = &(*at)->next) {
		cJSON *item = *at;
		const struct ad_field *field =
			ad_field_find(&refused->res->shape, ad_str(item->string), NULL);
		*at = item->next;
		/*
		 * If several fields qualify, the last one: earlier fields determine the kind of
		 * object.
		 */
		if (field && adapter->can(arena, &piece, &error))
			found = field->name;
		*at = item;
	}
	return found || !ad_json_get(refused->want, "type") ? found : "type";
}

/* *has_groups: a change of the campaign's bidding affects ad groups on the platform. */
static enum ad_db_status look_below(const struct ad_plan_ask *ask, const struct ad_plan_op *op,
				    bool *has_groups)
{
	struct ad_stmt *s;
	enum ad_db_status status;

	if (op->op != AD_OP_UPDATE || op->res->id != AD_R_CAMPAIGN ||
	    !ad_plan_sends_field(op, "bidding"))
		return AD_DB_DONE;
	s = ad_sql(ask->db, "SELECT 1 FROM ad_groups WHERE space_id = $1 AND environment = $2 AND"
			    " campaign_id = $3 AND remote_id IS NOT NULL AND sync_state <>"
			    " 'REMOVED' LIMIT 1");
	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	ad_bind(s, 3, op->row->id);
	status = ad_step(s);
	*has_groups = status == AD_DB_ROW;
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

static enum ad_db_status plan_refused_look(struct looked_up *known, struct ad_sync_plan *plan,
					   const struct ad_plan_op *op,
					   const struct ad_adapter *adapter)
{
	const struct ad_plan_ask *ask = known->ask;
	struct ad_piece piece = {
		.op = op->op,
		.res = op->res,
		.id = op->row->id,
		.changed = op->changed,
		.remote_id = op->row->remote_id,
	};
	struct ad_platform_error error;
	struct ad_json_error fault;
	enum ad_db_status status = AD_DB_DONE;

	piece.want = ad_json_parse(ask->scratch, ad_plan_want(ask->scratch, op), &fault);
	if (op->op == AD_OP_UPDATE)
		piece.synced = ad_parsed(ask->scratch, ad_plan_synced(ask->scratch, op));
	if (op->op == AD_OP_CREATE && op->res->id == AD_R_AD_GROUP) {
		status = load_parent(known, op);
		piece.parent = known->parent;
		piece.parent_pulled = known->parent_pulled;
	} else if (op->res->id == AD_R_AD) {
		status = plan_refused_show(ask, &piece);
	} else if (op->res->id == AD_R_ASSET) {
		piece.media = plan_refused_media_of(op->row);
	} else {
		status = look_below(ask, op, &piece.has_groups);
	}
	if (status != AD_DB_DONE || adapter->can(ask->scratch, &piece, &error))
		return status;
	if (refused_is_certain(op, error.code)) {
		ad_violate(&plan->violations, error.code, (struct ad_str){ 0 },
			   (struct ad_str){ 0 }, op->row->id);
		ad_violate_say(&plan->violations, error.message);
		return status;
	}
	ad_plan_warn(ask, plan, op->row,
		     (struct ad_plan_says){
			     .code = error.code,
			     .message = ad_arena_copy(ask->arena, error.message).p,
		     });
	/* The newest warning is first until the lists are reversed. */
	plan->warnings->field = plan_refused_field_of(ask->scratch, adapter, &piece, error.code);
	plan->warnings->refused = true;
	return AD_DB_DONE;
}

enum ad_db_status ad_plan_refuses(const struct ad_plan_ask *ask, enum ad_platform platform,
				  const struct ad_row *row, const cJSON *want,
				  const char *const *changed, struct ad_plan_refusal *out)
{
	const struct ad_adapter *adapter = ad_adapter_of(platform);
	struct ad_plan_op op = {
		.op = AD_OP_UPDATE, .res = row->res, .row = row, .changed = changed
	};
	struct ad_piece piece = {
		.op = AD_OP_UPDATE,
		.res = row->res,
		.id = row->id,
		.changed = changed,
		.remote_id = row->remote_id,
		.want = want,
		.synced = ad_parsed(ask->scratch, row->synced),
	};
	struct ad_platform_error error;
	enum ad_db_status status = AD_DB_DONE;

	*out = (struct ad_plan_refusal){ 0 };
	if (!adapter)
		return status;
	if (row->res->id == AD_R_AD)
		status = plan_refused_show(ask, &piece);
	else
		status = look_below(ask, &op, &piece.has_groups);
	if (status != AD_DB_DONE || adapter->can(ask->scratch, &piece, &error))
		return status;
	out->code = error.code;
	out->field = plan_refused_field_of(ask->scratch, adapter, &piece, error.code);
	return AD_DB_DONE;
}

enum ad_db_status ad_plan_refused(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct looked_up known = { .ask = ask, .arena = ad_arena_new() };
	enum ad_db_status status = AD_DB_DONE;

	collect_campaigns(&known, plan);
	for (size_t i = 0; i < plan->count && status == AD_DB_DONE; i++) {
		const struct ad_plan_op *op = plan->ops[i];
		const struct ad_adapter *adapter = ad_adapter_of(op->platform);
		/* An attachment is refused with its asset; conversions have their own adapter. */
		if (!adapter || op->op == AD_OP_REMOVE || op->op == AD_OP_UPLOAD ||
		    op->res->id == AD_R_ASSET_LINK)
			continue;
		ad_arena_reset(ask->scratch);
		status = plan_refused_look(&known, plan, op, adapter);
	}
	ad_arena_free(known.arena);
	return status == AD_DB_DONE ? ad_plan_crowd(ask, plan) : status;
}
