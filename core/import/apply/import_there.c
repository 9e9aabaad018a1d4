/* Finds the objects that exist already, by natural keys: see importing.h. */
#include "import/apply/importing.h"

#include <stdio.h>

#include "call/rules/rules.h"
#include "store/db/lookup.h"
#include "store/objects/rows.h"

static void keep_edge(struct importing *im, uint64_t digest, struct ad_str id)
{
	AD_ARENA_GROW(im->arena, im->edge_ids, im->edge_count, im->edge_room);
	im->edge_ids[im->edge_count++] = ad_arena_copy(im->arena, id);
	import_set_put(im->arena, &im->edges, digest, im->edge_count);
}

/*
 * Keeps the ids of what has spaces around its name, which no cell has; $4 are those spaces. They
 * are few, and an import makes none.
 */
static enum ad_db_status know_edges(struct importing *im, const char *sql)
{
	struct ad_call *call = im->call;
	struct ad_realm realm = ad_call_realm(call);
	struct ad_stmt *s = ad_sql(call->db, sql);
	enum ad_db_status status;

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, ad_str(ad_platform_name(im->bulk->platform)));
	ad_bind(s, 4, AD_S(" \t"));
	while ((status = ad_step(s)) == AD_DB_ROW) {
		uint64_t digest = import_digest(ad_bulk_trim(ad_col(s, 1)), ad_col(s, 2));
		if (!import_set_get(&im->edges, digest))
			keep_edge(im, digest, ad_col(s, 0));
	}
	return status;
}

static enum ad_db_status find_edge(struct importing *im, struct ad_str name, struct ad_str parent,
				   struct ad_str *id)
{
	static const char *const sql[] = {
		"SELECT id, name, '' FROM campaigns WHERE space_id = $1 AND environment = $2"
		" AND platform = $3 AND sync_state <> 'REMOVED'"
		" AND trim(name, CAST($4 AS TEXT)) <> name ORDER BY id",
		"SELECT g.id, g.name, g.campaign_id FROM ad_groups g JOIN campaigns c"
		" ON c.space_id = g.space_id AND c.environment = g.environment"
		" AND c.id = g.campaign_id"
		" WHERE g.space_id = $1 AND g.environment = $2 AND c.platform = $3"
		" AND g.sync_state <> 'REMOVED'"
		" AND trim(g.name, CAST($4 AS TEXT)) <> g.name ORDER BY g.id",
	};

	for (size_t i = 0; i < AD_LEN(sql) && !im->edges_known; i++) {
		enum ad_db_status status = know_edges(im, sql[i]);
		if (status != AD_DB_DONE)
			return status;
	}
	im->edges_known = true;
	uint64_t kept = import_set_get(&im->edges, import_digest(name, parent));
	if (!kept)
		return AD_DB_DONE;
	*id = im->edge_ids[kept - 1];
	return AD_DB_ROW;
}

/* A name as the file has it, else one that has spaces around it here. */
static enum ad_db_status import_there_find(struct importing *im, const char *sql,
					   struct ad_str name, struct ad_str parent,
					   struct ad_str below, struct ad_str *id)
{
	struct ad_call *call = im->call;
	struct ad_realm realm = ad_call_realm(call);
	struct ad_stmt *s = ad_sql(call->db, sql);

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, name);
	ad_bind(s, 4, parent);
	ad_bind(s, 5, ad_sql_lower(call->arena, name));
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW) {
		*id = ad_arena_copy(call->arena, ad_col(s, 0));
		ad_reset(s);
	}
	return status == AD_DB_DONE ? find_edge(im, name, below, id) : status;
}

enum ad_db_status import_find_campaign(struct importing *im, struct ad_str name, struct ad_str *id)
{
	return import_there_find(
		im,
		"SELECT id FROM campaigns WHERE space_id = $1 AND environment = $2"
		" AND lower(name) = $5 AND " AD_EXACTLY(
			"name", "$3") " AND platform = $4 AND sync_state <> 'REMOVED'"
				      " ORDER BY " AD_SORTED_ID " LIMIT 1",
		name, ad_str(ad_platform_name(im->bulk->platform)), AD_S(""), id);
}

enum ad_db_status import_find_ad_group(struct importing *im, struct ad_str name,
				       struct ad_str campaign, struct ad_str *id)
{
	return import_there_find(
		im,
		"SELECT id FROM ad_groups WHERE space_id = $1 AND environment = $2"
		" AND lower(name) = $5 AND " AD_EXACTLY(
			"name", "$3") " AND campaign_id = $4 AND sync_state <> 'REMOVED'"
				      " ORDER BY " AD_SORTED_ID " LIMIT 1",
		name, campaign, campaign, id);
}

void import_forget(struct import_parent *parent)
{
	struct ad_arena *arena = parent->arena;

	ad_arena_reset(arena);
	*parent = (struct import_parent){ .arena = arena };
}

/* Loads a parent by its id. */
static enum ad_db_status import_there_remember(struct importing *im, struct import_parent *parent,
					       const struct ad_resource *res, struct ad_str name,
					       struct ad_str id)
{
	struct ad_call *call = im->call;

	parent->name = ad_arena_copy(parent->arena, name);
	return ad_row_load(call->db, parent->arena, ad_call_realm(call), res, id, &parent->row);
}

enum ad_db_status import_campaign_of(struct importing *im, const struct ad_import_row *row)
{
	struct ad_str id;

	if (im->campaign.row && ad_str_eq(im->campaign.name, row->campaign))
		return AD_DB_ROW;
	import_forget(&im->campaign);
	import_forget(&im->ad_group);
	enum ad_db_status status = import_find_campaign(im, row->campaign, &id);
	if (status == AD_DB_ROW)
		status = import_there_remember(im, &im->campaign, ad_resource_row(AD_R_CAMPAIGN),
					       row->campaign, id);
	return status;
}

enum ad_db_status import_ad_group_of(struct importing *im, const struct ad_import_row *row)
{
	struct ad_str id;

	if (im->ad_group.row && ad_str_eq(im->ad_group.name, row->ad_group))
		return AD_DB_ROW;
	import_forget(&im->ad_group);
	enum ad_db_status status =
		import_find_ad_group(im, row->ad_group, im->campaign.row->id, &id);
	if (status == AD_DB_ROW)
		status = import_there_remember(im, &im->ad_group, ad_resource_row(AD_R_AD_GROUP),
					       row->ad_group, id);
	return status;
}

/* A keyword's natural key: platforms do not tell its letters' case. */
static uint64_t keyword_key(struct ad_arena *arena, struct ad_str text, const char *match,
			    bool negative)
{
	struct ad_str key = ad_sql_folded(arena, text);

	return import_digest(key, ad_arena_printf(arena, "%s%d", match, negative));
}

uint64_t import_ad_key(struct ad_str key, uint64_t n)
{
	char text[24];

	snprintf(text, sizeof(text), "%llu", (unsigned long long)n);
	return import_digest(key, ad_str(text));
}

static struct ad_stmt *import_there_below(struct importing *im, const char *sql,
					  const struct ad_row *parent)
{
	struct ad_call *call = im->call;
	struct ad_realm realm = ad_call_realm(call);
	struct ad_stmt *s = ad_sql(call->db, sql);

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, parent->id);
	return s;
}

/* Of the keywords of the row's text: the wanted one, else one of another match type. */
static enum ad_db_status pick_keyword(struct importing *im, struct ad_stmt *s,
				      const struct ad_import_row *row, struct ad_str *id)
{
	struct ad_arena *arena = im->call->arena;
	uint64_t wanted =
		keyword_key(arena, row->text, row->match ? row->match : "", row->negative);
	size_t others = 0;
	struct ad_str other = { NULL, 0 };
	enum ad_db_status status;

	while ((status = ad_step(s)) == AD_DB_ROW) {
		char match[16];
		bool negative = ad_col_int(s, 2) != 0;
		snprintf(match, sizeof(match), "%.*s", AD_FMT(ad_col(s, 1)));
		if (keyword_key(arena, ad_col(s, 0), match, negative) == wanted) {
			*id = ad_col_copy(s, arena, 3);
			ad_reset(s);
			return AD_DB_ROW;
		}
		if (negative != row->negative)
			continue;
		other = ad_col_copy(s, arena, 3);
		others++;
	}
	/* A row that leaves the match type open means the one that is there. */
	if (status != AD_DB_DONE || !row->match_open || others != 1)
		return status;
	*id = other;
	return AD_DB_ROW;
}

enum ad_db_status import_find_keyword(struct importing *im, const struct import_parent *parent,
				      const struct ad_import_row *row, struct ad_str *id)
{
	struct ad_stmt *s = import_there_below(
		im,
		parent == &im->campaign
			? "SELECT text, match_type, negative, id FROM keywords"
			  " WHERE space_id = $1 AND environment = $2 AND campaign_id = $3"
			  " AND " AD_FOLDED("text") " = $4 AND sync_state <> 'REMOVED'"
			: "SELECT text, match_type, negative, id FROM keywords"
			  " WHERE space_id = $1 AND environment = $2 AND ad_group_id = $3"
			  " AND " AD_FOLDED("text") " = $4 AND sync_state <> 'REMOVED'",
		parent->row);

	*id = (struct ad_str){ NULL, 0 };
	ad_bind(s, 4, ad_sql_folded(im->call->arena, row->text));
	return pick_keyword(im, s, row, id);
}

void import_keep_ad(struct import_parent *parent, uint64_t key, struct ad_str id)
{
	AD_ARENA_GROW(parent->arena, parent->ad_ids, parent->ad_count, parent->ad_room);
	parent->ad_ids[parent->ad_count++] = ad_arena_copy(parent->arena, id);
	import_set_put(parent->arena, &parent->ads, key, parent->ad_count);
}

enum ad_db_status import_know_ads(struct importing *im, struct import_parent *parent)
{
	struct ad_arena *arena = im->call->arena;
	enum ad_db_status status;

	if (parent->ads_known)
		return AD_DB_DONE;
	struct ad_stmt *s = import_there_below(
		im,
		"SELECT headlines, descriptions, final_url, name, primary_text, id"
		" FROM ads"
		" WHERE space_id = $1 AND environment = $2 AND ad_group_id = $3"
		" AND sync_state <> 'REMOVED'",
		parent->row);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		struct ad_str key = ad_bulk_ad_key(arena, ad_col(s, 0), ad_col(s, 1), ad_col(s, 2));
		if (im->bulk->flat)
			key = ad_arena_printf(arena, "%.*s\n%.*s\n%.*s", AD_FMT(key),
					      AD_FMT(ad_bulk_trim(ad_col(s, 3))),
					      AD_FMT(ad_bulk_trim(ad_col(s, 4))));
		uint64_t count = import_digest(key, AD_S("count"));
		uint64_t n = import_set_get(&parent->ads, count) + 1;
		import_set_put(parent->arena, &parent->ads, count, n);
		import_keep_ad(parent, import_ad_key(key, n), ad_col(s, 5));
	}
	parent->ads_known = status == AD_DB_DONE;
	return status;
}
