/*
 * Judges the answers of a deployment, as 'adcore doctor --online' gets them. Pure: an answer in, a
 * sentence out, which for a failure names the directive of the proxy to change.
 */
#ifndef AD_CLI_ONLINE_JUDGE_H
#define AD_CLI_ONLINE_JUDGE_H

#include "fetch/prober.h"

/* An X-Forwarded-For that a client invents (RFC 5737): the proxies must not pass it on alone. */
#define AD_ONLINE_INVENTED "192.0.2.77"
#define AD_ONLINE_BODY ((size_t)12 * 1024 * 1024) /* bytes that a proxy must let through */

enum ad_online_result {
	AD_ONLINE_OK,
	AD_ONLINE_WARNING,
	AD_ONLINE_FAILURE,
	AD_ONLINE_SKIPPED,
};

struct ad_verdict {
	enum ad_online_result result;
	struct ad_str sentence; /* on the arena, or static */
};

/* The deployment. */
struct ad_online_target {
	const char *url;    /* the public URL: an origin, as config->public_url */
	const char *listen; /* the server's own address */
};

/* The arrival of a request, as the server reports it (http/probe_route.h). Texts: the arena. */
struct ad_arrival {
	const char *peer; /* of the server's connection */
	int64_t peer_port;
	bool trusted;          /* the peer is in trusted-proxy */
	const char *client;    /* the client's address, as the server counts it */
	const char *forwarded; /* the last X-Forwarded-For, or NULL */
	const char *host;      /* the Host header, or NULL */
	int64_t bytes;         /* of the body */
};

/* The host with its port, without the scheme. */
const char *ad_online_host(const struct ad_online_target *target);
bool ad_online_has_tls(const struct ad_online_target *target);

/* now: s since 1970. */
struct ad_verdict ad_judge_tls(struct ad_arena *arena, const struct ad_online_target *target,
			       const struct ad_probed *probed, int64_t now);
struct ad_verdict ad_judge_health(struct ad_arena *arena, const struct ad_online_target *target,
				  const struct ad_probed *probed);
struct ad_verdict ad_judge_hsts(struct ad_arena *arena, const struct ad_online_target *target,
				const struct ad_probed *probed);
/* The answer of the same path over plain HTTP. */
struct ad_verdict ad_judge_redirect(struct ad_arena *arena, const struct ad_online_target *target,
				    const char *http_url, const struct ad_probed *probed);
/* Reads the server's answer of its probe; anything but AD_ONLINE_OK: there is none. */
struct ad_verdict ad_judge_arrival(struct ad_arena *arena, const struct ad_online_target *target,
				   const struct ad_probed *probed, struct ad_arrival *out);
struct ad_verdict ad_judge_host(struct ad_arena *arena, const struct ad_online_target *target,
				const struct ad_arrival *arrival);
/* The request had AD_ONLINE_INVENTED as its X-Forwarded-For. */
struct ad_verdict ad_judge_address(struct ad_arena *arena, const struct ad_probed *probed,
				   const struct ad_arrival *arrival);
/* A discovery document whose member must be a URL: the public URL and `path`. */
struct ad_verdict ad_judge_document(struct ad_arena *arena, const struct ad_online_target *target,
				    const struct ad_probed *probed, const char *member,
				    const char *path);
/* The answer of /mcp to a request without a token. */
struct ad_verdict ad_judge_challenge(struct ad_arena *arena, const struct ad_online_target *target,
				     const struct ad_probed *probed);
/* The answer to a body of AD_ONLINE_BODY bytes. */
struct ad_verdict ad_judge_body(struct ad_arena *arena, const struct ad_online_target *target,
				const struct ad_probed *probed);
/* The probe's stream, whose events are `gap` us apart. */
struct ad_verdict ad_judge_stream(struct ad_arena *arena, const struct ad_online_target *target,
				  const struct ad_probed *probed, int64_t gap);
/* The answer after so many seconds of silence. */
struct ad_verdict ad_judge_silence(struct ad_arena *arena, const struct ad_online_target *target,
				   const struct ad_probed *probed, int seconds);

#endif
