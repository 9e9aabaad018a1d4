#include "sync/state/gone_with.h"

#include "base/json_write.h"
#include "platform/platform.h"

#define TEXT_MAX ((size_t)128 * 1024) /* of each list; a hundred operations are settled at once */

void ad_gone_with_begin(struct ad_gone_with *w, struct ad_arena *arena, enum ad_platform platform)
{
	*w = (struct ad_gone_with){ .arena = arena,
				    .platform = platform,
				    .links = ad_text_on(arena),
				    .below = ad_text_on(arena) };
}

static bool gone_with_has_room(struct ad_gone_with *w, const struct ad_text *list, size_t more)
{
	bool fits = list->n + more <= TEXT_MAX;

	w->is_cut = w->is_cut || !fits;
	return fits;
}

static void link_write(struct ad_gone_with *w, const struct ad_row *row, struct ad_stmt *s)
{
	struct ad_json j = ad_json_on(&w->links);

	if (!gone_with_has_room(w, &w->links, 512))
		return;
	if (w->links.n)
		ad_text_addc(&w->links, ',');
	ad_json_object(&j);
	ad_json_kstr(&j, "id", ad_col(s, 0));
	ad_json_kstr(&j, "assetId", ad_col(s, 1));
	ad_json_kcstr(&j, "resource", row->res->name);
	ad_json_kstr(&j, "objectId", row->id);
	ad_json_kstr(&j, "role", ad_col(s, 2));
	ad_json_object_end(&j);
}

/* An attachment that the platform has a place for, and that was never sent, was never there. */
static bool was_there(const struct ad_gone_with *w, const struct ad_row *row, struct ad_stmt *s)
{
	const struct ad_adapter *adapter = ad_adapter_of(w->platform);
	bool is_sent_apart = row->res->id != AD_R_AD && adapter && adapter->carries &&
			     adapter->carries(row->res->id, ad_col(s, 2));

	return !is_sent_apart || !ad_col_is_null(s, 3);
}

/* The wanted attachments, then those that are only on the platform still. */
enum ad_db_status ad_gone_with_links(struct ad_gone_with *w, struct ad_db *db,
				     const struct ad_row *row)
{
	struct ad_stmt *s = ad_sql(
		db, "SELECT l.id, l.asset_id, l.role, r.remote_id FROM asset_links l LEFT JOIN"
		    " asset_remotes r ON r.space_id = l.space_id AND r.environment = l.environment"
		    " AND r.object_id = l.id WHERE l.space_id = $1 AND l.environment = $2 AND"
		    " l.object_id = $3 UNION ALL SELECT r.object_id, r.asset_id, r.role,"
		    " r.remote_id FROM asset_remotes r WHERE r.space_id = $1 AND r.environment ="
		    " $2 AND r.holder_id = $3 AND r.remote_id IS NOT NULL AND NOT EXISTS (SELECT 1"
		    " FROM asset_links l WHERE l.space_id = r.space_id AND l.environment ="
		    " r.environment AND l.id = r.object_id)");
	enum ad_db_status status;

	ad_bind(s, 1, row->space_id);
	ad_bind(s, 2, row->environment);
	ad_bind(s, 3, row->id);
	while ((status = ad_step(s)) == AD_DB_ROW)
		if (was_there(w, row, s))
			link_write(w, row, s);
	return status;
}

enum ad_db_status ad_gone_with_object(struct ad_gone_with *w, struct ad_db *db,
				      const struct ad_row *row)
{
	struct ad_json j = ad_json_on(&w->below);

	if (gone_with_has_room(w, &w->below, 256 + row->live.n)) {
		if (w->below.n)
			ad_text_addc(&w->below, ',');
		ad_json_object(&j);
		ad_json_kcstr(&j, "resource", row->res->name);
		ad_json_kstr(&j, "id", row->id);
		ad_json_kraw(&j, "live", row->live);
		ad_json_object_end(&j);
	}
	return ad_gone_with_links(w, db, row);
}

struct ad_str ad_gone_with_json(const struct ad_gone_with *w)
{
	return ad_arena_printf(w->arena, "{\"links\":[%.*s],\"below\":[%.*s],\"cut\":%s}",
			       AD_FMT(w->links), AD_FMT(w->below), w->is_cut ? "true" : "false");
}
