/* Reverting a run of more operations than one transaction drafts. */
#include "tests/unit/core/call/reverts.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "sync/lease/holder.h"

#define MANY 1001    /* operations; a transaction drafts 1,000 */
#define FIRST_PART 7 /* steps until the first part is committed, and not the second */

/* Campaigns whose budget the run raised from 20 to 25. */
static void raise_many(struct desk *d, const char *ids[static MANY])
{
	for (int i = 0; i < MANY; i++)
		ids[i] = raised(d, text_of(d, "Campaign %d", i), NULL);
}

static int64_t lowered(struct desk *d)
{
	return number_of(d, "SELECT count(*) FROM campaigns WHERE budget = 20000000");
}

/* The first steps of a revert, as if the server had stopped after them. */
static void begin(struct desk *d, int steps)
{
	struct ad_call *call = ask(d, AD_V_REVERT, NULL);

	call->id = AD_S(RUN);
	ad_sync_revert_write(call);
	take_steps(d, steps);
	assert_string_equal(outcome(d), "");
}

/* Puts off the time at which a revert counts as interrupted, however slow the machine is. */
static void put_off(struct desk *d)
{
	execute(d,
		"UPDATE sync_runs SET reverted = replace(reverted, '\"until\":1', '\"until\":8')");
}

static void expire(struct desk *d)
{
	execute(d, "UPDATE sync_runs SET reverted = replace(reverted, '\"until\":', '\"until\":1,"
		   "\"was\":')");
}

static void a_large_run_is_drafted_in_parts(void **state)
{
	struct desk *d = *state;
	static const char *ids[MANY];

	raise_many(d, ids);
	begin(d, FIRST_PART);
	assert_int_equal(lowered(d), 1000);
	assert_non_null(d->call.next);
	take_steps(d, 1000);
	assert_string_equal(outcome(d), "");
	assert_int_equal(lowered(d), MANY);
	assert_int_equal(d->call.http_status, 201);
	assert_int_equal(cJSON_GetArraySize(ad_json_get(data_of(d), "operations")), MANY);
	assert_true(ad_str_is(ad_json_get_text(data_of(d), "coverage"), "FULL"));
	assert_int_equal(ad_json_get_text(data_of(d), "planHash").n, 64);
	assert_int_equal(number_of(d, "SELECT count(*) FROM history WHERE verb = 'REVERT'"), 1);
	assert_int_equal(number_of(d, "SELECT count(*) FROM sync_runs WHERE reverted LIKE"
				      " '%FULL%' AND reverted NOT LIKE '%until%'"),
			 1);
	assert_string_equal(revert(d), "409 REVERTED");
	/* The texts of the operations are not kept: they alone would take more. */
	assert_true(ad_arena_used(d->call.arena) < (size_t)MANY * 4096);
}

static void meanwhile_a_second_revert_is_refused(void **state)
{
	struct desk *d = *state;
	static const char *ids[MANY];

	raise_many(d, ids);
	begin(d, FIRST_PART);
	put_off(d);
	assert_string_equal(revert(d), "409 REVERTED");
	assert_int_equal(d->call.retry_after, 1);
	assert_null(strstr(d->call.details.p, "until"));
	assert_int_equal(lowered(d), 1000);
}

static void an_interrupted_revert_is_continued(void **state)
{
	struct desk *d = *state;
	static const char *ids[MANY];

	raise_many(d, ids);
	begin(d, FIRST_PART);
	int64_t edits = number_of(d, "SELECT count(*) FROM history WHERE verb = 'UPDATE'");
	expire(d);
	assert_string_equal(revert(d), "");
	assert_int_equal(lowered(d), MANY);
	assert_int_equal(number_of(d, "SELECT count(*) FROM history WHERE verb = 'UPDATE'"),
			 edits + MANY - 1000);
	assert_true(ad_str_is(ad_json_get_text(data_of(d), "coverage"), "FULL"));
	assert_int_equal(cJSON_GetArraySize(ad_json_get(data_of(d), "operations")), MANY);
	int64_t updates = 0;
	assert_true(
		ad_json_int64(ad_json_get(ad_json_get(data_of(d), "totals"), "updates"), &updates));
	assert_int_equal(updates, MANY);
	assert_string_equal(revert(d), "409 REVERTED");
}

/* The name of a process that has ended. */
static void name_the_dead(char out[static 128])
{
	int ends[2];
	pid_t pid;

	assert_int_equal(pipe(ends), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		ad_holder_self(out);
		_exit(write(ends[1], out, 128) == 128 ? 0 : 1);
	}
	assert_int_equal(read(ends[0], out, 128), 128);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	close(ends[0]);
	close(ends[1]);
}

static void a_revert_whose_server_has_ended_is_continued_at_once(void **state)
{
	struct desk *d = *state;
	static const char *ids[MANY];
	char self[128], dead[128];

	raise_many(d, ids);
	begin(d, FIRST_PART);
	put_off(d);
	assert_string_equal(revert(d), "409 REVERTED");
	ad_holder_self(self);
	name_the_dead(dead);
	execute(d, text_of(d, "UPDATE sync_runs SET reverted = replace(reverted, '%s', '%s')", self,
			   dead));
	assert_string_equal(revert(d), "");
	assert_int_equal(lowered(d), MANY);
	assert_int_equal(number_of(d, "SELECT count(*) FROM sync_runs WHERE reverted LIKE"
				      " '%FULL%' AND reverted NOT LIKE '%holder%'"),
			 1);
	assert_string_equal(revert(d), "409 REVERTED");
}

/* Of a run that fits into one transaction: only its plan is missing. */
static void a_small_one_without_its_plan_is_continued(void **state)
{
	struct desk *d = *state;
	const char *a = raised(d, "A", NULL), *c = make_campaign(d, "C", "google");
	struct ad_row *row;

	pushed(d, AD_R_CAMPAIGN, c);
	row = row_at(d, AD_R_CAMPAIGN, c);
	row->removed = true;
	GOOD(d->db, ad_row_update(d->db, d->arena, row) == AD_DB_DONE);
	carried_out(d, "REMOVE", row_at(d, AD_R_CAMPAIGN, c), "", "{}");
	begin(d, 1);
	put_off(d);
	assert_int_equal(number_of(d, "SELECT count(*) FROM sync_previews"), 0);
	assert_string_equal(revert(d), "409 REVERTED");
	expire(d);
	assert_string_equal(revert(d), "");
	assert_string_equal(coverage(d), "FULL; UPDATE FULL; CREATE FULL");
	assert_int_equal(budget(d, a), 20);
	assert_int_equal(number_of(d, "SELECT count(*) FROM campaigns WHERE sync_state = 'STAGED'"),
			 1);
	assert_int_equal(number_of(d, "SELECT count(*) FROM sync_previews"), 1);
}

static void what_a_guardrail_refuses_is_refused_before_anything_is_drafted(void **state)
{
	struct desk *d = *state;
	static const char *ids[MANY];
	const char *dear;
	struct ad_row *row;

	raise_many(d, ids);
	dear = make(d, AD_R_CAMPAIGN,
		    "{\"name\":\"Dear\",\"type\":\"SEARCH\",\"budget\":40,\"platform\":"
		    "\"google\"}");
	pushed(d, AD_R_CAMPAIGN, dear);
	row = row_at(d, AD_R_CAMPAIGN, dear);
	row->removed = true;
	GOOD(d->db, ad_row_update(d->db, d->arena, row) == AD_DB_DONE);
	carried_out(d, "REMOVE", row_at(d, AD_R_CAMPAIGN, dear), "", "{}");
	d->call.space.max_campaign_daily_budget = 30000000;
	assert_string_equal(revert(d), "422");
	assert_int_equal(lowered(d), 0);
	assert_int_equal(number_of(d, "SELECT count(*) FROM sync_runs WHERE reverted IS NOT NULL"),
			 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		pushed_test(a_large_run_is_drafted_in_parts),
		pushed_test(meanwhile_a_second_revert_is_refused),
		pushed_test(an_interrupted_revert_is_continued),
		pushed_test(a_revert_whose_server_has_ended_is_continued_at_once),
		pushed_test(a_small_one_without_its_plan_is_continued),
		pushed_test(what_a_guardrail_refuses_is_refused_before_anything_is_drafted),
	};

	return on_each_database("revert_step", tests);
}
