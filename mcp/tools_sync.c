/* preview_sync, push_sync, get_sync. */
#include "mcp/tool.h"
#include "mcp/ui.h"

static void free_tree(void *tree)
{
	cJSON_Delete(tree);
}

/* The selection as the sync action takes it; false with a fault where neither is given. */
static bool selection(struct mcp_request *r, cJSON *input)
{
	static const char *const members[] = { "platforms", "campaignIds", "activate" };
	const cJSON *ids = ad_json_get(r->args, "campaignIds");
	bool all = cJSON_IsTrue(ad_json_get(r->args, "all"));
	bool some = cJSON_IsArray(ids) && ids->child;
	if (all == some) {
		ad_fault(r->call, "campaignIds", all ? "ONE_OF" : "REQUIRED",
			 "Give campaignIds (which campaigns), or all: true; not both.");
		return false;
	}
	for (size_t i = 0; i < AD_LEN(members); i++) {
		const cJSON *item = ad_json_get(r->args, members[i]);
		if (item && !cJSON_IsNull(item))
			cJSON_AddItemToObject(input, members[i], cJSON_Duplicate(item, true));
	}
	return true;
}

void mcp_preview_sync(struct mcp_request *r)
{
	cJSON *input = cJSON_CreateObject();
	ad_arena_defer(r->call->arena, free_tree, input);
	if (!selection(r, input))
		return;
	r->call->input = input;
	r->call->idempotency_path = (struct ad_str){ NULL, 0 };
	if (mcp_ui_shown(r))
		mcp_ui_plan(r);
	mcp_tool_action(r, AD_R_SYNC, AD_V_PREVIEW);
}

void mcp_push_sync(struct mcp_request *r)
{
	cJSON *input = cJSON_CreateObject();
	ad_arena_defer(r->call->arena, free_tree, input);
	if (!selection(r, input))
		return;
	cJSON_AddStringToObject(input, "mode", "PUSH");
	cJSON_AddItemToObject(input, "planHash",
			      cJSON_Duplicate(ad_json_get(r->args, "planHash"), true));
	r->call->input = input;
	mcp_follow_run(r);
	mcp_tool_action(r, AD_R_SYNC, AD_V_CREATE);
}

void mcp_get_sync(struct mcp_request *r)
{
	struct ad_call *call = r->call;
	struct ad_param *wait = ad_arena_alloc(call->arena, sizeof(*wait));
	int64_t seconds = 0;
	(void)!ad_json_int64(ad_json_get(r->args, "wait"), &seconds);
	call->id = ad_json_get_text(r->args, "id");
	*wait = (struct ad_param){ AD_S("wait"),
				   ad_arena_printf(call->arena, "%lld", (long long)seconds) };
	call->params = wait;
	call->param_count = seconds > 0 ? 1 : 0;
	call->idempotency_path = (struct ad_str){ NULL, 0 };
	mcp_tool_action(r, AD_R_SYNC, AD_V_GET);
}

/* A plan or a run on its way into structuredContent. */
struct shown {
	struct ad_text *out;
	struct ad_json j;
	bool detailed, cut;
};

#define BESIDE_MAX ((size_t)4000) /* bytes of each list beside the operations */

/* Those of a list that fit before the text has `end` bytes; how many are left out. */
static int write_some(struct shown *s, const cJSON *list, size_t end,
		      bool (*which)(const cJSON *item))
{
	bool lean = strcmp(list->string, "operations") == 0;
	const cJSON *item;
	int left = 0;
	cJSON_ArrayForEach(item, list)
	{
		if (which && !which(item))
			continue;
		if (s->out->n > end)
			left++;
		else
			mcp_write_item(&s->j, item, s->detailed || !lean);
	}
	return left;
}

static bool went_wrong(const cJSON *operation)
{
	struct ad_str status = ad_json_get_text(operation, "status");
	return ad_str_is(status, "FAILED") || ad_str_is(status, "UNKNOWN");
}

static bool went_well(const cJSON *operation)
{
	return !went_wrong(operation);
}

/* In their order; where they do not all fit, what went wrong is first. */
static int write_operations(struct mcp_request *r, struct shown *s, const cJSON *list)
{
	struct ad_text whole = ad_text_on(r->call->arena);
	ad_json_canonical(&whole, list);
	if (s->out->n + whole.n <= MCP_RESULT_MAX)
		return write_some(s, list, MCP_RESULT_MAX, NULL);
	int left = write_some(s, list, MCP_RESULT_MAX, went_wrong);
	return left + write_some(s, list, MCP_RESULT_MAX, went_well);
}

static void write_list(struct mcp_request *r, struct shown *s, const cJSON *list)
{
	bool operations = strcmp(list->string, "operations") == 0;
	ad_json_key(&s->j, list->string);
	ad_json_array(&s->j);
	int left = operations ? write_operations(r, s, list)
			      : write_some(s, list, s->out->n + BESIDE_MAX, NULL);
	ad_json_array_end(&s->j);
	if (left)
		ad_json_kint(&s->j, ad_arena_printf(r->call->arena, "%sNotShown", list->string).p,
			     left);
	s->cut = s->cut || left;
}

/* The object of the outcome under a name, its lists cut where they are too long. */
static const cJSON *write_cut(struct mcp_request *r, const char *name, bool *cut)
{
	struct ad_json_error err;
	struct shown s = { .out = mcp_text(r), .detailed = mcp_detailed(r) };
	const cJSON *object = ad_json_parse(r->call->arena, r->call->data, &err);
	const cJSON *operations = ad_json_get(object, "operations");
	const cJSON *item;
	s.j = ad_json_on(s.out);
	ad_json_object(&s.j);
	ad_json_key(&s.j, name);
	ad_json_object(&s.j);
	cJSON_ArrayForEach(item, object)
	{
		if (item == operations)
			continue;
		if (cJSON_IsArray(item)) {
			write_list(r, &s, item);
			continue;
		}
		ad_json_key(&s.j, item->string);
		mcp_write_item(&s.j, item, true);
	}
	if (operations)
		write_list(r, &s, operations);
	if (s.cut)
		ad_json_kbool(&s.j, "truncated", true);
	ad_json_object_end(&s.j);
	ad_json_object_end(&s.j);
	r->structured = ad_text_str(s.out);
	*cut = s.cut;
	return object;
}

static double number(const cJSON *object, const char *name)
{
	const cJSON *item = ad_json_get(object, name);
	return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

/* Money as the plan has it, exactly: how many decimals there are is the currency's matter. */
static struct ad_str money(struct mcp_request *r, const cJSON *totals, const char *name, bool sign)
{
	struct ad_text text = ad_text_on(r->call->arena);
	if (sign && number(totals, name) >= 0)
		ad_text_addc(&text, '+');
	ad_json_canonical(&text, ad_json_get(totals, name));
	return ad_text_str(&text);
}

void mcp_preview_answer(struct mcp_request *r)
{
	bool cut;
	const cJSON *plan = write_cut(r, "plan", &cut);
	const cJSON *totals = ad_json_get(plan, "totals");
	int operations = cJSON_GetArraySize(ad_json_get(plan, "operations"));
	int violations = cJSON_GetArraySize(ad_json_get(plan, "violations"));
	struct ad_str hash = ad_json_get_text(plan, "planHash");
	struct ad_str before = money(r, totals, "dailyBudgetBefore", false);
	struct ad_str after = money(r, totals, "dailyBudgetAfter", false);
	struct ad_str month = money(r, totals, "monthlyDelta", true);
	r->text = ad_arena_printf(
		r->call->arena,
		"%d operations; daily budgets %.*s -> %.*s %.*s (%.*s a month). Nothing was sent. "
		"%s planHash %.*s%s",
		operations, AD_FMT(before), AD_FMT(after),
		AD_FMT(ad_json_get_text(totals, "currency")), AD_FMT(month),
		violations ? "A push would be refused: see violations."
			   : "Show this to the person, then push_sync with this",
		AD_FMT(hash),
		cut ? ". Cut to fit; to see all preview fewer campaignIds, or one of platforms."
		    : "");
}

void mcp_run_answer(struct mcp_request *r)
{
	const struct ad_call *call = r->call;
	bool cut;
	const cJSON *run = write_cut(r, "run", &cut);
	struct ad_str id = ad_json_get_text(run, "id");
	struct ad_str status = ad_json_get_text(run, "status");
	const cJSON *progress = ad_json_get(run, "progress");
	if (ad_str_is(status, "AWAITING_APPROVAL")) {
		r->text = ad_arena_printf(
			call->arena,
			"Run %.*s waits for a person's approval at %s/app/sync/%.*s. Nothing was "
			"sent.",
			AD_FMT(id), call->core->config->public_url, AD_FMT(id));
		return;
	}
	struct ad_str why = ad_json_get_text(ad_json_get(run, "error"), "message");
	r->text = ad_arena_printf(call->arena,
				  "Run %.*s: %.*s, %.0f of %.0f operations done.%s%.*s%s",
				  AD_FMT(id), AD_FMT(status), number(progress, "done"),
				  number(progress, "total"), why.n ? " " : "", AD_FMT(why),
				  cut ? " Cut to fit, what went wrong first; the resource "
					"adcore://sync/{id} has all of it."
				      : "");
}
