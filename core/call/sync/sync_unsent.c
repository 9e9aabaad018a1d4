/* The comparison before a retry: see sync_unsent.h. */
#include "call/sync/sync_unsent.h"

#include <stdlib.h>

#include "base/json_read.h"
#include "call/sync/sync_steps.h"

static int sync_unsent_by_id(const void *a, const void *b)
{
	return ad_str_order(((const struct ad_unsent_op *)a)->object_id,
			    ((const struct ad_unsent_op *)b)->object_id);
}

/*
 * The operations of one object; returns their number. An object may have a pause, a change and an
 * enable.
 */
static size_t unsent_of(const struct ad_unsent *unsent, struct ad_str id,
			struct ad_unsent_op **first)
{
	struct ad_unsent_op key = { .object_id = id };
	struct ad_unsent_op *found = unsent->count ? bsearch(&key, unsent->at, unsent->count,
							     sizeof(key), sync_unsent_by_id)
						   : NULL;
	size_t n = 0;
	if (!found)
		return 0;
	while (found > unsent->at && ad_str_eq(found[-1].object_id, id))
		found--;
	*first = found;
	while (found + n < unsent->at + unsent->count && ad_str_eq(found[n].object_id, id))
		n++;
	return n;
}

/* The update of an object that the run created was stored before the object had an id. */
static bool lacks_id(const struct ad_unsent_op *op)
{
	return op->op == AD_OP_UPDATE && !op->remote_id.p;
}

/* Gives such updates the ids that the run's creates returned. */
static enum ad_db_status find_made(struct ad_call *call, struct ad_str run_id,
				   struct ad_unsent *unsent)
{
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_stmt *s;
	size_t lacking = 0;
	enum ad_db_status status;
	for (size_t i = 0; i < unsent->count; i++)
		lacking += lacks_id(&unsent->at[i]);
	if (!lacking)
		return AD_DB_DONE;
	s = ad_sql(call->db, "SELECT object_id, platform, remote_id FROM sync_operations WHERE"
			     " space_id = $1 AND environment = $2 AND run_id = $3 AND status ="
			     " 'SUCCEEDED' AND op = 'CREATE'");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		struct ad_unsent_op *own = NULL;
		size_t n = unsent_of(unsent, ad_col(s, 0), &own);
		for (size_t i = 0; i < n; i++)
			if (lacks_id(&own[i]) && own[i].platform == ad_platform_of(ad_col(s, 1)))
				own[i].remote_id = ad_col_copy(s, call->arena, 2);
	}
	return status;
}

bool ad_unsent_load(struct ad_call *call, struct ad_str run_id, struct ad_unsent *out)
{
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT object_id, remote_id, want, inherited, changed,"
				 " object_version, op, platform FROM sync_operations WHERE"
				 " space_id = $1 AND environment = $2 AND run_id = $3"
				 " AND status IN ('FAILED', 'SKIPPED')");
	size_t room = 0;
	enum ad_db_status status;
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
	*out = (struct ad_unsent){ 0 };
	while ((status = ad_step(s)) == AD_DB_ROW) {
		AD_ARENA_GROW(call->arena, out->at, out->count, room);
		out->at[out->count++] = (struct ad_unsent_op){
			.object_id = ad_col_copy(s, call->arena, 0),
			.remote_id = ad_col_copy(s, call->arena, 1),
			.want = ad_col_copy(s, call->arena, 2),
			.inherited = ad_col_copy(s, call->arena, 3),
			.changed = ad_col_copy(s, call->arena, 4),
			.version = ad_col_int(s, 5),
			.op = ad_op_of(ad_col(s, 6)),
			.platform = ad_platform_of(ad_col(s, 7)),
		};
	}
	if (out->count)
		qsort(out->at, out->count, sizeof(*out->at), sync_unsent_by_id);
	if (status == AD_DB_DONE)
		status = find_made(call, run_id, out);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

static bool same_value(struct ad_arena *arena, const cJSON *a, const cJSON *b)
{
	struct ad_text left = ad_text_on(arena), right = ad_text_on(arena);
	if (a)
		ad_json_canonical(&left, a);
	if (b)
		ad_json_canonical(&right, b);
	return ad_str_eq(ad_text_str(&left), ad_text_str(&right));
}

/* True if an approved operation had the field with that value. */
static bool sent_field(struct ad_arena *arena, const struct ad_unsent_op *was, size_t count,
		       const char *field, const cJSON *value)
{
	struct ad_json_error error;
	for (size_t i = 0; i < count; i++)
		if ((was[i].op == AD_OP_CREATE || ad_fields_hold(was[i].changed, field)) &&
		    same_value(arena, value,
			       ad_json_get(ad_json_parse(arena, was[i].want, &error), field)))
			return true;
	return false;
}

/*
 * True if the operation is a part of the approved ones: the rest of an update may be smaller, and
 * the rest of a create may be an update.
 */
static bool is_part(struct ad_arena *arena, const struct ad_plan_op *op,
		    const struct ad_unsent_op *was, size_t count)
{
	struct ad_json_error error;
	struct ad_str to = ad_plan_want(arena, op);
	const cJSON *want = to.n ? ad_json_parse(arena, to, &error) : NULL;
	for (const char *const *name = op->changed; name && *name; name++)
		if (!sent_field(arena, was, count, *name, ad_json_get(want, *name)))
			return false;
	for (size_t i = 0; i < count; i++)
		if (was[i].op == AD_OP_CREATE ||
		    (was[i].op == AD_OP_UPDATE && ad_str_eq(was[i].remote_id, op->row->remote_id)))
			return true;
	return false;
}

static bool sync_unsent_is_whole(struct ad_arena *arena, const struct ad_plan_op *op,
				 const struct ad_unsent_op *was, size_t count)
{
	struct ad_str want = ad_plan_want(arena, op);
	for (size_t i = 0; i < count; i++)
		if (was[i].op == op->op && ad_str_eq(was[i].want, want) &&
		    ad_str_eq(was[i].inherited, op->inherited))
			return true;
	return false;
}

static bool is_removal(const struct ad_plan_op *op, const struct ad_unsent_op *was, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (was[i].op == AD_OP_REMOVE && ad_str_eq(was[i].remote_id, op->row->remote_id))
			return true;
	return false;
}

/*
 * The difference of an operation from the approved one, as a refusal states it; NULL if there is
 * none.
 */
static const char *unsent_find_difference(struct ad_arena *arena, const struct ad_plan_op *op,
					  const struct ad_unsent *unsent)
{
	struct ad_unsent_op *was = NULL;
	size_t count = unsent_of(unsent, op->row->id, &was);
	bool same;
	if (count == 0)
		return "The plan has an operation that is not part of the run. Create a new "
		       "preview, and push it.";
	for (size_t i = 0; i < count; i++)
		if (was[i].version != op->row->version)
			return "An object of the run was edited. Create a new preview, and push "
			       "it.";
	same = op->op == AD_OP_UPDATE   ? is_part(arena, op, was, count)
	       : op->op == AD_OP_REMOVE ? is_removal(op, was, count)
					: sync_unsent_is_whole(arena, op, was, count);
	if (same)
		return NULL;
	return "The values to send differ from those of the run, because a campaign, the platform "
	       "or a setting changed. Create a new preview, and push it.";
}

/* True if a list of lines has one that starts with this text. */
static bool holds_line(struct ad_str lines, struct ad_str start)
{
	for (size_t at = 0; at + start.n <= lines.n; at++)
		if ((at == 0 || lines.p[at - 1] == '\n') &&
		    memcmp(lines.p + at, start.p, start.n) == 0)
			return true;
	return false;
}

static bool only_uploads(const struct ad_sync_plan *plan, struct ad_str line)
{
	for (size_t i = 0; i < plan->count; i++)
		if (plan->ops[i]->op != AD_OP_UPLOAD &&
		    ad_str_starts(line, ad_platform_name(plan->ops[i]->platform)))
			return false;
	return true;
}

/*
 * True if the plan's connections equal the run's. A conversion refused because of a setting can
 * only be sent again by a retry, so for a platform that receives only conversions just the ad
 * account is compared.
 */
static bool same_connections(const struct ad_run_row *run, const struct ad_sync_plan *plan)
{
	for (size_t at = 0; at < plan->connections.n;) {
		const char *start = plan->connections.p + at;
		const char *end = memchr(start, '\n', plan->connections.n - at);
		struct ad_str line = { start, (size_t)(end - start) + 1 };
		at += line.n;
		/* The text after the last space is the digest of the settings. */
		while (only_uploads(plan, line) && line.p[line.n - 1] != ' ')
			line.n--;
		if (!holds_line(run->connections, line))
			return false;
	}
	return true;
}

bool ad_unsent_check(struct ad_call *call, const struct ad_run_row *run,
		     const struct ad_sync_plan *plan, const struct ad_unsent *unsent)
{
	struct ad_arena *arena = ad_arena_new();
	const char *message = NULL;
	for (size_t i = 0; i < plan->count && !message; i++) {
		ad_arena_reset(arena);
		message = unsent_find_difference(arena, plan->ops[i], unsent);
	}
	ad_arena_free(arena);
	if (!message && !same_connections(run, plan))
		message = "The ad account or the settings of a connection changed after the "
			  "preview of the run. Create a new preview, and push it.";
	return !message || ad_sync_conflict(call, "PLAN_CHANGED", plan->hash, message);
}
