/* Attaching and detaching an asset, and the list of its attachments. */
#include "base/clock.h"
#include "base/json_read.h"
#include "call/request/actions.h"
#include "call/objects/attachments.h"
#include "call/request/connector.h"
#include "call/request/cursor.h"
#include "call/request/history.h"
#include "call/request/idempotency.h"
#include "call/objects/objects.h"
#include "call/request/quota.h"
#include "call/request/params.h"
#include "call/rules/rules.h"
#include "call/request/validate.h"

#define LINKS_MAX 1000 /* attachments of one asset */

/* The requested attachment: an asset and its holder. */
struct asked {
	struct ad_row *asset;
	struct ad_row *holder; /* NULL: it does not exist (any more) */
	struct ad_attached link;
};

static bool attach_steps_load(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
			      struct ad_row **out)
{
	*out = NULL;
	enum ad_db_status status =
		ad_row_load(call->db, call->arena, ad_call_realm(call), res, id, out);
	return status == AD_DB_ROW || status == AD_DB_DONE || ad_fail_db(call, status);
}

/*
 * The holder's field that stores the attachment: the change is then a change of that field. NULL if
 * there is none.
 */
static const char *attach_steps_field_of(const struct ad_attached *link)
{
	if (ad_str_is(link->resource, "ad"))
		return "assetIds";
	if (ad_str_is(link->resource, "business") && ad_str_is(link->role, "LOGO"))
		return "logoAssetId";
	return NULL;
}

/* Reads the asset, the holder and the role; faults and failures end the call. */
static bool read_asked(struct ad_call *call, const cJSON *input, struct asked *a)
{
	const struct ad_resource *res = ad_resource_by_name(ad_json_get_text(input, "resource"));
	struct ad_str id = ad_json_get_text(input, "id");
	if (!attach_steps_load(call, call->res, call->id, &a->asset))
		return false;
	if (!a->asset)
		return ad_fail(call, AD_NOT_FOUND, "%s", "");
	if (ad_id_valid(res->prefix, id) && !attach_steps_load(call, res, id, &a->holder))
		return false;
	if (a->holder && a->holder->removed)
		a->holder = NULL;
	struct ad_str role = ad_json_get_text(input, "role");
	if (!role.p)
		role = ad_attach_role(a->asset);
	a->link = (struct ad_attached){ .asset_id = a->asset->id,
					.resource = ad_str(res->name),
					.object_id = id,
					.role = role };
	if (!attach_steps_field_of(&a->link) || call->status != AD_OK)
		return call->status == AD_OK;
	return ad_call_require(call, res->write_scope);
}

static void attach_steps_answer(struct ad_call *call, const struct ad_attached *link)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	ad_json_kstr(&j, "assetId", link->asset_id);
	ad_json_kstr(&j, "resource", link->resource);
	ad_json_kstr(&j, "id", link->object_id);
	ad_json_kstr(&j, "role", link->role);
	ad_json_ktime(&j, "attachedAt", link->at ? link->at : ad_now());
	ad_json_object_end(&j);
	call->data = ad_text_str(&text);
	if (call->validate_only)
		call->meta = AD_S("\"validateOnly\":true");
}

static bool is_free(struct ad_call *call, const struct asked *a)
{
	struct ad_attached_list links;
	if (a->asset->removed)
		return ad_fail(call, AD_CONFLICT,
			       "The asset is REMOVED on the platform. Create a new asset.");
	if (a->asset->removal)
		return ad_fail(call, AD_CONFLICT,
			       "The asset is staged for removal. Restore it with POST …/restore "
			       "before you attach it.");
	enum ad_db_status status =
		ad_links_load(call->db, call->arena, ad_call_realm(call),
			      (struct ad_attached){ .asset_id = a->asset->id }, &links);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (links.n >= LINKS_MAX && !ad_is_attached(call, &a->link))
		ad_fault_limit(
			call, "id", "TOO_MANY", LINKS_MAX,
			"An asset can have at most %d attachments. Make a copy of the asset.",
			LINKS_MAX);
	return call->status == AD_OK;
}

static bool may_attach(struct ad_call *call, const struct asked *a)
{
	if (!a->holder)
		ad_fault(call, "id", "REFERENCE_NOT_FOUND",
			 "id does not match any %.*s of this Space and environment.",
			 AD_FMT(a->link.resource));
	else if (a->holder->removal)
		ad_fault(call, "id", "PENDING_REMOVAL",
			 "id refers to an object that is staged for removal. Restore the object "
			 "first.");
	else
		(void)ad_attach_check(call, a->asset, a->holder, a->link.role, "role");
	return call->status == AD_OK && is_free(call, a);
}

/* The merge patch of the holder's field, as a client would send it. */
static const cJSON *holder_patch(struct ad_call *call, const struct asked *a, bool there)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;
	const char *field = attach_steps_field_of(&a->link);
	const cJSON *item;
	if (!field)
		return NULL;
	ad_json_object(&j);
	ad_json_key(&j, field);
	if (strcmp(field, "logoAssetId") == 0) {
		ad_json_str(&j, there ? a->asset->id : (struct ad_str){ NULL, 0 });
	} else {
		const cJSON *ids = ad_json_parse(call->arena, ad_row_text(a->holder, field), &err);
		bool found = false;
		ad_json_array(&j);
		cJSON_ArrayForEach(item, ids)
		{
			bool this = ad_str_eq(ad_json_text(item), a->asset->id);
			found = found || this;
			if (there || !this)
				ad_json_str(&j, ad_json_text(item));
		}
		if (there && !found)
			ad_json_str(&j, a->asset->id);
		ad_json_array_end(&j);
	}
	ad_json_object_end(&j);
	return ad_json_parse(call->arena, ad_text_str(&text), &err);
}

/*
 * Changes the holder's field: checked, versioned and recorded in the history like any other change.
 */
static bool change_holder(struct ad_call *call, const struct asked *a, bool there)
{
	struct ad_row *before, *after;
	struct ad_str match = call->if_match;
	if (!attach_steps_field_of(&a->link) || !a->holder)
		return true;
	call->if_match = (struct ad_str){ NULL, 0 }; /* it is the asset's */
	bool ok = ad_object_patch(call, a->holder->res, a->holder->id, holder_patch(call, a, there),
				  &before, &after);
	call->if_match = match;
	return ok;
}

/* Updates the asset's attachments in the answer, and adds the history entry. */
static bool attach_steps_record(struct ad_call *call, struct asked *a, const char *verb)
{
	struct ad_row *after;
	enum ad_db_status status =
		ad_links_render(call->db, call->arena, ad_call_realm(call), a->asset->id, &after);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (strcmp(verb, "attach") == 0 && !ad_quota_change(call))
		return false;
	return ad_history_add(call, verb, a->asset, after);
}

static bool attach_steps_attach(struct ad_call *call)
{
	struct asked a = { 0 };
	bool added;
	if (!read_asked(call, call->input, &a) || !may_attach(call, &a))
		return false;
	ad_call_mark_link(call, &a.link);
	if (!call->validate_only) {
		enum ad_db_status status =
			ad_link_add(call->db, ad_call_realm(call), &a.link, &added);
		if (status != AD_DB_DONE)
			return ad_fail_db(call, status);
		if (added &&
		    (!change_holder(call, &a, true) || !attach_steps_record(call, &a, "attach")))
			return false;
	}
	attach_steps_answer(call, &a.link);
	return true;
}

static void attach_write(struct ad_call *call)
{
	ad_call_fresh(call);
	if (!ad_idempotency_begin(call))
		return;
	if (!attach_steps_attach(call)) {
		ad_idempotency_fail(call);
		return;
	}
	call->http_status = 201;
	call->location =
		ad_arena_printf(call->arena, "%s/%.*s/attach", call->res->path, AD_FMT(call->id));
	if (!ad_idempotency_keep(call))
		return;
}

void ad_assets_attach(struct ad_call *call)
{
	if (!ad_write_params(call))
		return;
	if (!call->validate_only) {
		ad_call_next(call, AD_WRITE, attach_write);
	} else if (attach_steps_attach(call)) {
		call->http_status = 200;
	}
}

/* --- detaching ------------------------------------------------------------------------------- */

/* The query as the input that its shape describes. */
static const cJSON *query_input(struct ad_call *call)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;
	ad_json_object(&j);
	for (size_t i = 0; i < call->param_count; i++) {
		if (ad_str_is(call->params[i].name, "validateOnly"))
			continue;
		ad_json_key(&j, ad_arena_copy(call->arena, call->params[i].name).p);
		ad_json_str(&j, call->params[i].value);
	}
	ad_json_object_end(&j);
	return ad_validate_shape(call, call->action->query,
				 ad_json_parse(call->arena, ad_text_str(&text), &err));
}

static bool attach_steps_detach(struct ad_call *call)
{
	struct asked a = { 0 };
	if (!read_asked(call, call->input, &a))
		return false;
	struct ad_attached_list links;
	enum ad_db_status status =
		ad_links_load(call->db, call->arena, ad_call_realm(call),
			      (struct ad_attached){ .asset_id = a.asset->id }, &links);
	bool found = false;
	bool others = false;
	for (size_t i = 0; status == AD_DB_DONE && i < links.n; i++) {
		struct ad_attached *l = &links.at[i];
		if (!ad_str_eq(l->object_id, a.link.object_id) ||
		    !ad_str_eq(l->resource, a.link.resource))
			continue;
		if (ad_str_eq(l->role, a.link.role)) {
			found = true;
			a.link.at = l->at;
		} else {
			others = true;
		}
	}
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (!found)
		return ad_fail(call, AD_NOT_FOUND,
			       "The asset is not attached to this object in this role.");
	if (!call->validate_only) {
		ad_call_mark_link(call, &a.link);
		status = ad_link_remove(call->db, ad_call_realm(call), &a.link);
		if (status != AD_DB_ROW)
			return ad_fail_db(call, status);
		/* An ad keeps the asset in assetIds while the asset is attached in another role. */
		bool named = ad_str_is(a.link.resource, "ad") && others;
		if ((!named && !change_holder(call, &a, false)) ||
		    !attach_steps_record(call, &a, "detach"))
			return false;
	}
	attach_steps_answer(call, &a.link);
	return true;
}

static void detach_write(struct ad_call *call)
{
	ad_call_fresh(call);
	(void)attach_steps_detach(call);
}

void ad_assets_detach(struct ad_call *call)
{
	static const char *const own[] = { "resource", "id", "role", "validateOnly", NULL };
	if (!ad_known_params(call, own))
		return;
	call->input = query_input(call);
	if (call->status != AD_OK)
		return;
	if (call->validate_only)
		(void)attach_steps_detach(call);
	else
		ad_call_next(call, AD_WRITE, detach_write);
}

/* --- the list -------------------------------------------------------------------------------- */

struct page {
	bool ascending;
	int64_t limit, total;
	struct ad_str after, bound;
};

static void write_link(struct ad_json *j, struct ad_str asset, struct ad_stmt *s)
{
	ad_json_object(j);
	ad_json_kstr(j, "assetId", asset);
	ad_json_kstr(j, "resource", ad_col(s, 1));
	ad_json_kstr(j, "id", ad_col(s, 2));
	ad_json_kstr(j, "role", ad_col(s, 3));
	ad_json_ktime(j, "attachedAt", ad_col_int(s, 4));
	ad_json_object_end(j);
}

static bool attach_steps_count(struct ad_call *call, struct page *p)
{
	struct ad_stmt *s = ad_sql(call->db, "SELECT COUNT(*) FROM asset_links WHERE space_id = $1"
					     " AND environment = $2 AND asset_id = $3");
	struct ad_realm realm = ad_call_realm(call);
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, call->id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	p->total = ad_col_int(s, 0);
	ad_reset(s);
	return true;
}

#define PAGE_SQL(compare, order)                                                                   \
	"SELECT id, resource, object_id, role, at FROM asset_links WHERE space_id = $1 AND"        \
	" environment = $2 AND asset_id = $3 AND id " compare " $4 ORDER BY id " order " LIMIT $5"

static bool write_page(struct ad_call *call, struct page *p)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_text meta = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json m = ad_json_on(&meta);
	struct ad_str last = { NULL, 0 };
	struct ad_realm realm = ad_call_realm(call);
	struct ad_stmt *s =
		ad_sql(call->db, p->ascending ? PAGE_SQL(">", "ASC") : PAGE_SQL("<", "DESC"));
	int64_t n = 0;
	enum ad_db_status status;
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, call->id);
	/* Bounds that are below and above every id. */
	ad_bind(s, 4, p->after.p ? p->after : p->ascending ? AD_S("") : AD_S("~"));
	ad_bind_int(s, 5, p->limit + 1);
	ad_json_array(&j);
	while ((status = ad_step(s)) == AD_DB_ROW && n < p->limit) {
		write_link(&j, call->id, s);
		last = ad_arena_copy(call->arena, ad_col(s, 0));
		n++;
	}
	ad_json_array_end(&j);
	ad_reset(s);
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (!attach_steps_count(call, p))
		return false;
	ad_json_kstr(&m, "nextCursor",
		     status == AD_DB_ROW ? ad_cursor_make(call, p->bound, last)
					 : (struct ad_str){ NULL, 0 });
	ad_json_kint(&m, "total", p->total);
	call->data = ad_text_str(&text);
	call->meta = ad_text_str(&meta);
	return true;
}

void ad_assets_attachments(struct ad_call *call)
{
	static const char *const paging[] = { "limit", "cursor", "order", NULL };
	struct page p = { 0 };
	struct ad_row *asset;
	if (!ad_known_params(call, paging))
		return;
	bool ok = ad_limit_read(call, &p.limit);
	ok = ad_order_read(call, &p.ascending) && ok;
	p.bound = ad_cursor_bound(
		call, ad_arena_printf(call->arena, "%.*s/attach", AD_FMT(call->id)), p.ascending);
	if (!ad_cursor_read(call, p.bound, &p.after) || !ok)
		return;
	if (!attach_steps_load(call, call->res, call->id, &asset))
		return;
	if (!asset)
		ad_fail(call, AD_NOT_FOUND, "%s", "");
	else
		(void)write_page(call, &p);
}
