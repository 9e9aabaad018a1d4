/* Drafts of a test: made, edited and staged for removal straight in the database. */
#ifndef TESTS_UNIT_CORE_SYNC_DRAFTS_H
#define TESTS_UNIT_CORE_SYNC_DRAFTS_H

#include "tests/unit/core/sync/sandbox.h"

static inline struct ad_row *load(struct world *w, const struct ad_resource *res, struct ad_str id)
{
	struct ad_row *row;

	ROW(w->db, ad_row_load(w->db, w->arena, w->realm, res, id, &row));
	return row;
}

/* Drafts an object with the fields of a JSON object. Returns its id. */
static inline struct ad_str draft(struct world *w, enum ad_resource_id resource, const char *json)
{
	const struct ad_resource *res = ad_resource_row(resource);
	struct ad_row *row = ad_arena_zalloc(w->arena, sizeof(*row));
	struct ad_json_error err;
	const cJSON *fields = ad_json_parse(w->arena, ad_str(json), &err);
	char id[AD_ID_SIZE];

	if (!fields)
		fail_msg("%s: %s", json, err.reason);
	ad_id_make(res->prefix, id);
	row->res = res;
	row->id = ad_arena_copy(w->arena, ad_str(id));
	row->space_id = w->realm.space_id;
	row->environment = w->realm.environment;
	row->source = AD_S("API");
	row->created_by = w->account.id;
	row->created_at = row->updated_at = ad_now();
	row->version = 1;
	for (size_t i = 0; i < res->shape.count; i++) {
		const struct ad_field *field = &res->shape.fields[i];
		const cJSON *value = ad_json_get(fields, field->name);
		if (!value && field->initial)
			value = ad_json_parse(w->arena, ad_str(field->initial), &err);
		row->v[i] = ad_value_take(w->arena, field, value);
	}
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_row_insert(w->db, w->arena, row));
	DONE(w->db, ad_db_commit(w->db));
	return row->id;
}

/* Changes one field of a draft. */
static inline void edit(struct world *w, struct ad_str id, const char *field, const char *json)
{
	const struct ad_resource *res = ad_resource_of_id(id);
	struct ad_json_error err;
	struct ad_row *row;
	size_t index;

	DONE(w->db, ad_db_begin(w->db, true));
	row = load(w, res, id);
	assert_non_null(ad_field_find(&res->shape, ad_str(field), &index));
	row->v[index] = ad_value_take(w->arena, &res->shape.fields[index],
				      ad_json_parse(w->arena, ad_str(json), &err));
	row->version++;
	row->failed = false;
	DONE(w->db, ad_row_update(w->db, w->arena, row));
	DONE(w->db, ad_db_commit(w->db));
}

static inline void stage_removal(struct world *w, struct ad_str id)
{
	struct ad_row *row;

	DONE(w->db, ad_db_begin(w->db, true));
	row = load(w, ad_resource_of_id(id), id);
	row->removal = true;
	row->version++;
	DONE(w->db, ad_row_update(w->db, w->arena, row));
	DONE(w->db, ad_db_commit(w->db));
}

struct tree {
	struct ad_str campaign, group, ad, keyword, negative;
};

static inline struct tree draft_tree(struct world *w)
{
	struct tree t;
	int n = ++w->made;

#define F(...) ad_arena_printf(w->arena, __VA_ARGS__).p
	t.campaign = draft(w, AD_R_CAMPAIGN,
			   F("{\"name\":\"Bakery %d\",\"type\":\"SEARCH\",\"budget\":20,"
			     "\"platform\":\"google\",\"locations\":[{\"code\":\"DE\","
			     "\"excluded\":false}],\"languages\":[\"de\"]}",
			     n));
	t.group = draft(w, AD_R_AD_GROUP,
			F("{\"campaignId\":\"%.*s\",\"name\":\"Bread\",\"cpcBid\":1.5,"
			  "\"platform\":\"google\"}",
			  AD_FMT(t.campaign)));
	t.ad = draft(w, AD_R_AD,
		     F("{\"adGroupId\":\"%.*s\",\"campaignId\":\"%.*s\",\"platform\":\"google\","
		       "\"type\":\"RESPONSIVE_SEARCH\",\"finalUrl\":\"https://bakery.example/\","
		       "\"headlines\":[\"Fresh bread\",\"Baked at five\",\"Order now\"],"
		       "\"descriptions\":[\"Sourdough and rye.\",\"Pick up from six.\"]}",
		       AD_FMT(t.group), AD_FMT(t.campaign)));
	t.keyword = draft(w, AD_R_KEYWORD,
			  F("{\"adGroupId\":\"%.*s\",\"platform\":\"google\",\"text\":\"sourdough"
			    "\",\"matchType\":\"PHRASE\",\"cpcBid\":1.2}",
			    AD_FMT(t.group)));
	t.negative = draft(w, AD_R_KEYWORD,
			   F("{\"campaignId\":\"%.*s\",\"platform\":\"google\",\"text\":\"free\","
			     "\"matchType\":\"BROAD\",\"negative\":true}",
			     AD_FMT(t.campaign)));
#undef F
	return t;
}

#endif
