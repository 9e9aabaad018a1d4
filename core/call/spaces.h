/* Spaces: which one a call works in, what it limits, and how the API answers them. */
#ifndef AD_CALL_SPACES_H
#define AD_CALL_SPACES_H

#include "call/call.h"

/*
 * Loads a Space of which the account is a member, with role and guardrails for an environment.
 * AD_DB_DONE where there is none or the account is no member: both look alike.
 */
enum ad_db_status ad_space_load(struct ad_db *db, struct ad_arena *arena, struct ad_str id,
				const char *account_id, enum ad_environment environment,
				struct ad_space *out) AD_CHECK;
/* As ad_space_load() for the program's own work (a run that resumes): no member is asked for. */
enum ad_db_status ad_space_load_own(struct ad_db *db, struct ad_arena *arena, struct ad_str id,
				    enum ad_environment environment, struct ad_space *out) AD_CHECK;

#endif
