/* Stored copies of documents and keys of clients: see remote.h. */
#include "oauth/client/remote.h"

#include "oauth/client/document.h"
#include "oauth/client/uri.h"

#define FETCH_MS 5000
#define KEYS_MS 10000
#define KEYS_MAX (64 * 1024)
#define LEASE (15 * AD_SECOND)    /* longer than any fetch, its store included */
#define PATIENCE (12 * AD_SECOND) /* wait for a fetch of another server or request */
#define LOOK_EVERY (AD_SECOND / 4)
#define FRESH_MIN_S 60
#define FRESH_UNSAID_S 300
#define FRESH_MAX_S 86400
#define KEYS_FRESH_S 300

static const char *kind_name(enum oauth_remote_kind kind)
{
	return kind == OAUTH_REMOTE_DOCUMENT ? "document" : "keys";
}

/* --- the copy --- */

/* A stored row. */
struct row {
	int64_t expires_at, tried_at, leased_until;
};

static enum ad_db_status remote_read_row(struct ad_db *db, struct ad_arena *arena,
					 struct oauth_remote *r, struct row *row)
{
	struct ad_stmt *s = ad_sql(db, "SELECT body, fetched_at, expires_at, failure, invalid,"
				       " tried_at, leased_until FROM oauth_remote"
				       " WHERE kind = $1 AND url = $2");

	ad_bind_cstr(s, 1, kind_name(r->kind));
	ad_bind(s, 2, r->url);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	r->text = ad_col_copy(s, arena, 0);
	r->fetched_at = ad_col_int(s, 1);
	row->expires_at = ad_col_int(s, 2);
	r->fault = ad_col_copy(s, arena, 3);
	r->invalid = ad_col_int(s, 4) != 0;
	row->tried_at = ad_col_int(s, 5);
	row->leased_until = ad_col_int(s, 6);
	ad_reset(s);
	return AD_DB_ROW;
}

enum ad_db_status oauth_remote_copy(struct ad_db *db, struct ad_arena *arena,
				    enum oauth_remote_kind kind, struct ad_str url,
				    struct oauth_remote *out)
{
	struct row row;

	*out = (struct oauth_remote){ .kind = kind, .url = url };
	enum ad_db_status status = remote_read_row(db, arena, out, &row);
	return status == AD_DB_ROW && !out->text.p ? AD_DB_DONE : status;
}

/* --- the steps --- */

static void remote_look(struct ad_call *call);

/* The running fetch did not end in time. */
static void remote_fail_slow(struct oauth_remote *r)
{
	r->text = (struct ad_str){ 0 };
	r->fault = AD_S("did not answer in time");
}

/* Too many fetches are running, so this one is not started. */
static void remote_fail_busy(struct oauth_remote *r)
{
	r->text = (struct ad_str){ 0 };
	r->busy = true;
	r->fault = AD_S("was not fetched, because this server is fetching too many documents. Try "
			"again in a moment");
}

static void remote_store(struct ad_call *call)
{
	const struct oauth_remote *r = call->work;
	struct ad_stmt *s;

	if (r->text.p)
		s = ad_sql(call->db, "UPDATE oauth_remote SET body = $3, fetched_at = $4,"
				     " expires_at = $5, failure = NULL, invalid = 0, tried_at = $4,"
				     " leased_until = 0 WHERE kind = $1 AND url = $2");
	else
		s = ad_sql(call->db, "UPDATE oauth_remote SET failure = $3, invalid = $4,"
				     " tried_at = $5, leased_until = 0 WHERE kind = $1 AND"
				     " url = $2");
	ad_bind_cstr(s, 1, kind_name(r->kind));
	ad_bind(s, 2, r->url);
	ad_bind(s, 3, r->text.p ? r->text : r->fault);
	ad_bind_int(s, 4, r->text.p ? r->fetched_at : r->invalid);
	ad_bind_int(s, 5, r->text.p ? r->expires_at : r->fetched_at);
	if (ad_step(s) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

/* No request was sent: the cached copy and the address's state stay unchanged. */
static void remote_give_back(struct ad_call *call)
{
	const struct oauth_remote *r = call->work;
	struct ad_stmt *s = ad_sql(call->db, "UPDATE oauth_remote SET tried_at = $3,"
					     " leased_until = 0 WHERE kind = $1 AND url = $2");

	ad_bind_cstr(s, 1, kind_name(r->kind));
	ad_bind(s, 2, r->url);
	ad_bind_int(s, 3, r->tried_before);
	if (ad_step(s) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

/* After the commit: waiting requests check again. */
static void remote_stored(struct ad_call *call)
{
	ad_core_notify(call->core);
}

static void remote_store_outcome(struct ad_call *call)
{
	if (((const struct oauth_remote *)call->work)->busy)
		remote_give_back(call);
	else
		remote_store(call);
	if (call->status == AD_OK)
		ad_call_next(call, AD_HERE, remote_stored);
}

static struct ad_str remote_fault_of(struct ad_arena *arena, const struct ad_fetched *got)
{
	switch (got->end) {
	case AD_FETCH_URL:
		return AD_S("is not on port 443");
	case AD_FETCH_STATUS:
		return ad_arena_printf(arena, "returned HTTP status %ld instead of 200",
				       got->status);
	case AD_FETCH_TOO_LARGE:
		return AD_S("is too large");
	case AD_FETCH_TOO_SLOW:
		return AD_S("did not answer in time");
	case AD_FETCH_UNREACHABLE:
	case AD_FETCHED:
		break;
	}
	return AD_S(
		"cannot be reached. It must be on the public internet, with a valid certificate");
}

static int64_t fresh_for(const struct oauth_remote *r, const struct ad_fetched *got)
{
	int64_t s = got->fresh_s < 0 ? FRESH_UNSAID_S : got->fresh_s;

	if (r->kind == OAUTH_REMOTE_KEYS)
		return KEYS_FRESH_S;
	return s < FRESH_MIN_S ? FRESH_MIN_S : s > FRESH_MAX_S ? FRESH_MAX_S : s;
}

/* Checks the response and stores its text; false if it is not acceptable. */
static bool remote_take(struct ad_call *call, struct oauth_remote *r, const struct ad_fetched *got)
{
	struct oauth_client client;
	struct ad_jwks set;
	const char *fault = NULL;

	if (r->kind == OAUTH_REMOTE_DOCUMENT) {
		if (oauth_document_read(call->arena, r->url, got->type, got->body, &client, &fault))
			r->text = client.document;
	} else if (!oauth_type_is_json(got->type)) {
		fault = "is not of the type application/json";
	} else if (!ad_jwks_read(call->arena, got->body, &set, &fault)) {
		fault = "is not a set of public keys";
	} else {
		r->text = got->body;
	}
	r->invalid = fault != NULL;
	r->fault = ad_str(fault);
	return r->text.p != NULL;
}

static void remote_fetch(struct ad_call *call)
{
	struct oauth_remote *r = call->work;
	const struct ad_config *config = call->core->config;
	const char *host = ad_arena_copy(call->arena, oauth_uri_host(r->url)).p;
	struct ad_fetched got;
	struct ad_fetch_ask ask = {
		.url = ad_arena_copy(call->arena, r->url).p,
		.accept = "application/json",
		.max = r->kind == OAUTH_REMOTE_KEYS ? KEYS_MAX : OAUTH_DOCUMENT_MAX,
		.timeout_ms = r->kind == OAUTH_REMOTE_KEYS ? KEYS_MS : FETCH_MS,
		.redirects = 0,
		.allow = &config->fetch_allow,
		.ca_file = config->fetch_ca,
	};

	r->text = r->fault = (struct ad_str){ 0 };
	r->invalid = r->busy = false;
	if (ad_fetch_enter(call->core->fetches, host)) {
		ad_fetch(call->arena, &ask, &got);
		ad_fetch_leave(call->core->fetches, host);
		if (got.end != AD_FETCHED)
			r->fault = remote_fault_of(call->arena, &got);
		else if (remote_take(call, r, &got))
			r->expires_at = ad_now() + fresh_for(r, &got) * AD_SECOND;
	} else {
		remote_fail_busy(r);
	}
	r->fetched_at = ad_now();
	ad_log(AD_LOG_INFO, r->text.p ? "client_fetched" : "client_not_fetched", "url", ask.url,
	       "reason", r->fault.p ? r->fault.p : "", NULL);
	ad_call_next(call, AD_WRITE, remote_store_outcome);
}

/* Counts the running fetches of this kind on all servers; negative if the database failed. */
static int64_t under_way(struct ad_db *db, const struct oauth_remote *r, int64_t now)
{
	struct ad_stmt *s = ad_sql(db, "SELECT COUNT(*) FROM oauth_remote WHERE kind = $1"
				       " AND leased_until > $2");

	ad_bind_cstr(s, 1, kind_name(r->kind));
	ad_bind_int(s, 2, now);
	if (ad_step(s) != AD_DB_ROW)
		return -1;
	int64_t n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

/* Deletes the least recently used copies of this kind to make room. */
static bool make_room(struct ad_db *db, const struct oauth_remote *r, int64_t now)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM oauth_remote WHERE kind = $1"
				       " AND leased_until <= $2 AND url IN"
				       " (SELECT url FROM oauth_remote WHERE kind = $1"
				       " ORDER BY tried_at DESC LIMIT 100 OFFSET $3)");

	ad_bind_cstr(s, 1, kind_name(r->kind));
	ad_bind_int(s, 2, now);
	ad_bind_int(s, 3, OAUTH_REMOTE_KEPT - 1);
	return ad_step(s) == AD_DB_DONE;
}

/* One fetch of a URL at a time, over all servers: the lease is a row. */
static void remote_claim(struct ad_call *call)
{
	struct oauth_remote *r = call->work;
	int64_t now = ad_now(), n = under_way(call->db, r, now);

	if (n >= OAUTH_REMOTE_AT_ONCE) {
		if (now > r->began_at + PATIENCE)
			remote_fail_busy(r);
		else
			ad_call_next(call, AD_HERE, remote_look);
		return;
	}
	if (n < 0 || !make_room(call->db, r, now)) {
		call->status = AD_UNAVAILABLE;
		return;
	}
	struct ad_stmt *s = ad_sql(
		call->db, "INSERT INTO oauth_remote (kind, url, invalid, tried_at, leased_until)"
			  " VALUES ($1, $2, 0, $3, $4) ON CONFLICT (kind, url) DO UPDATE"
			  " SET leased_until = excluded.leased_until, tried_at = excluded.tried_at"
			  " WHERE oauth_remote.leased_until < excluded.tried_at RETURNING url");

	ad_bind_cstr(s, 1, kind_name(r->kind));
	ad_bind(s, 2, r->url);
	ad_bind_int(s, 3, now);
	ad_bind_int(s, 4, now + LEASE);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW) {
		ad_reset(s);
		ad_call_next(call, AD_FAR, remote_fetch);
	} else if (status == AD_DB_DONE) {
		ad_call_next(call, AD_HERE, remote_look);
	} else {
		call->status = AD_UNAVAILABLE;
	}
}

static void remote_poll_later(struct ad_call *call, int64_t now)
{
	call->wait_until = now + LOOK_EVERY;
	ad_call_next(call, AD_WAIT, remote_look);
}

/* True if the stored copy is fresh enough. */
static bool remote_is_fresh(const struct oauth_remote *r, const struct row *row, int64_t now)
{
	bool recent = now < row->tried_at + OAUTH_REMOTE_BACKOFF_S * AD_SECOND;

	if (!r->text.p || row->expires_at + r->stale_s * AD_SECOND <= now)
		return false;
	return r->fetched_at > r->newer_than || recent;
}

static void remote_look(struct ad_call *call)
{
	struct oauth_remote *r = call->work;
	struct row row = { 0 };
	int64_t now = ad_now();
	enum ad_db_status status = remote_read_row(call->db, call->arena, r, &row);

	if (status != AD_DB_ROW && status != AD_DB_DONE) {
		call->status = AD_UNAVAILABLE;
		return;
	}
	bool leased = row.leased_until > now;
	r->tried_before = row.tried_at;
	if (status == AD_DB_ROW && remote_is_fresh(r, &row, now) && !(leased && r->newer_than))
		return;
	if (leased) {
		if (now > r->began_at + PATIENCE) {
			remote_fail_slow(r);
			return;
		}
		remote_poll_later(call, now);
		return;
	}
	r->text = (struct ad_str){ 0 };
	if (r->fault.p && now < row.tried_at + OAUTH_REMOTE_BACKOFF_S * AD_SECOND)
		return;
	r->fault = (struct ad_str){ 0 };
	/* Waits for other fetches on this lane, where waiting is cheap. */
	if (now <= r->began_at + PATIENCE && under_way(call->db, r, now) >= OAUTH_REMOTE_AT_ONCE)
		remote_poll_later(call, now);
	else
		ad_call_next(call, AD_WRITE, remote_claim);
}

void oauth_remote_get(struct ad_exchange *x, struct oauth_remote *remote, ad_handler_fn *render)
{
	remote->began_at = ad_now();
	x->call.work = remote;
	x->render = render;
	remote_look(&x->call);
}
