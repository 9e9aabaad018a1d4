/* Counts requests against the limits of a credential and its account: see charge.h. */
#include "call/request/charge.h"

#include "auth/auth.h"
#include "base/clock.h"
#include "call/request/core.h"

bool ad_call_count(struct ad_call *call, uint64_t n)
{
	enum ad_status status = ad_limits_take(ad_auth_limits(call->core->auth), call->who,
					       ad_now(), n, &call->rate);
	if (status == AD_OK)
		return true;
	call->retry_after = status == AD_UNAVAILABLE ? 1 : call->rate.retry_after;
	if (status != AD_RATE_LIMITED)
		return ad_fail(call, status, "%s", "");
	call->bucket = call->rate.bucket;
	return ad_fail(call, AD_RATE_LIMITED, "The %s limit is exhausted. Retry in %lld seconds.",
		       call->bucket, (long long)call->retry_after);
}

/* Half of a limit: a large request passes once half of the limit is available. */
static int64_t half_of(int64_t limit)
{
	return limit > 1 ? limit / 2 : 0;
}

bool ad_call_charge(struct ad_call *call, size_t objects)
{
	const struct ad_principal *who = call->who;
	int64_t more = objects > 0 ? (int64_t)((objects - 1) / AD_CHARGE_OBJECTS) : 0;

	/* The application and the command line are not counted by credential. */
	if (who->kind != AD_BY_TOKEN && who->kind != AD_BY_GRANT)
		return true;
	if (more > half_of(who->minute_limit))
		more = half_of(who->minute_limit);
	if (more > half_of(who->daily_limit))
		more = half_of(who->daily_limit);
	return more <= 0 || ad_call_count(call, (uint64_t)more);
}
