#include "sync/state/violations.h"

#include <string.h>

/* Counts the rule; true if it is the first violation of this rule. */
static bool violation_count(struct ad_violations *list, const char *rule)
{
	size_t at = 0;

	while (at < list->rule_count && strcmp(list->rules[at].rule, rule) != 0)
		at++;
	if (at == AD_VIOLATION_RULES_MAX)
		return false;
	if (at == list->rule_count)
		list->rules[list->rule_count++] = (struct ad_violation_count){ .rule = rule };
	return list->rules[at].n++ == 0;
}

void ad_violate(struct ad_violations *list, const char *rule, struct ad_str limit,
		struct ad_str actual, struct ad_str id)
{
	bool first = violation_count(list, rule);
	struct ad_violation *v;

	list->count++;
	list->last = NULL;
	if (id.p)
		ad_told_add(list->arena, &list->told, rule, id);
	if (list->most && list->listed >= list->most && !first)
		return;
	v = ad_arena_zalloc(list->arena, sizeof(*v));
	v->rule = rule;
	v->limit = limit.p ? ad_arena_copy(list->arena, limit).p : "null";
	v->actual = actual.p ? ad_arena_copy(list->arena, actual).p : "null";
	v->id = id.p ? ad_arena_copy(list->arena, id).p : NULL;
	if (!list->end)
		list->end = &list->first;
	*list->end = v;
	list->end = &v->next;
	list->last = v;
	list->listed++;
}

void ad_violate_say(struct ad_violations *list, struct ad_str message)
{
	if (list->last)
		list->last->message = ad_arena_copy(list->arena, message).p;
}

size_t ad_violations_of(const struct ad_violations *list, const char *rule)
{
	for (size_t i = 0; i < list->rule_count; i++)
		if (strcmp(list->rules[i].rule, rule) == 0)
			return list->rules[i].n;
	return 0;
}

bool ad_violations_hold(const struct ad_violations *list, const char *rule, struct ad_str id)
{
	return ad_told_holds(&list->told, rule, id);
}
