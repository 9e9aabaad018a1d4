/*
 * Authorizing this server for an ad account: the platform's authorization code grant (RFC 6749
 * section 4.1, with RFC 7636 where the platform supports it), the ad accounts that a token reaches,
 * and the revocation. Pure like the adapters: text in, text out; sync/state/connect.h sends.
 */
#ifndef AD_PLATFORM_CONNECT_H
#define AD_PLATFORM_CONNECT_H

#include "platform/platform.h"

#define AD_REACHED_MAX 100 /* reported ad accounts of one person */
#define AD_REACHED_NAME 96 /* bytes of a reported name */

/* A person's OAuth consent at the platform. */
struct ad_consent {
	struct ad_str client_id, redirect_uri;
	struct ad_str state;    /* returned with the code */
	struct ad_str verifier; /* secret: the code verifier (RFC 7636 section 4.1) */
};

/* An ad account that a token can access. */
struct ad_reached {
	struct ad_reached *next;
	struct ad_str id, name, currency, timezone; /* IANA's */
	struct ad_str manager; /* Google: the manager account; Microsoft: its customer */
};

/* An id that is still to be queried. */
struct ad_lead {
	struct ad_lead *next;
	struct ad_str id;
};

/* Finding the accounts of a token, request by request. Starts zeroed. */
struct ad_finding {
	unsigned step;
	struct ad_lead *leads;
	struct ad_str page;   /* the adapter's: where the next page starts; absent: none */
	struct ad_str wanted; /* an account reported first, also beyond AD_REACHED_MAX */
	bool only;            /* report only that one, then end */
	struct ad_reached *found;
	size_t count;
	bool over; /* all answers were read */
	bool cut;  /* there are, or may be, more accounts than reported */
};

struct ad_connector {
	enum ad_platform platform;
	const char *authorize_url, *sandbox_authorize; /* sandbox: paths below its URL */
	const char *find_url, *sandbox_find;           /* NULL: the adapter's API */
	const char *parameters; /* of the authorization request, encoded, each behind "&" */
	bool pkce;
	bool exchanges; /* token_request exchanges the code's token for a long-lived one */
	/* The token request for a code. */
	void (*code)(struct ad_arena *arena, const struct ad_link *link,
		     const struct ad_consent *consent, struct ad_str code,
		     struct ad_http_request *out);
	/* The next query, while not finding->over. */
	void (*find)(struct ad_arena *arena, const struct ad_link *link,
		     const struct ad_finding *finding, struct ad_http_request *out);
	/* Reads the answer; any outcome but DID ends the search. */
	void (*found)(struct ad_arena *arena, const struct ad_link *link,
		      struct ad_finding *finding, const struct ad_http_response *response,
		      struct ad_outcome *outcome);
	/* The request that revokes the refresh token; NULL: the platform has none. */
	void (*revoke)(struct ad_arena *arena, const struct ad_link *link,
		       struct ad_http_request *out);
	bool revoke_bears; /* it needs an access token */
};

/* The connector of a platform; never NULL. */
const struct ad_connector *ad_connector_of(enum ad_platform platform);
/* The URL for the browser; `base` is the authorization endpoint. */
struct ad_str ad_consent_url(struct ad_arena *arena, const struct ad_connector *connector,
			     struct ad_str base, const struct ad_consent *consent);

/*
 * An account id in the platform's own form, from the forms that people write: Google's with dashes,
 * Meta's without its prefix.
 */
struct ad_str ad_account_id(struct ad_arena *arena, enum ad_platform platform, struct ad_str typed);
/* For connectors: adds an account, unless it was added before or the limit is reached. */
void ad_finding_add(struct ad_arena *arena, struct ad_finding *finding,
		    const struct ad_reached *account);
/* For connectors: appends an id to the list of ids to be queried later. */
void ad_finding_lead(struct ad_arena *arena, struct ad_finding *finding, struct ad_str id);
/* For connectors: the common form of a token request, without its client's authentication. */
void ad_code_form(struct ad_text *body, const struct ad_connector *connector,
		  const struct ad_consent *consent, struct ad_str code);

extern const struct ad_connector ad_google_connector, ad_microsoft_connector, ad_reddit_connector,
	ad_meta_connector;

#endif
