#include "call/history.h"

#include "base/clock.h"
#include "base/id.h"

static const char *const doors[] = {
	[AD_DOOR_API] = "API",   [AD_DOOR_MCP] = "MCP",       [AD_DOOR_APP] = "APP",
	[AD_DOOR_PULL] = "PULL", [AD_DOOR_IMPORT] = "IMPORT",
};

static struct ad_str json_of(struct ad_call *call, const struct ad_row *row)
{
	if (!row)
		return (struct ad_str){ NULL, 0 };
	if (row->json.p)
		return row->json;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_row_write(&j, row);
	return ad_text_str(&text);
}

bool ad_history_add(struct ad_call *call, const char *verb, const struct ad_row *before,
		    const struct ad_row *after)
{
	const struct ad_row *row = after ? after : before;
	char id[AD_ID_SIZE];
	ad_id_make("his", id);
	struct ad_stmt *s = ad_sql(
		call->db, "INSERT INTO history (id, space_id, environment, at, account_id, door,"
			  " credential_id, request_id, resource, object_id, verb, before, after)"
			  " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)");
	ad_bind_cstr(s, 1, id);
	ad_bind_kept(s, 2, row->space_id);
	ad_bind_kept(s, 3, row->environment);
	ad_bind_int(s, 4, ad_now());
	ad_bind_cstr(s, 5, call->who->account_id);
	ad_bind_cstr(s, 6, doors[call->door]);
	ad_bind_cstr(s, 7, call->who->credential_id);
	ad_bind_kept(s, 8, call->request_id);
	ad_bind_cstr(s, 9, row->res->name);
	ad_bind_kept(s, 10, row->id);
	ad_bind_cstr(s, 11, verb);
	ad_bind_kept(s, 12, json_of(call, before));
	ad_bind_kept(s, 13, json_of(call, after));
	enum ad_db_status status = ad_step(s);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}
