/* Keyword lists: words and characters as for keywords, and each keyword once. */
#include <stdlib.h>

#include "base/json_read.h"
#include "call/rules/rules.h"
#include "model/keyword_text.h"

struct listed {
	struct ad_str text; /* case-folded, with the match type in front */
	int index;
};

static int compare_listed(const void *a, const void *b)
{
	const struct listed *x = a, *y = b;
	int order = memcmp(x->text.p, y->text.p, x->text.n < y->text.n ? x->text.n : y->text.n);
	if (!order)
		order = (x->text.n > y->text.n) - (x->text.n < y->text.n);
	return order ? order : (x->index > y->index) - (x->index < y->index);
}

static void check_twins(struct ad_call *call, struct listed *all, int n)
{
	qsort(all, (size_t)n, sizeof(*all), compare_listed);
	for (int i = 1; i < n && !ad_faults_full(call); i++) {
		if (!ad_str_eq(all[i].text, all[i - 1].text))
			continue;
		struct ad_str path =
			ad_arena_printf(call->arena, "keywords[%d].text", all[i].index);
		ad_fault(call, path.p, "DUPLICATE",
			 "%s is the same keyword as keywords[%d]. Remove it.", path.p,
			 all[i - 1].index);
	}
}

/* Checks each keyword, then duplicates; `scratch` is an arena that the caller ends. */
static void check_keywords(struct ad_call *call, struct ad_arena *scratch, const cJSON *list)
{
	const cJSON *item;
	int n = 0;
	struct listed *all =
		ad_arena_alloc(scratch, ((size_t)cJSON_GetArraySize(list) + 1) * sizeof(*all));
	cJSON_ArrayForEach(item, list)
	{
		struct ad_str path = ad_arena_printf(scratch, "keywords[%d].text", n);
		struct ad_text key = ad_text_on(scratch);
		ad_rule_keyword_text(call, path.p, ad_json_get_text(item, "text"));
		ad_text_add(&key, ad_json_get_text(item, "matchType"));
		ad_text_addc(&key, ' ');
		ad_keyword_fold(&key, AD_GOOGLE, ad_json_get_text(item, "text"));
		all[n] = (struct listed){ ad_text_str(&key), n };
		n++;
	}
	check_twins(call, all, n);
}

void ad_keyword_list_rules(struct ad_call *call, const struct ad_row *before, struct ad_row *after)
{
	struct ad_json_error err;
	if (call->rules == AD_RULES_STORED || !ad_changed(before, after, "keywords"))
		return;
	struct ad_arena *scratch = ad_arena_new();
	struct ad_str text = ad_row_text(after, "keywords");
	const cJSON *list = text.p ? ad_json_parse(scratch, text, &err) : NULL;
	if (list)
		check_keywords(call, scratch, list);
	ad_arena_free(scratch);
}
