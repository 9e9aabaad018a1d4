/* The answer of a bulk change: limited in size, because an idempotency key may store it. */
#include "base/json_read.h"
#include "call/objects/bulk_step.h"
#include "call/request/outcome.h"

#define RESULTS_MAX ((size_t)8 << 20) /* bytes; longer results omit changes and details */

static void write_changes(struct ad_json *j, const struct ad_row *before,
			  const struct ad_row *after)
{
	const struct ad_shape *shape = &after->res->shape;
	ad_json_array(j);
	for (size_t i = 0; i < shape->count; i++) {
		const struct ad_field *field = &shape->fields[i];
		if ((field->flags & AD_UNSEEN) || ad_value_eq(&before->v[i], &after->v[i]))
			continue;
		ad_json_object(j);
		ad_json_kcstr(j, "field", field->name);
		ad_json_key(j, "from");
		ad_value_write(j, field, &before->v[i]);
		ad_json_key(j, "to");
		ad_value_write(j, field, &after->v[i]);
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
}

static void write_done(struct ad_json *j, const struct ad_row *before, const struct ad_row *after,
		       const struct ad_bulk_patch *patch, bool brief)
{
	ad_json_kint(j, "version", after->version);
	ad_json_key(j, "changes");
	if (brief)
		ad_json_null(j);
	else
		write_changes(j, before, after);
	if (patch->is_rounded) {
		ad_json_key(j, "exact");
		ad_json_micros(j, patch->exact);
	}
	if (patch->note)
		ad_json_kcstr(j, "note", patch->note);
}

static void write_refused(struct ad_json *j, const struct ad_call *sub, bool brief)
{
	struct ad_call told = *sub;
	if (brief) {
		told.faults = NULL;
		told.violations = NULL;
		told.details = (struct ad_str){ NULL, 0 };
	}
	ad_json_key(j, "error");
	ad_outcome_write_error(j, &told);
}

void ad_bulk_result(struct ad_call *call, struct ad_bulk_progress *p, const struct ad_call *sub,
		    const struct ad_row *before, const struct ad_row *after,
		    const struct ad_bulk_patch *patch)
{
	struct ad_text text = ad_text_on(sub->arena);
	struct ad_json j = ad_json_on(&text);
	bool brief = p->bytes > RESULTS_MAX, done = sub->status == AD_OK;
	ad_json_object(&j);
	ad_json_kstr(&j, "id", p->bulk->objects[p->at].id);
	ad_json_kint(&j, "status", done ? 200 : ad_outcome_http(sub));
	if (done)
		write_done(&j, before, after, patch, brief);
	else
		write_refused(&j, sub, brief);
	ad_json_object_end(&j);
	p->bulk->results[p->at] = ad_arena_copy(call->arena, ad_text_str(&text));
	p->bytes += text.n;
	p->changed += done && after->version != before->version;
	p->refused += !done;
	p->at++;
}

struct ad_str ad_bulk_results(struct ad_call *call, const struct ad_bulk_progress *p)
{
	struct ad_text text = ad_text_on(call->arena);
	size_t size = 16;
	for (size_t i = 0; i < p->at; i++)
		size += p->bulk->results[i].n + 1;
	(void)ad_text_reserve(&text, size);
	ad_text_adds(&text, "\"results\":[");
	for (size_t i = 0; i < p->at; i++) {
		if (i)
			ad_text_addc(&text, ',');
		ad_text_add(&text, p->bulk->results[i]);
	}
	ad_text_addc(&text, ']');
	return ad_text_str(&text);
}

void ad_bulk_answer(struct ad_call *call, const struct ad_bulk_progress *p)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	ad_json_kint(&j, "matched", (int64_t)p->bulk->matched);
	ad_json_kint(&j, "changed", (int64_t)p->changed);
	ad_json_kint(&j, "refused", (int64_t)p->refused);
	ad_json_kbool(&j, "dryRun", call->validate_only);
	ad_json_members(&j, ad_bulk_results(call, p));
	ad_json_object_end(&j);
	call->data = ad_text_str(&text);
	call->http_status = 200;
	if (call->validate_only)
		call->meta = AD_S("\"validateOnly\":true");
}
