/*
 * How a person lets this server act for an ad account: the platform's authorization code grant
 * (RFC 6749 section 4.1, with RFC 7636 where the platform has it), which ad accounts a token
 * reaches, and how it is given back. Pure like the adapters: text in, text out; sync/connect.h
 * sends.
 */
#ifndef AD_PLATFORM_CONNECT_H
#define AD_PLATFORM_CONNECT_H

#include "platform/platform.h"

#define AD_REACHED_MAX 100 /* ad accounts of one person that are told */
#define AD_REACHED_NAME 96 /* bytes of their names that are told */

/* A person's way through the platform's consent. */
struct ad_consent {
	struct ad_str client_id, redirect_uri;
	struct ad_str state;    /* comes back with the code */
	struct ad_str verifier; /* secret: the code verifier (RFC 7636 section 4.1) */
};

/* An ad account that a token reaches. */
struct ad_reached {
	struct ad_reached *next;
	struct ad_str id, name, currency, timezone; /* IANA's */
	struct ad_str manager; /* Google: it is reached through; Microsoft: its customer */
};

/* An id that is still to be asked about. */
struct ad_lead {
	struct ad_lead *next;
	struct ad_str id;
};

/* Finding the accounts of a token, request by request. Begins zeroed. */
struct ad_finding {
	unsigned step;
	struct ad_lead *leads;
	struct ad_str page;   /* the adapter's own: where the next page begins; absent: none */
	struct ad_str wanted; /* an account that is told first, and beyond AD_REACHED_MAX */
	bool only;            /* nothing but that one is told, and then it is over */
	struct ad_reached *found;
	size_t count;
	bool over; /* all was heard */
	bool cut;  /* there are, or may be, more than are told */
};

struct ad_connector {
	enum ad_platform platform;
	const char *authorize_url, *sandbox_authorize; /* sandbox: paths below its URL */
	const char *find_url, *sandbox_find;           /* NULL: the adapter's API */
	const char *parameters; /* of the authorization request, encoded, each behind "&" */
	bool pkce;
	bool exchanges; /* what the code gives is exchanged by token_request for what lasts */
	/* The token request of a code. */
	void (*code)(struct ad_arena *arena, const struct ad_link *link,
		     const struct ad_consent *consent, struct ad_str code,
		     struct ad_http_request *out);
	/* The next question, while not finding->over. */
	void (*find)(struct ad_arena *arena, const struct ad_link *link,
		     const struct ad_finding *finding, struct ad_http_request *out);
	/* Hears the answer; anything but DID ends it. */
	void (*found)(struct ad_arena *arena, const struct ad_link *link,
		      struct ad_finding *finding, const struct ad_http_response *response,
		      struct ad_outcome *outcome);
	/* The request that ends the refresh token; NULL: the platform has none. */
	void (*revoke)(struct ad_arena *arena, const struct ad_link *link,
		       struct ad_http_request *out);
	bool revoke_bears; /* it goes with an access token */
};

/* The connector of a platform; never NULL. */
const struct ad_connector *ad_connector_of(enum ad_platform platform);
/* Where the browser goes; `base` is the authorization endpoint. */
struct ad_str ad_consent_url(struct ad_arena *arena, const struct ad_connector *connector,
			     struct ad_str base, const struct ad_consent *consent);

/*
 * An account's id as people may write it, in the platform's own form: Google's with dashes, Meta's
 * without its prefix.
 */
struct ad_str ad_account_id(struct ad_arena *arena, enum ad_platform platform, struct ad_str typed);
/* For connectors: adds what was found, unless it was before, or there are too many. */
void ad_finding_add(struct ad_arena *arena, struct ad_finding *finding,
		    const struct ad_reached *account);
/* For connectors: an id to be asked about later, and the first of them off the list. */
void ad_finding_lead(struct ad_arena *arena, struct ad_finding *finding, struct ad_str id);
/* For connectors: the common form of a token request, without its client's authentication. */
void ad_code_form(struct ad_text *body, const struct ad_connector *connector,
		  const struct ad_consent *consent, struct ad_str code);

extern const struct ad_connector ad_google_connector, ad_microsoft_connector, ad_reddit_connector,
	ad_meta_connector;

#endif
