/* Inside oauth/: the handlers, one file per group. */
#ifndef OAUTH_ENDPOINTS_H
#define OAUTH_ENDPOINTS_H

#include "oauth/door.h"

ad_handler_fn oauth_well_known;       /* metadata.c: /.well-known/… */
ad_handler_fn oauth_register;         /* register.c */
ad_handler_fn oauth_manage;           /* manage.c: /register/CLIENT */
ad_handler_fn oauth_push;             /* pushed.c: POST /par */
ad_handler_fn oauth_device_authorize; /* device_authorize.c */
ad_handler_fn oauth_device_page;      /* device_page.c */
ad_handler_fn oauth_introspect;       /* introspect.c */
ad_handler_fn oauth_authorize;        /* authorize.c */
ad_handler_fn oauth_signin;           /* signin.c */
ad_handler_fn oauth_passkey;          /* passkey.c: the response of a passkey */
ad_handler_fn oauth_second;           /* second.c: the second factor */
ad_handler_fn oauth_link;             /* link.c: a one-time link to set the password */
ad_handler_fn oauth_consent;          /* consent.c */
ad_handler_fn oauth_token;            /* token.c */
ad_handler_fn oauth_revoke;           /* revoke.c */

#endif
