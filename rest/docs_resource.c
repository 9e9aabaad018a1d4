/* A resource in the reference: its fields, and each action as an operation. */
#include "rest/docs.h"
#include "rest/openapi_parts.h"

static void scope_words(struct ad_docs *p, const struct ad_doc_op *op)
{
	ad_text_adds(p->out, "<p class=\"scopes\">");
	if (op->traits & AD_PUBLIC)
		ad_text_adds(p->out, "Public; no token required.");
	else if (!op->action->scopes)
		ad_text_adds(p->out, "Any valid token.");
	else
		ad_text_adds(p->out, "Needs");
	for (uint32_t bit = 1; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		if (op->action->scopes & bit)
			ad_text_addf(p->out, " <code>%s</code>", ad_scope_name(bit));
	ad_text_adds(p->out, "</p>\n");
}

/* The query parameters that the description lists, in its order. */
static void query_table(struct ad_docs *p, const struct ad_doc_op *op)
{
	struct ad_field all[2 * AD_FIELDS_MAX];
	size_t n = 0;
	const struct ad_shape *shapes[] = { &op->res->shape, ad_common_of(op->res) };
	for (size_t i = 0; i < ad_openapi_parameter_count; i++)
		if (ad_doc_takes(op, &ad_openapi_parameters[i]))
			all[n++] = ad_openapi_parameters[i].field;
	for (size_t s = 0; (op->traits & AD_FILTERS) && s < AD_LEN(shapes); s++)
		for (size_t i = 0; i < shapes[s]->count && n < AD_LEN(all); i++)
			if (shapes[s]->fields[i].flags & AD_FILTER)
				all[n++] = shapes[s]->fields[i];
	for (size_t i = 0; i < n; i++) {
		all[i].flags = AD_NOT_NULL; /* whatever the field is, the parameter is optional */
		all[i].members = NULL;
		all[i].member_count = 0;
	}
	for (size_t i = 0; op->action->query && i < op->action->query->count; i++)
		if (n < AD_LEN(all))
			all[n++] = op->action->query->fields[i];
	struct ad_shape shape = { .fields = all, .count = n };
	ad_docs_fields(p, "Parameters", &shape, AD_FOR_CREATE);
}

static struct ad_str docs_resource_example(struct ad_docs *p, const struct ad_shape *shape,
					   const struct ad_shape *common,
					   struct ad_schema_style style)
{
	struct ad_text text = ad_text_on(p->doc->arena);
	struct ad_json j = ad_json_on(&text);
	ad_example_object(&j, p->doc->arena, shape, common, style);
	return ad_text_str(&text);
}

static void docs_resource_body(struct ad_docs *p, const struct ad_doc_op *op)
{
	const struct ad_action *a = op->action;
	bool patch = a->verb == AD_V_UPDATE && !a->input;
	struct ad_schema_style style = { .use = patch ? AD_FOR_PATCH : AD_FOR_CREATE,
					 .resource = op->res->id };
	if (!(op->traits & AD_TAKES_BODY))
		return;
	if (a->input)
		ad_docs_fields(p, "Body", a->input, AD_FOR_CREATE);
	else
		ad_text_addf(p->out, "<p>Body: the writable fields listed above%s.</p>\n",
			     patch ? ", only the fields to change" : "");
	ad_docs_json(p, "Example body",
		     docs_resource_example(p, a->input ? a->input : &op->res->shape, NULL, style));
}

static void docs_resource_answer(struct ad_docs *p, const struct ad_doc_op *op)
{
	const struct ad_action *a = op->action;
	const struct ad_shape *shape = a->output ? a->output : &op->res->shape;
	struct ad_schema_style style = { .use = AD_FOR_OUTPUT, .resource = op->res->id };
	bool lists = (op->traits & AD_LISTS) != 0;
	if (a->media) {
		ad_text_addf(p->out, "<p>Returns %d with <code>%s</code>.</p>\n", a->success,
			     a->media);
		return;
	}
	if (a->or_media)
		ad_text_addf(
			p->out,
			"<p>With <code>Accept: %s</code> the response has that media type.</p>\n",
			a->or_media);
	if (a->output)
		ad_docs_fields(p, lists ? "Each item of data" : "Response data", a->output,
			       AD_FOR_OUTPUT);
	struct ad_str one =
		docs_resource_example(p, shape, a->output ? NULL : ad_common_of(op->res), style);
	const struct ad_shape *shared = lists ? &ad_list_meta_shape : &ad_meta_shape;
	if (a->meta)
		ad_docs_fields(p, "Response meta", a->meta, AD_FOR_OUTPUT);
	struct ad_str meta = docs_resource_example(p, a->meta ? a->meta : shared, NULL, style);
	struct ad_str whole =
		ad_arena_printf(p->doc->arena, "{\"data\":%s%.*s%s,\"meta\":%.*s}",
				lists ? "[" : "", AD_FMT(one), lists ? "]" : "", AD_FMT(meta));
	ad_docs_json(p, ad_arena_printf(p->doc->arena, "Example response, %d", a->success).p,
		     whole);
}

static void docs_resource_operation(struct ad_docs *p, const struct ad_doc_op *op)
{
	const struct ad_action *a = op->action;
	ad_text_addf(p->out,
		     "<article id=\"%s\"><h3><span class=\"method\">%s</span> <code>%s%s</code>"
		     "</h3>\n<p>",
		     a->operation_id, a->method, op->res->path, a->path);
	ad_docs_words(p, a->doc);
	if (a->life && a->life->deprecated)
		ad_text_addf(p->out, " <i>Deprecated since %s.</i> %s", a->life->deprecated,
			     a->life->instead ? a->life->instead : "");
	ad_text_adds(p->out, "</p>\n");
	scope_words(p, op);
	query_table(p, op);
	docs_resource_body(p, op);
	docs_resource_answer(p, op);
	ad_text_adds(p->out, "</article>\n");
}

void ad_docs_resource(struct ad_docs *p, const struct ad_resource *res)
{
	if (!res->action_count)
		return;
	p->resource = res->id;
	ad_text_addf(p->out, "<section id=\"%s\"><h2>%s</h2>\n<p>", res->name, res->shape.name);
	ad_docs_words(p, res->shape.doc);
	if (res->prefix)
		ad_text_addf(p->out, " Ids begin with <code>%s_</code>.", res->prefix);
	if (res->staged)
		ad_text_adds(p->out, " The object also has <a href=\"#staged\">the common fields "
				     "of staged objects</a>.");
	ad_text_adds(p->out, "</p>\n");
	ad_docs_fields(p, "Fields", &res->shape, AD_FOR_OUTPUT);
	for (size_t i = 0; i < res->action_count; i++) {
		struct ad_doc_op op = ad_doc_op_of(res, &res->actions[i]);
		docs_resource_operation(p, &op);
	}
	ad_text_adds(p->out, "</section>\n");
}
