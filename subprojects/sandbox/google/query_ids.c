#include "query_ids.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct search {
	const struct g_query *query;
	struct q_ids *ids;
};

/* The columns that a tail and its parent tell, by kind; NULL where they do not. */
static const struct {
	const char *own, *parent;
} columns[K_COUNT] = {
	[K_CAMPAIGN] = { "campaign.id", NULL },
	[K_CAMPAIGN_BUDGET] = { "campaign_budget.id", NULL },
	[K_CAMPAIGN_CRITERION] = { "campaign_criterion.criterion_id", "campaign.id" },
	[K_AD_GROUP] = { "ad_group.id", "campaign.id" },
	[K_AD_GROUP_AD] = { "ad_group_ad.ad.id", "ad_group.id" },
	[K_AD_GROUP_CRITERION] = { "ad_group_criterion.criterion_id", "ad_group.id" },
};

enum part {
	NEITHER,
	OWN,
	PARENT
};

static enum part part_of(const struct g_query *query, const struct q_column *column)
{
	const char *own = columns[query->from->kind].own;
	const char *parent = columns[query->from->kind].parent;
	if (own && strcmp(column->text, own) == 0)
		return OWN;
	return parent && strcmp(column->text, parent) == 0 ? PARENT : NEITHER;
}

/* Whether the conditions on ids allow it; the others are looked at when it is read. */
static bool may_match(const struct g_query *query, const struct q_entry *entry)
{
	for (int i = 0; i < query->condition_count; i++) {
		const struct q_condition *c = &query->conditions[i];
		enum part part = part_of(query, &c->column);
		char digits[24];
		cJSON value = { .type = cJSON_String, .valuestring = digits };
		if (part == NEITHER)
			continue;
		snprintf(digits, sizeof(digits), "%lld", part == OWN ? entry->own : entry->parent);
		if (!g_query_holds(c, &value))
			return false;
	}
	return true;
}

static void look(void *context, const char *tail, const char *parent)
{
	struct search *s = context;
	struct q_ids *ids = s->ids;
	const char *tilde = strchr(tail, '~');
	struct q_entry entry = { .own = strtoll(tilde ? tilde + 1 : tail, NULL, 10),
				 .parent = strtoll(parent, NULL, 10),
				 .position = ids->count };
	if (!may_match(s->query, &entry))
		return;
	snprintf(entry.tail, sizeof(entry.tail), "%s", tail);
	if (ids->count == ids->room) {
		struct q_entry *more;
		ids->room = ids->room ? 2 * ids->room : 256;
		more = sb_alloc(ids->room * sizeof(*more));
		if (ids->count)
			memcpy(more, ids->entries, ids->count * sizeof(*more));
		free(ids->entries);
		ids->entries = more;
	}
	ids->entries[ids->count++] = entry;
}

static int compare(const void *a, const void *b, void *context)
{
	const struct g_query *query = context;
	const struct q_entry *x = a, *y = b;
	for (int i = 0; i < query->order_count; i++) {
		bool own = part_of(query, &query->orders[i].column) == OWN;
		long long m = own ? x->own : x->parent, n = own ? y->own : y->parent;
		if (m != n)
			return (m < n) != query->orders[i].descending ? -1 : 1;
	}
	return (x->position > y->position) - (x->position < y->position);
}

/* Whether every column of the order is an id. */
static bool is_ordered(const struct g_query *query)
{
	for (int i = 0; i < query->order_count; i++)
		if (part_of(query, &query->orders[i].column) == NEITHER)
			return false;
	return true;
}

void q_ids_find(struct g_call *call, const struct g_query *query, struct q_ids *out)
{
	struct search s = { query, out };
	*out = (struct q_ids){ .ordered = is_ordered(query) };
	store_walk_ids(call->sandbox->store, call->account.id, (int)query->from->kind, look, &s);
	if (out->ordered && query->order_count && out->count)
		qsort_r(out->entries, out->count, sizeof(*out->entries), compare, (void *)query);
}

void q_ids_free(struct q_ids *ids)
{
	free(ids->entries);
}
