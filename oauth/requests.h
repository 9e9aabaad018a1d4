/*
 * Inside oauth/: an authorization request that passed every check and waits for a person. It is
 * known by a handle that the browser carries in the address, and belongs to that browser alone.
 */
#ifndef OAUTH_REQUESTS_H
#define OAUTH_REQUESTS_H

#include "oauth/door.h"

#define OAUTH_REQUEST_MINUTES 10
#define OAUTH_CODE_SECONDS 60
#define OAUTH_CODE_TRIES 5 /* wrong verifiers that kill a code */

struct oauth_request {
	struct ad_str handle_hash, browser_hash;
	struct ad_str client_id, redirect_uri, state, challenge, resource, login_hint;
	struct ad_str device_hash, user_code; /* of the device that waits; absent: none does */
	struct ad_str network;                /* oauth_rows_network() of who asks */
	struct ad_str account_id;  /* who is signed in at the browser; absent: nobody, and unread */
	struct ad_str jkt;         /* the key that its code is bound to (RFC 9449); or absent */
	struct ad_str pushed_hash; /* of the request_uri it came by; absent: none */
	bool redirect_given;
	uint32_t scopes;
	int64_t confirm_after;  /* us: the session must have been confirmed later; 0: any */
	int64_t expires_at;     /* us */
	struct ad_str decision; /* absent, "allow" or "deny" */
};

/* Keeps a request; handle_hash, browser_hash and expires_at are set. Write transactions only. */
enum ad_db_status oauth_request_add(struct ad_db *db, const struct oauth_request *request) AD_CHECK;
/*
 * The request of a handle, of this browser and in time: AD_DB_ROW; AD_DB_DONE where there is none.
 */
enum ad_db_status oauth_request_find(struct ad_db *db, struct ad_arena *arena, struct ad_str handle,
				     struct ad_str browser, struct oauth_request *out) AD_CHECK;
/*
 * Gives the requests of a browser the new cookie of the same browser, where the account signed in.
 * Write transactions only.
 */
struct oauth_browser_move {
	struct ad_str old, renewed; /* cookies */
	struct ad_str account_id;
};
enum ad_db_status oauth_requests_move(struct ad_db *db, struct ad_arena *arena,
				      const struct oauth_browser_move *move) AD_CHECK;
/* The code of a handle: derived, so that a second click gets the same. */
struct ad_str oauth_request_code(const struct ad_core *core, struct ad_arena *arena,
				 struct ad_str handle);
/* Where the browser goes with an answer: redirect_uri with the parameters, state and iss added. */
struct ad_str oauth_request_answer(const struct ad_core *core, struct ad_arena *arena,
				   const struct oauth_request *request, const char *name,
				   struct ad_str value);

#endif
