/* The operations of a run that had an effect on a platform. */
#include "call/revert.h"

#include <stdlib.h>

#include "call/sync_steps.h"
#include "sync/compare.h"
#include "sync/steps.h"

#define OPERATIONS                                                                                 \
	"SELECT seq, op, resource, object_id, platform, want, synced, changed, status, remote_id," \
	" done, part, inverse_id, steps, known_ids, stood FROM sync_operations WHERE space_id = "  \
	"$1 AND environment"                                                                       \
	" = $2 AND run_id = $3 AND status IN ('SUCCEEDED', 'UNKNOWN', 'FAILED', 'SKIPPED')"        \
	" ORDER BY seq"

/* Names of the members of an object, "name,status". */
static struct ad_str members_join(struct ad_arena *arena, const cJSON *object)
{
	struct ad_text names = ad_text_on(arena);
	const cJSON *item;
	cJSON_ArrayForEach(item, object)
	{
		ad_text_addf(&names, "%s%s", names.n ? "," : "", item->string);
	}
	return ad_text_str(&names);
}

/*
 * A create that made nothing, because the wanted object already existed: a keyword made by anyone,
 * or an object with the draft's mark. It is reverted like an update of the fields that it changed.
 */
static void adopted_read(struct ad_arena *arena, struct ad_str known, struct ad_str stood,
			 struct ad_inverse *v)
{
	const struct ad_adapter *adapter = ad_adapter_of(v->platform);
	const cJSON *ids = ad_parsed(arena, known);
	if (v->op != AD_OP_CREATE || !ad_str_is(v->status, "SUCCEEDED") || !adapter)
		return;
	v->is_adopted = adapter->set_like(v->res) ? ids && ids->child : !ids;
	v->is_adopted = v->is_adopted && !ad_str_is(stood, "null");
	if (!v->is_adopted)
		return;
	v->op = AD_OP_UPDATE;
	v->has_stood = stood.p != NULL;
	v->synced = ad_arena_copy(arena, stood);
	v->changed = members_join(arena, ad_parsed(arena, v->synced));
}

static void inverse_read(struct ad_call *call, struct ad_stmt *s, struct ad_inverse *v)
{
	struct ad_arena *arena = call->arena;
	*v = (struct ad_inverse){
		.seq = ad_col_int(s, 0),
		.op = ad_op_of(ad_col(s, 1)),
		.res = ad_resource_by_name(ad_col(s, 2)),
		.id = ad_col_copy(s, arena, 3),
		.platform = ad_platform_of(ad_col(s, 4)),
		.want = ad_col_copy(s, arena, 5),
		.synced = ad_col_copy(s, arena, 6),
		.changed = ad_col_copy(s, arena, 7),
		.status = ad_col_copy(s, arena, 8),
		.remote_id = ad_col_copy(s, arena, 9),
		.done = ad_col_copy(s, arena, 10),
		.part = ad_col_copy(s, arena, 11),
		.was_id = ad_col_copy(s, arena, 12),
		.changes = ad_text_on(arena),
		.unsure = ad_text_on(arena),
	};
	const struct ad_step *steps = ad_steps_read(arena, ad_col(s, 13));
	v->steps = ad_steps_done(steps);
	v->is_made = ad_steps_made(arena, steps) != NULL;
	v->is_half = ad_str_is(v->status, "FAILED") || ad_str_is(v->status, "SKIPPED");
	adopted_read(arena, ad_col(s, 14), ad_col(s, 15), v);
}

/* True if an operation that did not succeed left something on the platform. */
static bool left_something(const struct ad_inverse *v)
{
	const struct ad_adapter *adapter = ad_adapter_of(v->platform);
	/*
	 * The id of a keyword is known before the create, and the first request of the create may
	 * only read.
	 */
	bool named = adapter && !adapter->set_like(v->res) && v->remote_id.n > 0;
	if (v->op == AD_OP_CREATE)
		return named || v->is_made;
	return v->steps > 0 || v->done.n > 0 || v->part.n > 0;
}

static int id_compare(struct ad_str a, struct ad_str b)
{
	int order = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);
	return order ? order : (a.n > b.n) - (a.n < b.n);
}

static int inverse_compare(const void *a, const void *b)
{
	struct ad_inverse *const *one = a, *const *other = b;
	return id_compare((*one)->id, (*other)->id);
}

/* A run may have tens of thousands of operations, so they are indexed by their object's id. */
static void inverses_index(struct ad_revert *r)
{
	r->by_id = ad_arena_alloc(r->call->arena, (r->count + 1) * sizeof(struct ad_inverse *));
	for (size_t i = 0; i < r->count; i++)
		r->by_id[i] = &r->at[i];
	qsort(r->by_id, r->count, sizeof(struct ad_inverse *), inverse_compare);
}

struct ad_inverse *ad_revert_find(const struct ad_revert *r, enum ad_op op, struct ad_str id)
{
	size_t low = 0, high = id.n ? r->count : 0;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (id_compare(r->by_id[middle]->id, id) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; id.n && low < r->count && ad_str_eq(r->by_id[low]->id, id); low++)
		if (r->by_id[low]->op == op)
			return r->by_id[low];
	return NULL;
}

bool ad_revert_load(struct ad_revert *r)
{
	struct ad_call *call = r->call;
	struct ad_realm realm = ad_sync_realm(call);
	size_t room = 0;
	enum ad_db_status status;
	struct ad_stmt *s = ad_sql(call->db, OPERATIONS);
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, r->run.id);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		if (r->count == room) {
			size_t more = room ? 2 * room : 64;
			r->at = ad_arena_resize(call->arena, r->at, room * sizeof(*r->at),
						more * sizeof(*r->at));
			room = more;
		}
		inverse_read(call, s, &r->at[r->count]);
		if (!r->at[r->count].is_half || left_something(&r->at[r->count]))
			r->count++;
	}
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	inverses_index(r);
	return true;
}
