/* Memberships as stored and as history records them: what members.c and invitations.c share. */
#ifndef AD_CALL_MEMBERS_H
#define AD_CALL_MEMBERS_H

#include "call/request/call.h"

/* Reads the role of an account; AD_NO_MEMBER if it has none. False: the call failed. */
bool ad_members_read_role(struct ad_call *call, struct ad_str space_id, struct ad_str account_id,
			  enum ad_role *role) AD_CHECK;
/*
 * Stores the role of an account; AD_NO_MEMBER ends its membership. An invitation of the account to
 * the Space ends. Writing side only.
 */
enum ad_db_status ad_members_put_role(struct ad_call *call, struct ad_str space_id,
				      struct ad_str account_id, enum ad_role role) AD_CHECK;
/* Ends the call as 409 with the reason; returns false. */
bool ad_members_refuse(struct ad_call *call, const char *reason, const char *message);
/* Appends "member": { accountId, role }, or null for AD_NO_MEMBER. */
void ad_members_write(struct ad_json *j, struct ad_str account_id, enum ad_role role);
/* Records a change of the Space in the history of both environments. False: the call failed. */
bool ad_members_note(struct ad_call *call, struct ad_str space_id, struct ad_str before,
		     struct ad_str after) AD_CHECK;

#endif
