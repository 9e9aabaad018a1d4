#include "cli/doctor/online_judge.h"

#include <stdlib.h>
#include <strings.h>

#include "base/base.h"
#include "base/cidr.h"
#include "base/json_read.h"
#include "cli/config/config.h"

#define WARN_DAYS 14 /* of a certificate that is about to end */
#define WARN_PART 5  /* or less than this part of its life, if that is sooner */
#define DAY_S 86400
#define METADATA "/.well-known/oauth-protected-resource/mcp"
#define HOST_WAY_OUT                                                                               \
	"nginx: proxy_set_header Host $host; (with a port in the public URL: $http_host). "        \
	"Apache: "                                                                                 \
	"ProxyPreserveHost On. Caddy: remove header_up Host."
#define FORWARDED_WAY_OUT                                                                          \
	"nginx: proxy_set_header X-Forwarded-For $remote_addr; Apache: ProxyAddHeaders On. "       \
	"Caddy: "                                                                                  \
	"remove header_up -X-Forwarded-For."

static struct ad_verdict judge_ok(struct ad_str sentence)
{
	return (struct ad_verdict){ AD_ONLINE_OK, sentence };
}

static struct ad_verdict judge_fail(struct ad_str sentence)
{
	return (struct ad_verdict){ AD_ONLINE_FAILURE, sentence };
}

static struct ad_verdict judge_warn(struct ad_str sentence)
{
	return (struct ad_verdict){ AD_ONLINE_WARNING, sentence };
}

static struct ad_verdict judge_skip(struct ad_str sentence)
{
	return (struct ad_verdict){ AD_ONLINE_SKIPPED, sentence };
}

const char *ad_online_host(const struct ad_online_target *target)
{
	const char *mark = strstr(target->url, "://");

	return mark ? mark + 3 : target->url;
}

bool ad_online_has_tls(const struct ad_online_target *target)
{
	return strncmp(target->url, "https://", 8) == 0;
}

static bool judge_contains(struct ad_str text, const char *part)
{
	size_t n = strlen(part);

	for (size_t i = 0; i + n <= text.n; i++)
		if (memcmp(text.p + i, part, n) == 0)
			return true;
	return false;
}

/* The refusals of a foreign Host, by checks.c of core/http and by the connector. */
static bool judge_refuses_host(const struct ad_probed *probed)
{
	return (probed->status == 400 &&
		judge_contains(probed->body, "does not answer to that Host")) ||
	       (probed->status == 403 &&
		judge_contains(probed->body, "does not accept the Host header"));
}

/* The failure of a check whose answer is not the expected one. `subject` begins the sentence. */
static struct ad_verdict judge_unexpected(struct ad_arena *arena,
					  const struct ad_online_target *target,
					  const struct ad_probed *probed, const char *subject)
{
	if (probed->status == 0)
		return judge_fail(
			ad_arena_printf(arena, "%s gets no answer: %s.", subject, probed->why));
	if (probed->status == 502 || probed->status == 503 || probed->status == 504)
		return judge_fail(ad_arena_printf(
			arena,
			"%s is answered with %ld: the proxy does not reach adcore. Start the "
			"server, or correct its address in the proxy. nginx: proxy_pass "
			"http://%s; Apache: ProxyPass. Caddy: reverse_proxy %s",
			subject, probed->status, target->listen, target->listen));
	if (judge_refuses_host(probed))
		return judge_fail(ad_arena_printf(
			arena, "%s is answered with %ld, because the proxy changes Host. %s",
			subject, probed->status, HOST_WAY_OUT));
	if (probed->status / 100 == 3 && probed->location.p)
		return judge_fail(ad_arena_printf(
			arena,
			"%s is redirected to %.*s. The proxy must pass all paths of the public "
			"URL to adcore.",
			subject, AD_FMT(probed->location)));
	if (probed->end != AD_PROBE_ANSWERED)
		return judge_fail(
			ad_arena_printf(arena,
					"%s is answered with %ld, but the answer does not "
					"end: %s.",
					subject, probed->status, probed->why));
	return judge_fail(
		ad_arena_printf(arena,
				"%s gets an unexpected answer (status %ld). The proxy must "
				"pass all paths of the public URL to adcore unchanged.",
				subject, probed->status));
}

static bool judge_answered(const struct ad_probed *probed, long status)
{
	return probed->end == AD_PROBE_ANSWERED && probed->status == status;
}

/* --- TLS and headers -------------------------------------------------------------------------- */

/* The verdict about a connection that was not made; false if it was. */
static bool judge_no_connection(struct ad_arena *arena, const struct ad_online_target *target,
				const struct ad_probed *probed, struct ad_verdict *out)
{
	const char *host = ad_online_host(target);

	if (probed->end == AD_PROBE_TLS)
		*out = judge_fail(ad_arena_printf(
			arena,
			"TLS to %s fails: %s. The certificate must name this host, be valid now, "
			"and come with its intermediate certificates. nginx: ssl_certificate with "
			"the full chain. Caddy gets a certificate by itself.",
			host, probed->why));
	else if (probed->end == AD_PROBE_NAME)
		*out = judge_fail(ad_arena_printf(
			arena, "%s. Add a DNS record A or AAAA with the address of the proxy.",
			probed->why));
	else if (probed->end == AD_PROBE_CONNECT ||
		 (probed->end == AD_PROBE_SLOW && probed->status == 0 && !probed->local[0]))
		*out = judge_fail(ad_arena_printf(
			arena, "%s. Start the proxy, and open its port in the firewall.",
			probed->why));
	else
		return false;
	return true;
}

/* Judges the remaining life of a valid certificate. */
static struct ad_verdict judge_dates(struct ad_arena *arena, const struct ad_probed *probed,
				     int64_t now)
{
	int64_t left = probed->valid_until - now;
	int64_t life = probed->valid_until - probed->valid_from;
	long long days = (long long)(left / DAY_S), hours = (long long)(left / 3600);
	bool few = days < 2;
	struct ad_str rest = ad_arena_printf(arena, "The certificate is valid for %lld more %s",
					     few ? hours : days, few ? "hours" : "days");

	if (left >= WARN_DAYS * DAY_S || left >= life / WARN_PART)
		return judge_ok(ad_arena_printf(arena, "%.*s.", AD_FMT(rest)));
	return judge_warn(
		ad_arena_printf(arena,
				"%.*s, and was not renewed. certbot: certbot renew. Caddy "
				"renews by itself: see its log.",
				AD_FMT(rest)));
}

struct ad_verdict ad_judge_tls(struct ad_arena *arena, const struct ad_online_target *target,
			       const struct ad_probed *probed, int64_t now)
{
	struct ad_verdict out;

	if (judge_no_connection(arena, target, probed, &out))
		return out;
	if (!ad_online_has_tls(target) && ad_url_is_loopback(ad_str(target->url)))
		return judge_skip(AD_S("The public URL is http on this machine alone."));
	if (!ad_online_has_tls(target))
		return judge_warn(AD_S("The public URL is http: passwords and tokens are sent "
				       "unencrypted. Put a proxy with a certificate in front, and "
				       "set public-url = https://…"));
	if (probed->valid_until == 0 && probed->status == 0)
		return judge_fail(ad_arena_printf(arena, "TLS to %s does not begin: %s.",
						  ad_online_host(target), probed->why));
	if (probed->valid_until == 0)
		return judge_ok(AD_S("The certificate is valid."));
	return judge_dates(arena, probed, now);
}

struct ad_verdict ad_judge_health(struct ad_arena *arena, const struct ad_online_target *target,
				  const struct ad_probed *probed)
{
	struct ad_verdict out;

	if (judge_answered(probed, 200) && judge_contains(probed->body, "\"status\":\"ok\""))
		return judge_ok(ad_arena_printf(arena, "%s/healthz is answered.", target->url));
	if (judge_no_connection(arena, target, probed, &out))
		return judge_skip(AD_S("There is no connection: see tls."));
	return judge_unexpected(arena, target, probed, "/healthz");
}

/* The number of max-age, or -1. */
static long long judge_max_age(struct ad_arena *arena, struct ad_str header)
{
	struct ad_str copy = ad_arena_copy(arena, header);
	const char *at = copy.n ? strcasestr(copy.p, "max-age=") : NULL;

	if (!at)
		return -1;
	at += strlen("max-age=");
	return strtoll(*at == '"' ? at + 1 : at, NULL, 10);
}

struct ad_verdict ad_judge_hsts(struct ad_arena *arena, const struct ad_online_target *target,
				const struct ad_probed *probed)
{
	static const char way_out[] =
		"adcore sends it, so the proxy removes or replaces it. nginx: remove "
		"proxy_hide_header and add_header of Strict-Transport-Security. Caddy: remove "
		"header -Strict-Transport-Security.";

	if (!ad_online_has_tls(target))
		return judge_skip(AD_S("The public URL is http."));
	if (!judge_answered(probed, 200))
		return judge_skip(AD_S("/healthz is not answered."));
	if (!probed->hsts.p)
		return judge_fail(ad_arena_printf(arena, "Strict-Transport-Security is missing. %s",
						  way_out));
	if (judge_max_age(arena, probed->hsts) <= 0)
		return judge_fail(ad_arena_printf(arena, "Strict-Transport-Security is '%.*s'. %s",
						  AD_FMT(probed->hsts), way_out));
	return judge_ok(ad_arena_printf(arena, "Strict-Transport-Security is '%.*s'.",
					AD_FMT(probed->hsts)));
}

struct ad_verdict ad_judge_redirect(struct ad_arena *arena, const struct ad_online_target *target,
				    const char *http_url, const struct ad_probed *probed)
{
	size_t n = strlen(target->url);
	struct ad_str to = probed->location;
	char behind = to.n > n ? to.p[n] : '/';

	if (probed->status == 0)
		return judge_warn(ad_arena_printf(
			arena,
			"%s gets no answer: %s. A browser that tries http first does not find the "
			"server. Let the proxy listen on port 80 and redirect.",
			http_url, probed->why));
	if (probed->status / 100 == 3 && to.n >= n && strncasecmp(to.p, target->url, n) == 0 &&
	    (behind == '/' || behind == '?'))
		return judge_ok(
			ad_arena_printf(arena, "%s redirects to %.*s.", http_url, AD_FMT(to)));
	if (probed->status / 100 == 3 && to.p)
		return judge_fail(ad_arena_printf(
			arena,
			"%s redirects to %.*s, and not to %s. nginx: return 308 %s$request_uri;",
			http_url, AD_FMT(to), target->url, target->url));
	return judge_fail(ad_arena_printf(
		arena,
		"%s is answered with %ld instead of a redirect to %s. nginx, in the server block "
		"of port 80: return 308 %s$request_uri; Apache: Redirect permanent / %s/ Caddy "
		"redirects by itself.",
		http_url, probed->status, target->url, target->url, target->url));
}

/* --- the proxy -------------------------------------------------------------------------------- */

static const char *judge_member(const cJSON *obj, const char *name)
{
	struct ad_str text = ad_json_get_text(obj, name);

	return text.p;
}

struct ad_verdict ad_judge_arrival(struct ad_arena *arena, const struct ad_online_target *target,
				   const struct ad_probed *probed, struct ad_arrival *out)
{
	struct ad_json_error err;
	const cJSON *answer =
		judge_answered(probed, 200) ? ad_json_parse(arena, probed->body, &err) : NULL;

	*out = (struct ad_arrival){ .peer = judge_member(answer, "peer"),
				    .trusted = cJSON_IsTrue(ad_json_get(answer, "trusted")),
				    .client = judge_member(answer, "client"),
				    .forwarded = judge_member(answer, "forwardedFor"),
				    .host = judge_member(answer, "host") };
	if (out->peer && out->client &&
	    ad_json_int64(ad_json_get(answer, "peerPort"), &out->peer_port) &&
	    ad_json_int64(ad_json_get(answer, "bytes"), &out->bytes))
		return judge_ok(AD_S("The public URL leads to the server of this data folder."));
	if (judge_answered(probed, 404) || judge_answered(probed, 200) ||
	    judge_answered(probed, 405))
		return judge_fail(AD_S("The public URL leads to a server with another secret or an "
				       "older version. Correct the proxy, restart the server "
				       "after an upgrade, or give the --data-dir of the server."));
	return judge_unexpected(arena, target, probed, "The probe");
}

struct ad_verdict ad_judge_host(struct ad_arena *arena, const struct ad_online_target *target,
				const struct ad_arrival *arrival)
{
	const char *wanted = ad_online_host(target);

	if (arrival->host && strcasecmp(arrival->host, wanted) == 0)
		return judge_ok(ad_arena_printf(arena, "Host arrives as %s.", wanted));
	return judge_fail(ad_arena_printf(arena, "The proxy changes Host from %s to %s. %s", wanted,
					  arrival->host ? arrival->host : "nothing", HOST_WAY_OUT));
}

static bool judge_same_address(const char *a, const char *b)
{
	uint8_t left[16], right[16];
	bool is_v4;

	return ad_address_parse(a, left, &is_v4) && ad_address_parse(b, right, &is_v4) &&
	       memcmp(left, right, sizeof(left)) == 0;
}

/* The entry that the proxy added last. */
static const char *judge_last_entry(const char *forwarded)
{
	const char *comma = strrchr(forwarded, ',');
	const char *entry = comma ? comma + 1 : forwarded;

	return entry + strspn(entry, " \t");
}

static bool judge_passed_on(const char *forwarded)
{
	return strcmp(judge_last_entry(forwarded), AD_ONLINE_INVENTED) == 0;
}

/* The peer is a proxy that trusted-proxy does not name, or no proxy. */
static struct ad_verdict judge_untrusted(struct ad_arena *arena, bool direct,
					 const struct ad_arrival *arrival)
{
	if (direct)
		return judge_ok(AD_S("There is no proxy: adcore sees the client's own address."));
	if (!arrival->forwarded || judge_passed_on(arrival->forwarded))
		return judge_fail(ad_arena_printf(
			arena,
			"The proxy at %s does not set X-Forwarded-For: all visitors count as one. "
			"%s Also set trusted-proxy to %s.",
			arrival->peer, FORWARDED_WAY_OUT, arrival->peer));
	return judge_fail(ad_arena_printf(arena,
					  "trusted-proxy does not include the proxy at %s, so its "
					  "X-Forwarded-For is ignored: all visitors count as one. "
					  "Set trusted-proxy = %s in the configuration.",
					  arrival->peer, arrival->peer));
}

struct ad_verdict ad_judge_address(struct ad_arena *arena, const struct ad_probed *probed,
				   const struct ad_arrival *arrival)
{
	const char *client = arrival->client;
	bool direct = probed->local_port == arrival->peer_port &&
		      judge_same_address(probed->local, arrival->peer);

	if (!arrival->trusted)
		return judge_untrusted(arena, direct, arrival);
	if (direct)
		return judge_warn(ad_arena_printf(
			arena,
			"There is no proxy, but trusted-proxy includes %s: a client there can "
			"choose its address. Remove trusted-proxy.",
			arrival->peer));
	if (!arrival->forwarded)
		return judge_fail(ad_arena_printf(
			arena,
			"The proxy at %s does not set X-Forwarded-For: all visitors count as one. "
			"%s",
			arrival->peer, FORWARDED_WAY_OUT));
	/* A client at the address of a trusted proxy is not told from one: adcore looks further. */
	if (judge_same_address(judge_last_entry(arrival->forwarded), probed->local))
		client = probed->local;
	if (judge_passed_on(arrival->forwarded) || strcmp(client, AD_ONLINE_INVENTED) == 0)
		return judge_fail(ad_arena_printf(
			arena,
			"The proxy at %s passes on the client's own X-Forwarded-For: every client "
			"can choose its address. %s",
			arrival->peer, FORWARDED_WAY_OUT));
	if (judge_same_address(client, probed->local))
		return judge_ok(
			ad_arena_printf(arena, "adcore sees the client's address, %s.", client));
	if (judge_same_address(client, arrival->peer))
		return judge_fail(ad_arena_printf(
			arena,
			"adcore sees the address of the proxy, %s, and not the client's: all "
			"visitors count as one. X-Forwarded-For is '%s'. %s",
			client, arrival->forwarded, FORWARDED_WAY_OUT));
	return judge_warn(ad_arena_printf(
		arena,
		"adcore sees this machine as %s; its own address is %s. This is correct behind a "
		"NAT. If %s is another proxy, trusted-proxy must include it.",
		client, probed->local, client));
}

struct ad_verdict ad_judge_body(struct ad_arena *arena, const struct ad_online_target *target,
				const struct ad_probed *probed)
{
	struct ad_arrival arrival;
	struct ad_verdict read;

	if (probed->status == 413 || (probed->status == 0 && probed->end == AD_PROBE_BROKEN))
		return judge_fail(ad_arena_printf(
			arena,
			"The proxy refuses a body of 12 MiB (%s). nginx: client_max_body_size 12m; "
			"Apache: LimitRequestBody 12582912. Caddy: request_body max_size 12MiB.",
			probed->status ? "413" : probed->why));
	read = ad_judge_arrival(arena, target, probed, &arrival);
	if (read.result != AD_ONLINE_OK)
		return judge_unexpected(arena, target, probed, "A body of 12 MiB");
	if (arrival.bytes != (int64_t)AD_ONLINE_BODY)
		return judge_fail(ad_arena_printf(arena,
						  "The proxy cuts a body of 12 MiB to %lld bytes.",
						  (long long)arrival.bytes));
	return judge_ok(AD_S("A body of 12 MiB arrives."));
}

struct ad_verdict ad_judge_stream(struct ad_arena *arena, const struct ad_online_target *target,
				  const struct ad_probed *probed, int64_t gap)
{
	if (judge_answered(probed, 503) && judge_contains(probed->body, "\"UNAVAILABLE\""))
		return judge_skip(AD_S("The server has no room for another event stream."));
	if (probed->status != 200)
		return judge_unexpected(arena, target, probed, "An event stream");
	if (probed->end != AD_PROBE_ANSWERED || !judge_contains(probed->body, "{\"event\":2}"))
		return judge_fail(ad_arena_printf(
			arena, "The proxy ends an event stream early: %s.", probed->why));
	if (probed->last_at - probed->first_at < gap / 2)
		return judge_fail(AD_S(
			"The proxy buffers event streams: the events arrive together at the end. "
			"nginx: proxy_buffering off; or remove proxy_ignore_headers "
			"X-Accel-Buffering. Apache: ProxyPass … flushpackets=on. Caddy: "
			"flush_interval -1."));
	return judge_ok(AD_S("Events arrive while the stream is open."));
}

struct ad_verdict ad_judge_silence(struct ad_arena *arena, const struct ad_online_target *target,
				   const struct ad_probed *probed, int seconds)
{
	if (judge_answered(probed, 200))
		return judge_ok(ad_arena_printf(arena, "An answer after %d s of silence arrives.",
						seconds));
	if (judge_answered(probed, 503) && judge_contains(probed->body, "\"UNAVAILABLE\""))
		return judge_skip(AD_S("The server has no room for another probe."));
	if (probed->status == 504 || (probed->status == 502 && probed->end == AD_PROBE_ANSWERED) ||
	    probed->end == AD_PROBE_BROKEN)
		return judge_fail(ad_arena_printf(
			arena,
			"The proxy does not wait %d s for an answer (%s). nginx: "
			"proxy_read_timeout %ds; Apache: ProxyTimeout %d. Caddy: no "
			"response_header_timeout.",
			seconds,
			probed->status == 504   ? "504"
			: probed->status == 502 ? "502"
						: probed->why,
			seconds, seconds));
	return judge_unexpected(arena, target, probed, "A slow answer");
}

/* --- discovery -------------------------------------------------------------------------------- */

struct ad_verdict ad_judge_document(struct ad_arena *arena, const struct ad_online_target *target,
				    const struct ad_probed *probed, const char *member,
				    const char *path)
{
	struct ad_json_error err;
	const cJSON *document =
		judge_answered(probed, 200) ? ad_json_parse(arena, probed->body, &err) : NULL;
	struct ad_str found = ad_json_get_text(document, member);
	struct ad_str wanted = ad_arena_printf(arena, "%s%s", target->url, path);

	if (found.p && ad_str_eq(found, wanted))
		return judge_ok(ad_arena_printf(arena, "%s is %.*s.", member, AD_FMT(found)));
	if (found.p)
		return judge_fail(ad_arena_printf(
			arena,
			"%s is %.*s, and must be %.*s. Set public-url = %s in the configuration "
			"of the server, and restart it.",
			member, AD_FMT(found), AD_FMT(wanted), target->url));
	if (judge_answered(probed, 404))
		return judge_fail(AD_S("A discovery document is answered with 404: the proxy does "
				       "not pass /.well-known/ to adcore. Limit the location of "
				       "the ACME client to /.well-known/acme-challenge/."));
	return judge_unexpected(arena, target, probed, "A discovery document");
}

struct ad_verdict ad_judge_challenge(struct ad_arena *arena, const struct ad_online_target *target,
				     const struct ad_probed *probed)
{
	struct ad_str wanted =
		ad_arena_printf(arena, "resource_metadata=\"%s" METADATA "\"", target->url);

	if (!judge_answered(probed, 401))
		return judge_unexpected(arena, target, probed, "/mcp without a token");
	if (!probed->challenge.p)
		return judge_fail(
			AD_S("/mcp is answered with 401, but WWW-Authenticate is missing: "
			     "assistants cannot find the sign-in. nginx: remove "
			     "proxy_hide_header WWW-Authenticate. Caddy: remove header "
			     "-WWW-Authenticate."));
	if (judge_contains(probed->challenge, wanted.p))
		return judge_ok(AD_S("/mcp asks for a sign-in and names its metadata."));
	if (judge_contains(probed->challenge, "resource_metadata="))
		return judge_fail(ad_arena_printf(
			arena,
			"/mcp names other metadata than %s" METADATA ": set public-url = %s in "
			"the configuration of the server, and restart it.",
			target->url, target->url));
	return judge_fail(ad_arena_printf(
		arena,
		"The proxy asks for a password of its own at /mcp ('%.*s'). nginx: auth_basic off; "
		"Caddy: remove basic_auth.",
		AD_FMT(probed->challenge)));
}
