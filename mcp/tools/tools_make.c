/* create_asset, create_business, attach_asset, copy_campaign, upload_offline_conversions. */
#include "mcp/tools/tool.h"

#define KEPT_HERE "preview_sync warns of assets that a platform does not support (ASSETS_NOT_SENT)."

/* By the action that REST has for it: the arguments are its body. */
static void tools_make_make(struct mcp_request *r, enum ad_resource_id resource)
{
	r->call->input = mcp_input(r);
	mcp_tool_action(r, resource, AD_V_CREATE);
}

void mcp_create_asset(struct mcp_request *r)
{
	tools_make_make(r, AD_R_ASSET);
}

void mcp_create_business(struct mcp_request *r)
{
	tools_make_make(r, AD_R_BUSINESS);
}

/* {"asset":{…},"live":false}; the object made, for the sentence. */
static const cJSON *tools_make_answer(struct mcp_request *r, const char *name)
{
	struct ad_json_error err;
	struct ad_text *out = mcp_text(r);
	struct ad_json j = ad_json_on(out);
	const cJSON *object = ad_json_parse(r->call->arena, r->call->data, &err);
	ad_json_object(&j);
	ad_json_key(&j, name);
	mcp_write_lean(&j, object, false);
	ad_json_kbool(&j, "live", false);
	ad_json_object_end(&j);
	r->structured = ad_text_str(out);
	return object;
}

void mcp_asset_answer(struct mcp_request *r)
{
	const cJSON *asset = tools_make_answer(r, "asset");
	r->text = ad_arena_printf(r->call->arena,
				  "asset %.*s drafted, not live. Set it in an ad's assetIds, or "
				  "use attach_asset for other objects. " KEPT_HERE,
				  AD_FMT(ad_json_get_text(asset, "id")));
}

void mcp_business_answer(struct mcp_request *r)
{
	const cJSON *business = tools_make_answer(r, "business");
	r->text = ad_arena_printf(
		r->call->arena,
		"business %.*s stored; nothing is live. Campaigns refer to it by businessId.",
		AD_FMT(ad_json_get_text(business, "id")));
}

/* ---- attach_asset ------------------------------------------------------------------------ */

/* An ad's assetIds and a business's logoAssetId are theirs: who may not write these may not. */
uint32_t mcp_attach_scopes(const cJSON *args)
{
	struct ad_str kind = ad_json_get_text(args, "resource");
	if (ad_str_is(kind, "ad"))
		return AD_ADS_WRITE;
	return ad_str_is(kind, "business") && ad_str_is(ad_json_get_text(args, "role"), "LOGO")
		       ? AD_BUSINESSES_WRITE
		       : 0;
}

void mcp_attach_asset(struct mcp_request *r)
{
	static const char *const members[] = { "resource", "id", "role" };
	struct ad_call *call = r->call;
	struct ad_text body = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&body);
	struct ad_json_error err;
	ad_json_object(&j);
	for (size_t i = 0; i < AD_LEN(members); i++)
		ad_json_kstr(&j, members[i], ad_json_get_text(r->args, members[i]));
	ad_json_object_end(&j);
	call->id = ad_json_get_text(r->args, "assetId");
	call->input = ad_json_parse(call->arena, ad_text_str(&body), &err);
	mcp_tool_action(r, AD_R_ASSET, AD_V_ATTACH);
}

void mcp_attached_answer(struct mcp_request *r)
{
	const cJSON *link = tools_make_answer(r, "attachment");
	r->text = ad_arena_printf(
		r->call->arena, "asset %.*s attached to %.*s %.*s as %.*s, not live. " KEPT_HERE,
		AD_FMT(ad_json_get_text(link, "assetId")),
		AD_FMT(ad_json_get_text(link, "resource")), AD_FMT(ad_json_get_text(link, "id")),
		AD_FMT(ad_json_get_text(link, "role")));
}

/* ---- upload_offline_conversions ---------------------------------------------------------- */

static void upload_step(struct ad_call *call)
{
	struct mcp_request *r = call->door_data;
	struct ad_text *out = mcp_text(r);
	struct ad_json j = ad_json_on(out);
	struct ad_row *rows[MCP_LIST_MAX];
	const cJSON *item;
	int n = 0;
	int made = 0;
	ad_call_fresh(call);
	if (!ad_idempotency_begin(call))
		return;
	cJSON_ArrayForEach(item, ad_json_get(r->args, "conversions"))
	{
		rows[n] = NULL;
		call->fault_prefix = ad_arena_printf(call->arena, "conversions[%d].", n).p;
		(void)!ad_object_draft(call, call->res, item, &rows[n]);
		mcp_not_one(call, n++, "conversions");
		if (call->status != AD_OK && call->status != AD_INVALID)
			break;
	}
	ad_json_object(&j);
	ad_json_key(&j, "conversions");
	ad_json_array(&j);
	while (call->status == AD_OK && made < n) {
		call->fault_prefix = ad_arena_printf(call->arena, "conversions[%d].", made).p;
		if (!ad_object_insert(call, rows[made])) {
			mcp_not_one(call, made, "conversions");
			break;
		}
		ad_json_object(&j);
		ad_json_kstr(&j, "id", rows[made++]->id);
		ad_json_object_end(&j);
	}
	mcp_end_list(&j, 0);
	call->fault_prefix = NULL;
	mcp_finish(r, out,
		   ad_arena_printf(
			   call->arena,
			   "%.*s staged, in the given order. Nothing is sent before a push, which "
			   "sends each to the platforms whose conversionActions map its action; "
			   "preview_sync lists them. Personal data was hashed and is not stored.",
			   AD_FMT(mcp_count(r, (size_t)n, "conversion"))));
}

void mcp_upload_conversions(struct mcp_request *r)
{
	static const char *const known[] = { "conversions", "idempotencyKey", NULL };
	r->call->res = ad_resource_row(AD_R_CONVERSION);
	if (mcp_list_args(r, "conversions", known) && ad_idempotency_check_key(r->call))
		ad_call_next(r->call, AD_WRITE, upload_step);
}

/* ---- copy_campaign ----------------------------------------------------------------------- */

void mcp_copy_campaign(struct mcp_request *r)
{
	static const char *const names[] = { "platform", "name", NULL };
	r->call->id = ad_json_get_text(r->args, "id");
	r->call->input = mcp_input_of(r, names);
	mcp_tool_action(r, AD_R_CAMPAIGN, AD_V_COPY);
}

/* The report's lines that there is room for. */
static void write_report(struct ad_json *j, const struct ad_text *out, const cJSON *copy)
{
	const cJSON *line;
	bool cut = false;
	ad_json_key(j, "report");
	ad_json_array(j);
	cJSON_ArrayForEach(line, ad_json_get(copy, "report"))
	{
		cut = cut || out->n > MCP_RESULT_MAX;
		if (!cut)
			mcp_write_lean(j, line, true);
	}
	ad_json_array_end(j);
	if (cut)
		ad_json_kbool(j, "truncated", true);
}

void mcp_copy_answer(struct mcp_request *r)
{
	struct ad_json_error err;
	struct ad_text *out = mcp_text(r);
	struct ad_json j = ad_json_on(out);
	const cJSON *copy = ad_json_parse(r->call->arena, r->call->data, &err);
	const cJSON *campaign = ad_json_get(copy, "campaign");
	int64_t lost = 0;
	ad_json_object(&j);
	ad_json_key(&j, "campaign");
	mcp_write_lean(&j, campaign, false);
	ad_json_key(&j, "copied");
	mcp_write_lean(&j, ad_json_get(copy, "copied"), true);
	write_report(&j, out, copy);
	(void)!ad_json_int64(ad_json_get(copy, "notCarried"), &lost);
	ad_json_kint(&j, "notCarried", lost);
	ad_json_kbool(&j, "live", false);
	ad_json_object_end(&j);
	r->structured = ad_text_str(out);
	r->text = ad_arena_printf(
		r->call->arena, "Campaign %.*s drafted as a copy, PAUSED, not live.%s",
		AD_FMT(ad_json_get_text(campaign, "id")),
		lost ? " The report lists the fields that could not be copied: show the person."
		     : "");
}
