/* The credentials that reach a Space: see space_access.h. */
#include "call/spaces/space_access.h"

#include "auth/credential/tokens.h"
#include "base/clock.h"
#include "call/request/actions.h"
#include "call/request/connector.h"
#include "call/request/history.h"
#include "call/request/paged.h"
#include "call/request/spaces.h"

/* The credentials of the Space $1 that are valid at $2. */
#define ACCESS                                                                                     \
	"FROM (SELECT t.id AS id, 'TOKEN' AS kind, t.name AS name, '' AS client_id,"               \
	" t.account_id AS account_id, t.environment AS environment, t.scopes AS scopes,"           \
	" t.created_at AS created_at, t.last_used_at AS last_used_at, t.expires_at AS expires_at"  \
	" FROM members m JOIN tokens t ON t.account_id = m.account_id WHERE m.space_id = $1"       \
	" AND t.revoked_at IS NULL AND t.expires_at > $2 AND NOT EXISTS (SELECT 1 FROM"            \
	" space_ended_tokens e WHERE e.space_id = m.space_id AND e.token_id = t.id)"               \
	" UNION ALL SELECT g.id, 'GRANT', g.client_name, g.client_id, g.account_id,"               \
	" g.environment, g.scopes, g.created_at, g.last_used_at, g.expires_at"                     \
	" FROM members m JOIN oauth_grants g ON g.account_id = m.account_id AND g.space_id ="      \
	" m.space_id WHERE m.space_id = $1 AND g.revoked_at IS NULL AND g.expires_at > $2"         \
	" AND g.idle_expires_at > $2) AS c JOIN accounts a ON a.id = c.account_id WHERE 1 = 1"
#define COLUMNS                                                                                    \
	"c.id, c.kind, c.name, c.client_id, c.account_id, a.email, a.name, c.environment,"         \
	" c.scopes, c.created_at, c.last_used_at, c.expires_at"

static void bind_access(struct ad_stmt *s, struct ad_str space_id)
{
	ad_bind(s, 1, space_id);
	ad_bind_int(s, 2, ad_now());
}

static struct ad_space_access read_access(struct ad_stmt *s, struct ad_arena *arena)
{
	return (struct ad_space_access){
		.id = ad_col_copy(s, arena, 0),
		.kind = ad_col_copy(s, arena, 1),
		.name = ad_col_copy(s, arena, 2),
		.client_id = ad_col_copy(s, arena, 3),
		.account_id = ad_col_copy(s, arena, 4),
		.email = ad_col_copy(s, arena, 5),
		.person = ad_col_copy(s, arena, 6),
		.environment = ad_col_copy(s, arena, 7),
		.scopes = (uint32_t)ad_col_int(s, 8),
		.created_at = ad_col_int(s, 9),
		.last_used_at = ad_col_int(s, 10),
		.expires_at = ad_col_int(s, 11),
	};
}

enum ad_db_status ad_space_access_list(struct ad_call *call, struct ad_str space_id,
				       struct ad_space_access **out, size_t *count, int64_t *all)
{
	struct ad_stmt *s = ad_sql(call->db, "SELECT COUNT(*) " ACCESS);
	enum ad_db_status status;

	*count = 0;
	*all = 0;
	*out = ad_arena_alloc(call->arena, AD_SPACE_ACCESS_MAX * sizeof(**out));
	bind_access(s, space_id);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*all = ad_col_int(s, 0);
	ad_reset(s);
	s = ad_sql(call->db, "SELECT " COLUMNS " " ACCESS " ORDER BY c.created_at DESC, c.id LIMIT"
			     " $3");
	bind_access(s, space_id);
	ad_bind_int(s, 3, AD_SPACE_ACCESS_MAX);
	while ((status = ad_step(s)) == AD_DB_ROW)
		(*out)[(*count)++] = read_access(s, call->arena);
	return status;
}

static struct ad_str text_or_null(struct ad_str text)
{
	return text.n > 0 ? text : (struct ad_str){ NULL, 0 };
}

static void write_access(struct ad_json *j, const struct ad_space_access *a)
{
	ad_json_object(j);
	ad_json_kstr(j, "id", a->id);
	ad_json_kstr(j, "kind", a->kind);
	ad_json_kstr(j, "name", a->name);
	ad_json_kstr(j, "clientId", text_or_null(a->client_id));
	ad_json_kstr(j, "accountId", a->account_id);
	ad_json_kstr(j, "email", a->email);
	ad_json_kstr(j, "environment", a->environment);
	ad_json_key(j, "scopes");
	ad_scopes_write(j, a->scopes);
	ad_json_ktime(j, "createdAt", a->created_at);
	ad_json_ktime(j, "lastUsedAt", a->last_used_at);
	ad_json_ktime(j, "expiresAt", a->expires_at);
	ad_json_object_end(j);
}

/* The credential with the id $3; all if $3 is empty. */
#define ACCESS_OR_ONE ACCESS " AND ($3 = '' OR c.id = $3)"

/* Lists the credentials of a Space: all for an owner, otherwise the call's own. */
static void access_list(struct ad_call *call, struct ad_paged *page, bool all)
{
	struct ad_str only = all ? AD_S("") : ad_str(call->who->credential_id);
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	enum ad_db_status status;
	struct ad_stmt *s = ad_paged_sql(page, COLUMNS, ACCESS_OR_ONE, "c.id");
	bind_access(s, call->id);
	ad_bind(s, 3, only);
	ad_json_array(&j);
	while ((status = ad_paged_step(page, s)) == AD_DB_ROW) {
		struct ad_space_access one = read_access(s, call->arena);
		if (!all)
			one.email = (struct ad_str){ NULL, 0 };
		write_access(&j, &one);
		ad_paged_key(page, one.id);
	}
	ad_json_array_end(&j);
	if (status != AD_DB_DONE) {
		ad_fail_db(call, status);
		return;
	}
	call->data = ad_text_str(&text);
	s = ad_paged_count(page, ACCESS_OR_ONE);
	bind_access(s, call->id);
	ad_bind(s, 3, only);
	ad_paged_answer(page, s);
}

void ad_spaces_access(struct ad_call *call)
{
	struct ad_paged page;
	struct ad_space space;
	struct ad_row *row;
	if (!ad_paged_read(call, &page, 4))
		return;
	enum ad_db_status status = ad_space_row(call, call->id, &space, &row);
	if (status == AD_DB_DONE) {
		ad_fail(call, AD_NOT_FOUND, "%s", "");
	} else if (status != AD_DB_ROW) {
		ad_fail_db(call, status);
	} else {
		access_list(
			call, &page,
			ad_call_sees_people(call, call->who->scopes & ad_role_scopes(space.role)));
	}
}

/* --- the end of one --- */

/* Records the change in the Space's history, in the name of the caller. */
static bool access_note(struct ad_call *call, struct ad_str space_id,
			const struct ad_space_access *a)
{
	struct ad_history_entry entry = {
		.space_id = space_id,
		.environment = a->environment,
		.resource = ad_str_is(a->kind, "TOKEN") ? AD_S("token") : AD_S("grant"),
		.object_id = a->id,
		.verb = AD_S("REVOKE"),
		.after = ad_arena_printf(call->arena,
					 "{\"reason\":\"owner\",\"accountId\":\"%.*s\"}",
					 AD_FMT(a->account_id)),
	};

	return ad_history_note(call, &entry);
}

static enum ad_db_status end_here(struct ad_call *call, struct ad_str space_id,
				  const struct ad_space_access *a)
{
	bool token = ad_str_is(a->kind, "TOKEN");
	struct ad_stmt *s =
		token ? ad_sql(call->db,
			       "INSERT INTO space_ended_tokens (space_id, token_id, ended_at)"
			       " VALUES ($1, $2, $3) ON CONFLICT (space_id, token_id) DO NOTHING")
		      : ad_sql(call->db,
			       "UPDATE oauth_grants SET revoked_at = $3, revoked_reason = 'owner'"
			       " WHERE space_id = $1 AND id = $2 AND revoked_at IS NULL");

	ad_bind(s, 1, space_id);
	ad_bind(s, 2, a->id);
	ad_bind_int(s, 3, ad_now());
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE)
		return status;
	return ad_auth_bump(call->db) ? AD_DB_DONE : AD_DB_UNAVAILABLE;
}

bool ad_space_access_end(struct ad_call *call, struct ad_str space_id, struct ad_str id)
{
	struct ad_space_access one;
	struct ad_stmt *s = ad_sql(call->db, "SELECT " COLUMNS " " ACCESS " AND c.id = $3");

	bind_access(s, space_id);
	ad_bind(s, 3, id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE)
		return ad_fail(call, AD_NOT_FOUND, "%s", "");
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	one = read_access(s, call->arena);
	ad_reset(s);
	status = end_here(call, space_id, &one);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return access_note(call, space_id, &one);
}
