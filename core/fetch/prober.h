/*
 * One request to a URL of the operator, as a browser or connector would send it: without the
 * address rules of fetch.h, and with what the checks of a deployment need from the answer. The
 * certificate is verified; without a valid one nothing is sent. Waits.
 */
#ifndef AD_FETCH_PROBER_H
#define AD_FETCH_PROBER_H

#include "base/arena.h"

#define AD_PROBE_BODY_MAX ((size_t)256 * 1024) /* bytes of an answer */

struct ad_probe {
	const char *url;
	const char *const *headers; /* header lines, ended by NULL; or NULL */
	const char *ca_file;        /* PEM of authorities trusted beside the system's; or NULL */
	struct ad_str post;         /* the body of a POST; absent: see filler */
	size_t filler;  /* bytes of zeros as the body of a POST; 0 without post: a GET */
	int timeout_ms; /* all in all */
};

enum ad_probe_end {
	AD_PROBE_ANSWERED, /* also with an error status */
	AD_PROBE_URL,      /* not an http(s) URL */
	AD_PROBE_NAME,     /* the name does not resolve */
	AD_PROBE_CONNECT,  /* no connection */
	AD_PROBE_TLS,      /* no TLS, or a certificate that is not valid */
	AD_PROBE_SLOW,     /* no complete answer in time */
	AD_PROBE_BROKEN,   /* the connection ended before the end of the answer */
};

struct ad_probed {
	enum ad_probe_end end;
	const char *why;                 /* curl's words, where end says that something failed */
	long status;                     /* 0: no status line came */
	struct ad_str body;              /* what came, cut at AD_PROBE_BODY_MAX */
	struct ad_str location;          /* these headers; absent without */
	struct ad_str hsts;              /* Strict-Transport-Security */
	struct ad_str challenge;         /* WWW-Authenticate, all of them with commas between */
	int64_t valid_from, valid_until; /* of the certificate, s since 1970; 0: not known */
	char local[64];                  /* this side of the connection; "" without one */
	int local_port;
	int64_t first_at, last_at; /* us of ad_monotonic(): the first and last piece of the body */
};

/* Sends the request. curl must be ready: ad_fetch_init(). */
void ad_probe_send(struct ad_arena *arena, const struct ad_probe *probe, struct ad_probed *out);

#endif
