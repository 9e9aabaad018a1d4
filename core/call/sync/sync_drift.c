/* GET /sync/drift, POST /sync/drift/resolve. */
#include "call/objects/each_below.h"
#include "sync/state/budget_base.h"
#include "sync/state/drift.h"
#include "sync/plan/spend_moved.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "call/request/actions.h"
#include "call/request/connector.h"
#include "call/objects/attachments.h"
#include "call/objects/copy.h"
#include "call/request/cursor.h"
#include "call/request/history.h"
#include "call/request/paged.h"
#include "call/sync/sync_forget.h"
#include "call/sync/sync_review.h"
#include "call/sync/sync_steps.h"
#include "call/request/validate.h"
#include "store/objects/links.h"
#include "store/objects/remotes.h"

/* An object with drift; ordered by creation time, whatever its kind. */
struct drifted {
	const struct ad_resource *res;
	struct ad_str id;
};

struct list {
	struct ad_call *call;
	struct ad_paged page;
	struct drifted *at;
	size_t count, room;
	struct ad_text data;
	struct ad_json j;
	int64_t total, written;
	struct ad_str last; /* key of the last row written */
	bool passed;        /* the cursor's place is passed */
};

/* The part of an id after its prefix: rises with time. */
static struct ad_str moment_of(struct ad_str id)
{
	const char *mark = ad_str_find(id, '_');
	size_t at = mark ? (size_t)(mark + 1 - id.p) : 0;
	return (struct ad_str){ id.p + at, id.n - at };
}

static int by_moment(const void *a, const void *b)
{
	const struct drifted *one = a, *other = b;
	struct ad_str x = moment_of(one->id), y = moment_of(other->id);
	int order = memcmp(x.p, y.p, x.n < y.n ? x.n : y.n);
	return order ? order : (x.n > y.n) - (x.n < y.n);
}

static bool sync_drift_wants(struct ad_call *call, const char *name, struct ad_str value)
{
	struct ad_str list = ad_call_param(call, name);
	for (size_t at = 0; list.p && at <= list.n;) {
		const char *comma = at < list.n ? memchr(list.p + at, ',', list.n - at) : NULL;
		size_t end = comma ? (size_t)(comma - list.p) : list.n;
		if (ad_str_eq((struct ad_str){ list.p + at, end - at }, value))
			return true;
		at = end + 1;
	}
	return !list.p;
}

static void sync_drift_add(struct list *l, const struct ad_resource *res, struct ad_str id)
{
	AD_ARENA_GROW(l->call->arena, l->at, l->count, l->room);
	l->at[l->count++] = (struct drifted){ res, ad_arena_copy(l->call->arena, id) };
}

static enum ad_db_status sync_drift_collect(struct list *l, const struct ad_resource *res)
{
	struct ad_call *call = l->call;
	struct ad_realm realm = ad_sync_realm(call);
	/* The range of ids makes SQLite prefer the index of these few objects to one of all. */
	struct ad_str sql = ad_arena_printf(
		call->arena,
		"SELECT id, platform FROM %s WHERE space_id = $1 AND environment = $2 AND id > ''"
		" AND live IS NOT NULL UNION SELECT id, platform FROM %s WHERE space_id = $1 AND"
		" environment = $2 AND id > '' AND unknown_fields IS NOT NULL UNION"
		" SELECT id, platform FROM %s WHERE space_id = $1 AND environment = $2 AND"
		" sync_state = 'FAILED' AND removal = 1",
		res->table, res->table, res->table);
	struct ad_stmt *s = ad_sql(call->db, sql.p);
	enum ad_db_status status;
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	while ((status = ad_step(s)) == AD_DB_ROW)
		if (sync_drift_wants(call, "platform", ad_col(s, 1)) &&
		    sync_drift_wants(call, "id", ad_col(s, 0)))
			sync_drift_add(l, res, ad_col(s, 0));
	return status;
}

static enum ad_db_status sync_drift_campaign_of(struct ad_call *call, struct ad_arena *arena,
						const struct ad_row *row, struct ad_str *id)
{
	struct ad_row *group;
	*id = row->id;
	if (row->res->id == AD_R_CAMPAIGN)
		return AD_DB_DONE;
	*id = ad_row_text(row, "campaignId");
	if (id->n || row->res->id != AD_R_KEYWORD)
		return AD_DB_DONE;
	enum ad_db_status status =
		ad_row_load(call->db, arena, ad_sync_realm(call), ad_resource_row(AD_R_AD_GROUP),
			    ad_row_text(row, "adGroupId"), &group);
	if (status == AD_DB_ROW)
		*id = ad_row_text(group, "campaignId");
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

/* The ad group of an object, or the ad group itself; empty if there is none. */
static struct ad_str group_of(const struct ad_row *row)
{
	if (row->res->id == AD_R_AD_GROUP)
		return row->id;
	bool is_below = row->res->id == AD_R_AD || row->res->id == AD_R_KEYWORD;
	return is_below ? ad_row_text(row, "adGroupId") : (struct ad_str){ NULL, 0 };
}

static void sync_drift_write_one(struct list *l, const struct ad_row *row, struct ad_str campaign,
				 const struct ad_drift *drift)
{
	bool keyword = row->res->id == AD_R_KEYWORD;
	uint32_t above = ad_resource_row(AD_R_CAMPAIGN)->read_scope;
	ad_json_object(&l->j);
	ad_json_kcstr(&l->j, "resource", row->res->name);
	ad_json_kstr(&l->j, "id", row->id);
	ad_json_kstr(&l->j, "name", ad_row_text(row, keyword ? "text" : "name"));
	struct ad_str group = group_of(row);
	if ((l->call->scopes & above) == above) {
		ad_json_kstr(&l->j, "campaignId", campaign);
		if (group.n)
			ad_json_kstr(&l->j, "adGroupId", group);
	}
	ad_json_kstr(&l->j, "platform", ad_row_text(row, "platform"));
	ad_json_kcstr(&l->j, "field", drift->field);
	ad_json_kraw(&l->j, "synced", drift->synced);
	ad_json_kraw(&l->j, "staged", drift->staged);
	ad_json_kraw(&l->j, "live", drift->live);
	if (drift->incomplete)
		ad_json_kbool(&l->j, "incomplete", true);
	if (drift->not_shown) {
		ad_json_kbool(&l->j, "notShown", true);
		ad_json_kstr(&l->j, "remoteId", row->remote_id);
	}
	ad_json_object_end(&l->j);
}

/* Counts every field; writes the fields of the page, which starts after the cursor's place. */
static enum ad_db_status sync_drift_take(struct list *l, struct ad_arena *arena,
					 const struct drifted *one)
{
	struct ad_row *row;
	struct ad_drift all[AD_FIELDS_MAX];
	struct ad_str campaign;
	enum ad_db_status status =
		ad_row_load(l->call->db, arena, ad_sync_realm(l->call), one->res, one->id, &row);
	if (status != AD_DB_ROW)
		return status;
	status = sync_drift_campaign_of(l->call, arena, row, &campaign);
	if (status != AD_DB_DONE || !sync_drift_wants(l->call, "campaignId", campaign))
		return status;
	size_t n = ad_drift_list(arena, row, all);
	for (size_t i = 0; i < n; i++) {
		struct ad_str key =
			ad_arena_printf(arena, "%.*s.%s", AD_FMT(row->id), all[i].field);
		l->total++;
		if (!l->passed) {
			l->passed = ad_str_eq(key, l->page.after);
			continue;
		}
		if (l->written == l->page.limit) {
			l->page.more = true;
			continue;
		}
		sync_drift_write_one(l, row, campaign, &all[i]);
		l->written++;
		l->last = ad_arena_copy(l->call->arena, key);
	}
	return AD_DB_DONE;
}

/*
 * True if the object comes after the cursor's place, which may have been resolved since: the page
 * then starts at the next object.
 */
static bool is_behind(const struct list *l, const struct drifted *one)
{
	const char *dot = ad_str_find(l->page.after, '.');
	struct drifted at = {
		NULL, { l->page.after.p, dot ? (size_t)(dot - l->page.after.p) : l->page.after.n }
	};
	int order = by_moment(one, &at);
	return l->page.ascending ? order > 0 : order < 0;
}

static enum ad_db_status sync_drift_walk(struct list *l)
{
	enum ad_db_status status = AD_DB_DONE;
	if (l->count)
		qsort(l->at, l->count, sizeof(*l->at), by_moment);
	l->passed = !l->page.after.p;
	for (size_t i = 0; i < l->count && status == AD_DB_DONE; i++) {
		struct ad_arena *arena = ad_arena_new();
		const struct drifted *one = &l->at[l->page.ascending ? i : l->count - 1 - i];
		if (!l->passed && is_behind(l, one))
			l->passed = true;
		status = sync_drift_take(l, arena, one);
		ad_arena_free(arena);
	}
	return status;
}

static void sync_drift_answer(struct ad_call *call)
{
	struct list *l = call->work;
	struct ad_text meta = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&meta);
	enum ad_db_status status = AD_DB_DONE;
	l->data = ad_text_on(call->arena);
	l->j = ad_json_on(&l->data);
	for (int i = 0; i < AD_RESOURCE_COUNT && status == AD_DB_DONE; i++) {
		const struct ad_resource *res = ad_resource_row((enum ad_resource_id)i);
		bool readable = (call->scopes & res->read_scope) == res->read_scope;
		if (res->table && res->staged && readable &&
		    ad_field_find(&res->shape, AD_S("platform"), NULL) &&
		    sync_drift_wants(call, "resource", ad_str(res->name)))
			status = sync_drift_collect(l, res);
	}
	ad_json_array(&l->j);
	if (status == AD_DB_DONE)
		status = sync_drift_walk(l);
	ad_json_array_end(&l->j);
	if (status != AD_DB_DONE) {
		ad_fail_db(call, status);
		return;
	}
	call->data = ad_text_str(&l->data);
	ad_json_kstr(&j, "nextCursor",
		     l->page.more ? ad_cursor_make(call, call->list_bound, l->last)
				  : (struct ad_str){ NULL, 0 });
	ad_json_kint(&j, "total", l->total);
	call->meta = ad_text_str(&meta);
}

void ad_sync_drift(struct ad_call *call)
{
	struct list *l = ad_arena_zalloc(call->arena, sizeof(*l));
	l->call = call;
	bool good = ad_paged_read(call, &l->page, 3);
	for (size_t i = 0; i < call->action->query->count; i++)
		good = ad_paged_filter(&l->page, &call->action->query->fields[i]) && good;
	if (!good)
		return;
	call->work = l;
	ad_call_next(call, AD_SLOW, sync_drift_answer);
}

/* Loads a staged object by its id; false with a fault at "id" if it does not exist here. */
static bool sync_drift_load(struct ad_call *call, struct ad_str id, struct ad_row **row)
{
	const struct ad_resource *res = ad_resource_of_id(id);
	enum ad_db_status status = AD_DB_DONE;
	if (res && res->staged)
		status = ad_row_load(call->db, call->arena, ad_sync_realm(call), res, id, row);
	if (status == AD_DB_ROW)
		return true;
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	ad_fault(call, "id", "REFERENCE_NOT_FOUND", "The object \"%.*s\" does not exist here.",
		 AD_FMT(id));
	return false;
}

static void sync_drift_write_value(struct ad_json *j, const char *key, const struct ad_row *row,
				   struct ad_str field)
{
	size_t index = 0;
	const struct ad_field *found = ad_field_find(&row->res->shape, field, &index);
	ad_json_key(j, key);
	if (row->removed)
		ad_json_str(j, AD_S("REMOVED"));
	else
		ad_value_write(j, found, &row->v[index]);
}

static void answer_forgotten(struct ad_call *call, const struct ad_row *row)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	ad_json_kcstr(&j, "resource", row->res->name);
	ad_json_kstr(&j, "id", row->id);
	ad_json_kcstr(&j, "field", "status");
	ad_json_kcstr(&j, "keep", AD_SYNC_FORGET);
	sync_drift_write_value(&j, "from", row, AD_S("status"));
	ad_json_key(&j, "to");
	ad_json_null(&j);
	ad_json_kcstr(&j, "syncState", AD_SYNC_FORGOTTEN);
	ad_json_kint(&j, "undecided", 0);
	ad_json_object_end(&j);
	call->data = ad_text_str(&text);
	call->http_status = 200;
	if (call->validate_only)
		call->meta = AD_S("\"validateOnly\":true");
}

static void answer_decision(struct ad_call *call, const struct ad_row *was,
			    const struct ad_row *row, const cJSON *input)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_drift left[AD_FIELDS_MAX];
	struct ad_str field = ad_json_get_text(input, "field");
	ad_json_object(&j);
	ad_json_kcstr(&j, "resource", row->res->name);
	ad_json_kstr(&j, "id", row->id);
	ad_json_kstr(&j, "field", field);
	ad_json_kstr(&j, "keep", ad_json_get_text(input, "keep"));
	sync_drift_write_value(&j, "from", was, field);
	sync_drift_write_value(&j, "to", row, field);
	ad_json_kcstr(&j, "syncState", ad_sync_state_name(row->state));
	ad_json_kint(&j, "undecided", (int64_t)ad_drift_of(call->arena, row, left));
	ad_json_object_end(&j);
	call->data = ad_text_str(&text);
	call->http_status = 200;
	if (call->validate_only)
		call->meta = AD_S("\"validateOnly\":true");
}

static bool same_draft(const struct ad_row *a, const struct ad_row *b)
{
	for (size_t i = 0; i < a->res->shape.count; i++)
		if (!ad_value_eq(&a->v[i], &b->v[i]))
			return false;
	return true;
}

/*
 * The platform removed the attachments with the object. A recreated object gets all of them again;
 * an abandoned one has none.
 */
static enum ad_db_status part_from_assets(struct ad_call *call, const struct ad_row *row)
{
	struct ad_realm realm = ad_sync_realm(call);
	return row->removed ? ad_links_drop(call->db, call->arena, realm, row->id)
			    : ad_remotes_forget(call->db, realm, row->id);
}

/* A recreated object gets a daily budget, as every draft: the daily share of a lifetime budget. */
static void give_a_day(struct ad_call *call, const struct ad_row *was, struct ad_row *row)
{
	int64_t share;

	if (row->removed || !ad_drift_is_gone(was) || !ad_copy_share(call, was, NULL, &share))
		return;
	*ad_row_value(row, "budget") = (struct ad_value){ .kind = AD_INT, .i = share };
	*ad_row_value(row, "budgetPeriod") =
		(struct ad_value){ .kind = AD_TEXT, .s = AD_S("DAILY") };
}

/*
 * An object that is recreated is a draft without its first push: a connector leaves it paused, as
 * every draft that it creates.
 */
static void keep_paused(struct ad_call *call, const struct ad_row *was, struct ad_row *row)
{
	size_t index = 0;

	if (row->removed || !ad_drift_is_gone(was) || !ad_call_is_connector(call) ||
	    !ad_field_find(&row->res->shape, AD_S("status"), &index) ||
	    !ad_str_is(ad_row_text(row, "status"), "ENABLED"))
		return;
	row->v[index] = (struct ad_value){ .kind = AD_TEXT, .s = AD_S("PAUSED") };
}

/* `field` is a text of the input, terminated by a NUL. */
static bool refuse_decision(struct ad_call *call, const struct ad_row *row, struct ad_str field)
{
	if (ad_drift_is_unproven(row))
		return ad_sync_conflict(call, "NOT_SHOWN", NULL,
					"The platform does not return the object, so neither side "
					"can be chosen. Push again, or resolve with keep FORGET.");
	if (ad_row_is_unknown(row, field.p))
		return ad_sync_conflict(call, "INCOMPLETE", NULL,
					"The value of this field on the platform is unknown: a "
					"push was interrupted, or the amount is too large. No "
					"decision is needed: the next push sends the draft.");
	return ad_sync_conflict(call, "NOT_DRIFTED", NULL,
				"This field has no drift to resolve. See GET /sync/drift.");
}

/* A decision on one field may leave a higher budget, until the others are decided. */
static enum ad_db_status count_decision(struct ad_call *call, const struct ad_row *was,
					const struct ad_row *row)
{
	struct ad_today today = { 0 };
	enum ad_db_status status = AD_DB_DONE;

	if (ad_budget_is_lifetime(was))
		status = ad_today_load(call->db, ad_sync_realm(call), &today);
	return status == AD_DB_DONE ? ad_spend_moved(call->db, call->arena, &today, was, row, true)
				    : status;
}

static bool sync_drift_decide(struct ad_call *call, struct ad_row *was, struct ad_str field,
			      bool live, struct ad_row *row)
{
	*row = *was;
	if (!ad_drift_resolve(call->arena, row, field, live))
		return refuse_decision(call, was, field);
	give_a_day(call, was, row);
	keep_paused(call, was, row);
	if (!same_draft(was, row)) {
		row->version++;
		row->updated_at = ad_now();
	}
	/* Keeping the draft means sending it again. */
	ad_call_mark_row(call, row);
	row->sync_revision++;
	ad_row_derive_state(row);
	if (call->validate_only)
		return true;
	enum ad_db_status status = ad_row_update(call->db, call->arena, row);
	if (status == AD_DB_DONE)
		status = ad_budget_base_keep(call->db, call->arena, was->synced, row);
	if (status == AD_DB_DONE)
		status = count_decision(call, was, row);
	if (status == AD_DB_DONE && ad_drift_is_gone(was))
		status = part_from_assets(call, row);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return ad_history_add(call, "resolve", was, row);
}

static bool decide_below(struct ad_call *call, const struct ad_row *row, bool live);

/* Deletes a draft that was never pushed and can never be, because its parent was abandoned. */
static bool drop_draft(struct ad_call *call, struct ad_row *row)
{
	if (!decide_below(call, row, true))
		return false;
	enum ad_db_status status = ad_row_delete(call->db, call->arena, row);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return ad_history_add(call, "delete", row, NULL) && ad_attached_follow(call, row, NULL);
}

/*
 * Stages the removal: the operation in progress will fail, and the object is removed with its
 * parent.
 */
static bool stage_removal(struct ad_call *call, struct ad_row *row)
{
	struct ad_row was = *row;
	row->removal = true;
	row->version++;
	row->updated_at = ad_now();
	ad_call_mark_row(call, row);
	row->sync_revision++;
	enum ad_db_status status = ad_row_update(call->db, call->arena, row);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return ad_history_add(call, "delete", &was, row) && decide_below(call, row, true);
}

static bool decide_child(struct ad_call *call, struct ad_row *child, void *arg)
{
	bool live = *(const bool *)arg;
	struct ad_row *after = ad_arena_alloc(call->arena, sizeof(*after));
	/* An object with a staged removal is not recreated. */
	bool given_up = live || child->removal;
	if (child->removed || (child->open_op.p && !given_up))
		return true;
	if (child->open_op.p)
		return child->removal || stage_removal(call, child);
	if (!child->remote_id.p)
		return given_up ? drop_draft(call, child) : decide_below(call, child, false);
	/* The object cannot exist below a removed parent. */
	child->live = AD_LIVE_GONE;
	return sync_drift_decide(call, child, AD_S("status"), given_up, after) &&
	       decide_below(call, after, given_up);
}

/* Applies the decision to the objects that the platform removed with their parent. */
static bool decide_below(struct ad_call *call, const struct ad_row *row, bool live)
{
	return ad_call_each_below(call, row, decide_child, &live);
}

static struct ad_str side_read(struct ad_call *call, const cJSON *shown, const char *name)
{
	struct ad_text text = ad_text_on(call->arena);
	const cJSON *value = ad_json_get(shown, name);
	if (!value)
		return AD_S("null");
	ad_json_canonical(&text, value);
	return ad_text_str(&text);
}

/*
 * True if both sides of the field still equal those shown to the caller, if the request states
 * them.
 */
static bool as_shown(struct ad_call *call, const struct ad_row *row, const cJSON *input)
{
	const struct ad_sync_sides *page = call->work;
	const cJSON *said = ad_json_get(input, "shown");
	struct ad_str field = ad_json_get_text(input, "field");
	struct ad_drift all[AD_FIELDS_MAX];
	struct ad_sync_sides shown;
	if (!page && !cJSON_IsObject(said))
		return true;
	shown = page ? *page
		     : (struct ad_sync_sides){ side_read(call, said, "staged"),
					       side_read(call, said, "live") };
	size_t n = ad_drift_of(call->arena, row, all);
	for (size_t i = 0; i < n; i++)
		if (ad_str_is(field, all[i].field) && (!ad_str_eq(shown.staged, all[i].staged) ||
						       !ad_str_eq(shown.live, all[i].live)))
			return ad_sync_conflict(call, "CHANGED_SINCE", NULL,
						"The values changed after they were shown. Read "
						"them again, then resolve. Nothing was changed.");
	return true;
}

static bool sync_drift_resolve(struct ad_call *call)
{
	const cJSON *input = ad_validate_shape(call, call->action->input, call->input);
	struct ad_row *was, *row = ad_arena_alloc(call->arena, sizeof(*row));
	if (!input || !sync_drift_load(call, ad_json_get_text(input, "id"), &was) ||
	    !ad_call_require(call, AD_SYNC_WRITE | was->res->write_scope))
		return false;
	bool live = ad_str_is(ad_json_get_text(input, "keep"), "LIVE");
	bool gone = ad_drift_is_gone(was);
	if (ad_str_is(ad_json_get_text(input, "keep"), AD_SYNC_FORGET)) {
		if (!ad_sync_forget(call, was, ad_json_get_text(input, "remoteId")))
			return false;
		answer_forgotten(call, was);
		return true;
	}
	if (was->open_op.p) {
		call->retry_after = 1;
		return ad_sync_conflict(call, "UNSETTLED", NULL,
					"An operation on the object is in progress. Resolve the "
					"drift when it has ended.");
	}
	if (!as_shown(call, was, input) ||
	    !sync_drift_decide(call, was, ad_json_get_text(input, "field"), live, row) ||
	    (gone && !call->validate_only && !decide_below(call, row, live || row->removed)))
		return false;
	answer_decision(call, was, row, input);
	return true;
}

void ad_sync_resolve_write(struct ad_call *call)
{
	ad_sync_keyed(call, sync_drift_resolve);
}

void ad_sync_resolve(struct ad_call *call)
{
	ad_sync_begin(call, sync_drift_resolve, ad_sync_resolve_write);
}
