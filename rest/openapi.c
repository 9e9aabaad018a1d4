/* The OpenAPI 3.1 document, printed from the resource table: its frame. */
#include "rest/openapi_doc.h"
#include "rest/openapi_parts.h"
#include "rest/rest.h"

struct ad_doc_op ad_doc_op_of(const struct ad_resource *res, const struct ad_action *action)
{
	return (struct ad_doc_op){ res, action, ad_action_traits(res, action) };
}

void ad_doc_ref(struct ad_doc *d, const char *kind, const char *name)
{
	ad_json_object(&d->j);
	ad_json_kstr(&d->j, "$ref", ad_arena_printf(d->arena, "#/components/%s/%s", kind, name));
	ad_json_object_end(&d->j);
}

void ad_doc_key_ref(struct ad_doc *d, const char *key, const char *kind, const char *name)
{
	ad_json_key(&d->j, key);
	ad_doc_ref(d, kind, name);
}

bool ad_doc_take(struct ad_doc *d, const char *name)
{
	for (size_t i = 0; i < d->name_count; i++)
		if (strcmp(d->names[i], name) == 0)
			return false;
	if (d->name_count == AD_DOC_NAMES_MAX)
		return false;
	d->names[d->name_count++] = name;
	return true;
}

bool ad_doc_unsaved(const struct ad_doc_op *op, int status)
{
	return status == 200 && (op->traits & AD_CHECKS) && !(op->traits & AD_LISTS) &&
	       !op->action->output;
}

const char *ad_doc_input_name(struct ad_doc *d, const struct ad_doc_op *op)
{
	if (op->action->input)
		return op->action->input->name;
	return ad_arena_printf(d->arena, "%s%s", op->res->shape.name,
			       op->action->verb == AD_V_UPDATE ? "Update" : "Create")
		.p;
}

const char *ad_doc_answer_name(struct ad_doc *d, const struct ad_doc_op *op, int status)
{
	const struct ad_shape *shape = op->action->output ? op->action->output : &op->res->shape;
	const char *kind = op->traits & AD_LISTS ? "List" : "Response";
	return ad_arena_printf(d->arena, "%s%s%s", shape->name,
			       ad_doc_unsaved(op, status) ? "Result" : "", kind)
		.p;
}

const char *ad_doc_tag(struct ad_doc *d, const struct ad_resource *res)
{
	if (!res->path[0])
		return res->shape.name;
	struct ad_text text = ad_text_on(d->arena);
	for (const char *c = res->path + 1; *c && *c != '/'; c++)
		ad_text_addc(&text, *c == '-' ? ' ' : *c);
	char *tag = text.p;
	ad_text_str(&text);
	if (text.n && tag[0] >= 'a' && tag[0] <= 'z')
		tag[0] = (char)(tag[0] - 'a' + 'A');
	return tag;
}

const struct ad_resource *ad_doc_resource(int i)
{
	return i < AD_RESOURCE_COUNT ? ad_resource_row((enum ad_resource_id)i) : &ad_openapi_own;
}

static void write_info(struct ad_doc *d)
{
	ad_json_key(&d->j, "info");
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "title", ad_openapi_title);
	ad_json_kcstr(&d->j, "version", ad_openapi_version);
	ad_json_kcstr(&d->j, "summary", ad_openapi_summary);
	ad_json_kcstr(&d->j, "description", ad_openapi_description);
	ad_json_kraw(&d->j, "license",
		     AD_S("{\"name\":\"All rights reserved\","
			  "\"identifier\":\"LicenseRef-Proprietary\"}"));
	ad_json_kraw(&d->j, "contact", AD_S("{\"name\":\"The operator of this server\"}"));
	ad_json_object_end(&d->j);
}

static void write_tags(struct ad_doc *d)
{
	d->name_count = 0;
	ad_json_key(&d->j, "tags");
	ad_json_array(&d->j);
	for (int i = 0; i <= AD_RESOURCE_COUNT; i++) {
		const struct ad_resource *res = ad_doc_resource(i);
		const char *tag = ad_doc_tag(d, res);
		if (!res->action_count || !ad_doc_take(d, tag))
			continue;
		ad_json_object(&d->j);
		ad_json_kcstr(&d->j, "name", tag);
		ad_json_kcstr(&d->j, "description", res->shape.doc);
		ad_json_object_end(&d->j);
	}
	ad_json_array_end(&d->j);
}

static void write_head(struct ad_doc *d, const struct ad_config *config)
{
	ad_json_kcstr(&d->j, "openapi", "3.1.0");
	write_info(d);
	ad_json_key(&d->j, "servers");
	ad_json_array(&d->j);
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "url", config->base_url);
	ad_json_kcstr(&d->j, "description", "This server.");
	ad_json_object_end(&d->j);
	ad_json_array_end(&d->j);
	write_tags(d);
}

/* Relative to the server (OpenAPI 3.1 section 4.6), so that the document says no host twice. */
static void write_flow(struct ad_doc *d)
{
	static const char *const urls[][2] = {
		{ "authorizationUrl", "/authorize" },
		{ "tokenUrl", "/token" },
		{ "refreshUrl", "/token" },
	};
	ad_json_object(&d->j);
	for (size_t i = 0; i < AD_LEN(urls); i++)
		ad_json_kcstr(&d->j, urls[i][0], urls[i][1]);
	ad_json_key(&d->j, "scopes");
	ad_json_object(&d->j);
	for (uint32_t bit = 1; bit & AD_SCOPES_ALL; bit <<= 1)
		ad_json_kcstr(&d->j, ad_scope_name(bit), ad_scope_doc(bit));
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
}

static void write_security(struct ad_doc *d)
{
	ad_json_key(&d->j, "securitySchemes");
	ad_json_object(&d->j);
	ad_json_kraw(&d->j, "bearer",
		     AD_S("{\"type\":\"http\",\"scheme\":\"bearer\",\"bearerFormat\":"
			  "\"adcore_<live|test>_<tokenId>_<secret>\",\"description\":\"An API "
			  "token, in the Authorization header only. Its scopes are those of "
			  "x-required-scopes.\"}"));
	ad_json_key(&d->j, "oauth2");
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "type", "oauth2");
	ad_json_kcstr(&d->j, "description",
		      "OAuth 2.1 authorization code with PKCE; the resource (RFC 8707) is the "
		      "server's URL. Clients use dynamic registration or a client metadata "
		      "document; see /.well-known/oauth-authorization-server.");
	ad_json_key(&d->j, "flows");
	ad_json_object(&d->j);
	ad_json_key(&d->j, "authorizationCode");
	write_flow(d);
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
}

static void openapi_section(struct ad_doc *d, const char *key, void (*write)(struct ad_doc *d))
{
	d->name_count = 0;
	ad_json_key(&d->j, key);
	ad_json_object(&d->j);
	write(d);
	ad_json_object_end(&d->j);
}

static void write_paths(struct ad_doc *d)
{
	for (int i = 0; i <= AD_RESOURCE_COUNT; i++)
		ad_doc_paths(d, ad_doc_resource(i));
}

void ad_openapi_write(struct ad_text *out, const struct ad_config *config)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_doc *d = ad_arena_zalloc(arena, sizeof(*d));
	d->j = ad_json_on(out);
	d->arena = arena;
	ad_json_object(&d->j);
	write_head(d, config);
	openapi_section(d, "paths", write_paths);
	ad_json_key(&d->j, "components");
	ad_json_object(&d->j);
	write_security(d);
	openapi_section(d, "parameters", ad_doc_parameters);
	openapi_section(d, "headers", ad_doc_headers);
	openapi_section(d, "responses", ad_doc_responses);
	openapi_section(d, "schemas", ad_doc_schemas);
	openapi_section(d, "examples", ad_doc_examples);
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
	ad_arena_free(arena);
}
