/*
 * The credentials that reach a Space: its members' API tokens and app grants. An owner sees all of
 * them and can revoke each: a grant entirely, because it covers this Space alone; a token for this
 * Space only, because it belongs to its account and also reaches that account's other Spaces.
 */
#ifndef AD_CALL_SPACE_ACCESS_H
#define AD_CALL_SPACE_ACCESS_H

#include "call/request/call.h"

/* One credential; texts are on the arena. */
struct ad_space_access {
	struct ad_str id, kind;  /* kind: TOKEN | GRANT */
	struct ad_str name;      /* of the token or the app */
	struct ad_str client_id; /* absent of a token */
	struct ad_str account_id, email, person;
	struct ad_str environment;
	uint32_t scopes;
	int64_t created_at, last_used_at, expires_at; /* us; last_used_at 0: never */
};

#define AD_SPACE_ACCESS_MAX 500 /* that ad_space_access_list() gives */

/*
 * Lists the valid credentials of a Space, newest first, at most AD_SPACE_ACCESS_MAX; *all is their
 * total number. The caller decides who may read them. AD_DB_DONE, or the database's error.
 */
enum ad_db_status ad_space_access_list(struct ad_call *call, struct ad_str space_id,
				       struct ad_space_access **out, size_t *count,
				       int64_t *all) AD_CHECK;
/*
 * Revokes a credential at once, with its history in the name of the caller, who is an OWNER of the
 * Space. Revoking gives nobody more access, so it needs no confirmation. False with the call
 * failed: 404 if no such id reaches the Space. Writing step.
 */
bool ad_space_access_end(struct ad_call *call, struct ad_str space_id, struct ad_str id) AD_CHECK;

#endif
