#include "http/probe_route.h"

#include <netinet/in.h>
#include <strings.h>
#include <sys/socket.h>

#include "http/internal.h"
#include "http/stream.h"
#include "base/utf8.h"

/* One GET that waits. */
struct probe_wait {
	struct ad_http_server *server;
	int64_t until; /* us of ad_monotonic() */
};

static bool probe_is_admitted(struct ad_exchange *x)
{
	return !x->is_head && ad_http_header_count(x, AD_PROBE_HEADER) == 1 &&
	       ad_probe_pass_valid(ad_auth_secrets(x->call.core->auth), x->call.arena, x->method,
				   x->query, ad_http_header(x, AD_PROBE_HEADER), ad_now());
}

static int probe_peer_port(const struct ad_exchange *x)
{
	struct sockaddr_storage peer;
	struct sockaddr_in6 six;
	struct sockaddr_in four;
	socklen_t size = sizeof(peer);

	if (getpeername(x->priv->conn->fd, (struct sockaddr *)&peer, &size) != 0)
		return 0;
	if (peer.ss_family == AF_INET) {
		memcpy(&four, &peer, sizeof(four));
		return ntohs(four.sin_port);
	}
	memcpy(&six, &peer, sizeof(six));
	return ntohs(six.sin6_port);
}

/* A header or address as a string of JSON; null if it is absent or not UTF-8. */
static void probe_add_text(struct ad_json *j, const char *key, struct ad_str text)
{
	ad_json_key(j, key);
	if (text.p && ad_utf8_valid(text))
		ad_json_str(j, text);
	else
		ad_json_null(j);
}

/* The last header of the name: a proxy adds its own behind those of the client. */
static struct ad_str probe_last_header(const struct ad_exchange *x, const char *name)
{
	const struct ad_http_private *p = x->priv;

	for (size_t i = p->header_count; i > 0; i--) {
		struct ad_str each = p->headers[i - 1].name;
		if (each.n == strlen(name) && strncasecmp(each.p, name, each.n) == 0)
			return p->headers[i - 1].value;
	}
	return (struct ad_str){ 0 };
}

static void probe_describe(struct ad_exchange *x)
{
	const struct ad_http_private *p = x->priv;
	struct ad_text text = ad_text_on(x->call.arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	probe_add_text(&j, "peer", ad_str(p->conn->peer));
	ad_json_kint(&j, "peerPort", probe_peer_port(x));
	ad_json_kbool(&j, "trusted", ad_http_is_proxy(p->loop->server, p->conn->address));
	probe_add_text(&j, "client", x->call.address);
	probe_add_text(&j, "forwardedFor", probe_last_header(x, "X-Forwarded-For"));
	probe_add_text(&j, "host", x->host);
	ad_json_kint(&j, "bytes", (int64_t)p->received);
	ad_json_object_end(&j);
	ad_http_reply(x, 200, "application/json", ad_text_str(&text));
}

/* --- waiting ---------------------------------------------------------------------------------- */

static void probe_leave(void *wait)
{
	atomic_fetch_sub(&((struct probe_wait *)wait)->server->probes, 1);
}

/* Takes a place until the exchange ends; false after the refusal. */
static bool probe_enter(struct ad_exchange *x, int64_t wait)
{
	struct ad_http_server *server = x->priv->loop->server;
	struct probe_wait *w = ad_arena_zalloc(x->call.arena, sizeof(*w));

	w->server = server;
	w->until = ad_monotonic() + wait;
	x->call.door_data = w;
	/* The defer comes first: it also gives back the place that is not granted. */
	ad_arena_defer(x->call.arena, probe_leave, w);
	if (atomic_fetch_add(&server->probes, 1) < AD_PROBES_MAX)
		return true;
	ad_http_refuse(x, AD_UNAVAILABLE, NULL);
	return false;
}

/* True if the step must wait on; a notice of the server may have woken it early. */
static bool probe_waits(struct ad_call *call, ad_step_fn *step)
{
	const struct probe_wait *w = call->door_data;
	int64_t left = w->until - ad_monotonic();

	if (left <= 0 || call->ending)
		return false;
	call->wait_until = ad_now() + left;
	call->place = AD_WAIT;
	call->next = step;
	return true;
}

static void probe_end_silence(struct ad_call *call)
{
	if (!probe_waits(call, probe_end_silence))
		ad_http_reply(ad_exchange(call), 200, "application/json", AD_S("{}"));
}

static void probe_send_second(struct ad_call *call)
{
	if (!probe_waits(call, probe_send_second))
		ad_stream_event(ad_exchange(call), AD_S("{\"event\":2}"));
}

static void probe_send_first(struct ad_call *call)
{
	struct ad_exchange *x = ad_exchange(call);

	if (ad_stream_begin(x, AD_S("probe")) != AD_STREAM_BEGUN) {
		ad_http_refuse(x, AD_UNAVAILABLE, NULL);
		return;
	}
	ad_stream_event(x, AD_S("{\"event\":1}"));
	(void)probe_waits(call, probe_send_second);
}

/* The seconds of the query "silence=N"; 0: it is another one. */
static int probe_silence(const struct ad_exchange *x)
{
	int seconds = 0;

	if (x->param_count != 1 || !ad_str_is(x->params[0].name, "silence"))
		return 0;
	for (size_t i = 0; i < x->params[0].value.n; i++) {
		char c = x->params[0].value.p[i];
		if (c < '0' || c > '9' || seconds > AD_PROBE_SILENCE_MAX)
			return 0;
		seconds = seconds * 10 + (c - '0');
	}
	return seconds <= AD_PROBE_SILENCE_MAX ? seconds : 0;
}

void ad_probe_handle(struct ad_exchange *x)
{
	int silence = probe_silence(x);

	if (!probe_is_admitted(x)) {
		ad_http_refuse_unknown(x);
		return;
	}
	ad_http_add(x, "Cache-Control", AD_S("no-store"));
	if (ad_str_is(x->method, "POST") && x->param_count == 0) {
		probe_describe(x);
	} else if (!ad_str_is(x->method, "GET") || (x->query.n > 0 && silence == 0)) {
		ad_http_refuse_unknown(x);
	} else if (probe_enter(x, silence ? silence * AD_SECOND : AD_PROBE_GAP)) {
		x->call.place = AD_HERE;
		x->call.next = silence ? probe_end_silence : probe_send_first;
	}
}
