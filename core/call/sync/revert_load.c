/* The operations of a run that had an effect on a platform. */
#include "base/json_read.h"
#include "call/sync/revert.h"

#include <stdlib.h>

#include "call/sync/sync_steps.h"
#include "sync/state/compare.h"
#include "sync/state/steps.h"

#define OPERATIONS                                                                                 \
	"SELECT seq, op, resource, object_id, platform, status, remote_id, done, part, "           \
	"inverse_id,"                                                                              \
	" steps, known_ids, stood FROM sync_operations WHERE space_id = $1 AND environment"        \
	" = $2 AND run_id = $3 AND status IN ('SUCCEEDED', 'UNKNOWN', 'FAILED', 'SKIPPED')"        \
	" ORDER BY seq"
#define RESET_EVERY 256 /* operations whose texts are in memory at once */

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

/* The columns of an operation that a revert reads, on an arena that is reset now and then. */
struct read {
	struct ad_arena *arena;
	struct ad_str status, remote_id, done, part;
	struct ad_str stood; /* JSON, or absent */
	unsigned steps;      /* its requests that succeeded */
};

/*
 * A create that made nothing, because the wanted object already existed: a keyword made by anyone,
 * or an object with the draft's mark. It is reverted like an update of the fields that it changed.
 */
static void adopted_read(const struct read *in, struct ad_str known, struct ad_inverse *v)
{
	const struct ad_adapter *adapter = ad_adapter_of(v->platform);
	const cJSON *ids = ad_parsed(in->arena, known);
	if (v->op != AD_OP_CREATE || !ad_str_is(in->status, "SUCCEEDED") || !adapter)
		return;
	v->is_adopted = adapter->set_like(v->res) ? ids && ids->child : !ids;
	v->is_adopted = v->is_adopted && !ad_str_is(in->stood, "null");
	if (!v->is_adopted)
		return;
	v->op = AD_OP_UPDATE;
	v->has_stood = in->stood.p != NULL;
}

static void inverse_read(struct ad_revert *r, struct ad_stmt *s, struct read *in,
			 struct ad_inverse *v)
{
	*v = (struct ad_inverse){
		.seq = ad_col_int(s, 0),
		.op = ad_op_of(ad_col(s, 1)),
		.res = ad_resource_by_name(ad_col(s, 2)),
		.id = ad_col_copy(s, r->arena, 3),
		.platform = ad_platform_of(ad_col(s, 4)),
		.was_id = ad_col_copy(s, r->arena, 9),
	};
	in->status = ad_col_copy(s, in->arena, 5);
	in->remote_id = ad_col_copy(s, in->arena, 6);
	in->done = ad_col_copy(s, in->arena, 7);
	in->part = ad_col_copy(s, in->arena, 8);
	in->stood = ad_col_copy(s, in->arena, 12);
	const struct ad_step *steps = ad_steps_read(in->arena, ad_col(s, 10));
	in->steps = ad_steps_done(steps);
	v->is_made = ad_steps_made(in->arena, steps) != NULL;
	v->is_unsettled = ad_str_is(in->status, "UNKNOWN");
	v->is_half = ad_str_is(in->status, "FAILED") || ad_str_is(in->status, "SKIPPED");
	adopted_read(in, ad_col(s, 11), v);
}

/* True if an operation that did not succeed left something on the platform. */
static bool left_something(const struct read *in, const struct ad_inverse *v)
{
	const struct ad_adapter *adapter = ad_adapter_of(v->platform);
	/*
	 * The id of a keyword is known before the create, and the first request of the create may
	 * only read.
	 */
	bool named = adapter && !adapter->set_like(v->res) && in->remote_id.n > 0;
	if (v->op == AD_OP_CREATE)
		return named || v->is_made;
	return in->steps > 0 || in->done.n > 0 || in->part.n > 0;
}

static struct ad_inverse *inverse_add(struct ad_revert *r, size_t *room)
{
	AD_ARENA_GROW(r->arena, r->at, r->count, *room);
	return &r->at[r->count++];
}

/* Adds the entries of one list of what went with an object: removals without an operation. */
static void gone_add(struct ad_revert *r, const cJSON *list, enum ad_platform platform,
		     size_t *room)
{
	const cJSON *one;
	cJSON_ArrayForEach(one, list)
	{
		bool is_link = ad_json_get(one, "assetId") != NULL;
		const struct ad_resource *res =
			is_link ? &ad_resource_asset_link
				: ad_resource_by_name(ad_json_get_text(one, "resource"));
		struct ad_text text = ad_text_on(r->arena);
		if (!res)
			continue;
		ad_json_canonical(&text, one);
		*inverse_add(r, room) = (struct ad_inverse){
			.op = AD_OP_REMOVE,
			.res = res,
			.id = ad_arena_copy(r->arena, ad_json_get_text(one, "id")),
			.platform = platform,
			.with = ad_text_str(&text),
		};
	}
}

/*
 * Adds what went with the operation's object before the operation itself: removals are drafted
 * from the last to the first, parents before their children and children before attachments.
 */
static void gone_read(struct ad_revert *r, const struct read *in, struct ad_inverse *v,
		      size_t *room)
{
	const cJSON *with = ad_parsed(in->arena, in->stood);
	bool was_one = v->op == AD_OP_REMOVE && !v->is_half && !v->is_unsettled &&
		       v->res->id != AD_R_ASSET && v->res->id != AD_R_ASSET_LINK;
	/* Keywords have nothing that could go with them. */
	v->is_unlisted = was_one && v->res->id != AD_R_KEYWORD &&
			 (!with || cJSON_IsTrue(ad_json_get(with, "cut")));
	if (v->op == AD_OP_CREATE || v->is_adopted || !with)
		return;
	gone_add(r, ad_json_get(with, "links"), v->platform, room);
	gone_add(r, ad_json_get(with, "below"), v->platform, room);
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

/* A run may have hundreds of thousands of operations, so they are indexed by their object's id. */
static void inverses_index(struct ad_revert *r)
{
	r->by_id = ad_arena_alloc(r->arena, (r->count + 1) * sizeof(struct ad_inverse *));
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

static bool is_too_large(struct ad_revert *r)
{
	return ad_arena_used(r->arena) > AD_REVERT_MEMORY &&
	       !ad_sync_conflict(r->call, "TOO_LARGE", NULL, AD_REVERT_TOO_LARGE);
}

bool ad_revert_load(struct ad_revert *r)
{
	struct ad_call *call = r->call;
	struct ad_realm realm = ad_sync_realm(call);
	struct read in = { .arena = ad_arena_new() };
	size_t room = 0, seen = 0;
	enum ad_db_status status;
	struct ad_stmt *s = ad_sql(call->db, OPERATIONS);
	bool fits = true;
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, r->run.id);
	r->count = 0;
	r->at = NULL;
	while ((status = ad_step(s)) == AD_DB_ROW) {
		struct ad_inverse v;
		if (seen++ % RESET_EVERY == 0)
			ad_arena_reset(in.arena);
		inverse_read(r, s, &in, &v);
		gone_read(r, &in, &v, &room);
		if (!v.is_half || left_something(&in, &v))
			*inverse_add(r, &room) = v;
		fits = !is_too_large(r);
		if (!fits)
			break;
	}
	ad_reset(s);
	ad_arena_free(in.arena);
	if (!fits)
		return false;
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	r->scopes = AD_SYNC_WRITE;
	for (size_t i = 0; i < r->count; i++)
		r->scopes |= r->at[i].res->write_scope;
	inverses_index(r);
	return true;
}

/* --- one operation --------------------------------------------------------------------------- */

#define TEXTS                                                                                      \
	"SELECT want, synced, changed, remote_id, done, part, stood FROM sync_operations WHERE"    \
	" space_id = $1 AND environment = $2 AND run_id = $3 AND seq = $4"

static bool texts_load(struct ad_revert *r, struct ad_inverse *v)
{
	struct ad_call *call = r->call;
	struct ad_arena *arena = call->arena;
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_stmt *s = ad_sql(call->db, TEXTS);
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, r->run.id);
	ad_bind_int(s, 4, v->seq);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status == AD_DB_DONE ? AD_DB_INVALID : status);
	v->want = ad_col_copy(s, arena, 0);
	v->synced = ad_col_copy(s, arena, v->is_adopted ? 6 : 1);
	v->changed = ad_col_copy(s, arena, 2);
	v->remote_id = ad_col_copy(s, arena, 3);
	v->done = ad_col_copy(s, arena, 4);
	v->part = ad_col_copy(s, arena, 5);
	if (v->is_adopted)
		v->changed = members_join(arena, ad_parsed(arena, v->synced));
	ad_reset(s);
	return true;
}

/* The values on the platform, if they differed from the synced ones. */
static void gone_open(struct ad_revert *r, struct ad_inverse *v)
{
	struct ad_text live = ad_text_on(r->call->arena);
	const cJSON *with = ad_revert_parse(r, v->with);
	v->want = v->with;
	if (!cJSON_IsObject(ad_json_get(with, "live")))
		return;
	ad_json_canonical(&live, ad_json_get(with, "live"));
	v->synced = ad_text_str(&live);
}

bool ad_revert_open(struct ad_revert *r, struct ad_inverse *v)
{
	struct ad_str none = { NULL, 0 };
	v->want = v->synced = v->changed = v->remote_id = v->done = v->part = none;
	v->changes = ad_text_on(r->call->arena);
	v->unsure = ad_text_on(r->call->arena);
	v->change_count = 0;
	v->coverage = AD_COVERS_NONE;
	v->reason = NULL;
	v->is_left_out = false;
	v->drafted_id = v->draft_id = v->told = v->sure_if = none;
	v->draft = NULL;
	if (v->seq)
		return !is_too_large(r) && texts_load(r, v);
	gone_open(r, v);
	return !is_too_large(r);
}

static struct ad_str revert_load_kept(struct ad_revert *r, struct ad_str text)
{
	return text.n ? ad_arena_copy(r->arena, text) : (struct ad_str){ NULL, 0 };
}

void ad_revert_close(struct ad_revert *r, struct ad_inverse *v)
{
	struct ad_str none = { NULL, 0 };
	size_t *told = v->coverage == AD_COVERS_FULL ? &r->told_full : &r->told_other;
	v->drafted_id = revert_load_kept(r, v->drafted_id);
	v->draft_id = revert_load_kept(r, v->draft_id);
	if (v->reason)
		v->reason = revert_load_kept(r, ad_str(v->reason)).p;
	v->sure_if = revert_load_kept(r, ad_text_str(&v->unsure));
	if (*told < AD_REVERT_TOLD_MAX)
		v->told = revert_load_kept(r, ad_text_str(&v->changes));
	*told += !v->is_left_out;
	v->want = v->synced = v->changed = v->remote_id = v->done = v->part = none;
	v->changes = v->unsure = (struct ad_text){ .n = 0 };
}
