/* The answer of a revert: its coverage, the inverse of each operation, and the plan. */
#include "base/json_read.h"
#include "call/sync/revert.h"

static void inverse_write(struct ad_json *j, const struct ad_inverse *v)
{
	ad_json_object(j);
	ad_json_kcstr(j, "resource", v->res->name);
	ad_json_kstr(j, "id", v->id);
	ad_json_kcstr(j, "op",
		      v->op == AD_OP_CREATE   ? "REMOVE"
		      : v->op == AD_OP_REMOVE ? "CREATE"
		      : v->op == AD_OP_UPLOAD ? "UPLOAD"
					      : "UPDATE");
	ad_json_kcstr(j, "coverage", ad_coverage_name(v->coverage));
	ad_json_kcstr(j, "reason", v->reason);
	ad_json_kstr(j, "draftId", v->draft_id);
	ad_json_key(j, "changes");
	ad_json_raw(j, ad_arena_printf(j->out->arena, "[%.*s]", AD_FMT(v->told)));
	ad_json_object_end(j);
}

/*
 * Of a very large run the response lists as many operations as fit into it, first those that are
 * not fully reverted.
 */
static void inverses_write(struct ad_revert *r, struct ad_json *j, size_t listed)
{
	bool all = listed <= AD_REVERT_TOLD_MAX;
	size_t n = 0;
	ad_json_array(j);
	for (int round = 0; round < (all ? 1 : 2); round++)
		for (size_t i = 0; i < r->count && n < AD_REVERT_TOLD_MAX; i++) {
			const struct ad_inverse *v = &r->at[i];
			bool full = v->coverage == AD_COVERS_FULL;
			bool cut = v->change_count && !v->told.n;
			if (v->is_left_out || (!all && (cut || full != (round == 1))))
				continue;
			inverse_write(j, v);
			n++;
		}
	ad_json_array_end(j);
}

void ad_revert_answer(struct ad_revert *r)
{
	struct ad_call *call = r->call;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	size_t listed = 0;
	for (size_t i = 0; i < r->count; i++)
		listed += !r->at[i].is_left_out;
	ad_json_object(&j);
	ad_json_kstr(&j, "id", r->any ? r->id : (struct ad_str){ NULL, 0 });
	ad_json_kcstr(&j, "coverage", ad_coverage_name(ad_revert_coverage(r)));
	ad_json_key(&j, "operations");
	inverses_write(r, &j, listed);
	ad_json_kraw(&j, "totals", r->totals);
	ad_json_kstr(&j, "planHash", r->hash);
	ad_json_ktime(&j, "expiresAt", r->expires);
	ad_json_object_end(&j);
	call->data = ad_text_str(&text);
	call->http_status = call->validate_only ? 200 : 201;
	if (call->validate_only)
		call->meta = AD_S("\"validateOnly\":true");
	else
		call->location = AD_S("/sync/preview");
	if (listed > AD_REVERT_TOLD_MAX)
		call->meta = ad_arena_printf(call->arena, "%.*s%s\"total\":%zu", AD_FMT(call->meta),
					     call->meta.n ? "," : "", listed);
}
