/* The objects of a bulk change: the filters of the collection's list, and ids. */
#include <stdlib.h>

#include "base/json_read.h"
#include "call/objects/bulk_step.h"
#include "call/request/moment.h"
#include "model/bulk_action.h"

#define PAGE 50 /* ids per statement, besides the parameters of the filters */

/* --- reading the filter --- */

static void say_unknown(struct ad_call *call, const char *name)
{
	struct ad_text names = ad_text_on(call->arena);
	const struct ad_shape *shapes[] = { &call->res->shape, ad_common_of(call->res) };
	ad_text_adds(&names, "ids");
	for (size_t k = 0; k < AD_LEN(shapes); k++)
		for (size_t i = 0; i < shapes[k]->count; i++)
			if (shapes[k]->fields[i].flags & AD_FILTER)
				ad_text_addf(&names, ", %s", shapes[k]->fields[i].name);
	if (ad_resource_search(call->res))
		ad_text_adds(&names, ", q");
	ad_text_adds(&names, ", updatedSince");
	ad_fault(call, name, "UNKNOWN_FIELD", "%s do not have the filter %s.", call->res->path + 1,
		 name);
	ad_fault_suggest(call, "Available filters: %s.", ad_text_str(&names).p);
}

/* A value as a query would contain it; false with a fault. */
static bool bulk_pick_text_of(struct ad_call *call, const char *path, const cJSON *item,
			      struct ad_str *out)
{
	struct ad_text text = ad_text_on(call->arena);
	if (!cJSON_IsString(item) && !cJSON_IsBool(item) && !cJSON_IsNumber(item)) {
		ad_fault(call, path, "WRONG_TYPE",
			 "%s must be a string, a number, true or false, or a list of these values.",
			 path);
		return false;
	}
	if (cJSON_IsString(item)) {
		*out = ad_json_text(item);
		return true;
	}
	ad_json_canonical(&text, item);
	*out = ad_text_str(&text);
	return true;
}

static void read_member(struct ad_call *call, const cJSON *item, struct ad_bulk *b)
{
	struct ad_str values[AD_FILTER_VALUES + 1];
	struct ad_str name = ad_str(item->string);
	const cJSON *each = NULL;
	int n = 0;
	bool known;
	if (!cJSON_IsArray(item)) {
		if (!bulk_pick_text_of(call, item->string, item, &values[0]))
			return;
		known = ad_filter_add(&b->filter, name, values[0]);
	} else if (!item->child) {
		ad_fault(call, item->string, "TOO_FEW", "%s is an empty list. Omit it.",
			 item->string);
		return;
	} else {
		cJSON_ArrayForEach(each, item)
		{
			if (n > AD_FILTER_VALUES ||
			    !bulk_pick_text_of(call, item->string, each, &values[n]))
				break;
			n++;
		}
		if (each && n <= AD_FILTER_VALUES)
			return;
		known = ad_filter_add_values(&b->filter, name, values, n);
	}
	b->is_filtered = true;
	if (!known)
		say_unknown(call, item->string);
}

static int compare_ids(const void *a, const void *b)
{
	const struct ad_str *x = *(const struct ad_str *const *)a;
	const struct ad_str *y = *(const struct ad_str *const *)b;
	int order = memcmp(x->p, y->p, x->n < y->n ? x->n : y->n);
	if (!order)
		order = (x->n > y->n) - (x->n < y->n);
	return order ? order : (x > y) - (x < y);
}

/* Keeps each id once, at its first place, so that no rule is applied twice. */
static void keep_each_once(struct ad_call *call, struct ad_bulk *b)
{
	size_t n = b->id_count, kept = 0;
	struct ad_str **sorted = ad_arena_alloc(call->arena, (n + 1) * sizeof(*sorted));
	for (size_t i = 0; i < n; i++)
		sorted[i] = &b->ids[i];
	qsort(sorted, n, sizeof(*sorted), compare_ids);
	for (size_t i = n; i > 1; i--)
		if (ad_str_eq(*sorted[i - 1], *sorted[i - 2]))
			sorted[i - 1]->p = NULL;
	for (size_t i = 0; i < n; i++)
		if (b->ids[i].p)
			b->ids[kept++] = b->ids[i];
	b->id_count = kept;
}

static void read_ids(struct ad_call *call, const cJSON *list, struct ad_bulk *b)
{
	const cJSON *item;
	int size = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : -1;
	if (size < 1 || size > AD_BULK_MAX) {
		ad_fault_limit(call, "ids",
			       size < 0 ? "WRONG_TYPE"
			       : size   ? "TOO_MANY"
					: "TOO_FEW",
			       size > 0 ? AD_BULK_MAX : 1,
			       "ids must be a list of 1 to %d ids. Send more ids in several calls.",
			       AD_BULK_MAX);
		return;
	}
	b->has_ids = true;
	b->ids = ad_arena_alloc(call->arena, (size_t)size * sizeof(*b->ids));
	cJSON_ArrayForEach(item, list)
	{
		struct ad_str path = ad_arena_printf(call->arena, "ids[%zu]", b->id_count);
		if (!cJSON_IsString(item) || !item->valuestring[0]) {
			ad_fault(call, path.p, "WRONG_TYPE", "%s must be an id.", path.p);
			return;
		}
		b->ids[b->id_count++] = ad_json_text(item);
	}
	keep_each_once(call, b);
}

bool ad_bulk_read_filter(struct ad_call *call, const cJSON *filter, struct ad_bulk *b)
{
	const cJSON *item;
	ad_filter_begin(&b->filter, call);
	if (!cJSON_IsObject(filter)) {
		ad_fault(call, "filter", "WRONG_TYPE", "filter must be an object of filters.");
		return false;
	}
	call->fault_prefix = "filter.";
	cJSON_ArrayForEach(item, filter)
	{
		if (ad_faults_full(call))
			break;
		if (strcmp(item->string, "ids") == 0)
			read_ids(call, item, b);
		else
			read_member(call, item, b);
	}
	call->fault_prefix = NULL;
	b->is_filtered = b->is_filtered || !b->has_ids;
	if (call->status != AD_OK)
		return false;
	/* A caller without the read scope must name the objects by id. */
	return !b->is_filtered || ad_call_require(call, call->res->read_scope);
}

/* --- finding the objects --- */

static void bulk_pick_add_object(struct ad_bulk *b, struct ad_str id, int64_t version)
{
	b->objects[b->count++] = (struct ad_bulk_object){ id, version };
}

static enum ad_db_status pick_filtered(struct ad_call *call, struct ad_bulk *b)
{
	struct ad_text sql = ad_text_on(call->arena);
	enum ad_db_status status;
	ad_text_addf(&sql,
		     "SELECT id, version FROM %s WHERE space_id = $1 AND environment = $2%.*s"
		     " ORDER BY id DESC LIMIT $%d",
		     call->res->table, AD_FMT(ad_text_str(&b->filter.where)), 3 + b->filter.count);
	struct ad_stmt *s = ad_sql(call->db, ad_text_str(&sql).p);
	ad_bind_int(s, ad_filter_bind(s, &b->filter), AD_BULK_MAX + 1);
	while ((status = ad_step(s)) == AD_DB_ROW)
		bulk_pick_add_object(b, ad_col_copy(s, call->arena, 0), ad_col_int(s, 1));
	b->matched = b->count;
	return status;
}

/* Finds the objects of some ids, with or without the filters. */
static enum ad_db_status find_page(struct ad_call *call, struct ad_bulk *b, bool filtered,
				   size_t from, int64_t versions[static PAGE])
{
	struct ad_text sql = ad_text_on(call->arena);
	int first = 3 + (filtered ? b->filter.count : 0);
	size_t n = b->id_count - from < PAGE ? b->id_count - from : PAGE;
	enum ad_db_status status;
	ad_text_addf(&sql,
		     "SELECT id, version FROM %s WHERE space_id = $1 AND environment = $2"
		     " AND id IN (",
		     call->res->table);
	for (int i = 0; i < PAGE; i++)
		ad_text_addf(&sql, "%s$%d", i ? "," : "", first + i);
	ad_text_addc(&sql, ')');
	if (filtered)
		ad_text_add(&sql, ad_text_str(&b->filter.where));
	struct ad_list_filter none = { .call = call };
	struct ad_stmt *s = ad_sql(call->db, ad_text_str(&sql).p);
	(void)ad_filter_bind(s, filtered ? &b->filter : &none);
	for (size_t i = 0; i < n; i++)
		ad_bind(s, first + (int)i, b->ids[from + i]);
	while ((status = ad_step(s)) == AD_DB_ROW)
		for (size_t i = 0; i < n; i++)
			if (ad_str_eq(ad_col(s, 0), b->ids[from + i]))
				versions[i] = ad_col_int(s, 1);
	return status;
}

static enum ad_db_status pick_named(struct ad_call *call, struct ad_bulk *b)
{
	enum ad_db_status status = AD_DB_DONE;
	for (size_t from = 0; from < b->id_count && status == AD_DB_DONE; from += PAGE) {
		int64_t there[PAGE] = { 0 }, matching[PAGE] = { 0 };
		status = find_page(call, b, false, from, there);
		if (status == AD_DB_DONE && b->is_filtered)
			status = find_page(call, b, true, from, matching);
		for (size_t i = 0; i < PAGE && from + i < b->id_count; i++) {
			bool matches = b->is_filtered ? matching[i] != 0 : there[i] != 0;
			/* A missing object is reported as its own PATCH would report it. */
			if (matches || !there[i])
				bulk_pick_add_object(b, b->ids[from + i],
						     b->is_filtered ? matching[i] : 0);
			b->matched += matches;
		}
	}
	return status;
}

bool ad_bulk_pick(struct ad_call *call, struct ad_bulk *b)
{
	size_t room = b->has_ids ? b->id_count : AD_BULK_MAX + 1;
	bool ours;
	ad_filter_end(&b->filter);
	b->objects = ad_arena_alloc(call->arena, room * sizeof(*b->objects));
	if (!ad_moment_begin(call, &ours))
		return false;
	enum ad_db_status status = ad_db_limit(call->db, AD_FILTER_WALK_US);
	if (status == AD_DB_DONE)
		status = b->has_ids ? pick_named(call, b) : pick_filtered(call, b);
	bool overdue = status != AD_DB_DONE && ad_db_overdue(call->db);
	bool ok = status == AD_DB_DONE || ad_fail_db(call, status);
	status = ad_db_limit(call->db, 0);
	ok = ok && (status == AD_DB_DONE || ad_fail_db(call, status));
	ok = ad_moment_end(call, ours, ok);
	if (overdue) {
		call->fault_prefix = "filter.";
		ad_filter_too_broad(&b->filter);
		call->fault_prefix = NULL;
		return false;
	}
	if (!ok || b->count <= AD_BULK_MAX)
		return ok;
	ad_fault_limit(call, "filter", "TOO_MANY", AD_BULK_MAX,
		       "The filter matches more than %d objects, the maximum per call. Narrow the "
		       "filter by parent, status or updatedSince, or give at most %d ids per call.",
		       AD_BULK_MAX, AD_BULK_MAX);
	return false;
}
