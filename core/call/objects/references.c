#include "call/objects/references.h"

#include "base/json_read.h"
#include "call/objects/attachments.h"
#include "call/rules/rules.h"

/* Reported referrers of an object, at most. */
#define TOLD_MAX 20

static bool is_reference(const struct ad_field *field, enum ad_type type)
{
	return type == AD_T_REF && field->ref != AD_R_NONE &&
	       !(field->flags & (AD_FIXED | AD_READ_ONLY)) && ad_resource_row(field->ref)->table;
}

static void references_check_one(struct ad_call *call, const struct ad_field *field,
				 const char *path, struct ad_str id)
{
	struct ad_row *row;
	if (ad_has_fault(call, path))
		return;
	enum ad_db_status status = ad_row_load(call->db, call->arena, ad_call_realm(call),
					       ad_resource_row(field->ref), id, &row);
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		ad_fail_db(call, status);
	else if (status == AD_DB_DONE || row->removed)
		ad_fault(call, path, "REFERENCE_NOT_FOUND",
			 "%s does not match any object of this Space and environment.", path);
}

static void references_check_list(struct ad_call *call, const struct ad_field *field,
				  struct ad_str json)
{
	struct ad_json_error err;
	const cJSON *item;
	int i = 0;
	cJSON_ArrayForEach(item, ad_json_parse(call->arena, json, &err))
	{
		struct ad_str path = ad_arena_printf(call->arena, "%s[%d]", field->name, i++);
		references_check_one(call, field, path.p, ad_json_text(item));
	}
}

void ad_references_check(struct ad_call *call, const struct ad_row *before,
			 const struct ad_row *after)
{
	for (size_t i = 0; i < after->res->shape.count; i++) {
		const struct ad_field *field = &after->res->shape.fields[i];
		if (after->v[i].kind != AD_TEXT || !ad_changed(before, after, field->name))
			continue;
		if (is_reference(field, field->type))
			references_check_one(call, field, field->name, after->v[i].s);
		else if (field->type == AD_T_LIST && is_reference(field, field->item))
			references_check_list(call, field, after->v[i].s);
	}
}

/* The referrers of an object, for the answer. */
struct referrers {
	struct ad_call *call;
	struct ad_json json; /* members of an array */
	size_t count;
	const char *kind; /* of the first one; its id, unless the caller may not read it */
	struct ad_str id;
};

static void references_add(struct referrers *r, const struct ad_resource *res, struct ad_str id)
{
	bool readable = (r->call->scopes & res->read_scope) == res->read_scope;
	if (r->count++ == 0) {
		r->kind = res->name;
		r->id = readable ? ad_arena_copy(r->call->arena, id) : AD_S("");
	}
	ad_json_object(&r->json);
	ad_json_kcstr(&r->json, "resource", res->name);
	ad_json_kstr(&r->json, "id", readable ? id : (struct ad_str){ NULL, 0 });
	ad_json_object_end(&r->json);
}

static bool add_those_of(struct referrers *r, const struct ad_resource *res, const char *field,
			 const struct ad_row *row)
{
	char column[64];
	enum ad_db_status status;
	ad_column_name(field, column);
	struct ad_str sql = ad_arena_printf(
		r->call->arena,
		"SELECT id FROM %s WHERE space_id = $1 AND environment = $2 AND %s = $3%s"
		" ORDER BY id LIMIT %d",
		res->table, column, res->staged ? " AND sync_state <> 'REMOVED'" : "", TOLD_MAX);
	struct ad_stmt *s = ad_sql(r->call->db, sql.p);
	ad_bind(s, 1, row->space_id);
	ad_bind(s, 2, row->environment);
	ad_bind(s, 3, row->id);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		if (r->count < TOLD_MAX)
			references_add(r, res, ad_col(s, 0));
	}
	return status == AD_DB_DONE || ad_fail_db(r->call, status);
}

static bool add_all(struct referrers *r, const struct ad_row *row)
{
	for (int i = 0; i < AD_RESOURCE_COUNT; i++) {
		const struct ad_resource *res = ad_resource_row((enum ad_resource_id)i);
		for (size_t k = 0; res->table && k < res->shape.count; k++) {
			const struct ad_field *field = &res->shape.fields[k];
			if (field->ref == row->res->id && is_reference(field, field->type) &&
			    !add_those_of(r, res, field->name, row))
				return false;
		}
	}
	return true;
}

bool ad_references_free(struct ad_call *call, const struct ad_row *row)
{
	if (row->res->id == AD_R_ASSET)
		return ad_attached_nowhere(call, row);
	struct ad_text text = ad_text_on(call->arena);
	struct referrers r = { .call = call, .json = ad_json_on(&text) };
	ad_json_object(&r.json);
	ad_json_key(&r.json, "referredBy");
	ad_json_array(&r.json);
	if (!add_all(&r, row))
		return false;
	if (r.count == 0)
		return true;
	ad_json_array_end(&r.json);
	ad_json_object_end(&r.json);
	struct ad_str whole = ad_text_str(&text);
	call->details = (struct ad_str){ whole.p + 1, whole.n - 2 };
	return ad_fail(call, AD_CONFLICT,
		       "The object is referenced by the %s %.*s%s. Remove the reference first "
		       "(details.referredBy lists up to %d).",
		       r.kind, AD_FMT(r.id), r.count > 1 ? " and others" : "", TOLD_MAX);
}
