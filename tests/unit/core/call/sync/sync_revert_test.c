/* Reverting a push: the inverse of each operation, its coverage, and the plan. */
#include "tests/unit/core/call/reverts.h"

static void what_was_changed_is_changed_back_unless_it_was_edited_since(void **state)
{
	struct desk *d = *state;
	const char *a = raised(d, "A", NULL), *b = raised(d, "B", "{\"budget\":26}");
	const char *c = raised(d, "C", "{\"name\":\"C!\"}"), *e = raised(d, "E", "{\"budget\":20}");

	assert_string_equal(revert(d), "");
	assert_string_equal(coverage(d), "PARTIAL; UPDATE FULL; UPDATE NONE EDITED_SINCE; UPDATE "
					 "FULL; UPDATE FULL");
	assert_int_equal(budget(d, a), 20);
	assert_int_equal(budget(d, b), 26);
	assert_int_equal(budget(d, c), 20);
	assert_int_equal(budget(d, e), 20);
	assert_true(ad_str_is(ad_row_text(row_at(d, AD_R_CAMPAIGN, c), "name"), "C!"));
	assert_int_equal(d->call.http_status, 201);
	/* The plan is stored as one that the caller was shown. */
	assert_int_equal(number_of(d, "SELECT count(*) FROM sync_previews WHERE filters IS NOT"
				      " NULL"),
			 1);
	assert_int_equal(ad_json_get_text(data_of(d), "planHash").n, 64);
	assert_int_equal(number_of(d, "SELECT count(*) FROM history WHERE verb = 'REVERT'"), 1);
}

static void what_was_made_is_to_be_removed(void **state)
{
	struct desk *d = *state;
	const char *c = make_campaign(d, "A", "google"), *g = make_group(d, c, "G");

	pushed(d, AD_R_CAMPAIGN, c);
	pushed(d, AD_R_AD_GROUP, g);
	carried_out(d, "CREATE", row_at(d, AD_R_CAMPAIGN, c), "", "{}");
	/* A later change by the same run is covered by it, and not listed. */
	carried_out(d, "UPDATE", row_at(d, AD_R_CAMPAIGN, c), "budget", "{\"budget\":20}");
	assert_string_equal(revert(d), "");
	assert_string_equal(coverage(d), "FULL; REMOVE FULL");
	assert_int_equal(row_at(d, AD_R_CAMPAIGN, c)->state, AD_PENDING_REMOVAL);
	assert_int_equal(row_at(d, AD_R_AD_GROUP, g)->state, AD_PENDING_REMOVAL);
	int64_t removes = 0;
	assert_true(
		ad_json_int64(ad_json_get(ad_json_get(data_of(d), "totals"), "removes"), &removes));
	assert_true(removes >= 1);
}

static struct ad_row *removed(struct desk *d, const char *id)
{
	struct ad_row *row = row_at(d, AD_R_CAMPAIGN, id);

	row->removed = true;
	GOOD(d->db, ad_row_update(d->db, d->arena, row) == AD_DB_DONE);
	return row_at(d, AD_R_CAMPAIGN, id);
}

static void discard(struct desk *d, struct ad_str id)
{
	struct ad_row *row;

	assert_true(ad_object_delete(fresh(d), ad_resource_row(AD_R_CAMPAIGN), id, true, &row));
}

static void what_was_removed_is_drafted_anew_and_never_enabled_by_the_connector(void **state)
{
	struct desk *d = *state;
	const char *a = make(d, AD_R_CAMPAIGN,
			     "{\"name\":\"A\",\"type\":\"SEARCH\",\"budget\":20,\"platform\":"
			     "\"google\",\"status\":\"ENABLED\"}");
	const cJSON *told;
	struct ad_row *row;

	pushed(d, AD_R_CAMPAIGN, a);
	carried_out(d, "REMOVE", removed(d, a), "", "{}");
	for (int connector = 0; connector < 2; connector++) {
		d->call.door = connector ? AD_DOOR_MCP : AD_DOOR_API;
		assert_string_equal(revert(d), "");
		told = ad_json_get(data_of(d), "operations")->child;
		row = row_at(d, AD_R_CAMPAIGN, ad_json_get_text(told, "draftId").p);
		assert_string_equal(coverage(d), connector ? "PARTIAL; CREATE PARTIAL "
							     "NOT_BY_CONNECTOR"
							   : "FULL; CREATE FULL");
		assert_true(
			ad_str_is(ad_row_text(row, "status"), connector ? "PAUSED" : "ENABLED"));
		assert_int_equal(row->state, AD_STAGED);
		assert_null(row->remote_id.p);
		assert_int_equal(row_at(d, AD_R_CAMPAIGN, a)->state, AD_REMOVED);
		/* While the draft exists, no second one is created. */
		assert_string_equal(revert(d), "409 REVERTED");
		discard(d, row->id);
	}
	d->call.door = AD_DOOR_API;
}

static void raise_to(struct desk *d, const char *id, int budget)
{
	struct ad_row *before, *row;

	assert_true(ad_object_patch(fresh(d), ad_resource_row(AD_R_CAMPAIGN), ad_str(id),
				    json_of(d->arena, text_of(d, "{\"budget\":%d}", budget)),
				    &before, &row));
}

static void what_cannot_be_taken_back_says_why_and_the_rest_goes_on(void **state)
{
	struct desk *d = *state;
	const char *a = raised(d, "A", NULL), *b = raised(d, "B", NULL);

	removed(d, a);
	assert_string_equal(revert(d), "");
	assert_string_equal(coverage(d), "PARTIAL; UPDATE NONE REMOVED; UPDATE FULL");
	assert_int_equal(budget(d, b), 20);
	assert_string_equal(revert(d), "409 REVERTED");
	/* Edited back, it is as the run left it: nothing to revert. */
	raise_to(d, b, 25);
	sent(d, "status = 'UNKNOWN'");
	assert_string_equal(revert(d), "");
	assert_string_equal(coverage(d), "NONE; UPDATE NONE UNSETTLED; UPDATE NONE UNSETTLED");
	assert_true(cJSON_IsNull(ad_json_get(data_of(d), "planHash")));
	sent(d, "status = 'SUCCEEDED', op = 'UPLOAD'");
	assert_string_equal(revert(d), "");
	assert_string_equal(coverage(d),
			    "NONE; UPLOAD NONE NOT_REVERSIBLE; UPLOAD NONE NOT_REVERSIBLE");
	/* An operation that was not executed has nothing to revert. */
	sent(d, "status = 'FAILED', op = 'UPDATE'");
	assert_string_equal(revert(d), "");
	assert_string_equal(coverage(d), "NONE");
}

static void what_is_refused_drafts_nothing(void **state)
{
	static const struct {
		const char *sql, *outcome;
	} rows[] = {
		{ "mode = 'PULL'", "409 NOT_A_PUSH" },
		{ "mode = 'PUSH', status = 'RUNNING'", "409 NOT_ENDED" },
		{ "status = 'AWAITING_APPROVAL'", "409 NOT_ENDED" },
		{ "status = 'PARTIAL', environment = 'live'", "404" },
		{ "environment = 'test', space_id = 'spc_other'", "404" },
	};
	struct desk *d = *state;
	const char *a = raised(d, "A", NULL);

	d->call.scopes = AD_SYNC_WRITE;
	assert_string_equal(revert(d), "403");
	assert_int_equal(d->call.required_scopes, ad_resource_row(AD_R_CAMPAIGN)->write_scope);
	d->call.scopes = AD_SCOPES_ALL;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		execute(d, text_of(d, "UPDATE sync_runs SET %s", rows[i].sql));
		assert_string_equal(revert(d), rows[i].outcome);
	}
	assert_int_equal(budget(d, a), 25);
	assert_int_equal(number_of(d, "SELECT count(*) FROM sync_previews"), 0);
}

static void only_checked_it_tells_the_same_and_drafts_nothing(void **state)
{
	struct desk *d = *state;
	const char *a = raised(d, "A", NULL), *b = raised(d, "B", "{\"budget\":26}");
	const char *c = make_campaign(d, "C", "google");

	pushed(d, AD_R_CAMPAIGN, c);
	carried_out(d, "CREATE", row_at(d, AD_R_CAMPAIGN, c), "", "{}");
	d->call.validate_only = true;
	assert_string_equal(revert(d), "");
	d->call.validate_only = false;
	assert_string_equal(coverage(d), "PARTIAL; UPDATE FULL; UPDATE NONE EDITED_SINCE; REMOVE "
					 "FULL");
	assert_int_equal(d->call.http_status, 200);
	assert_true(cJSON_IsNull(ad_json_get(data_of(d), "planHash")));
	assert_int_equal(budget(d, a), 25);
	assert_int_equal(budget(d, b), 26);
	assert_int_equal(row_at(d, AD_R_CAMPAIGN, c)->state, AD_SYNCED);
	assert_int_equal(number_of(d, "SELECT count(*) FROM sync_previews"), 0);
	assert_int_equal(number_of(d, "SELECT count(*) FROM history WHERE verb = 'REVERT'"), 0);
}

/*
 * --- partial effects of operations that did not succeed
 * -----------------------------------------
 */

static void a_failed_update_goes_back_with_what_of_it_stands(void **state)
{
	static const struct {
		const char *sql, *coverage;
		int budget;
	} rows[] = {
		{ "steps = NULL", "NONE", 25 },
		{ "steps = '[{\"status\":\"FAILED\",\"pieces\":[]}]'", "NONE", 25 },
		{ "done = 'budget'", "FULL; UPDATE FULL", 20 },
		{ "status = 'SKIPPED', done = 'budget'", "FULL; UPDATE FULL", 20 },
		/*
		 * For a field that may be applied in part the plan must send all of it; here it
		 * does.
		 */
		{ "done = NULL, part = 'budget'", "FULL; UPDATE FULL", 20 },
		/* The applied fields are unknown: the same. */
		{ "part = NULL, steps = '[{\"status\":\"SUCCEEDED\",\"pieces\":[]}]'",
		  "FULL; UPDATE FULL", 20 },
	};
	struct desk *d = *state;
	const char *a = raised(d, "A", NULL);

	sent(d, "status = 'FAILED'");
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		sent(d, rows[i].sql);
		assert_string_equal(revert(d), "");
		assert_string_equal(coverage(d), rows[i].coverage);
		assert_int_equal(budget(d, a), rows[i].budget);
		raise_to(d, a, 25);
	}
}

/* The fields of a row as sent, but for the budget. */
static struct ad_str with_budget(struct desk *d, struct ad_row *row, int64_t amount)
{
	struct ad_row other = *row;

	*ad_row_value(&other, "budget") =
		(struct ad_value){ .kind = AD_INT, .i = amount * 1000000 };
	return ad_row_sent_json(d->arena, &other);
}

static void a_field_that_the_plan_does_not_send_is_not_taken_back(void **state)
{
	struct desk *d = *state;
	const char *a = raised(d, "A", NULL);
	struct ad_row *row;

	/* As far as known the platform has 20: the plan has nothing to send. */
	row = row_at(d, AD_R_CAMPAIGN, a);
	execute(d, text_of(d, "UPDATE campaigns SET synced = '%.*s' WHERE id = '%s'",
			   AD_FMT(with_budget(d, row, 20)), a));
	sent(d, "status = 'FAILED', part = 'budget'");
	assert_string_equal(revert(d), "");
	assert_string_equal(coverage(d), "PARTIAL; UPDATE PARTIAL HALF_DONE");
	assert_int_equal(budget(d, a), 20);
	/* A person edited it back: nothing was drafted, and a part may still be applied. */
	execute(d, "UPDATE sync_runs SET reverted = NULL");
	assert_string_equal(revert(d), "");
	assert_string_equal(coverage(d), "NONE; UPDATE NONE HALF_DONE");
	d->call.validate_only = true;
	assert_string_equal(revert(d), "");
	d->call.validate_only = false;
	assert_string_equal(coverage(d), "NONE; UPDATE NONE HALF_DONE");
}

static void a_half_made_object_is_removed_and_one_of_a_later_run_is_not(void **state)
{
	struct desk *d = *state;
	const char *a = make_campaign(d, "A", "google"), *b = make_campaign(d, "B", "google");
	const char *c = make_campaign(d, "C", "google");

	pushed(d, AD_R_CAMPAIGN, a);
	pushed(d, AD_R_CAMPAIGN, b);
	pushed(d, AD_R_CAMPAIGN, c);
	carried_out(d, "CREATE", row_at(d, AD_R_CAMPAIGN, a), "", "{}");
	carried_out(d, "CREATE", row_at(d, AD_R_CAMPAIGN, b), "", "{}");
	carried_out(d, "CREATE", row_at(d, AD_R_CAMPAIGN, c), "", "{}");
	sent(d, "status = 'FAILED'");
	execute(d, "UPDATE sync_operations SET remote_id = (SELECT remote_id FROM campaigns WHERE"
		   " campaigns.id = object_id) WHERE seq = 1");
	execute(d, "UPDATE sync_operations SET steps = '[{\"status\":\"SUCCEEDED\",\"pieces\":"
		   "[{\"kind\":\"post\",\"remoteId\":\"t3_1\"}]}]' WHERE seq = 2");
	assert_string_equal(revert(d), "");
	assert_string_equal(coverage(d), "PARTIAL; REMOVE FULL; REMOVE NONE HALF_DONE");
	assert_int_equal(row_at(d, AD_R_CAMPAIGN, a)->state, AD_PENDING_REMOVAL);
	assert_int_equal(row_at(d, AD_R_CAMPAIGN, b)->state, AD_SYNCED);
	assert_int_equal(row_at(d, AD_R_CAMPAIGN, c)->state, AD_SYNCED);
}

/* --- one revert, one successor ---------------------------------------------------------------- */

static void a_second_revert_is_told_the_first(void **state)
{
	struct desk *d = *state;
	const char *a = raised(d, "A", NULL);

	assert_string_equal(revert(d), "");
	struct ad_str id = ad_arena_copy(d->arena, ad_json_get_text(data_of(d), "id"));
	assert_true(ad_id_valid("rev", id));
	assert_string_equal(revert(d), "409 REVERTED");
	const cJSON *first = ad_json_get(
		json_of(d->arena, text_of(d, "{%.*s}", AD_FMT(d->call.details))), "revertedBy");
	assert_true(ad_str_eq(ad_json_get_text(first, "id"), id));
	assert_true(ad_str_is(ad_json_get_text(first, "coverage"), "FULL"));
	assert_true(ad_str_is(ad_json_text(ad_json_get(first, "drafts")->child), a));
	d->call.validate_only = true;
	assert_string_equal(revert(d), "409 REVERTED");
	d->call.validate_only = false;
	/* Pushed, it stands. */
	pushed(d, AD_R_CAMPAIGN, a);
	assert_string_equal(revert(d), "409 REVERTED");
	assert_int_equal(number_of(d, "SELECT count(*) FROM history WHERE verb = 'REVERT'"), 1);
	/* Edited back, it does not. */
	raise_to(d, a, 25);
	assert_string_equal(revert(d), "");
	assert_false(ad_str_eq(ad_json_get_text(data_of(d), "id"), id));
	assert_int_equal(budget(d, a), 20);
}

static void a_removed_object_has_one_successor(void **state)
{
	struct desk *d = *state;
	const char *a = make_campaign(d, "A", "meta");
	const cJSON *told;

	pushed(d, AD_R_CAMPAIGN, a);
	carried_out(d, "REMOVE", removed(d, a), "", "{}");
	assert_string_equal(revert(d), "");
	struct ad_str draft = ad_arena_copy(
		d->arena,
		ad_json_get_text(ad_json_get(data_of(d), "operations")->child, "draftId"));
	/* As another run's revert of the same removal would find it. */
	execute(d, "UPDATE sync_runs SET reverted = NULL");
	execute(d, "UPDATE sync_operations SET inverse_id = NULL");
	assert_string_equal(revert(d), "");
	assert_string_equal(coverage(d), "NONE; CREATE NONE REPLACED");
	told = ad_json_get(data_of(d), "operations")->child;
	assert_true(ad_str_eq(ad_json_get_text(told, "draftId"), draft));
	/* When the draft was pushed and removed too, the next one takes its place. */
	pushed(d, AD_R_CAMPAIGN, draft.p);
	removed(d, draft.p);
	assert_string_equal(revert(d), "");
	assert_string_equal(coverage(d), "FULL; CREATE FULL");
	assert_int_equal(number_of(d, "SELECT count(*) FROM sync_successors"), 2);
	assert_int_equal(number_of(d, "SELECT count(*) FROM campaigns WHERE sync_state = 'STAGED'"),
			 1);
}

static void a_name_that_was_taken_is_refused_whoever_drafts(void **state)
{
	static const char *const platforms[] = { "google", "microsoft" };
	struct desk *d = *state;

	for (size_t i = 0; i < AD_LEN(platforms); i++) {
		const char *a = make_campaign(d, "Same", platforms[i]);
		pushed(d, AD_R_CAMPAIGN, a);
		carried_out(d, "REMOVE", removed(d, a), "", "{}");
		make_campaign(d, "Same", platforms[i]);
	}
	assert_string_equal(revert(d), "");
	assert_string_equal(coverage(d), "NONE; CREATE NONE DUPLICATE_NAME; CREATE NONE "
					 "DUPLICATE_NAME");
	assert_int_equal(number_of(d, "SELECT count(*) FROM campaigns WHERE sync_state = 'STAGED'"),
			 2);
	assert_int_equal(number_of(d, "SELECT count(*) FROM sync_successors"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		pushed_test(what_was_changed_is_changed_back_unless_it_was_edited_since),
		pushed_test(what_was_made_is_to_be_removed),
		pushed_test(what_was_removed_is_drafted_anew_and_never_enabled_by_the_connector),
		pushed_test(what_cannot_be_taken_back_says_why_and_the_rest_goes_on),
		pushed_test(what_is_refused_drafts_nothing),
		pushed_test(only_checked_it_tells_the_same_and_drafts_nothing),
		pushed_test(a_failed_update_goes_back_with_what_of_it_stands),
		pushed_test(a_field_that_the_plan_does_not_send_is_not_taken_back),
		pushed_test(a_half_made_object_is_removed_and_one_of_a_later_run_is_not),
		pushed_test(a_second_revert_is_told_the_first),
		pushed_test(a_removed_object_has_one_successor),
		pushed_test(a_name_that_was_taken_is_refused_whoever_drafts),
	};

	return on_each_database("sync_revert", tests);
}
