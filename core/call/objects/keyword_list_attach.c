/*
 * POST /keyword-lists/:id/attach: adds each keyword of the list to each campaign as a negative
 * keyword, with the checks of a create. One transaction adds up to 1,000. Existing keywords are
 * reported, so a repeat adds the missing ones.
 */
#include "base/clock.h"
#include "base/json_read.h"
#include "call/request/actions.h"
#include "call/request/charge.h"
#include "call/request/idempotency.h"
#include "call/objects/objects.h"
#include "call/request/outcome.h"
#include "call/request/params.h"
#include "call/request/parts.h"
#include "call/rules/rules.h"
#include "model/bulk_action.h"
#include "store/objects/keyword_twin.h"
#include "store/db/round_trips.h"

#define PART_KEYWORDS 1000
#define PART_US ((int64_t)50000)      /* us of one transaction, checked after each page */
#define PAGE_KEYWORDS 100             /* of one arena */
#define RESULTS_MAX ((size_t)8 << 20) /* bytes; longer results omit details */

enum outcome {
	MADE,
	PRESENT,
	REFUSED,
	OUTCOMES
};

struct attaching {
	const cJSON **campaigns; /* ids */
	const cJSON **keywords;  /* of the list */
	size_t campaign_count, keyword_count, count;
	struct ad_str *results;        /* rendered, one for each campaign and keyword */
	const struct ad_call *refusal; /* of a later part (parts.h), or NULL */
};

/* The progress of the call. Each transaction has a new one. */
struct progress {
	struct attaching *all;
	size_t at, bytes;
	size_t counts[OUTCOMES];
};

static void fill_sub(struct ad_call *sub, const struct ad_call *call, struct ad_arena *arena)
{
	*sub = (struct ad_call){
		.core = call->core,
		.arena = arena,
		.db = call->db,
		.door = call->door,
		.request_id = call->request_id,
		.address = call->address,
		.res = ad_resource_row(AD_R_KEYWORD),
		.who = call->who,
		.space = call->space,
		.scopes = call->scopes,
		.fault_max = 20,
		.inside = true,
		.rehearsed = call->validate_only,
		.rules = AD_RULES_DRAFT,
	};
	sub->action = ad_action_of(sub->res, AD_V_CREATE);
}

static const cJSON *keyword_input(struct ad_call *sub, const cJSON *campaign, const cJSON *keyword)
{
	struct ad_text text = ad_text_on(sub->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;
	ad_json_object(&j);
	ad_json_kstr(&j, "campaignId", ad_json_text(campaign));
	ad_json_kstr(&j, "text", ad_json_get_text(keyword, "text"));
	ad_json_kstr(&j, "matchType", ad_json_get_text(keyword, "matchType"));
	ad_json_kbool(&j, "negative", true);
	ad_json_object_end(&j);
	return ad_json_parse(sub->arena, ad_text_str(&text), &err);
}

/* The id of the campaign's own equal keyword, unless its removal is staged. */
static struct ad_str find_present(struct ad_call *sub, const struct ad_row *row)
{
	struct ad_keyword_twin twin;
	struct ad_row *there;
	bool only =
		sub->faults && !sub->faults->next && strcmp(sub->faults->code, "DUPLICATE") == 0;
	if (!only ||
	    ad_keyword_twin_find(sub->db, sub->arena, ad_call_realm(sub), row, &twin) !=
		    AD_DB_ROW ||
	    ad_row_load(sub->db, sub->arena, ad_call_realm(sub), row->res, twin.id, &there) !=
		    AD_DB_ROW ||
	    there->removal)
		return (struct ad_str){ NULL, 0 };
	return twin.id;
}

static void keyword_list_attach_write_result(struct ad_call *call, struct progress *p,
					     const struct ad_call *sub, enum outcome outcome,
					     struct ad_str id)
{
	static const char *const names[] = { "MADE", "PRESENT", "REFUSED" };
	const struct attaching *a = p->all;
	const cJSON *keyword = a->keywords[p->at % a->keyword_count];
	struct ad_text text = ad_text_on(sub->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_call told = *sub;
	if (p->bytes > RESULTS_MAX) {
		told.faults = NULL;
		told.details = (struct ad_str){ NULL, 0 };
	}
	ad_json_object(&j);
	ad_json_kstr(&j, "campaignId", ad_json_text(a->campaigns[p->at / a->keyword_count]));
	ad_json_kstr(&j, "text", ad_json_get_text(keyword, "text"));
	ad_json_kstr(&j, "matchType", ad_json_get_text(keyword, "matchType"));
	ad_json_kcstr(&j, "outcome", names[outcome]);
	if (outcome == REFUSED) {
		ad_json_key(&j, "error");
		ad_outcome_write_error(&j, &told);
	} else {
		ad_json_kstr(&j, "id", id);
	}
	ad_json_object_end(&j);
	a->results[p->at] = ad_arena_copy(call->arena, ad_text_str(&text));
	p->bytes += text.n;
	p->counts[outcome]++;
	p->at++;
}

/* True if a failure may have left changes, or an unusable transaction. */
static bool left_something(const struct ad_call *sub, const struct ad_row *row)
{
	if (sub->status == AD_OK)
		return false;
	return sub->status == AD_UNAVAILABLE || sub->status == AD_INTERNAL || (row && row->json.p);
}

static enum ad_part attach_keyword(struct ad_call *call, struct progress *p, struct ad_arena *arena,
				   bool guarded)
{
	const struct attaching *a = p->all;
	struct ad_row *row = NULL;
	struct ad_call sub;
	struct ad_str id = { NULL, 0 };
	fill_sub(&sub, call, arena);
	const cJSON *input = keyword_input(&sub, a->campaigns[p->at / a->keyword_count],
					   a->keywords[p->at % a->keyword_count]);
	enum ad_db_status status = guarded ? ad_db_savepoint(call->db) : AD_DB_DONE;
	if (status != AD_DB_DONE) {
		ad_fail_db(call, status);
		return AD_PART_BROKEN;
	}
	bool made = ad_object_draft(&sub, sub.res, input, &row) && ad_object_insert(&sub, row);
	if (!made && row && sub.status == AD_INVALID)
		id = find_present(&sub, row);
	if (guarded && !ad_part_end_object(call, &sub))
		return AD_PART_BROKEN;
	if (!guarded && left_something(&sub, row))
		return AD_PART_REFUSED;
	if (sub.status == AD_OK && !call->validate_only)
		id = row->id;
	keyword_list_attach_write_result(call, p, &sub,
					 sub.status == AD_OK ? MADE
					 : id.p              ? PRESENT
							     : REFUSED,
					 id);
	return AD_PART_DONE;
}

static enum ad_part attach_page(struct ad_call *call, struct progress *p, size_t end, bool guarded)
{
	struct ad_arena *arena = ad_arena_new();
	enum ad_part outcome = AD_PART_DONE;
	enum ad_db_status status = AD_DB_DONE;
	while (p->at < end && outcome == AD_PART_DONE)
		outcome = attach_keyword(call, p, arena, guarded);
	/* Pending statements may still read data on the arena. */
	if (outcome == AD_PART_DONE)
		status = ad_db_settle(call->db);
	ad_arena_free(arena);
	if (status == AD_DB_DONE)
		return outcome;
	if (!guarded && ad_db_is_refusal(status))
		return AD_PART_REFUSED;
	ad_fail_db(call, status);
	return AD_PART_BROKEN;
}

static enum ad_part attach_part(struct ad_call *call, void *progress, bool guarded)
{
	struct progress *p = progress;
	size_t start = p->at, end = p->at + PART_KEYWORDS;
	int64_t until = ad_monotonic() + PART_US;
	if (end > p->all->count)
		end = p->all->count;
	while (p->at < end) {
		size_t page = p->at + PAGE_KEYWORDS < end ? p->at + PAGE_KEYWORDS : end;
		if (p->at > start && ad_monotonic() > until)
			return AD_PART_TIME_UP;
		enum ad_part outcome = attach_page(call, p, page, guarded);
		if (outcome != AD_PART_DONE)
			return outcome;
	}
	return p->at < p->all->count ? AD_PART_TIME_UP : AD_PART_DONE;
}

static void write_answer(struct ad_call *call, const struct progress *p)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	ad_json_kint(&j, "made", (int64_t)p->counts[MADE]);
	ad_json_kint(&j, "present", (int64_t)p->counts[PRESENT]);
	ad_json_kint(&j, "refused", (int64_t)p->counts[REFUSED]);
	ad_json_key(&j, "results");
	ad_json_array(&j);
	for (size_t i = 0; i < p->at; i++)
		ad_json_raw(&j, p->all->results[i]);
	ad_json_array_end(&j);
	ad_json_object_end(&j);
	call->data = ad_text_str(&text);
	call->http_status = 200;
	if (call->validate_only)
		call->meta = AD_S("\"validateOnly\":true");
}

/*
 * A later transaction failed or is not allowed: the answer still has the keywords of the earlier
 * ones.
 */
static void attach_lost(struct ad_call *call)
{
	struct progress p = *(struct progress *)call->work;
	ad_call_fresh(call);
	while (p.at < p.all->count) {
		struct ad_call sub;
		fill_sub(&sub, call, call->arena);
		ad_part_refuse(&sub, p.all->refusal);
		keyword_list_attach_write_result(call, &p, &sub, REFUSED,
						 (struct ad_str){ NULL, 0 });
	}
	write_answer(call, &p);
}

static void attach_done(struct ad_call *call, void *progress)
{
	write_answer(call, progress);
	(void)!ad_idempotency_keep(call);
}

static void attach_write(struct ad_call *call)
{
	static const struct ad_parts parts = { attach_part, attach_done, NULL, attach_write,
					       attach_lost };
	struct progress p = *(struct progress *)call->work;
	ad_call_fresh(call);
	if (p.at == 0 && !ad_idempotency_begin(call))
		return;
	ad_parts_write(call, &parts, &p, sizeof(p), p.at > 0, &p.all->refusal);
}

/* --- what is to be done --- */

static const cJSON **items_of(struct ad_call *call, const cJSON *list, size_t *count)
{
	const cJSON **items = ad_arena_alloc(call->arena, ((size_t)cJSON_GetArraySize(list) + 1) *
								  sizeof(const cJSON *));
	const cJSON *item;
	*count = 0;
	cJSON_ArrayForEach(item, list)
	{
		items[(*count)++] = item;
	}
	return items;
}

/* Checks that every campaign exists and is named once; false with faults. */
static bool check_campaigns(struct ad_call *call, const struct attaching *a)
{
	for (size_t i = 0; i < a->campaign_count && !ad_faults_full(call); i++) {
		struct ad_row *campaign;
		struct ad_str id = ad_json_text(a->campaigns[i]);
		struct ad_str path = ad_arena_printf(call->arena, "campaignIds[%zu]", i);
		for (size_t k = 0; k < i; k++)
			if (ad_str_eq(id, ad_json_text(a->campaigns[k]))) {
				ad_fault(call, path.p, "DUPLICATE", "%s is listed twice.", path.p);
				break;
			}
		enum ad_db_status status =
			ad_row_load(call->db, call->arena, ad_call_realm(call),
				    ad_resource_row(AD_R_CAMPAIGN), id, &campaign);
		if (status == AD_DB_DONE)
			ad_fault(call, path.p, "REFERENCE_NOT_FOUND",
				 "%s does not match any object of this Space and environment.",
				 path.p);
		else if (status != AD_DB_ROW)
			return ad_fail_db(call, status);
	}
	return call->status == AD_OK;
}

static bool list_attach_prepare(struct ad_call *call, struct attaching *a)
{
	struct ad_json_error err;
	struct ad_row *list;
	enum ad_db_status status =
		ad_row_load(call->db, call->arena, ad_call_realm(call), call->res, call->id, &list);
	if (status == AD_DB_DONE)
		return ad_fail(call, AD_NOT_FOUND, "%s", "");
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	a->campaigns = items_of(call, ad_json_get(call->input, "campaignIds"), &a->campaign_count);
	a->keywords =
		items_of(call, ad_json_parse(call->arena, ad_row_text(list, "keywords"), &err),
			 &a->keyword_count);
	a->count = a->campaign_count * a->keyword_count;
	if (a->count > AD_BULK_MAX)
		ad_fault_limit(call, "campaignIds", "TOO_MANY", AD_BULK_MAX,
			       "%zu campaigns times %zu keywords exceed %d, the maximum per call. "
			       "Give at most %zu campaigns per call.",
			       a->campaign_count, a->keyword_count, AD_BULK_MAX,
			       AD_BULK_MAX / a->keyword_count);
	return check_campaigns(call, a);
}

static void attach_read(struct ad_call *call)
{
	struct progress *p = call->work;
	if (!list_attach_prepare(call, p->all)) {
		ad_idempotency_fail(call);
		return;
	}
	if (!ad_call_charge(call, p->all->count))
		return;
	p->all->results =
		ad_arena_alloc(call->arena, (p->all->count + 1) * sizeof(*p->all->results));
	ad_call_next(call, AD_WRITE, attach_write);
}

void ad_keyword_lists_attach(struct ad_call *call)
{
	struct progress *p = ad_arena_zalloc(call->arena, sizeof(*p));
	p->all = ad_arena_zalloc(call->arena, sizeof(*p->all));
	call->work = p;
	if (!ad_write_params(call)) {
		ad_idempotency_fail(call);
		return;
	}
	ad_call_next(call, AD_SLOW, attach_read);
}
