/*
 * With what the members of a Space reach it: their API tokens and what they allowed to apps. An
 * owner sees all of them, and ends each: a grant for good, for it is of this Space alone; a token
 * here alone, for it is its account's and reaches that account's other Spaces too.
 */
#ifndef AD_CALL_SPACE_ACCESS_H
#define AD_CALL_SPACE_ACCESS_H

#include "call/call.h"

/* One of them; texts live on the arena. */
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
 * Those of a Space that live, newest first, at most AD_SPACE_ACCESS_MAX; *all counts them all. Who
 * may look is for the caller to know. AD_DB_DONE, or what the database said.
 */
enum ad_db_status ad_space_access_list(struct ad_call *call, struct ad_str space_id,
				       struct ad_space_access **out, size_t *count,
				       int64_t *all) AD_CHECK;
/*
 * Ends one at once, with its history in the name of the caller, who is an OWNER of the Space.
 * Ending gives nobody more power, so it needs no confirmation. False with the call failed: 404
 * where nothing of that id reaches the Space. Writing step.
 */
bool ad_space_access_end(struct ad_call *call, struct ad_str space_id, struct ad_str id) AD_CHECK;

#endif
