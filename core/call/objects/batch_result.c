/*
 * Renders the results of a batch's operations. Their size is limited, because an idempotency key
 * stores them.
 */
#include "base/json_write.h"
#include "call/objects/batch.h"
#include "call/request/outcome.h"

#define RESULTS_MAX ((size_t)8 << 20) /* bytes; longer results omit objects and faults */

/* The id by which an object that is too long for the answer can be read. */
static struct ad_str batch_result_id_of(const struct ad_call *sub)
{
	struct ad_str id = sub->location;
	if (sub->id.p)
		return sub->id;
	for (size_t i = id.n; i > 0; i--)
		if (id.p[i - 1] == '/')
			return (struct ad_str){ id.p + i, id.n - i };
	return id;
}

static void write_data(struct ad_json *j, const struct ad_batch_progress *p,
		       const struct ad_call *sub)
{
	bool cut = p->bytes + sub->data.n > RESULTS_MAX;
	if (cut && !sub->rehearsed && !sub->validate_only)
		ad_json_kstr(j, "id", batch_result_id_of(sub));
	ad_json_kraw(j, "data", cut ? AD_S("null") : sub->data);
}

/* Writes the error without its details, except those that its code always has. */
static void write_short_error(struct ad_json *j, const struct ad_call *sub)
{
	struct ad_call brief = *sub;
	brief.faults = NULL;
	brief.violations = NULL;
	brief.details = (struct ad_str){ NULL, 0 };
	ad_outcome_write_error(j, &brief);
}

static void write_error(struct ad_json *j, struct ad_batch_progress *p, const struct ad_call *sub)
{
	struct ad_text text = ad_text_on(sub->arena);
	struct ad_json whole = ad_json_on(&text);
	ad_outcome_write_error(&whole, sub);
	ad_json_key(j, "error");
	if (p->bytes + text.n > RESULTS_MAX)
		write_short_error(j, sub);
	else
		ad_json_raw(j, ad_text_str(&text));
}

void ad_batch_result(struct ad_call *call, struct ad_batch_progress *p, const struct ad_call *sub)
{
	struct ad_text text = ad_text_on(sub->arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	ad_json_kint(&j, "index", (int64_t)p->at);
	ad_json_kint(&j, "status", ad_outcome_http(sub));
	if (sub->status == AD_OK)
		write_data(&j, p, sub);
	else
		write_error(&j, p, sub);
	ad_json_object_end(&j);
	p->batch->results[p->at] = ad_arena_copy(call->arena, ad_text_str(&text));
	p->batch->statuses[p->at] = ad_outcome_http(sub);
	p->bytes += text.n;
	if (sub->status != AD_OK)
		p->failed++;
	p->at++;
}

static struct ad_str results_of(struct ad_call *call, const struct ad_batch *batch)
{
	struct ad_text text = ad_text_on(call->arena);
	size_t size = 16;
	for (size_t i = 0; i < batch->n; i++)
		size += batch->results[i].n + 1;
	(void)ad_text_reserve(&text, size);
	ad_text_adds(&text, "\"results\":[");
	for (size_t i = 0; i < batch->n; i++) {
		if (i)
			ad_text_addc(&text, ',');
		ad_text_add(&text, batch->results[i]);
	}
	ad_text_addc(&text, ']');
	return ad_text_str(&text);
}

void ad_batch_answer(struct ad_call *call, const struct ad_batch *batch)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_str results = results_of(call, batch);
	(void)ad_text_reserve(&text, results.n + 2);
	ad_json_object(&j);
	ad_json_members(&j, results);
	ad_json_object_end(&j);
	call->data = ad_text_str(&text);
	call->http_status = 200;
	if (call->validate_only)
		call->meta = AD_S("\"validateOnly\":true");
}

void ad_batch_fault(struct ad_call *call, size_t index, const struct ad_call *sub)
{
	struct ad_str at = ad_arena_printf(call->arena, "operations[%zu]", index);
	if (sub->status != AD_INVALID || !sub->faults)
		ad_fault(call, at.p, ad_status_row(sub->status)->code, "%s: %s", at.p,
			 ad_outcome_message(sub));
	for (const struct ad_fault *f = sub->faults; f && sub->status == AD_INVALID; f = f->next) {
		struct ad_str path = ad_arena_printf(
			call->arena, f->path[0] ? "%s.body.%s" : "%s.body", at.p, f->path);
		if (f->has_limit)
			ad_fault_limit(call, path.p, f->code, f->limit, "%s", f->message);
		else
			ad_fault(call, path.p, f->code, "%s", f->message);
		if (f->suggestion)
			ad_fault_suggest(call, "%s", f->suggestion);
	}
}

void ad_batch_refuse(struct ad_call *call, const struct ad_batch_progress *p)
{
	/* The results of successful operations are rolled back, so their data is omitted. */
	for (size_t i = 0; i < p->batch->n; i++)
		if (p->batch->statuses[i] < 400)
			p->batch->results[i] = ad_arena_printf(
				call->arena, "{\"index\":%zu,\"status\":%d,\"data\":null}", i,
				p->batch->statuses[i]);
	call->details = results_of(call, p->batch);
	ad_fail(call, AD_INVALID,
		"%zu of the %zu operations failed, so none was stored; details.results lists them.",
		p->failed, p->batch->n);
}
