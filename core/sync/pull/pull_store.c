/* Merges one remote object into the drafts. Writer's thread, in the page's transaction. */
#include "base/clock.h"
#include "base/id.h"
#include "base/json_read.h"
#include "model/below.h"
#include "store/history/history.h"
#include "store/objects/keyword_twin.h"
#include "store/objects/links.h"
#include "sync/state/below_gone.h"
#include "sync/state/budget_base.h"
#include "sync/state/drift.h"
#include "sync/pull/pull.h"
#include "sync/pull/pull_doubt.h"
#include "sync/state/review.h"
#include "sync/plan/spend_moved.h"

static const char *pull_store_platform_of(const struct ad_pull_keeper *k)
{
	return ad_platform_name(k->adapter->platform);
}

/* Finds the object with a remote id on the keeper's platform; ROW if there is one. */
static enum ad_db_status pull_store_find(const struct ad_pull_keeper *k,
					 const struct ad_resource *res, struct ad_str remote_id,
					 struct ad_row **out)
{
	struct ad_str sql = ad_arena_printf(k->arena,
					    "SELECT id FROM %s WHERE space_id = $1 AND environment"
					    " = $2 AND remote_id = $3 AND platform = $4"
					    " ORDER BY CASE sync_state WHEN 'REMOVED' THEN 1 ELSE 0"
					    " END, id LIMIT 1",
					    res->table);
	struct ad_stmt *s = ad_sql(k->db, sql.p);
	struct ad_str id;
	enum ad_db_status status;

	ad_bind(s, 1, k->realm.space_id);
	ad_bind(s, 2, k->realm.environment);
	ad_bind(s, 3, remote_id);
	ad_bind_cstr(s, 4, pull_store_platform_of(k));
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	id = ad_col_copy(s, k->arena, 0);
	ad_reset(s);
	return ad_row_load(k->db, k->arena, k->realm, res, id, out);
}

/* The cache entry for parents of a resource; NULL: not cached. */
static struct ad_pull_above *last_above(const struct ad_pull_keeper *k,
					const struct ad_resource *res)
{
	if (!k->above || (res->id != AD_R_CAMPAIGN && res->id != AD_R_AD_GROUP))
		return NULL;
	return &k->above[res->id == AD_R_AD_GROUP];
}

/* pull_store_find() for a parent, with the cache. */
static enum ad_db_status find_above(const struct ad_pull_keeper *k, const struct ad_resource *res,
				    struct ad_str remote_id, struct ad_row **out)
{
	struct ad_pull_above *last = last_above(k, res);
	enum ad_db_status status;

	if (last && last->row && last->remote_id.n && ad_str_eq(last->remote_id, remote_id)) {
		*out = last->row;
		return AD_DB_ROW;
	}
	status = pull_store_find(k, res, remote_id, out);
	if (status == AD_DB_ROW && last)
		*last = (struct ad_pull_above){ .row = *out, .remote_id = remote_id };
	return status;
}

/* Loads a parent by its id, with the cache. */
static enum ad_db_status load_above(const struct ad_pull_keeper *k, const struct ad_resource *res,
				    struct ad_str id, struct ad_row **out)
{
	struct ad_pull_above *last = last_above(k, res);
	enum ad_db_status status;

	if (last && last->row && ad_str_eq(last->row->id, id)) {
		*out = last->row;
		return AD_DB_ROW;
	}
	status = ad_row_load(k->db, k->arena, k->realm, res, id, out);
	if (status == AD_DB_ROW && last)
		*last = (struct ad_pull_above){ .row = *out };
	return status;
}

/*
 * *there: the parent may have drafted keywords that are not on the platform. False only if a query
 * for the cached parent found none, so that the pull of a new account skips the search per keyword.
 */
static enum ad_db_status look_for_drafts(const struct ad_pull_keeper *k, const struct ad_row *fresh,
					 bool under_campaign, bool *there)
{
	const char *field = under_campaign ? "campaignId" : "adGroupId";
	enum ad_resource_id kind = under_campaign ? AD_R_CAMPAIGN : AD_R_AD_GROUP;
	struct ad_pull_above *last = last_above(k, ad_resource_row(kind));
	enum ad_db_status status = AD_DB_DONE;

	*there = true;
	if (!last || !last->row || !ad_str_eq(last->row->id, ad_row_text(fresh, field)))
		return AD_DB_DONE;
	if (!last->asked) {
		struct ad_str sql = ad_arena_printf(
			k->arena,
			"SELECT 1 FROM keywords WHERE space_id = $1 AND environment = $2 AND %s ="
			" $3 AND remote_id IS NULL AND removal = 0 LIMIT 1",
			under_campaign ? "campaign_id" : "ad_group_id");
		struct ad_stmt *s = ad_sql(k->db, sql.p);
		ad_bind(s, 1, k->realm.space_id);
		ad_bind(s, 2, k->realm.environment);
		ad_bind(s, 3, last->row->id);
		status = ad_step(s);
		last->asked = true;
		last->drafts = status == AD_DB_ROW;
		ad_reset(s);
	}
	*there = last->drafts;
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

/*
 * Finds the drafted keyword with the same key, which is its identity on the platform; ROW if there
 * is one.
 */
static enum ad_db_status find_twin(const struct ad_pull_keeper *k, const struct ad_row *fresh,
				   struct ad_row **out)
{
	struct ad_keyword_twin twin;
	enum ad_db_status status = ad_keyword_twin_drafted(k->db, k->arena, k->realm, fresh, &twin);

	return status == AD_DB_ROW
		       ? ad_row_load(k->db, k->arena, k->realm, fresh->res, twin.id, out)
		       : status;
}

static enum ad_db_status pull_store_see(const struct ad_pull_keeper *k, struct ad_str id)
{
	struct ad_stmt *s = ad_sql(k->db, "INSERT INTO sync_seen (space_id, environment, run_id,"
					  " object_id) VALUES ($1, $2, $3, $4) ON CONFLICT"
					  " (space_id, environment, run_id, object_id) DO NOTHING");

	ad_bind(s, 1, k->realm.space_id);
	ad_bind(s, 2, k->realm.environment);
	ad_bind(s, 3, k->head->id);
	ad_bind(s, 4, id);
	return ad_step_later(s);
}

static enum ad_db_status pull_store_note(const struct ad_pull_keeper *k, const struct ad_row *was,
					 const struct ad_row *is)
{
	struct ad_text from = ad_text_on(k->arena);
	struct ad_json from_json = ad_json_on(&from);
	struct ad_text to = ad_text_on(k->arena);
	struct ad_json to_json = ad_json_on(&to);
	struct ad_history_entry entry = {
		.space_id = k->realm.space_id,
		.environment = k->realm.environment,
		.account_id = k->head->created_by,
		.credential_id = k->head->credential_id,
		.door = AD_S("SYNC"),
		.request_id = k->head->id,
		.resource = ad_str((is ? is : was)->res->name),
		.object_id = (is ? is : was)->id,
		.verb = AD_S("PULL"),
	};

	ad_row_write_changes(&from_json, &to_json, was, is);
	if (was)
		entry.before = ad_text_str(&from);
	if (is)
		entry.after = ad_text_str(&to);
	return ad_history_append(k->db, &entry);
}

/* The campaign of an object. */
static enum ad_db_status pull_store_campaign_of(const struct ad_pull_keeper *k,
						const struct ad_row *row, struct ad_str *id)
{
	struct ad_row *group;
	enum ad_db_status status;

	*id = row->id;
	if (row->res->id == AD_R_CAMPAIGN)
		return AD_DB_DONE;
	*id = ad_row_text(row, "campaignId");
	if (id->n || row->res->id != AD_R_KEYWORD)
		return AD_DB_DONE;
	status = load_above(k, ad_resource_row(AD_R_AD_GROUP), ad_row_text(row, "adGroupId"),
			    &group);
	if (status == AD_DB_ROW)
		*id = ad_row_text(group, "campaignId");
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

static enum ad_db_status keep_review(const struct ad_pull_keeper *k, const struct ad_row *row,
				     const struct ad_remote *remote)
{
	struct ad_review review = { .res = row->res,
				    .object_id = row->id,
				    .platform = k->adapter->platform,
				    .status = remote->review_status,
				    .reasons = remote->review_reasons,
				    .seen_at = ad_now() };
	enum ad_db_status status;

	if (!remote->review_status.n)
		return AD_DB_DONE;
	status = pull_store_campaign_of(k, row, &review.campaign_id);
	if (status != AD_DB_DONE || !review.campaign_id.n)
		return status;
	return ad_review_keep(k->db, k->realm, &review);
}

/* Guardrails never fail a pull: a value that a write would violate becomes a warning. */
static void pull_store_warn(const struct ad_pull_keeper *k, const struct ad_row *was,
			    const struct ad_row *is)
{
	struct ad_violations found = { .arena = k->arena };

	if (ad_rails_write(k->rails, was, is, &found))
		return;
	for (const struct ad_violation *v = found.first; v; v = v->next)
		ad_pull_warn(k->result, v->rule, is,
			     ad_arena_printf(k->arena,
					     "%s; a push that raises its spend is rejected.",
					     v->message ? v->message : v->rule));
}

static bool same_row(const struct ad_row *a, const struct ad_row *b)
{
	for (size_t i = 0; i < a->res->shape.count; i++)
		if (!ad_value_eq(&a->v[i], &b->v[i]))
			return false;
	return true;
}

/* True if no stored value of the object changed. */
static bool same_stored(const struct ad_row *a, const struct ad_row *b)
{
	return same_row(a, b) && ad_str_eq(a->synced, b->synced) && ad_str_eq(a->live, b->live) &&
	       ad_str_eq(a->unknown, b->unknown) && ad_str_eq(a->defaults, b->defaults) &&
	       ad_str_eq(a->remote_id, b->remote_id) &&
	       ad_str_eq(a->remote_status, b->remote_status) &&
	       ad_str_eq(a->review_status, b->review_status) && a->removed == b->removed &&
	       a->failed == b->failed && ad_str_eq(a->last_error, b->last_error);
}

/* Stores an own object after a merge; a changed draft counts as an edit. */
static enum ad_db_status pull_store_store(const struct ad_pull_keeper *k, const struct ad_row *was,
					  struct ad_row *row)
{
	struct ad_pull_above *last = last_above(k, row->res);
	enum ad_db_status status;

	if (same_stored(was, row))
		return AD_DB_DONE;
	if (!same_row(was, row)) {
		row->version++;
		row->updated_at = ad_now();
	}
	row->sync_revision++;
	row->last_synced_at = ad_now();
	if (last)
		last->row = NULL;
	status = ad_row_update(k->db, k->arena, row);
	if (status == AD_DB_DONE)
		status = ad_budget_base_keep(k->db, k->arena, was->synced, row);
	if (status == AD_DB_DONE)
		status = ad_spend_moved(k->db, k->arena, &k->rails->today, was, row, false);
	if (status == AD_DB_DONE)
		status = pull_store_note(k, was, row);
	return status;
}

/*
 * The create did succeed: the platform's values become the last synced ones, and the draft stays.
 */
static void pull_store_adopt(const struct ad_pull_keeper *k, struct ad_row *row,
			     const struct ad_remote *remote)
{
	const cJSON *draft = ad_parsed(k->arena, ad_row_sent_json(k->arena, row));
	const cJSON *known = ad_known_there(k->arena, row->res, draft, (struct ad_str){ 0 });

	row->synced = ad_live_json(k->arena, k->adapter, row->res, draft, known, remote->fields);
	row->remote_id = remote->id;
	row->failed = false;
	row->last_error = (struct ad_str){ 0 };
}

/* Merges an own object with its remote state. */
static enum ad_db_status pull_store_update(const struct ad_pull_keeper *k, struct ad_row *row,
					   const struct ad_remote *remote)
{
	struct ad_row *was = ad_arena_alloc(k->arena, sizeof(*was));
	enum ad_pull_effect effect;
	bool back; /* it was removed on the platform, and exists again */
	enum ad_db_status status = pull_store_see(k, row->id);

	/* The run that sent an unsettled operation records its result. */
	if (status != AD_DB_DONE || row->open_op.p || row->removed) {
		k->result->left_out += status == AD_DB_DONE;
		return status;
	}
	*was = *row;
	back = ad_drift_is_gone(row);
	if (!row->remote_id.p)
		pull_store_adopt(k, row, remote);
	effect = ad_pull_merge(k->arena, k->adapter, row, remote);
	row->remote_status = remote->status;
	row->review_status = ad_review_status_after(row->review_status, remote->review_status);
	k->result->drifted += effect == AD_PULL_DRIFTED;
	k->result->updated += effect == AD_PULL_TAKEN || (back && effect == AD_PULL_SAME);
	k->result->unchanged += effect == AD_PULL_SAME && !back;
	if (!same_row(was, row))
		pull_store_warn(k, was, row);
	ad_pull_notice(k, row, remote);
	status = pull_store_store(k, was, row);
	return status == AD_DB_DONE ? keep_review(k, row, remote) : status;
}

/* Sets the parent of a new object; *placed: false if the parent is not known, or is removed. */
static enum ad_db_status pull_store_place(const struct ad_pull_keeper *k, struct ad_row *row,
					  bool under_campaign, const struct ad_remote *remote,
					  bool *placed)
{
	bool below_campaign = row->res->id == AD_R_AD_GROUP || under_campaign;
	const struct ad_resource *above =
		ad_resource_row(below_campaign ? AD_R_CAMPAIGN : AD_R_AD_GROUP);
	struct ad_str platform = ad_str(pull_store_platform_of(k));
	struct ad_row *parent = NULL;
	enum ad_db_status status;

	*ad_row_value(row, "platform") = (struct ad_value){ .kind = AD_TEXT, .s = platform };
	*placed = true;
	if (row->res->id == AD_R_CAMPAIGN)
		return AD_DB_DONE;
	status = find_above(k, above, remote->parent_id, &parent);
	*placed = status == AD_DB_ROW && !parent->removed && !parent->removal &&
		  !ad_str_is(parent->remote_status, "REMOVED");
	if (!*placed)
		return status == AD_DB_ROW ? AD_DB_DONE : status;
	*ad_row_value(row, below_campaign ? "campaignId" : "adGroupId") =
		(struct ad_value){ .kind = AD_TEXT, .s = parent->id };
	if (row->res->id == AD_R_AD)
		*ad_row_value(row, "campaignId") = (struct ad_value){
			.kind = AD_TEXT,
			.s = ad_row_text(parent, "campaignId"),
		};
	return AD_DB_DONE;
}

/*
 * Finds the draft whose create made the object without a confirmed response: by its mark, or by its
 * key if that is its identity. ROW with the draft; it may have an unsettled operation.
 */
static enum ad_db_status find_maker(const struct ad_pull_keeper *k, const struct ad_row *fresh,
				    bool under_campaign, const struct ad_remote *remote,
				    struct ad_row **out)
{
	bool drafts;
	enum ad_db_status status;

	if (k->adapter->set_like(fresh->res)) {
		status = look_for_drafts(k, fresh, under_campaign, &drafts);
		return status == AD_DB_DONE && drafts ? find_twin(k, fresh, out) : status;
	}
	if (!remote->mark.n || ad_resource_of_id(remote->mark) != fresh->res)
		return AD_DB_DONE;
	status = ad_row_load(k->db, k->arena, k->realm, fresh->res, remote->mark, out);
	/* A draft deleted while its create was in doubt still owns the object. */
	if (status == AD_DB_ROW && ((*out)->remote_id.p || (*out)->removed))
		return AD_DB_DONE;
	return status;
}

static enum ad_db_status pull_store_insert(const struct ad_pull_keeper *k, struct ad_row *row,
					   const struct ad_remote *remote)
{
	char id[AD_ID_SIZE];
	enum ad_db_status status;

	ad_id_make(row->res->prefix, id);
	row->id = ad_arena_copy(k->arena, ad_str(id));
	row->space_id = k->realm.space_id;
	row->environment = k->realm.environment;
	row->created_by = k->head->created_by;
	row->created_at = row->updated_at = row->last_synced_at = ad_now();
	row->remote_status = remote->status;
	row->review_status = remote->review_status;
	status = ad_row_insert(k->db, k->arena, row);
	if (status == AD_DB_DONE)
		status = pull_store_see(k, row->id);
	if (status == AD_DB_DONE)
		status = ad_budget_base_keep(k->db, k->arena, (struct ad_str){ 0 }, row);
	if (status == AD_DB_DONE)
		status = ad_spend_moved(k->db, k->arena, &k->rails->today, NULL, row, false);
	if (status == AD_DB_DONE)
		status = pull_store_note(k, NULL, row);
	/* A new object has no earlier finding to clear. */
	if (status == AD_DB_DONE && ad_review_is_finding(remote->review_status))
		status = keep_review(k, row, remote);
	k->result->created++;
	pull_store_warn(k, NULL, row);
	ad_pull_notice(k, row, remote);
	return status;
}

static enum ad_db_status parent_gone(const struct ad_pull_keeper *k, const struct ad_row *row,
				     bool *gone)
{
	enum ad_db_status status = AD_DB_DONE;

	*gone = false;
	for (size_t i = 0; i < ad_below_count && !*gone; i++) {
		struct ad_row *parent;
		if (ad_below[i].child != row->res->id || !ad_row_text(row, ad_below[i].field).n)
			continue;
		status = load_above(k, ad_resource_row(ad_below[i].parent),
				    ad_row_text(row, ad_below[i].field), &parent);
		if (status != AD_DB_ROW && status != AD_DB_DONE)
			return status;
		*gone = status == AD_DB_ROW && ad_str_is(parent->remote_status, "REMOVED");
	}
	return AD_DB_DONE;
}

/*
 * Handles a listed own object; one that is gone with its parent is handled with the missing
 * objects.
 */
static enum ad_db_status pull_store_listed(const struct ad_pull_keeper *k, struct ad_row *row,
					   const struct ad_remote *remote)
{
	bool gone = false;
	enum ad_db_status status = parent_gone(k, row, &gone);

	return status != AD_DB_DONE || gone ? status : pull_store_update(k, row, remote);
}

/* The time for which a platform may still list a removed object. */
#define LISTED_ON (10 * AD_MINUTE)

/* True if an object known as removed is listed as existing. */
static bool stands_again(const struct ad_row *row, const struct ad_remote *remote)
{
	return !ad_str_is(remote->status, "REMOVED") &&
	       !ad_str_is(ad_json_get_text(remote->fields, "status"), "REMOVED") &&
	       !row->open_op.p && (row->removed || ad_drift_is_gone(row));
}

/* The same, if the pull started at least LISTED_ON after the last sync: the object exists again. */
static bool came_back(const struct ad_pull_keeper *k, const struct ad_row *row,
		      const struct ad_remote *remote)
{
	return stands_again(row, remote) && k->head->started_at > row->last_synced_at + LISTED_ON;
}

static void warn_back(const struct ad_pull_keeper *k, const struct ad_row *row, const char *how)
{
	ad_pull_warn(k->result, "CAME_BACK", row,
		     ad_arena_printf(
			     k->arena,
			     "The object was removed on the platform and exists there again; %s.",
			     how));
}

/* Soon after a removal, a list does not prove that the object exists: leave it unchanged. */
static enum ad_db_status leave_listed(const struct ad_pull_keeper *k, const struct ad_row *row)
{
	k->result->left_out++;
	ad_pull_warn(k->result, "CAME_BACK", row,
		     AD_S("The object was reported as removed less than 10 minutes ago and is "
			  "listed again. It was not changed; a later pull decides."));
	return pull_store_see(k, row->id);
}

/* Stores an object that is not known yet; `again`: it replaces a removed draft. */
static enum ad_db_status store_new(const struct ad_pull_keeper *k, struct ad_row *fresh,
				   bool under_campaign, const struct ad_remote *remote, bool again)
{
	struct ad_row *row = NULL;
	bool doubt = false;
	enum ad_db_status status = AD_DB_DONE;

	/* The removed draft stays removed: the object becomes a new draft. */
	if (!again)
		status = find_maker(k, fresh, under_campaign, remote, &row);
	if (status == AD_DB_ROW)
		return pull_store_update(k, row, remote);
	if (status == AD_DB_DONE && !again)
		status = ad_pull_in_doubt(k, fresh, remote, &doubt);
	k->result->left_out += doubt;
	if (status != AD_DB_DONE || doubt)
		return status;
	status = pull_store_insert(k, fresh, remote);
	if (again)
		warn_back(k, fresh, "it is a new draft, created outside adcore");
	return status;
}

enum ad_db_status ad_pull_store(const struct ad_pull_keeper *k, const struct ad_resource *res,
				bool under_campaign, const struct ad_remote *remote)
{
	struct ad_row *row = NULL, *fresh;
	bool placed = false, back;
	enum ad_db_status status = pull_store_find(k, res, remote->id, &row);

	if (status != AD_DB_DONE && status != AD_DB_ROW)
		return status;
	back = status == AD_DB_ROW && came_back(k, row, remote);
	if (back && !row->removed)
		warn_back(k, row, "it counts in the guardrails again");
	if (row && !row->removed && !back && stands_again(row, remote))
		return leave_listed(k, row);
	if (row && !(back && row->removed))
		return pull_store_listed(k, row, remote);
	fresh = ad_pull_new(k->arena, res, remote);
	status = pull_store_place(k, fresh, under_campaign, remote, &placed);
	if (status == AD_DB_DONE && placed)
		return store_new(k, fresh, under_campaign, remote, back);
	k->result->left_out += !placed;
	return status;
}

static enum ad_db_status note_below(void *arg, struct ad_arena *arena, const struct ad_row *was,
				    const struct ad_row *is)
{
	struct ad_pull_keeper keeper = *(const struct ad_pull_keeper *)arg;

	keeper.arena = arena;
	return pull_store_note(&keeper, was, is);
}

/* Others removed the object on the platform; if its removal is staged, both sides agree. */
static enum ad_db_status pull_store_lose(const struct ad_pull_keeper *k, struct ad_row *row)
{
	struct ad_pull_keeper keeper = *k;
	struct ad_below_gone below = { k->db, k->arena, note_below, &keeper, NULL };
	struct ad_row *was = ad_arena_alloc(k->arena, sizeof(*was));
	enum ad_db_status status;

	*was = *row;
	ad_drift_lose(row);
	k->result->removed++;
	status = pull_store_store(k, was, row);
	if (status == AD_DB_DONE && row->removed)
		status = ad_links_drop(k->db, k->arena, k->realm, row->id);
	if (status == AD_DB_DONE && row->removed)
		status = ad_below_gone(&below, row);
	return status == AD_DB_DONE ? ad_review_drop(k->db, k->realm, row->id) : status;
}

/* Leaves an object unchanged, because its state on the platform is not known. */
static void leave_unseen(const struct ad_pull_keeper *k, const struct ad_row *row,
			 const struct ad_platform_error *why)
{
	k->result->left_out++;
	ad_pull_warn(k->result, why->code, row,
		     ad_arena_printf(k->arena, "The object was not read and was not changed: %.*s",
				     AD_FMT(why->message)));
}

enum ad_db_status ad_pull_missing(const struct ad_pull_keeper *k, struct ad_str id,
				  const struct ad_resource *res, const struct ad_remote *remote,
				  const struct ad_platform_error *why)
{
	struct ad_row *row;
	/* On some platforms a negative keyword only exists or does not. */
	bool gone = remote && (ad_str_is(remote->status, "REMOVED") ||
			       ad_str_is(ad_json_get_text(remote->fields, "status"), "REMOVED"));
	enum ad_db_status status = ad_row_load(k->db, k->arena, k->realm, res, id, &row);

	if (status != AD_DB_ROW)
		return status;
	if (row->open_op.p || row->removed)
		return AD_DB_DONE;
	if (!gone)
		status = parent_gone(k, row, &gone);
	else
		status = AD_DB_DONE;
	if (status != AD_DB_DONE)
		return status;
	if (gone)
		return pull_store_lose(k, row);
	if (remote && stands_again(row, remote))
		warn_back(k, row, "it counts in the guardrails again");
	if (remote)
		return pull_store_update(k, row, remote);
	leave_unseen(k, row, why);
	return AD_DB_DONE;
}
