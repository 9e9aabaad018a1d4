/*
 * Inside oauth/: stored copies of metadata documents and key sets of clients. They are fetched on
 * the lane for external requests; one fetch of a URL at a time over all servers (a lease in the
 * database). A copy is stored for the time of its headers, within limits. A failure is never
 * stored as a result: it only delays the next attempt. At most OAUTH_REMOTE_AT_ONCE of a kind are
 * fetched at a time, and OAUTH_REMOTE_KEPT are stored.
 */
#ifndef OAUTH_REMOTE_H
#define OAUTH_REMOTE_H

#include "oauth/client/clients.h"

#define OAUTH_REMOTE_BACKOFF_S 30 /* after a failure, and between forced fetches */

#define OAUTH_REMOTE_AT_ONCE 4
#define OAUTH_REMOTE_KEPT 1000

enum oauth_remote_kind {
	OAUTH_REMOTE_DOCUMENT, /* a client's metadata document; text is its stored form */
	OAUTH_REMOTE_KEYS,     /* a JWK set, as it was sent */
};

/* A fetch in progress. The caller zeroes it and sets the request. */
struct oauth_remote {
	enum oauth_remote_kind kind;
	struct ad_str url;  /* passed oauth_uri_document_fault() */
	int64_t stale_s;    /* seconds after its expiry in which a copy is accepted */
	int64_t newer_than; /* us: a copy of this time or older is fetched again */
	/* Outcome */
	struct ad_str text;  /* absent: see fault */
	int64_t fetched_at;  /* us */
	struct ad_str fault; /* a sentence without a subject: "did not answer in time" */
	bool invalid;        /* the document is invalid, the fetch succeeded */
	bool busy;           /* this server was busy: no request was sent, and nothing is stored */
	/* Between the steps */
	int64_t began_at, expires_at;
	int64_t tried_before; /* us: time of the last request for it before this; 0: never */
};

/*
 * Starts the fetch; render follows with the outcome, or with a call.status other than AD_OK if the
 * database failed. Uses call.work and x->render. On a reading thread.
 */
void oauth_remote_get(struct ad_exchange *x, struct oauth_remote *remote, ad_handler_fn *render);
/* The newest copy of any age: AD_DB_ROW; AD_DB_DONE: no copy exists. */
enum ad_db_status oauth_remote_copy(struct ad_db *db, struct ad_arena *arena,
				    enum oauth_remote_kind kind, struct ad_str url,
				    struct oauth_remote *out) AD_CHECK;

#endif
