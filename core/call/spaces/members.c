/* The members of a Space: GET /spaces/:id/members, and granting and revoking roles. */
#include "auth/credential/tokens.h"
#include "base/clock.h"
#include "call/request/actions.h"
#include "call/request/confirm.h"
#include "call/request/second_factor.h"
#include "call/request/connector.h"
#include "call/request/history.h"
#include "call/spaces/invitations.h"
#include "call/spaces/members.h"
#include "call/request/paged.h"
#include "call/spaces/space_change.h"
#include "call/request/spaces.h"
#include "call/webhooks/webhooks.h"

void ad_member_write(struct ad_json *j, struct ad_stmt *s, bool with_address)
{
	ad_json_object(j);
	ad_json_kstr(j, "accountId", ad_col(s, 0));
	ad_json_kstr(j, "email", with_address ? ad_col(s, 1) : AD_S(""));
	ad_json_kstr(j, "name", ad_col(s, 2));
	ad_json_kstr(j, "role", ad_col(s, 3));
	ad_json_ktime(j, "createdAt", ad_col_int(s, 4));
	ad_json_object_end(j);
}

/* Lists the members of a Space; the caller's membership was checked. */
static void members_list(struct ad_call *call, struct ad_paged *page, bool addresses)
{
	static const char from[] = "FROM " AD_MEMBER_TABLES " WHERE m.space_id = $1";
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	enum ad_db_status status;
	struct ad_stmt *s = ad_paged_sql(page, AD_MEMBER_COLUMNS, from, "m.account_id");
	ad_bind(s, 1, call->id);
	ad_json_array(&j);
	while ((status = ad_paged_step(page, s)) == AD_DB_ROW) {
		ad_member_write(&j, s, addresses || ad_str_is(ad_col(s, 0), call->who->account_id));
		ad_paged_key(page, ad_col(s, 0));
	}
	ad_json_array_end(&j);
	if (status != AD_DB_DONE) {
		ad_fail_db(call, status);
		return;
	}
	call->data = ad_text_str(&text);
	s = ad_paged_count(page, from);
	ad_bind(s, 1, call->id);
	ad_paged_answer(page, s);
}

void ad_spaces_members(struct ad_call *call)
{
	struct ad_paged page;
	struct ad_space space;
	struct ad_row *row;
	if (!ad_paged_read(call, &page, 2))
		return;
	enum ad_db_status status = ad_space_row(call, call->id, &space, &row);
	if (status == AD_DB_DONE)
		ad_fail(call, AD_NOT_FOUND, "%s", "");
	else if (status != AD_DB_ROW)
		ad_fail_db(call, status);
	else
		members_list(
			call, &page,
			ad_call_sees_people(call, call->who->scopes & ad_role_scopes(space.role)));
}

bool ad_members_read_role(struct ad_call *call, struct ad_str space_id, struct ad_str account_id,
			  enum ad_role *role)
{
	struct ad_stmt *s = ad_sql(call->db, "SELECT role FROM members WHERE space_id = $1"
					     " AND account_id = $2");
	ad_bind(s, 1, space_id);
	ad_bind(s, 2, account_id);
	enum ad_db_status status = ad_step(s);
	*role = status == AD_DB_ROW ? ad_role_of(ad_col(s, 0)) : AD_NO_MEMBER;
	ad_reset(s);
	return status == AD_DB_ROW || status == AD_DB_DONE || ad_fail_db(call, status);
}

static bool count_owners(struct ad_call *call, struct ad_str space_id, int64_t *n)
{
	struct ad_stmt *s = ad_sql(call->db, "SELECT COUNT(*) FROM members WHERE space_id = $1"
					     " AND role = 'OWNER'");
	ad_bind(s, 1, space_id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	*n = ad_col_int(s, 0);
	ad_reset(s);
	return true;
}

bool ad_members_refuse(struct ad_call *call, const char *reason, const char *message)
{
	call->details = ad_arena_printf(call->arena, "\"reason\":\"%s\"", reason);
	return ad_fail(call, AD_CONFLICT, "%s", message);
}

static bool may_set(struct ad_call *call, const struct ad_row *space, enum ad_role was,
		    enum ad_role role, bool member)
{
	int64_t owners = 0;
	if (ad_row_value((struct ad_row *)space, "personal")->i)
		return ad_members_refuse(
			call, "PERSONAL_SPACE",
			"A Personal Space cannot have other members. Create a Space to share.");
	if (member && was == AD_NO_MEMBER)
		return ad_members_refuse(call, "NO_MEMBER",
					 "The account is not a member of the Space.");
	if (!member && was != AD_NO_MEMBER)
		return ad_members_refuse(call, "ALREADY_MEMBER",
					 "The account is already a member of the Space.");
	if (was != AD_OWNER || role == AD_OWNER)
		return true;
	if (!count_owners(call, space->id, &owners))
		return false;
	return owners > 1 ||
	       ad_members_refuse(
		       call, "LAST_OWNER",
		       "The account is the Space's last owner. Make another member OWNER first.");
}

/* A member needs no invitation, and a former one has to get a new one. */
static enum ad_db_status drop_invitation(struct ad_db *db, struct ad_str space_id,
					 struct ad_str account_id)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM space_invitations WHERE space_id = $1 AND"
				       " account_id = $2");
	ad_bind(s, 1, space_id);
	ad_bind(s, 2, account_id);
	return ad_step(s);
}

enum ad_db_status ad_members_put_role(struct ad_call *call, struct ad_str space_id,
				      struct ad_str account_id, enum ad_role role)
{
	struct ad_stmt *s;
	if (role == AD_NO_MEMBER) {
		s = ad_sql(call->db, "DELETE FROM members WHERE space_id = $1 AND account_id = $2");
	} else {
		s = ad_sql(call->db, "INSERT INTO members (space_id, account_id, role, created_at)"
				     " VALUES ($1, $2, $3, $4) ON CONFLICT (space_id, account_id)"
				     " DO UPDATE SET role = excluded.role");
		ad_bind_cstr(s, 3, ad_role_name(role));
		ad_bind_int(s, 4, ad_now());
	}
	ad_bind(s, 1, space_id);
	ad_bind(s, 2, account_id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE)
		status = drop_invitation(call->db, space_id, account_id);
	/* Event streams check permissions again only after this mark has moved. */
	return status == AD_DB_DONE && !ad_auth_bump(call->db) ? AD_DB_UNAVAILABLE : status;
}

void ad_members_write(struct ad_json *j, struct ad_str account_id, enum ad_role role)
{
	ad_json_key(j, "member");
	if (role == AD_NO_MEMBER) {
		ad_json_null(j);
		return;
	}
	ad_json_object(j);
	ad_json_kstr(j, "accountId", account_id);
	ad_json_kcstr(j, "role", ad_role_name(role));
	ad_json_object_end(j);
}

/* { "member": … }: without address and name, because history is permanent. */
static struct ad_str member_json(struct ad_call *call, struct ad_str account_id, enum ad_role role)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	ad_members_write(&j, account_id, role);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

/* A membership covers both environments, so that the history of both records it. */
bool ad_members_note(struct ad_call *call, struct ad_str space_id, struct ad_str before,
		     struct ad_str after)
{
	static const struct ad_str environments[] = { { "test", 4 }, { "live", 4 } };
	for (size_t i = 0; i < AD_LEN(environments); i++) {
		struct ad_history_entry entry = {
			.space_id = space_id,
			.environment = environments[i],
			.resource = ad_str(ad_resource_row(AD_R_SPACE)->name),
			.object_id = space_id,
			.verb = AD_S("UPDATE"),
			.before = before,
			.after = after,
		};
		if (!ad_history_note(call, &entry))
			return false;
	}
	return true;
}

/*
 * Requires a confirmation for adding, changing or removing a member. Leaving the Space needs none,
 * because it only reduces access.
 */
static bool confirm_role(struct ad_call *call, struct ad_str account_id, enum ad_role role,
			 bool member)
{
	if (role == AD_NO_MEMBER && ad_str_is(account_id, call->who->account_id))
		return true;
	return ad_call_need_factor(call) &&
	       ad_call_confirm(call, role == AD_NO_MEMBER ? AD_ACT_MEMBER_REMOVE
				     : member             ? AD_ACT_MEMBER_ROLE
							  : AD_ACT_MEMBER_ADD);
}

bool ad_space_set_role(struct ad_call *call, const struct ad_row *space, struct ad_str account_id,
		       enum ad_role role, bool member)
{
	enum ad_role was;
	if (!ad_members_read_role(call, space->id, account_id, &was) ||
	    !may_set(call, space, was, role, member))
		return false;
	if (was == role)
		return true;
	if (!confirm_role(call, account_id, role, member))
		return false;
	enum ad_db_status status = ad_members_put_role(call, space->id, account_id, role);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (was == AD_OWNER && (!ad_webhooks_end_of(call, space->id, account_id) ||
				!ad_invitations_end(call, space->id, account_id)))
		return false;
	return ad_members_note(call, space->id, member_json(call, account_id, was),
			       member_json(call, account_id, role));
}
