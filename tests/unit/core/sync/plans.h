/* Plans of drafts in a fresh database, without a platform. */
#ifndef TESTS_UNIT_CORE_SYNC_PLANS_H
#define TESTS_UNIT_CORE_SYNC_PLANS_H

#include "tests/unit/core/sync/drafts.h"

static inline int world_of_drafts(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	struct ad_account_spec spec = {
		.email = AD_S("a@example.com"),
		.name = AD_S("A"),
		.plan = AD_S("self-hosted"),
		.subscription = AD_S("none"),
		.currency = AD_S("USD"),
		.timezone = AD_S("UTC"),
	};
	char err[256];

	assert_non_null(w);
	assert_int_equal(fresh_database((void **)&w->d), 0);
	w->arena = ad_arena_new();
	w->secrets = ad_secrets_open(w->d->folder, err);
	w->db = open_db(w->d, AD_DB_WRITE);
	if (!w->secrets || !ad_schema_migrate(w->db, err))
		fail_msg("%s", err);
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_account_add(w->db, w->arena, w->secrets, &spec, &w->account));
	DONE(w->db, ad_db_commit(w->db));
	w->realm = (struct ad_realm){ w->account.space_id, AD_S("test") };
	*state = w;
	return 0;
}

static inline int end_of_drafts(void **state)
{
	struct world *w = *state;

	ad_db_close(w->db);
	ad_secrets_close(w->secrets);
	ad_arena_free(w->arena);
	drop_database((void **)&w->d);
	free(w);
	return 0;
}

static inline struct ad_plan_ask ask_of(struct world *w, bool activate)
{
	return (struct ad_plan_ask){
		.db = w->db,
		.arena = w->arena,
		.realm = w->realm,
		.filter = { .platforms = AD_PLATFORMS_ALL,
			    .campaigns = true,
			    .activate = activate },
		.currency = "USD",
		.rails = { .allowed_platforms = AD_PLATFORMS_ALL,
			   .max_budget_increase_percent = 50,
			   .max_campaign_daily_budget = 100000000,
			   .max_total_daily_budget = 500000000 },
		.secrets = w->secrets,
	};
}

static inline struct ad_sync_plan plan(struct world *w, bool activate)
{
	struct ad_plan_ask ask = ask_of(w, activate);
	struct ad_sync_plan p;

	DONE(w->db, ad_plan_make(&ask, &p));
	return p;
}

/* Sets the state after a push of the draft, but paused. */
static inline void pretend_pushed(struct world *w, struct ad_str id, const char *remote_id)
{
	struct ad_row *row;

	DONE(w->db, ad_db_begin(w->db, true));
	row = load(w, ad_resource_of_id(id), id);
	row->remote_id = ad_str(remote_id);
	row->synced = ad_row_sent_json(w->arena, row);
	DONE(w->db, ad_row_update(w->db, w->arena, row));
	DONE(w->db, ad_db_commit(w->db));
}

static inline bool violates(const struct ad_sync_plan *p, const char *rule)
{
	for (const struct ad_violation *v = p->violations.first; v; v = v->next)
		if (strcmp(v->rule, rule) == 0)
			return true;
	return false;
}

#endif
