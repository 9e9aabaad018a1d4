/* Resources: guides to drafting well, and campaigns and runs by URI. */
#include "mcp/resources/resources.h"
#include "mcp/resources/guides.h"
#include "mcp/protocol/request.h"
#include "mcp/tools/tool.h"
#include "mcp/ui/ui.h"

void mcp_resources_list(struct mcp_request *r)
{
	struct ad_text members = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&members);
	if (!mcp_one_page(r))
		return;
	bool views = mcp_ui_shown(r);
	ad_json_key(&j, "resources");
	ad_json_array(&j);
	for (size_t i = 0; i < mcp_guide_count; i++) {
		ad_json_object(&j);
		ad_json_kcstr(&j, "uri", mcp_guides[i].uri);
		ad_json_kcstr(&j, "name", mcp_guides[i].name);
		ad_json_kcstr(&j, "title", mcp_guides[i].title);
		ad_json_kcstr(&j, "description", mcp_guides[i].description);
		ad_json_kcstr(&j, "mimeType", "text/markdown");
		ad_json_object_end(&j);
	}
	if (views)
		mcp_ui_list(&j);
	ad_json_array_end(&j);
	mcp_result_cached(r, ad_text_str(&members), views ? "private" : "public");
}

void mcp_resources_templates(struct mcp_request *r)
{
	if (!mcp_one_page(r))
		return;
	mcp_result_cached(
		r,
		AD_S("\"resourceTemplates\":[{\"uriTemplate\":\"adcore://campaign/"
		     "{id}\",\"name\":\"campaign\",\"title\":\"A campaign\",\"description\":\"The "
		     "draft of one "
		     "campaign.\",\"mimeType\":\"application/json\"},{\"uriTemplate\":\"adcore://"
		     "sync/{id}\",\"name\":\"sync\",\"title\":\"A sync run\",\"description\":\"One "
		     "push and the result of each "
		     "operation.\",\"mimeType\":\"application/json\"},{\"uriTemplate\":\"adcore://"
		     "guide/{platform}\",\"name\":\"guide\",\"title\":\"A "
		     "guide\",\"description\":\"Drafting guide for one "
		     "platform.\",\"mimeType\":\"text/markdown\"}]"),
		"public");
}

static void answer_contents(struct mcp_request *r, struct ad_str uri, const char *type,
			    struct ad_str text)
{
	struct ad_text members = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&members);
	ad_json_key(&j, "contents");
	ad_json_array(&j);
	ad_json_object(&j);
	ad_json_kstr(&j, "uri", uri);
	ad_json_kcstr(&j, "mimeType", type);
	ad_json_kstr(&j, "text", text);
	ad_json_object_end(&j);
	ad_json_array_end(&j);
	mcp_result_cached(r, ad_text_str(&members), "private");
}

static void not_found(struct mcp_request *r, struct ad_str uri)
{
	struct ad_text data = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&data);
	ad_json_object(&j);
	ad_json_kstr(&j, "uri", uri);
	ad_json_object_end(&j);
	mcp_error(r, 200, RPC_INVALID_PARAMS, "The resource does not exist.", ad_text_str(&data));
}

static void render_read(struct ad_exchange *x)
{
	struct mcp_request *r = x->call.door_data;
	struct ad_str uri = ad_json_get_text(r->params, "uri");
	if (x->call.status == AD_OK)
		answer_contents(r, uri, "application/json", x->call.data);
	else if (x->call.status == AD_NOT_FOUND || x->call.status == AD_INVALID)
		not_found(r, uri);
	else
		mcp_refuse(r);
}

static void read_object(struct mcp_request *r, enum ad_resource_id resource, struct ad_str id)
{
	r->call->id = id;
	r->x->render = render_read;
	mcp_tool_action(r, resource, AD_V_GET);
}

void mcp_resources_read(struct mcp_request *r)
{
	static const char campaign[] = "adcore://campaign/";
	static const char run[] = "adcore://sync/";
	struct ad_str uri = ad_json_get_text(r->params, "uri");
	for (size_t i = 0; i < mcp_guide_count; i++) {
		if (ad_str_is(uri, mcp_guides[i].uri)) {
			answer_contents(r, uri, "text/markdown", ad_str(mcp_guides[i].text));
			return;
		}
	}
	const struct mcp_view *view = mcp_ui_view(uri);
	if (view)
		mcp_ui_read(r, view);
	else if (ad_str_starts(uri, campaign))
		read_object(r, AD_R_CAMPAIGN,
			    (struct ad_str){ uri.p + sizeof(campaign) - 1,
					     uri.n - (sizeof(campaign) - 1) });
	else if (ad_str_starts(uri, run))
		read_object(r, AD_R_SYNC,
			    (struct ad_str){ uri.p + sizeof(run) - 1, uri.n - (sizeof(run) - 1) });
	else
		not_found(r, uri);
}
