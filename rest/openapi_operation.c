/* The paths of the description: each action of the table as an operation. */
#include <stdio.h>

#include "rest/openapi_doc.h"

/* A parameter's or header's schema: what it may be, without words. */
static void bare_schema(struct ad_doc *d, const struct ad_field *field,
			struct ad_schema_style style)
{
	struct ad_field bare = *field;
	bare.flags |= AD_REQUIRED | AD_NOT_NULL;
	bare.doc = NULL;
	bare.example = NULL;
	ad_json_key(&d->j, "schema");
	ad_schema_field(&d->j, &bare, style);
}

static void example_of(struct ad_doc *d, const struct ad_field *field, struct ad_schema_style style)
{
	struct ad_field known = *field;
	known.flags |= AD_REQUIRED | AD_NOT_NULL;
	ad_json_key(&d->j, "example");
	ad_example_field(&d->j, d->arena, &known, style);
}

static void openapi_operation_parameter(struct ad_doc *d, const char *in, const struct ad_field *f)
{
	struct ad_schema_style style = { .use = AD_FOR_CREATE };
	bool path = strcmp(in, "path") == 0;
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "name", f->name);
	ad_json_kcstr(&d->j, "in", in);
	if (path || (f->flags & AD_REQUIRED))
		ad_json_kbool(&d->j, "required", true);
	ad_json_kcstr(&d->j, "description", f->doc);
	if (f->life && f->life->deprecated)
		ad_json_kbool(&d->j, "deprecated", true);
	if (f->type == AD_T_LIST) {
		ad_json_kcstr(&d->j, "style", "form");
		ad_json_kbool(&d->j, "explode", false);
	}
	bare_schema(d, f, style);
	if (f->example || path)
		example_of(d, f, style);
	ad_json_object_end(&d->j);
}

/* ?status=PAUSED,ENABLED: a list of what the field may be. */
static void openapi_operation_filter(struct ad_doc *d, const struct ad_resource *res,
				     const struct ad_field *field)
{
	struct ad_field list = *field;
	list.type = AD_T_LIST;
	list.item = field->type == AD_T_LIST ? field->item : field->type;
	list.item_max = 0;
	list.flags = 0;
	list.min = 0;
	list.max = 0;
	list.initial = NULL;
	list.example = NULL;
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "name", field->name);
	ad_json_kcstr(&d->j, "in", "query");
	ad_json_kcstr(&d->j, "description", field->doc);
	ad_json_kcstr(&d->j, "style", "form");
	ad_json_kbool(&d->j, "explode", false);
	struct ad_schema_style style = { .use = AD_FOR_OUTPUT, .resource = res->id };
	bare_schema(d, &list, style);
	ad_json_key(&d->j, "example");
	ad_json_array(&d->j);
	struct ad_field one = *field;
	one.flags |= AD_NOT_NULL;
	if (field->type == AD_T_LIST) {
		one.type = field->item;
		one.example = NULL;
	}
	ad_example_field(&d->j, d->arena, &one, style);
	ad_json_array_end(&d->j);
	ad_json_object_end(&d->j);
}

static void filters_of(struct ad_doc *d, const struct ad_resource *res,
		       const struct ad_shape *shape)
{
	for (size_t i = 0; i < shape->count; i++)
		if (shape->fields[i].flags & AD_FILTER)
			openapi_operation_filter(d, res, &shape->fields[i]);
}

/* Each ":name" of the whole path; the resource's own is an id. */
static void path_parameters(struct ad_doc *d, const struct ad_doc_op *op)
{
	const char *paths[] = { op->res->path, op->action->path };
	for (size_t p = 0; p < AD_LEN(paths); p++) {
		for (const char *c = strchr(paths[p], ':'); c; c = strchr(c, ':')) {
			const char *end = ++c;
			while (*end && *end != '/')
				end++;
			struct ad_str name = { c, (size_t)(end - c) };
			bool own = ad_str_is(name, "id") && op->res->prefix;
			struct ad_field f = {
				.name = ad_arena_copy(d->arena, name).p,
				.type = own ? AD_T_REF : AD_T_TEXT,
				.ref = op->res->id,
				.doc = own ? "The object's id." : "The id.",
			};
			openapi_operation_parameter(d, "path", &f);
			c = end;
		}
	}
}

bool ad_doc_takes(const struct ad_doc_op *op, const struct ad_parameter_row *row)
{
	const struct ad_shape *query = op->action->query;
	if (strcmp(row->key, "q") == 0 && !ad_resource_search(op->res))
		return false;
	if (strcmp(row->key, "order") == 0 && query && ad_field_find(query, AD_S("orderBy"), NULL))
		return false;
	return row->traits ? (row->traits & op->traits) != 0 : !(op->traits & AD_PUBLIC);
}

static void openapi_operation_parameters(struct ad_doc *d, const struct ad_doc_op *op)
{
	const struct ad_shape *query = op->action->query;
	ad_json_key(&d->j, "parameters");
	ad_json_array(&d->j);
	path_parameters(d, op);
	for (size_t i = 0; i < ad_openapi_parameter_count; i++)
		if (ad_doc_takes(op, &ad_openapi_parameters[i]))
			ad_doc_ref(d, "parameters", ad_openapi_parameters[i].key);
	if (op->traits & AD_FILTERS)
		filters_of(d, op->res, &op->res->shape);
	if (op->traits & AD_FILTERS)
		filters_of(d, op->res, ad_common_of(op->res));
	for (size_t i = 0; query && i < query->count; i++)
		openapi_operation_parameter(d, "query", &query->fields[i]);
	ad_json_array_end(&d->j);
}

void ad_doc_parameters(struct ad_doc *d)
{
	for (size_t i = 0; i < ad_openapi_parameter_count; i++) {
		ad_json_key(&d->j, ad_openapi_parameters[i].key);
		openapi_operation_parameter(d, ad_openapi_parameters[i].in,
					    &ad_openapi_parameters[i].field);
	}
}

void ad_doc_headers(struct ad_doc *d)
{
	struct ad_schema_style style = { .use = AD_FOR_OUTPUT };
	for (size_t i = 0; i < ad_openapi_header_count; i++) {
		const struct ad_field *f = &ad_openapi_headers[i].field;
		if (ad_openapi_headers[i].aged)
			continue; /* written where it is used */
		ad_json_key(&d->j, f->name);
		ad_json_object(&d->j);
		ad_json_kcstr(&d->j, "description", f->doc);
		if (f->flags & AD_REQUIRED)
			ad_json_kbool(&d->j, "required", true);
		bare_schema(d, f, style);
		example_of(d, f, style);
		ad_json_object_end(&d->j);
	}
}

static const struct ad_life *life_of(const struct ad_doc_op *op)
{
	if (op->action->life && op->action->life->deprecated)
		return op->action->life;
	return op->res->life && op->res->life->deprecated ? op->res->life : NULL;
}

static bool header_applies(const struct ad_header_row *row, const struct ad_doc_op *op, int status)
{
	bool listed = row->statuses[0] == 0;
	for (size_t i = 0; i < AD_LEN(row->statuses); i++)
		listed = listed || row->statuses[i] == status;
	return listed && !row->aged && (!row->traits || !op || (row->traits & op->traits));
}

static void aged_headers(struct ad_doc *d)
{
	struct ad_schema_style style = { .use = AD_FOR_OUTPUT };
	for (size_t i = 0; i < ad_openapi_header_count; i++) {
		const struct ad_field *f = &ad_openapi_headers[i].field;
		if (!ad_openapi_headers[i].aged)
			continue;
		ad_json_key(&d->j, f->name);
		ad_json_object(&d->j);
		ad_json_kcstr(&d->j, "description", f->doc);
		bare_schema(d, f, style);
		example_of(d, f, style);
		ad_json_object_end(&d->j);
	}
}

void ad_doc_answer_headers(struct ad_doc *d, const struct ad_doc_op *op, int status)
{
	ad_json_key(&d->j, "headers");
	ad_json_object(&d->j);
	for (size_t i = 0; i < ad_openapi_header_count; i++) {
		const char *name = ad_openapi_headers[i].field.name;
		if (header_applies(&ad_openapi_headers[i], op, status))
			ad_doc_key_ref(d, name, "headers", name);
	}
	if (op && life_of(op))
		aged_headers(d);
	ad_json_object_end(&d->j);
}

/* { "schema": …, "examples": … } of a named schema, whose example has the same name. */
static void named_media(struct ad_doc *d, const char *name)
{
	ad_json_key(&d->j, "application/json");
	ad_json_object(&d->j);
	ad_doc_key_ref(d, "schema", "schemas", name);
	ad_json_key(&d->j, "examples");
	ad_json_object(&d->j);
	ad_doc_key_ref(d, name, "examples", name);
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
}

/* The names of the fields, as the first line of a table. */
static const char *csv_head(struct ad_doc *d, const struct ad_shape *shape)
{
	struct ad_text text = ad_text_on(d->arena);
	for (size_t i = 0; i < shape->count; i++)
		ad_text_addf(&text, "%s%s", i ? "," : "", shape->fields[i].name);
	ad_text_addc(&text, '\n');
	return ad_text_str(&text).p;
}

/* Describes an answer without the envelope: a file, a table, this description. */
static void plain_media(struct ad_doc *d, const struct ad_doc_op *op, const char *media)
{
	const struct ad_shape *shape = op->action->output ? op->action->output : &op->res->shape;
	bool text = strncmp(media, "text/", 5) == 0;
	ad_json_key(&d->j, media);
	ad_json_object(&d->j);
	ad_json_key(&d->j, "schema");
	if (strcmp(media, "application/json") == 0)
		ad_json_raw(&d->j, AD_S("{\"type\":\"object\"}"));
	else
		ad_json_raw(&d->j, text ? AD_S("{\"type\":\"string\"}")
					: AD_S("{\"type\":\"string\",\"format\":\"binary\"}"));
	if (strcmp(media, "text/csv") == 0)
		ad_json_kcstr(&d->j, "example", csv_head(d, shape));
	if (strcmp(media, "application/json") == 0)
		ad_json_kraw(&d->j, "example", AD_S("{\"openapi\":\"3.1.0\"}"));
	ad_json_object_end(&d->j);
}

/* Each of "image/png, image/gif". */
static void each_media(struct ad_doc *d, const struct ad_doc_op *op, const char *list)
{
	while (*list) {
		size_t n = strcspn(list, ",");
		plain_media(d, op, ad_arena_copy(d->arena, (struct ad_str){ list, n }).p);
		list += n;
		list += strspn(list, ", ");
	}
}

static void openapi_operation_body(struct ad_doc *d, const struct ad_doc_op *op)
{
	if (!(op->traits & AD_TAKES_BODY))
		return;
	ad_json_key(&d->j, "requestBody");
	ad_json_object(&d->j);
	ad_json_kbool(&d->j, "required", (op->traits & AD_NEEDS_BODY) != 0);
	ad_json_key(&d->j, "content");
	ad_json_object(&d->j);
	named_media(d, ad_doc_input_name(d, op));
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
}

static void openapi_operation_link(struct ad_doc *d, const struct ad_doc_op *from,
				   const struct ad_action *to, const char *parameter)
{
	const char *pointer = from->traits & AD_LISTS ? "/data/0/id" : "/data/id";
	ad_json_key(&d->j, to->operation_id);
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "operationId", to->operation_id);
	ad_json_key(&d->j, "parameters");
	ad_json_object(&d->j);
	ad_json_kstr(&d->j, parameter, ad_arena_printf(d->arena, "$response.body#%s", pointer));
	ad_json_object_end(&d->j);
	ad_json_kcstr(&d->j, "description", to->summary);
	ad_json_object_end(&d->j);
}

static bool is_of_one(const struct ad_action *a)
{
	const char *c = strchr(a->path, ':');
	return c && strncmp(c, ":id", 3) == 0 && (c[3] == '\0' || c[3] == '/') &&
	       !strchr(c + 1, ':');
}

/* Lists of what belongs to the object: the filter is its id. */
static void links_below(struct ad_doc *d, const struct ad_doc_op *from)
{
	for (int i = 0; i < AD_RESOURCE_COUNT; i++) {
		const struct ad_resource *res = ad_resource_row((enum ad_resource_id)i);
		const struct ad_action *list = ad_action_of(res, AD_V_LIST);
		for (size_t k = 0; list && res->table && k < res->shape.count; k++) {
			const struct ad_field *f = &res->shape.fields[k];
			if (f->type == AD_T_REF && f->ref == from->res->id &&
			    (f->flags & AD_FILTER))
				openapi_operation_link(d, from, list, f->name);
		}
	}
}

/* From what a create or a list answers to all that can be done with the object. */
static void openapi_operation_links(struct ad_doc *d, const struct ad_doc_op *op, int status)
{
	bool lists = op->action->verb == AD_V_LIST;
	bool makes = op->action->verb == AD_V_CREATE && status != 200;
	if (!op->res->prefix || op->action->output || !(lists || makes))
		return;
	const struct ad_action *to = op->res->actions;
	bool any = false;
	for (size_t i = 0; i < op->res->action_count; i++) {
		if (!is_of_one(&to[i]))
			continue;
		if (!any) {
			ad_json_key(&d->j, "links");
			ad_json_object(&d->j);
		}
		any = true;
		openapi_operation_link(d, op, &to[i], "id");
	}
	if (any && makes)
		links_below(d, op);
	if (any)
		ad_json_object_end(&d->j);
}

static void openapi_operation_answer(struct ad_doc *d, const struct ad_doc_op *op, int status,
				     const char *words)
{
	char code[8];
	snprintf(code, sizeof(code), "%d", status);
	ad_json_key(&d->j, code);
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "description", words);
	ad_doc_answer_headers(d, op, status);
	ad_json_key(&d->j, "content");
	ad_json_object(&d->j);
	if (op->action->media)
		each_media(d, op, op->action->media);
	else
		named_media(d, ad_doc_answer_name(d, op, status));
	if (op->action->or_media)
		plain_media(d, op, op->action->or_media);
	ad_json_object_end(&d->j);
	openapi_operation_links(d, op, status);
	ad_json_object_end(&d->j);
}

/* True if an action can end with a status. */
static bool may_end(const struct ad_doc_op *op, int status)
{
	switch (status) {
	case 401:
	case 402:
	case 403:
	case 404:
		return !(op->traits & AD_PUBLIC);
	case 409:
		return (op->traits & AD_CONFLICTS) != 0;
	case 412:
		return (op->traits & AD_MATCHES) != 0;
	case 413:
		return strcmp(op->action->method, "GET") != 0 && !(op->traits & AD_PUBLIC);
	case 415:
		return (op->traits & AD_TAKES_BODY) != 0;
	case 422:
		return (op->traits & AD_GUARDED) != 0;
	default:
		return true;
	}
}

static void openapi_operation_responses(struct ad_doc *d, const struct ad_doc_op *op)
{
	char code[8];
	ad_json_key(&d->j, "responses");
	ad_json_object(&d->j);
	openapi_operation_answer(d, op, op->action->success, op->action->summary);
	if (op->action->success != 200 && (op->traits & AD_CHECKS))
		openapi_operation_answer(d, op, 200,
					 "Validation only (validateOnly=true): nothing was stored");
	if (op->traits & AD_RANGES)
		openapi_operation_answer(d, op, 206, "The requested byte range");
	if (op->traits & AD_REVALIDATES)
		ad_doc_key_ref(d, "304", "responses", "NotModified");
	for (size_t i = 0; i < ad_problem_count; i++) {
		snprintf(code, sizeof(code), "%d", ad_problems[i].http);
		if (may_end(op, ad_problems[i].http))
			ad_doc_key_ref(d, code, "responses", ad_problems[i].name);
	}
	ad_doc_key_ref(d, "414", "responses", "UriTooLong");
	ad_json_object_end(&d->j);
}

static void openapi_operation_scopes(struct ad_doc *d, uint32_t bits)
{
	ad_json_array(&d->j);
	for (uint32_t bit = 1; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		if (bits & bit)
			ad_json_str(&d->j, ad_str(ad_scope_name(bit)));
	ad_json_array_end(&d->j);
}

static void openapi_operation_security(struct ad_doc *d, const struct ad_doc_op *op)
{
	ad_json_key(&d->j, "x-required-scopes");
	openapi_operation_scopes(d, op->action->scopes);
	ad_json_key(&d->j, "security");
	ad_json_array(&d->j);
	if (!(op->traits & AD_PUBLIC)) {
		ad_json_raw(&d->j, AD_S("{\"bearer\":[]}"));
		ad_json_object(&d->j);
		ad_json_key(&d->j, "oauth2");
		openapi_operation_scopes(d, op->action->scopes);
		ad_json_object_end(&d->j);
	}
	ad_json_array_end(&d->j);
}

/* The marks for generators of clients: pages that a cursor continues, and safe repeats. */
static void operation_marks(struct ad_doc *d, const struct ad_doc_op *op)
{
	if ((op->traits & AD_LISTS) && (op->traits & AD_PAGES))
		ad_json_kraw(&d->j, "x-pagination",
			     AD_S("{\"cursor\":\"cursor\",\"limit\":\"limit\","
				  "\"next\":\"/meta/nextCursor\",\"items\":\"/data\"}"));
	if (op->traits & AD_REPLAYS)
		ad_json_kraw(&d->j, "x-idempotency", AD_S("{\"header\":\"Idempotency-Key\"}"));
}

static void openapi_operation_operation(struct ad_doc *d, const struct ad_doc_op *op)
{
	char method[8];
	size_t n = 0;
	for (const char *c = op->action->method; *c && n + 1 < sizeof(method); c++)
		method[n++] = (char)(*c | 0x20);
	method[n] = '\0';
	ad_json_key(&d->j, method);
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "operationId", op->action->operation_id);
	ad_json_kcstr(&d->j, "summary", op->action->summary);
	const struct ad_life *life = life_of(op);
	ad_json_kstr(&d->j, "description",
		     ad_arena_printf(d->arena, "%s%s%s", op->action->doc, life ? " " : "",
				     life && life->instead ? life->instead : ""));
	ad_json_key(&d->j, "tags");
	ad_json_array(&d->j);
	ad_json_str(&d->j, ad_str(ad_doc_tag(d, op->res)));
	ad_json_array_end(&d->j);
	if (life)
		ad_json_kbool(&d->j, "deprecated", true);
	openapi_operation_security(d, op);
	operation_marks(d, op);
	openapi_operation_parameters(d, op);
	openapi_operation_body(d, op);
	openapi_operation_responses(d, op);
	ad_json_object_end(&d->j);
}

static bool same_path(const struct ad_action *a, const struct ad_action *b)
{
	return strcmp(a->path, b->path) == 0;
}

/* "/campaigns" + "/:id/restore" -> "/campaigns/{id}/restore". */
static void key_path(struct ad_doc *d, const struct ad_resource *res, const struct ad_action *a)
{
	struct ad_text text = ad_text_on(d->arena);
	bool open = false;
	const char *paths[] = { res->path, a->path };
	for (size_t p = 0; p < AD_LEN(paths); p++) {
		for (const char *c = paths[p]; *c; c++) {
			if (open && *c == '/')
				ad_text_addc(&text, '}');
			open = *c == ':' || (open && *c != '/');
			ad_text_addc(&text, *c == ':' ? '{' : *c);
		}
		if (open)
			ad_text_addc(&text, '}');
		open = false;
	}
	ad_json_key(&d->j, ad_text_str(&text).p);
}

void ad_doc_paths(struct ad_doc *d, const struct ad_resource *res)
{
	for (size_t i = 0; i < res->action_count; i++) {
		bool first = true;
		for (size_t k = 0; k < i; k++)
			first = first && !same_path(&res->actions[k], &res->actions[i]);
		if (!first)
			continue;
		key_path(d, res, &res->actions[i]);
		ad_json_object(&d->j);
		for (size_t k = i; k < res->action_count; k++) {
			struct ad_doc_op op = ad_doc_op_of(res, &res->actions[k]);
			if (same_path(&res->actions[k], &res->actions[i]))
				openapi_operation_operation(d, &op);
		}
		ad_json_object_end(&d->j);
	}
}
