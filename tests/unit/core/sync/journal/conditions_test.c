/* Conditions of an operation: the journal of its run, its object, and the total. */
#include "tests/unit/core/sync/plans.h"

#include "sync/journal/conditions.h"

#define MICROS(n) (INT64_C(1000000) * (n))

/* A run of a plan, and its operations as journalled. */
struct run {
	struct world *w;
	char id[AD_ID_SIZE];
	struct ad_journal_page page;
	struct ad_rails rails;
};

static struct run run_of(struct world *w, const struct ad_sync_plan *p)
{
	struct run r = { .w = w, .rails = { .max_total_daily_budget = MICROS(500) } };
	struct ad_plan_filter filter = { .platforms = AD_PLATFORMS_ALL, .campaigns = true };
	struct ad_run_row head = {
		.mode = AD_S("PUSH"),
		.status = AD_S("RUNNING"),
		.filters = ad_plan_filter_json(w->arena, &filter),
		.source = AD_S("API"),
		.created_by = w->account.id,
		.credential_id = AD_S("tok"),
		.total = (int64_t)p->count,
		.created_at = ad_now(),
	};

	ad_id_make("syn", r.id);
	head.id = ad_arena_copy(w->arena, ad_str(r.id));
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_run_insert(w->db, w->realm, &head, p));
	DONE(w->db, ad_run_set_spend(w->db, w->realm, head.id, p->before));
	DONE(w->db, ad_db_commit(w->db));
	r.page = (struct ad_journal_page){ .realm = w->realm, .run_id = head.id, .max = 20 };
	DONE(w->db, ad_journal_next(w->db, w->arena, &r.page));
	assert_int_equal(r.page.count, p->count);
	return r;
}

/* Sets an operation's status in the journal; `finished` means that the run does nothing more. */
static void set_status(struct run *r, int64_t seq, const char *status, bool finished)
{
	DONE(r->w->db,
	     ad_db_exec(r->w->db, ad_arena_printf(r->w->arena,
						  "UPDATE sync_operations SET status = '%s', "
						  "finished_at = %d, attempts = 1 WHERE seq = %lld",
						  status, finished, (long long)seq)
					  .p));
}

static void set_rise(struct run *r, int64_t seq, int64_t rise)
{
	DONE(r->w->db, ad_db_exec(r->w->db, ad_arena_printf(r->w->arena,
							    "UPDATE sync_operations SET rise = "
							    "%lld WHERE seq = %lld",
							    (long long)rise, (long long)seq)
						    .p));
}

static struct ad_journal_op *op_of(struct run *r, struct ad_str id, bool last)
{
	struct ad_journal_op *found = NULL;

	for (size_t i = 0; i < r->page.count; i++)
		if (ad_str_eq(r->page.ops[i].object_id, id) && (last || !found))
			found = &r->page.ops[i];
	assert_non_null(found);
	return found;
}

/* Checks the conditions of the operation. */
static enum ad_op_status check(struct run *r, struct ad_journal_op *op)
{
	struct ad_conditions c = { .db = r->w->db,
				   .arena = r->w->arena,
				   .realm = r->w->realm,
				   .run_id = ad_str(r->id),
				   .rails = &r->rails };

	op->error = (struct ad_platform_error){ 0 };
	DONE(r->w->db, ad_db_begin(r->w->db, false));
	DONE(r->w->db, ad_conditions_check(&c, op, load(r->w, op->res, op->object_id)));
	ad_db_rollback(r->w->db);
	return op->next;
}

static void assert_skipped(struct run *r, struct ad_journal_op *op, const char *code)
{
	struct ad_text text = ad_text_on(r->w->arena);
	struct ad_json_error err;

	assert_int_equal(check(r, op), AD_OPS_SKIPPED);
	assert_true(op->finished);
	assert_string_equal(op->error.code, code);
	assert_true(op->error.message.n > 0 && op->error.retryable);
	/* The error is valid JSON. */
	ad_text_add(&text, ad_error_json(r->w->arena, &op->error));
	assert_non_null(ad_json_parse(r->w->arena, ad_text_str(&text), &err));
}

static void a_child_waits_for_its_campaign(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p = plan(w, false);
	struct run r = run_of(w, &p);
	struct ad_journal_op *campaign = op_of(&r, t.campaign, false),
			     *group = op_of(&r, t.group, false);

	assert_int_equal(check(&r, campaign), AD_OPS_SENT);
	assert_int_equal(check(&r, group), AD_OPS_PENDING);
	set_status(&r, campaign->seq, "SENT", false);
	assert_int_equal(check(&r, group), AD_OPS_PENDING);
	/* In doubt, but still being reconciled. */
	set_status(&r, campaign->seq, "UNKNOWN", false);
	assert_int_equal(check(&r, group), AD_OPS_PENDING);
	set_status(&r, campaign->seq, "SUCCEEDED", true);
	assert_int_equal(check(&r, group), AD_OPS_SENT);
	assert_false(group->finished);
}

static void nothing_is_sent_below_what_failed(void **state)
{
	static const char *const ends[] = { "FAILED", "SKIPPED", "UNKNOWN" };
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p = plan(w, false);
	struct run r = run_of(w, &p);
	struct ad_journal_op *campaign = op_of(&r, t.campaign, false);
	struct ad_journal_op *below[] = { op_of(&r, t.group, false), op_of(&r, t.ad, false),
					  op_of(&r, t.keyword, false),
					  op_of(&r, t.negative, false) };

	for (size_t i = 0; i < AD_LEN(ends); i++) {
		set_status(&r, campaign->seq, ends[i], true);
		for (size_t n = 0; n < AD_LEN(below); n++) {
			assert_skipped(&r, below[n], "DEPENDS_ON");
			assert_non_null(strstr(below[n]->error.details.p, t.campaign.p));
			assert_non_null(strstr(below[n]->error.details.p, "\"operation\":0"));
		}
	}
	/* The kill switch pauses, even if other operations failed. */
	below[0]->anyway = true;
	assert_int_equal(check(&r, below[0]), AD_OPS_SENT);
}

static void nothing_incomplete_goes_live(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p;
	struct run r;
	struct ad_row *row;

	pretend_pushed(w, t.campaign, "1");
	pretend_pushed(w, t.group, "2");
	edit(w, t.campaign, "status", "\"ENABLED\"");
	edit(w, t.group, "status", "\"ENABLED\"");
	stage_removal(w, t.ad);
	stage_removal(w, t.keyword);
	stage_removal(w, t.negative);
	p = plan(w, true);
	r = run_of(w, &p);
	for (size_t i = 0; i < r.page.count; i++)
		if (!ad_op_sets_live(w->arena, &r.page.ops[i]))
			set_status(&r, r.page.ops[i].seq, "SUCCEEDED", true);
	assert_int_equal(check(&r, op_of(&r, t.group, true)), AD_OPS_SENT);
	DONE(w->db, ad_db_begin(w->db, true));
	row = load(w, ad_resource_row(AD_R_CAMPAIGN), t.campaign);
	row->unknown = AD_S("locations");
	DONE(w->db, ad_row_update(w->db, w->arena, row));
	DONE(w->db, ad_db_commit(w->db));
	assert_skipped(&r, op_of(&r, t.group, true), "DEPENDS_ON");
	set_status(&r, op_of(&r, t.group, true)->seq, "SUCCEEDED", true);
	assert_skipped(&r, op_of(&r, t.campaign, true), "DEPENDS_ON");
}

/* Two campaigns of 100, of which one is lowered by 30 and the other raised by 30. */
static struct ad_sync_plan plan_move(struct world *w, struct ad_str ids[2])
{
	struct ad_sync_plan p;

	for (int i = 0; i < 2; i++) {
		ids[i] = draft(w, AD_R_CAMPAIGN,
			       ad_arena_printf(w->arena,
					       "{\"name\":\"Move %d\",\"type\":\"SEARCH\",\"budget"
					       "\":%d,\"platform\":\"google\",\"locations\":[],"
					       "\"languages\":[]}",
					       i, i ? 60 : 100)
				       .p);
		pretend_pushed(w, ids[i], i ? "1" : "2");
	}
	edit(w, ids[0], "budget", "70");
	edit(w, ids[1], "budget", "90");
	p = plan(w, false);
	assert_int_equal(p.count, 2);
	assert_true(ad_str_eq(p.ops[0]->row->id, ids[0]));
	return p;
}

static struct run move(struct world *w, struct ad_str ids[2])
{
	struct ad_sync_plan p = plan_move(w, ids);

	return run_of(w, &p);
}

static void a_raise_waits_for_what_pays_for_it(void **state)
{
	struct world *w = *state;
	struct ad_str ids[2];
	struct run r = move(w, ids);
	struct ad_journal_op *raise = op_of(&r, ids[1], false);

	r.rails.max_total_daily_budget = MICROS(160);
	assert_int_equal(check(&r, op_of(&r, ids[0], false)), AD_OPS_SENT);
	assert_int_equal(check(&r, raise), AD_OPS_PENDING);
	set_status(&r, 1, "SENT", false);
	assert_int_equal(check(&r, raise), AD_OPS_PENDING);
	set_status(&r, 1, "UNKNOWN", false);
	assert_int_equal(check(&r, raise), AD_OPS_PENDING);
	set_status(&r, 1, "SUCCEEDED", true);
	assert_int_equal(check(&r, raise), AD_OPS_SENT);
}

static void a_raise_is_skipped_where_nothing_pays_for_it(void **state)
{
	static const char *const ends[] = { "FAILED", "SKIPPED", "UNKNOWN" };
	struct world *w = *state;
	struct ad_str ids[2];
	struct run r = move(w, ids);
	struct ad_journal_op *raise = op_of(&r, ids[1], false);

	r.rails.max_total_daily_budget = MICROS(160);
	set_rise(&r, 1, 0); /* as the journal records an operation without effect */
	for (size_t i = 0; i < AD_LEN(ends); i++) {
		set_status(&r, 1, ends[i], true);
		assert_skipped(&r, raise, "DEPENDS_ON");
		assert_non_null(strstr(raise->error.message.p, "maxTotalDailyBudget"));
	}
	/* The total leaves room without the decrease. */
	r.rails.max_total_daily_budget = MICROS(190);
	assert_int_equal(check(&r, raise), AD_OPS_SENT);
	/* No limit at all. */
	r.rails.max_total_daily_budget = 0;
	assert_int_equal(check(&r, raise), AD_OPS_SENT);
}

static void the_total_is_the_one_of_the_moment(void **state)
{
	struct world *w = *state;
	struct ad_str ids[2];
	struct run r = move(w, ids);
	struct ad_journal_op *raise = op_of(&r, ids[1], false);

	set_status(&r, 1, "SUCCEEDED", true);
	/* The decrease lowered the budget by only 10. */
	set_rise(&r, 1, -MICROS(10));
	r.rails.max_total_daily_budget = MICROS(180);
	assert_int_equal(check(&r, raise), AD_OPS_SENT);
	r.rails.max_total_daily_budget = MICROS(179);
	assert_skipped(&r, raise, "GUARDRAIL_VIOLATION");
	/* A Space above its limit moves the amount that it had, and no more. */
	r.rails.max_total_daily_budget = MICROS(100);
	assert_skipped(&r, raise, "GUARDRAIL_VIOLATION");
	set_rise(&r, 1, -MICROS(30));
	assert_int_equal(check(&r, raise), AD_OPS_SENT);
}

/* Ends one attempt of an operation; `done` is applied whole, `part` possibly in part. */
static void settle(struct run *r, struct ad_journal_op *op, enum ad_op_status next,
		   const char *done, const char *part)
{
	const char *const whole[] = { done, NULL }, *const half[] = { part, NULL };

	op->next = next;
	op->finished = next == AD_OPS_FAILED;
	op->done = whole;
	op->unknown = half;
	DONE(r->w->db, ad_db_begin(r->w->db, true));
	DONE(r->w->db, ad_journal_settle(r->w->db, r->w->arena, r->w->realm, ad_str(r->id), op, 1));
	DONE(r->w->db, ad_db_commit(r->w->db));
	DONE(r->w->db, ad_journal_next(r->w->db, r->w->arena, &r->page));
}

/* A change by an earlier attempt is applied, whatever the last attempt did. */
static void a_raise_of_an_earlier_attempt_counts(void **state)
{
	static const struct {
		const char *done, *part;
		bool counts;
	} rows[] = {
		{ NULL, NULL, false },    { "name", NULL, false },   { "budget", NULL, true },
		{ NULL, "budget", true }, { "endDate", NULL, true },
	};
	struct world *w = *state;
	struct ad_str ids[2];
	struct ad_sync_plan p = plan_move(w, ids);

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct run r = run_of(w, &p);
		int64_t seq = op_of(&r, ids[1], false)->seq, rise = op_of(&r, ids[1], false)->rise;
		struct ad_stmt *s;
		assert_true(rise > 0);
		settle(&r, op_of(&r, ids[1], false), AD_OPS_PENDING, rows[i].done, rows[i].part);
		settle(&r, op_of(&r, ids[1], false), AD_OPS_FAILED, NULL, NULL);
		s = ad_sql(w->db, "SELECT rise FROM sync_operations WHERE run_id = $1 AND seq = "
				  "$2");
		ad_bind_cstr(s, 1, r.id);
		ad_bind_int(s, 2, seq);
		ROW(w->db, ad_step(s));
		assert_int_equal(ad_col_int(s, 0), rows[i].counts ? rise : 0);
		ad_reset(s);
	}
}

/* A decrease pays for a raise only if the platform is known to have it in full. */
static void a_decrease_that_may_not_be_done_counts_nothing(void **state)
{
	static const struct {
		const char *done, *part;
		bool counts;
	} rows[] = {
		{ NULL, NULL, false },     { "name", NULL, false },     { "budget", NULL, true },
		{ NULL, "budget", false }, { "name", "budget", false },
	};
	struct world *w = *state;
	struct ad_str ids[2];
	struct ad_sync_plan p = plan_move(w, ids);

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct run r = run_of(w, &p);
		int64_t seq = op_of(&r, ids[0], false)->seq, rise = op_of(&r, ids[0], false)->rise;
		struct ad_stmt *s;
		assert_true(rise < 0);
		settle(&r, op_of(&r, ids[0], false), AD_OPS_FAILED, rows[i].done, rows[i].part);
		s = ad_sql(w->db, "SELECT rise FROM sync_operations WHERE run_id = $1 AND seq = "
				  "$2");
		ad_bind_cstr(s, 1, r.id);
		ad_bind_int(s, 2, seq);
		ROW(w->db, ad_step(s));
		assert_int_equal(ad_col_int(s, 0), rows[i].counts ? rise : 0);
		ad_reset(s);
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_child_waits_for_its_campaign),
		TEST(nothing_is_sent_below_what_failed),
		TEST(nothing_incomplete_goes_live),
		TEST(a_raise_waits_for_what_pays_for_it),
		TEST(a_raise_is_skipped_where_nothing_pays_for_it),
		TEST(the_total_is_the_one_of_the_moment),
		TEST(a_raise_of_an_earlier_attempt_counts),
		TEST(a_decrease_that_may_not_be_done_counts_nothing),
	};

	return on_each_database("conditions", tests);
}
