/* The OpenAPI 3.1 document, printed from the resource table. */
#include <stdio.h>

#include "rest/openapi_parts.h"
#include "rest/rest.h"

struct problem {
	const char *status;
	const char *name; /* of the component */
	enum ad_status status_row;
	const char *description;
};

static const struct problem problems[] = {
	{ "400", "ValidationError", AD_INVALID, "The request is not valid." },
	{ "401", "InvalidCredentials", AD_UNAUTHENTICATED, "Bad, revoked or expired token." },
	{ "402", "PaymentRequired", AD_SUBSCRIPTION_REQUIRED, "Billing: resolve, then retry." },
	{ "403", "InsufficientScope", AD_FORBIDDEN_SCOPE, "The token lacks a scope." },
	{ "404", "NotFound", AD_NOT_FOUND, "No such object, or outside the Space." },
	{ "409", "Conflict", AD_CONFLICT, "The request conflicts with how things stand." },
	{ "412", "PreconditionFailed", AD_PRECONDITION, "The object has changed since." },
	{ "413", "PayloadTooLarge", AD_TOO_LARGE, "The body is too large." },
	{ "415", "UnsupportedMediaType", AD_UNSUPPORTED_MEDIA, "The body is not JSON." },
	{ "422", "GuardrailViolation", AD_GUARDRAIL, "A guardrail of the Space forbids it." },
	{ "429", "RateLimited", AD_RATE_LIMITED, "The minute or daily limit is used up." },
	{ "500", "InternalError", AD_INTERNAL, "A fault of the service; safe to retry." },
	{ "503", "Unavailable", AD_UNAVAILABLE, "The service cannot answer now." },
};

static const char *const common_headers[] = {
	"X-Request-Id",
	"X-RateLimit-Limit",
	"X-RateLimit-Remaining",
	"X-RateLimit-Reset",
};

static const char *ref(struct ad_text *scratch, const char *kind, const char *name)
{
	scratch->n = 0;
	ad_text_addf(scratch, "#/components/%s/%s", kind, name);
	return ad_text_str(scratch).p;
}

struct doc {
	struct ad_json j;
	struct ad_text scratch; /* on the heap */
};

static void write_ref(struct doc *d, const char *kind, const char *name)
{
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "$ref", ref(&d->scratch, kind, name));
	ad_json_object_end(&d->j);
}

static void key_ref(struct doc *d, const char *key, const char *kind, const char *name)
{
	ad_json_key(&d->j, key);
	write_ref(d, kind, name);
}

static bool has_body(const struct ad_action *a)
{
	return a->verb == AD_V_CREATE || a->verb == AD_V_UPDATE || a->input != NULL;
}

static bool is_list(const struct ad_action *a)
{
	return a->verb == AD_V_LIST;
}

static const char *input_name(struct doc *d, const struct ad_resource *res,
			      const struct ad_action *a)
{
	if (a->input)
		return a->input->name;
	d->scratch.n = 0;
	ad_text_addf(&d->scratch, "%s%s", res->shape.name,
		     a->verb == AD_V_UPDATE ? "Patch" : "Input");
	return ad_text_str(&d->scratch).p;
}

static void write_parameter(struct doc *d, const char *in, const char *name, bool required,
			    const char *doc)
{
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "name", name);
	ad_json_kcstr(&d->j, "in", in);
	if (required)
		ad_json_kbool(&d->j, "required", true);
	ad_json_kcstr(&d->j, "description", doc);
}

static void string_parameter(struct doc *d, const char *in, const char *name, bool required,
			     const char *doc)
{
	write_parameter(d, in, name, required, doc);
	ad_json_key(&d->j, "schema");
	ad_json_raw(&d->j, AD_S("{\"type\":\"string\"}"));
	ad_json_object_end(&d->j);
}

/* An array parameter: ?status=PAUSED,ENABLED. */
static void filter_parameter(struct doc *d, const struct ad_field *field)
{
	struct ad_field item = *field;
	item.flags |= AD_NOT_NULL;
	item.doc = NULL;
	item.initial = NULL;
	item.example = NULL;
	write_parameter(d, "query", field->name, false, field->doc);
	ad_json_kcstr(&d->j, "style", "form");
	ad_json_kbool(&d->j, "explode", false);
	ad_json_key(&d->j, "schema");
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "type", "array");
	ad_json_key(&d->j, "items");
	ad_schema_field(&d->j, &item, (struct ad_schema_style){ .use = AD_FOR_OUTPUT });
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
}

static void filters_of(struct doc *d, const struct ad_shape *shape)
{
	for (size_t i = 0; i < shape->count; i++)
		if (shape->fields[i].flags & AD_FILTER)
			filter_parameter(d, &shape->fields[i]);
}

static void list_parameters(struct doc *d, const struct ad_resource *res)
{
	if (res->staged || res->id == AD_R_SYNC) {
		write_ref(d, "parameters", "limit");
		write_ref(d, "parameters", "cursor");
		write_ref(d, "parameters", "order");
	}
	if (res->id == AD_R_SYNC)
		filters_of(d, &res->shape);
	if (!res->staged)
		return;
	write_ref(d, "parameters", "q");
	write_ref(d, "parameters", "updatedSince");
	filters_of(d, &res->shape);
	filters_of(d, &ad_common);
}

static void query_parameters(struct doc *d, const struct ad_shape *shape)
{
	for (size_t i = 0; i < shape->count; i++) {
		const struct ad_field *f = &shape->fields[i];
		struct ad_field bare = *f;
		bare.flags |= AD_REQUIRED;
		if (f->type == AD_T_LIST) {
			write_parameter(d, "query", f->name, (f->flags & AD_REQUIRED) != 0, f->doc);
			ad_json_kcstr(&d->j, "style", "form");
			ad_json_kbool(&d->j, "explode", false);
		} else {
			write_parameter(d, "query", f->name, (f->flags & AD_REQUIRED) != 0, f->doc);
		}
		ad_json_key(&d->j, "schema");
		ad_schema_field(&d->j, &bare, (struct ad_schema_style){ .use = AD_FOR_CREATE });
		ad_json_object_end(&d->j);
	}
}

/* A push can be checked only, too. */
static bool checks_runs(const struct ad_resource *res, const struct ad_action *a)
{
	return res->id == AD_R_SYNC && (a->scopes & AD_SYNC_WRITE);
}

/* Whether an action takes ?validateOnly=. */
static bool takes_check(const struct ad_resource *res, const struct ad_action *a)
{
	return (res->staged && strcmp(a->method, "GET") != 0) || checks_runs(res, a);
}

static void write_parameters(struct doc *d, const struct ad_resource *res,
			     const struct ad_action *a)
{
	ad_json_key(&d->j, "parameters");
	ad_json_array(&d->j);
	write_ref(d, "parameters", "spaceId");
	if (strstr(a->path, ":id"))
		string_parameter(d, "path", "id", true, "The object's id.");
	if (is_list(a))
		list_parameters(d, res);
	if (a->query)
		query_parameters(d, a->query);
	if (strcmp(a->method, "POST") == 0)
		write_ref(d, "parameters", "idempotencyKey");
	if (takes_check(res, a))
		write_ref(d, "parameters", "validateOnly");
	if (res->staged && (a->verb == AD_V_UPDATE || a->verb == AD_V_DELETE))
		write_ref(d, "parameters", "ifMatch");
	if (res->staged && a->verb == AD_V_GET)
		write_ref(d, "parameters", "ifNoneMatch");
	ad_json_array_end(&d->j);
}

static void write_body(struct doc *d, const struct ad_resource *res, const struct ad_action *a)
{
	if (!has_body(a))
		return;
	ad_json_key(&d->j, "requestBody");
	ad_json_object(&d->j);
	ad_json_kbool(&d->j, "required", a->verb == AD_V_CREATE || a->verb == AD_V_UPDATE);
	ad_json_key(&d->j, "content");
	ad_json_object(&d->j);
	ad_json_key(&d->j, "application/json");
	ad_json_object(&d->j);
	struct ad_text copy = { .max = 0 };
	ad_text_adds(&copy, input_name(d, res, a));
	key_ref(d, "schema", "schemas", ad_text_str(&copy).p);
	ad_text_free(&copy);
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
}

/* What a write answers where it may only have checked: the same, but that the id is null then. */
static const char *unsaved_name(struct ad_text *text, const struct ad_resource *res)
{
	text->n = 0;
	ad_text_addf(text, "%sUnsaved", res->shape.name);
	return ad_text_str(text).p;
}

static void write_envelope(struct doc *d, const struct ad_resource *res, const struct ad_action *a)
{
	struct ad_text unsaved = { .max = 0 };
	const char *name = a->output ? a->output->name : res->shape.name;
	if (a->success == 200 && takes_check(res, a))
		name = unsaved_name(&unsaved, res);
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "type", "object");
	ad_json_key(&d->j, "required");
	ad_json_raw(&d->j, AD_S("[\"data\",\"meta\"]"));
	ad_json_key(&d->j, "properties");
	ad_json_object(&d->j);
	if (is_list(a)) {
		ad_json_key(&d->j, "data");
		ad_json_object(&d->j);
		ad_json_kcstr(&d->j, "type", "array");
		key_ref(d, "items", "schemas", name);
		ad_json_object_end(&d->j);
	} else {
		key_ref(d, "data", "schemas", name);
	}
	key_ref(d, "meta", "schemas", is_list(a) ? "ListMeta" : "Meta");
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
	ad_text_free(&unsaved);
}

static void write_headers(struct doc *d, const struct ad_action *a)
{
	ad_json_key(&d->j, "headers");
	ad_json_object(&d->j);
	for (size_t i = 0; i < AD_LEN(common_headers); i++)
		key_ref(d, common_headers[i], "headers", common_headers[i]);
	if (a && a->success == 201)
		key_ref(d, "Location", "headers", "Location");
	ad_json_object_end(&d->j);
}

static void write_success(struct doc *d, const struct ad_resource *res, const struct ad_action *a)
{
	char code[8];
	snprintf(code, sizeof(code), "%d", a->success);
	ad_json_key(&d->j, code);
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "description", a->summary);
	write_headers(d, a);
	ad_json_key(&d->j, "content");
	ad_json_object(&d->j);
	ad_json_key(&d->j, "application/json");
	ad_json_object(&d->j);
	ad_json_key(&d->j, "schema");
	write_envelope(d, res, a);
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
}

static bool may_end(const struct ad_resource *res, const struct ad_action *a, enum ad_status s)
{
	bool get = strcmp(a->method, "GET") == 0;
	switch (s) {
	case AD_CONFLICT:
		return !get;
	case AD_PRECONDITION:
		return !get && strstr(a->path, ":id") != NULL;
	case AD_TOO_LARGE:
	case AD_UNSUPPORTED_MEDIA:
		return has_body(a);
	case AD_GUARDRAIL:
		return has_body(a) || res->id == AD_R_SYNC;
	case AD_OK:
	case AD_INVALID:
	case AD_UNAUTHENTICATED:
	case AD_SUBSCRIPTION_REQUIRED:
	case AD_SUBSCRIPTION_EXPIRED:
	case AD_NO_API_IN_PLAN:
	case AD_FORBIDDEN_SCOPE:
	case AD_NOT_FOUND:
	case AD_METHOD_NOT_ALLOWED:
	case AD_IDEMPOTENCY_CONFLICT:
	case AD_RATE_LIMITED:
	case AD_INTERNAL:
	case AD_UNAVAILABLE:
	case AD_STATUS_COUNT:
		break;
	}
	return true;
}

static void write_responses(struct doc *d, const struct ad_resource *res, const struct ad_action *a)
{
	ad_json_key(&d->j, "responses");
	ad_json_object(&d->j);
	write_success(d, res, a);
	if (a->success == 201 || (checks_runs(res, a) && a->success == 202)) {
		struct ad_action checked = *a;
		checked.success = 200;
		checked.summary = "Checked only (validateOnly=true): nothing was stored";
		write_success(d, res, &checked);
	}
	if (res->staged && a->verb == AD_V_GET) {
		ad_json_key(&d->j, "304");
		write_ref(d, "responses", "NotModified");
	}
	for (size_t i = 0; i < AD_LEN(problems); i++)
		if (may_end(res, a, problems[i].status_row))
			key_ref(d, problems[i].status, "responses", problems[i].name);
	ad_json_object_end(&d->j);
}

static void write_scopes(struct doc *d, uint32_t scopes)
{
	ad_json_array(&d->j);
	for (uint32_t bit = 1; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		if (scopes & bit)
			ad_json_str(&d->j, ad_str(ad_scope_name(bit)));
	ad_json_array_end(&d->j);
}

static void write_operation(struct doc *d, const struct ad_resource *res, const struct ad_action *a)
{
	static const char *const methods[][2] = {
		{ "GET", "get" },
		{ "POST", "post" },
		{ "PATCH", "patch" },
		{ "DELETE", "delete" },
	};
	for (size_t i = 0; i < AD_LEN(methods); i++)
		if (strcmp(a->method, methods[i][0]) == 0)
			ad_json_key(&d->j, methods[i][1]);
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "operationId", a->operation_id);
	ad_json_kcstr(&d->j, "summary", a->summary);
	ad_json_kcstr(&d->j, "description", a->doc);
	ad_json_key(&d->j, "tags");
	ad_json_array(&d->j);
	ad_json_str(&d->j, ad_str(res->shape.name));
	ad_json_array_end(&d->j);
	ad_json_key(&d->j, "x-required-scopes");
	write_scopes(d, a->scopes);
	ad_json_key(&d->j, "security");
	ad_json_raw(&d->j, AD_S("[{\"bearer\":[]}]"));
	write_parameters(d, res, a);
	write_body(d, res, a);
	write_responses(d, res, a);
	ad_json_object_end(&d->j);
}

static bool same_path(const struct ad_action *a, const struct ad_action *b)
{
	return strcmp(a->path, b->path) == 0;
}

/* "/campaigns" + "/:id/restore" -> "/campaigns/{id}/restore". */
static void key_path(struct doc *d, const struct ad_resource *res, const struct ad_action *a)
{
	d->scratch.n = 0;
	ad_text_adds(&d->scratch, res->path);
	for (const char *c = a->path; *c; c++) {
		if (strncmp(c, ":id", 3) == 0) {
			ad_text_adds(&d->scratch, "{id}");
			c += 2;
		} else {
			ad_text_addc(&d->scratch, *c);
		}
	}
	ad_json_key(&d->j, ad_text_str(&d->scratch).p);
}

static void write_resource_paths(struct doc *d, const struct ad_resource *res)
{
	for (size_t i = 0; i < res->action_count; i++) {
		bool first = true;
		for (size_t k = 0; k < i; k++)
			first = first && !same_path(&res->actions[k], &res->actions[i]);
		if (!first)
			continue;
		key_path(d, res, &res->actions[i]);
		ad_json_object(&d->j);
		for (size_t k = i; k < res->action_count; k++)
			if (same_path(&res->actions[k], &res->actions[i]))
				write_operation(d, res, &res->actions[k]);
		ad_json_object_end(&d->j);
	}
}

static void write_shape(struct doc *d, const char *name, const struct ad_resource *res,
			const struct ad_shape *shape, enum ad_schema_use use)
{
	struct ad_schema_style style = { .use = use, .resource = res->id };
	ad_json_key(&d->j, name);
	ad_schema_object(&d->j, shape, res->staged && shape == &res->shape, style);
}

static void write_unsaved(struct doc *d, const struct ad_resource *res)
{
	struct ad_text name = { .max = 0 };
	struct ad_schema_style style = {
		.use = AD_FOR_OUTPUT,
		.resource = res->id,
		.unsaved = true,
	};
	ad_json_key(&d->j, unsaved_name(&name, res));
	ad_schema_object(&d->j, &res->shape, res->staged, style);
	ad_text_free(&name);
}

/* Whether an action before the i-th has that shape going in, or coming out, already. */
static bool shown_before(const struct ad_resource *res, size_t i, const struct ad_shape *shape)
{
	for (size_t k = 0; k < i; k++)
		if (res->actions[k].output == shape || res->actions[k].input == shape)
			return true;
	return false;
}

static void write_resource_schemas(struct doc *d, const struct ad_resource *res)
{
	struct ad_text name = { .max = 0 };
	write_shape(d, res->shape.name, res, &res->shape, AD_FOR_OUTPUT);
	if (ad_action_of(res, AD_V_CREATE))
		write_unsaved(d, res);
	for (size_t i = 0; i < res->action_count; i++) {
		const struct ad_action *a = &res->actions[i];
		if (a->output && !shown_before(res, i, a->output) && a->output != &res->shape)
			write_shape(d, a->output->name, res, a->output, AD_FOR_OUTPUT);
		if (a->input && !shown_before(res, i, a->input))
			write_shape(d, a->input->name, res, a->input, AD_FOR_CREATE);
		if (a->input || !has_body(a))
			continue;
		name.n = 0;
		ad_text_adds(&name, res->shape.name);
		ad_text_adds(&name, a->verb == AD_V_UPDATE ? "Patch" : "Input");
		write_shape(d, ad_text_str(&name).p, res, &res->shape,
			    a->verb == AD_V_UPDATE ? AD_FOR_PATCH : AD_FOR_CREATE);
	}
	ad_text_free(&name);
}

static void write_problem(struct doc *d, const struct problem *p)
{
	ad_json_key(&d->j, p->name);
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "description", p->description);
	write_headers(d, NULL);
	ad_json_key(&d->j, "content");
	ad_json_raw(&d->j, AD_S("{\"application/json\":{\"schema\":"
				"{\"$ref\":\"#/components/schemas/Problem\"}}}"));
	ad_json_object_end(&d->j);
}

static void write_components(struct doc *d)
{
	ad_json_key(&d->j, "components");
	ad_json_object(&d->j);
	ad_json_kraw(&d->j, "securitySchemes", ad_str(ad_openapi_security));
	ad_json_kraw(&d->j, "parameters", ad_str(ad_openapi_parameters));
	ad_json_kraw(&d->j, "headers", ad_str(ad_openapi_headers));
	ad_json_key(&d->j, "responses");
	ad_json_object(&d->j);
	for (size_t i = 0; i < AD_LEN(problems); i++)
		write_problem(d, &problems[i]);
	ad_json_kraw(&d->j, "NotModified", AD_S("{\"description\":\"Not changed since.\"}"));
	ad_json_object_end(&d->j);
	ad_json_key(&d->j, "schemas");
	ad_json_object(&d->j);
	ad_json_members(&d->j, ad_str(ad_openapi_schemas));
	for (int i = 0; i < AD_RESOURCE_COUNT; i++)
		write_resource_schemas(d, ad_resource_row((enum ad_resource_id)i));
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
}

static void write_head(struct doc *d, const char *base_url)
{
	ad_json_kcstr(&d->j, "openapi", "3.1.0");
	ad_json_kraw(&d->j, "info", ad_str(ad_openapi_info));
	ad_json_key(&d->j, "servers");
	ad_json_array(&d->j);
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "url", base_url);
	ad_json_object_end(&d->j);
	ad_json_array_end(&d->j);
	ad_json_key(&d->j, "tags");
	ad_json_array(&d->j);
	for (int i = 0; i < AD_RESOURCE_COUNT; i++) {
		const struct ad_resource *res = ad_resource_row((enum ad_resource_id)i);
		ad_json_object(&d->j);
		ad_json_kcstr(&d->j, "name", res->shape.name);
		ad_json_kcstr(&d->j, "description", res->shape.doc);
		ad_json_object_end(&d->j);
	}
	ad_json_array_end(&d->j);
}

void ad_openapi_write(struct ad_text *out, const char *base_url)
{
	struct doc d = { .j = ad_json_on(out) };
	ad_json_object(&d.j);
	write_head(&d, base_url);
	ad_json_key(&d.j, "paths");
	ad_json_object(&d.j);
	for (int i = 0; i < AD_RESOURCE_COUNT; i++)
		write_resource_paths(&d, ad_resource_row((enum ad_resource_id)i));
	ad_json_kraw(&d.j, "/openapi.json", ad_str(ad_openapi_own_path));
	ad_json_object_end(&d.j);
	write_components(&d);
	ad_json_object_end(&d.j);
	ad_text_free(&d.scratch);
}
