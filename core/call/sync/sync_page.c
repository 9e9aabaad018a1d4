#include "call/sync/sync_page.h"

#include "base/json_write.h"
#include "call/request/cursor.h"
#include "call/sync/sync_steps.h"
#include "call/request/validate.h"

const char *const ad_sync_page_params[] = {
	"limit", "cursor", "campaignId", "platform", "op", "resource", "status", NULL,
};

/* Reads a filter's values as given; adds a fault for each invalid one. */
static struct ad_str filter_read(struct ad_call *call, const char *name)
{
	const struct ad_shape *query = call->action ? call->action->query : NULL;
	const struct ad_field *field = query ? ad_field_find(query, ad_str(name), NULL) : NULL;
	struct ad_str list = ad_call_param(call, name);
	struct ad_field each;
	int64_t count = 0;
	if (!field || !list.p)
		return (struct ad_str){ 0 };
	each = *field;
	each.type = field->item;
	each.max = field->item_max;
	for (size_t at = 0; at <= list.n; count++) {
		const char *comma = at < list.n ? memchr(list.p + at, ',', list.n - at) : NULL;
		size_t end = comma ? (size_t)(comma - list.p) : list.n;
		struct ad_value v;
		if (count == field->max) {
			ad_fault_limit(call, name, "TOO_MANY", field->max,
				       "%s accepts at most %lld values.", name,
				       (long long)field->max);
			break;
		}
		if (!ad_validate_filter(call, &each, name, (struct ad_str){ list.p + at, end - at },
					&v))
			break;
		at = end + 1;
	}
	return ad_arena_copy(call->arena, list);
}

static void bound_add(struct ad_text *bound, struct ad_str list)
{
	ad_text_addf(bound, "\n%zu:", list.n);
	ad_text_add(bound, list);
}

/* Reads the cursor: "1000.<hash>" of a plan, "1000" of a run. */
static bool cursor_read(struct ad_call *call, struct ad_ops_page *page)
{
	struct ad_str key;
	size_t at = 0;
	if (!ad_cursor_read(call, call->list_bound, &key))
		return false;
	for (; at < key.n && key.p[at] >= '0' && key.p[at] <= '9'; at++)
		page->after = 10 * page->after + (key.p[at] - '0');
	if (at < key.n)
		page->of = (struct ad_str){ key.p + at + 1, key.n - at - 1 };
	return true;
}

bool ad_sync_page_read(struct ad_call *call, struct ad_str of, struct ad_ops_page *page)
{
	struct ad_text bound = ad_text_on(call->arena);
	*page = (struct ad_ops_page){
		.campaign_id = filter_read(call, "campaignId"),
		.platform = filter_read(call, "platform"),
		.op = filter_read(call, "op"),
		.resource = filter_read(call, "resource"),
		.status = filter_read(call, "status"),
	};
	/*
	 * Front ends read runs under actions of their own, so the call's resource is not part of
	 * the text.
	 */
	ad_text_addf(&bound, "operations\n%s\n%d\n", call->space.id, (int)call->who->environment);
	ad_text_add(&bound, of);
	bound_add(&bound, page->campaign_id);
	bound_add(&bound, page->platform);
	bound_add(&bound, page->op);
	bound_add(&bound, page->resource);
	bound_add(&bound, page->status);
	call->list_bound = ad_text_str(&bound);
	bool good = ad_limit_read_to(call, AD_OPS_PAGE_MAX, &page->limit);
	return cursor_read(call, page) && good && call->status == AD_OK;
}

bool ad_sync_page_check(struct ad_call *call, const char *plan_hash, const struct ad_ops_page *page)
{
	if (page->after == 0 || ad_str_is(page->of, plan_hash))
		return true;
	return ad_sync_conflict(
		call, "PLAN_CHANGED", plan_hash,
		"The plan changed after the previous page. Start again without cursor.");
}

struct ad_str ad_sync_page_cursor(struct ad_call *call, int64_t number, struct ad_str plan_hash)
{
	struct ad_str key = ad_arena_printf(call->arena, "%lld%s%.*s", (long long)number,
					    plan_hash.p ? "." : "", AD_FMT(plan_hash));
	return ad_cursor_make(call, call->list_bound, key);
}

void ad_sync_page_end(struct ad_call *call, const struct ad_ops_page *page, struct ad_str plan_hash)
{
	struct ad_text meta = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&meta);
	/* A page that is not in order has no next page. */
	bool more = page->more && !(page->wrong_first && page->total > page->limit);
	ad_json_kstr(&j, "nextCursor",
		     more ? ad_sync_page_cursor(call, page->last, plan_hash)
			  : (struct ad_str){ 0 });
	ad_json_kint(&j, "total", page->total);
	call->meta = ad_text_str(&meta);
}
