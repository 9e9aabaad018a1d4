/* The door's routes. */
#include "oauth/oauth.h"

#include "oauth/device.h"
#include "oauth/endpoints.h"
#include "oauth/enter.h"
#include "oauth/registration.h"

#define FORM_MAX (32 * 1024)
#define REGISTRATION_MAX (64 * 1024)

static const struct ad_route routes[] = {
	{ "/.well-known/", oauth_well_known, 0, oauth_refuse_open },
	{ "/register", oauth_register, REGISTRATION_MAX, oauth_refuse_open },
	{ OAUTH_MANAGE_PATH, oauth_manage, REGISTRATION_MAX, oauth_refuse_open },
	{ "/authorize", oauth_authorize, FORM_MAX, oauth_refuse_page },
	{ "/par", oauth_push, FORM_MAX, oauth_refuse_open },
	{ "/device_authorization", oauth_device_authorize, FORM_MAX, oauth_refuse_open },
	{ OAUTH_DEVICE_PATH, oauth_device_page, FORM_MAX, oauth_refuse_page },
	{ "/introspect", oauth_introspect, FORM_MAX, oauth_refuse_closed },
	{ OAUTH_CONSENT_PATH, oauth_consent, FORM_MAX, oauth_refuse_page },
	{ OAUTH_SIGNIN_PATH, oauth_signin, FORM_MAX, oauth_refuse_page },
	{ OAUTH_PASSKEY_PATH, oauth_passkey, FORM_MAX, oauth_refuse_page },
	{ OAUTH_SECOND_PATH, oauth_second, FORM_MAX, oauth_refuse_page },
	{ OAUTH_LINK_PATH, oauth_link, FORM_MAX, oauth_refuse_page },
	{ "/token", oauth_token, FORM_MAX, oauth_refuse_open },
	{ "/revoke", oauth_revoke, FORM_MAX, oauth_refuse_open },
};

const struct ad_route *ad_oauth_routes(size_t *count)
{
	*count = AD_LEN(routes);
	return routes;
}
