/*
 * For the tests of endpoints: a handler called without a server, its steps run one after the other
 * on the database of a world.
 */
#ifndef TESTS_UNIT_OAUTH_AT_DOOR_H
#define TESTS_UNIT_OAUTH_AT_DOOR_H

#include "tests/unit/core/auth/world.h"

#include "tests/support/exchange.h"

#include "base/json_read.h"

/* A request at an endpoint of the world's; headers and body are the caller's to add. */
static inline struct ad_exchange *at_door(struct world *w, struct asked *a, const char *method,
					  const char *path)
{
	struct ad_exchange *x = ask(a, w->arena, method, path);

	a->core.auth = w->auth;
	a->core.limits = ad_auth_limits(w->auth);
	x->call.db = w->db;
	return x;
}

/* Runs the steps that a handler named, to the reply: writes in a transaction of their own. */
static inline void run_steps(struct world *w, struct ad_exchange *x)
{
	while (x->call.next || x->render) {
		ad_step_fn *step = x->call.next;
		ad_handler_fn *render = x->render;
		bool writes = step && x->call.place == AD_WRITE;
		x->call.next = NULL;
		if (writes)
			must(w->db, ad_db_begin(w->db, true) == AD_DB_DONE);
		if (step) {
			step(&x->call);
		} else {
			x->render = NULL;
			render(x);
		}
		if (writes)
			must(w->db, ad_db_commit(w->db) == AD_DB_DONE);
	}
}

/* The member error of the reply. */
static inline struct ad_str error_of(const struct ad_exchange *x)
{
	struct ad_json_error err;

	return ad_json_get_text(ad_json_parse(x->call.arena, x->reply, &err), "error");
}

static inline void is_error(const struct ad_exchange *x, int status, const char *error)
{
	if (x->status != status || !ad_str_is(error_of(x), error))
		fail_msg("%d %.*s, not %d %s", x->status, AD_FMT(x->reply), status, error);
}

static inline int64_t count_of(struct world *w, const char *sql, struct ad_str text)
{
	struct ad_stmt *s = ad_sql(w->db, sql);

	if (text.p)
		ad_bind(s, 1, text);
	must(w->db, ad_step(s) == AD_DB_ROW);
	int64_t n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

#endif
