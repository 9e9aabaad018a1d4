/*
 * The device code (RFC 8628 section 3.4): polled until the user has decided. A poll that is too
 * fast gets slow_down and increases the interval by 5 s.
 */
#include "oauth/device/device.h"
#include "oauth/client/pinned.h"
#include "oauth/token/token.h"

static void token_device_redeem(struct ad_call *call, struct oauth_asked *a,
				const struct oauth_device *d)
{
	a->grant = (struct ad_grant){
		.account_id = d->account_id,
		.client_id = d->client_id,
		.client_name = a->client.name,
		.redirect_host = AD_S("a device"),
		.space_id = d->space_id,
		.resource = d->resource,
		.environment = d->environment,
		.scopes = d->scopes,
		.jkt = oauth_token_key(a),
	};
	a->granted = d->scopes;
	if (ad_grant_add(call->db, call->arena, &a->grant) != AD_DB_DONE ||
	    oauth_pin_grant(call->db, a->grant.id, &a->client) != AD_DB_DONE ||
	    oauth_device_redeem(call->db, d->device_hash, a->grant.id) != AD_DB_DONE ||
	    oauth_client_used(call->db, d->client_id, ad_now()) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

/* Not decided yet. */
static void token_device_wait(struct ad_call *call, struct oauth_asked *a, struct oauth_device *d)
{
	int64_t now = ad_now();
	bool fast = d->polled_at > 0 && now < d->polled_at + d->interval_s * AD_SECOND;

	d->polled_at = now;
	if (fast) {
		d->interval_s += OAUTH_DEVICE_INTERVAL_S;
		oauth_token_refuse(a, "slow_down", "Wait 5 s longer between requests.");
	} else {
		oauth_token_refuse(a, "authorization_pending", "The user has not decided yet.");
	}
	if (oauth_device_polled(call->db, d) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

static void take_device(struct ad_call *call)
{
	struct oauth_asked *a = call->door_data;
	struct oauth_device d;
	enum ad_db_status status =
		oauth_device_by_hash(call->db, call->arena, oauth_hash(call->arena, a->code), &d);

	if (status != AD_DB_ROW && status != AD_DB_DONE) {
		call->status = AD_UNAVAILABLE;
		return;
	}
	if (status == AD_DB_DONE || !ad_str_eq(d.client_id, a->client.id) || d.redeemed)
		oauth_token_refuse(a, "invalid_grant", "The device code is not valid.");
	else if (a->resource && !ad_str_is(d.resource, a->resource))
		oauth_token_refuse(a, "invalid_target",
				   "resource differs from the device authorization request.");
	else if (ad_str_is(d.decision, "deny"))
		oauth_token_refuse(a, "access_denied", "The user denied the request.");
	else if (d.expires_at <= ad_now())
		oauth_token_refuse(a, "expired_token", "The device code has expired. Start again.");
	else if (!ad_str_is(d.decision, "allow") || a->client.unknown)
		token_device_wait(call, a, &d);
	else if (oauth_token_account_open(call, a, d.account_id, "The device code is not valid."))
		token_device_redeem(call, a, &d);
}

bool oauth_grant_device(struct ad_exchange *x, struct oauth_asked *a)
{
	a->code = oauth_param(&a->params, "device_code");
	if (!a->code.p) {
		oauth_error(x, 400, "invalid_request", "device_code is missing.");
		return false;
	}
	oauth_token_take(x, a, take_device);
	return true;
}
