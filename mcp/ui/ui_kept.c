/*
 * A client of the handshake era says once, in initialize, that it shows views, and there is no
 * session that could remember it: it is kept by credential, for all servers of the database.
 */
#include "mcp/ui/ui.h"

#define KEPT (90 * AD_DAY) /* after the last handshake; renewed after half of it */

/* Until when it is kept that the credential's client shows views; 0: it is not. */
static int64_t kept_until(struct mcp_request *r)
{
	struct ad_stmt *s =
		ad_sql(r->call->db, "SELECT expires_at FROM mcp_views WHERE credential_id = $1");
	int64_t until = 0;
	ad_bind_cstr(s, 1, r->call->who->credential_id);
	if (ad_step(s) == AD_DB_ROW)
		until = ad_col_int(s, 0);
	ad_reset(s);
	return until > ad_now() ? until : 0;
}

bool mcp_ui_shown(struct mcp_request *r)
{
	return r->modern ? r->views : kept_until(r) != 0;
}

static void ui_kept_keep(struct ad_call *call)
{
	const struct mcp_request *r = call->door_data;
	struct ad_stmt *s = ad_sql(
		call->db, r->views ? "INSERT INTO mcp_views (credential_id, expires_at) VALUES ($1,"
				     " $2) ON CONFLICT (credential_id) DO UPDATE SET expires_at ="
				     " excluded.expires_at"
				   : "DELETE FROM mcp_views WHERE credential_id = $1");
	ad_bind_cstr(s, 1, call->who->credential_id);
	if (r->views)
		ad_bind_int(s, 2, ad_now() + KEPT);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE)
		ad_fail_db(call, status);
}

void mcp_ui_keep(struct mcp_request *r, ad_handler_fn *then)
{
	int64_t until = kept_until(r);
	r->views = mcp_shows_views(ad_json_get(r->params, "capabilities"));
	if (r->views ? until > ad_now() + KEPT / 2 : until == 0) {
		then(r->x);
		return;
	}
	r->x->render = then;
	ad_call_next(r->call, AD_WRITE, ui_kept_keep);
}
