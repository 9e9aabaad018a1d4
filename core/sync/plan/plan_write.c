/* Plans and their filters as JSON. */
#include <stdlib.h>

#include "base/json_read.h"
#include "model/vocabulary.h"
#include "sync/plan/plan_needs.h"
#include "sync/plan/plan_sent.h"
#include "sync/plan/plan_sums.h"
#include "sync/state/spans.h"

/* An additional mark of a change: the name of a member that is true, or NULL. */
#define UNKNOWN "unknown"     /* the value on the platform is not known */
#define INHERITED "inherited" /* the campaign's value */

/* `from` NULL: the field has no value on the platform. */
static void plan_write_write_change(struct ad_json *j, const char *field, const cJSON *from,
				    const cJSON *to, const char *mark)
{
	bool unknown = mark && strcmp(mark, UNKNOWN) == 0;
	struct ad_text a = ad_text_on(j->out->arena);
	struct ad_text b = ad_text_on(j->out->arena);

	if (from)
		ad_json_canonical(&a, from);
	if (to)
		ad_json_canonical(&b, to);
	ad_json_object(j);
	ad_json_kcstr(j, "field", field);
	ad_json_kraw(j, "from", from && !unknown ? ad_text_str(&a) : (struct ad_str){ 0 });
	ad_json_kraw(j, "to", to ? ad_text_str(&b) : (struct ad_str){ 0 });
	if (mark)
		ad_json_kbool(j, mark, true);
	ad_json_object_end(j);
}

static bool says_something(const cJSON *value)
{
	return !cJSON_IsNull(value) && !(cJSON_IsArray(value) && !value->child);
}

/* The fields of a create: its own, and those inherited from its campaign. */
static void write_created(struct ad_json *j, const struct ad_plan_op *op, const cJSON *want)
{
	struct ad_json_error err;
	const cJSON *item;

	cJSON_ArrayForEach(item, want)
	{
		if (says_something(item) && ad_plan_op_sends(op, want, item->string))
			plan_write_write_change(j, item->string, NULL, item, NULL);
	}
	if (!op->inherited.n)
		return;
	cJSON_ArrayForEach(item, ad_json_parse(j->out->arena, op->inherited, &err))
	{
		plan_write_write_change(j, item->string, NULL, item, INHERITED);
	}
}

static void write_updated(struct ad_json *j, const struct ad_plan_op *op, const cJSON *synced,
			  const cJSON *want)
{
	for (const char *const *name = op->changed; *name; name++) {
		const cJSON *from = ad_json_get(synced, *name);
		const cJSON *to = ad_json_get(want, *name);
		bool unknown = ad_row_is_unknown(op->row, *name);
		/* An unknown field without a value on either side is updated, but not listed. */
		if ((from && !cJSON_IsNull(from)) || (to && !cJSON_IsNull(to)))
			plan_write_write_change(j, *name, from, to, unknown ? UNKNOWN : NULL);
	}
}

struct ad_str ad_plan_changes(struct ad_arena *arena, const struct ad_plan_op *op)
{
	struct ad_arena *scratch = ad_arena_new();
	struct ad_text text = ad_text_on(scratch);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;
	struct ad_str to = ad_plan_want(scratch, op), from = ad_plan_synced(scratch, op);
	const cJSON *want = to.n ? ad_json_parse(scratch, to, &err) : NULL;
	const cJSON *synced = from.n ? ad_json_parse(scratch, from, &err) : NULL;
	struct ad_str changes;

	ad_json_array(&j);
	switch (op->op) {
	case AD_OP_CREATE:
	case AD_OP_UPLOAD:
		write_created(&j, op, want);
		break;
	case AD_OP_UPDATE:
		write_updated(&j, op, synced, want);
		break;
	case AD_OP_REMOVE:
		ad_json_object(&j);
		ad_json_kcstr(&j, "field", "status");
		ad_json_kstr(&j, "from", ad_json_get_text(synced, "status"));
		ad_json_kcstr(&j, "to", "REMOVED");
		ad_json_object_end(&j);
		break;
	case AD_OP_COUNT:
		break;
	}
	ad_json_array_end(&j);
	changes = ad_arena_copy(arena, ad_text_str(&text));
	ad_arena_free(scratch);
	return changes;
}

static void plan_write_kmicros(struct ad_json *j, const char *key, int64_t micros)
{
	ad_json_key(j, key);
	ad_json_micros(j, micros);
}

static bool is_in(uint32_t scope, uint32_t scopes)
{
	return (scopes & scope) == scope;
}

static void plan_write_write_operation(struct ad_json *j, struct ad_arena *scratch, size_t index,
				       const struct ad_plan_op *op, uint32_t scopes)
{
	struct ad_str needs = ad_plan_spans_text(scratch, &op->needs, 0);

	ad_json_object(j);
	ad_json_kint(j, "index", (int64_t)index);
	ad_json_kcstr(j, "op", ad_op_name(op->op));
	ad_json_kcstr(j, "resource", op->res->name);
	/* Without the read scope only the existence and the cost of an operation are visible. */
	if (is_in(op->res->read_scope, scopes)) {
		ad_json_kstr(j, "id", op->row->id);
		ad_json_kstr(j, "name", ad_plan_name(op->row));
		if (is_in(ad_resource_row(AD_R_CAMPAIGN)->read_scope, scopes)) {
			ad_json_kstr(j, "campaignId", op->campaign_id);
			ad_json_kstr(j, "adGroupId", op->ad_group_id);
		}
		ad_json_kcstr(j, "platform", ad_platform_name(op->platform));
		ad_json_kstr(j, "remoteId", op->row->remote_id);
		ad_json_kraw(j, "changes", ad_plan_changes(scratch, op));
	}
	plan_write_kmicros(j, "dailyBudgetDelta", op->budget_delta);
	ad_json_key(j, "dependsOn");
	ad_spans_write(j, needs, 0);
	ad_json_object_end(j);
}

static bool page_takes(const struct ad_ops_page *page, const struct ad_plan_op *op, uint32_t scopes)
{
	/* A filter must not reveal objects that may not be read. */
	if (ad_ops_page_is_close(page) && !is_in(op->res->read_scope, scopes))
		return false;
	if (page->campaign_id.p &&
	    !(is_in(ad_resource_row(AD_R_CAMPAIGN)->read_scope, scopes) && op->campaign_id.p &&
	      ad_ops_page_holds(page->campaign_id, op->campaign_id)))
		return false;
	return ad_ops_page_holds(page->platform, ad_str(ad_platform_name(op->platform))) &&
	       ad_ops_page_holds(page->op, ad_str(ad_op_name(op->op))) &&
	       ad_ops_page_holds(page->resource, ad_str(op->res->name));
}

static void plan_write_write_operations(struct ad_json *j, const struct ad_sync_plan *plan,
					uint32_t scopes, struct ad_ops_page *page)
{
	struct ad_arena *scratch = ad_arena_new();
	size_t begin = j->out->n;
	int64_t told = 0;

	page->total = 0;
	page->last = page->after;
	page->more = false;
	for (size_t i = 0; i < plan->count; i++) {
		if (!page_takes(page, plan->ops[i], scopes))
			continue;
		page->total++;
		if ((int64_t)i < page->after || page->more)
			continue;
		page->more = !ad_ops_page_has_room(page, told, j->out->n - begin);
		if (page->more)
			continue;
		ad_arena_reset(scratch);
		plan_write_write_operation(j, scratch, i, plan->ops[i], scopes);
		page->last = (int64_t)i + 1;
		told++;
	}
	ad_arena_free(scratch);
}

int64_t ad_plan_monthly(int64_t daily, const char *currency)
{
	int64_t unit = 1000000;
	int64_t month = daily * 304;
	int64_t half;

	for (int i = ad_currency_decimals(currency); i > 0; i--)
		unit /= 10;
	half = unit * 10 / 2;
	month = month >= 0 ? month + half : month - half;
	return month / (unit * 10) * unit;
}

void ad_plan_write_totals(struct ad_json *j, const struct ad_sync_plan *plan, const char *currency)
{
	ad_json_object(j);
	ad_json_kint(j, "operations", (int64_t)plan->count);
	ad_json_kint(j, "creates", plan->creates);
	ad_json_kint(j, "updates", plan->updates);
	ad_json_kint(j, "removes", plan->removes);
	ad_json_kint(j, "heldBack", (int64_t)plan->held_count);
	ad_json_kint(j, "warnings", (int64_t)plan->warning_count);
	ad_json_kint(j, "violations", (int64_t)plan->violations.count);
	plan_write_kmicros(j, "dailyBudgetBefore", plan->before);
	plan_write_kmicros(j, "dailyBudgetAfter", plan->after);
	plan_write_kmicros(j, "activeDailyBudgetBefore", plan->active_before);
	plan_write_kmicros(j, "activeDailyBudgetAfter", plan->active_after);
	plan_write_kmicros(j, "monthlyDelta",
			   ad_plan_monthly(plan->after - plan->before, currency));
	ad_json_kcstr(j, "currency", currency);
	ad_json_object_end(j);
}

/*
 * True if the object of a violation may be read; violations of the whole plan are always readable.
 */
static bool is_readable(const struct ad_violation *v, uint32_t scopes)
{
	const struct ad_resource *res = v->id ? ad_resource_of_id(ad_str(v->id)) : NULL;

	return !res || (scopes & res->read_scope) == res->read_scope;
}

struct ad_violation *ad_plan_violations_for(struct ad_arena *arena, const struct ad_sync_plan *plan,
					    uint32_t scopes)
{
	struct ad_violation *first = NULL, **end = &first;

	for (const struct ad_violation *v = plan->violations.first; v; v = v->next) {
		struct ad_violation *copy = ad_arena_alloc(arena, sizeof(*copy));
		*copy = *v;
		copy->next = NULL;
		if (!is_readable(v, scopes)) {
			copy->id = NULL;
			copy->actual = "null";
		}
		*end = copy;
		end = &copy->next;
	}
	return first;
}

static void write_violations(struct ad_json *j, const struct ad_violation *v)
{
	ad_json_key(j, "violations");
	ad_json_array(j);
	for (; v; v = v->next) {
		ad_json_object(j);
		ad_json_kcstr(j, "rule", v->rule);
		ad_json_kraw(j, "limit", ad_str(v->limit));
		ad_json_kraw(j, "actual", ad_str(v->actual));
		ad_json_kcstr(j, "id", v->id);
		ad_json_kcstr(j, "message", v->message);
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
}

static void write_named(struct ad_json *j, const struct ad_row *row)
{
	ad_json_kcstr(j, "resource", row->res->name);
	ad_json_kstr(j, "id", row->id);
}

/*
 * A long plan may hold back as many enables as it sends: only the first are listed; the totals
 * count all.
 */
static void write_held(struct ad_json *j, const struct ad_sync_plan *plan, uint32_t scopes)
{
	int listed = 0;

	ad_json_key(j, "heldBack");
	ad_json_array(j);
	for (const struct ad_plan_held *held = plan->held; held && listed < AD_PLAN_LISTED_MAX;
	     held = held->next) {
		if (!is_in(held->row->res->read_scope, scopes))
			continue;
		ad_json_object(j);
		write_named(j, held->row);
		ad_json_object_end(j);
		listed++;
	}
	ad_json_array_end(j);
}

static void write_warnings(struct ad_json *j, const struct ad_sync_plan *plan, uint32_t scopes)
{
	int listed = 0;

	ad_json_key(j, "warnings");
	ad_json_array(j);
	for (const struct ad_plan_warning *w = plan->warnings; w && listed < AD_PLAN_LISTED_MAX;
	     w = w->next) {
		if (!is_in(w->row->res->read_scope, scopes))
			continue;
		ad_json_object(j);
		ad_json_kcstr(j, "code", w->code);
		write_named(j, w->row);
		if (w->field)
			ad_json_kcstr(j, "field", w->field);
		ad_json_kcstr(j, "message", w->message);
		ad_json_object_end(j);
		listed++;
	}
	ad_json_array_end(j);
}

enum ad_db_status ad_plan_write(struct ad_json *j, const struct ad_sync_plan *plan,
				const struct ad_plan_ask *ask, uint32_t scopes,
				struct ad_ops_page *page)
{
	ad_json_key(j, "operations");
	ad_json_array(j);
	plan_write_write_operations(j, plan, scopes, page);
	ad_json_array_end(j);
	write_held(j, plan, scopes);
	ad_json_key(j, "totals");
	ad_plan_write_totals(j, plan, ask->currency);
	write_violations(j, ad_plan_violations_for(j->out->arena, plan, scopes));
	write_warnings(j, plan, scopes);
	ad_json_kbool(j, "activate", ask->filter.activate);
	if (page->brief && !page->more && page->after == 0)
		return AD_DB_DONE;
	return ad_plan_write_campaigns(j, plan, ask, scopes);
}

uint32_t ad_plan_scopes(const struct ad_sync_plan *plan)
{
	uint32_t scopes = 0;

	for (size_t i = 0; i < plan->count; i++)
		scopes |= plan->ops[i]->res->write_scope;
	return scopes;
}

static void write_ids(struct ad_json *j, const char *key, const struct ad_str *ids, size_t count)
{
	ad_json_key(j, key);
	ad_json_array(j);
	for (size_t i = 0; i < count; i++)
		ad_json_str(j, ids[i]);
	ad_json_array_end(j);
}

struct ad_str ad_plan_filter_json(struct ad_arena *arena, const struct ad_plan_filter *filter)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kint(&j, "platforms", (int64_t)filter->platforms);
	write_ids(&j, "campaignIds", filter->campaign_ids, filter->campaign_count);
	write_ids(&j, "objectIds", filter->object_ids, filter->object_count);
	/* Only if set: most plans are not parts. */
	if (filter->ad_group_count)
		write_ids(&j, "adGroupIds", filter->ad_group_ids, filter->ad_group_count);
	ad_json_kbool(&j, "campaigns", filter->campaigns);
	ad_json_kbool(&j, "conversions", filter->conversions);
	ad_json_kbool(&j, "activate", filter->activate);
	if (filter->pause_all)
		ad_json_kbool(&j, "pauseAll", true);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

static struct ad_str *read_ids(struct ad_arena *arena, const cJSON *list, size_t *count)
{
	const cJSON *item;
	struct ad_str *ids;
	size_t n = 0;

	cJSON_ArrayForEach(item, list) n++;
	ids = ad_arena_alloc(arena, n * sizeof(*ids));
	n = 0;
	cJSON_ArrayForEach(item, list) ids[n++] = ad_json_text(item);
	*count = ad_plan_ids_settle(ids, n);
	return ids;
}

bool ad_plan_filter_read(struct ad_arena *arena, struct ad_str json, struct ad_plan_filter *filter)
{
	struct ad_json_error err;
	const cJSON *object = ad_json_parse(arena, json, &err);
	int64_t platforms = 0;

	*filter = (struct ad_plan_filter){ 0 };
	if (!object || !ad_json_int64(ad_json_get(object, "platforms"), &platforms))
		return false;
	filter->platforms = (uint32_t)platforms;
	filter->campaigns = cJSON_IsTrue(ad_json_get(object, "campaigns"));
	filter->conversions = cJSON_IsTrue(ad_json_get(object, "conversions"));
	filter->activate = cJSON_IsTrue(ad_json_get(object, "activate"));
	filter->campaign_ids =
		read_ids(arena, ad_json_get(object, "campaignIds"), &filter->campaign_count);
	filter->ad_group_ids =
		read_ids(arena, ad_json_get(object, "adGroupIds"), &filter->ad_group_count);
	filter->object_ids =
		read_ids(arena, ad_json_get(object, "objectIds"), &filter->object_count);
	return true;
}

static int plan_write_by_id(const void *a, const void *b)
{
	return ad_str_order(*(const struct ad_str *)a, *(const struct ad_str *)b);
}

size_t ad_plan_ids_settle(struct ad_str *ids, size_t count)
{
	size_t kept = 0;

	if (count)
		qsort(ids, count, sizeof(*ids), plan_write_by_id);
	for (size_t i = 0; i < count; i++)
		if (kept == 0 || !ad_str_eq(ids[kept - 1], ids[i]))
			ids[kept++] = ids[i];
	return kept;
}

bool ad_plan_ids_hold(const struct ad_str *ids, size_t count, struct ad_str id)
{
	return id.p && count && bsearch(&id, ids, count, sizeof(*ids), plan_write_by_id);
}
