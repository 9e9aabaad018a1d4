/*
 * register/CLIENT (RFC 7592): reads, changes or deletes a registration with its registration
 * access token. A client that identical registrations share (see register.c) is read-only, because
 * others use it. The secret is returned only once, at the registration.
 */
#include <strings.h>

#include "oauth/client/clients.h"
#include "oauth/endpoint/endpoints.h"
#include "oauth/client/registration.h"

/* The stored registration and the requested one. */
struct managed {
	struct oauth_registration is, next;
	struct ad_str id, auth_method, secret_hash;
	struct ad_str token_hash; /* hash of the presented token */
	uint32_t grants;          /* the registered OAUTH_GRANT_… */
	bool shared;
	bool gone; /* a concurrent request changed it */
};

/* RFC 6750 section 3: without a token no error, with a bad one invalid_token. */
static bool refuse_token(struct ad_exchange *x, bool shown)
{
	ad_http_add(x, "WWW-Authenticate",
		    shown ? AD_S("Bearer error=\"invalid_token\"") : AD_S("Bearer"));
	oauth_error(x, 401, "invalid_token",
		    shown ? "The registration does not exist, or the registration access token "
			    "belongs to another registration."
			  : "The registration access token is missing. Send it as Authorization: "
			    "Bearer.");
	return false;
}

static bool manage_refuse(struct ad_exchange *x, int status, const char *error,
			  const char *description)
{
	oauth_error(x, status, error, description);
	return false;
}

static enum ad_db_status manage_load(struct ad_exchange *x, struct managed *m)
{
	struct ad_arena *arena = x->call.arena;
	struct ad_stmt *s = ad_sql(x->call.db, "SELECT id, metadata, created_at, auth_method,"
					       " secret_hash, shared, grants FROM oauth_clients"
					       " WHERE id = $1 AND management_hash = $2");

	ad_bind(s, 1, m->id);
	ad_bind(s, 2, m->token_hash);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	struct ad_str id = ad_col(s, 0), metadata = ad_col_copy(s, arena, 1);
	size_t n = id.n < sizeof(m->is.id) ? id.n : sizeof(m->is.id) - 1;
	memcpy(m->is.id, id.p, n);
	m->is.metadata = (struct ad_str){ metadata.p + 1, metadata.n - 2 };
	m->is.issued_at = ad_col_int(s, 2);
	m->auth_method = ad_col_copy(s, arena, 3);
	m->secret_hash = ad_col_copy(s, arena, 4);
	m->shared = ad_col_int(s, 5) != 0;
	m->grants = (uint32_t)ad_col_int(s, 6);
	ad_reset(s);
	return AD_DB_ROW;
}

/* Finds the registration by the hash of the token, so that response times reveal nothing. */
static bool manage_authenticate(struct ad_exchange *x, struct managed *m)
{
	struct ad_str header = ad_http_header(x, "Authorization");
	size_t skip = sizeof("Bearer ") - 1;

	m->id = (struct ad_str){ x->path.p + sizeof(OAUTH_MANAGE_PATH) - 1,
				 x->path.n - (sizeof(OAUTH_MANAGE_PATH) - 1) };
	if (header.n <= skip || strncasecmp(header.p, "Bearer ", skip) != 0)
		return refuse_token(x, header.p != NULL);
	m->is.management = (struct ad_str){ header.p + skip, header.n - skip };
	m->token_hash = oauth_hash(x->call.arena, m->is.management);
	enum ad_db_status status = manage_load(x, m);
	if (status == AD_DB_DONE)
		return refuse_token(x, true);
	if (status == AD_DB_ROW)
		return true;
	oauth_unavailable(x);
	return false;
}

/* --- changes --- */

static bool same_kind(struct ad_str before, struct ad_str after, const char *method)
{
	return ad_str_is(before, method) == ad_str_is(after, method);
}

/* A client that repeats the default method has not chosen it explicitly. */
static void keep_default(struct managed *m)
{
	if (ad_str_is(m->auth_method, "client_secret_basic") && !(m->grants & OAUTH_BASIC_ALONE))
		m->next.grants &= ~(uint32_t)OAUTH_BASIC_ALONE;
}

/*
 * RFC 7592 section 2.2: members that must be absent, and members that must have the stored value.
 */
static bool check_said(struct ad_exchange *x, const struct managed *m)
{
	static const char *const never[] = { "registration_access_token", "registration_client_uri",
					     "client_secret_expires_at", "client_id_issued_at" };
	const struct oauth_registration *r = &m->next;
	struct ad_str secret = ad_json_get_text(r->input, "client_secret");

	if (!ad_str_is(ad_json_get_text(r->input, "client_id"), m->is.id))
		return manage_refuse(x, 400, "invalid_request",
				     "The body must contain client_id with the value of the URL.");
	for (size_t i = 0; i < AD_LEN(never); i++)
		if (ad_json_get(r->input, never[i]))
			return manage_refuse(x, 400, "invalid_request",
					     "The body must not contain registration_access_token, "
					     "registration_client_uri, client_secret_expires_at or "
					     "client_id_issued_at.");
	if (ad_json_get(r->input, "client_secret") &&
	    (!secret.p || !ad_secret_eq(oauth_hash(x->call.arena, secret), m->secret_hash)))
		return manage_refuse(x, 400, "invalid_client_metadata",
				     "client_secret must be the issued secret, or absent.");
	if (!same_kind(m->auth_method, r->auth_method, "none") ||
	    !same_kind(m->auth_method, r->auth_method, "private_key_jwt"))
		return manage_refuse(x, 400, "invalid_client_metadata",
				     "token_endpoint_auth_method cannot change to or from none or "
				     "private_key_jwt. Register a new client.");
	return true;
}

static void manage_change(struct ad_call *call)
{
	struct managed *m = call->door_data;
	const struct oauth_registration *r = &m->next;
	struct ad_stmt *s =
		ad_sql(call->db,
		       "UPDATE oauth_clients SET name = $3, auth_method = $4, redirect_uris = $5,"
		       " metadata = $6, fingerprint = $7, grants = $8"
		       " WHERE id = $1 AND management_hash = $2 AND shared IS NULL");

	ad_bind_cstr(s, 1, m->is.id);
	ad_bind(s, 2, m->token_hash);
	ad_bind(s, 3, r->name.p ? r->name : AD_S(""));
	ad_bind(s, 4, r->auth_method);
	ad_bind(s, 5, r->redirect_uris);
	ad_bind(s, 6, ad_arena_printf(call->arena, "{%.*s}", AD_FMT(r->metadata)));
	ad_bind(s, 7, r->fingerprint);
	ad_bind_int(s, 8, r->grants);
	if (ad_step(s) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
	m->gone = ad_db_changes(call->db) != 1;
}

/* Ends every grant of the client, each with its entry in the history. */
static enum ad_db_status revoke_grants(struct ad_call *call, const struct managed *m)
{
	enum ad_db_status status = AD_DB_ROW;

	while (status == AD_DB_ROW) {
		struct ad_stmt *s = ad_sql(call->db, "SELECT id FROM oauth_grants"
						     " WHERE client_id = $1 AND revoked_at IS NULL"
						     " LIMIT 1");
		ad_bind_cstr(s, 1, m->is.id);
		status = ad_step(s);
		if (status != AD_DB_ROW)
			break;
		struct ad_str id = ad_col_copy(s, call->arena, 0);
		ad_reset(s);
		enum ad_db_status revoked = ad_grant_revoke(call->db, id, "client_deleted");
		if (revoked != AD_DB_DONE)
			return revoked;
	}
	return status;
}

static void manage_drop(struct ad_call *call)
{
	static const char *const texts[] = {
		"DELETE FROM oauth_requests WHERE client_id = $1",
		"DELETE FROM oauth_pushed WHERE client_id = $1",
		"DELETE FROM oauth_devices WHERE client_id = $1",
		"DELETE FROM oauth_codes WHERE client_id = $1",
	};
	struct managed *m = call->door_data;
	struct ad_stmt *s = ad_sql(call->db, "DELETE FROM oauth_clients WHERE id = $1"
					     " AND management_hash = $2 AND shared IS NULL");

	ad_bind_cstr(s, 1, m->is.id);
	ad_bind(s, 2, m->token_hash);
	enum ad_db_status status = ad_step(s);
	m->gone = status == AD_DB_DONE && ad_db_changes(call->db) != 1;
	for (size_t i = 0; i < AD_LEN(texts) && status == AD_DB_DONE && !m->gone; i++) {
		s = ad_sql(call->db, texts[i]);
		ad_bind_cstr(s, 1, m->is.id);
		status = ad_step(s);
	}
	if (status == AD_DB_DONE && !m->gone)
		status = revoke_grants(call, m);
	if (status != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

/* --- the endpoint --- */

static bool manage_settled(struct ad_exchange *x, const struct managed *m)
{
	if (x->call.status != AD_OK)
		oauth_unavailable(x);
	else if (m->gone)
		return refuse_token(x, true);
	return x->call.status == AD_OK;
}

static void manage_changed(struct ad_exchange *x)
{
	struct managed *m = x->call.door_data;

	if (!manage_settled(x, m))
		return;
	ad_log(AD_LOG_INFO, "client_changed", "client", m->is.id, "request", x->call.request_id.p,
	       NULL);
	m->is.metadata = m->next.metadata;
	oauth_registration_reply(x, &m->is, 200);
}

static void manage_deleted(struct ad_exchange *x)
{
	const struct managed *m = x->call.door_data;

	if (!manage_settled(x, m))
		return;
	ad_log(AD_LOG_INFO, "client_deleted", "client", m->is.id, "request", x->call.request_id.p,
	       NULL);
	ad_http_add(x, "Cache-Control", AD_S("no-store"));
	ad_http_add(x, "Pragma", AD_S("no-cache"));
	ad_http_reply(x, 204, "application/json", (struct ad_str){ 0 });
}

void oauth_manage(struct ad_exchange *x)
{
	struct managed *m = ad_arena_zalloc(x->call.arena, sizeof(*m));

	if (!oauth_begin(x, OAUTH_OBJECT, AD_ADDRESS_REQUEST) || !manage_authenticate(x, m))
		return;
	if (ad_str_is(x->method, "GET")) {
		oauth_registration_reply(x, &m->is, 200);
		return;
	}
	bool drops = ad_str_is(x->method, "DELETE");
	if (!drops && (!oauth_registration_read(x, &m->next) || !check_said(x, m)))
		return;
	keep_default(m);
	if (m->shared) {
		oauth_error(x, 403, "access_denied",
			    "Identical registrations share this client, so it is read-only. "
			    "Register a new client. Unused clients are deleted automatically.");
		return;
	}
	x->call.door_data = m;
	x->render = drops ? manage_deleted : manage_changed;
	ad_call_next(&x->call, AD_WRITE, drops ? manage_drop : manage_change);
}
