/*
 * Bodies and filters of the API against the rows of a resource: the first line is the resource's
 * path, the second a field and a value to filter by, the rest the body.
 */
#include "tests/fuzz/request.h"

#include "call/request/validate.h"
#include "model/row.h"
#include "base/utf8.h"

static const struct ad_resource *resource_at(struct ad_str path)
{
	for (int i = 0; i < AD_RESOURCE_COUNT; i++)
		if (ad_str_is(path, ad_resource_row((enum ad_resource_id)i)->path))
			return ad_resource_row((enum ad_resource_id)i);
	return ad_resource_row(AD_R_CAMPAIGN);
}

/* Each fault has a place, a code and a message; the call is invalid if there is one. */
static void check_faults(const struct ad_call *call)
{
	size_t count = 0;

	for (const struct ad_fault *f = call->faults; f; f = f->next) {
		HOLDS(f->path && f->code && f->message && f->message[0]);
		HOLDS(ad_utf8_valid(ad_str(f->path)) && ad_utf8_valid(ad_str(f->message)));
		count++;
	}
	HOLDS(count <= 1000 && (count > 0) == (call->status == AD_INVALID));
	HOLDS(call->status == AD_OK || call->status == AD_INVALID);
}

static struct ad_str written(struct ad_arena *arena, const struct ad_field *field,
			     const struct ad_value *value)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_value_write(&j, field, value);
	return ad_text_str(&text);
}

/* An accepted value is written as JSON, and is the same when it is read again. */
static void check_row(struct ad_arena *arena, const struct ad_row *row)
{
	struct ad_json_error err;

	for (size_t i = 0; i < row->res->shape.count; i++) {
		const struct ad_field *field = &row->res->shape.fields[i];
		struct ad_str json = written(arena, field, &row->v[i]);
		const cJSON *item = ad_json_parse(arena, json, &err);
		HOLDS(item);
		struct ad_value again = ad_value_take(arena, field, item);
		HOLDS(again.kind == row->v[i].kind);
		HOLDS(ad_sent_same(json, written(arena, field, &again)));
	}
}

static void check_body(struct ad_call *call, const cJSON *input)
{
	struct ad_row row = { .res = call->res };

	ad_validate_create(call, input, &row);
	check_faults(call);
	if (call->status != AD_OK)
		return;
	check_row(call->arena, &row);
	ad_validate_patch(call, input, &row);
	check_faults(call);
}

static void check_filter(struct ad_call *call, struct ad_str line)
{
	const char *equals = line.n ? memchr(line.p, '=', line.n) : NULL;
	struct ad_value value;

	if (!equals)
		return;
	struct ad_str name = { line.p, (size_t)(equals - line.p) };
	struct ad_str text = { equals + 1, line.n - name.n - 1 };
	const struct ad_field *field = ad_field_find(&call->res->shape, name, NULL);
	if (!field || !(field->flags & AD_FILTER) || !ad_utf8_valid(text))
		return;
	ad_call_fresh(call);
	if (ad_validate_filter(call, field, field->name, text, &value))
		HOLDS(value.s.p && value.s.n <= 2 * text.n + 40);
	check_faults(call);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str rest = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	struct ad_str path = next_line(&rest), filter = next_line(&rest);
	struct ad_json_error err;
	struct asked a;
	struct ad_call *call = &ask(&a, arena, "POST", "/api/v1/campaigns")->call;

	call->res = resource_at(path);
	memcpy(call->space.currency, "EUR", 4);
	call->space.allowed_platforms = 15;
	call->space.blocked_terms = "[]";
	const cJSON *input = ad_json_parse(arena, rest, &err);
	ad_call_fresh(call);
	if (input && call->res->shape.count > 0)
		check_body(call, input);
	check_filter(call, filter);
	ad_arena_free(arena);
	return 0;
}
