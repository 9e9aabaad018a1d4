/* What takes a push back: the inverse of each operation, how much of it that is, and its plan. */
#include "tests/unit/core/call/runs.h"

#define RUN "syn_1"

static int seq;

/* An operation of the run as it was carried out: JSON as it wanted and found it. */
static void carried_out(struct desk *d, const char *op, const struct ad_row *row,
			const char *changed, const char *want)
{
	struct ad_stmt *s = ad_sql(
		d->db, "INSERT INTO sync_operations (space_id, environment, run_id, seq, op,"
		       " resource, object_id, platform, object_version, changes, budget_delta,"
		       " status, attempts, sent_at, finished_at, changed, want, synced) VALUES"
		       " ($1, 'test', '" RUN "', $2, $3, $4, $5, 'google', 1, '[]', 0, 'SUCCEEDED',"
		       " 1, 1, 1, $6, $7, $8)");

	ad_bind_cstr(s, 1, d->call.space.id);
	ad_bind_int(s, 2, ++seq);
	ad_bind_cstr(s, 3, op);
	ad_bind_cstr(s, 4, row->res->name);
	ad_bind(s, 5, row->id);
	ad_bind_cstr(s, 6, changed);
	ad_bind_cstr(s, 7, want);
	ad_bind(s, 8, row->synced);
	GOOD(d->db, ad_step(s) == AD_DB_DONE);
}

static void sent(struct desk *d, const char *sql)
{
	execute(d, text_of(d, "UPDATE sync_operations SET %s WHERE run_id = '" RUN "'", sql));
}

/* A campaign that the run raised from 20 to 25, and is drafted at `now`. */
static const char *raised(struct desk *d, const char *name, const char *now)
{
	const char *id = make_campaign(d, name, "google");
	struct ad_row *before, *row;

	pushed(d, AD_R_CAMPAIGN, id);
	carried_out(d, "UPDATE", row_at(d, AD_R_CAMPAIGN, id), "budget", "{\"budget\":25}");
	assert_true(ad_object_patch(fresh(d), ad_resource_row(AD_R_CAMPAIGN), ad_str(id),
				    json_of(d->arena, "{\"budget\":25}"), &before, &row));
	pushed(d, AD_R_CAMPAIGN, id);
	if (now)
		assert_true(ad_object_patch(fresh(d), ad_resource_row(AD_R_CAMPAIGN), ad_str(id),
					    json_of(d->arena, now), &before, &row));
	return id;
}

/* Takes it back on the writer's side. */
static const char *revert(struct desk *d)
{
	struct ad_call *call = ask(d, AD_V_REVERT, NULL);

	call->id = AD_S(RUN);
	ad_sync_revert_write(call);
	return outcome(d);
}

/* "FULL" of it as a whole, then "OP COVERAGE REASON" of each operation that is told. */
static const char *coverage(struct desk *d)
{
	struct ad_text text = ad_text_on(d->arena);
	const cJSON *one, *data = data_of(d);

	ad_text_add(&text, ad_json_get_text(data, "coverage"));
	cJSON_ArrayForEach(one, ad_json_get(data, "operations"))
	{
		ad_text_addf(&text, "; %s %s", ad_json_get_text(one, "op").p,
			     ad_json_get_text(one, "coverage").p);
		if (ad_json_get_text(one, "reason").n)
			ad_text_addf(&text, " %s", ad_json_get_text(one, "reason").p);
	}
	return ad_text_str(&text).p;
}

static int64_t budget(struct desk *d, const char *id)
{
	return ad_row_value(row_at(d, AD_R_CAMPAIGN, id), "budget")->i / 1000000;
}

static int run_up(void **state)
{
	static const struct ad_config config = { .sandbox = "auto",
						 .public_url = "http://127.0.0.1:1" };
	int failed = desk_up(state);
	struct desk *d = *state;

	d->core.config = &config;
	seq = 0;
	keep_run(*state, RUN, "PUSH", "SUCCEEDED");
	return failed;
}

#define pushed_test(f) cmocka_unit_test_setup_teardown(f, run_up, desk_down)

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
	/* The plan is kept as one that the caller was shown. */
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
	/* What the run did to it after that goes with it, and is not told. */
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
	}
	d->call.door = AD_DOOR_API;
}

static void what_cannot_be_taken_back_says_why_and_the_rest_goes_on(void **state)
{
	struct desk *d = *state;
	const char *a = raised(d, "A", NULL), *b = raised(d, "B", NULL);

	removed(d, a);
	assert_string_equal(revert(d), "");
	assert_string_equal(coverage(d), "PARTIAL; UPDATE NONE REMOVED; UPDATE FULL");
	assert_int_equal(budget(d, b), 20);
	/* A second time there is nothing more to change. */
	sent(d, "status = 'UNKNOWN'");
	assert_string_equal(revert(d), "");
	assert_string_equal(coverage(d), "NONE; UPDATE NONE UNSETTLED; UPDATE NONE UNSETTLED");
	assert_true(cJSON_IsNull(ad_json_get(data_of(d), "planHash")));
	sent(d, "status = 'SUCCEEDED', op = 'UPLOAD'");
	assert_string_equal(revert(d), "");
	assert_string_equal(coverage(d),
			    "NONE; UPLOAD NONE NOT_REVERSIBLE; UPLOAD NONE NOT_REVERSIBLE");
	/* What was not carried out has nothing to it. */
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		pushed_test(what_was_changed_is_changed_back_unless_it_was_edited_since),
		pushed_test(what_was_made_is_to_be_removed),
		pushed_test(what_was_removed_is_drafted_anew_and_never_enabled_by_the_connector),
		pushed_test(what_cannot_be_taken_back_says_why_and_the_rest_goes_on),
		pushed_test(what_is_refused_drafts_nothing),
		pushed_test(only_checked_it_tells_the_same_and_drafts_nothing),
	};

	return on_each_database("sync_revert", tests);
}
