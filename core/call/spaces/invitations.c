/* Invitations to a Space: see invitations.h. */
#include "call/spaces/invitations.h"

#include "base/clock.h"
#include "call/request/confirm.h"
#include "call/spaces/members.h"
#include "call/request/second_factor.h"
#include "call/request/spaces.h"

#define COLUMNS                                                                                    \
	"i.space_id, s.name, i.role, i.created_at, CASE WHEN s.require_second_factor AND i.role"   \
	" IN ('PUBLISHER', 'OWNER') THEN 1 ELSE 0 END, a.id, a.email, a.name, b.id, b.email,"      \
	" b.name, o.id, o.email, o.name"
/* Only invitations that count: the inviter is an OWNER, and enabled. */
#define TABLES                                                                                     \
	"space_invitations i JOIN spaces s ON s.id = i.space_id"                                   \
	" JOIN accounts a ON a.id = i.account_id"                                                  \
	" JOIN accounts b ON b.id = i.invited_by AND b.disabled_at IS NULL"                        \
	" JOIN members m ON m.space_id = i.space_id AND m.account_id = i.invited_by"               \
	" AND m.role = 'OWNER' JOIN accounts o ON o.id = s.owner_account_id"

enum state {
	STATE_PENDING,
	STATE_ACCEPTED,
	STATE_DECLINED,
	STATE_WITHDRAWN,
	STATE_ENDED, /* the inviter is no longer an OWNER */
};

static struct ad_invitation_person read_person(struct ad_stmt *s, struct ad_arena *arena, int first)
{
	return (struct ad_invitation_person){
		.id = ad_col_copy(s, arena, first),
		.email = ad_col_copy(s, arena, first + 1),
		.name = ad_col_copy(s, arena, first + 2),
	};
}

static struct ad_invitation read_invitation(struct ad_stmt *s, struct ad_arena *arena)
{
	return (struct ad_invitation){
		.space_id = ad_col_copy(s, arena, 0),
		.space_name = ad_col_copy(s, arena, 1),
		.role = ad_role_of(ad_col(s, 2)),
		.at = ad_col_int(s, 3),
		.second_factor = ad_col_int(s, 4) != 0,
		.invited = read_person(s, arena, 5),
		.inviter = read_person(s, arena, 8),
		.owner = read_person(s, arena, 11),
	};
}

static enum ad_db_status load_list(struct ad_stmt *s, struct ad_arena *arena,
				   struct ad_invitation_list *out)
{
	enum ad_db_status status;

	*out = (struct ad_invitation_list){ .at = ad_arena_alloc(arena, AD_INVITATIONS_OF_SPACE *
										sizeof(*out->at)) };
	while ((status = ad_step(s)) == AD_DB_ROW && out->n < AD_INVITATIONS_OF_SPACE)
		out->at[out->n++] = read_invitation(s, arena);
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

enum ad_db_status ad_invitations_of_space(struct ad_db *db, struct ad_arena *arena,
					  struct ad_str space_id, struct ad_invitation_list *out)
{
	struct ad_stmt *s =
		ad_sql(db, "SELECT " COLUMNS " FROM " TABLES
			   " WHERE i.space_id = $1 ORDER BY i.created_at, i.account_id");

	ad_bind(s, 1, space_id);
	return load_list(s, arena, out);
}

enum ad_db_status ad_invitations_of_account(struct ad_db *db, struct ad_arena *arena,
					    struct ad_str account_id,
					    struct ad_invitation_list *out)
{
	struct ad_stmt *s =
		ad_sql(db, "SELECT " COLUMNS " FROM " TABLES
			   " WHERE i.account_id = $1 ORDER BY i.created_at, i.space_id");

	ad_bind(s, 1, account_id);
	return load_list(s, arena, out);
}

/* --- changes --- */

/* { accountId, role, state }: without address and name, because history is permanent. */
static void write_state(struct ad_json *j, const struct ad_invitation *one, enum state state)
{
	static const char *const names[] = {
		[STATE_PENDING] = "PENDING",   [STATE_ACCEPTED] = "ACCEPTED",
		[STATE_DECLINED] = "DECLINED", [STATE_WITHDRAWN] = "WITHDRAWN",
		[STATE_ENDED] = "ENDED",
	};

	ad_json_key(j, "invitation");
	ad_json_object(j);
	ad_json_kstr(j, "accountId", one->invited.id);
	ad_json_kcstr(j, "role", ad_role_name(one->role));
	ad_json_kcstr(j, "state", names[state]);
	ad_json_object_end(j);
}

/* Records the new state; an accepted invitation records the membership in the same entry. */
static bool note_state(struct ad_call *call, const struct ad_invitation *one, enum state state)
{
	struct ad_text from = ad_text_on(call->arena), to = ad_text_on(call->arena);
	struct ad_json before = ad_json_on(&from), after = ad_json_on(&to);

	ad_json_object(&before);
	ad_json_object(&after);
	if (state == STATE_PENDING) {
		ad_json_key(&before, "invitation");
		ad_json_null(&before);
	} else {
		write_state(&before, one, STATE_PENDING);
	}
	write_state(&after, one, state);
	if (state == STATE_ACCEPTED) {
		ad_members_write(&before, one->invited.id, AD_NO_MEMBER);
		ad_members_write(&after, one->invited.id, one->role);
	}
	ad_json_object_end(&before);
	ad_json_object_end(&after);
	return ad_members_note(call, one->space_id, ad_text_str(&from), ad_text_str(&to));
}

static bool delete_one(struct ad_call *call, const struct ad_invitation *one)
{
	struct ad_stmt *s = ad_sql(call->db, "DELETE FROM space_invitations WHERE space_id = $1"
					     " AND account_id = $2");

	ad_bind(s, 1, one->space_id);
	ad_bind(s, 2, one->invited.id);
	enum ad_db_status status = ad_step(s);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

/* The numbers of pending invitations, those included that do not count now. */
struct pending {
	int64_t of_space, of_account, of_inviter, of_both;
};

static bool count_pending(struct ad_call *call, struct ad_str space_id, struct ad_str account_id,
			  struct pending *out)
{
	struct ad_stmt *s = ad_sql(
		call->db,
		"SELECT COALESCE(SUM(CASE WHEN space_id = $1 THEN 1 ELSE 0 END), 0),"
		" COALESCE(SUM(CASE WHEN account_id = $2 THEN 1 ELSE 0 END), 0),"
		" COALESCE(SUM(CASE WHEN account_id = $2 AND invited_by = $3 THEN 1 ELSE 0 END),"
		" 0), COALESCE(SUM(CASE WHEN account_id = $2 AND space_id = $1 THEN 1 ELSE 0 END),"
		" 0) FROM space_invitations WHERE space_id = $1 OR account_id = $2");

	ad_bind(s, 1, space_id);
	ad_bind(s, 2, account_id);
	ad_bind_cstr(s, 3, call->who->account_id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	*out = (struct pending){ ad_col_int(s, 0), ad_col_int(s, 1), ad_col_int(s, 2),
				 ad_col_int(s, 3) };
	ad_reset(s);
	return true;
}

static bool may_invite(struct ad_call *call, const struct ad_row *space, struct ad_str account_id)
{
	struct pending pending = { 0 };
	enum ad_role was;

	if (ad_row_value((struct ad_row *)space, "personal")->i)
		return ad_members_refuse(
			call, "PERSONAL_SPACE",
			"A Personal Space cannot have other members. Create a Space to share.");
	if (!ad_members_read_role(call, space->id, account_id, &was) ||
	    !count_pending(call, space->id, account_id, &pending))
		return false;
	if (was != AD_NO_MEMBER)
		return ad_members_refuse(call, "ALREADY_MEMBER",
					 "The account is already a member of the Space.");
	if (pending.of_both > 0)
		return ad_members_refuse(call, "ALREADY_INVITED",
					 "The account is already invited. To change the role, "
					 "withdraw the invitation first.");
	if (pending.of_space >= AD_INVITATIONS_OF_SPACE)
		return ad_members_refuse(call, "TOO_MANY_INVITATIONS",
					 "A Space can have at most 100 pending invitations. "
					 "Withdraw one first.");
	if (pending.of_account >= AD_INVITATIONS_OF_ACCOUNT ||
	    pending.of_inviter >= AD_INVITATIONS_OF_INVITER)
		return ad_members_refuse(call, "TOO_MANY_INVITATIONS",
					 "The account has too many pending invitations. Ask the "
					 "person to accept or decline some first.");
	return true;
}

bool ad_invitation_make(struct ad_call *call, const struct ad_row *space, struct ad_str account_id,
			enum ad_role role)
{
	const struct ad_invitation one = { .space_id = space->id,
					   .invited = { .id = account_id },
					   .role = role };

	if (!may_invite(call, space, account_id) || !ad_call_need_factor(call) ||
	    !ad_call_confirm(call, AD_ACT_MEMBER_ADD))
		return false;
	struct ad_stmt *s = ad_sql(call->db, "INSERT INTO space_invitations (space_id, account_id,"
					     " role, invited_by, created_at)"
					     " VALUES ($1, $2, $3, $4, $5)");
	ad_bind(s, 1, space->id);
	ad_bind(s, 2, account_id);
	ad_bind_cstr(s, 3, ad_role_name(role));
	ad_bind_cstr(s, 4, call->who->account_id);
	ad_bind_int(s, 5, ad_now());
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return note_state(call, &one, STATE_PENDING);
}

/* Finds an invitation, whether its inviter is still an OWNER or not. */
static bool find_stored(struct ad_call *call, struct ad_str space_id, struct ad_str account_id,
			struct ad_invitation *out)
{
	struct ad_stmt *s = ad_sql(call->db, "SELECT role FROM space_invitations WHERE"
					     " space_id = $1 AND account_id = $2");

	ad_bind(s, 1, space_id);
	ad_bind(s, 2, account_id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE)
		return ad_fail(call, AD_NOT_FOUND, "%s",
			       "The account has no invitation to this Space.");
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	*out = (struct ad_invitation){ .space_id = space_id,
				       .invited = { .id = account_id },
				       .role = ad_role_of(ad_col(s, 0)) };
	ad_reset(s);
	return true;
}

bool ad_invitation_withdraw(struct ad_call *call, const struct ad_row *space,
			    struct ad_str account_id)
{
	struct ad_invitation one;

	return find_stored(call, space->id, account_id, &one) && delete_one(call, &one) &&
	       note_state(call, &one, STATE_WITHDRAWN);
}

/* Finds the caller's invitation to a Space, if it counts. */
static bool invitations_find_own(struct ad_call *call, struct ad_str space_id,
				 struct ad_invitation *out)
{
	struct ad_stmt *s = ad_sql(call->db, "SELECT " COLUMNS " FROM " TABLES
					     " WHERE i.space_id = $1 AND i.account_id = $2");

	ad_bind(s, 1, space_id);
	ad_bind_cstr(s, 2, call->who->account_id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE)
		return ad_fail(call, AD_NOT_FOUND, "%s",
			       "There is no such invitation. It was withdrawn, or the inviter is "
			       "no longer an owner of the Space.");
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	*out = read_invitation(s, call->arena);
	ad_reset(s);
	return true;
}

bool ad_invitation_answer(struct ad_call *call, struct ad_str space_id, bool accepts)
{
	struct ad_invitation one;
	enum ad_role was;

	if (!invitations_find_own(call, space_id, &one) ||
	    !ad_members_read_role(call, one.space_id, one.invited.id, &was))
		return false;
	if (was != AD_NO_MEMBER)
		return ad_members_refuse(call, "ALREADY_MEMBER",
					 "You are already a member of the Space.");
	if (accepts) {
		enum ad_db_status status =
			ad_members_put_role(call, one.space_id, one.invited.id, one.role);
		if (status != AD_DB_DONE)
			return ad_fail_db(call, status);
	} else if (!delete_one(call, &one)) {
		return false;
	}
	return note_state(call, &one, accepts ? STATE_ACCEPTED : STATE_DECLINED);
}

bool ad_invitations_end(struct ad_call *call, struct ad_str space_id, struct ad_str inviter_id)
{
	struct ad_invitation list[AD_INVITATIONS_OF_SPACE];
	size_t n = 0;
	enum ad_db_status status;
	struct ad_stmt *s = ad_sql(call->db, "SELECT account_id, role FROM space_invitations WHERE"
					     " space_id = $1 AND invited_by = $2");

	ad_bind(s, 1, space_id);
	ad_bind(s, 2, inviter_id);
	while ((status = ad_step(s)) == AD_DB_ROW && n < AD_LEN(list))
		list[n++] = (struct ad_invitation){
			.space_id = space_id,
			.invited = { .id = ad_col_copy(s, call->arena, 0) },
			.role = ad_role_of(ad_col(s, 1)),
		};
	ad_reset(s);
	if (status != AD_DB_DONE && status != AD_DB_ROW)
		return ad_fail_db(call, status);
	for (size_t i = 0; i < n; i++)
		if (!delete_one(call, &list[i]) || !note_state(call, &list[i], STATE_ENDED))
			return false;
	return true;
}
