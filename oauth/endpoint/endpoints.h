/* Inside oauth/: the handlers, one file per group. */
#ifndef OAUTH_ENDPOINTS_H
#define OAUTH_ENDPOINTS_H

#include "oauth/endpoint/door.h"

ad_handler_fn oauth_well_known;       /* metadata.c: /.well-known/… */
ad_handler_fn oauth_register;         /* client/register.c */
ad_handler_fn oauth_manage;           /* client/manage.c: /register/CLIENT */
ad_handler_fn oauth_push;             /* authorize/pushed.c: POST /par */
ad_handler_fn oauth_device_authorize; /* device/device_authorize.c */
ad_handler_fn oauth_device_page;      /* device/device_page.c */
ad_handler_fn oauth_introspect;       /* token/introspect.c */
ad_handler_fn oauth_authorize;        /* authorize/authorize.c */
ad_handler_fn oauth_signin;           /* signin/signin.c */
ad_handler_fn oauth_passkey;          /* signin/passkey.c: the response of a passkey */
ad_handler_fn oauth_second;           /* signin/second.c: the second factor */
ad_handler_fn oauth_link;             /* signin/link.c: a one-time link to set the password */
ad_handler_fn oauth_consent;          /* consent/consent.c */
ad_handler_fn oauth_token;            /* token/token.c */
ad_handler_fn oauth_revoke;           /* token/revoke.c */

#endif
