/* A pull, page by page, on the sync thread: queries, reads the response, stores the page. */
#include <assert.h>

#include "platform/version.h"
#include "sync/pull/pull.h"

#include "base/clock.h"
#include "base/json_read.h"
#include "base/log.h"
#include "store/db/lookup.h"
#include "sync/run/run_pace.h"
#include "sync/run/run_turn.h"

#define MISSING_MAX 100

static bool pull_lists(const struct ad_run *run)
{
	return run->pull->place.stage < AD_PULL_GONE;
}

static bool tells_figures(const struct ad_run *run)
{
	return run->pull->place.stage >= AD_PULL_FIGURES && run->pull->place.stage < AD_PULL_GOALS;
}

static bool tells_goals(const struct ad_run *run)
{
	return run->pull->place.stage == AD_PULL_GOALS;
}

/* The database cannot be read at the moment: try again after 1 s. */
static void read_later(struct ad_run *run)
{
	ad_log(AD_LOG_WARN, "sync_read_failed", "run", run->id, "error",
	       ad_db_error(ad_sync_db(run->sync)), NULL);
	ad_run_sleep(run, AD_SECOND, ad_pull_next);
}

static void pull_ended(struct ad_run *run)
{
	const struct ad_sync_env *env = ad_sync_env(run->sync);

	env->notify(env->arg);
	ad_run_end(run);
	ad_sync_wake(run->sync);
}

static void pull_kept(struct ad_run *run)
{
	const struct ad_sync_env *env = ad_sync_env(run->sync);

	env->notify(env->arg);
	ad_pull_next(run);
}

static void pull_write_page(struct ad_run *run)
{
	ad_run_write_then(run, ad_pull_keep, pull_kept);
}

/* True for an error that every further query to the ad account would get. */
static bool is_of_account(const struct ad_platform_error *error)
{
	return error->retryable || strcmp(error->code, AD_VERSION_SUNSET) == 0 ||
	       strncmp(error->code, "CONNECTION_", strlen("CONNECTION_")) == 0;
}

/*
 * Abandons the platform if the error concerns the account; otherwise the lists of objects, a level
 * of the figures, or the conversion goals alone.
 */
void ad_pull_give_up(struct ad_run *run, const struct ad_platform_error *error)
{
	struct ad_pull *pull = run->pull;
	struct ad_platform_error *copy = ad_arena_alloc(run->arena, sizeof(*copy));
	bool objects = pull->place.stage < AD_PULL_FIGURES;
	bool denied = objects && strcmp(error->code, "PERMISSION_DENIED") == 0;

	*copy = *error;
	pull->error = copy;
	pull->next = ad_pull_place_next(&pull->place, pull->filter.platforms,
					denied || is_of_account(error));
	/* Figures do not depend on lists: an incomplete list ends the lists. */
	if (objects && pull->next.platform == pull->place.platform)
		pull->next.stage = AD_PULL_FIGURES;
	run->tries = 0;
	pull_write_page(run);
}

/* Ends the stage, or continues after the last object received. */
static void go_behind(struct ad_run *run, struct ad_str last)
{
	struct ad_pull *pull = run->pull;

	pull->next = pull->place;
	pull->next.report = (struct ad_pull_report){ 0 };
	pull->next.after = last;
	if (!last.n)
		pull->next = ad_pull_place_next(&pull->place, pull->filter.platforms, false);
	pull_write_page(run);
}

static void pull_heard(struct ad_run *run)
{
	struct ad_pull *pull = run->pull;
	struct ad_str last = { 0 };

	if (pull->unread) {
		read_later(run);
		return;
	}
	if (pull_lists(run)) {
		for (const struct ad_remote *r = pull->listing.found; r; r = r->next)
			last = r->id;
		if (pull->listing.resume.n)
			last = pull->listing.resume;
		if (!pull->listing.more)
			last = (struct ad_str){ 0 };
	} else if (tells_figures(run)) {
		/* The adapter has no request for figures of this level. */
		pull->figures.none = pull->figures.none || !pull->figures.heard;
		if (pull->figures.none) {
			go_behind(run, last);
			return;
		}
		if (ad_pull_figures_map(run) != AD_DB_DONE) {
			read_later(run);
			return;
		}
		last = ad_arena_printf(run->arena, "%lld", (long long)pull->figures.last);
	} else if (!tells_goals(run)) {
		last = pull->missing.at[pull->missing.n - 1]->id;
	}
	go_behind(run, last);
}

static bool next_request(struct ad_run *run, struct ad_http_request *out)
{
	struct ad_pull *pull = run->pull;
	const struct ad_link *link = &run->connection.link;

	if (pull_lists(run))
		return run->adapter->list(run->arena, link, &pull->listing, out);
	if (tells_figures(run))
		return run->adapter->figures(run->arena, link, &pull->figures, out);
	if (tells_goals(run))
		return ad_goal_reader_of(run->platform)->next(run->arena, link, &pull->goals, out);
	return run->adapter->ask(run->arena, link, &run->ask, out);
}

static void pull_hear(struct ad_run *run, struct ad_outcome *outcome)
{
	const struct ad_http_response *response = &run->transfer.response;

	if (pull_lists(run))
		run->adapter->list_hear(run->arena, &run->pull->listing, response, outcome);
	else if (tells_figures(run))
		run->adapter->figures_hear(run->arena, &run->pull->figures, response, outcome);
	else if (tells_goals(run))
		ad_goal_reader_of(run->platform)
			->hear(run->arena, &run->pull->goals, response, outcome);
	else
		run->adapter->hear(run->arena, &run->ask, response, outcome);
}

static ad_run_step pull_ask;

static void pull_answered(struct ad_run *run)
{
	struct ad_outcome outcome;

	if (run->transfer.sent == AD_ANSWERED)
		pull_hear(run, &outcome);
	else
		ad_run_unreachable(run, &outcome);
	ad_run_quota_heard(run);
	ad_transfer_clear(&run->transfer);
	if (ad_pull_narrow(run, &outcome))
		ad_pull_next(run);
	else
		ad_run_heard(run, &outcome, pull_ask);
}

static void pull_ask(struct ad_run *run)
{
	if (tells_figures(run) && run->pull->figures.later) {
		ad_pull_figures_later(run);
		return;
	}
	if (ad_run_spaced(run, pull_ask))
		return;
	if (!ad_run_token(run).p) {
		ad_run_get_token(run, pull_ask);
		return;
	}
	run->connection.link.access_token = ad_arena_copy(run->arena, ad_run_token(run));
	if (!next_request(run, &run->transfer.request)) {
		pull_heard(run);
		return;
	}
	run->transfer.access_token =
		run->transfer.request.bare ? (struct ad_str){ 0 } : ad_run_token(run);
	run->transfer.timeout_ms = ad_sync_env(run->sync)->timeout_ms;
	ad_run_http(run, pull_answered);
}

/* The remote ids of the selected campaigns. */
static enum ad_db_status load_campaigns(struct ad_run *run)
{
	struct ad_pull *pull = run->pull;
	const struct ad_plan_filter *filter = &pull->filter;

	pull->campaigns =
		ad_arena_alloc(run->arena, (filter->campaign_count + 1) * sizeof(*pull->campaigns));
	for (size_t i = 0; i < filter->campaign_count; i++) {
		struct ad_row *row;
		enum ad_db_status status =
			ad_row_load(ad_sync_db(run->sync), run->arena, run->realm,
				    ad_resource_row(AD_R_CAMPAIGN), filter->campaign_ids[i], &row);
		if (status != AD_DB_ROW && status != AD_DB_DONE)
			return status;
		if (status == AD_DB_ROW && row->remote_id.p &&
		    ad_str_is(ad_row_text(row, "platform"), ad_platform_name(run->platform)))
			pull->campaigns[pull->campaign_count++] = row->remote_id;
	}
	return AD_DB_DONE;
}

static enum ad_db_status in_filter(struct ad_run *run, const struct ad_row *row, bool *in)
{
	const struct ad_plan_filter *filter = &run->pull->filter;
	struct ad_str campaign = row->id;
	struct ad_row *group;
	enum ad_db_status status = AD_DB_DONE;

	if (row->res->id != AD_R_CAMPAIGN)
		campaign = ad_row_text(row, "campaignId");
	if (filter->campaign_count && !campaign.n) {
		status = ad_row_load(ad_sync_db(run->sync), run->arena, run->realm,
				     ad_resource_row(AD_R_AD_GROUP), ad_row_text(row, "adGroupId"),
				     &group);
		if (status == AD_DB_ROW)
			campaign = ad_row_text(group, "campaignId");
	}
	*in = filter->campaign_count == 0 ||
	      ad_plan_ids_hold(filter->campaign_ids, filter->campaign_count, campaign);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

/* The id in the first column of a statement that finds an own object on the platform. */
static struct ad_str find_ours(struct ad_run *run, struct ad_str sql, struct ad_str remote_id)
{
	struct ad_stmt *s = ad_sql(ad_sync_db(run->sync), sql.p);
	struct ad_str id = { 0 };
	enum ad_db_status status;

	ad_bind(s, 1, run->realm.space_id);
	ad_bind(s, 2, run->realm.environment);
	ad_bind(s, 3, remote_id.p ? remote_id : AD_S(""));
	ad_bind_cstr(s, 4, ad_platform_name(run->platform));
	status = ad_step(s);
	if (status == AD_DB_ROW) {
		id = ad_col_copy(s, run->arena, 0);
		ad_reset(s);
	} else if (status != AD_DB_DONE) {
		run->pull->unread = true;
	}
	return id;
}

/* The adapter's callback (listing.h): the last synced values of an own object, by its remote id. */
static const cJSON *pull_ours(void *arg, struct ad_str remote_id)
{
	struct ad_run *run = arg;
	const struct ad_resource *res = run->pull->listing.res;
	struct ad_str sql =
		ad_arena_printf(run->arena,
				"SELECT id FROM %s WHERE space_id = $1 AND environment"
				" = $2 AND remote_id = $3 AND platform = $4 AND"
				" sync_state <> 'REMOVED' ORDER BY " AD_SORTED_ID " LIMIT 1",
				res->table);
	struct ad_str id = find_ours(run, sql, remote_id);
	struct ad_row *row = NULL;
	enum ad_db_status status;

	if (!id.n)
		return NULL;
	status = ad_row_load(ad_sync_db(run->sync), run->arena, run->realm, res, id, &row);
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		run->pull->unread = true;
	return status == AD_DB_ROW && row->synced.p ? ad_parsed(run->arena, row->synced) : NULL;
}

/* The adapter's callback (listing.h): the next own object that can be a parent. */
static struct ad_str pull_above(void *arg, struct ad_str after)
{
	struct ad_run *run = arg;
	const struct ad_listing *listing = &run->pull->listing;
	bool campaign = listing->res->id == AD_R_AD_GROUP || listing->under_campaign;
	const struct ad_resource *res = ad_resource_row(campaign ? AD_R_CAMPAIGN : AD_R_AD_GROUP);
	struct ad_str sql = ad_arena_printf(run->arena,
					    "SELECT remote_id FROM %s WHERE space_id = $1 AND"
					    " environment = $2 AND remote_id > $3 AND platform = $4"
					    " AND sync_state <> 'REMOVED' AND (remote_status IS"
					    " NULL OR remote_status <> 'REMOVED') ORDER BY"
					    " remote_id LIMIT 1",
					    res->table);

	return find_ours(run, sql, after);
}

/*
 * The SQL condition that the parent of t is gone on the platform: some platforms still list its
 * children.
 */
static const char *parent_gone(enum ad_resource_id kind, bool under_campaign)
{
	if (kind == AD_R_CAMPAIGN)
		return "";
	if (kind == AD_R_AD_GROUP || under_campaign)
		return " OR EXISTS (SELECT 1 FROM campaigns p WHERE p.space_id = $1 AND"
		       " p.environment = $2 AND p.id = t.campaign_id AND p.remote_status ="
		       " 'REMOVED')";
	return " OR EXISTS (SELECT 1 FROM ad_groups p WHERE p.space_id = $1 AND p.environment = $2"
	       " AND p.id = t.ad_group_id AND p.remote_status = 'REMOVED')";
}

/*
 * The next own objects by id that are on the platform as far as is known, but were not listed or
 * are gone with their parent.
 */
static enum ad_db_status missing_ids(struct ad_run *run, const struct ad_resource *res,
				     bool under_campaign, struct ad_str *ids, size_t *count)
{
	const char *level = res->id != AD_R_KEYWORD ? ""
			    : under_campaign        ? " AND t.ad_group_id IS NULL"
						    : " AND t.ad_group_id IS NOT NULL";
	struct ad_str sql = ad_arena_printf(
		run->arena,
		"SELECT t.id FROM %s t WHERE t.space_id = $1 AND t.environment = $2 AND t.platform"
		" = $3 AND t.remote_id IS NOT NULL AND t.open_op IS NULL AND t.sync_state <>"
		" 'REMOVED' AND (t.remote_status IS NULL OR t.remote_status <> 'REMOVED') AND"
		" t.id > $4%s AND (NOT EXISTS (SELECT 1 FROM sync_seen s WHERE s.space_id = $1"
		" AND s.environment = $2 AND s.run_id = $5 AND s.object_id = t.id)%s) ORDER BY"
		" t.id LIMIT %d",
		res->table, level, parent_gone(res->id, under_campaign), MISSING_MAX);
	struct ad_stmt *s = ad_sql(ad_sync_db(run->sync), sql.p);
	enum ad_db_status status;

	*count = 0;
	ad_bind(s, 1, run->realm.space_id);
	ad_bind(s, 2, run->realm.environment);
	ad_bind_cstr(s, 3, ad_platform_name(run->platform));
	ad_bind(s, 4, run->pull->place.after.n ? run->pull->place.after : AD_S(""));
	ad_bind_cstr(s, 5, run->id);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		assert(*count < MISSING_MAX);
		ids[(*count)++] = ad_col_copy(s, run->arena, 0);
	}
	return status;
}

static struct ad_str pull_parent_of(const struct ad_row *row)
{
	struct ad_str group = row->res->id == AD_R_AD_GROUP ? (struct ad_str){ 0 }
							    : ad_row_text(row, "adGroupId");

	return group.n ? group : ad_row_text(row, "campaignId");
}

/*
 * True if the last missing object can be queried together with the first: a platform whose queries
 * name a parent returns nothing of other parents. Objects that one request could remove can be
 * queried together, and so can siblings.
 */
static bool asked_together(const struct ad_run *run)
{
	const struct ad_pull *pull = run->pull;
	size_t last = pull->missing.n - 1;
	struct ad_piece a = pull->pieces[0], b = pull->pieces[last];

	if (last >= run->adapter->batch_max)
		return false;
	if (last == 0 || a.res->id == AD_R_CAMPAIGN)
		return true;
	a.op = b.op = AD_OP_REMOVE;
	return run->adapter->together(&a, &b) ||
	       (ad_str_eq(pull_parent_of(pull->missing.at[0]),
			  pull_parent_of(pull->missing.at[last])) &&
		cJSON_IsTrue(ad_json_get(a.want, "negative")) ==
			cJSON_IsTrue(ad_json_get(b.want, "negative")));
}

/* Loads the missing objects that match the filter; *last: the id to continue after. */
static enum ad_db_status load_missing(struct ad_run *run, struct ad_str *last)
{
	struct ad_pull *pull = run->pull;
	struct ad_str ids[MISSING_MAX];
	size_t count = 0;
	bool under_campaign;
	const struct ad_resource *res = ad_pull_kind(pull->place.stage, &under_campaign);
	enum ad_db_status status = missing_ids(run, res, under_campaign, ids, &count);

	*last = count ? ids[count - 1] : (struct ad_str){ 0 };
	pull->missing.at = ad_arena_alloc(run->arena, (count + 1) * sizeof(struct ad_row *));
	pull->pieces = ad_arena_zalloc(run->arena, (count + 1) * sizeof(*pull->pieces));
	for (size_t i = 0; i < count && status == AD_DB_DONE; i++) {
		struct ad_row *row;
		bool in = false;
		status = ad_row_load(ad_sync_db(run->sync), run->arena, run->realm, res, ids[i],
				     &row);
		if (status != AD_DB_ROW)
			continue;
		status = in_filter(run, row, &in);
		if (!in)
			continue;
		pull->pieces[pull->missing.n] =
			(struct ad_piece){ .op = AD_OP_UPDATE,
					   .want = ad_parsed(run->arena, row->synced),
					   .res = res,
					   .id = row->id,
					   .remote_id = row->remote_id,
					   .under_campaign = under_campaign };
		pull->missing.at[pull->missing.n++] = row;
		if (asked_together(run))
			continue;
		/* It belongs to another page. */
		pull->missing.n--;
		break;
	}
	return status;
}

static void start_missing(struct ad_run *run)
{
	struct ad_pull *pull = run->pull;
	struct ad_str last;
	enum ad_db_status status = load_missing(run, &last);

	if (status != AD_DB_DONE) {
		read_later(run);
	} else if (pull->missing.n == 0) {
		go_behind(run, last);
	} else {
		run->ask = (struct ad_ask){ .question = AD_ASK_LIVE,
					    .link = &run->connection.link,
					    .pieces = pull->pieces,
					    .count = pull->missing.n };
		pull_ask(run);
	}
}

static void start_stage(struct ad_run *run)
{
	struct ad_pull *pull = run->pull;

	if (tells_figures(run)) {
		if (run->adapter->figures && ad_pull_figures_window(run))
			pull_ask(run);
		else
			go_behind(run, (struct ad_str){ 0 });
		return;
	}
	if (tells_goals(run)) {
		/* Conversion goals belong to no campaign. */
		if (run->adapter->uploader && !pull->filter.campaign_count &&
		    pull->filter.conversions) {
			pull->goals = (struct ad_goals_ask){ .link = &run->connection.link };
			pull_ask(run);
		} else {
			go_behind(run, (struct ad_str){ 0 });
		}
		return;
	}
	if (load_campaigns(run) != AD_DB_DONE) {
		read_later(run);
		return;
	}
	/* The platform has no campaign of the selection. */
	if (pull->filter.campaign_count && !pull->campaign_count) {
		go_behind(run, (struct ad_str){ 0 });
		return;
	}
	if (!pull_lists(run)) {
		start_missing(run);
		return;
	}
	pull->listing = (struct ad_listing){
		.link = &run->connection.link,
		.campaigns = pull->campaigns,
		.campaign_count = pull->campaign_count,
		.after = pull->place.after,
		.few = ad_pull_narrowed_now(run).few,
		.ours = pull_ours,
		.above = pull_above,
		.arg = run,
	};
	pull->listing.res = ad_pull_kind(pull->place.stage, &pull->listing.under_campaign);
	pull_ask(run);
}

/*
 * The adapter and the account of the current position; an account that cannot be reached is
 * abandoned or tried later.
 */
static void pull_reach(struct ad_run *run)
{
	const struct ad_sync_env *env = ad_sync_env(run->sync);
	struct ad_platform_error error = { .code = "CONNECTION_REQUIRED",
					   .message = AD_S("No usable ad account is connected.") };
	struct ad_outcome outcome = { .kind = AD_AGAIN };
	const char *url = env->sandbox_url(env->arg);
	bool live = ad_str_is(run->realm.environment, "live");
	enum ad_db_status status = ad_pace_load(ad_sync_db(run->sync), run->realm, run->paces);

	run->platform = run->pull->place.platform;
	run->adapter = ad_adapter_of(run->platform);
	if (status != AD_DB_DONE) {
		read_later(run);
		return;
	}
	if (ad_run_paced(run, run->platform)) {
		if (ad_run_gives_up(run, run->platform, &error))
			ad_pull_give_up(run, &error);
		else
			ad_run_await(run, ad_pull_next);
		return;
	}
	status = ad_connection_load(ad_sync_db(run->sync), run->arena, run->realm, run->platform,
				    &run->connection);
	if (status != AD_DB_ROW && status != AD_DB_DONE) {
		read_later(run);
	} else if (!run->adapter || !run->adapter->list || status == AD_DB_DONE ||
		   !ad_str_is(run->connection.status, "CONNECTED")) {
		ad_pull_give_up(run, &error);
	} else if (ad_link_fill(run->arena, env->secrets, url, run->realm, run->platform,
				&run->connection)) {
		ad_run_turn(run, start_stage);
	} else if (!live && !env->no_sandbox) {
		outcome.error = (struct ad_platform_error){
			.code = "PLATFORM_UNAVAILABLE",
			.message = AD_S("The sandbox is not running."),
			.retryable = true,
		};
		ad_run_again(run, &outcome, ad_pull_next);
	} else {
		if (!live)
			error.message = AD_S("This server runs without the sandbox.");
		ad_pull_give_up(run, &error);
	}
}

/* Polls a requested report once the pull holds the ad account again. */
static void pull_rejoined(struct ad_run *run)
{
	if (run->pull->apart)
		ad_run_sleep(run, AD_TURN_LOOK, ad_pull_next);
	else
		pull_reach(run);
}

void ad_pull_next(struct ad_run *run)
{
	struct ad_pull *pull;
	enum ad_db_status status;

	ad_arena_reset(run->arena);
	run->pull = pull = ad_arena_zalloc(run->arena, sizeof(*pull));
	run->refreshed = false;
	run->delay = 0;
	run->ask = (struct ad_ask){ 0 };
	if (ad_sync_stopping(run->sync)) {
		ad_run_end(run);
		return;
	}
	status = ad_run_load(ad_sync_db(run->sync), run->arena, run->realm, ad_str(run->id),
			     &pull->head);
	if (status != AD_DB_ROW) {
		read_later(run);
		return;
	}
	if (!ad_plan_filter_read(run->arena, pull->head.filters, &pull->filter))
		pull->filter.platforms = 0;
	run->cancel = pull->head.cancel;
	pull->place = ad_pull_place_read(run->arena, pull->head.position, pull->filter.platforms);
	if (run->cancel || pull->place.platform >= AD_PLATFORM_COUNT)
		ad_run_write_then(run, ad_pull_finish, pull_ended);
	else if (pull->place.report.page.n)
		ad_run_write_then(run, ad_pull_rejoin, pull_rejoined);
	else
		pull_reach(run);
}
