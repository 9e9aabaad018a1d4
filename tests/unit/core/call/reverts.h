/* For the tests of reverts: a run with operations as executed, and its revert. */
#ifndef TESTS_UNIT_CORE_CALL_REVERTS_H
#define TESTS_UNIT_CORE_CALL_REVERTS_H

#include "tests/unit/core/call/runs.h"

#include "call/sync/sync_steps.h"

#define RUN "syn_1"

static int seq;

/* An operation of the run as executed: JSON of the wanted and the found values. */
static inline void carried_out(struct desk *d, const char *op, const struct ad_row *row,
			       const char *changed, const char *want)
{
	struct ad_stmt *s = ad_sql(
		d->db, "INSERT INTO sync_operations (space_id, environment, run_id, seq, op,"
		       " resource, object_id, platform, object_version, changes, budget_delta,"
		       " status, attempts, sent_at, finished_at, changed, want, synced, known_ids,"
		       " stood) VALUES ($1, 'test', '" RUN "', $2, $3, $4, $5, 'google', 1, '[]',"
		       " 0, 'SUCCEEDED', 1, 1, 1, $6, $7, $8, '[]', $9)");

	ad_bind_cstr(s, 1, d->call.space.id);
	ad_bind_int(s, 2, ++seq);
	ad_bind_cstr(s, 3, op);
	ad_bind_cstr(s, 4, row->res->name);
	ad_bind(s, 5, row->id);
	ad_bind_cstr(s, 6, changed);
	ad_bind_cstr(s, 7, want);
	ad_bind(s, 8, row->synced);
	if (strcmp(op, "REMOVE") == 0)
		ad_bind_cstr(s, 9, "{\"links\":[],\"below\":[],\"cut\":false}");
	GOOD(d->db, ad_step(s) == AD_DB_DONE);
}

static inline void sent(struct desk *d, const char *sql)
{
	execute(d, text_of(d, "UPDATE sync_operations SET %s WHERE run_id = '" RUN "'", sql));
}

/* A campaign that the run raised from 20 to 25, and is drafted at `now`. */
static inline const char *raised(struct desk *d, const char *name, const char *now)
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

/* The steps that follow, all on the desk's connection; at most `most` of them. */
static inline void take_steps(struct desk *d, int most)
{
	struct ad_call *call = &d->call;

	while (call->next && call->next != ad_sync_woken && most-- > 0) {
		ad_step_fn *step = call->next;
		call->next = NULL;
		step(call);
	}
}

/* Reverts it on the writer's side. */
static inline const char *revert(struct desk *d)
{
	struct ad_call *call = ask(d, AD_V_REVERT, NULL);

	call->id = AD_S(RUN);
	/* The Space that an earlier call read is gone with that call. */
	call->space.blocked_terms = "[]";
	ad_sync_revert_write(call);
	take_steps(d, 1000);
	return outcome(d);
}

/* "FULL" for the whole revert, then "OP COVERAGE REASON" of each listed operation. */
static inline const char *coverage(struct desk *d)
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

static inline int64_t budget(struct desk *d, const char *id)
{
	return ad_row_value(row_at(d, AD_R_CAMPAIGN, id), "budget")->i / 1000000;
}

static inline int run_up(void **state)
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

#endif
