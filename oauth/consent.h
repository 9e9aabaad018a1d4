/* Inside oauth/: what the consent page shows, and what came of it. */
#ifndef OAUTH_CONSENT_H
#define OAUTH_CONSENT_H

#include "oauth/clients.h"
#include "oauth/remote.h"
#include "oauth/requests.h"

#define OAUTH_SPACES_MAX 200

/* A Space that the person is a member of. */
struct oauth_space {
	struct ad_str id, name, role;
	struct ad_str owner; /* e-mail; absent: the person made the Space */
	bool live;           /* has a real platform connected */
	bool factor;         /* requires a second factor */
};

struct oauth_visit {
	struct ad_str handle;
	struct oauth_request request;
	struct oauth_client client;
	struct ad_session session;
	struct ad_str session_token;
	struct ad_account account;
	struct oauth_space *spaces;
	size_t space_count;
	const char *fault;           /* what went wrong before, or NULL */
	struct oauth_remote remote;  /* the copy of a metadata document */
	struct ad_str document_hash; /* of what is shown of it; absent for a registered client */
	bool changed;                /* the account allowed it before, when it said otherwise */
	/* The decision */
	struct oauth_params form;
	bool decides;
	struct ad_str space;
	enum ad_environment environment;
	bool environment_given;
	uint32_t scopes;
	bool allow;
	bool factor;  /* sync:write was ticked, the Space requires a second factor, none is there */
	bool confirm; /* sync:write was ticked, and the session is not confirmed for it */
	bool late;    /* decided before, and not so */
	bool gone;    /* the session ended before the decision was written */
};

/* Shows the page. */
void oauth_consent_show(struct ad_exchange *x, const struct oauth_visit *v, int status);

#endif
