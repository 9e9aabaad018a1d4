/*
 * A run is reverted once. The first revert is recorded in the run: { id, at, by, source, coverage,
 * planHash }, and each operation with a drafted inverse names the drafted object. The record is
 * written with the first drafts, and each operation's draft in the transaction that drafts it.
 *
 * A revert that has not ended has "until" too, microseconds, and "holder", the process that makes
 * it. After that time, or when that process has ended, it was interrupted, and the next revert of
 * the run continues it. So a server that stops half-way loses no draft, and makes none twice.
 */
#include "base/clock.h"
#include "base/id.h"
#include "base/json_read.h"
#include "call/sync/revert.h"
#include "call/sync/sync_steps.h"
#include "sync/lease/holder.h"

#define TOLD_MAX 100               /* ids of drafts in a refusal */
#define STEP_TIME (60 * AD_SECOND) /* a step that takes longer was interrupted */

/* True if any field of an update still has the value that the revert drafted. */
static bool update_stands(struct ad_revert *r, const struct ad_inverse *v, struct ad_row *row)
{
	const cJSON *want = ad_revert_parse(r, v->want), *synced = ad_revert_parse(r, v->synced);
	const cJSON *draft = ad_revert_parse(r, ad_row_sent_json(r->call->arena, row));
	for (size_t i = 0; i < v->res->shape.count; i++) {
		const char *name = v->res->shape.fields[i].name;
		struct ad_str back = ad_revert_value(r, ad_json_get(synced, name));
		if (ad_fields_hold(v->changed, name) &&
		    ad_str_eq(ad_revert_value(r, ad_json_get(draft, name)), back) &&
		    !ad_str_eq(ad_revert_value(r, ad_json_get(want, name)), back))
			return true;
	}
	return false;
}

/* Sets *stands if the draft of an operation still exists or was pushed. */
static bool inverse_stands(struct ad_revert *r, const struct ad_inverse *v, bool *stands)
{
	struct ad_inverse on = *v;
	struct ad_row *row;
	*stands = false;
	if (!v->was_id.n)
		return true;
	if (v->res->id == AD_R_ASSET_LINK)
		return ad_revert_link_stands(r, v, stands);
	on.id = v->was_id;
	if (!ad_revert_load_row(r, &on, &row))
		return false;
	if (v->op == AD_OP_CREATE)
		*stands = !row || row->removal || row->removed;
	else if (v->op == AD_OP_REMOVE)
		*stands = row && !row->removed;
	else
		*stands = row && !row->removed && update_stands(r, v, row);
	return true;
}

/* { the record, "drafts": [ids] }: identifies the first revert. */
static struct ad_str first_describe(struct ad_revert *r)
{
	struct ad_text text = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&text);
	size_t n = 0;
	ad_json_object(&j);
	ad_json_members(&j, (struct ad_str){ r->run.reverted.p + 1, r->run.reverted.n - 2 });
	ad_json_key(&j, "drafts");
	ad_json_array(&j);
	for (size_t i = 0; i < r->count && n < TOLD_MAX; i++) {
		if (!r->at[i].was_id.n)
			continue;
		ad_json_str(&j, r->at[i].was_id);
		n++;
	}
	ad_json_array_end(&j);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

/* True if the revert that has not ended will not be continued by its own process. */
static bool is_interrupted(const struct ad_run_row *run)
{
	char self[128];
	ad_holder_self(self);
	return run->reverted_until <= ad_now() ||
	       (run->reverted_holder.n && ad_holder_dead(run->reverted_holder, self));
}

bool ad_revert_check_open(struct ad_revert *r)
{
	struct ad_call *call = r->call;
	r->resumes = false;
	if (!r->run.reverted_until)
		return true;
	if (is_interrupted(&r->run)) {
		r->resumes = true;
		r->id = ad_arena_copy(r->arena,
				      ad_json_get_text(ad_revert_parse(r, r->run.reverted), "id"));
		return true;
	}
	call->retry_after = 1;
	/* A repeat under the same key may continue the revert if it is interrupted. */
	ad_call_set_key(call, AD_KEY_NONE);
	call->details = ad_arena_printf(call->arena, "\"reason\":\"REVERTED\",\"revertedBy\":%.*s",
					AD_FMT(first_describe(r)));
	return ad_fail(call, AD_CONFLICT,
		       "A revert of this run is in progress. If the response does not change for "
		       "two minutes, the server stopped in between: the next revert then continues "
		       "it.");
}

static bool any_stands(struct ad_revert *r, bool *stands)
{
	struct ad_call *call = r->call;
	struct ad_arena *outer = call->arena, *scratch = ad_arena_new();
	bool good = true;
	*stands = false;
	call->arena = scratch;
	for (size_t i = 0; i < r->count && good && !*stands; i++) {
		struct ad_inverse *v = &r->at[i];
		if (!v->was_id.n)
			continue;
		ad_arena_reset(scratch);
		good = ad_revert_open(r, v) && inverse_stands(r, v, stands);
		v->changes = v->unsure = (struct ad_text){ .n = 0 };
	}
	call->arena = outer;
	ad_arena_free(scratch);
	return good;
}

bool ad_revert_check_first(struct ad_revert *r)
{
	struct ad_call *call = r->call;
	bool stands;
	if (!ad_revert_check_open(r))
		return false;
	if (!r->run.reverted.n || r->resumes)
		return true;
	if (!any_stands(r, &stands))
		return false;
	if (!stands)
		return true;
	call->details = ad_arena_printf(call->arena, "\"reason\":\"REVERTED\",\"revertedBy\":%.*s",
					AD_FMT(first_describe(r)));
	return ad_fail(call, AD_CONFLICT,
		       "This run was already reverted. Push or edit the drafts of that revert, or "
		       "discard all of them to revert the run again.");
}

static struct ad_str record_write(struct ad_revert *r, bool open)
{
	struct ad_call *call = r->call;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	enum ad_coverage coverage = open ? AD_COVERS_PARTIAL : ad_revert_coverage(r);
	ad_json_object(&j);
	ad_json_kstr(&j, "id", r->id);
	ad_json_ktime(&j, "at", ad_now());
	ad_json_kcstr(&j, "by", call->who->account_id);
	ad_json_kcstr(&j, "source", ad_sync_source(call));
	ad_json_kcstr(&j, "coverage", ad_coverage_name(coverage));
	ad_json_kstr(&j, "planHash", r->hash);
	if (open) {
		char self[128];
		ad_holder_self(self);
		ad_json_kint(&j, "until", ad_now() + STEP_TIME);
		ad_json_kcstr(&j, "holder", self);
	}
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

static bool record_store(struct ad_revert *r, struct ad_str record)
{
	struct ad_call *call = r->call;
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_stmt *s = ad_sql(call->db, "UPDATE sync_runs SET reverted = $4 WHERE space_id ="
					     " $1 AND environment = $2 AND id = $3");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, r->run.id);
	ad_bind(s, 4, record);
	enum ad_db_status status = ad_step(s);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

bool ad_revert_claim(struct ad_revert *r)
{
	char id[AD_ID_SIZE];
	if (!r->id.n) {
		ad_id_make("rev", id);
		r->id = ad_arena_copy(r->arena, ad_str(id));
	}
	r->is_claimed = true;
	return record_store(r, record_write(r, true));
}

bool ad_revert_mark(struct ad_revert *r, const struct ad_inverse *v)
{
	struct ad_call *call = r->call;
	struct ad_realm realm = ad_sync_realm(call);
	if (!v->seq || (!v->drafted_id.n && !v->was_id.n))
		return true;
	struct ad_stmt *s = ad_sql(call->db, "UPDATE sync_operations SET inverse_id = $5 WHERE"
					     " space_id = $1 AND environment = $2 AND run_id = $3"
					     " AND seq = $4");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, r->run.id);
	ad_bind_int(s, 4, v->seq);
	ad_bind(s, 5, v->drafted_id);
	enum ad_db_status status = ad_step(s);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

bool ad_revert_record(struct ad_revert *r)
{
	struct ad_str none = { NULL, 0 };
	if (r->any)
		return record_store(r, record_write(r, false));
	return !r->is_claimed || record_store(r, r->resumes ? none : r->run.reverted);
}
