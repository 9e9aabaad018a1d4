/*
 * Inside oauth/: an authorization request that passed every check and waits for the user's
 * decision. It is identified by a handle in the address, and bound to one browser.
 */
#ifndef OAUTH_REQUESTS_H
#define OAUTH_REQUESTS_H

#include "oauth/endpoint/door.h"

#define OAUTH_REQUEST_MINUTES 10
#define OAUTH_CODE_SECONDS 60
#define OAUTH_CODE_TRIES 5 /* number of wrong verifiers that invalidates a code */

struct oauth_request {
	struct ad_str handle_hash, browser_hash;
	struct ad_str client_id, redirect_uri, state, challenge, resource, login_hint;
	struct ad_str device_hash, user_code; /* hash of the waiting device; absent: no device */
	struct ad_str network;                /* oauth_rows_network() of the caller */
	struct ad_str account_id;  /* the account that is signed in; absent: none, or not read */
	struct ad_str jkt;         /* the key to which its code is bound (RFC 9449); or absent */
	struct ad_str pushed_hash; /* hash of its request_uri; absent: none */
	bool redirect_given;
	uint32_t scopes;
	int64_t confirm_after;  /* us: the sign-in must be later; 0: any */
	int64_t expires_at;     /* us */
	struct ad_str decision; /* absent, "allow" or "deny" */
};

/* Stores a request; handle_hash, browser_hash and expires_at are set. Write transactions only. */
enum ad_db_status oauth_request_add(struct ad_db *db, const struct oauth_request *request) AD_CHECK;
/* Finds an unexpired request of this browser by its handle: AD_DB_ROW, else AD_DB_DONE. */
enum ad_db_status oauth_request_find(struct ad_db *db, struct ad_arena *arena, struct ad_str handle,
				     struct ad_str browser, struct oauth_request *out) AD_CHECK;
/* Moves the requests of a browser to its new cookie after a sign-in. Write transactions only. */
struct oauth_browser_move {
	struct ad_str old, renewed; /* cookies */
	struct ad_str account_id;
};
enum ad_db_status oauth_requests_move(struct ad_db *db, struct ad_arena *arena,
				      const struct oauth_browser_move *move) AD_CHECK;
/* The code of a handle. It is derived, so that a repeated decision gets the same code. */
struct ad_str oauth_request_code(const struct ad_core *core, struct ad_arena *arena,
				 struct ad_str handle);
/* The redirect_uri with the parameters of the response, state and iss. */
struct ad_str oauth_request_answer(const struct ad_core *core, struct ad_arena *arena,
				   const struct oauth_request *request, const char *name,
				   struct ad_str value);

#endif
