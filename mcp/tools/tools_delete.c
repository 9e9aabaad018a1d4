/* delete_objects: deletes drafts and stages removals; large trees in parts. */
#include "mcp/tools/tool.h"
#include "mcp/tools/tool_args.h"

static struct ad_str deleted_sentence(struct mcp_request *r, size_t gone, size_t staged)
{
	struct ad_text text = ad_text_on(r->call->arena);
	if (gone)
		ad_text_addf(&text, "%.*s deleted with all objects below; they were never pushed.",
			     AD_FMT(mcp_count(r, gone, "draft")));
	if (staged)
		ad_text_addf(&text,
			     "%s%.*s staged with all objects below; nothing is live: "
			     "PENDING_REMOVAL is sent with the next push, which is final; until "
			     "then the application can restore them. preview_sync shows it.",
			     gone ? " " : "", AD_FMT(mcp_count(r, staged, "removal")));
	return ad_text_str(&text);
}

static void tools_write_delete_step(struct ad_call *call);

/*
 * A part of what is below the objects, in this transaction, after all objects were checked. False
 * with the next part to run; true if the last part is left, or one was refused, which the deletion
 * then reports.
 */
static bool delete_part(struct ad_call *call, const cJSON *ids)
{
	const cJSON *item;
	struct ad_row *row;
	enum ad_remove_part part = AD_REMOVE_LAST;
	cJSON_ArrayForEach(item, ids)
	{
		const struct ad_resource *res = mcp_open_to(ad_json_text(item), AD_V_DELETE);
		if (!res || !ad_object_delete(call, res, ad_json_text(item), false, &row))
			part = AD_REMOVE_FAILED;
	}
	cJSON_ArrayForEach(item, ids)
	{
		if (part != AD_REMOVE_LAST)
			break;
		part = ad_object_remove_part(call, mcp_open_to(ad_json_text(item), AD_V_DELETE),
					     ad_json_text(item), true);
	}
	if (part == AD_REMOVE_FAILED)
		ad_call_fresh(call);
	if (part != AD_REMOVE_MORE)
		return true;
	call->work = ad_arena_zalloc(call->arena, 1); /* a part was done */
	ad_call_next(call, AD_WRITE, tools_write_delete_step);
	return false;
}

static void tools_write_delete_step(struct ad_call *call)
{
	struct mcp_request *r = call->door_data;
	struct ad_text *out = mcp_text(r);
	struct ad_json j = ad_json_on(out);
	const cJSON *item;
	int n = 0;
	size_t staged = 0;
	ad_call_fresh(call);
	/* The call has waited between two parts, so its permissions are checked again. */
	if (call->work &&
	    (!ad_call_still_allowed(call) ||
	     !ad_call_require(call, mcp_scopes_of(ad_json_get(r->args, "ids"), NULL, AD_V_DELETE))))
		return;
	if (!delete_part(call, ad_json_get(r->args, "ids")))
		return;
	ad_json_object(&j);
	ad_json_key(&j, "deleted");
	ad_json_array(&j);
	cJSON_ArrayForEach(item, ad_json_get(r->args, "ids"))
	{
		struct ad_row *row;
		const struct ad_resource *res = mcp_open_to(ad_json_text(item), AD_V_DELETE);
		call->id = ad_json_text(item);
		if (!res)
			ad_fail(call, AD_NOT_FOUND, "%s", "");
		if (!res || !ad_object_delete(call, res, call->id, true, &row)) {
			mcp_not_one(call, n, "ids");
			break;
		}
		ad_json_object(&j);
		ad_json_kstr(&j, "id", row->id);
		if (res->staged)
			ad_json_kcstr(&j, "syncState", ad_sync_state_name(row->state));
		ad_json_object_end(&j);
		staged += row->removal;
		n++;
	}
	mcp_end_list(&j, 0);
	mcp_finish(r, out, deleted_sentence(r, (size_t)n - staged, staged));
}

void mcp_delete_objects(struct mcp_request *r)
{
	struct ad_call *call = r->call;
	call->idempotency_path = (struct ad_str){ NULL, 0 };
	call->res = ad_resource_row(AD_R_CAMPAIGN);
	if (ad_call_require(call, mcp_scopes_of(ad_json_get(r->args, "ids"), NULL, AD_V_DELETE)))
		ad_call_next(call, AD_WRITE, tools_write_delete_step);
}
