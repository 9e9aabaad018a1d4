/* GET /connections and /connections/:id: read-only, and never with the credentials. */
#include "call/request/actions.h"
#include "call/connections/connect.h"
#include "call/request/paged.h"
#include "call/request/params.h"
#include "sync/state/link.h"

struct ad_str ad_connect_gone(enum ad_platform platform, struct ad_str sunset_version)
{
	return ad_connection_speaks(platform, sunset_version) ? sunset_version
							      : (struct ad_str){ 0 };
}

void ad_connection_write(struct ad_json *j, struct ad_stmt *s)
{
	ad_json_object(j);
	ad_json_kstr(j, "id", ad_col(s, 0));
	ad_json_kstr(j, "platform", ad_col(s, 1));
	ad_json_kstr(j, "environment", ad_col(s, 2));
	ad_json_kstr(j, "accountId", ad_col(s, 3));
	ad_json_kstr(j, "accountName", ad_col(s, 4));
	ad_json_kstr(j, "currency", ad_col(s, 5));
	ad_json_kstr(j, "timezone", ad_col(s, 6));
	ad_json_kstr(j, "status", ad_col(s, 7));
	ad_json_ktime(j, "expiresAt", ad_col_int(s, 8));
	ad_json_kraw(j, "settings", ad_col(s, 9));
	ad_json_ktime(j, "createdAt", ad_col_int(s, 11));
	ad_json_ktime(j, "updatedAt", ad_col_int(s, 12));
	ad_json_kstr(j, "sunsetVersion",
		     ad_connect_gone(ad_platform_of(ad_col(s, 1)), ad_col(s, 13)));
	ad_json_object_end(j);
}

static const char *connections_environment(const struct ad_call *call)
{
	return call->who->environment == AD_LIVE ? "live" : "test";
}

void ad_connections_list(struct ad_call *call)
{
	static const char from[] = "FROM connections WHERE space_id = $1 AND environment = $2";
	struct ad_paged page;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	enum ad_db_status status;
	if (!ad_paged_read(call, &page, 3))
		return;
	struct ad_stmt *s = ad_paged_sql(&page, AD_CONNECTION_COLUMNS, from, "id");
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, connections_environment(call));
	ad_json_array(&j);
	while ((status = ad_paged_step(&page, s)) == AD_DB_ROW) {
		ad_connection_write(&j, s);
		ad_paged_key(&page, ad_col(s, 0));
	}
	ad_json_array_end(&j);
	if (status != AD_DB_DONE) {
		ad_fail_db(call, status);
		return;
	}
	call->data = ad_text_str(&text);
	s = ad_paged_count(&page, from);
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, connections_environment(call));
	ad_paged_answer(&page, s);
}

void ad_connections_get(struct ad_call *call)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	if (!ad_no_params(call))
		return;
	struct ad_stmt *s = ad_sql(call->db, "SELECT " AD_CONNECTION_COLUMNS
					     " FROM connections WHERE space_id = $1"
					     " AND environment = $2 AND id = $3");
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, connections_environment(call));
	ad_bind(s, 3, call->id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE) {
		ad_fail(call, AD_NOT_FOUND, "%s", "");
		return;
	}
	if (status != AD_DB_ROW) {
		ad_fail_db(call, status);
		return;
	}
	ad_connection_write(&j, s);
	call->etag = ad_arena_printf(call->arena, "\"%lld.0\"", (long long)ad_col_int(s, 10));
	ad_reset(s);
	call->data = ad_text_str(&text);
	ad_not_modified(call);
}
