/* Spaces: the Space of a call, its limits, and its form in the API. */
#ifndef AD_CALL_SPACES_H
#define AD_CALL_SPACES_H

#include "call/request/call.h"
#include "model/row.h"

/*
 * Loads a Space of which the account is a member, with role and guardrails for an environment.
 * AD_DB_DONE if there is none or the account is not a member: the caller cannot tell the two apart.
 */
enum ad_db_status ad_space_load(struct ad_db *db, struct ad_arena *arena, struct ad_str id,
				const char *account_id, enum ad_environment environment,
				struct ad_space *out) AD_CHECK;

/* "OWNER" and so on; NULL for AD_NO_MEMBER. */
const char *ad_role_name(enum ad_role role);
/* AD_NO_MEMBER if no role has that name. */
enum ad_role ad_role_of(struct ad_str name);

/*
 * A Space of which the caller is a member (and which its grant, if any, covers) as a row of the
 * resource table, and as the call pipeline uses it. AD_DB_DONE if there is none: the caller cannot
 * tell the two apart.
 */
enum ad_db_status ad_space_row(struct ad_call *call, struct ad_str id, struct ad_space *space,
			       struct ad_row **row) AD_CHECK;
/* As ad_space_row() for the server's operator: no membership is checked, and there is no role. */
enum ad_db_status ad_space_row_own(struct ad_call *call, struct ad_str id, struct ad_space *space,
				   struct ad_row **row) AD_CHECK;
/* Writes a Space's row in the form of the API. */
void ad_space_write(struct ad_json *j, const struct ad_row *row);
/* Sets data and ETag of the outcome to the Space; id is null if only validated. */
void ad_space_answer(struct ad_call *call, struct ad_row *row);
/* A member for front ends and the command line: the columns of a query, and the writer of a row. */
#define AD_MEMBER_COLUMNS "m.account_id, a.email, a.name, m.role, m.created_at"
#define AD_MEMBER_TABLES "members m JOIN accounts a ON a.id = m.account_id"
void ad_member_write(struct ad_json *j, struct ad_stmt *s, bool with_address);
/* The guardrails of a Space, as their field's JSON. */
struct ad_str ad_space_guardrails(struct ad_arena *arena, const struct ad_space *space);

#endif
