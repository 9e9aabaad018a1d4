/* A pull at a page that the test controls. Only the test executes it. */
#ifndef TESTS_UNIT_CORE_SYNC_PAGES_H
#define TESTS_UNIT_CORE_SYNC_PAGES_H

#include "tests/unit/core/sync/pulls.h"

#include "sync/run/run_turn.h"

/* A run of the world's sync: the last one queued. */
struct held {
	struct world *w;
	struct ad_run run;
	struct ad_pull pull;
};

static inline void execute(struct world *w, const char *sql)
{
	DONE(w->db, ad_db_exec(w->db, sql));
}

/* The expiry of the current lease by the database's clock. */
static inline int64_t a_lease_from_now(struct world *w)
{
	int64_t now;

	DONE(w->db, ad_db_clock(w->db, &now));
	return now + AD_LEASE_TIME;
}

/* A new pull of Google, executed by this process. */
static inline void hold_pull(struct held *h, struct world *w)
{
	queue_pull(w);
	execute(w, ad_arena_printf(w->arena, "UPDATE sync_leases SET holder = '%s'",
				   ad_sync_holder(w->sync))
			   .p);
	*h = (struct held){
		.w = w,
		.run = { .sync = w->sync,
			 .realm = w->realm,
			 .arena = w->arena,
			 .platform = AD_GOOGLE,
			 .adapter = &ad_google,
			 .kind = AD_RUN_PULL,
			 .leased_until = a_lease_from_now(w),
			 .connection = { .account_id = w->customer } },
	};
	snprintf(h->run.id, sizeof(h->run.id), "%s", w->last_run);
	h->pull.place.platform = AD_GOOGLE;
	h->run.pull = &h->pull;
}

/* Takes the lease of the account for a run of some Space in a separate transaction. */
static inline bool take_turn(struct world *w, const char *run_id, bool pulls)
{
	struct ad_turn turn = {
		.realm = { AD_S("spc_other"), AD_S("test") },
		.run_id = ad_str(run_id),
		.account_id = w->customer,
		.platform = AD_GOOGLE,
		.pulls = pulls,
	};
	bool has = false;
	int64_t waits;

	DONE(w->db, ad_turn_take(w->db, &turn, a_lease_from_now(w), &has, &waits));
	return has;
}

/* The same for the run itself: from then on the run assumes that it holds the lease. */
static inline void take_own_turn(struct held *h)
{
	struct ad_turn turn = {
		.realm = h->run.realm,
		.run_id = ad_str(h->run.id),
		.account_id = h->run.connection.account_id,
		.platform = AD_GOOGLE,
		.pulls = h->run.kind == AD_RUN_PULL,
	};
	bool has = false;
	int64_t waits;

	DONE(h->w->db, ad_turn_take(h->w->db, &turn, h->run.leased_until, &has, &waits));
	assert_true(has);
	h->run.turns.held = 1u << AD_GOOGLE;
}

/* An operation of a run of the world's Space, in that state on Google. */
static inline void journal(struct world *w, const char *run_id, const char *status)
{
	struct ad_stmt *s = ad_sql(
		w->db, "INSERT INTO sync_operations (space_id, environment, run_id, seq, op,"
		       " resource, object_id, platform, object_version, changes, budget_delta,"
		       " status, attempts, sent_at, finished_at) VALUES ($1, $2, $3, 1, 'CREATE',"
		       " 'campaign', 'cmp_1', 'google', 1, '[]', 0, $4, 1, 1, 0)");

	ad_bind(s, 1, w->realm.space_id);
	ad_bind(s, 2, w->realm.environment);
	ad_bind_cstr(s, 3, run_id);
	ad_bind_cstr(s, 4, status);
	DONE(w->db, ad_step(s));
}

/* The number of the run's leases, held or waited for. */
static inline int turns(struct held *h)
{
	return (int)number_of(h->w, ad_arena_printf(h->w->arena,
						    "SELECT COUNT(*) FROM sync_turns WHERE run_id ="
						    " '%s'",
						    h->run.id)
					    .p);
}

#endif
