/*
 * Between password and second factor: a browser that showed the right password and has ten
 * minutes for the code. It is known by a cookie of its own, of which the SHA-256 is kept; it is no
 * session. Everything that writes runs in the caller's write transaction.
 */
#ifndef AD_AUTH_SECOND_STEP_H
#define AD_AUTH_SECOND_STEP_H

#include "base/arena.h"
#include "store/db/store.h"

#define AD_SECOND_STEP_MINUTES 10

/* The name of its cookie: "__Host-adcore_step" where the public URL is https. */
const char *ad_second_cookie(const char *public_url);
/* Begins one; *token is the cookie's value. AD_DB_DONE or what the database said. */
enum ad_db_status ad_second_begin(struct ad_db *db, struct ad_arena *arena,
				  struct ad_str account_id, struct ad_str *token) AD_CHECK;
/* The step's account while it is valid: AD_DB_ROW; AD_DB_DONE if there is none. */
enum ad_db_status ad_second_find(struct ad_db *db, struct ad_arena *arena, struct ad_str token,
				 struct ad_str *account_id) AD_CHECK;
/* Ends it: AD_DB_ROW where this call did, AD_DB_DONE where it did not hold any more. */
enum ad_db_status ad_second_end(struct ad_db *db, struct ad_str token) AD_CHECK;

#endif
