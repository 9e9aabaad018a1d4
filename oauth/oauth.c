/* The routes of the authorization server. */
#include "oauth/oauth.h"

#include "oauth/device/device.h"
#include "oauth/endpoint/endpoints.h"
#include "oauth/signin/enter.h"
#include "oauth/client/registration.h"

#define FORM_MAX (32 * 1024)
#define REGISTRATION_MAX (64 * 1024)

static const struct ad_route routes[] = {
	{ .prefix = "/.well-known/", .handler = oauth_well_known, .refuse = oauth_refuse_open },
	{ .prefix = "/register",
	  .handler = oauth_register,
	  .body_max = REGISTRATION_MAX,
	  .refuse = oauth_refuse_open },
	{ .prefix = OAUTH_MANAGE_PATH,
	  .handler = oauth_manage,
	  .body_max = REGISTRATION_MAX,
	  .refuse = oauth_refuse_open },
	{ .prefix = "/authorize",
	  .handler = oauth_authorize,
	  .body_max = FORM_MAX,
	  .refuse = oauth_refuse_page },
	{ .prefix = "/par",
	  .handler = oauth_push,
	  .body_max = FORM_MAX,
	  .refuse = oauth_refuse_open },
	{ .prefix = "/device_authorization",
	  .handler = oauth_device_authorize,
	  .body_max = FORM_MAX,
	  .refuse = oauth_refuse_open },
	{ .prefix = OAUTH_DEVICE_PATH,
	  .handler = oauth_device_page,
	  .body_max = FORM_MAX,
	  .refuse = oauth_refuse_page },
	{ .prefix = "/introspect",
	  .handler = oauth_introspect,
	  .body_max = FORM_MAX,
	  .refuse = oauth_refuse_closed },
	{ .prefix = OAUTH_CONSENT_PATH,
	  .handler = oauth_consent,
	  .body_max = FORM_MAX,
	  .refuse = oauth_refuse_page },
	{ .prefix = OAUTH_SIGNIN_PATH,
	  .handler = oauth_signin,
	  .body_max = FORM_MAX,
	  .refuse = oauth_refuse_page },
	{ .prefix = OAUTH_PASSKEY_PATH,
	  .handler = oauth_passkey,
	  .body_max = FORM_MAX,
	  .refuse = oauth_refuse_page },
	{ .prefix = OAUTH_SECOND_PATH,
	  .handler = oauth_second,
	  .body_max = FORM_MAX,
	  .refuse = oauth_refuse_page },
	{ .prefix = OAUTH_LINK_PATH,
	  .handler = oauth_link,
	  .body_max = FORM_MAX,
	  .refuse = oauth_refuse_page },
	{ .prefix = "/token",
	  .handler = oauth_token,
	  .body_max = FORM_MAX,
	  .refuse = oauth_refuse_open },
	{ .prefix = "/revoke",
	  .handler = oauth_revoke,
	  .body_max = FORM_MAX,
	  .refuse = oauth_refuse_open },
};

const struct ad_route *ad_oauth_routes(size_t *count)
{
	*count = AD_LEN(routes);
	return routes;
}
