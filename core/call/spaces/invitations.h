/*
 * Invitations to a Space: an OWNER offers a membership, and the account accepts or declines it.
 * Until then the account is no member: the Space is in none of its lists, and its requirements do
 * not concern the account. An invitation counts only while its inviter is an OWNER and enabled.
 */
#ifndef AD_CALL_INVITATIONS_H
#define AD_CALL_INVITATIONS_H

#include "call/request/call.h"
#include "model/row.h"

#define AD_INVITATIONS_OF_SPACE 100  /* pending invitations to a Space */
#define AD_INVITATIONS_OF_ACCOUNT 20 /* pending invitations of an account */
#define AD_INVITATIONS_OF_INVITER 3  /* of these, from one inviter */

/* A person as a page shows one. */
struct ad_invitation_person {
	struct ad_str id, email, name;
};

struct ad_invitation {
	struct ad_str space_id, space_name;
	struct ad_invitation_person invited, inviter;
	struct ad_invitation_person owner; /* the account that made the Space */
	enum ad_role role;
	bool second_factor; /* the Space requires one of that role */
	int64_t at;         /* us */
};

struct ad_invitation_list {
	struct ad_invitation *at;
	size_t n;
};

/* The pending invitations to a Space, oldest first. AD_DB_DONE, or the database failed. */
enum ad_db_status ad_invitations_of_space(struct ad_db *db, struct ad_arena *arena,
					  struct ad_str space_id,
					  struct ad_invitation_list *out) AD_CHECK;
/* The same of an account. */
enum ad_db_status ad_invitations_of_account(struct ad_db *db, struct ad_arena *arena,
					    struct ad_str account_id,
					    struct ad_invitation_list *out) AD_CHECK;

/*
 * Invites an account to a Space, by an OWNER with a confirmed session. 409 for a Personal Space, a
 * member, an invited account, and above a maximum. These functions write; false: the call's status
 * is set.
 */
bool ad_invitation_make(struct ad_call *call, const struct ad_row *space, struct ad_str account_id,
			enum ad_role role) AD_CHECK;
/* Withdraws an invitation, for an OWNER; 404 if there is none. */
bool ad_invitation_withdraw(struct ad_call *call, const struct ad_row *space,
			    struct ad_str account_id) AD_CHECK;
/*
 * Accepts or declines the caller's invitation to a Space; 404 if there is none, or if it ended.
 */
bool ad_invitation_answer(struct ad_call *call, struct ad_str space_id, bool accepts) AD_CHECK;
/* Ends the invitations to a Space by an account that is no longer an OWNER. */
bool ad_invitations_end(struct ad_call *call, struct ad_str space_id,
			struct ad_str inviter_id) AD_CHECK;

#endif
