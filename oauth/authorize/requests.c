/* Authorization requests: see requests.h. */
#include "oauth/authorize/requests.h"

#include "oauth/endpoint/rows.h"

enum ad_db_status oauth_request_add(struct ad_db *db, const struct oauth_request *r)
{
	enum ad_db_status status =
		oauth_rows_make_room(db, &(struct oauth_rows_new){ OAUTH_ROWS_REQUESTS, r->network,
								   r->account_id.p != NULL });
	if (status != AD_DB_DONE)
		return status;
	struct ad_stmt *s =
		ad_sql(db, "INSERT INTO oauth_requests (handle_hash, browser_hash,"
			   " client_id, redirect_uri, redirect_given, state, challenge,"
			   " resource, scopes, login_hint, confirm_after, created_at,"
			   " expires_at, pushed_hash, device_hash, user_code, jkt, network) VALUES"
			   " ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,"
			   " $14, $15, $16, $17, $18)");
	ad_bind(s, 1, r->handle_hash);
	ad_bind(s, 2, r->browser_hash);
	ad_bind(s, 3, r->client_id);
	ad_bind(s, 4, r->redirect_uri);
	ad_bind_int(s, 5, r->redirect_given);
	ad_bind(s, 6, r->state);
	ad_bind(s, 7, r->challenge);
	ad_bind(s, 8, r->resource);
	ad_bind_int(s, 9, r->scopes);
	ad_bind(s, 10, r->login_hint);
	ad_bind_int(s, 11, r->confirm_after);
	ad_bind_int(s, 12, ad_now());
	ad_bind_int(s, 13, r->expires_at);
	ad_bind(s, 14, r->pushed_hash);
	ad_bind(s, 15, r->device_hash);
	ad_bind(s, 16, r->user_code);
	ad_bind(s, 17, r->jkt);
	ad_bind(s, 18, r->network);
	status = ad_step(s);
	return status == AD_DB_DONE && r->account_id.p
		       ? oauth_rows_reach(db, r->browser_hash, r->account_id)
		       : status;
}

enum ad_db_status oauth_request_find(struct ad_db *db, struct ad_arena *arena, struct ad_str handle,
				     struct ad_str browser, struct oauth_request *out)
{
	*out = (struct oauth_request){ .handle_hash = oauth_hash(arena, handle),
				       .browser_hash = oauth_hash(arena, browser) };
	struct ad_stmt *s =
		ad_sql(db, "SELECT client_id, redirect_uri, redirect_given, state,"
			   " challenge, resource, scopes, login_hint, confirm_after,"
			   " expires_at, decision, pushed_hash, device_hash, user_code, jkt"
			   " FROM oauth_requests"
			   " WHERE handle_hash = $1 AND browser_hash = $2"
			   " AND expires_at > $3");
	ad_bind(s, 1, out->handle_hash);
	ad_bind(s, 2, out->browser_hash);
	ad_bind_int(s, 3, ad_now());
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	out->client_id = ad_col_copy(s, arena, 0);
	out->redirect_uri = ad_col_copy(s, arena, 1);
	out->redirect_given = ad_col_int(s, 2) != 0;
	out->state = ad_col_copy(s, arena, 3);
	out->challenge = ad_col_copy(s, arena, 4);
	out->resource = ad_col_copy(s, arena, 5);
	out->scopes = (uint32_t)ad_col_int(s, 6);
	out->login_hint = ad_col_copy(s, arena, 7);
	out->confirm_after = ad_col_int(s, 8);
	out->expires_at = ad_col_int(s, 9);
	out->decision = ad_col_copy(s, arena, 10);
	out->pushed_hash = ad_col_copy(s, arena, 11);
	out->device_hash = ad_col_copy(s, arena, 12);
	out->user_code = ad_col_copy(s, arena, 13);
	out->jkt = ad_col_copy(s, arena, 14);
	ad_reset(s);
	return AD_DB_ROW;
}

enum ad_db_status oauth_requests_move(struct ad_db *db, struct ad_arena *arena,
				      const struct oauth_browser_move *move)
{
	struct ad_str renewed = oauth_hash(arena, move->renewed);
	struct ad_stmt *s = ad_sql(db, "UPDATE oauth_requests SET browser_hash = $2"
				       " WHERE browser_hash = $1");

	ad_bind(s, 1, oauth_hash(arena, move->old));
	ad_bind(s, 2, renewed);
	enum ad_db_status status = ad_step(s);
	return status == AD_DB_DONE ? oauth_rows_reach(db, renewed, move->account_id) : status;
}

struct ad_str oauth_request_code(const struct ad_core *core, struct ad_arena *arena,
				 struct ad_str handle)
{
	struct ad_str mac =
		ad_secrets_mac64(ad_auth_secrets(core->auth), arena, "authorization_code", handle);

	return ad_arena_printf(arena, "adcore_ac_%.*s", AD_FMT(mac));
}

static void add_pair(struct ad_text *url, const char *name, struct ad_str value)
{
	ad_text_addf(url, "%s=", name);
	ad_text_add_url(url, value);
}

struct ad_str oauth_request_answer(const struct ad_core *core, struct ad_arena *arena,
				   const struct oauth_request *request, const char *name,
				   struct ad_str value)
{
	struct ad_text url = ad_text_on(arena);
	struct ad_str uri = request->redirect_uri;

	ad_text_add(&url, uri);
	ad_text_addc(&url, ad_str_find(uri, '?') ? '&' : '?');
	add_pair(&url, name, value);
	if (request->state.p) {
		ad_text_addc(&url, '&');
		add_pair(&url, "state", request->state);
	}
	ad_text_addc(&url, '&');
	add_pair(&url, "iss", ad_str(core->config->public_url));
	return ad_text_str(&url);
}
