/*
 * Inside oauth/: what clients publish about themselves and this server keeps a copy of: metadata
 * documents and key sets. Fetched on the far lane through the guarded fetch; one fetch of a URL at
 * a time over all servers (a lease in the database), kept for as long as its headers say within
 * bounds. What fails is never kept as an answer: its reason only holds off the next try for a
 * while. At most OAUTH_REMOTE_AT_ONCE of a kind are fetched at a time, and OAUTH_REMOTE_KEPT kept.
 */
#ifndef OAUTH_REMOTE_H
#define OAUTH_REMOTE_H

#include "oauth/clients.h"

#define OAUTH_REMOTE_BACKOFF_S 30 /* after a failure, and between refetches that are forced */

#define OAUTH_REMOTE_AT_ONCE 4
#define OAUTH_REMOTE_KEPT 1000

enum oauth_remote_kind {
	OAUTH_REMOTE_DOCUMENT, /* a client's metadata document; text is its kept form */
	OAUTH_REMOTE_KEYS,     /* a JWK set, as it was sent */
};

/* One of them on its way. Zeroed by the caller but for what is asked. */
struct oauth_remote {
	enum oauth_remote_kind kind;
	struct ad_str url;  /* passed oauth_uri_document_fault() */
	int64_t stale_s;    /* how long after its time a copy will do still */
	int64_t newer_than; /* us: a copy from then or before will not do, if it may be refetched */
	/* Outcome */
	struct ad_str text;  /* absent: see fault */
	int64_t fetched_at;  /* us */
	struct ad_str fault; /* "answered with HTTP status 404": a sentence without its subject */
	bool invalid;        /* what came is at fault, not the way to it */
	bool busy;           /* this server was: nobody was asked, and nothing is kept of it */
	/* Between the steps */
	int64_t began_at, expires_at;
	int64_t tried_before; /* us: when it was asked for last, before this; 0: never */
};

/*
 * Sets off; render follows with the outcome, or with call.status other than AD_OK where the
 * database failed. Takes call.work and x->render. On a reading thread.
 */
void oauth_remote_get(struct ad_exchange *x, struct oauth_remote *remote, ad_handler_fn *render);
/* The newest copy there is, however old: AD_DB_ROW; AD_DB_DONE where there is none. */
enum ad_db_status oauth_remote_copy(struct ad_db *db, struct ad_arena *arena,
				    enum oauth_remote_kind kind, struct ad_str url,
				    struct oauth_remote *out) AD_CHECK;

#endif
