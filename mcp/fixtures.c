/* The fixtures' lists and methods, before those of the product. */
#include "mcp/fixtures.h"

static const struct fixture *fixtures_named(const struct fixture *list, size_t count,
					    struct ad_str name, bool modern)
{
	for (size_t i = 0; i < count; i++)
		if (ad_str_is(name, list[i].name) && (modern ? list[i].modern : list[i].legacy))
			return &list[i];
	return NULL;
}

struct ad_str fixture_argument(const struct mcp_request *r, const char *name)
{
	return ad_json_get_text(ad_json_get(r->params, "arguments"), name);
}

void fixture_text(struct mcp_request *r, struct ad_str text)
{
	struct ad_text members = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&members);
	ad_json_key(&j, "content");
	ad_json_array(&j);
	ad_json_object(&j);
	ad_json_kcstr(&j, "type", "text");
	ad_json_kstr(&j, "text", text);
	ad_json_object_end(&j);
	ad_json_array_end(&j);
	mcp_result(r, ad_text_str(&members));
}

void fixture_missing(struct mcp_request *r, const char *capability)
{
	mcp_error(r, 400, RPC_MISSING_CAPABILITY, "The client did not declare what this needs.",
		  ad_arena_printf(r->call->arena, "{\"requiredCapabilities\":{\"%s\":{}}}",
				  capability));
}

/* ---- lists ------------------------------------------------------------------------------- */

static void fixtures_write_list(struct mcp_request *r, const char *member, const char *schema,
				const struct fixture *list, size_t count)
{
	struct ad_text members = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&members);
	ad_json_key(&j, member);
	ad_json_array(&j);
	for (size_t i = 0; i < count; i++) {
		if (r->modern ? !list[i].modern : !list[i].legacy)
			continue;
		ad_json_object(&j);
		ad_json_kcstr(&j, "name", list[i].name);
		ad_json_kcstr(&j, "description", list[i].description);
		ad_json_kraw(&j, schema, ad_str(list[i].schema));
		ad_json_object_end(&j);
	}
	ad_json_array_end(&j);
	mcp_result_cached(r, ad_text_str(&members), "private");
}

static bool list_tools(struct mcp_request *r)
{
	fixtures_write_list(r, "tools", "inputSchema", fixture_tools, fixture_tool_count);
	return true;
}

static bool list_prompts(struct mcp_request *r)
{
	fixtures_write_list(r, "prompts", "arguments", fixture_prompts, fixture_prompt_count);
	return true;
}

static bool list_resources(struct mcp_request *r)
{
	mcp_result_cached(
		r,
		AD_S("\"resources\":[{\"uri\":\"test://static-text\",\"name\":\"static-text\","
		     "\"description\":\"A text\",\"mimeType\":\"text/plain\"},{\"uri\":"
		     "\"test://static-binary\",\"name\":\"static-binary\",\"description\":"
		     "\"A picture\",\"mimeType\":\"image/png\"},{\"uri\":"
		     "\"test://watched-resource\",\"name\":\"watched-resource\",\"description\":"
		     "\"What may be listened to\",\"mimeType\":\"text/plain\"}]"),
		"private");
	return true;
}

static bool list_templates(struct mcp_request *r)
{
	mcp_result_cached(r,
			  AD_S("\"resourceTemplates\":[{\"uriTemplate\":"
			       "\"test://template/{id}/data\",\"name\":\"template\","
			       "\"description\":\"What an id says\",\"mimeType\":"
			       "\"application/json\"}]"),
			  "private");
	return true;
}

/* ---- calls ------------------------------------------------------------------------------- */

static bool call_one(struct mcp_request *r, const struct fixture *one)
{
	if (!one)
		return false;
	if (one->run)
		one->run(r);
	else
		mcp_result(r, ad_str(one->result));
	return true;
}

static bool call_tool(struct mcp_request *r)
{
	return call_one(r, fixtures_named(fixture_tools, fixture_tool_count,
					  ad_json_get_text(r->params, "name"), r->modern));
}

static bool get_prompt(struct mcp_request *r)
{
	return call_one(r, fixtures_named(fixture_prompts, fixture_prompt_count,
					  ad_json_get_text(r->params, "name"), r->modern));
}

static bool read_resource(struct mcp_request *r)
{
	struct ad_str uri = ad_json_get_text(r->params, "uri");
	if (ad_str_is(uri, "test://static-text"))
		mcp_result_cached(r,
				  AD_S("\"contents\":[{\"uri\":\"test://static-text\","
				       "\"mimeType\":\"text/plain\",\"text\":\"This is the content "
				       "of the static text resource.\"}]"),
				  "private");
	else if (ad_str_is(uri, "test://static-binary"))
		mcp_result_cached(r,
				  AD_S("\"contents\":[{\"uri\":\"test://static-binary\","
				       "\"mimeType\":\"image/png\",\"blob\":\"" FIXTURE_PNG "\"}]"),
				  "private");
	else if (ad_str_is(uri, "test://watched-resource"))
		mcp_result_cached(r,
				  AD_S("\"contents\":[{\"uri\":\"test://watched-resource\","
				       "\"mimeType\":\"text/plain\",\"text\":\"Watched\"}]"),
				  "private");
	else if (ad_str_is(uri, "test://template/123/data"))
		mcp_result_cached(r,
				  AD_S("\"contents\":[{\"uri\":\"test://template/123/data\","
				       "\"mimeType\":\"application/json\",\"text\":\"{\\\"id\\\":"
				       "\\\"123\\\",\\\"templateTest\\\":true,\\\"data\\\":"
				       "\\\"Data for ID: 123\\\"}\"}]"),
				  "private");
	else
		return false;
	return true;
}

static bool fixtures_complete(struct mcp_request *r)
{
	const cJSON *ref = ad_json_get(r->params, "ref");
	struct ad_str name = ad_json_get_text(ref, "name");
	if (!fixtures_named(fixture_prompts, fixture_prompt_count, name, r->modern))
		return false;
	mcp_result(r, AD_S("\"completion\":{\"values\":[],\"total\":0,\"hasMore\":false}"));
	return true;
}

/* ---- what only the handshake era has ----------------------------------------------------- */

/* The suite runs one scenario only where it is given a session's id; nothing is kept under it. */
static bool fixtures_initialize(struct mcp_request *r)
{
	if (r->modern)
		return false;
	ad_http_add(r->x, "Mcp-Session-Id", AD_S("conformance"));
	mcp_result(r, AD_S("\"protocolVersion\":\"" AD_MCP_LEGACY "\",\"capabilities\":{\"tools\":"
			   "{},\"resources\":{\"subscribe\":true},\"prompts\":{},\"completions\":"
			   "{},\"logging\":{}},\"serverInfo\":{\"name\":\"adcore-conformance\","
			   "\"version\":\"" AD_VERSION "\"}"));
	return true;
}

static bool fixtures_acknowledge(struct mcp_request *r)
{
	if (r->modern)
		return false;
	mcp_result(r, AD_S(""));
	return true;
}

bool mcp_extra_dispatch(struct mcp_request *r)
{
	static const struct {
		const char *method;
		bool (*run)(struct mcp_request *r);
	} methods[] = {
		{ "tools/list", list_tools },
		{ "tools/call", call_tool },
		{ "prompts/list", list_prompts },
		{ "prompts/get", get_prompt },
		{ "resources/list", list_resources },
		{ "resources/templates/list", list_templates },
		{ "resources/read", read_resource },
		{ "completion/complete", fixtures_complete },
		{ "initialize", fixtures_initialize },
		{ "logging/setLevel", fixtures_acknowledge },
		{ "resources/subscribe", fixtures_acknowledge },
		{ "resources/unsubscribe", fixtures_acknowledge },
	};
	for (size_t i = 0; i < AD_LEN(methods); i++)
		if (ad_str_is(r->method, methods[i].method))
			return methods[i].run(r);
	return false;
}
