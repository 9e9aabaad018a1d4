/* The components of the description: named schemas, their examples, and the errors. */
#include "rest/openapi_doc.h"

/* A shape under a name, with the objects inside it, unless it is there already. */
struct named {
	const char *name;
	const struct ad_shape *shape;
	const struct ad_shape *common; /* or NULL */
	struct ad_schema_style style;
};

typedef void named_fn(struct ad_doc *d, const struct named *n);

static void openapi_schemas_write_schema(struct ad_doc *d, const struct named *n)
{
	ad_json_key(&d->j, n->name);
	ad_schema_object(&d->j, n->shape, n->common, n->style);
	if (!n->style.unsaved)
		ad_schema_nested(&d->j, n->shape, n->style);
}

static void write_example(struct ad_doc *d, const struct named *n)
{
	ad_json_key(&d->j, n->name);
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "summary", n->shape->doc);
	ad_json_key(&d->j, "value");
	ad_example_object(&d->j, d->arena, n->shape, n->common, n->style);
	ad_json_object_end(&d->j);
}

static struct named openapi_schemas_input_of(struct ad_doc *d, const struct ad_doc_op *op)
{
	const struct ad_action *a = op->action;
	struct named n = {
		.name = ad_doc_input_name(d, op),
		.shape = a->input ? a->input : &op->res->shape,
		.common = a->input ? NULL : ad_common_of(op->res),
		.style = { .use = a->verb == AD_V_UPDATE && !a->input ? AD_FOR_PATCH
								      : AD_FOR_CREATE,
			   .resource = op->res->id,
			   .versioned = op->res->versioned && !a->input },
	};
	n.style.base = n.name;
	return n;
}

static struct named output_of(struct ad_doc *d, const struct ad_doc_op *op, int status)
{
	const struct ad_shape *shape = op->action->output ? op->action->output : &op->res->shape;
	bool unsaved = ad_doc_unsaved(op, status);
	struct named n = {
		.name = ad_arena_printf(d->arena, "%s%s", shape->name, unsaved ? "Result" : "").p,
		.shape = shape,
		.common = shape == &op->res->shape ? ad_common_of(op->res) : NULL,
		.style = { .use = AD_FOR_OUTPUT,
			   .resource = op->res->id,
			   .unsaved = unsaved,
			   .base = shape->name },
	};
	return n;
}

static struct named openapi_schemas_plain(const struct ad_shape *shape)
{
	return (struct named){
		.name = shape->name,
		.shape = shape,
		.style = { .use = AD_FOR_OUTPUT, .resource = AD_R_NONE, .base = shape->name }
	};
}

/* { data, meta } of a named schema. */
static void envelope_schema(struct ad_doc *d, const struct ad_doc_op *op, const char *name,
			    const char *data)
{
	bool lists = (op->traits & AD_LISTS) != 0;
	const char *meta = lists ? "ListMeta" : "Meta";
	ad_json_key(&d->j, name);
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "type", "object");
	ad_json_kcstr(&d->j, "description",
		      lists ? "A page of objects." : "The response envelope.");
	ad_json_key(&d->j, "required");
	ad_json_raw(&d->j, AD_S("[\"data\",\"meta\"]"));
	ad_json_key(&d->j, "properties");
	ad_json_object(&d->j);
	if (lists) {
		ad_json_key(&d->j, "data");
		ad_json_object(&d->j);
		ad_json_kcstr(&d->j, "type", "array");
		ad_doc_key_ref(d, "items", "schemas", data);
		ad_json_object_end(&d->j);
	} else {
		ad_doc_key_ref(d, "data", "schemas", data);
	}
	ad_doc_key_ref(d, "meta", "schemas", op->action->meta ? op->action->meta->name : meta);
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
}

static void schemas_of_answer(struct ad_doc *d, const struct ad_doc_op *op, int status)
{
	struct named n = output_of(d, op, status);
	struct named kept = output_of(d, op, 0);
	if (ad_doc_take(d, kept.name))
		openapi_schemas_write_schema(d, &kept);
	if (ad_doc_take(d, n.name))
		openapi_schemas_write_schema(d, &n);
	const char *name = ad_doc_answer_name(d, op, status);
	if (ad_doc_take(d, name))
		envelope_schema(d, op, name, n.name);
	if (op->action->meta && ad_doc_take(d, op->action->meta->name)) {
		struct named meta = openapi_schemas_plain(op->action->meta);
		openapi_schemas_write_schema(d, &meta);
	}
}

/* Every answer that has an envelope, and every body, of every action. */
static void each_shape(struct ad_doc *d,
		       void (*answer)(struct ad_doc *, const struct ad_doc_op *, int),
		       named_fn *input)
{
	for (int r = 0; r <= AD_RESOURCE_COUNT; r++) {
		const struct ad_resource *res = ad_doc_resource(r);
		for (size_t i = 0; i < res->action_count; i++) {
			struct ad_doc_op op = ad_doc_op_of(res, &res->actions[i]);
			if (!op.action->media)
				answer(d, &op, op.action->success);
			if (!op.action->media && op.action->success != 200 &&
			    (op.traits & AD_CHECKS))
				answer(d, &op, 200);
			if (!(op.traits & AD_TAKES_BODY))
				continue;
			struct named n = openapi_schemas_input_of(d, &op);
			if (ad_doc_take(d, n.name))
				input(d, &n);
		}
	}
}

/* The error of a status: its codes, and the details that they come with. */
static void error_schema(struct ad_doc *d, const struct ad_problem *p)
{
	ad_json_key(&d->j, p->name);
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "type", "object");
	ad_json_kcstr(&d->j, "description", p->doc);
	ad_json_key(&d->j, "required");
	ad_json_raw(&d->j, AD_S("[\"code\",\"message\",\"details\"]"));
	ad_json_key(&d->j, "properties");
	ad_json_object(&d->j);
	ad_json_key(&d->j, "code");
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "type", "string");
	ad_json_key(&d->j, "enum");
	ad_json_array(&d->j);
	for (size_t i = 0; i < AD_PROBLEM_CODES && p->codes[i] != AD_OK; i++)
		ad_json_str(&d->j, ad_str(ad_status_row(p->codes[i])->code));
	ad_json_array_end(&d->j);
	ad_json_object_end(&d->j);
	ad_json_kraw(&d->j, "message",
		     AD_S("{\"type\":\"string\",\"description\":\"Description for people.\"}"));
	ad_doc_key_ref(d, "details", "schemas", p->details->name);
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
}

static void error_envelope(struct ad_doc *d, const struct ad_problem *p)
{
	ad_json_key(&d->j, ad_arena_printf(d->arena, "%sResponse", p->name).p);
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "type", "object");
	ad_json_kcstr(&d->j, "description", "The error envelope.");
	ad_json_key(&d->j, "required");
	ad_json_raw(&d->j, AD_S("[\"error\"]"));
	ad_json_key(&d->j, "properties");
	ad_json_object(&d->j);
	ad_doc_key_ref(d, "error", "schemas", p->name);
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
}

void ad_doc_schemas(struct ad_doc *d)
{
	struct ad_schema_style common = { .use = AD_FOR_OUTPUT, .base = "" };
	const struct ad_shape *metas[] = { &ad_meta_shape, &ad_list_meta_shape };
	for (size_t i = 0; i < AD_LEN(metas); i++) {
		struct named n = openapi_schemas_plain(metas[i]);
		openapi_schemas_write_schema(d, &n);
	}
	for (size_t i = 0; i < ad_problem_count; i++) {
		struct named details = openapi_schemas_plain(ad_problems[i].details);
		error_envelope(d, &ad_problems[i]);
		error_schema(d, &ad_problems[i]);
		openapi_schemas_write_schema(d, &details);
	}
	ad_schema_nested(&d->j, &ad_common, common);
	each_shape(d, schemas_of_answer, openapi_schemas_write_schema);
}

static void member_example(struct ad_doc *d, const char *key, const struct named *n)
{
	ad_json_key(&d->j, key);
	ad_example_object(&d->j, d->arena, n->shape, n->common, n->style);
}

static void example_of_answer(struct ad_doc *d, const struct ad_doc_op *op, int status)
{
	struct named n = output_of(d, op, status);
	const char *name = ad_doc_answer_name(d, op, status);
	bool lists = (op->traits & AD_LISTS) != 0;
	if (!ad_doc_take(d, name))
		return;
	ad_json_key(&d->j, name);
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "summary", n.shape->doc);
	ad_json_key(&d->j, "value");
	ad_json_object(&d->j);
	ad_json_key(&d->j, "data");
	if (lists)
		ad_json_array(&d->j);
	ad_example_object(&d->j, d->arena, n.shape, n.common, n.style);
	if (lists)
		ad_json_array_end(&d->j);
	struct ad_shape meta = lists ? ad_list_meta_shape : ad_meta_shape;
	if (op->action->meta)
		meta = *op->action->meta;
	else if (!lists && !n.style.unsaved)
		meta.count = 1; /* validateOnly is there after a check only */
	struct named m = openapi_schemas_plain(&meta);
	member_example(d, "meta", &m);
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
}

void ad_doc_examples(struct ad_doc *d)
{
	each_shape(d, example_of_answer, write_example);
}

static void error_example(struct ad_doc *d, const struct ad_problem *p, enum ad_status status)
{
	const struct ad_status_row *row = ad_status_row(status);
	struct named details = openapi_schemas_plain(p->details);
	ad_json_key(&d->j, row->code);
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "summary", row->sentence);
	ad_json_key(&d->j, "value");
	ad_json_object(&d->j);
	ad_json_key(&d->j, "error");
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "code", row->code);
	ad_json_kcstr(&d->j, "message", row->sentence);
	member_example(d, "details", &details);
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
	ad_json_object_end(&d->j);
}

void ad_doc_responses(struct ad_doc *d)
{
	for (size_t i = 0; i < ad_problem_count; i++) {
		const struct ad_problem *p = &ad_problems[i];
		ad_json_key(&d->j, p->name);
		ad_json_object(&d->j);
		ad_json_kcstr(&d->j, "description", p->doc);
		ad_json_kint(&d->j, "x-status", p->http);
		ad_json_kbool(&d->j, "x-retry", p->http == 429 || p->http >= 500);
		ad_doc_answer_headers(d, NULL, p->http);
		ad_json_key(&d->j, "content");
		ad_json_object(&d->j);
		ad_json_key(&d->j, "application/json");
		ad_json_object(&d->j);
		ad_doc_key_ref(d, "schema", "schemas",
			       ad_arena_printf(d->arena, "%sResponse", p->name).p);
		ad_json_key(&d->j, "examples");
		ad_json_object(&d->j);
		for (size_t k = 0; k < AD_PROBLEM_CODES && p->codes[k] != AD_OK; k++)
			error_example(d, p, p->codes[k]);
		ad_json_object_end(&d->j);
		ad_json_object_end(&d->j);
		ad_json_object_end(&d->j);
		ad_json_object_end(&d->j);
	}
	ad_json_key(&d->j, "NotModified");
	ad_json_object(&d->j);
	ad_json_kcstr(&d->j, "description", "Not modified; no body.");
	ad_doc_answer_headers(d, NULL, 304);
	ad_json_object_end(&d->j);
	/* libmicrohttpd's own, before there is a request that could have an id or an envelope. */
	ad_json_kraw(
		&d->j, "UriTooLong",
		AD_S("{\"description\":\"The request line and headers exceed 16 KiB. The server "
		     "responds before it parses the request, with an HTML page instead of the "
		     "envelope.\",\"content\":{\"text/"
		     "html\":{\"schema\":{\"type\":\"string\"},\"example\":\"<html></html>\"}}}"));
}
