/* Reverting an attachment: detaches an attached asset, and attaches a detached one. */
#include "base/json_read.h"
#include "call/request/connector.h"
#include "call/request/history.h"
#include "call/sync/revert.h"
#include "call/sync/sync_steps.h"
#include "store/objects/links.h"

static struct ad_attached link_of(struct ad_revert *r, const struct ad_inverse *v)
{
	const cJSON *want = ad_revert_parse(r, v->want);
	return (struct ad_attached){ .asset_id = ad_json_get_text(want, "assetId"),
				     .resource = ad_json_get_text(want, "resource"),
				     .object_id = ad_json_get_text(want, "objectId"),
				     .role = ad_json_get_text(want, "role") };
}

/*
 * The attachment of an object that was removed with it goes to the draft that replaces the object:
 * *holder is that draft. False if there is none.
 */
static bool link_follow(struct ad_revert *r, struct ad_attached *link, const struct ad_row **holder)
{
	const struct ad_inverse *above = ad_revert_find(r, AD_OP_REMOVE, link->object_id);
	*holder = above ? above->draft : NULL;
	if (*holder)
		link->object_id = (*holder)->id;
	return *holder != NULL;
}

/* Adds all links of an object to the new plan, because a recreated link has a new id. */
static bool links_touch(struct ad_revert *r, struct ad_str object_id)
{
	struct ad_attached_list links;
	enum ad_db_status status =
		ad_links_load(r->call->db, r->call->arena, ad_sync_realm(r->call),
			      (struct ad_attached){ .object_id = object_id }, &links);
	for (size_t i = 0; status == AD_DB_DONE && i < links.n; i++)
		ad_revert_touch(r, links.at[i].id);
	return status == AD_DB_DONE || ad_fail_db(r->call, status);
}

/*
 * Loads the asset. *there: neither the asset nor its holder is removed or staged for removal.
 * draft: the holder, if this revert drafted it.
 */
static bool link_load(struct ad_revert *r, const struct ad_attached *link,
		      const struct ad_row *draft, struct ad_row **asset, bool *there)
{
	struct ad_call *call = r->call;
	struct ad_realm realm = ad_sync_realm(call);
	const struct ad_resource *res = ad_resource_by_name(link->resource);
	struct ad_row *holder = NULL;
	enum ad_db_status status = ad_row_load(call->db, call->arena, realm,
					       ad_resource_row(AD_R_ASSET), link->asset_id, asset);
	*there = false;
	if (status == AD_DB_ROW && !draft)
		status = ad_row_load(call->db, call->arena, realm, res, link->object_id, &holder);
	if (status == AD_DB_ROW)
		*there = !(*asset)->removal && !(*asset)->removed &&
			 (draft || (holder && !holder->removed));
	return status == AD_DB_ROW || status == AD_DB_DONE || ad_fail_db(call, status);
}

/* True if the draft names the asset itself, so that it is attached with the draft. */
static bool is_named_by(const struct ad_row *holder, struct ad_str asset_id)
{
	for (size_t i = 0; i < holder->res->shape.count; i++) {
		const struct ad_value *value = &holder->v[i];
		if (value->kind == AD_TEXT && value->s.n >= asset_id.n &&
		    memmem(value->s.p, value->s.n, asset_id.p, asset_id.n))
			return true;
	}
	return false;
}

/* Attaches or detaches, with an entry in the asset's history. */
static bool link_move(struct ad_revert *r, struct ad_inverse *v, struct ad_attached *link,
		      struct ad_row *asset)
{
	struct ad_call *call = r->call;
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_row *after;
	bool added, makes = v->op == AD_OP_REMOVE;
	ad_call_mark_link(call, link);
	enum ad_db_status status = makes ? ad_link_add(call->db, realm, link, &added)
					 : ad_link_remove(call->db, realm, link);
	/* The draft is in the plan with its attachments. */
	if (!v->seq && status == AD_DB_DONE && !added)
		return true;
	if (status == AD_DB_DONE || status == AD_DB_ROW)
		status = ad_links_render(call->db, call->arena, realm, link->asset_id, &after);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	v->drafted_id = v->id;
	ad_revert_touch(r, v->id);
	return (!makes || links_touch(r, link->object_id)) &&
	       ad_history_add(call, makes ? "attach" : "detach", asset, after);
}

bool ad_revert_link(struct ad_revert *r, struct ad_inverse *v)
{
	struct ad_attached link = link_of(r, v);
	struct ad_str states[] = { AD_S("\"ENABLED\""), AD_S("\"REMOVED\"") };
	bool there, makes = v->op == AD_OP_REMOVE;
	const struct ad_row *holder = NULL;
	struct ad_row *asset;
	if (!v->seq && !link_follow(r, &link, &holder)) {
		ad_revert_cannot(v, "PARENT_FAILED");
		return true;
	}
	v->is_left_out = holder && is_named_by(holder, link.asset_id);
	if (v->is_left_out)
		return true;
	if (!link_load(r, &link, holder, &asset, &there))
		return false;
	if (!there) {
		ad_revert_cannot(v, "REMOVED");
		return true;
	}
	v->coverage = AD_COVERS_FULL;
	ad_revert_add_change(v, "status", states[makes], states[!makes]);
	return r->call->validate_only || link_move(r, v, &link, asset);
}

bool ad_revert_link_stands(struct ad_revert *r, const struct ad_inverse *v, bool *stands)
{
	struct ad_call *call = r->call;
	struct ad_attached link = link_of(r, v);
	struct ad_attached_list links;
	bool attached = false;
	enum ad_db_status status =
		ad_links_load(call->db, call->arena, ad_sync_realm(call),
			      (struct ad_attached){ .asset_id = link.asset_id }, &links);
	for (size_t i = 0; status == AD_DB_DONE && i < links.n; i++)
		attached = attached || (ad_str_eq(links.at[i].object_id, link.object_id) &&
					ad_str_eq(links.at[i].role, link.role));
	*stands = attached == (v->op == AD_OP_REMOVE);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}
