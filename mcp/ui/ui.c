#include "mcp/ui/ui.h"

static const struct mcp_view views[] = {
	{ MCP_UI_PREVIEW, "preview", "Plan of a push",
	  "The result of preview_sync as a table: each change, the spend before and after, "
	  "held-back enables and violations.",
	  mcp_ui_preview_text, &mcp_ui_preview_size },
	{ MCP_UI_REPORT, "report", "Performance report",
	  "The result of get_performance as a chart and a table.", mcp_ui_report_text,
	  &mcp_ui_report_size },
};

const struct mcp_view *mcp_ui_view(struct ad_str uri)
{
	for (size_t i = 0; i < AD_LEN(views); i++)
		if (ad_str_is(uri, views[i].uri))
			return &views[i];
	return NULL;
}

/* Nothing may be reached or loaded: the hosts' policy of the frame is made from this. */
static void write_meta(struct ad_json *j)
{
	ad_json_kraw(j, "_meta",
		     AD_S("{\"ui\":{\"csp\":{\"connectDomains\":[],\"resourceDomains\":[],"
			  "\"frameDomains\":[],\"baseUriDomains\":[]},\"prefersBorder\":true}}"));
}

void mcp_ui_list(struct ad_json *j)
{
	for (size_t i = 0; i < AD_LEN(views); i++) {
		ad_json_object(j);
		ad_json_kcstr(j, "uri", views[i].uri);
		ad_json_kcstr(j, "name", views[i].name);
		ad_json_kcstr(j, "title", views[i].title);
		ad_json_kcstr(j, "description", views[i].description);
		ad_json_kcstr(j, "mimeType", MCP_UI_TYPE);
		write_meta(j);
		ad_json_object_end(j);
	}
}

void mcp_ui_read(struct mcp_request *r, const struct mcp_view *view)
{
	struct ad_text members = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&members);
	ad_json_key(&j, "contents");
	ad_json_array(&j);
	ad_json_object(&j);
	ad_json_kcstr(&j, "uri", view->uri);
	ad_json_kcstr(&j, "mimeType", MCP_UI_TYPE);
	ad_json_kstr(&j, "text", (struct ad_str){ view->text, *view->size });
	write_meta(&j);
	ad_json_object_end(&j);
	ad_json_array_end(&j);
	mcp_result_cached(r, ad_text_str(&members), "public");
}
