/*
 * GET of, or POST to, a URL that somebody else gave us, guarded: only the public internet, only TLS
 * at port 443, checked at the socket about to be connected (so that a name which resolves to
 * something else the second time gains nothing), bounded in bytes and time, without proxies of the
 * environment, cookies, credentials or compression. Waits; runs on a worker that may.
 */
#ifndef AD_FETCH_FETCH_H
#define AD_FETCH_FETCH_H

#include <stdatomic.h>

#include "base/arena.h"
#include "fetch/guard.h"

struct ad_fetch_ask {
	const char *url;
	const char *accept; /* the Accept header */
	size_t max;         /* bytes of the answer */
	int timeout_ms;     /* all in all */
	int redirects;      /* followed at most; each is held to the same rules */
	/* Private addresses that may be fetched, also by http and at any port; or NULL. */
	const struct ad_fetch_allow *allow;
	const char *ca_file;        /* PEM of authorities trusted beside the system's; or NULL */
	struct ad_str post;         /* the body of a POST; absent: a GET */
	const char *const *headers; /* further header lines, ended by NULL; or NULL */
	const _Atomic(bool) *stop;  /* gives up soon after it became true; or NULL */
};

enum ad_fetch_end {
	AD_FETCHED,
	AD_FETCH_URL,         /* not an https URL without user name, at port 443 */
	AD_FETCH_UNREACHABLE, /* no such name, no connection, bad TLS, not public: all alike */
	AD_FETCH_STATUS,      /* it answered with another status than 200 (POST: than 2xx) */
	AD_FETCH_TOO_LARGE,
	AD_FETCH_TOO_SLOW,
};

struct ad_fetched {
	enum ad_fetch_end end;
	long status;        /* of an answer; 0: none came */
	struct ad_str body; /* on the arena; where AD_FETCHED */
	struct ad_str type; /* Content-Type as it was sent, on the arena; absent without */
	/* Freshness lifetime in s (RFC 9111 section 4.2.1); -1 if the response states none. */
	int64_t fresh_s;
};

/* Makes curl ready; once, before other threads run. False where it cannot start. */
bool ad_fetch_init(void) AD_CHECK;
/* Fetches. Nothing that came from an address which is not public is ever given back. */
void ad_fetch(struct ad_arena *arena, const struct ad_fetch_ask *ask, struct ad_fetched *out);

#endif
