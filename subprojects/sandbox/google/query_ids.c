#include "query_ids.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An object before it is read. */
struct entry {
	char tail[G_TAIL_ROOM], parent[G_TAIL_ROOM];
	long long own, above;
	long long number; /* by age: with the parent, the place in the store's order */
};

struct search {
	const struct g_query *query;
	/* The numbers of IN conditions on ids, rising; NULL of the others. */
	long long *lists[Q_CONDITIONS];
	struct entry *entries;
	size_t count, room;
	q_each *each; /* given each at once, where they come in the query's order */
	void *context;
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

static enum part google_query_ids_part_of(const struct g_query *query,
					  const struct q_column *column)
{
	const char *own = columns[query->from->kind].own;
	const char *parent = columns[query->from->kind].parent;
	if (own && strcmp(column->text, own) == 0)
		return OWN;
	return parent && strcmp(column->text, parent) == 0 ? PARENT : NEITHER;
}

static int by_number(const void *a, const void *b)
{
	long long x = *(const long long *)a, y = *(const long long *)b;
	return (x > y) - (x < y);
}

/* A list of a thousand ids is looked through for each object: so by halves. */
static void sort_lists(struct search *s)
{
	for (int i = 0; i < s->query->condition_count; i++) {
		const struct q_condition *c = &s->query->conditions[i];
		if (c->how != Q_IN || google_query_ids_part_of(s->query, &c->column) == NEITHER)
			continue;
		s->lists[i] = sb_alloc((size_t)c->count * sizeof(*s->lists[i]));
		for (int k = 0; k < c->count; k++)
			s->lists[i][k] = strtoll(c->values[k], NULL, 10);
		qsort(s->lists[i], (size_t)c->count, sizeof(*s->lists[i]), by_number);
	}
}

/*
 * True if the conditions on ids allow the object. The other conditions are checked when it is read.
 */
static bool may_match(const struct search *s, const struct entry *entry)
{
	const struct g_query *query = s->query;
	for (int i = 0; i < query->condition_count; i++) {
		const struct q_condition *c = &query->conditions[i];
		enum part part = google_query_ids_part_of(query, &c->column);
		long long number = part == OWN ? entry->own : entry->above;
		char digits[24];
		cJSON value = { .type = cJSON_String, .valuestring = digits };
		if (part == NEITHER)
			continue;
		if (s->lists[i]) {
			if (!bsearch(&number, s->lists[i], (size_t)c->count, sizeof(number),
				     by_number))
				return false;
			continue;
		}
		snprintf(digits, sizeof(digits), "%lld", number);
		if (!g_query_holds(c, &value))
			return false;
	}
	return true;
}

static void google_query_ids_add(struct search *s, const struct entry *entry)
{
	if (s->count == s->room) {
		struct entry *more;
		s->room = s->room ? 2 * s->room : 256;
		more = sb_alloc(s->room * sizeof(*more));
		if (s->count)
			memcpy(more, s->entries, s->count * sizeof(*more));
		free(s->entries);
		s->entries = more;
	}
	s->entries[s->count++] = *entry;
}

static bool google_query_ids_look(void *context, const struct store_place *place)
{
	struct search *s = context;
	const char *tilde = strchr(place->tail, '~');
	struct entry entry = { .own = strtoll(tilde ? tilde + 1 : place->tail, NULL, 10),
			       .above = strtoll(place->parent, NULL, 10),
			       .number = place->number };
	if (!may_match(s, &entry))
		return true;
	if (s->each)
		return s->each(s->context, place->tail);
	snprintf(entry.tail, sizeof(entry.tail), "%s", place->tail);
	snprintf(entry.parent, sizeof(entry.parent), "%s", place->parent);
	google_query_ids_add(s, &entry);
	return true;
}

static int google_query_ids_compare(const void *a, const void *b, void *context)
{
	const struct g_query *query = context;
	const struct entry *x = a, *y = b;
	for (int i = 0; query && i < query->order_count; i++) {
		bool own = google_query_ids_part_of(query, &query->orders[i].column) == OWN;
		long long m = own ? x->own : x->above, n = own ? y->own : y->above;
		if (m != n)
			return (m < n) != query->orders[i].descending ? -1 : 1;
	}
	int c = strcmp(x->parent, y->parent);
	return c ? c : (x->number > y->number) - (x->number < y->number);
}

bool q_ids_ordered(const struct g_query *query)
{
	for (int i = 0; i < query->order_count; i++)
		if (google_query_ids_part_of(query, &query->orders[i].column) == NEITHER)
			return false;
	return true;
}

/*
 * True if the store can walk in the order of the query: by the object's own id, if ids are unique,
 * or by the parent's id and then its own. Both ways are indexed.
 */
static bool is_walked(const struct g_query *query, enum part *by)
{
	const struct q_order *o = query->orders;
	bool criterion = query->from->kind == K_CAMPAIGN_CRITERION ||
			 query->from->kind == K_AD_GROUP_CRITERION;
	int n = query->order_count;
	for (int i = 0; i < n; i++)
		if (o[i].descending)
			return false;
	*by = n ? google_query_ids_part_of(query, &o[0].column) : NEITHER;
	if (n == 1)
		return *by == OWN && !criterion;
	return n == 2 && *by == PARENT && google_query_ids_part_of(query, &o[1].column) == OWN;
}

/* Narrows the range to what one condition on those ids allows. */
static void google_query_ids_narrow(struct store_numbers *range, const struct q_condition *c)
{
	long long least = LLONG_MAX, most = LLONG_MIN;
	for (int i = 0; i < c->count; i++) {
		long long value = strtoll(c->values[i], NULL, 10);
		least = value < least ? value : least;
		most = value > most ? value : most;
	}
	bool both = c->how == Q_EQ || c->how == Q_IN || c->how == Q_BETWEEN;
	bool low = both || c->how == Q_GT || c->how == Q_GE;
	bool high = both || c->how == Q_LT || c->how == Q_LE;
	if (low && least > range->least)
		range->least = least;
	if (high && most < range->most)
		range->most = most;
}

static struct store_numbers range_of(const struct g_query *query, enum part by)
{
	struct store_numbers range = { .kind = (int)query->from->kind,
				       .of_parent = by == PARENT,
				       .least = LLONG_MIN,
				       .most = LLONG_MAX };
	for (int i = 0; i < query->condition_count; i++)
		if (google_query_ids_part_of(query, &query->conditions[i].column) == by)
			google_query_ids_narrow(&range, &query->conditions[i]);
	return range;
}

/* Ids are given out in turn: so far apart they are of one request or of a few. */
#define OWN_SPAN 10000

/* The ids by which the fewest are looked at, as far as the conditions tell. */
static enum part google_query_ids_narrowest(const struct g_query *query)
{
	struct store_numbers own = range_of(query, OWN);
	struct store_numbers range = range_of(query, PARENT);
	if (own.least > 0 && own.most < LLONG_MAX && own.most - own.least < OWN_SPAN)
		return OWN;
	return range.least > LLONG_MIN || range.most < LLONG_MAX ? PARENT : OWN;
}

void q_ids_walk(struct g_call *call, const struct g_query *query, q_each *each, void *context)
{
	struct search s = { .query = query, .context = context };
	enum part by = NEITHER;
	bool walked = is_walked(query, &by);
	s.each = walked ? each : NULL;
	sort_lists(&s);
	struct store_numbers range =
		range_of(query, walked ? by : google_query_ids_narrowest(query));
	store_walk_numbers(call->sandbox->store, call->account.id, &range, google_query_ids_look,
			   &s);
	if (s.count)
		qsort_r(s.entries, s.count, sizeof(*s.entries), google_query_ids_compare,
			q_ids_ordered(query) ? (void *)query : NULL);
	for (size_t i = 0; i < s.count && each(context, s.entries[i].tail); i++)
		;
	free(s.entries);
	for (int i = 0; i < query->condition_count; i++)
		free(s.lists[i]);
}
