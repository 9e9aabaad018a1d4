/* Runs a query: objects in turn, each with what stands above it, one row a day where days are
 * asked for. */
#include "query_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "geo.h"
#include "query_figures.h"
#include "query_ids.h"
#include "reading.h"

struct run {
	struct g_call *call;
	const struct g_query *query;
	struct g_reader reader;
	struct figures_of figures;
	cJSON *customer;
	cJSON *rows;
	long long emitted;
	bool metrics, days;
	bool ordered; /* rows come as the query wants them */
	char first[11], last[11];
};

static bool google_query_run_uses(const struct g_query *q, const char *snake)
{
	bool found = g_query_selects(q, snake);
	for (int i = 0; i < q->condition_count; i++)
		found = found || strcmp(q->conditions[i].column.snake, snake) == 0;
	for (int i = 0; i < q->order_count; i++)
		found = found || strcmp(q->orders[i].column.snake, snake) == 0;
	return found;
}

/* Copies a column of `row` to `out`, with the resource names on the way. */
static void copy_column(const struct q_column *column, const cJSON *row, cJSON *out)
{
	const cJSON *from = json_at(row, column->resource);
	const cJSON *leaf = g_query_value(column, row);
	cJSON *to = from ? json_object(out, column->resource) : NULL;
	for (int i = 0; from; i++) {
		char camel[G_NAME_ROOM];
		const char *name = json_text(from, "resourceName");
		if (name)
			json_default_text(to, "resourceName", name);
		if (!leaf)
			return;
		g_camel(column->path[i]->name, camel, sizeof(camel));
		if (i == column->depth - 1) {
			json_set(to, camel, cJSON_Duplicate(leaf, true));
			return;
		}
		from = json_at(from, camel);
		to = json_object(to, camel);
	}
}

static void google_query_run_emit(struct run *r, const cJSON *row)
{
	const struct g_query *q = r->query;
	if (!g_query_matches(q, row))
		return;
	cJSON *out = cJSON_CreateObject();
	const char *name = json_text(json_at(row, q->from->json), "resourceName");
	if (name)
		json_set_text(json_object(out, q->from->json), "resourceName", name);
	for (int i = 0; i < q->column_count; i++)
		copy_column(&q->columns[i], row, out);
	if (q->order_count) {
		cJSON *order = json_object(out, "_order");
		for (int i = 0; i < q->order_count; i++)
			copy_column(&q->orders[i].column, row, order);
	}
	cJSON_AddItemToArray(r->rows, out);
	r->emitted++;
}

/* One row, or one a day: `row` has everything but metrics and segments. */
static void emit_days(struct run *r, const char *tail, const cJSON *value, cJSON *row)
{
	struct g_figures sum = { 0 };
	char day[11];
	if (!r->metrics && !r->days) {
		google_query_run_emit(r, row);
		return;
	}
	figures_next(&r->figures, tail, value);
	snprintf(day, sizeof(day), "%s", r->first);
	for (int i = 0; strcmp(day, r->last) <= 0 && i < 4000; i++) {
		struct g_figures f = figures_on(&r->figures, value, row, day);
		g_add_figures(&sum, &f);
		if (r->days && f.impressions > 0) {
			json_set(row, "metrics", g_metrics_json(&f));
			json_set_text(json_object(row, "segments"), "date", day);
			google_query_run_emit(r, row);
		}
		char next[11];
		q_move_day(day, 1, next);
		snprintf(day, sizeof(day), "%s", next);
	}
	if (!r->days) {
		json_set(row, "metrics", g_metrics_json(&sum));
		google_query_run_emit(r, row);
	}
}

/* Hangs a parent into the row, held by the reader. */
static const cJSON *google_query_run_hang(struct run *r, cJSON *row, enum g_kind_id kind,
					  const char *name)
{
	const cJSON *parent = g_read_parent(&r->reader, kind, name);
	if (parent)
		cJSON_AddItemReferenceToObject(row, g_kinds[kind].json, (cJSON *)parent);
	return parent;
}

static void hang_parents(struct run *r, cJSON *row, const cJSON *value)
{
	const cJSON *group = NULL;
	const char *campaign = json_text(value, "campaign");
	if (json_text(value, "adGroup")) {
		group = google_query_run_hang(r, row, K_AD_GROUP, json_text(value, "adGroup"));
		campaign = json_text(group, "campaign");
	}
	if (campaign)
		google_query_run_hang(r, row, K_CAMPAIGN, campaign);
	if (json_text(value, "campaignBudget") &&
	    google_query_run_uses(r->query, "campaign_budget"))
		google_query_run_hang(r, row, K_CAMPAIGN_BUDGET,
				      json_text(value, "campaignBudget"));
	if (json_text(value, "asset") && google_query_run_uses(r->query, "asset"))
		google_query_run_hang(r, row, K_ASSET, json_text(value, "asset"));
	cJSON_AddItemReferenceToObject(row, "customer", r->customer);
}

static void google_query_run_visit(void *context, const char *tail, cJSON *value)
{
	struct run *r = context;
	const struct q_resource *from = r->query->from;
	bool view = strcmp(from->snake, "keyword_view") == 0;
	if (view && (!json_at(value, "keyword") || json_true(value, "negative"))) {
		cJSON_Delete(value);
		return;
	}
	cJSON *row = cJSON_CreateObject();
	hang_parents(r, row, value);
	g_derive(r->call, from->kind, tail, value, row);
	if (view) {
		char name[128];
		snprintf(name, sizeof(name), "customers/%s/keywordViews/%s", r->call->account.id,
			 tail);
		json_set_text(json_object(row, "keywordView"), "resourceName", name);
	}
	json_set(row, g_kinds[from->kind].json, value);
	emit_days(r, tail, value, row);
	cJSON_Delete(row);
}

static void visit_customer(struct run *r)
{
	cJSON *row = cJSON_CreateObject();
	cJSON *value = cJSON_Duplicate(r->customer, true);
	if (strcmp(r->query->from->snake, "customer_client") == 0) {
		char name[64];
		snprintf(name, sizeof(name), "customers/%s/customerClients/%s", r->call->account.id,
			 r->call->account.id);
		json_set_text(value, "clientCustomer", json_text(value, "resourceName"));
		json_set_text(value, "resourceName", name);
		json_set_long(value, "level", 0);
		json_set_bool(value, "hidden", false);
		cJSON_AddItemReferenceToObject(row, "customer", r->customer);
	}
	json_set(row, r->query->from->json, value);
	emit_days(r, "", value, row);
	cJSON_Delete(row);
}

static void visit_change(void *context, const char *at, cJSON *value)
{
	struct run *r = context;
	char name[96], when[20];
	cJSON *row = cJSON_CreateObject();
	clock_local(sb_number(at), r->call->account.timezone, when);
	json_set_text(value, "changeDateTime", when);
	snprintf(name, sizeof(name), "customers/%s/changeEvents/%s~%d", r->call->account.id, at,
		 cJSON_GetArraySize(r->rows));
	json_set_text(value, "resourceName", name);
	cJSON_AddItemReferenceToObject(row, "customer", r->customer);
	json_set(row, "changeEvent", value);
	google_query_run_emit(r, row);
	cJSON_Delete(row);
}

static void visit_constants(struct run *r)
{
	bool places = r->query->from->source == Q_PLACES;
	for (size_t i = 0; places ? g_place_at(i) != NULL : g_language_at(i) != NULL; i++) {
		cJSON *row = cJSON_CreateObject();
		json_set(row, r->query->from->json,
			 places ? g_place_json(g_place_at(i)) : g_language_json(g_language_at(i)));
		google_query_run_emit(r, row);
		cJSON_Delete(row);
	}
}

static void visit_actions(struct run *r)
{
	const struct g_action *action;
	for (size_t i = 0; (action = g_action_at(i)); i++) {
		cJSON *row = cJSON_CreateObject();
		json_set(row, "conversionAction", g_action_json(r->call, action));
		cJSON_AddItemReferenceToObject(row, "customer", r->customer);
		google_query_run_emit(r, row);
		cJSON_Delete(row);
	}
}

static bool visit_id(void *context, const char *tail)
{
	struct run *r = context;
	cJSON *value = store_get(r->call->sandbox->store, r->call->account.id,
				 (int)r->query->from->kind, tail);
	if (value)
		google_query_run_visit(r, tail, value);
	return !r->ordered || r->query->limit < 0 || r->emitted < r->query->limit;
}

/*
 * The figures of one are a share of its siblings': all are read. A day is a row only of what was
 * shown on it, so of ads and keywords those alone that are enabled.
 */
static void visit_figures(struct run *r)
{
	enum g_kind_id kind = r->query->from->kind;
	struct store *store = r->call->sandbox->store;
	struct store_object like = { .kind = (int)kind, .status = "ENABLED" };
	if (r->days && (kind == K_AD_GROUP_AD || kind == K_AD_GROUP_CRITERION))
		store_walk_status(store, r->call->account.id, &like, google_query_run_visit, r);
	else
		store_walk(store, r->call->account.id, (int)kind, google_query_run_visit, r);
}

/* Only what the ids allow, and nothing behind the limit where they tell the order. */
static void visit_stored(struct run *r)
{
	if (r->metrics || r->days) {
		visit_figures(r);
		return;
	}
	r->ordered = q_ids_ordered(r->query);
	q_ids_walk(r->call, r->query, visit_id, r);
}

static void visit_all(struct run *r)
{
	struct store *store = r->call->sandbox->store;
	const char *account = r->call->account.id;
	switch (r->query->from->source) {
	case Q_STORED:
		visit_stored(r);
		break;
	case Q_CUSTOMER:
		visit_customer(r);
		break;
	case Q_PLACES:
	case Q_LANGUAGES:
		visit_constants(r);
		break;
	case Q_CHANGES:
		store_walk_changes(store, account, visit_change, r);
		break;
	case Q_ACTIONS:
		visit_actions(r);
		break;
	case Q_NOTHING:
		break;
	}
}

struct sortable {
	const struct g_query *query;
	cJSON *row;
	int position; /* keeps equal rows in their order */
};

static int google_query_run_compare(const void *a, const void *b)
{
	const struct sortable *x = a, *y = b;
	int c = g_query_compare(x->query, json_at(x->row, "_order"), json_at(y->row, "_order"));
	return c ? c : x->position - y->position;
}

static void sort_rows(struct run *r)
{
	int n = cJSON_GetArraySize(r->rows), i = 0;
	struct sortable *list = sb_alloc(sizeof(*list) * (size_t)(n + 1));
	while (r->rows->child) {
		list[i] = (struct sortable){ r->query, NULL, i };
		list[i++].row = cJSON_DetachItemViaPointer(r->rows, r->rows->child);
	}
	qsort(list, (size_t)n, sizeof(*list), google_query_run_compare);
	for (i = 0; i < n; i++) {
		cJSON_DeleteItemFromObjectCaseSensitive(list[i].row, "_order");
		cJSON_AddItemToArray(r->rows, list[i].row);
	}
	free(list);
}

static void limit_rows(struct run *r)
{
	long long n = 0;
	cJSON *next;
	for (cJSON *row = r->rows->child; row && r->query->limit >= 0; row = next) {
		next = row->next;
		if (n++ >= r->query->limit)
			cJSON_Delete(cJSON_DetachItemViaPointer(r->rows, row));
	}
}

cJSON *g_query_run(struct g_call *call, const struct g_query *query)
{
	struct run r = {
		.call = call,
		.query = query,
		.reader = { .call = call },
		.figures = { .call = call, .from = query->from, .reader = { .call = call } },
		.customer = g_customer_json(call),
		.rows = cJSON_CreateArray(),
		.metrics = google_query_run_uses(query, "metrics"),
		.days = g_query_selects(query, "segments"),
	};
	char made[20];
	clock_local(call->account.created, call->account.timezone, made);
	snprintf(r.first, sizeof(r.first), "%.10s", *query->first_day ? query->first_day : made);
	snprintf(r.last, sizeof(r.last), "%.10s", *query->last_day ? query->last_day : call->today);
	visit_all(&r);
	if (query->order_count)
		sort_rows(&r);
	limit_rows(&r);
	g_reader_free(&r.reader);
	figures_free(&r.figures);
	cJSON_Delete(r.customer);
	return r.rows;
}
