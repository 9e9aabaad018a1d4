#include "cli/doctor/online.h"

#include <stdio.h>

#include "auth/secret/probe_pass.h"
#include "base/clock.h"
#include "base/text.h"
#include "fetch/fetch.h"
#include "http/probe_route.h"

#define EACH_MS 20000 /* at most for one request */

/* One run of the checks. */
struct online_run {
	struct ad_arena *arena;
	const struct ad_online *online;
	int64_t until; /* us of ad_monotonic() */
	bool is_over;  /* the last request got no answer before that */
};

/* One request, relative to the public URL. */
struct online_request {
	const char *path, *query; /* query: NULL without */
	const char *headers[4];   /* ended by NULL */
	struct ad_str post;
	size_t filler;
	int more_s; /* s beside the time of the other checks */
	bool probe; /* it needs a pass */
};

static void online_tell(struct online_run *run, const char *check, struct ad_verdict verdict)
{
	const struct ad_verdict over = { AD_ONLINE_FAILURE,
					 AD_S("No answer came before the end of --wait.") };

	run->online->tell(run->online->arg, check, run->is_over ? &over : &verdict);
	run->is_over = false;
}

static void online_skip(struct online_run *run, const char *check, struct ad_str sentence)
{
	online_tell(run, check, (struct ad_verdict){ AD_ONLINE_SKIPPED, sentence });
}

/* The header with the pass of a request. */
static const char *online_pass(struct online_run *run, const struct online_request *request)
{
	bool is_post = request->post.p || request->filler;
	struct ad_str pass = ad_probe_pass_make(
		run->online->secrets, run->arena, is_post ? AD_S("POST") : AD_S("GET"),
		ad_str(request->query ? request->query : ""), ad_now());

	return ad_arena_printf(run->arena, AD_PROBE_HEADER ": %.*s", AD_FMT(pass)).p;
}

static void online_send_to(struct online_run *run, const char *url,
			   const struct online_request *request, struct ad_probed *out)
{
	int64_t left = (run->until - ad_monotonic()) / 1000;
	struct ad_probe probe = { .url = url,
				  .headers = request->headers,
				  .ca_file = run->online->ca_file,
				  .post = request->post,
				  .filler = request->filler };

	*out = (struct ad_probed){ .end = AD_PROBE_SLOW, .why = "there is no time left" };
	run->is_over = left <= 0;
	if (run->is_over)
		return;
	/* The upload of a long body may take all the time. */
	bool has_all = left <= EACH_MS || request->filler > 0;
	if (!has_all)
		left = EACH_MS;
	probe.timeout_ms = (int)left + request->more_s * 1000;
	ad_probe_send(run->arena, &probe, out);
	/* The clock does not tell: libcurl may give up a millisecond early. */
	run->is_over = out->end == AD_PROBE_SLOW && has_all;
}

static void online_send(struct online_run *run, const struct online_request *request,
			struct ad_probed *out)
{
	struct online_request with = *request;
	struct ad_str url =
		ad_arena_printf(run->arena, "%s%s%s%s", run->online->target.url, request->path,
				request->query ? "?" : "", request->query ? request->query : "");
	size_t n = 0;

	while (with.headers[n])
		n++;
	if (request->probe)
		with.headers[n] = online_pass(run, request);
	online_send_to(run, url.p, &with, out);
}

/* --- the checks ------------------------------------------------------------------------------- */

/* True if there was an answer. */
static bool online_check_health(struct online_run *run)
{
	const struct ad_online_target *target = &run->online->target;
	struct ad_probed probed;
	bool is_over;

	online_send(run, &(struct online_request){ .path = "/healthz" }, &probed);
	is_over = run->is_over;
	/* A connection shows the certificate, also without an answer. */
	run->is_over = is_over && !probed.local[0];
	online_tell(run, "tls", ad_judge_tls(run->arena, target, &probed, ad_now() / AD_SECOND));
	run->is_over = is_over;
	online_tell(run, "healthz", ad_judge_health(run->arena, target, &probed));
	online_tell(run, "hsts", ad_judge_hsts(run->arena, target, &probed));
	return probed.status != 0;
}

static void online_check_redirect(struct online_run *run)
{
	const struct ad_online_target *target = &run->online->target;
	const char *host = ad_online_host(target), *url = run->online->http_url;
	struct ad_probed probed;

	if (!ad_online_has_tls(target)) {
		online_skip(run, "redirect", AD_S("The public URL is http."));
		return;
	}
	/* The last colon begins a port, unless it is inside an IPv6 address. */
	const char *colon = strrchr(host, ':');
	if (!url && colon && !strchr(colon, ']')) {
		online_skip(run, "redirect",
			    AD_S("The public URL has a port. Name its plain HTTP URL with "
				 "--http-url."));
		return;
	}
	if (!url)
		url = ad_arena_printf(run->arena, "http://%s/healthz", host).p;
	online_send_to(run, url, &(struct online_request){ 0 }, &probed);
	online_tell(run, "redirect", ad_judge_redirect(run->arena, target, url, &probed));
}

static void online_check_body(struct online_run *run)
{
	struct ad_probed probed;

	online_send(run,
		    &(struct online_request){
			    .path = AD_PROBE_PATH, .filler = AD_ONLINE_BODY, .probe = true },
		    &probed);
	online_tell(run, "body size", ad_judge_body(run->arena, &run->online->target, &probed));
}

static void online_check_stream(struct online_run *run)
{
	struct ad_probed probed;

	online_send(run, &(struct online_request){ .path = AD_PROBE_PATH, .probe = true }, &probed);
	online_tell(run, "buffering",
		    ad_judge_stream(run->arena, &run->online->target, &probed, AD_PROBE_GAP));
}

static void online_check_silence(struct online_run *run)
{
	int seconds = run->online->silence;
	struct ad_str query = ad_arena_printf(run->arena, "silence=%d", seconds);
	struct ad_probed probed;

	if (seconds == 0)
		return;
	online_send(
		run,
		&(struct online_request){
			.path = AD_PROBE_PATH, .query = query.p, .more_s = seconds, .probe = true },
		&probed);
	online_tell(run, "silence",
		    ad_judge_silence(run->arena, &run->online->target, &probed, seconds));
}

/* The probe of the server, and what it shows about the proxies. */
static void online_check_proxy(struct online_run *run)
{
	const struct ad_online_target *target = &run->online->target;
	struct ad_arrival arrival;
	struct ad_probed probed;
	struct ad_verdict verdict;

	if (!run->online->secrets) {
		online_skip(run, "server",
			    AD_S("There is no secret, so the proxy is not checked."));
		return;
	}
	online_send(run,
		    &(struct online_request){ .path = AD_PROBE_PATH,
					      .headers = { "X-Forwarded-For: " AD_ONLINE_INVENTED },
					      .post = AD_S("{}"),
					      .probe = true },
		    &probed);
	verdict = ad_judge_arrival(run->arena, target, &probed, &arrival);
	bool is_over = run->is_over;
	online_tell(run, "server", verdict);
	if (is_over || verdict.result != AD_ONLINE_OK)
		return;
	online_tell(run, "host", ad_judge_host(run->arena, target, &arrival));
	online_tell(run, "client address", ad_judge_address(run->arena, &probed, &arrival));
	online_check_body(run);
	online_check_stream(run);
	online_check_silence(run);
}

/* The worst of the documents, or the last. */
static void online_check_documents(struct online_run *run)
{
	static const struct {
		const char *path, *member, *value;
	} documents[] = {
		{ "/.well-known/oauth-authorization-server", "issuer", "" },
		{ "/.well-known/openid-configuration", "issuer", "" },
		{ "/.well-known/oauth-protected-resource/mcp", "resource", "/mcp" },
		{ "/.well-known/oauth-protected-resource/api/v1", "resource", "/api/v1" },
	};
	struct ad_verdict verdict = { 0 };

	for (size_t i = 0; i < AD_LEN(documents) && verdict.result == AD_ONLINE_OK; i++) {
		struct ad_probed probed;
		online_send(run, &(struct online_request){ .path = documents[i].path }, &probed);
		verdict = ad_judge_document(run->arena, &run->online->target, &probed,
					    documents[i].member, documents[i].value);
		if (run->is_over)
			break;
		if (verdict.result != AD_ONLINE_OK)
			verdict.sentence =
				ad_arena_printf(run->arena, "%s: %.*s", documents[i].path,
						AD_FMT(verdict.sentence));
	}
	if (verdict.result == AD_ONLINE_OK)
		verdict.sentence = AD_S("The discovery documents name the public URL.");
	online_tell(run, "discovery", verdict);
}

static void online_check_challenge(struct online_run *run)
{
	struct ad_probed probed;

	online_send(run,
		    &(struct online_request){
			    .path = "/mcp",
			    .headers = { "Content-Type: application/json",
					 "Accept: application/json, text/event-stream" },
			    .post = AD_S("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}") },
		    &probed);
	online_tell(run, "mcp", ad_judge_challenge(run->arena, &run->online->target, &probed));
}

void ad_online_check(struct ad_arena *arena, const struct ad_online *online)
{
	struct online_run run = { .arena = arena,
				  .online = online,
				  .until = ad_monotonic() + online->wait * AD_SECOND };

	if (!ad_fetch_init()) {
		online_tell(&run, "tls",
			    (struct ad_verdict){ AD_ONLINE_FAILURE,
						 AD_S("libcurl cannot be started.") });
		return;
	}
	/* Without an answer all other checks would fail alike. */
	if (!online_check_health(&run))
		return;
	online_check_redirect(&run);
	online_check_documents(&run);
	online_check_challenge(&run);
	online_check_proxy(&run);
}
