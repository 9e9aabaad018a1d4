#include "call/request/idempotency.h"

#include "auth/auth.h"
#include "base/clock.h"
#include "base/digest.h"
#include "call/request/core.h"
#include "call/request/outcome.h"
#include "store/db/round_trips.h"

/*
 * Binds the columns of the key, $1…$6; path holds method and path. A person who signed in again is
 * the same caller, so that a request repeated under the key of the previous session is not done
 * twice.
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
 * Computed once per call, because the writing step needs it again and bodies can be large. Keyed
 * with the server's key: a body may consist of an e-mail address or phone number, which anyone with
 * the database could guess from a plain digest.
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

/* Stored in place of meta while the outcome is not final. */
#define UNDER_WAY "in progress"

static void idempotency_replay(struct ad_call *call, struct ad_stmt *s)
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
	call->retry_after = ad_str_is(ad_col(s, 4), UNDER_WAY);
	if (!call->retry_after)
		ad_call_set_key(call, AD_KEY_ANSWERED);
}

/* --- how much is kept for an account --- */

#define HOUR_OF(us) ((us) / AD_HOUR)
#define ANSWERS_MIN 10000 /* minimum, also for plans with few requests a day */
#define ROW_BYTES 400     /* a row and its index entries, without the texts */

/* True for calls that stop spend: they must work whatever is stored. */
static bool is_always_kept(const struct ad_call *call)
{
	return call->action &&
	       (call->action->verb == AD_V_CANCEL || call->action->verb == AD_V_PAUSE_ALL);
}

static bool refuse_full(struct ad_call *call, const char *what, int64_t limit, int64_t actual)
{
	call->details = ad_arena_printf(call->arena,
					"\"reason\":\"QUOTA_EXCEEDED\",\"quota\":\"%s\","
					"\"limit\":%lld,\"actual\":%lld",
					what, (long long)limit, (long long)actual);
	call->suggestion = "Send the request without an idempotency key, or wait: an answer is "
			   "kept for 24 hours.";
	ad_call_set_key(call, AD_KEY_NONE);
	return ad_fail(call, AD_CONFLICT,
		       "The answers kept for the idempotency keys of this account have reached "
		       "the limit of %lld %s. Nothing was done.",
		       (long long)limit, what);
}

/*
 * Limits the stored answers to the plan's requests per day, and to a sixteenth of the plan's bytes.
 * Only a new key is refused: a stored answer is always repeated, and the work is never done again.
 */
static bool idempotency_has_room(struct ad_call *call, int64_t answers, int64_t bytes)
{
	const struct ad_auth_spec *spec = ad_auth_spec(call->core->auth);
	const struct ad_plan *plan =
		ad_plan_find(spec->plans, spec->plan_count, ad_str(call->who->plan));

	if (!plan || is_always_kept(call))
		return true;
	int64_t answers_max = plan->daily_limit > ANSWERS_MIN ? plan->daily_limit : ANSWERS_MIN;
	int64_t bytes_max = plan->max_bytes / AD_IDEMPOTENCY_SHARE;
	if (answers >= answers_max)
		return refuse_full(call, "answers", answers_max, answers);
	return bytes < bytes_max || refuse_full(call, "answerBytes", bytes_max, bytes);
}

static int64_t idempotency_bytes_of(const struct ad_call *call, struct ad_str data)
{
	size_t bytes = ROW_BYTES + data.n + call->meta.n + call->etag.n + call->location.n +
		       call->idempotency_path.n + call->idempotency_key.n;

	return (int64_t)bytes;
}

/*
 * Adds to the account's hour the bytes of the answer beyond those counted in an earlier part of the
 * same work. An hour leaves the sum when all of its answers have expired.
 */
static bool count_kept(struct ad_call *call, struct ad_str data)
{
	int64_t bytes = idempotency_bytes_of(call, data);
	struct ad_stmt *s = ad_sql(
		call->db,
		"INSERT INTO idempotency_use (account_id, hour, n, bytes) VALUES ($1, $2, $3, $4)"
		" ON CONFLICT (account_id, hour) DO UPDATE SET n = idempotency_use.n + excluded.n,"
		" bytes = idempotency_use.bytes + excluded.bytes");

	ad_bind_cstr(s, 1, call->who->account_id);
	ad_bind_int(s, 2, HOUR_OF(ad_now()));
	ad_bind_int(s, 3, call->idempotency_bytes ? 0 : 1);
	ad_bind_int(s, 4, bytes - call->idempotency_bytes);
	call->idempotency_bytes = bytes;
	enum ad_db_status status = ad_step_later(s);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

/* --- the key --- */

/* Reads the answer stored under the key, and the account's totals. Always returns one row. */
static const char look_up_sql[] =
	"SELECT i.body_mac, i.status, i.http_status, i.data, i.meta, i.etag, i.location,"
	" u.n, u.bytes FROM (SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n,"
	" CAST(COALESCE(SUM(bytes), 0) AS BIGINT) AS bytes FROM idempotency_use"
	" WHERE account_id = $7 AND hour >= $8) u LEFT JOIN idempotency i ON"
	" i.credential_id = $1 AND i.space_id = $2 AND i.environment = $3"
	" AND i.path = $4 AND i.key = $5 AND i.created_at > $6";

bool ad_idempotency_begin(struct ad_call *call)
{
	if (!has_key(call))
		return true;
	ad_call_set_key(call, AD_KEY_CLAIMED);
	call->idempotency_bytes = 0;
	int64_t since = ad_now() - AD_DAY;
	struct ad_stmt *s = ad_sql(call->db, look_up_sql);
	bind_key(s, call);
	ad_bind_int(s, 6, since);
	ad_bind_cstr(s, 7, call->who->account_id);
	ad_bind_int(s, 8, HOUR_OF(since));
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status == AD_DB_DONE ? AD_DB_INVALID : status);
	bool is_new = ad_col_is_null(s, 0), fits = false;
	if (is_new)
		fits = idempotency_has_room(call, ad_col_int(s, 7), ad_col_int(s, 8));
	else if (ad_str_is(ad_col(s, 0), body_mac(call)))
		idempotency_replay(call, s);
	else
		ad_fail(call, AD_IDEMPOTENCY_CONFLICT,
			"This idempotency key was already used with a different body. Use a new "
			"key.");
	if (call->key == AD_KEY_CLAIMED && !is_new)
		ad_call_set_key(call, AD_KEY_NONE);
	ad_reset(s);
	return fits;
}

static bool idempotency_keep(struct ad_call *call, struct ad_str data)
{
	if (!count_kept(call, data))
		return false;
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
	return idempotency_keep(call, call->data);
}

bool ad_idempotency_keep_under_way(struct ad_call *call)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	if (!has_key(call))
		return true;
	ad_outcome_write_error(&j, call);
	call->meta = AD_S(UNDER_WAY);
	return idempotency_keep(call, ad_text_str(&text));
}

/*
 * A separate step, because the failed work was rolled back. The key is read again first: an
 * identical concurrent request may have succeeded, and its stored answer is then returned. A
 * failure to store changes nothing.
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
	call->keep_changes = idempotency_keep(call, ad_text_str(&text));
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
	if (call->key != AD_KEY_CLAIMED || !is_kept(call->status))
		return;
	ad_call_set_key(call, AD_KEY_NONE);
	ad_call_next(call, AD_WRITE, keep_failure);
}
