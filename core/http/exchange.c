/* The life of a request: begun with its headers, fed its body, dispatched, answered, recycled. */
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "http/access_log.h"
#include "http/browser.h"
#include "http/compress.h"
#include "http/feed.h"
#include "http/internal.h"

#define ANSWER_SMALL ((size_t)256 * 1024) /* bytes of memory that count for no budget */

struct ad_exchange *ad_exchange(struct ad_call *call)
{
	/* The call is the exchange's first member. */
	return (struct ad_exchange *)(void *)call;
}

/* --- request headers ------------------------------------------------------------------------ */

static bool name_is(struct ad_str s, const char *name, size_t n)
{
	return s.n == n && strncasecmp(s.p, name, n) == 0;
}

struct ad_str ad_http_header(const struct ad_exchange *x, const char *name)
{
	size_t n = strlen(name);
	for (size_t i = 0; i < x->priv->header_count; i++) {
		if (name_is(x->priv->headers[i].name, name, n))
			return x->priv->headers[i].value;
	}
	return (struct ad_str){ 0 };
}

size_t ad_http_header_count(const struct ad_exchange *x, const char *name)
{
	size_t n = strlen(name);
	size_t count = 0;
	for (size_t i = 0; i < x->priv->header_count; i++)
		count += name_is(x->priv->headers[i].name, name, n);
	return count;
}

static enum MHD_Result keep_header(void *cls, enum MHD_ValueKind kind, const char *name,
				   size_t name_size, const char *value, size_t value_size)
{
	struct ad_http_private *p = cls;
	(void)kind;
	/* RFC 9112 section 5: white space behind a value is none of it. */
	while (value_size > 0 && (value[value_size - 1] == ' ' || value[value_size - 1] == '\t'))
		value_size--;
	p->headers[p->header_count].name = (struct ad_str){ name, name_size };
	p->headers[p->header_count].value = (struct ad_str){ value, value_size };
	p->header_count++;
	return MHD_YES;
}

static void keep_headers(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;
	int count = MHD_get_connection_values_n(p->conn->mhd, MHD_HEADER_KIND, NULL, NULL);
	p->headers = ad_arena_alloc(x->call.arena, (size_t)count * sizeof(*p->headers));
	MHD_get_connection_values_n(p->conn->mhd, MHD_HEADER_KIND, keep_header, p);
}

/* --- reply ---------------------------------------------------------------------------------- */

void ad_http_add(struct ad_exchange *x, const char *name, struct ad_str value)
{
	struct ad_http_private *p = x->priv;
	for (size_t i = 0; i < value.n; i++) {
		if (value.p[i] == '\r' || value.p[i] == '\n' || value.p[i] == 0)
			return;
	}
	AD_ARENA_GROW(x->call.arena, p->add, p->add_count, p->add_room);
	p->add[p->add_count].name = ad_str(name);
	p->add[p->add_count++].value = ad_arena_copy(x->call.arena, value);
}

void ad_http_reply(struct ad_exchange *x, int status, const char *content_type, struct ad_str body)
{
	x->status = status;
	x->content_type = ad_str(content_type);
	x->reply = body;
}

static void exchange_add_number(struct ad_exchange *x, const char *name, int64_t number)
{
	struct ad_text text = ad_text_on(x->call.arena);
	ad_text_addi(&text, number);
	ad_http_add(x, name, ad_text_str(&text));
}

/*
 * A request that reaches no front end has no verified token, so it counts against its address.
 * False if the address exceeded its limit. A request that a front end already counted is not
 * counted again.
 */
static bool within_limit(struct ad_exchange *x, enum ad_status status)
{
	struct ad_limits *limits = x->call.core->limits;
	struct ad_limit *rate = &x->call.rate;
	bool ours = status == AD_UNAVAILABLE || status == AD_INTERNAL;
	bool within = true;

	if (rate->reset == 0 && ours)
		ad_limits_read_address(limits, x->call.address, ad_now(), rate);
	else if (rate->reset == 0)
		within = ad_limits_take_address(limits, x->call.address, AD_ADDRESS_REQUEST,
						ad_now(), rate);
	exchange_add_number(x, "X-RateLimit-Limit", rate->limit);
	exchange_add_number(x, "X-RateLimit-Remaining", rate->remaining);
	exchange_add_number(x, "X-RateLimit-Reset", rate->reset);
	return within;
}

static void write_fault(struct ad_json *j, const struct ad_http_fault *fault)
{
	ad_json_key(j, "fields");
	ad_json_array(j);
	ad_json_object(j);
	ad_json_kcstr(j, "path", fault->path);
	ad_json_kcstr(j, "code", fault->code);
	ad_json_kcstr(j, "message", fault->message);
	ad_json_object_end(j);
	ad_json_array_end(j);
}

static struct ad_str exchange_refusal(struct ad_exchange *x, enum ad_status status,
				      const struct ad_http_fault *fault)
{
	const struct ad_status_row *row = ad_status_row(status);
	struct ad_text text = ad_text_on(x->call.arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	ad_json_key(&j, "error");
	ad_json_object(&j);
	ad_json_kcstr(&j, "code", row->code);
	ad_json_kcstr(&j, "message", fault->message ? fault->message : row->sentence);
	ad_json_key(&j, "details");
	ad_json_object(&j);
	if (status == AD_INVALID)
		write_fault(&j, fault);
	if (status == AD_NOT_FOUND) {
		ad_json_key(&j, "resource");
		ad_json_null(&j);
		ad_json_kstr(&j, "id", x->path);
	}
	if (status == AD_RATE_LIMITED) {
		ad_json_kcstr(&j, "bucket", x->call.rate.bucket);
		ad_json_kint(&j, "retryAfter", x->call.rate.retry_after);
	}
	ad_json_kcstr(&j, "recovery", row->recovery);
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

/* No handler has seen the request: its door says so, or the API's envelope does. */
static void exchange_refuse(struct ad_exchange *x, enum ad_status status,
			    const struct ad_http_fault *fault)
{
	static const struct ad_http_fault none = { 0 };
	x->priv->add_count = 0;
	if (!within_limit(x, status)) {
		status = AD_RATE_LIMITED;
		fault = &none;
	}
	if (status == AD_UNAVAILABLE)
		ad_http_add(x, "Retry-After", AD_S("1"));
	if (status == AD_RATE_LIMITED)
		exchange_add_number(x, "Retry-After", x->call.rate.retry_after);
	const struct ad_status_row *row = ad_status_row(status);
	if (x->priv->route && x->priv->route->refuse)
		x->priv->route->refuse(x, row->http,
				       fault->message ? fault->message : row->sentence);
	else
		ad_http_reply(x, row->http, "application/json", exchange_refusal(x, status, fault));
}

void ad_http_refuse(struct ad_exchange *x, enum ad_status status, const char *message)
{
	exchange_refuse(x, status,
			&(struct ad_http_fault){ "", "MALFORMED_REQUEST", message, false });
}

void ad_http_refuse_unknown(struct ad_exchange *x)
{
	/* A route that judges target and Host itself, or does not use them, has not done so. */
	struct ad_http_fault fault = ad_http_check_target(x, x->priv->conn->target);

	if (!fault.message)
		fault = ad_http_check_host(x);
	if (!fault.message) {
		ad_http_refuse(x, AD_NOT_FOUND, "There is nothing at this path.");
		return;
	}
	x->priv->close = true;
	exchange_refuse(x, AD_INVALID, &fault);
}

static void exchange_count(struct ad_http_loop *loop, const struct ad_exchange *x)
{
	int class = x->status / 100;
	atomic_fetch_add_explicit(&loop->by_class[class >= 1 && class <= 5 ? class : 0], 1,
				  memory_order_relaxed);
	const struct ad_http_server *server = loop->server;
	const struct ad_route *route = x->priv->route;
	int64_t took = ad_monotonic() - x->priv->begun;

	atomic_fetch_add_explicit(&loop->busy_us, (uint64_t)took, memory_order_relaxed);
	ad_http_counts_add(
		&loop->by_route[route ? (size_t)(route - server->routes) : server->route_count],
		x->status, took);
}

/*
 * The arena of an answer stays until the answer is read: large ones are counted. Where the budget
 * is used up, a GET is answered with 503 instead. What another method did has to be told.
 */
static void hold_answer(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;
	size_t held = ad_arena_used(x->call.arena) + (p->body_on_heap ? p->body_room : 0);

	if (p->feed && !ad_http_feed_hold(x)) {
		ad_http_feed_end(x);
		ad_http_refuse(x, AD_UNAVAILABLE, NULL);
	}
	if (p->stream || held <= ANSWER_SMALL || x->reply.n <= AD_HTTP_SMALL)
		return;
	if (!ad_http_budget_take(x, &p->answer_held, held) && ad_str_is(x->method, "GET"))
		ad_http_refuse(x, AD_UNAVAILABLE, NULL);
}

static bool has_added(const struct ad_http_private *p, const char *name)
{
	for (size_t i = 0; i < p->add_count; i++) {
		if (strcasecmp(p->add[i].name.p, name) == 0)
			return true;
	}
	return false;
}

/* The body stays on the arena until the request is completed. */
static struct MHD_Response *make_response(struct ad_exchange *x)
{
	if (x->priv->stream)
		return ad_http_stream_response(x);
	if (x->priv->feed)
		return ad_http_feed_response(x);
	x->priv->body_sent = x->reply.n;
	/* The buffer is only read; the interface knows no const before 1.0. */
	return MHD_create_response_from_buffer(x->reply.n, (void *)(uintptr_t)x->reply.p,
					       MHD_RESPMEM_PERSISTENT);
}

bool ad_http_secure(const struct ad_exchange *x)
{
	const char *url = x->call.core->config->public_url;

	return url && strncmp(url, "https://", 8) == 0;
}

/* Adds the headers of every answer; a page's own policy is kept. */
static enum MHD_Result add_defaults(const struct ad_exchange *x, struct MHD_Response *r)
{
	static const struct {
		const char *name, *value;
		bool over_tls;
	} rows[] = {
		{ "X-Content-Type-Options", "nosniff", false },
		{ "Content-Security-Policy",
		  "default-src 'none'; base-uri 'none'; frame-ancestors 'none'", false },
		{ "Strict-Transport-Security", "max-age=31536000", true },
	};
	enum MHD_Result ok = MHD_YES;

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		if (has_added(x->priv, rows[i].name) || (rows[i].over_tls && !ad_http_secure(x)))
			continue;
		ok &= MHD_add_response_header(r, rows[i].name, rows[i].value);
	}
	return ok;
}

/* Hands the reply to libmicrohttpd. */
static enum MHD_Result send_reply(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;
	ad_http_pack(x);
	hold_answer(x);
	struct MHD_Response *r = make_response(x);
	if (!r)
		return MHD_NO;
	bool bodiless = x->status == 204 || x->status == 304;
	enum MHD_Result ok = MHD_add_response_header(r, "X-Request-Id", x->call.request_id.p);
	if (!bodiless)
		ok &= MHD_add_response_header(r, "Content-Type",
					      x->content_type.p ? x->content_type.p
								: "application/json");
	ok &= add_defaults(x, r);
	for (size_t i = 0; i < p->add_count; i++)
		ok &= MHD_add_response_header(r, p->add[i].name.p, p->add[i].value.p);
	if (p->close || p->loop->ending)
		ok &= MHD_add_response_header(r, "Connection", "close");
	ok &= MHD_queue_response(p->conn->mhd, (unsigned)x->status, r);
	MHD_destroy_response(r);
	p->is_sending = true;
	exchange_count(p->loop, x);
	return ok;
}

/* --- begin ---------------------------------------------------------------------------------- */

static struct ad_exchange *new_exchange(struct ad_http_loop *loop, struct ad_http_conn *conn)
{
	struct ad_arena *arena = conn->arena;
	conn->arena = NULL;
	struct ad_exchange *x = ad_arena_zalloc(arena, sizeof(*x));
	x->priv = ad_arena_zalloc(arena, sizeof(*x->priv));
	x->priv->loop = loop;
	x->priv->conn = conn;
	x->priv->begun = ad_monotonic();
	x->call.core = loop->server->core;
	x->call.arena = arena;
	char id[AD_ID_SIZE];
	ad_id_make("req", id);
	x->call.request_id = ad_arena_copy(arena, ad_str(id));
	x->path = AD_S("/");
	conn->x = x;
	return x;
}

static void find_address(struct ad_exchange *x)
{
	const struct ad_http_server *server = x->priv->loop->server;
	const struct ad_http_conn *conn = x->priv->conn;
	if (!server->has_trusted) {
		x->call.address = ad_str(conn->peer);
		return;
	}
	/* The last ones: what the client sent itself stands before what the proxies added. */
	struct ad_str lists[16];
	size_t n = 0, first = AD_LEN(lists);
	for (size_t i = x->priv->header_count; i > 0 && first > 0; i--) {
		if (name_is(x->priv->headers[i - 1].name, "X-Forwarded-For", 15))
			lists[--first] = x->priv->headers[i - 1].value;
	}
	n = AD_LEN(lists) - first;
	char address[64];
	ad_client_address(&server->trusted, conn->peer, lists + first, n, address);
	x->call.address = ad_arena_copy(x->call.arena, ad_str(address));
}

/* The longest prefix that matches; one not ended by '/', and "/" alone, is a whole path. */
static const struct ad_route *find_route(const struct ad_http_server *server, struct ad_str path)
{
	const struct ad_route *best = NULL;
	size_t best_n = 0;
	for (size_t i = 0; i < server->route_count; i++) {
		const struct ad_route *r = &server->routes[i];
		size_t n = strlen(r->prefix);
		bool open = n > 1 && r->prefix[n - 1] == '/';
		if (path.n < n || memcmp(path.p, r->prefix, n) != 0 || (!open && path.n != n))
			continue;
		if (!best || n > best_n) {
			best = r;
			best_n = n;
		}
	}
	return best;
}

/* The declared length of the body; SIZE_MAX where it is chunked. */
static size_t exchange_declared(const struct ad_exchange *x)
{
	struct ad_str s = ad_http_header(x, "Content-Length");
	size_t n = 0;
	if (ad_http_header(x, "Transfer-Encoding").p)
		return SIZE_MAX;
	for (size_t i = 0; i < s.n; i++)
		n = n * 10 + (size_t)(s.p[i] - '0');
	return n;
}

/* Decides all that the headers decide; true: answer at once, closing the connection. */
static bool exchange_judge(struct ad_exchange *x, const char *method)
{
	struct ad_http_private *p = x->priv;
	struct ad_http_fault fault = ad_http_check_headers(p, x->call.arena);
	/* The body of what is refused by its headers is read and dropped too. */
	p->drop_max = AD_HTTP_DROP_MAX;
	p->answer_held.pool = AD_POOL_ANSWERS;
	x->is_head = strcmp(method, "HEAD") == 0;
	x->method = ad_arena_copy(x->call.arena, ad_str(x->is_head ? "GET" : method));
	x->host = ad_http_header(x, "Host");
	/* Also where the headers are at fault: whose path it is decides how that is said. */
	struct ad_http_fault in_target = ad_http_check_target(x, p->conn->target);
	find_address(x);
	if (!in_target.message || x->bad_query)
		p->route = find_route(p->loop->server, x->path);
	/* The front end reports a query that does not decode, after it authenticated the caller. */
	if (!fault.message && !(x->bad_query && p->route))
		fault = in_target;
	if (!fault.message && !(p->route && p->route->judges_host))
		fault = ad_http_check_host(x);
	if (fault.message) {
		p->refused = true;
		p->close = true;
		exchange_refuse(x, AD_INVALID, &fault);
		return fault.framing;
	}
	size_t length = exchange_declared(x);
	if (length != SIZE_MAX && length > AD_HTTP_DROP_MAX) {
		p->refused = true;
		p->close = true;
		ad_http_refuse(x, AD_TOO_LARGE, NULL);
		return true;
	}
	return ad_http_body_expect(x, length);
}

/* --- libmicrohttpd's callbacks ---------------------------------------------------------------- */

static struct ad_http_conn *conn_of(struct MHD_Connection *mhd)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	return info ? info->socket_context : NULL;
}

static enum MHD_Result exchange_complete(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;
	if (!p->dispatched) {
		p->dispatched = true;
		p->loop->active++;
		if (p->body && !x->body_too_large) {
			p->body[p->received] = 0;
			x->body = (struct ad_str){ p->body, p->received };
		}
		if (p->refused) {
			p->finished = true;
		} else if (!p->route) {
			ad_http_refuse_unknown(x);
			p->finished = true;
		} else if (p->no_room) {
			ad_http_refuse(x, AD_UNAVAILABLE, NULL);
			p->finished = true;
		} else {
			ad_http_dispatch(x);
			/* Even where it is back already: the answer goes out when it is resumed. */
			if (p->parked)
				return MHD_YES;
		}
	}
	return p->finished ? send_reply(x) : MHD_YES;
}

/*
 * Called once with the headers, then with each piece of the body, then without one, and again
 * when it is resumed. A reply in the first call closes the connection: only where that is wanted.
 */
enum MHD_Result ad_http_on_request(void *cls, struct MHD_Connection *mhd, const char *url,
				   const char *method, const char *version, const char *data,
				   size_t *size, void **context)
{
	struct ad_exchange *x = *context;
	(void)url;
	if (!x) {
		struct ad_http_conn *conn = conn_of(mhd);
		if (!conn || !conn->arena)
			return MHD_NO;
		ad_http_conn_busy(cls, conn);
		x = new_exchange(cls, conn);
		x->priv->method = method;
		x->priv->version = version;
		*context = x;
		keep_headers(x);
		return exchange_judge(x, method) ? send_reply(x) : MHD_YES;
	}
	/*
	 * Behind "100 Continue" libmicrohttpd below 1.0 takes the next request for a body, of no
	 * bytes: it would take no answer now.
	 */
	if (data && *size == 0)
		return MHD_YES;
	if (x->priv->was_admitting) {
		/* Resumed after the credential was looked at: no byte of the body has come yet. */
		x->priv->was_admitting = false;
		if (*size == 0)
			return x->priv->refused ? send_reply(x) : MHD_YES;
	}
	if (*size > 0) {
		enum MHD_Result ok = ad_http_body_add(x, data, *size);
		*size = 0;
		return ok;
	}
	return exchange_complete(x);
}

void ad_http_on_completed(void *cls, struct MHD_Connection *mhd, void **context,
			  enum MHD_RequestTerminationCode why)
{
	struct ad_http_loop *loop = cls;
	struct ad_exchange *x = *context;
	(void)mhd;
	(void)why;
	if (!x)
		return;
	*context = NULL;
	struct ad_http_private *p = x->priv;
	ad_http_access_log(x);
	if (p->dispatched)
		loop->active--;
	if (p->stream)
		ad_http_stream_end(x);
	ad_http_feed_end(x);
	p->conn->x = NULL;
	ad_http_conn_idle(loop, p->conn);
	ad_http_body_drop(x);
	ad_http_budget_give(x, &p->answer_held);
	ad_http_arena_give(loop, x->call.arena);
}
