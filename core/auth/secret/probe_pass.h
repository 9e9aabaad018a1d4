/*
 * The credential of 'adcore doctor --online' at the probe of a running server. It is an HMAC under
 * a key of the server's secret, so only a process with the same data folder can make it. It names
 * one request and ends after a minute.
 */
#ifndef AD_AUTH_PROBE_PASS_H
#define AD_AUTH_PROBE_PASS_H

#include "auth/secret/secrets.h"

#define AD_PROBE_PASS_LIFE 60 /* s before and after its time, for clocks that differ */

/*
 * The pass for a request of that method and raw query (may be absent), made at `now` (us): seconds,
 * a dot and 43 characters of base64url. On the arena.
 */
struct ad_str ad_probe_pass_make(const struct ad_secrets *secrets, struct ad_arena *arena,
				 struct ad_str method, struct ad_str query, int64_t now);
/* True if the pass was made under the same secret for this request, and is not too old or new. */
bool ad_probe_pass_valid(const struct ad_secrets *secrets, struct ad_arena *arena,
			 struct ad_str method, struct ad_str query, struct ad_str pass,
			 int64_t now) AD_CHECK;

#endif
