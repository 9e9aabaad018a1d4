#include "call/request/query.h"

#include "base/json_read.h"
#include "call/request/validate.h"

static bool is_flag(const struct ad_field *field)
{
	return field->type == AD_T_BOOL;
}

/* One parameter as a member of the input: lists are comma-separated. */
static void write_param(struct ad_json *j, const struct ad_field *field, struct ad_str value)
{
	ad_json_key(j, field->name);
	if (is_flag(field) && (ad_str_is(value, "true") || ad_str_is(value, "false"))) {
		ad_json_bool(j, ad_str_is(value, "true"));
		return;
	}
	if (field->type != AD_T_LIST) {
		ad_json_str(j, value);
		return;
	}
	ad_json_array(j);
	for (size_t at = 0; at <= value.n && value.n;) {
		const char *comma = memchr(value.p + at, ',', value.n - at);
		size_t end = comma ? (size_t)(comma - value.p) : value.n;
		ad_json_str(j, (struct ad_str){ value.p + at, end - at });
		at = end + 1;
	}
	ad_json_array_end(j);
}

static bool query_is_among(struct ad_str name, const char *const *names)
{
	for (; *names; names++)
		if (ad_str_is(name, *names))
			return true;
	return false;
}

const cJSON *ad_query_read(struct ad_call *call, const struct ad_shape *shape,
			   const char *const *others)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;
	ad_json_object(&j);
	for (size_t i = 0; i < call->param_count; i++) {
		struct ad_str name = call->params[i].name;
		const struct ad_field *field = ad_field_find(shape, name, NULL);
		if (field)
			write_param(&j, field, call->params[i].value);
		else if (!query_is_among(name, others))
			ad_fault(call, ad_arena_copy(call->arena, name).p, "UNKNOWN_PARAMETER",
				 "The query parameter %.*s does not exist here.", AD_FMT(name));
	}
	ad_json_object_end(&j);
	const cJSON *input = ad_json_parse(call->arena, ad_text_str(&text), &err);
	if (!input)
		ad_fault(call, "", "MALFORMED_QUERY", "A query parameter cannot be parsed: %s.",
			 err.reason);
	const cJSON *settled = input ? ad_validate_shape(call, shape, input) : NULL;
	return call->status == AD_OK ? settled : NULL;
}
