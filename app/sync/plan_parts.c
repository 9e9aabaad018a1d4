/* Renders plans of the API: see plan_parts.h. */
#include "app/sync/plan_parts.h"

#include "app/page/forms.h"
#include "app/sync/plan_ops.h"
#include "app/page/values.h"

#define HEAD(label) "<th scope=\"col\" role=\"columnheader\">" label "</th>"

/* --- an operation --- */

static void plan_parts_add_kind(struct ad_text *page, const cJSON *op)
{
	static const struct {
		const char *name, *title;
	} words[] = {
		{ "CREATE", "Create" },
		{ "UPDATE", "Change" },
		{ "REMOVE", "Remove" },
		{ "UPLOAD", "Upload" },
	};

	for (size_t i = 0; i < AD_LEN(words); i++)
		if (ad_str_is(ad_json_get_text(op, "op"), words[i].name))
			ad_text_adds(page, words[i].title);
	ad_text_addc(page, ' ');
	app_html(page, app_kind_title(ad_json_get_text(op, "resource")));
	ad_text_addf(page, "<br><small class=\"soft\">%s</small>",
		     app_platform_title(ad_json_get_text(op, "platform")));
}

/* Appends the object's name or a keyword's text between two tags, if it has one. */
static bool plan_parts_add_name(struct ad_exchange *x, struct ad_text *page,
				const struct ad_resource *res, struct ad_str id, const char *before,
				const char *after)
{
	const char *column = res && res->id == AD_R_KEYWORD ? "text" : "name";

	if (!res || !res->table || id.n == 0 || !ad_field_find(&res->shape, ad_str(column), NULL))
		return true;
	struct ad_stmt *s = ad_sql(
		x->call.db, ad_arena_printf(page->arena,
					    "SELECT %s FROM %s WHERE space_id = $1 AND environment"
					    " = $2 AND id = $3",
					    column, res->table)
				    .p);
	ad_bind_cstr(s, 1, x->call.space.id);
	ad_bind_cstr(s, 2, ad_environment_name(x->call.who->environment));
	ad_bind(s, 3, id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW) {
		ad_text_adds(page, before);
		ad_page_words(page, ad_col(s, 0));
		ad_text_adds(page, after);
		ad_reset(s);
	}
	return status == AD_DB_ROW || status == AD_DB_DONE;
}

/* The object's name and its ad group, if it has one. */
static bool plan_parts_add_object(struct ad_exchange *x, struct ad_text *page,
				  const struct ad_resource *res, const cJSON *op)
{
	struct ad_str id = ad_json_get_text(op, "id"), group = ad_json_get_text(op, "adGroupId");
	struct ad_str name = ad_json_get_text(op, "name");
	bool good = true;

	if (name.n > 0) {
		ad_text_adds(page, "<b>");
		ad_page_words(page, name);
		ad_text_adds(page, "</b><br>");
	} else {
		good = plan_parts_add_name(x, page, res, id, "<b>", "</b><br>");
	}
	if (good && group.n > 0 && !ad_str_eq(group, id))
		good = plan_parts_add_name(x, page, ad_resource_row(AD_R_AD_GROUP), group,
					   "in <span>", "</span><br>");
	ad_text_adds(page, "<small><code>");
	app_html(page, id);
	ad_text_adds(page, "</code></small>");
	return good;
}

static void add_changes(struct ad_exchange *x, struct ad_text *page, const struct ad_resource *res,
			const cJSON *op)
{
	const cJSON *change, *changes = ad_json_get(op, "changes");
	bool creates = ad_str_is(ad_json_get_text(op, "op"), "CREATE");

	ad_text_adds(page, "<ul>");
	cJSON_ArrayForEach(change, changes)
	{
		struct ad_str name = ad_json_get_text(change, "field");
		const struct ad_field *field = res ? ad_field_find(&res->shape, name, NULL) : NULL;
		ad_text_adds(page, "<li><span class=\"soft\">");
		app_html(page, name);
		ad_text_adds(page, ":</span> ");
		if (!creates) {
			app_add_value(page, field, ad_json_get(change, "from"),
				      x->call.space.currency);
			ad_text_adds(page,
				     " <span aria-label=\"to\" role=\"img\">\xe2\x86\x92</span> ");
		}
		app_add_value(page, field, ad_json_get(change, "to"), x->call.space.currency);
		ad_text_adds(page, "</li>");
	}
	ad_text_adds(page, "</ul>");
}

static const char *plan_parts_reason_of(struct ad_str code)
{
	static const struct {
		const char *code, *sentence;
	} list[] = {
		{ "EDITED_SINCE", "The object was edited after the push. That edit stays." },
		{ "REMOVED", "The object is removed, or its removal is staged." },
		{ "UNSETTLED", "The platform has not confirmed the operation yet." },
		{ "NOT_REVERSIBLE", "An uploaded conversion cannot be reverted." },
		{ "HALF_DONE",
		  "The platform may hold a part of the object that no draft can revert." },
		{ "STOOD_BEFORE",
		  "The object existed on the platform before the push and stays there." },
		{ "REPLACED", "Another draft replaced the object." },
		{ "PARENT_FAILED", "The parent object does not exist or could not be reverted." },
		{ "NOT_RECORDED",
		  "Attachments or objects that were removed with the object may be missing." },
		{ "GUARDRAIL_VIOLATION", "A guardrail of the Space forbids the revert." },
		{ "DUPLICATE_NAME", "Another object now has the name." },
		{ "NOT_BY_CONNECTOR", "A connected app cannot create enabled objects." },
		{ "UNSUPPORTED", "The budget is restored as a daily budget." },
	};

	for (size_t i = 0; i < AD_LEN(list); i++)
		if (ad_str_is(code, list[i].code))
			return list[i].sentence;
	return NULL;
}

void app_add_coverage(struct ad_text *page, struct ad_str coverage)
{
	static const struct {
		const char *name, *title, *class_name;
	} list[] = {
		{ "FULL", "full", "tag good" },
		{ "PARTIAL", "partial", "tag warn" },
		{ "NONE", "none", "tag bad" },
	};

	for (size_t i = 0; i < AD_LEN(list); i++)
		if (ad_str_is(coverage, list[i].name))
			ad_text_addf(page, "<span class=\"%s\">%s</span>", list[i].class_name,
				     list[i].title);
}

static void plan_parts_add_result(struct ad_exchange *x, struct ad_text *page, const cJSON *op,
				  bool covered)
{
	struct ad_str reason = ad_json_get_text(op, "reason");
	int64_t micros = 0;

	ad_text_addf(page, "<td role=\"cell\" data-label=\"%s\">",
		     covered ? "Coverage" : "Daily budget");
	if (!covered && ad_json_micros_of(ad_json_get(op, "dailyBudgetDelta"), &micros) && micros)
		app_add_money(page, micros, x->call.space.currency, true);
	if (covered)
		app_add_coverage(page, ad_json_get_text(op, "coverage"));
	if (reason.n > 0) {
		const char *sentence = plan_parts_reason_of(reason);
		ad_text_adds(page, "<br>");
		app_html(page, sentence ? ad_str(sentence) : reason);
	}
	ad_text_adds(page, "</td></tr>");
}

bool app_add_planned(struct ad_exchange *x, struct ad_text *page, const struct app_planned *planned)
{
	bool good = true, covered = planned->covered;

	ad_text_adds(page, "<table role=\"table\"><thead><tr role=\"row\">" HEAD("Operation")
				   HEAD("Object") HEAD("Fields"));
	ad_text_adds(page, covered ? HEAD("Coverage") : HEAD("Daily budget"));
	ad_text_adds(page, "</tr></thead><tbody>");
	for (size_t i = 0; i < planned->count; i++) {
		const cJSON *op = planned->list[i];
		const struct ad_resource *res =
			ad_resource_by_name(ad_json_get_text(op, "resource"));
		ad_text_adds(page, "<tr role=\"row\"><td role=\"cell\" data-label=\"Operation\">");
		plan_parts_add_kind(page, op);
		ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Object\">");
		good = good && plan_parts_add_object(x, page, res, op);
		ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Fields\">");
		add_changes(x, page, res, op);
		ad_text_adds(page, "</td>");
		plan_parts_add_result(x, page, op, covered);
	}
	ad_text_adds(page, "</tbody></table>");
	return good;
}

bool app_add_reverts(struct ad_exchange *x, struct ad_text *page, const cJSON *operations)
{
	size_t count = (size_t)cJSON_GetArraySize(operations), at = 0;
	const cJSON **list = ad_arena_zalloc(x->call.arena, (count + 1) * sizeof(*list));
	const cJSON *op;

	cJSON_ArrayForEach(op, operations) list[at++] = op;
	return app_add_planned(x, page, &(struct app_planned){ list, count, true });
}

/* --- spend --- */

static int64_t micros_of(const cJSON *totals, const char *name)
{
	int64_t micros = 0;

	return ad_json_micros_of(ad_json_get(totals, name), &micros) ? micros : 0;
}

static void plan_parts_add_spend(struct ad_exchange *x, struct ad_text *page, const char *label,
				 const int64_t amount[static 2])
{
	ad_text_addf(page, "<dt>%s</dt><dd>", label);
	app_add_money(page, amount[0], x->call.space.currency, false);
	ad_text_adds(page, " <span aria-label=\"to\" role=\"img\">\xe2\x86\x92</span> ");
	app_add_money(page, amount[1], x->call.space.currency, false);
	ad_text_adds(page, "</dd>");
}

static void add_numbers(struct ad_text *page, const cJSON *totals)
{
	static const struct {
		const char *name, *what;
	} each[] = { { "creates", "to create" },
		     { "updates", "to change" },
		     { "removes", "to remove" } };
	int64_t n = 0;
	int any = 0;

	ad_text_adds(page, "<dt>Operations</dt><dd>");
	if (ad_json_int64(ad_json_get(totals, "operations"), &n))
		ad_text_addf(page, "%lld", (long long)n);
	for (size_t i = 0; i < AD_LEN(each); i++)
		if (ad_json_int64(ad_json_get(totals, each[i].name), &n) && n > 0)
			ad_text_addf(page, "%s%lld %s", any++ ? ", " : ": ", (long long)n,
				     each[i].what);
	ad_text_adds(page, "</dd>");
}

void app_add_totals(struct ad_exchange *x, struct ad_text *page, const cJSON *totals)
{
	if (!cJSON_IsObject(totals))
		return;
	ad_text_adds(page, "<dl class=\"wide\">");
	add_numbers(page, totals);
	plan_parts_add_spend(x, page, "Running campaigns, per day",
			     (const int64_t[2]){ micros_of(totals, "activeDailyBudgetBefore"),
						 micros_of(totals, "activeDailyBudgetAfter") });
	plan_parts_add_spend(x, page, "All pushed campaigns, also paused ones, per day",
			     (const int64_t[2]){ micros_of(totals, "dailyBudgetBefore"),
						 micros_of(totals, "dailyBudgetAfter") });
	ad_text_adds(page, "<dt>Change per month</dt><dd>");
	app_add_money(page, micros_of(totals, "monthlyDelta"), x->call.space.currency, true);
	ad_text_adds(page, "</dd></dl>");
}

/* --- the push form --- */

/* Appends the hidden fields with the chosen campaigns and platforms. */
static void plan_parts_add_choice(struct ad_text *page, const struct app_plan_look *look)
{
	if (look->campaigns.n > 0)
		app_add_hidden(page, "campaignIds", look->campaigns);
	if (look->platforms.n > 0)
		app_add_hidden(page, "platforms", look->platforms);
}

void app_add_push(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		  struct ad_str plan_hash, const struct app_plan_look *look)
{
	bool activate = look->activate;
	const struct app_choice act = {
		ad_arena_printf(page->arena, APP_PLAN_PATH "?space=%s", x->call.space.id).p,
		"Push and set live",
		"danger",
	};

	if (activate)
		app_begin_act(x, page, v, &act);
	else
		app_form(x, page, v, act.value);
	app_add_hidden(page, "do", AD_S("push"));
	app_add_hidden(page, "environment", ad_str(ad_environment_name(x->call.who->environment)));
	app_add_hidden(page, "planHash", plan_hash);
	plan_parts_add_choice(page, look);
	app_add_once(page);
	if (activate) {
		app_add_hidden(page, "activate", AD_S("true"));
		ad_text_adds(page, "<p>Sends exactly this plan. Campaigns that are set live can "
				   "spend money immediately.</p>");
		app_end_act(page, "Yes, set it live", "danger");
	} else {
		ad_text_adds(page, "<p>Sends exactly this plan and sets nothing live. New objects "
				   "are created paused.</p><div class=\"row\"><button "
				   "type=\"submit\">Push it</button></div></form>");
	}
}
