/* The answers of preview_sync, push_sync, get_sync, pull_sync and revert_sync. */
#include <limits.h>

#include "mcp/tools/plan_sums.h"
#include "mcp/protocol/rounds.h"
#include "mcp/tools/tool.h"
#include "mcp/ui/ui.h"

/* A plan or a run on its way into structuredContent. */
struct shown {
	struct ad_text *out;
	struct ad_json j;
	bool detailed, cut;
	bool sums;   /* of a long plan: most of it is told by campaign */
	bool run;    /* of a run: the plan has told the changes */
	int rows;    /* operations that it has room for */
	int waiting; /* of a run: operations that are not shown, for nothing became of them yet */
	int total;   /* operations from the page's first one to the last of all */
	int told;    /* of them */
};

#define RUN_ROWS 20 /* operations of a concise run; what went wrong is among them */

#define BESIDE_MAX ((size_t)4000) /* bytes of each list beside the operations */

/* Writes the new value of each field, and the old one if there was any. */
static void write_changes(struct ad_json *j, const cJSON *changes)
{
	const cJSON *change;
	ad_json_array(j);
	cJSON_ArrayForEach(change, changes)
	{
		const cJSON *from = ad_json_get(change, "from");
		const cJSON *to = ad_json_get(change, "to");
		ad_json_object(j);
		ad_json_kstr(j, "field", ad_json_get_text(change, "field"));
		if (from && !cJSON_IsNull(from)) {
			ad_json_key(j, "from");
			mcp_write_item(j, from, false);
		}
		if (to) {
			ad_json_key(j, "to");
			mcp_write_item(j, to, false);
		}
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
}

/* Where an operation and its object stand: get_object tells it, and the view has it. */
static bool tools_sync_is_place(const cJSON *item)
{
	return strcmp(item->string, "index") == 0 || strcmp(item->string, "campaignId") == 0 ||
	       strcmp(item->string, "adGroupId") == 0;
}

static void tools_sync_write_operation(struct shown *s, const cJSON *operation)
{
	const cJSON *item;
	ad_json_object(&s->j);
	cJSON_ArrayForEach(item, operation)
	{
		bool changes = strcmp(item->string, "changes") == 0;
		bool spend = strcmp(item->string, "dailyBudgetDelta") == 0;
		if (mcp_is_noise(item) || tools_sync_is_place(item) ||
		    (s->run && (changes || spend)) || (spend && item->valuedouble == 0))
			continue;
		ad_json_key(&s->j, item->string);
		if (changes)
			write_changes(&s->j, item);
		else
			mcp_write_item(&s->j, item, false);
	}
	ad_json_object_end(&s->j);
}

/* Those of a list that fit before the text has `end` bytes; how many are left out. */
static int write_some(struct shown *s, const cJSON *list, size_t end,
		      bool (*which)(const cJSON *item))
{
	bool operations = strcmp(list->string, "operations") == 0;
	const cJSON *item;
	int left = 0;
	cJSON_ArrayForEach(item, list)
	{
		if (which && !which(item))
			continue;
		if (s->out->n > end || (operations && s->rows == 0)) {
			left++;
			continue;
		}
		s->rows -= operations;
		s->told += operations;
		if (operations && !s->detailed)
			tools_sync_write_operation(s, item);
		else
			mcp_write_item(&s->j, item, true);
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

/* True if the sums by campaign do not cover the operation: a change, a removal, a budget. */
static bool is_weighty(const cJSON *operation)
{
	const cJSON *delta = ad_json_get(operation, "dailyBudgetDelta");
	return ad_json_get(operation, "id") &&
	       (!ad_str_is(ad_json_get_text(operation, "op"), "CREATE") ||
		(cJSON_IsNumber(delta) && delta->valuedouble != 0));
}

/* Not sent yet: the plan has told it. */
static bool is_waiting(const cJSON *operation)
{
	return ad_str_is(ad_json_get_text(operation, "status"), "PENDING");
}

static bool is_settled(const cJSON *operation)
{
	return !went_wrong(operation) && !is_waiting(operation);
}

/* Operations from the page's first one to the last of all; `waiting`: not sent, and not told. */
static void count_all(struct shown *s, const cJSON *object, const cJSON *operations)
{
	static const char *const members[] = { "pending", "sent",    "succeeded",
					       "failed",  "skipped", "unknown" };
	const cJSON *counts = ad_json_get(object, "counts");
	const cJSON *planned = ad_json_get(ad_json_get(object, "totals"), "operations");
	int64_t n = 0, all = 0;
	s->total = cJSON_GetArraySize(operations);
	s->waiting = 0;
	for (size_t i = 0; s->run && i < AD_LEN(members); i++) {
		if (!ad_json_int64(ad_json_get(counts, members[i]), &n))
			continue;
		all += n;
		if (i == 0 && !s->detailed)
			s->waiting = (int)n;
	}
	if (s->total == 0 || (!s->run && !ad_json_int64(planned, &all)) || all == 0)
		return;
	s->total = (int)all;
	/* Only what is told in its order begins elsewhere than at the first. */
	if (s->detailed && ad_json_int64(ad_json_get(operations->child, "index"), &n))
		s->total -= (int)n;
}

/* In their order; where a concise answer does not hold all, what went wrong is first. */
static int tools_sync_write_operations(struct mcp_request *r, struct shown *s, const cJSON *list)
{
	struct ad_text whole = ad_text_on(r->call->arena);
	if (s->sums) {
		(void)write_some(s, list, MCP_PLAN_LONG, is_weighty);
	} else if (s->detailed) {
		(void)write_some(s, list, MCP_RESULT_MAX, NULL);
	} else {
		ad_json_canonical(&whole, list);
		bool fits = s->out->n + whole.n <= MCP_RESULT_MAX && s->total <= s->rows;
		bool run = s->run && s->waiting > 0;
		if (fits && !run) {
			(void)write_some(s, list, MCP_RESULT_MAX, NULL);
		} else {
			(void)write_some(s, list, MCP_RESULT_MAX, went_wrong);
			(void)write_some(s, list, MCP_RESULT_MAX, s->run ? is_settled : went_well);
		}
	}
	return s->total - s->told - s->waiting;
}

static void tools_sync_write_list(struct mcp_request *r, struct shown *s, const cJSON *list)
{
	bool operations = strcmp(list->string, "operations") == 0;
	ad_json_key(&s->j, list->string);
	ad_json_array(&s->j);
	int left = operations ? tools_sync_write_operations(r, s, list)
			      : write_some(s, list, s->out->n + BESIDE_MAX, NULL);
	ad_json_array_end(&s->j);
	int hidden = left + (operations ? s->waiting : 0);
	if (hidden > 0)
		ad_json_kint(&s->j, ad_arena_printf(r->call->arena, "%sNotShown", list->string).p,
			     hidden);
	s->cut = s->cut || left > 0;
}

/* True if the sentence or our own sums already cover the item. */
static bool is_summed(const struct shown *s, const cJSON *item)
{
	return strcmp(item->string, "campaigns") == 0 ||
	       (s->run && !s->detailed && strcmp(item->string, "counts") == 0);
}

/* The cursor behind the last operation that is told. */
static void write_cursor(struct mcp_request *r, struct shown *s, const cJSON *operations,
			 struct ad_str plan_hash)
{
	int64_t index = 0;
	if (ad_json_int64(ad_json_get(cJSON_GetArrayItem(operations, s->told - 1), "index"),
			  &index))
		ad_json_kstr(&s->j, "nextCursor",
			     ad_sync_page_cursor(r->call, index + 1, plan_hash));
}

/* A long plan is told by campaign. */
static void write_sums(struct mcp_request *r, struct shown *s, const cJSON *object,
		       const cJSON *operations)
{
	const struct mcp_plan_notes *notes = r->tool_data;
	s->sums = mcp_plan_is_long(r) && notes->objects;
	if (s->sums && s->total > cJSON_GetArraySize(operations))
		mcp_plan_own_sums(r, &s->j, ad_json_get(object, "campaigns"));
	else if (s->sums)
		mcp_plan_sums(r, &s->j, notes, operations);
}

/* Writes the members of the object but its operations. */
static void tools_sync_write_members(struct mcp_request *r, struct shown *s, const cJSON *object,
				     const cJSON *operations)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, object)
	{
		if (item == operations || (!s->detailed && cJSON_IsNull(item)) ||
		    is_summed(s, item))
			continue;
		if (cJSON_IsArray(item)) {
			tools_sync_write_list(r, s, item);
			continue;
		}
		ad_json_key(&s->j, item->string);
		mcp_write_item(&s->j, item, true);
	}
}

/* The object of the outcome under a name, its lists cut where they are too long. */
static const cJSON *write_cut(struct mcp_request *r, const char *name, bool *cut)
{
	struct ad_json_error err;
	struct shown s = { .out = mcp_text(r),
			   .detailed = mcp_detailed(r),
			   .run = strcmp(name, "run") == 0,
			   .rows = INT_MAX };
	const cJSON *object = ad_json_parse(r->call->arena, r->call->data, &err);
	const cJSON *operations = ad_json_get(object, "operations");
	bool plan = strcmp(name, "plan") == 0;
	if (s.run && !s.detailed)
		s.rows = RUN_ROWS;
	count_all(&s, object, operations);
	s.j = ad_json_on(s.out);
	ad_json_object(&s.j);
	ad_json_key(&s.j, name);
	ad_json_object(&s.j);
	tools_sync_write_members(r, &s, object, operations);
	if (plan)
		write_sums(r, &s, object, operations);
	if (operations)
		tools_sync_write_list(r, &s, operations);
	if (s.detailed && s.cut && s.told > 0)
		write_cursor(r, &s, operations,
			     plan ? ad_json_get_text(object, "planHash") : (struct ad_str){ 0 });
	if (s.cut)
		ad_json_kbool(&s.j, "truncated", true);
	ad_json_object_end(&s.j);
	ad_json_object_end(&s.j);
	r->structured = ad_text_str(s.out);
	*cut = s.cut;
	return object;
}

static double tools_sync_number(const cJSON *object, const char *name)
{
	const cJSON *item = ad_json_get(object, name);
	return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

/* Money as the plan has it, exactly: how many decimals there are is the currency's matter. */
static struct ad_str tools_sync_money(struct mcp_request *r, const cJSON *totals, const char *name,
				      bool sign)
{
	struct ad_text text = ad_text_on(r->call->arena);
	if (sign && tools_sync_number(totals, name) >= 0)
		ad_text_addc(&text, '+');
	ad_json_canonical(&text, ad_json_get(totals, name));
	return ad_text_str(&text);
}

/* "2 creates, 1 update", of the kinds that there are. */
static struct ad_str plan_counts(struct mcp_request *r, const cJSON *totals)
{
	static const struct {
		const char *member, *thing;
	} kinds[] = { { "creates", "create" }, { "updates", "update" }, { "removes", "removal" } };
	struct ad_text text = ad_text_on(r->call->arena);
	for (size_t i = 0; i < AD_LEN(kinds); i++) {
		size_t n = (size_t)tools_sync_number(totals, kinds[i].member);
		ad_text_adds(&text, n && text.n ? ", " : "");
		if (n)
			ad_text_add(&text, mcp_count(r, n, kinds[i].thing));
	}
	return ad_text_str(&text);
}

/* Advice on the plan, in one sentence or two. */
static struct ad_str plan_advice(struct mcp_request *r, const cJSON *plan, int operations)
{
	const cJSON *first = cJSON_GetArrayItem(ad_json_get(plan, "violations"), 0);
	int violations = (int)tools_sync_number(ad_json_get(plan, "totals"), "violations");
	int held = (int)tools_sync_number(ad_json_get(plan, "totals"), "heldBack");
	struct ad_text text = ad_text_on(r->call->arena);
	if (held)
		ad_text_addf(&text,
			     " %.*s held back with desired status ENABLED: preview with activate: "
			     "true to set them live.",
			     AD_FMT(mcp_count(r, (size_t)held, "object")));
	if (violations)
		ad_text_addf(&text,
			     " A push would be rejected, %.*s: %.*s. %.*s Then preview again.",
			     AD_FMT(mcp_count(r, (size_t)violations, "violation")),
			     AD_FMT(ad_json_get_text(first, "rule")),
			     AD_FMT(ad_json_get_text(first, "message")));
	else if (operations && !(r->call->scopes & AD_SYNC_WRITE))
		ad_text_adds(&text, " Nothing was sent. This connection cannot push: it lacks "
				    "sync:write, by its grant or by the role in the Space. Ask the "
				    "person to push, or to connect again with sync:write.");
	else if (operations)
		ad_text_addf(&text,
			     " Nothing was sent: show this to the person; once they agree, "
			     "push_sync with the same selection and planHash %.*s.",
			     AD_FMT(ad_json_get_text(plan, "planHash")));
	return ad_text_str(&text);
}

/* Live objects spend. A paused object's budget does not count until it is enabled. */
static void tools_sync_add_spend(struct mcp_request *r, struct ad_text *text, const cJSON *totals)
{
	ad_text_addf(text,
		     "Live daily budgets, which can be spent: %.*s -> %.*s %.*s. Including paused "
		     "objects: %.*s -> %.*s (%.*s a month, if all of it were live).",
		     AD_FMT(tools_sync_money(r, totals, "activeDailyBudgetBefore", false)),
		     AD_FMT(tools_sync_money(r, totals, "activeDailyBudgetAfter", false)),
		     AD_FMT(ad_json_get_text(totals, "currency")),
		     AD_FMT(tools_sync_money(r, totals, "dailyBudgetBefore", false)),
		     AD_FMT(tools_sync_money(r, totals, "dailyBudgetAfter", false)),
		     AD_FMT(tools_sync_money(r, totals, "monthlyDelta", true)));
}

/* True if staged changes are held back from every push as things stand. */
static bool leaves_out(const cJSON *plan)
{
	const cJSON *warning;
	cJSON_ArrayForEach(warning, ad_json_get(plan, "warnings"))
	{
		struct ad_str code = ad_json_get_text(warning, "code");
		if (ad_str_is(code, "DRIFTED") || ad_str_is(code, "UNSETTLED") ||
		    ad_str_is(ad_json_get_text(warning, "resource"), "conversion"))
			return true;
	}
	return false;
}

void mcp_preview_answer(struct mcp_request *r)
{
	bool cut;
	const cJSON *plan = write_cut(r, "plan", &cut);
	const cJSON *totals = ad_json_get(plan, "totals");
	int operations = (int)tools_sync_number(totals, "operations");
	const cJSON *first = cJSON_GetArrayItem(ad_json_get(plan, "warnings"), 0);
	struct ad_text text = ad_text_on(r->call->arena);
	if (operations)
		ad_text_addf(&text, "%.*s (%.*s)",
			     AD_FMT(mcp_count(r, (size_t)operations, "operation")),
			     AD_FMT(plan_counts(r, totals)));
	else if (leaves_out(plan))
		ad_text_adds(&text, "Nothing can be pushed now: the pending changes are left out; "
				    "see the warnings");
	else
		ad_text_adds(&text, "Nothing to push: all selected objects match the last push");
	ad_text_adds(&text, ". ");
	tools_sync_add_spend(r, &text, totals);
	if (first)
		ad_text_addf(&text, " %.*s: %.*s",
			     AD_FMT(mcp_count(r, (size_t)tools_sync_number(totals, "warnings"),
					      "warning")),
			     AD_FMT(ad_json_get_text(first, "message")));
	ad_text_add(&text, plan_advice(r, plan, operations));
	if (cut)
		ad_text_adds(&text,
			     " A long plan: campaigns summarizes each campaign, operations lists "
			     "only changes and costs. For all rows: responseFormat detailed (then "
			     "cursor, from nextCursor), or fewer campaignIds.");
	r->text = ad_text_str(&text);
}

/* "3 SUCCEEDED, 1 FAILED", where they are not all alike. */
static struct ad_str run_counts(struct mcp_request *r, const cJSON *counts)
{
	static const char *const statuses[][2] = {
		{ "succeeded", "SUCCEEDED" }, { "failed", "FAILED" },   { "skipped", "SKIPPED" },
		{ "unknown", "UNKNOWN" },     { "pending", "PENDING" }, { "sent", "SENT" },
	};
	struct ad_text text = ad_text_on(r->call->arena);
	for (size_t i = 0; i < AD_LEN(statuses); i++) {
		size_t n = (size_t)tools_sync_number(counts, statuses[i][0]);
		if (n)
			ad_text_addf(&text, "%s%zu %s", text.n ? ", " : " (", n, statuses[i][1]);
	}
	ad_text_adds(&text, text.n ? ")" : "");
	return ad_text_str(&text);
}

static const char *run_advice(struct ad_str status)
{
	if (ad_str_is(status, "QUEUED") || ad_str_is(status, "RUNNING"))
		return " Follow it with get_sync (wait: 30).";
	if (ad_str_is(status, "PARTIAL") || ad_str_is(status, "FAILED"))
		return " Failed operations show the reason; correct it with update_objects, then "
		       "preview_sync shows the remaining changes.";
	return "";
}

struct ad_str mcp_approval_url(struct mcp_request *r, struct ad_str run_id)
{
	return ad_arena_printf(r->call->arena, "%s/app/runs/%.*s",
			       r->call->core->config->public_url, AD_FMT(run_id));
}

void mcp_revert_answer(struct mcp_request *r)
{
	bool cut;
	const cJSON *revert = write_cut(r, "revert", &cut);
	struct ad_str coverage = ad_json_get_text(revert, "coverage");
	struct ad_str hash = ad_json_get_text(revert, "planHash");
	if (!hash.n && ad_json_get_text(revert, "id").n) {
		r->text = ad_arena_printf(
			r->call->arena,
			"Coverage %.*s: the inverse of the push is drafted; nothing was sent. Its "
			"own plan could not be made now: preview_sync shows the drafts with the "
			"other changes of the Space.",
			AD_FMT(coverage));
		return;
	}
	if (!hash.n) {
		bool any = cJSON_GetArraySize(ad_json_get(revert, "operations")) > 0;
		r->text = ad_arena_printf(
			r->call->arena,
			any ? "Coverage %.*s: nothing was drafted; operations show the reason."
			    : "Coverage %.*s: nothing was drafted; that run "
			      "changed nothing on a platform.",
			AD_FMT(coverage));
		return;
	}
	struct ad_text text = ad_text_on(r->call->arena);
	ad_text_addf(&text,
		     "Coverage %.*s: the inverse of the push is drafted, with names and all other "
		     "fields that it set; nothing was sent. ",
		     AD_FMT(coverage));
	tools_sync_add_spend(r, &text, ad_json_get(revert, "totals"));
	if (!ad_str_is(coverage, "FULL"))
		ad_text_adds(&text,
			     " The operations show which changes remain, and why (HALF_DONE: a "
			     "part may exist on the platform): tell the person.");
	ad_text_addf(
		&text,
		" Show the person the operations, then push_sync with all: true and planHash %.*s: "
		"with that hash only these drafts are pushed, no other change of the Space.%s",
		AD_FMT(hash), cut ? " Truncated." : "");
	r->text = ad_text_str(&text);
}

/* A pull: what it brought in. */
static void pull_answer(struct mcp_request *r, const cJSON *run)
{
	const cJSON *p = ad_json_get(run, "pulled");
	struct ad_str id = ad_json_get_text(run, "id"), status = ad_json_get_text(run, "status");
	struct ad_str why = ad_json_get_text(ad_json_get(run, "error"), "message");
	struct ad_text text = ad_text_on(r->call->arena);
	ad_text_addf(&text, "Pull %.*s: %.*s.", AD_FMT(id), AD_FMT(status));
	if (cJSON_IsObject(p))
		ad_text_addf(&text,
			     " Nothing was sent; of the objects on the platform %.0f were drafted, "
			     "%.0f updated, %.0f changed on both sides, %.0f removed there, %.0f "
			     "unchanged; platforms not pulled completely: %.0f.",
			     tools_sync_number(p, "created"), tools_sync_number(p, "updated"),
			     tools_sync_number(p, "drifted"), tools_sync_number(p, "removed"),
			     tools_sync_number(p, "unchanged"), tools_sync_number(p, "failed"));
	if (why.n)
		ad_text_addf(&text, " %.*s", AD_FMT(why));
	if (ad_str_is(status, "QUEUED") || ad_str_is(status, "RUNNING"))
		ad_text_adds(&text, " Follow it with get_sync (wait: 30).");
	else
		ad_text_adds(&text, " find_objects lists them; a person must resolve those with "
				    "syncState DRIFTED.");
	r->text = ad_text_str(&text);
}

void mcp_run_answer(struct mcp_request *r)
{
	const struct ad_call *call = r->call;
	bool cut;
	const cJSON *run = write_cut(r, "run", &cut);
	struct ad_str id = ad_json_get_text(run, "id");
	struct ad_str status = ad_json_get_text(run, "status");
	const cJSON *progress = ad_json_get(run, "progress");
	if (ad_str_is(ad_json_get_text(run, "mode"), "PULL")) {
		pull_answer(r, run);
		return;
	}
	if (ad_str_is(status, "AWAITING_APPROVAL")) {
		r->text = ad_arena_printf(
			call->arena,
			"Run %.*s awaits a person's approval at %.*s. Nothing was sent; give the "
			"person the link, and follow the run with get_sync.",
			AD_FMT(id), AD_FMT(mcp_approval_url(r, id)));
		return;
	}
	struct ad_str why = ad_json_get_text(ad_json_get(run, "error"), "message");
	struct ad_str counts = run_counts(r, ad_json_get(run, "counts"));
	r->text = ad_arena_printf(
		call->arena, "Run %.*s: %.*s, %.0f of %.0f operations done%.*s.%s%.*s%s%s",
		AD_FMT(id), AD_FMT(status), tools_sync_number(progress, "done"),
		tools_sync_number(progress, "total"), AD_FMT(counts), why.n ? " " : "", AD_FMT(why),
		run_advice(status),
		!cut              ? ""
		: mcp_detailed(r) ? " Not all are shown: call get_sync with cursor, from "
				    "nextCursor, for more."
				  : " Not all are shown; failures come first; get_sync with "
				    "responseFormat detailed shows more.");
}
