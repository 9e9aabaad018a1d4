#include "sync/state/connect.h"

#include <stdio.h>

#include "base/clock.h"
#include "platform/token.h"
#include "platform/transport.h"
#include "platform/version.h"
#include "sync/state/link.h"

enum {
	TIMEOUT_MS = 20000, /* of one request */
	ALL_MS = 60000,     /* of one call, all its requests together */
};

/* The requests of one call, all on this thread. */
struct work {
	struct ad_transfer transfer; /* first: connect_answered() casts it */
	struct ad_transport *transport;
	struct ad_arena *arena;
	struct ad_connect *connect;
	int64_t until; /* ad_monotonic() */
	bool done;
};

bool ad_connect_open(struct ad_arena *arena, enum ad_platform platform, bool live,
		     const struct ad_platform_app *app, const char *sandbox_url,
		     struct ad_connect *out)
{
	const struct ad_connector *c = ad_connector_of(platform);
	const struct ad_api_version *v = ad_api_version_of(platform);
	struct ad_link *link = &out->link;

	*out = (struct ad_connect){ .connector = c, .adapter = ad_adapter_of(platform) };
	if (live && app && app->client_id.n) {
		out->authorize_url = ad_versioned(arena, platform, c->authorize_url);
		link->token_url = ad_versioned(arena, platform, v->token);
		link->api_url = ad_versioned(arena, platform, c->find_url ? c->find_url : v->api);
		link->client_id = app->client_id;
		link->client_secret = app->client_secret;
		link->developer_token = app->developer_token;
		return true;
	}
	if (live || !sandbox_url)
		return false;
	out->authorize_url = ad_link_below(arena, sandbox_url, platform, c->sandbox_authorize);
	link->token_url = ad_link_below(arena, sandbox_url, platform, v->sandbox_token);
	link->api_url = ad_link_below(arena, sandbox_url, platform,
				      c->find_url ? c->sandbox_find : v->sandbox_api);
	link->client_id = link->client_secret = link->developer_token = AD_S("sandbox");
	return true;
}

static void connect_answered(struct ad_transfer *transfer)
{
	((struct work *)transfer)->done = true;
}

/* The next request's timeout, ms: the rest of the minute, at most TIMEOUT_MS. */
static int connect_left(const struct work *w)
{
	int64_t ms = (w->until - ad_monotonic()) / 1000;

	return ms <= 0 ? 0 : ms < TIMEOUT_MS ? (int)ms : TIMEOUT_MS;
}

/* Sends one request and waits for its response; false with *outcome if none arrived. */
static bool connect_send(struct work *w, struct ad_str token, struct ad_outcome *outcome)
{
	w->transfer.access_token = token;
	w->transfer.timeout_ms = connect_left(w);
	w->transfer.done = connect_answered;
	w->transfer.reason[0] = '\0';
	w->done = w->transfer.timeout_ms == 0;
	if (w->done)
		snprintf(w->transfer.reason, sizeof(w->transfer.reason),
			 "The platform did not respond within one minute.");
	else
		ad_transport_send(w->transport, &w->transfer);
	while (!w->done)
		ad_transport_run(w->transport, TIMEOUT_MS);
	if (w->transfer.timeout_ms && w->transfer.sent == AD_ANSWERED)
		return true;
	*outcome = (struct ad_outcome){ .kind = AD_AGAIN };
	outcome->error = (struct ad_platform_error){
		.code = "PLATFORM_UNAVAILABLE",
		.message = ad_arena_copy(w->arena, ad_str(w->transfer.reason)),
		.retryable = true,
	};
	return false;
}

static bool connect_begin_work(struct work *w, struct ad_arena *arena, struct ad_connect *connect,
			       struct ad_connected *out)
{
	*w = (struct work){ .arena = arena, .connect = connect };
	*out = (struct ad_connected){ .finding = { .wanted = connect->account } };
	w->until = ad_monotonic() + ALL_MS * INT64_C(1000);
	w->transport = ad_transport_new();
	if (!w->transport)
		out->error = (struct ad_platform_error){ .code = "PLATFORM_UNAVAILABLE",
							 .message = AD_S(
								 "The HTTP client cannot start.") };
	return w->transport != NULL;
}

static void connect_end(struct work *w)
{
	ad_transport_free(w->transport);
}

/* Sends the token request in the transfer, and reads the response. */
static bool get_token(struct work *w, struct ad_platform_token *token, struct ad_connected *out)
{
	struct ad_outcome outcome = { 0 };

	*token = (struct ad_platform_token){ 0 };
	if (connect_send(w, (struct ad_str){ 0 }, &outcome))
		w->connect->adapter->token_read(w->arena, &w->transfer.response, token, &outcome);
	ad_token_hide(w->arena, &w->connect->link, &outcome);
	ad_transfer_clear(&w->transfer);
	if (outcome.kind == AD_DID) {
		w->connect->link.access_token = token->access_token;
		if (token->refresh_token.n)
			w->connect->link.refresh_token = token->refresh_token;
		out->refresh_token = w->connect->link.refresh_token;
		if (w->connect->connector->exchanges)
			out->expires_at = ad_now() + token->lifetime * AD_SECOND;
		return true;
	}
	out->error = outcome.error;
	out->ended = ad_connection_ended(&outcome);
	return false;
}

static bool connect_refresh(struct work *w, struct ad_connected *out)
{
	struct ad_platform_token token;

	w->connect->adapter->token_request(w->arena, &w->connect->link, &w->transfer.request);
	return get_token(w, &token, out);
}

static void connect_find(struct work *w, struct ad_connected *out)
{
	const struct ad_connector *c = w->connect->connector;
	const struct ad_link *link = &w->connect->link;
	struct ad_outcome outcome = { .kind = AD_DID };

	while (!out->finding.over && outcome.kind == AD_DID) {
		/* Out of time: return the accounts found so far, and mark the list as cut. */
		if (connect_left(w) == 0 && out->finding.found) {
			out->finding.cut = true;
			return;
		}
		c->find(w->arena, link, &out->finding, &w->transfer.request);
		if (connect_send(w, link->access_token, &outcome))
			c->found(w->arena, link, &out->finding, &w->transfer.response, &outcome);
		ad_transfer_clear(&w->transfer);
	}
	if (outcome.kind != AD_DID)
		out->error = outcome.error;
}

void ad_connect_code(struct ad_arena *arena, struct ad_connect *connect,
		     const struct ad_consent *consent, struct ad_str code, struct ad_connected *out)
{
	struct ad_platform_token token;
	struct work w;

	if (!connect_begin_work(&w, arena, connect, out))
		return;
	connect->connector->code(arena, &connect->link, consent, code, &w.transfer.request);
	bool good = get_token(&w, &token, out);
	if (good && connect->connector->exchanges) {
		connect->link.refresh_token = token.access_token;
		good = connect_refresh(&w, out);
	}
	if (good && !out->refresh_token.n)
		out->error = (struct ad_platform_error){
			.code = "REFUSED",
			.message = AD_S("The platform returned no long-lived token."),
		};
	else if (good)
		connect_find(&w, out);
	connect_end(&w);
}

void ad_connect_seek(struct ad_arena *arena, struct ad_connect *connect, struct ad_connected *out)
{
	struct work w;

	if (!connect_begin_work(&w, arena, connect, out))
		return;
	out->finding.only = true;
	if (connect_refresh(&w, out))
		connect_find(&w, out);
	connect_end(&w);
}

bool ad_connect_revoke(struct ad_arena *arena, struct ad_connect *connect)
{
	const struct ad_connector *c = connect->connector;
	struct ad_outcome outcome;
	struct ad_connected out;
	bool good = false;
	struct work w;

	if (!c->revoke || !connect_begin_work(&w, arena, connect, &out))
		return false;
	if (!c->revoke_bears || connect_refresh(&w, &out)) {
		c->revoke(arena, &connect->link, &w.transfer.request);
		good = connect_send(&w,
				    c->revoke_bears ? connect->link.access_token
						    : (struct ad_str){ 0 },
				    &outcome) &&
		       w.transfer.response.status >= 200 && w.transfer.response.status < 300;
		ad_transfer_clear(&w.transfer);
	}
	connect_end(&w);
	return good;
}
