#include "call/idempotency.h"

#include "auth/auth.h"
#include "base/clock.h"
#include "base/digest.h"
#include "call/core.h"
#include "call/outcome.h"
#include "store/round_trips.h"

/*
 * The columns of the key, $1…$6; path holds method and path. A person who signed in again is the
 * same caller: what the page sends once more under the key of the session before is not done twice.
 */
static void bind_key(struct ad_stmt *s, const struct ad_call *call)
{
	const struct ad_principal *who = call->who;

	ad_bind_cstr(s, 1, who->kind == AD_BY_SESSION ? who->account_id : who->credential_id);
	ad_bind_cstr(s, 2, call->space.id);
	ad_bind_cstr(s, 3, call->who->environment == AD_LIVE ? "live" : "test");
	ad_bind(s, 4, call->idempotency_path);
	ad_bind(s, 5, call->idempotency_key);
}

static bool has_key(const struct ad_call *call)
{
	return call->idempotency_key.p && call->idempotency_path.p && !call->validate_only;
}

bool ad_idempotency_check_key(struct ad_call *call)
{
	struct ad_str key = call->idempotency_key;
	const char *name = call->door == AD_DOOR_MCP ? "idempotencyKey" : "Idempotency-Key";
	if (!call->idempotency_path.p || !key.p)
		return true;
	bool ok = key.n >= 1 && key.n <= 255;
	for (size_t i = 0; ok && i < key.n; i++)
		ok = key.p[i] >= 0x20 && key.p[i] < 0x7f;
	if (!ok)
		ad_fault_limit(call, name, "INVALID_KEY", 255,
			       "%s must be 1 to 255 printable ASCII characters.", name);
	return ok;
}

/*
 * Once a call: the writing step wants it again, and bodies can be large. Under the server's key: a
 * body may hold little but an e-mail address or a phone number, which a plain digest would let
 * anyone guess who has the database.
 */
static const char *body_mac(struct ad_call *call)
{
	uint8_t sum[AD_SHA256_SIZE];
	char hex[2 * AD_SHA256_SIZE + 1];
	if (call->body_mac)
		return call->body_mac;
	ad_secrets_mac(ad_auth_secrets(call->core->auth), "idempotency", call->body, sum);
	ad_hex(sum, sizeof(sum), hex);
	call->body_mac = ad_arena_copy(call->arena, ad_str(hex)).p;
	return call->body_mac;
}

/* In place of meta: the outcome is not the last one of the work. */
#define UNDER_WAY "in progress"

static void replay(struct ad_call *call, struct ad_stmt *s)
{
	call->status = (enum ad_status)ad_col_int(s, 1);
	call->http_status = (int)ad_col_int(s, 2);
	if (call->status == AD_OK) {
		call->data = ad_col_copy(s, call->arena, 3);
		call->meta = ad_col_copy(s, call->arena, 4);
		call->etag = ad_col_copy(s, call->arena, 5);
		call->location = ad_col_copy(s, call->arena, 6);
	} else {
		call->error_json = ad_col_copy(s, call->arena, 3);
	}
	call->replayed = !ad_str_is(ad_col(s, 4), UNDER_WAY);
	call->retry_after = call->replayed ? 0 : 1;
}

bool ad_idempotency_begin(struct ad_call *call)
{
	if (!has_key(call))
		return true;
	call->idempotent = true;
	struct ad_stmt *s = ad_sql(
		call->db,
		"SELECT body_mac, status, http_status, data, meta, etag, location"
		" FROM idempotency WHERE credential_id = $1 AND space_id = $2 AND environment = $3"
		" AND path = $4 AND key = $5 AND created_at > $6");
	bind_key(s, call);
	ad_bind_int(s, 6, ad_now() - AD_DAY);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE)
		return true;
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	if (ad_str_is(ad_col(s, 0), body_mac(call)))
		replay(call, s);
	else
		ad_fail(call, AD_IDEMPOTENCY_CONFLICT,
			"This idempotency key was already used with a different body. Use a new "
			"key.");
	call->idempotent = false;
	ad_reset(s);
	return false;
}

static bool keep(struct ad_call *call, struct ad_str data)
{
	struct ad_stmt *s = ad_sql(
		call->db,
		"INSERT INTO idempotency (credential_id, space_id, environment, path, key,"
		" body_mac, status, http_status, data, meta, etag, location, created_at)"
		" VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
		" ON CONFLICT (credential_id, space_id, environment, path, key) DO UPDATE SET"
		" body_mac = excluded.body_mac, status = excluded.status,"
		" http_status = excluded.http_status, data = excluded.data, meta = excluded.meta,"
		" etag = excluded.etag, location = excluded.location,"
		" created_at = excluded.created_at");
	bind_key(s, call);
	ad_bind_cstr(s, 6, body_mac(call));
	ad_bind_int(s, 7, call->status);
	ad_bind_int(s, 8, ad_outcome_http(call));
	ad_bind(s, 9, data);
	ad_bind(s, 10, call->meta);
	ad_bind(s, 11, call->etag);
	ad_bind(s, 12, call->location);
	ad_bind_int(s, 13, ad_now());
	enum ad_db_status status = ad_step_later(s);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

bool ad_idempotency_keep(struct ad_call *call)
{
	if (!has_key(call))
		return true;
	return keep(call, call->data);
}

bool ad_idempotency_keep_under_way(struct ad_call *call)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	if (!has_key(call))
		return true;
	ad_outcome_write_error(&j, call);
	call->meta = AD_S(UNDER_WAY);
	return keep(call, ad_text_str(&text));
}

/*
 * A step of its own: the failed work was rolled back. The key is looked up again first, for the
 * fault may be that the same request, sent at the same time, has been done meanwhile: what that one
 * kept is told then. Failing to keep changes nothing.
 */
static void keep_failure(struct ad_call *call)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_call failed = *call;
	ad_call_fresh(call);
	if (!ad_idempotency_begin(call))
		return;
	*call = failed;
	ad_outcome_write_error(&j, call);
	call->keep_changes = keep(call, ad_text_str(&text));
	call->status = failed.status;
}

static bool is_kept(enum ad_status status)
{
	int http = ad_status_row(status)->http;
	return http >= 400 && http < 500 && status != AD_UNAUTHENTICATED && http != 402 &&
	       status != AD_FORBIDDEN_SCOPE && status != AD_RATE_LIMITED;
}

void ad_idempotency_fail(struct ad_call *call)
{
	if (!call->idempotent || !is_kept(call->status))
		return;
	call->idempotent = false;
	ad_call_next(call, AD_WRITE, keep_failure);
}
