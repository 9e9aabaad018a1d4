#include "auth/secret/probe_pass.h"

#include "base/clock.h"

#define SECONDS_MAX 12 /* digits */

struct ad_str ad_probe_pass_make(const struct ad_secrets *secrets, struct ad_arena *arena,
				 struct ad_str method, struct ad_str query, int64_t now)
{
	long long seconds = (long long)(now / AD_SECOND);
	struct ad_str data = ad_arena_printf(arena, "%.*s %.*s %lld", AD_FMT(method), (int)query.n,
					     query.p ? query.p : "", seconds);
	struct ad_str mac = ad_secrets_mac64(secrets, arena, "online_probe", data);

	return ad_arena_printf(arena, "%lld.%.*s", seconds, AD_FMT(mac));
}

/* The digits before the dot; false for anything else. */
static bool pass_seconds(struct ad_str pass, int64_t *out)
{
	size_t n = 0;

	*out = 0;
	while (n < pass.n && n < SECONDS_MAX && pass.p[n] >= '0' && pass.p[n] <= '9')
		*out = *out * 10 + (pass.p[n++] - '0');
	return n > 0 && n < pass.n && pass.p[n] == '.';
}

bool ad_probe_pass_valid(const struct ad_secrets *secrets, struct ad_arena *arena,
			 struct ad_str method, struct ad_str query, struct ad_str pass, int64_t now)
{
	int64_t seconds, today = now / AD_SECOND;
	struct ad_str wanted;

	if (!pass_seconds(pass, &seconds) || seconds < today - AD_PROBE_PASS_LIFE ||
	    seconds > today + AD_PROBE_PASS_LIFE)
		return false;
	wanted = ad_probe_pass_make(secrets, arena, method, query, seconds * AD_SECOND);
	return ad_secret_eq(pass, wanted);
}
