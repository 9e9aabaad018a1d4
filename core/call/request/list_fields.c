#include "call/request/list_fields.h"

#include "call/request/report_csv.h"
#include "model/traits.h"

/* --- what is asked for --- */

/* The shapes of a listed object's fields: its own, and the common ones. */
static void shapes_of(const struct ad_call *call, const struct ad_shape *out[static 2])
{
	out[0] = call->action->output ? call->action->output : &call->res->shape;
	out[1] = call->action->output ? NULL : ad_common_of(call->res);
}

static bool is_field(const struct ad_call *call, struct ad_str name)
{
	const struct ad_shape *shapes[2];
	shapes_of(call, shapes);
	for (size_t i = 0; i < AD_LEN(shapes); i++) {
		const struct ad_field *field =
			shapes[i] ? ad_field_find(shapes[i], name, NULL) : NULL;
		if (field)
			return !(field->flags & AD_UNSEEN);
	}
	return false;
}

static void refuse_field(struct ad_call *call, struct ad_str name)
{
	struct ad_text names = ad_text_on(call->arena);
	const struct ad_shape *shapes[2];
	shapes_of(call, shapes);
	for (size_t k = 0; k < AD_LEN(shapes); k++)
		for (size_t i = 0; shapes[k] && i < shapes[k]->count; i++)
			if (!(shapes[k]->fields[i].flags & AD_UNSEEN))
				ad_text_addf(&names, "%s%s", names.n ? ", " : "",
					     shapes[k]->fields[i].name);
	ad_fault(call, "fields", "UNKNOWN_FIELD", "The list does not have the field \"%.*s\".",
		 (int)(name.n < 64 ? name.n : 64), name.p);
	ad_fault_suggest(call, "Available fields: %s.", ad_text_str(&names).p);
}

static bool take_names(struct ad_call *call, struct ad_str text)
{
	size_t n = 0;
	struct ad_str *names =
		ad_arena_alloc(call->arena, (2 * AD_FIELDS_MAX + 1) * sizeof(*names));
	for (bool more = true; more;) {
		const char *comma = ad_str_find(text, ',');
		struct ad_str name = { text.p, comma ? (size_t)(comma - text.p) : text.n };
		bool again = false;
		if (!is_field(call, name)) {
			refuse_field(call, name);
			return false;
		}
		for (size_t i = 0; i < n; i++)
			again = again || ad_str_eq(names[i], name);
		/* The array has room for every field, and each is stored once. */
		if (!again && n < 2 * AD_FIELDS_MAX)
			names[n++] = name;
		more = comma != NULL;
		if (more)
			text = (struct ad_str){ comma + 1, text.n - name.n - 1 };
	}
	names[n] = (struct ad_str){ NULL, 0 };
	call->fields = names;
	return true;
}

bool ad_list_fields_read(struct ad_call *call)
{
	struct ad_str text = ad_call_param(call, "fields");
	size_t n = 0;
	if (!text.p || !(ad_action_traits(call->res, call->action) & AD_LISTS))
		return true;
	struct ad_param *kept =
		ad_arena_alloc(call->arena, (call->param_count + 1) * sizeof(*kept));
	for (size_t i = 0; i < call->param_count; i++)
		if (!ad_str_is(call->params[i].name, "fields"))
			kept[n++] = call->params[i];
	call->params = kept;
	call->param_count = n;
	if (call->action->or_media && ad_csv_wanted(call->accept)) {
		ad_fault(call, "fields", "UNSUPPORTED",
			 "CSV always contains all columns. Request JSON, or omit fields.");
		return false;
	}
	return take_names(call, text);
}

/* --- what is shown --- */

/* The end of the JSON value at p; the text was written by this server. */
static const char *value_end(const char *p)
{
	int depth = 0;
	do {
		if (*p == '"')
			for (p++; *p != '"'; p++)
				p += *p == '\\';
		depth += *p == '{' || *p == '[';
		depth -= *p == '}' || *p == ']';
		p++;
	} while (depth > 0 || (*p != ',' && *p != '}' && *p != ']' && *p != '\0'));
	return p;
}

static bool is_shown(const struct ad_call *call, struct ad_str name)
{
	if (ad_str_is(name, "id"))
		return true;
	for (const struct ad_str *field = call->fields; field->p; field++)
		if (ad_str_eq(*field, name))
			return true;
	return false;
}

/*
 * Writes an object with the selected fields; p is after its opening brace. Returns the end of the
 * object.
 */
static const char *list_fields_write_object(const struct ad_call *call, struct ad_text *out,
					    const char *p)
{
	bool first = true;
	ad_text_addc(out, '{');
	while (*p == '"') {
		const char *colon = strchr(p + 1, '"') + 1, *end = value_end(colon + 1);
		struct ad_str name = { p + 1, (size_t)(colon - p - 2) };
		if (is_shown(call, name)) {
			if (!first)
				ad_text_addc(out, ',');
			ad_text_add(out, (struct ad_str){ p, (size_t)(end - p) });
			first = false;
		}
		p = end + (*end == ',');
	}
	ad_text_addc(out, '}');
	return p + 1;
}

struct ad_str ad_list_fields_pick(const struct ad_call *call)
{
	struct ad_text out = ad_text_on(call->arena);
	if (!call->fields || call->data.n < 2 || call->data.p[0] != '[')
		return call->data;
	ad_text_addc(&out, '[');
	for (const char *p = call->data.p + 1; *p == '{';) {
		p = list_fields_write_object(call, &out, p + 1);
		if (*p == ',')
			ad_text_addc(&out, *p++);
	}
	ad_text_addc(&out, ']');
	return ad_text_str(&out);
}
