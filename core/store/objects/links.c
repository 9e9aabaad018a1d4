#include "store/objects/links.h"

#include <stdio.h>

#include "base/clock.h"
#include "store/objects/remotes.h"

static void bind_link(struct ad_stmt *s, struct ad_realm realm, const struct ad_attached *link)
{
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, link->asset_id);
	ad_bind(s, 4, link->resource);
	ad_bind(s, 5, link->object_id);
	ad_bind(s, 6, link->role);
}

/* An attachment on a platform keeps the id it was sent by, even if it was detached since. */
static enum ad_db_status sent_id(struct ad_db *db, struct ad_realm realm,
				 const struct ad_attached *link, char id[static AD_ID_SIZE])
{
	struct ad_stmt *s = ad_sql(db, "SELECT object_id FROM asset_remotes WHERE space_id = $1 AND"
				       " environment = $2 AND asset_id = $3 AND resource = $4 AND"
				       " holder_id = $5 AND role = $6");
	enum ad_db_status status;

	ad_id_make("lnk", id);
	bind_link(s, realm, link);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	snprintf(id, AD_ID_SIZE, "%.*s", AD_FMT(ad_col(s, 0)));
	ad_reset(s);
	return AD_DB_DONE;
}

enum ad_db_status ad_link_add(struct ad_db *db, struct ad_realm realm, struct ad_attached *link,
			      bool *added)
{
	char id[AD_ID_SIZE];
	struct ad_stmt *s;
	enum ad_db_status status = sent_id(db, realm, link, id);

	if (status != AD_DB_DONE)
		return status;
	s = ad_sql(db, "INSERT INTO asset_links (space_id, environment, asset_id, resource,"
		       " object_id, role, id, at, connector, attached_by) VALUES ($1, $2, $3, $4,"
		       " $5, $6, $7, $8, $9, $10)"
		       " ON CONFLICT (space_id, environment, asset_id, resource, object_id, role)"
		       " DO NOTHING");
	link->at = ad_now();
	bind_link(s, realm, link);
	ad_bind_cstr(s, 7, id);
	ad_bind_int(s, 8, link->at);
	ad_bind_int(s, 9, link->connector);
	ad_bind(s, 10, link->by);
	status = ad_step(s);
	*added = status == AD_DB_DONE && ad_db_changes(db) > 0;
	if (status != AD_DB_DONE || *added)
		return status;
	s = ad_sql(db, "SELECT at FROM asset_links WHERE space_id = $1 AND environment = $2 AND"
		       " asset_id = $3 AND resource = $4 AND object_id = $5 AND role = $6");
	bind_link(s, realm, link);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	link->at = ad_col_int(s, 0);
	ad_reset(s);
	return AD_DB_DONE;
}

/* Records the detachment at the attachment's copies on the platforms. */
static enum ad_db_status mark_detached(struct ad_db *db, struct ad_realm realm,
				       const struct ad_attached *link)
{
	struct ad_stmt *s =
		ad_sql(db, "UPDATE asset_remotes SET detached_by = $7, detached_connector = $8"
			   " WHERE space_id = $1 AND environment = $2 AND asset_id = $3 AND"
			   " resource = $4 AND holder_id = $5 AND role = $6");

	bind_link(s, realm, link);
	ad_bind(s, 7, link->by);
	ad_bind_int(s, 8, link->connector);
	return ad_step(s);
}

enum ad_db_status ad_link_remove(struct ad_db *db, struct ad_realm realm, struct ad_attached *link)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM asset_links WHERE space_id = $1 AND"
				       " environment = $2 AND asset_id = $3 AND resource = $4 AND"
				       " object_id = $5 AND role = $6 RETURNING at");
	enum ad_db_status status;

	bind_link(s, realm, link);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	link->at = ad_col_int(s, 0);
	/* To its end: only then is it done. */
	status = ad_step(s);
	if (status == AD_DB_DONE)
		status = mark_detached(db, realm, link);
	return status == AD_DB_DONE ? AD_DB_ROW : status;
}

static void links_push(struct ad_arena *arena, struct ad_attached_list *links,
		       struct ad_attached link)
{
	size_t n = links->n;

	/* The array doubles whenever the count reaches a power of two. */
	if ((n & (n - 1)) == 0)
		links->at = ad_arena_resize(arena, links->at, n * sizeof(link),
					    (n ? 2 * n : 1) * sizeof(link));
	links->at[links->n++] = link;
}

enum ad_db_status ad_links_load(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_attached of, struct ad_attached_list *out)
{
	struct ad_stmt *s = ad_sql(
		db, of.asset_id.p ? "SELECT asset_id, resource, object_id, role, at, id FROM"
				    " asset_links WHERE space_id = $1 AND environment = $2 AND"
				    " asset_id = $3 ORDER BY id"
				  : "SELECT asset_id, resource, object_id, role, at, id FROM"
				    " asset_links WHERE space_id = $1 AND environment = $2 AND"
				    " object_id = $3 ORDER BY id");
	enum ad_db_status status;

	*out = (struct ad_attached_list){ NULL, 0 };
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, of.asset_id.p ? of.asset_id : of.object_id);
	while ((status = ad_step(s)) == AD_DB_ROW)
		links_push(arena, out,
			   (struct ad_attached){ .id = ad_col_copy(s, arena, 5),
						 .asset_id = ad_col_copy(s, arena, 0),
						 .resource = ad_col_copy(s, arena, 1),
						 .object_id = ad_col_copy(s, arena, 2),
						 .role = ad_col_copy(s, arena, 3),
						 .at = ad_col_int(s, 4) });
	return status;
}

static struct ad_str links_render(struct ad_arena *arena, const struct ad_attached_list *links)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_array(&j);
	for (size_t i = 0; i < links->n; i++) {
		ad_json_object(&j);
		ad_json_kstr(&j, "resource", links->at[i].resource);
		ad_json_kstr(&j, "id", links->at[i].object_id);
		ad_json_kstr(&j, "role", links->at[i].role);
		ad_json_object_end(&j);
	}
	ad_json_array_end(&j);
	return ad_text_str(&text);
}

enum ad_db_status ad_links_render(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				  struct ad_str asset_id, struct ad_row **out)
{
	struct ad_attached_list links;
	struct ad_row *row;
	enum ad_db_status status =
		ad_row_load(db, arena, realm, ad_resource_row(AD_R_ASSET), asset_id, &row);

	if (status != AD_DB_ROW)
		return status;
	status = ad_links_load(db, arena, realm, (struct ad_attached){ .asset_id = asset_id },
			       &links);
	if (status != AD_DB_DONE)
		return status;
	*ad_row_value(row, "attachments") =
		(struct ad_value){ .kind = AD_TEXT, .s = links_render(arena, &links) };
	row->sync_revision++;
	if (out)
		*out = row;
	return ad_row_update(db, arena, row);
}

enum ad_db_status ad_links_drop(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_str object_id)
{
	struct ad_attached_list links;
	enum ad_db_status status = ad_links_load(
		db, arena, realm, (struct ad_attached){ .object_id = object_id }, &links);

	for (size_t i = 0; status == AD_DB_DONE && i < links.n; i++) {
		status = ad_link_remove(db, realm, &links.at[i]);
		if (status == AD_DB_ROW)
			status = ad_links_render(db, arena, realm, links.at[i].asset_id, NULL);
	}
	return status == AD_DB_DONE ? ad_remotes_forget(db, realm, object_id) : status;
}
