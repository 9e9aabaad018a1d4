#include "app/sync/plan_ops.h"

#include <string.h>

#include "app/page/forms.h"
#include "app/sync/plan_parts.h"
#include "app/page/values.h"

#define CAMPAIGNS_SHOWN 500 /* on one page */
#define FOLDED_FROM 50      /* operations on a page: campaigns are folded then */

#define HEAD(label) "<th scope=\"col\" role=\"columnheader\">" label "</th>"

struct ad_str app_query_all(const struct ad_exchange *x, const char *name)
{
	struct ad_text all = ad_text_on(x->call.arena);

	for (size_t i = 0; i < x->param_count; i++) {
		if (!ad_str_is(x->params[i].name, name) || x->params[i].value.n == 0)
			continue;
		ad_text_adds(&all, all.n ? "," : "");
		ad_text_add(&all, x->params[i].value);
	}
	return all.n ? ad_text_str(&all) : (struct ad_str){ 0 };
}

struct ad_str app_list_next(struct ad_str *rest)
{
	const char *comma = rest->n ? memchr(rest->p, ',', rest->n) : NULL;
	struct ad_str one = { rest->p, comma ? (size_t)(comma - rest->p) : rest->n };
	size_t used = one.n + (comma ? 1 : 0);

	*rest = (struct ad_str){ rest->p + used, rest->n - used };
	return one;
}

static bool list_holds(struct ad_str list, struct ad_str wanted)
{
	while (list.n > 0) {
		if (ad_str_eq(app_list_next(&list), wanted))
			return true;
	}
	return false;
}

static void add_each(struct ad_text *page, const char *name, struct ad_str list)
{
	while (list.n > 0) {
		ad_text_addf(page, "&amp;%s=", name);
		ad_text_add_html(page, app_list_next(&list));
	}
}

void app_add_look(struct ad_exchange *x, struct ad_text *page, const struct app_plan_look *look)
{
	ad_text_addf(page, APP_PLAN_PATH "?space=%s&amp;environment=%s%s", x->call.space.id,
		     ad_environment_name(look->environment),
		     look->activate ? "&amp;activate=true" : "");
	add_each(page, "pick", look->campaigns);
	add_each(page, "platform", look->platforms);
	if (look->campaign.n > 0)
		add_each(page, "in", look->campaign);
	if (look->cursor.n > 0)
		add_each(page, "cursor", look->cursor);
	if (look->skip > 0)
		ad_text_addf(page, "&amp;skip=%zu", look->skip);
}

static void add_link(struct ad_exchange *x, struct ad_text *page, const struct app_plan_look *look,
		     const char *label)
{
	ad_text_adds(page, "<a href=\"");
	app_add_look(x, page, look);
	ad_text_addf(page, "\">%s</a>", label);
}

/* --- the campaigns --- */

static int plan_ops_count_of(const cJSON *object, const char *name)
{
	int64_t n = 0;

	return ad_json_int64(ad_json_get(object, name), &n) ? (int)n : 0;
}

static void add_count(struct ad_text *page, int count, const char *what, bool *any)
{
	if (count == 0)
		return;
	ad_text_addf(page, "%s%d %s", *any ? ", " : "", count, what);
	*any = true;
}

static void plan_ops_add_counts(struct ad_text *page, const cJSON *sums)
{
	bool any = false;

	add_count(page, plan_ops_count_of(sums, "creates"), "to create", &any);
	add_count(page, plan_ops_count_of(sums, "updates"), "to change", &any);
	add_count(page, plan_ops_count_of(sums, "removes"), "to remove", &any);
}

static void add_budgets(struct ad_exchange *x, struct ad_text *page, const cJSON *campaign)
{
	int64_t before = 0, after = 0;

	if (!ad_json_micros_of(ad_json_get(campaign, "dailyBudgetBefore"), &before) ||
	    !ad_json_micros_of(ad_json_get(campaign, "dailyBudgetAfter"), &after))
		return;
	app_add_money(page, before, x->call.space.currency, false);
	if (before == after)
		return;
	ad_text_adds(page, " <span aria-label=\"to\" role=\"img\">\xe2\x86\x92</span> ");
	app_add_money(page, after, x->call.space.currency, false);
}

static void add_campaign(struct ad_exchange *x, struct ad_text *page, const cJSON *campaign,
			 const struct app_plan_look *look)
{
	struct ad_str id = ad_json_get_text(campaign, "id");
	struct app_plan_look one = *look;

	one.campaign = id;
	one.cursor = (struct ad_str){ 0 };
	ad_text_adds(page,
		     "<tr role=\"row\"><td role=\"cell\" data-label=\"Campaign\">"
		     "<label class=\"choice\"><input type=\"checkbox\" name=\"pick\" value=\"");
	app_html(page, id);
	ad_text_addf(page, "\"%s><b>", list_holds(look->campaigns, id) ? " checked" : "");
	ad_page_words(page, ad_json_get_text(campaign, "name"));
	ad_text_addf(page, "</b></label></td><td role=\"cell\" data-label=\"Platform\">%s</td>",
		     app_platform_title(ad_json_get_text(campaign, "platform")));
	ad_text_adds(page, "<td role=\"cell\" data-label=\"Operations\">");
	plan_ops_add_counts(page, campaign);
	ad_text_adds(page, "<br>");
	add_link(x, page, &one, "Show only these");
	ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Daily budget\">");
	add_budgets(x, page, campaign);
	ad_text_adds(page, "</td></tr>");
}

static void add_campaign_rows(struct ad_exchange *x, struct ad_text *page, const cJSON *list,
			      const struct app_plan_look *look)
{
	size_t at = 0, all = (size_t)cJSON_GetArraySize(list);
	const cJSON *campaign;

	ad_text_adds(page, "<table role=\"table\"><thead><tr role=\"row\">" HEAD("Campaign")
				   HEAD("Platform") HEAD("Operations")
					   HEAD("Daily budget") "</tr></thead><tbody>");
	cJSON_ArrayForEach(campaign, list)
	{
		if (at >= look->skip && at < look->skip + CAMPAIGNS_SHOWN)
			add_campaign(x, page, campaign, look);
		at++;
	}
	ad_text_adds(page, "</tbody></table>");
	if (all > look->skip + CAMPAIGNS_SHOWN) {
		struct app_plan_look next = *look;
		next.skip = look->skip + CAMPAIGNS_SHOWN;
		ad_text_addf(page, "<p>%zu more campaigns. ", all - next.skip);
		add_link(x, page, &next, "Next campaigns");
		ad_text_adds(page, "</p>");
	}
}

static void plan_ops_add_platforms(struct ad_text *page, const struct app_plan_look *look)
{
	ad_text_adds(page, "<fieldset><legend>Platforms</legend><div class=\"choices\">");
	for (int i = 0; i < AD_PLATFORM_COUNT; i++) {
		const char *name = ad_platform_name((enum ad_platform)i);
		const struct app_choice choice = { name, ad_connect_title((enum ad_platform)i),
						   NULL };
		app_add_choice(page, "checkbox", "platform", &choice,
			       list_holds(look->platforms, ad_str(name)));
	}
	ad_text_adds(page, "</div></fieldset>");
}

void app_add_plan_campaigns(struct ad_exchange *x, struct ad_text *page, const cJSON *plan,
			    const struct app_plan_look *look)
{
	const cJSON *list = ad_json_get(plan, "campaigns");
	bool chosen = look->campaigns.n > 0 || look->platforms.n > 0;
	const struct app_plan_look all = { .environment = look->environment,
					   .activate = look->activate };

	if (!chosen && cJSON_GetArraySize(list) < 2)
		return;
	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"campaigns\"><h2 "
			   "id=\"campaigns\">Campaigns</h2>");
	if (chosen) {
		ad_text_adds(page, "<p class=\"note\">This preview covers a part of the drafts. ");
		add_link(x, page, &all, "Preview all drafts");
		ad_text_adds(page, "</p>");
	}
	ad_text_adds(page, "<form method=\"get\" action=\"" APP_PLAN_PATH "\">");
	app_add_hidden(page, "space", ad_str(x->call.space.id));
	app_add_hidden(page, "environment", ad_str(ad_environment_name(look->environment)));
	if (look->activate)
		app_add_hidden(page, "activate", AD_S("true"));
	plan_ops_add_platforms(page, look);
	add_campaign_rows(x, page, list, look);
	ad_text_adds(
		page,
		"<p class=\"soft\">A chosen campaign includes everything below it. Choose at most "
		"200 campaigns, or none to push all.</p><div class=\"row\"><button class=\"quiet\" "
		"type=\"submit\">Preview only these</button></div></form></section>");
}

/* --- the operations --- */

/* The operations of a page that belong to one campaign, in the order of sending. */
struct group {
	struct ad_str campaign; /* absent: operations without a campaign */
	const cJSON **list;
	size_t count;
};

static struct group *group_of(struct group *groups, size_t *count, struct ad_str campaign)
{
	for (size_t i = 0; i < *count; i++)
		if (ad_str_eq(groups[i].campaign, campaign))
			return &groups[i];
	groups[*count].campaign = campaign;
	return &groups[(*count)++];
}

/* Groups operations by campaign, in the order of the first operation. */
static size_t make_groups(struct ad_arena *arena, const cJSON *operations, struct group **out)
{
	size_t all = (size_t)cJSON_GetArraySize(operations), count = 0;
	const cJSON *op;

	*out = ad_arena_zalloc(arena, (all + 1) * sizeof(**out));
	cJSON_ArrayForEach(op, operations)
		group_of(*out, &count, ad_json_get_text(op, "campaignId"))
			->count++;
	for (size_t i = 0; i < count; i++) {
		(*out)[i].list = ad_arena_zalloc(arena, (*out)[i].count * sizeof(op));
		(*out)[i].count = 0;
	}
	cJSON_ArrayForEach(op, operations)
	{
		struct group *group = group_of(*out, &count, ad_json_get_text(op, "campaignId"));
		group->list[group->count++] = op;
	}
	return count;
}

static void add_group_name(struct ad_text *page, const cJSON *plan, const struct group *group)
{
	const cJSON *campaign;

	cJSON_ArrayForEach(campaign, ad_json_get(plan, "campaigns"))
	{
		if (!ad_str_eq(ad_json_get_text(campaign, "id"), group->campaign))
			continue;
		ad_text_adds(page, "<b>");
		ad_page_words(page, ad_json_get_text(campaign, "name"));
		ad_text_addf(page, "</b> <span class=\"soft\">%s",
			     app_platform_title(ad_json_get_text(campaign, "platform")));
		ad_text_addf(page, ", %zu shown</span>", group->count);
		return;
	}
	ad_text_addf(page, "<b>Without a campaign</b> <span class=\"soft\">%zu shown</span>",
		     group->count);
}

/* Appends which operations are shown, unless all are, and links to the next ones. */
static void add_pager(struct ad_exchange *x, struct ad_text *page, const cJSON *plan,
		      const struct app_plan_look *look)
{
	const cJSON *first = ad_json_get(plan, "operations")->child, *last = first;
	struct ad_str cursor = ad_json_text(app_ask_meta(&x->call, "nextCursor"));
	int64_t total = 0;
	struct app_plan_look next = *look;

	while (last && last->next)
		last = last->next;
	if (!ad_json_int64(app_ask_meta(&x->call, "total"), &total) || !first)
		return;
	if (look->cursor.n > 0 || cursor.n > 0 || look->campaign.n > 0)
		ad_text_addf(page,
			     "<p class=\"note\">%lld operations of %s, in the order of sending. "
			     "Shown: %d, up to number %d of the whole plan. Budgets and guardrails "
			     "apply to the whole plan.</p>",
			     (long long)total, look->campaign.n > 0 ? "this campaign" : "the plan",
			     cJSON_GetArraySize(ad_json_get(plan, "operations")),
			     plan_ops_count_of(last, "index") + 1);
	ad_text_adds(page, "<p class=\"row\">");
	if (cursor.n > 0) {
		next.cursor = cursor;
		add_link(x, page, &next, "Next operations");
	}
	if (look->cursor.n > 0) {
		next.cursor = (struct ad_str){ 0 };
		add_link(x, page, &next, "First operations");
	}
	if (look->campaign.n > 0) {
		next.campaign = next.cursor = (struct ad_str){ 0 };
		add_link(x, page, &next, "Show all campaigns");
	}
	ad_text_adds(page, "</p>");
}

bool app_add_plan_operations(struct ad_exchange *x, struct ad_text *page, const cJSON *plan,
			     const struct app_plan_look *look)
{
	const cJSON *operations = ad_json_get(plan, "operations");
	struct group *groups;
	size_t count = make_groups(x->call.arena, operations, &groups);
	bool good = true,
	     named = count > 1 || cJSON_GetArraySize(ad_json_get(plan, "campaigns")) > 1;
	bool folded = count > 1 && cJSON_GetArraySize(operations) > FOLDED_FROM;

	for (size_t i = 0; i < count && good; i++) {
		struct app_planned part = { .list = groups[i].list, .count = groups[i].count };
		if (named) {
			ad_text_addf(page, "<details%s><summary>", folded ? "" : " open");
			add_group_name(page, plan, &groups[i]);
			ad_text_adds(page, "</summary>");
		}
		good = app_add_planned(x, page, &part);
		ad_text_adds(page, named ? "</details>" : "");
	}
	add_pager(x, page, plan, look);
	return good;
}
