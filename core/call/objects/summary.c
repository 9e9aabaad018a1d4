/*
 * GET /app/api/summary: the pending tasks of a person in the Space and environment. Each part is
 * the answer of the resource's own steps, by the caller's own scopes; a part that the caller may
 * not read is null.
 */
#include <stdlib.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "base/timezone.h"
#include "call/request/actions.h"
#include "call/request/workbench.h"
#include "model/vocabulary.h"

#define PARAMS_MAX 4
#define PENDING "STAGED,MODIFIED,PENDING_REMOVAL,FAILED"

/* One query of the summary and its answer. */
struct part {
	enum ad_resource_id res;
	enum ad_verb verb;
	struct ad_param params[PARAMS_MAX];
	size_t count;
	struct ad_str data; /* JSON; absent if the caller may not read it */
	const cJSON *meta;
};

static void part_add(struct part *part, const char *name, struct ad_str value)
{
	part->params[part->count++] = (struct ad_param){ ad_str(name), value };
}

static bool part_fails(struct ad_call *call, const struct ad_call *sub)
{
	call->retry_after = sub->retry_after;
	return ad_fail(call, sub->status, "%s", sub->message ? sub->message : "");
}

/* Runs the steps of a reading action as a call of its own. False with the call failed. */
static bool part_read(struct ad_call *call, struct part *part)
{
	const struct ad_resource *res = ad_resource_row(part->res);
	const struct ad_action *action = ad_action_of(res, part->verb);
	struct ad_call *sub = ad_arena_zalloc(call->arena, sizeof(*sub));
	struct ad_json_error err;

	if ((call->scopes & action->scopes) != action->scopes)
		return true;
	*sub = (struct ad_call){
		.core = call->core,
		.arena = call->arena,
		.db = call->db,
		.place = call->place,
		.door = call->door,
		.request_id = call->request_id,
		.address = call->address,
		.res = res,
		.action = action,
		.params = part->params,
		.param_count = part->count,
		.who = call->who,
		.space = call->space,
		.scopes = call->scopes,
		.inside = true,
	};
	ad_call_fresh(sub);
	ad_call_next(sub, AD_SLOW, ad_action_step(part->res, part->verb));
	while (sub->next && sub->place != AD_WRITE) {
		ad_step_fn *step = sub->next;
		sub->next = NULL;
		step(sub);
	}
	if (sub->status == AD_FORBIDDEN_SCOPE)
		return true;
	if (sub->status != AD_OK)
		return part_fails(call, sub);
	part->data = sub->data;
	part->meta = ad_json_parse(call->arena,
				   ad_arena_printf(call->arena, "{%.*s}", AD_FMT(sub->meta)), &err);
	return true;
}

static void add_rows(struct ad_json *j, const char *name, const struct part *part)
{
	ad_json_key(j, name);
	if (part->data.p)
		ad_json_raw(j, part->data);
	else
		ad_json_null(j);
}

static void add_total(struct ad_json *j, const char *name, const struct part *part)
{
	int64_t total = 0;

	ad_json_key(j, name);
	if (part->data.p && ad_json_int64(ad_json_get(part->meta, "total"), &total))
		ad_json_int(j, total);
	else
		ad_json_null(j);
}

/* Writes only the number of rows of a list. */
static bool summary_count_one(struct ad_call *call, struct ad_json *j, const char *name,
			      struct part part)
{
	part_add(&part, "limit", AD_S("1"));
	if (!part_read(call, &part))
		return false;
	add_total(j, name, &part);
	return true;
}

static bool add_staged(struct ad_call *call, struct ad_json *j)
{
	ad_json_key(j, "staged");
	ad_json_object(j);
	for (const char *const *platform = ad_platforms; *platform; platform++) {
		struct part part = { .res = AD_R_CAMPAIGN, .verb = AD_V_LIST };
		part_add(&part, "platform", ad_str(*platform));
		part_add(&part, "syncState", AD_S(PENDING));
		if (!summary_count_one(call, j, *platform, part))
			return false;
	}
	ad_json_object_end(j);
	return true;
}

static bool add_lists(struct ad_call *call, struct ad_json *j)
{
	struct part approvals = { .res = AD_R_SYNC, .verb = AD_V_LIST };
	struct part connections = { .res = AD_R_CONNECTION, .verb = AD_V_LIST };
	struct part assistant = { .res = AD_R_HISTORY, .verb = AD_V_LIST };

	part_add(&approvals, "status", AD_S("AWAITING_APPROVAL"));
	part_add(&approvals, "limit", AD_S("5"));
	part_add(&assistant, "door", AD_S("MCP"));
	part_add(&assistant, "limit", AD_S("200"));
	if (!part_read(call, &approvals) || !part_read(call, &connections) ||
	    !part_read(call, &assistant))
		return false;
	add_rows(j, "approvals", &approvals);
	add_total(j, "approvalsTotal", &approvals);
	add_rows(j, "connections", &connections);
	add_rows(j, "assistant", &assistant);
	return true;
}

static struct ad_str date_before(struct ad_arena *arena, int64_t today, int days)
{
	struct ad_date date = ad_date_of_day(today - days);

	return ad_arena_printf(arena, "%04d-%02d-%02d", (int)date.year, (int)date.month,
			       (int)date.day);
}

/* Writes the figures by platform of a period that begins and ends that many days before today. */
static bool add_period(struct ad_call *call, struct ad_json *j, const char *name,
		       const int days[static 2])
{
	struct part part = { .res = AD_R_REPORT, .verb = AD_V_PERFORMANCE };
	char today[11];
	struct ad_text totals = ad_text_on(call->arena);

	ad_date_today(call->space.timezone, today);
	int64_t day = ad_day_of_date(strtol(today, NULL, 10), strtol(today + 5, NULL, 10),
				     strtol(today + 8, NULL, 10));
	part_add(&part, "level", AD_S("ACCOUNT"));
	part_add(&part, "groupBy", AD_S("platform"));
	part_add(&part, "from", date_before(call->arena, day, days[0]));
	part_add(&part, "to", date_before(call->arena, day, days[1]));
	if (!part_read(call, &part))
		return false;
	ad_json_key(j, name);
	ad_json_object(j);
	add_rows(j, "rows", &part);
	const cJSON *sums = part.data.p ? ad_json_get(part.meta, "totals") : NULL;
	if (sums)
		ad_json_canonical(&totals, sums);
	ad_json_kraw(j, "totals", sums ? ad_text_str(&totals) : AD_S("null"));
	ad_json_object_end(j);
	return true;
}

static bool add_figures(struct ad_call *call, struct ad_json *j)
{
	static const struct {
		const char *name;
		int days[2];
	} periods[] = { { "week", { 6, 0 } },
			{ "weekBefore", { 13, 7 } },
			{ "month", { 29, 0 } },
			{ "monthBefore", { 59, 30 } } };

	ad_json_key(j, "figures");
	ad_json_object(j);
	for (size_t i = 0; i < AD_LEN(periods); i++)
		if (!add_period(call, j, periods[i].name, periods[i].days))
			return false;
	ad_json_object_end(j);
	return true;
}

static bool summary_add_counts(struct ad_call *call, struct ad_json *j)
{
	static const struct {
		const char *name;
		enum ad_resource_id res;
		enum ad_verb verb;
	} counts[] = { { "campaigns", AD_R_CAMPAIGN, AD_V_LIST },
		       { "drift", AD_R_SYNC, AD_V_DRIFT },
		       { "disapproved", AD_R_REPORT, AD_V_DISAPPROVALS } };

	for (size_t i = 0; i < AD_LEN(counts); i++) {
		struct part part = { .res = counts[i].res, .verb = counts[i].verb };
		if (!summary_count_one(call, j, counts[i].name, part))
			return false;
	}
	return true;
}

static void summary_answer(struct ad_call *call)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kbool(&j, "pushesBlocked", call->space.pushes_blocked);
	if (!summary_add_counts(call, &j) || !add_staged(call, &j) || !add_lists(call, &j) ||
	    !add_figures(call, &j))
		return;
	ad_json_object_end(&j);
	call->data = ad_text_str(&text);
}

void ad_summary(struct ad_call *call)
{
	if (ad_no_params(call))
		ad_call_next(call, AD_SLOW, summary_answer);
}
