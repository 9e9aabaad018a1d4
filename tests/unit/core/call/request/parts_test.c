/* Later parts of long calls: rights that were revoked meanwhile stop them. */
#include "tests/unit/core/call/drafts.h"

#include "call/request/actions.h"
#include "call/objects/bulk_step.h"

#define OBJECTS 1001 /* one more than a part has */

static void start(struct desk *d, enum ad_resource_id resource, enum ad_verb verb,
		  struct ad_text *input)
{
	struct ad_call *call = fresh(d);
	call->res = ad_resource_row(resource);
	call->action = ad_action_of(call->res, verb);
	call->input = json_of(d->arena, ad_text_str(input).p);
	call->id = (struct ad_str){ NULL, 0 };
	call->next = NULL;
	call->work = NULL;
	call->lost = NULL;
}

static void run_next(struct desk *d)
{
	ad_step_fn *step = d->call.next;
	d->call.next = NULL;
	step(&d->call);
}

/* Goes on until one part is done and another one waits. */
static void run_one_part(struct desk *d)
{
	while (d->call.next && !d->call.lost)
		run_next(d);
	if (!d->call.next)
		fail_msg("the call has ended with status %d: %.300s", (int)d->call.status,
			 d->call.data.n ? d->call.data.p : "");
}

static void run_rest(struct desk *d)
{
	while (d->call.next)
		run_next(d);
	assert_int_equal(d->call.status, AD_OK);
}

static const cJSON *results_of(struct desk *d)
{
	return ad_json_get(json_of(d->arena, ad_arena_copy(d->arena, d->call.data).p), "results");
}

/* The number of results with that error code. All others must have none. */
static int count_refused(struct desk *d, const char *code)
{
	const cJSON *result;
	int n = 0;
	cJSON_ArrayForEach(result, results_of(d))
	{
		const cJSON *error = ad_json_get(result, "error");
		if (error && !ad_str_is(ad_json_get_text(error, "code"), code))
			fail_msg("%s", ad_json_get_text(error, "code").p);
		n += error != NULL;
	}
	return n;
}

static void change(struct desk *d, const char *sql)
{
	GOOD(d->db, ad_db_exec(d->db, sql) == AD_DB_DONE);
}

/*
 * Two lists of places. Changes from one to the other take so long that a part of a batch uses up
 * its time on any machine.
 */
static const char many[] = "[{\"code\":\"DE\"},{\"code\":\"AT\"},{\"code\":\"CH\"},{\"code\":"
			   "\"FR\"},{\"code\":\"IT\"},{\"code\":\"ES\"},{\"code\":\"PT\"},"
			   "{\"code\":\"NL\"},{\"code\":\"BE\"},{\"code\":\"LU\"},{\"code\":"
			   "\"DK\"},{\"code\":\"SE\"},{\"code\":\"NO\"},{\"code\":\"FI\"},"
			   "{\"code\":\"PL\"},{\"code\":\"CZ\"},{\"code\":\"HU\"},{\"code\":"
			   "\"RO\"},{\"code\":\"BG\"},{\"code\":\"GR\"},{\"code\":\"IE\"},"
			   "{\"code\":\"GB\"},{\"code\":\"US\"},{\"code\":\"CA\"}]";
static const char one[] = "[{\"code\":\"DE\"}]";

/* Changes one campaign again and again, until the first part has ended. Returns its id. */
static const char *begin_batch(struct desk *d)
{
	struct ad_text text = ad_text_on(d->arena);
	const char *id = make_campaign(d, "A", "google");
	ad_text_adds(&text, "{\"operations\":[");
	for (int i = 0; i < OBJECTS - 1; i++)
		ad_text_addf(&text,
			     "%s{\"method\":\"PATCH\",\"id\":\"%s\",\"body\":{\"budget\":%d,"
			     "\"locations\":%s}}",
			     i ? "," : "", id, 100 + i, i % 2 ? one : many);
	ad_text_adds(&text, "]}");
	change(d, "UPDATE spaces SET max_campaign_daily_budget = 0");
	d->call.space.max_campaign_daily_budget = 0;
	start(d, AD_R_CAMPAIGN, AD_V_BATCH, &text);
	ad_batch(&d->call);
	run_one_part(d);
	return id;
}

static void a_batch_ends_where_its_role_is_taken(void **state)
{
	struct desk *d = *state;
	const char *id = begin_batch(d);
	int64_t version = row_at(d, AD_R_CAMPAIGN, id)->version;
	assert_true(version > 1 && version < OBJECTS);
	change(d, "UPDATE members SET role = 'VIEWER'");
	run_rest(d);
	assert_int_equal(row_at(d, AD_R_CAMPAIGN, id)->version, version);
	assert_int_equal(cJSON_GetArraySize(results_of(d)), OBJECTS - 1);
	assert_int_equal(count_refused(d, "INSUFFICIENT_SCOPE"), OBJECTS - version);
}

static void a_batch_goes_on_under_the_guardrails_of_now(void **state)
{
	struct desk *d = *state;
	const char *id = begin_batch(d);
	int64_t version = row_at(d, AD_R_CAMPAIGN, id)->version;
	assert_true(version > 1 && version < OBJECTS);
	change(d, "UPDATE spaces SET max_campaign_daily_budget = 50000000");
	run_rest(d);
	assert_int_equal(row_at(d, AD_R_CAMPAIGN, id)->version, version);
	assert_int_equal(count_refused(d, "GUARDRAIL_VIOLATION"), OBJECTS - version);
}

/* Campaigns at one budget, and a rule that raises it. */
static void begin_bulk(struct desk *d)
{
	struct ad_text text = ad_text_on(d->arena);
	ad_text_adds(&text, "{\"filter\":{\"ids\":[");
	for (int i = 0; i < OBJECTS; i++)
		ad_text_addf(&text, "%s\"%s\"", i ? "," : "",
			     make_campaign(d, text_of(d, "c%d", i), "google"));
	ad_text_adds(&text, "]},\"rule\":{\"set\":{\"budget\":30}}}");
	start(d, AD_R_CAMPAIGN, AD_V_BULK, &text);
	ad_bulk(&d->call);
	run_one_part(d);
}

static int64_t count_raised(struct desk *d)
{
	return number_of(d, "SELECT count(*) FROM campaigns WHERE budget = 30000000");
}

static void a_bulk_change_ends_where_the_membership_ends(void **state)
{
	struct desk *d = *state;
	begin_bulk(d);
	int64_t raised = count_raised(d);
	assert_true(raised > 0 && raised < OBJECTS);
	change(d, "DELETE FROM members");
	run_rest(d);
	assert_int_equal(count_raised(d), raised);
	assert_int_equal(count_refused(d, "NOT_FOUND"), OBJECTS - raised);
}

static void a_bulk_change_goes_on_under_the_guardrails_of_now(void **state)
{
	struct desk *d = *state;
	begin_bulk(d);
	int64_t raised = count_raised(d);
	change(d, "UPDATE spaces SET max_campaign_daily_budget = 25000000");
	run_rest(d);
	assert_int_equal(count_raised(d), raised);
	assert_int_equal(count_refused(d, "GUARDRAIL_VIOLATION"), OBJECTS - raised);
}

/* The answer for a repeat is rendered after each part and stored in the database only. */
static void what_a_part_keeps_for_its_key_takes_no_memory(void **state)
{
	struct desk *d = *state;
	d->call.idempotency_key = AD_S("once");
	d->call.idempotency_path = AD_S("POST /campaigns/bulk");
	begin_bulk(d);
	const struct ad_bulk_progress *p = d->call.work;
	assert_int_equal(p->at, OBJECTS - 1);
	assert_int_equal(
		number_of(d, "SELECT count(*) FROM idempotency WHERE length(data) > 99999"), 1);
	if (ad_arena_used(d->call.arena) > 3 * p->bytes)
		fail_msg("%zu bytes of results took %zu", p->bytes, ad_arena_used(d->call.arena));
}

static void an_attachment_ends_where_its_role_is_taken(void **state)
{
	struct desk *d = *state;
	struct ad_text list = ad_text_on(d->arena), input = ad_text_on(d->arena);
	const char *campaign = make_campaign(d, "A", "google");
	ad_text_adds(&list, "{\"name\":\"Never\",\"keywords\":[");
	for (int i = 0; i < OBJECTS; i++)
		ad_text_addf(&list, "%s{\"text\":\"w%d\",\"matchType\":\"EXACT\"}", i ? "," : "",
			     i);
	ad_text_adds(&list, "]}");
	const char *id = make(d, AD_R_KEYWORD_LIST, ad_text_str(&list).p);
	ad_text_addf(&input, "{\"campaignIds\":[\"%s\"]}", campaign);
	start(d, AD_R_KEYWORD_LIST, AD_V_ATTACH, &input);
	d->call.id = ad_str(id);
	ad_keyword_lists_attach(&d->call);
	run_one_part(d);
	int64_t made = number_of(d, "SELECT count(*) FROM keywords");
	assert_true(made > 0 && made < OBJECTS);
	change(d, "UPDATE members SET role = 'VIEWER'");
	run_rest(d);
	assert_int_equal(number_of(d, "SELECT count(*) FROM keywords"), made);
	assert_int_equal(count_refused(d, "INSUFFICIENT_SCOPE"), OBJECTS - made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(a_batch_ends_where_its_role_is_taken),
		desk_test(a_batch_goes_on_under_the_guardrails_of_now),
		desk_test(a_bulk_change_ends_where_the_membership_ends),
		desk_test(a_bulk_change_goes_on_under_the_guardrails_of_now),
		desk_test(what_a_part_keeps_for_its_key_takes_no_memory),
		desk_test(an_attachment_ends_where_its_role_is_taken),
	};
	return on_each_database("parts", tests);
}
