/* For the tests of /sync: its actions on the desk's call, and stored runs. */
#ifndef TESTS_UNIT_CORE_CALL_RUNS_H
#define TESTS_UNIT_CORE_CALL_RUNS_H

#include "tests/unit/core/call/drafts.h"

#include "call/request/actions.h"
#include "call/sync/sync_review.h"
#include "sync/journal/journal.h"

/* A new call of the desk for an action of /sync, with an input (JSON, or NULL). */
static inline struct ad_call *ask(struct desk *d, enum ad_verb verb, const char *input)
{
	struct ad_call *call = fresh(d);

	call->res = ad_resource_row(AD_R_SYNC);
	call->action = ad_action_of(call->res, verb);
	call->input = input ? json_of(d->arena, input) : NULL;
	call->next = NULL;
	call->work = NULL;
	return call;
}

/* "409 NOT_DRIFTED" of a refusal with a reason, "400 id CODE" of faults, "" on success. */
static inline const char *outcome(struct desk *d)
{
	struct ad_call *call = &d->call;

	if (call->status == AD_OK)
		return "";
	if (call->faults)
		return text_of(d, "%d %s", ad_status_row(call->status)->http, faults(d));
	if (!call->details.n)
		return text_of(d, "%d", ad_status_row(call->status)->http);
	return text_of(
		d, "%d %s", ad_status_row(call->status)->http,
		ad_json_get_text(json_of(d->arena, text_of(d, "{%.*s}", AD_FMT(call->details))),
				 "reason")
			.p);
}

static inline const cJSON *data_of(struct desk *d)
{
	return json_of(d->arena, ad_arena_copy(d->arena, d->call.data).p);
}

static inline void execute(struct desk *d, const char *sql)
{
	GOOD(d->db, ad_db_exec(d->db, sql) == AD_DB_DONE);
}

/* A run that has ended so; without operations yet. */
static inline void keep_run(struct desk *d, const char *id, const char *mode, const char *status)
{
	execute(d, text_of(d,
			   "INSERT INTO sync_runs (space_id, environment, id, mode, status,"
			   " activate, filters, source, created_by, credential_id, connector,"
			   " cancel, done, total, created_at, started_at, finished_at) VALUES"
			   " ('%s', 'test', '%s', '%s', '%s', 0, '{}', 'API', 'acc_1', 'tok_1', 0,"
			   " 0, 0, 1, 1, 1, 1)",
			   d->call.space.id, id, mode, status));
}

#endif
