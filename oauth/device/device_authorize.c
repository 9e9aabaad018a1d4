/*
 * POST /device_authorization (RFC 8628 section 3.1): a client without a browser requests a code
 * that the user enters on another device. Scope and resource are checked as at /authorize.
 */
#include "oauth/authorize/authorization.h"
#include "oauth/device/device.h"
#include "oauth/endpoint/endpoints.h"
#include "oauth/endpoint/rows.h"
#include "oauth/client/uri.h"

struct asked {
	struct oauth_authorization auth;
	struct oauth_device device;
	struct ad_str device_code;
};

static void device_authorize_keep(struct ad_call *call)
{
	struct asked *a = call->door_data;

	a->device.network = oauth_rows_network(call);
	if (oauth_device_add(call->db, &a->device) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

static void device_authorize_answer(struct ad_exchange *x)
{
	const struct asked *a = x->call.door_data;
	const char *base = x->call.core->config->public_url;
	struct ad_str code = oauth_user_code_show(x->call.arena, a->device.user_code);
	struct ad_text text = ad_text_on(x->call.arena);
	struct ad_json j = ad_json_on(&text);

	if (x->call.status != AD_OK) {
		oauth_unavailable(x);
		return;
	}
	ad_json_object(&j);
	ad_json_kstr(&j, "device_code", a->device_code);
	ad_json_kstr(&j, "user_code", code);
	ad_json_kstr(&j, "verification_uri",
		     ad_arena_printf(x->call.arena, "%s" OAUTH_DEVICE_PATH, base));
	ad_json_kstr(&j, "verification_uri_complete",
		     ad_arena_printf(x->call.arena, "%s" OAUTH_DEVICE_PATH "?user_code=%.*s", base,
				     AD_FMT(code)));
	ad_json_kint(&j, "expires_in", OAUTH_DEVICE_SECONDS);
	ad_json_kint(&j, "interval", OAUTH_DEVICE_INTERVAL_S);
	ad_json_object_end(&j);
	oauth_json(x, 200, ad_text_str(&text));
}

/* A client whose document was never fetched is checked on the consent page. */
static bool device_authorize_check(struct ad_exchange *x, struct oauth_authorization *a)
{
	if (!(a->client.grants & OAUTH_GRANT_DEVICE) && !a->client.unknown) {
		oauth_error(x, 400, "unauthorized_client",
			    "The client did not register the grant_type " OAUTH_DEVICE_GRANT ".");
		return false;
	}
	if (oauth_uri_is_document(a->client.id) && oauth_uri_document_fault(a->client.id)) {
		oauth_error(x, 400, "invalid_client",
			    "The client_id is not the address of a metadata document.");
		return false;
	}
	if (oauth_authorization_extent(x, a))
		return true;
	oauth_error(x, 400, a->error, a->sentence);
	return false;
}

static void device_authorize_proven(struct ad_exchange *x)
{
	struct asked *a = x->call.door_data;
	uint8_t random[32];

	if (!device_authorize_check(x, &a->auth))
		return;
	ad_random(random, sizeof(random));
	a->device_code =
		ad_arena_printf(x->call.arena, "adcore_dc_%.*s",
				AD_FMT(ad_base64url(x->call.arena, random, sizeof(random))));
	a->device = (struct oauth_device){
		.device_hash = oauth_hash(x->call.arena, a->device_code),
		.user_code = oauth_user_code_make(x->call.arena),
		.client_id = a->auth.client.id,
		.resource = a->auth.request.resource,
		.scopes = a->auth.request.scopes,
		.interval_s = OAUTH_DEVICE_INTERVAL_S,
		.expires_at = ad_now() + OAUTH_DEVICE_SECONDS * AD_SECOND,
	};
	x->render = device_authorize_answer;
	ad_call_next(&x->call, AD_WRITE, device_authorize_keep);
}

void oauth_device_authorize(struct ad_exchange *x)
{
	struct asked *a = ad_arena_zalloc(x->call.arena, sizeof(*a));

	if (!oauth_begin(x, OAUTH_API, AD_ADDRESS_REQUEST) || !oauth_form(x, &a->auth.params))
		return;
	if (oauth_param_twice(&a->auth.params)) {
		oauth_error(x, 400, "invalid_request", "A parameter is repeated.");
		return;
	}
	x->call.door_data = a;
	oauth_client_authenticate(x, &a->auth.params, OAUTH_ABOUT_NOTHING, &a->auth.client,
				  device_authorize_proven);
}
