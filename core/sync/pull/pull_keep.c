/* Stores a page: its objects and the position after it, in one transaction. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "platform/unseen.h"
#include "sync/state/goals.h"
#include "sync/pull/pull.h"
#include "sync/run/run_claim.h"
#include "sync/run/run_turn.h"

static void pull_keep_bind_run(struct ad_stmt *s, const struct ad_run *run)
{
	ad_bind(s, 1, run->realm.space_id);
	ad_bind(s, 2, run->realm.environment);
	ad_bind_cstr(s, 3, run->id);
}

static int64_t done_at(const struct ad_pull_place *place, uint32_t platforms)
{
	int64_t done = place->stage;

	for (int i = 0; i < AD_PLATFORM_COUNT && i < (int)place->platform; i++)
		if (platforms & (1u << i))
			done += AD_PULL_STAGE_COUNT;
	return done;
}

static enum ad_db_status pull_keep_save(struct ad_run *run, struct ad_db *db,
					struct ad_arena *arena, const struct ad_pull_result *result)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE sync_runs SET position = $4, pulled = $5, done = $6"
				       " WHERE space_id = $1 AND environment = $2 AND id = $3");

	pull_keep_bind_run(s, run);
	ad_bind(s, 4, ad_pull_place_json(arena, &run->pull->next));
	ad_bind(s, 5, ad_pull_result_json(arena, result));
	ad_bind_int(s, 6, done_at(&run->pull->next, run->pull->filter.platforms));
	return ad_step(s);
}

enum ad_db_status ad_pull_keep_place(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	struct ad_stmt *s;
	enum ad_db_status status = ad_pull_hold_on(run, db);

	if (status != AD_DB_DONE || ad_run_is_lost(run))
		return status;
	s = ad_sql(db, "UPDATE sync_runs SET position = $4 WHERE space_id = $1 AND environment = $2"
		       " AND id = $3");
	pull_keep_bind_run(s, run);
	ad_bind(s, 4, ad_pull_place_json(arena, &run->pull->next));
	status = ad_step(s);
	/* Other runs may use the account until the platform has generated the report. */
	if (status == AD_DB_DONE)
		status = ad_pull_yield(run, db);
	return status == AD_DB_DONE ? ad_run_give_turn(run, db) : status;
}

static enum ad_db_status keep_objects(const struct ad_run *run, const struct ad_pull_keeper *k)
{
	const struct ad_pull *pull = run->pull;
	const struct ad_listing *listing = &pull->listing;
	enum ad_db_status status = AD_DB_DONE;

	for (const struct ad_remote *r = listing->found; r && status == AD_DB_DONE; r = r->next)
		status = ad_pull_store(k, listing->res, listing->under_campaign, r);
	for (size_t i = 0; i < pull->missing.n && status == AD_DB_DONE; i++) {
		const struct ad_row *row = pull->missing.at[i];
		struct ad_platform_error why = ad_ask_why_unseen(&run->ask, row->remote_id);
		status = ad_pull_missing(k, row->id, row->res,
					 ad_ask_find(&run->ask, row->remote_id), &why);
	}
	for (size_t i = 0; i < pull->day_count && status == AD_DB_DONE; i++)
		status = ad_performance_keep(k->db, &pull->days[i]);
	if (status == AD_DB_DONE && pull->goals.heard)
		status = ad_goals_keep(k->db, k->arena, k->realm, &run->connection, &pull->goals);
	return status;
}

/*
 * The account may not list conversion goals: only the goals are missing, and the stored ones are
 * cleared.
 */
static enum ad_db_status keep_unseen(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
				     struct ad_pull_result *result)
{
	ad_pull_warn(
		result, "GOALS_UNKNOWN", NULL,
		ad_arena_printf(
			arena,
			"%s does not list its %ss, so a preview cannot detect a missing one: %.*s",
			ad_platform_name(run->platform), ad_goal_reader_of(run->platform)->noun,
			AD_FMT(run->pull->error->message)));
	return ad_goals_keep(db, arena, run->realm, &run->connection, NULL);
}

/* True if only the query for conversion goals was not permitted. */
static bool is_unseen(const struct ad_run *run)
{
	const struct ad_platform_error *error = run->pull->error;

	return run->pull->place.stage == AD_PULL_GOALS && error && !error->retryable &&
	       strncmp(error->code, "CONNECTION_", strlen("CONNECTION_")) != 0;
}

/* Counts a platform as failed once, regardless of how many levels of its figures fail. */
static bool fails_first(struct ad_run *run)
{
	uint32_t bit = 1u << run->pull->place.platform;
	bool first = !(run->untold & bit);

	run->untold |= bit;
	return first;
}

/*
 * Names the days without figures: of the current level, or of all levels left if the platform is
 * abandoned.
 */
static void note_gaps(const struct ad_run *run, struct ad_pull_result *result, const char *code,
		      struct ad_str message)
{
	const struct ad_pull_place *place = &run->pull->place;
	bool figures = place->stage >= AD_PULL_FIGURES;
	bool abandoned = run->pull->next.platform != place->platform;
	int level = figures ? place->stage - AD_PULL_FIGURES : 0;
	int end = abandoned ? AD_LEVEL_COUNT : level + 1;
	struct ad_pull_gap gap = { .platform = place->platform, .code = code, .message = message };
	int64_t first;

	if (place->stage >= AD_PULL_GOALS || (!figures && !abandoned))
		return;
	ad_pull_figures_days(run, &first, &gap.last);
	gap.first = figures && place->after.n ? strtoll(place->after.p, NULL, 10) + 1 : first;
	for (; level < end; level++) {
		gap.level = (enum ad_level)level;
		ad_pull_add_gap(result, &gap);
		gap.first = first;
	}
}

/* Warns about figures that were left out, and names the days of a level without any. */
static void note_figures(const struct ad_run *run, struct ad_arena *arena,
			 struct ad_pull_result *result)
{
	const struct ad_figures_ask *figures = &run->pull->figures;
	struct ad_str why = figures->untold;

	if (run->pull->error)
		return;
	if (why.n)
		ad_pull_warn(result, "FIGURES_LEFT_OUT", NULL, why);
	if (!figures->none)
		return;
	if (!why.n)
		why = ad_arena_printf(arena, "%s reports no figures of each %s.",
				      ad_platform_name(run->platform), figures->res->name);
	note_gaps(run, result, figures->untold.n ? "FIGURES_LEFT_OUT" : "NOT_REPORTED", why);
}

/*
 * Abandons the platform, its lists, or a level of its figures: stores the error with the run, which
 * continues.
 */
static enum ad_db_status keep_error(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
				    struct ad_pull_result *result)
{
	const struct ad_platform_error *error = run->pull->error;
	const char *name = ad_platform_name(run->pull->place.platform);
	const struct ad_resource *res = run->pull->figures.res;
	const char *of = res ? ", figures of each " : "";
	const char *level = res ? res->name : "";

	result->failed += fails_first(run);
	note_gaps(run, result, error->code, error->message);
	ad_pull_warn(
		result, error->code, NULL,
		ad_arena_printf(arena, "%s%s%s: %.*s", name, of, level, AD_FMT(error->message)));
	if (run->pull->head.error.p)
		return AD_DB_DONE;
	return ad_run_set_error(db, arena, run->realm, ad_str(run->id), error->code,
				ad_arena_printf(arena, "%s could not be pulled completely: %.*s",
						name, AD_FMT(error->message)));
}

enum ad_db_status ad_pull_keep(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	struct ad_run_row head;
	struct ad_rails rails;
	struct ad_pull_result result;
	struct ad_pull_above above[2] = { 0 };
	struct ad_pull_keeper keeper = { .db = db,
					 .arena = arena,
					 .realm = run->realm,
					 .adapter = run->adapter,
					 .head = &head,
					 .rails = &rails,
					 .result = &result,
					 .above = above };
	enum ad_db_status status = ad_pull_retain(run, db);

	/* A page received while a push took the account is queried again afterwards. */
	if (status != AD_DB_DONE || ad_run_is_lost(run) || run->pull->apart)
		return status;
	status = ad_run_load(db, arena, run->realm, ad_str(run->id), &head);
	if (status != AD_DB_ROW)
		return status;
	status = ad_run_rails(run, db, arena, &rails);
	if (status != AD_DB_DONE)
		return status;
	ad_pull_result_read(arena, head.pulled, &result);
	note_figures(run, arena, &result);
	if (is_unseen(run))
		status = keep_unseen(run, db, arena, &result);
	else if (run->pull->error)
		status = keep_error(run, db, arena, &result);
	else
		status = keep_objects(run, &keeper);
	if (status == AD_DB_DONE)
		status = pull_keep_save(run, db, arena, &result);
	return status == AD_DB_DONE ? ad_run_yield_turn(run, db) : status;
}

static enum ad_db_status forget_seen(struct ad_run *run, struct ad_db *db)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM sync_seen WHERE space_id = $1 AND environment"
				       " = $2 AND run_id = $3");

	pull_keep_bind_run(s, run);
	return ad_step(s);
}

/* True if the pull stored or compared any object. */
static bool pull_keep_brought(struct ad_arena *arena, struct ad_str json)
{
	struct ad_pull_result r;

	ad_pull_result_read(arena, json, &r);
	return r.created + r.updated + r.drifted + r.removed + r.unchanged > 0;
}

enum ad_db_status ad_pull_finish(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	struct ad_str id = ad_str(run->id);
	struct ad_run_row head;
	const char *name = "SUCCEEDED";
	enum ad_db_status status = ad_pull_hold_on(run, db);

	if (status != AD_DB_DONE || ad_run_is_lost(run))
		return status;
	status = ad_run_load(db, arena, run->realm, id, &head);
	if (status == AD_DB_ROW && ad_run_is_final(head.status)) {
		ad_run_set_fate(run, AD_RUN_LOST);
		return AD_DB_DONE;
	}
	if (status != AD_DB_ROW)
		return status;
	if (head.cancel && run->pull->place.platform < AD_PLATFORM_COUNT)
		name = "CANCELLED";
	else if (head.error.p)
		name = pull_keep_brought(arena, head.pulled) ? "PARTIAL" : "FAILED";
	status = forget_seen(run, db);
	if (status == AD_DB_DONE)
		status = ad_run_move_status(run, db, name);
	run->ended = name;
	if (status == AD_DB_DONE)
		status = ad_journal_note_end(db, arena, run->realm, id, name);
	return status == AD_DB_DONE ? ad_run_release(db, run->realm, id) : status;
}
