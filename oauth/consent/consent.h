/* Inside oauth/: the data and result of the consent page. */
#ifndef OAUTH_CONSENT_H
#define OAUTH_CONSENT_H

#include "oauth/client/clients.h"
#include "oauth/client/remote.h"
#include "oauth/authorize/requests.h"

#define OAUTH_SPACES_MAX 200

/* A Space of which the user is a member. */
struct oauth_space {
	struct ad_str id, name, role;
	struct ad_str owner; /* e-mail; absent: the user created the Space */
	bool live;           /* has a connected live ad account */
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
	const char *fault;           /* the fault of the last attempt, or NULL */
	struct oauth_remote remote;  /* the stored copy of the metadata document */
	struct ad_str document_hash; /* of the shown document; absent for a registered client */
	bool changed;                /* the document changed since the account allowed it */
	/* The decision */
	struct oauth_params form;
	bool decides;
	struct ad_str space;
	enum ad_environment environment;
	bool environment_given;
	uint32_t scopes;
	bool allow;
	bool factor;  /* sync:write is selected, and the required second factor is missing */
	bool confirm; /* sync:write is selected, but the sign-in is too old */
	bool late;    /* already decided differently */
	bool gone;    /* the session ended before the decision was written */
};

/* Shows the page. */
void oauth_consent_show(struct ad_exchange *x, const struct oauth_visit *v, int status);

#endif
