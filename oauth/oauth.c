/* The door's routes. */
#include "oauth/oauth.h"

#include "oauth/device.h"
#include "oauth/endpoints.h"
#include "oauth/enter.h"
#include "oauth/registration.h"

#define FORM_MAX (32 * 1024)
#define REGISTRATION_MAX (64 * 1024)

static const struct ad_route routes[] = {
	{ "/.well-known/", oauth_well_known, 0 },
	{ "/register", oauth_register, REGISTRATION_MAX },
	{ OAUTH_MANAGE_PATH, oauth_manage, REGISTRATION_MAX },
	{ "/authorize", oauth_authorize, FORM_MAX },
	{ "/par", oauth_push, FORM_MAX },
	{ "/device_authorization", oauth_device_authorize, FORM_MAX },
	{ OAUTH_DEVICE_PATH, oauth_device_page, FORM_MAX },
	{ "/introspect", oauth_introspect, FORM_MAX },
	{ OAUTH_CONSENT_PATH, oauth_consent, FORM_MAX },
	{ OAUTH_SIGNIN_PATH, oauth_signin, FORM_MAX },
	{ OAUTH_PASSKEY_PATH, oauth_passkey, FORM_MAX },
	{ OAUTH_SECOND_PATH, oauth_second, FORM_MAX },
	{ OAUTH_LINK_PATH, oauth_link, FORM_MAX },
	{ "/token", oauth_token, FORM_MAX },
	{ "/revoke", oauth_revoke, FORM_MAX },
};

const struct ad_route *ad_oauth_routes(size_t *count)
{
	*count = AD_LEN(routes);
	return routes;
}
