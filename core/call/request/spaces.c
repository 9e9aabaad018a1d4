#include "call/request/spaces.h"

#include "call/request/actions.h"
#include "call/request/paged.h"
#include "call/request/params.h"
#include "model/currency_worth.h"

enum ad_role ad_role_of(struct ad_str name)
{
	static const char *const names[] = {
		[AD_NO_MEMBER] = "",          [AD_VIEWER] = "VIEWER", [AD_EDITOR] = "EDITOR",
		[AD_PUBLISHER] = "PUBLISHER", [AD_OWNER] = "OWNER",
	};
	for (size_t i = 1; i < AD_LEN(names); i++)
		if (ad_str_is(name, names[i]))
			return (enum ad_role)i;
	return AD_NO_MEMBER;
}

const char *ad_role_name(enum ad_role role)
{
	switch (role) {
	case AD_VIEWER:
		return "VIEWER";
	case AD_EDITOR:
		return "EDITOR";
	case AD_PUBLISHER:
		return "PUBLISHER";
	case AD_OWNER:
		return "OWNER";
	case AD_NO_MEMBER:
		break;
	}
	return NULL;
}

#define SPACE_COLUMNS                                                                              \
	"s.id, s.currency, s.timezone, s.max_campaign_daily_budget, s.max_total_daily_budget,"     \
	" s.max_budget_increase_percent, s.allowed_platforms, s.blocked_terms,"                    \
	" s.require_approval_live, s.require_approval_test, s.pushes_blocked_live,"                \
	" s.pushes_blocked_test, s.max_bid, s.name, s.personal, s.created_at, s.version,"          \
	" s.updated_at, s.require_second_factor,"                                                  \
	" EXISTS (SELECT 1 FROM space_ended_tokens o WHERE o.space_id = s.id)"

#define C_NAME 13 /* and the columns after it */
#define C_FACTOR 18
#define C_ROLE 20

static void read_space(struct ad_arena *arena, struct ad_stmt *s, enum ad_environment environment,
		       struct ad_space *out)
{
	ad_str_put(out->id, sizeof(out->id), ad_col(s, 0));
	ad_str_put(out->currency, sizeof(out->currency), ad_col(s, 1));
	ad_str_put(out->timezone, sizeof(out->timezone), ad_col(s, 2));
	out->max_campaign_daily_budget = ad_col_int(s, 3);
	out->max_total_daily_budget = ad_col_int(s, 4);
	out->max_budget_increase_percent = ad_col_int(s, 5);
	out->allowed_platforms = (uint32_t)ad_col_int(s, 6);
	out->blocked_terms = ad_arena_copy(arena, ad_col(s, 7)).p;
	ad_str_put(out->require_approval_live, sizeof(out->require_approval_live), ad_col(s, 8));
	ad_str_put(out->require_approval_test, sizeof(out->require_approval_test), ad_col(s, 9));
	out->pushes_blocked = ad_col_int(s, environment == AD_LIVE ? 10 : 11) != 0;
	out->max_bid = ad_col_is_null(s, 12) ? ad_currency_bid_limit(ad_str(out->currency))
					     : ad_col_int(s, 12);
	out->require_second_factor = ad_col_int(s, C_FACTOR) != 0;
	out->ended_tokens = ad_col_int(s, C_FACTOR + 1) != 0;
}

/*
 * Cached Spaces of this thread's connection: every request needs one. An entry is valid until
 * anything is committed after it was read.
 */
struct kept_space {
	int64_t mark; /* ad_db_change_mark() when it was read; 0: empty */
	char account_id[AD_ID_SIZE];
	enum ad_environment environment;
	struct ad_space space; /* without its blocked terms */
	char blocked_terms[1024];
};

static struct kept_space *spaces_place_of(struct ad_str id)
{
	static _Thread_local struct kept_space kept[16];

	return &kept[id.n ? (unsigned char)id.p[id.n - 1] % AD_LEN(kept) : 0];
}

static bool spaces_recall(struct ad_arena *arena, struct ad_str id, const struct kept_space *wanted,
			  struct ad_space *out)
{
	const struct kept_space *k = spaces_place_of(id);

	if (k->mark != wanted->mark || k->environment != wanted->environment ||
	    !ad_str_is(id, k->space.id) || strcmp(k->account_id, wanted->account_id) != 0)
		return false;
	*out = k->space;
	out->blocked_terms = ad_arena_copy(arena, ad_str(k->blocked_terms)).p;
	return true;
}

static void spaces_keep(const struct kept_space *wanted, const struct ad_space *space)
{
	struct kept_space *k = spaces_place_of(ad_str(space->id));
	struct ad_str terms = ad_str(space->blocked_terms);

	if (wanted->mark <= 0 || terms.n >= sizeof(k->blocked_terms))
		return;
	*k = *wanted;
	k->space = *space;
	k->space.blocked_terms = NULL;
	ad_str_put(k->blocked_terms, sizeof(k->blocked_terms), terms);
}

enum ad_db_status ad_space_load(struct ad_db *db, struct ad_arena *arena, struct ad_str id,
				const char *account_id, enum ad_environment environment,
				struct ad_space *out)
{
	struct kept_space wanted = { .mark = 0, .environment = environment };

	if (ad_db_in_moment(db)) {
		wanted.mark = ad_db_change_mark(db);
		ad_str_put(wanted.account_id, sizeof(wanted.account_id), ad_str(account_id));
		if (spaces_recall(arena, id, &wanted, out))
			return AD_DB_ROW;
	}
	struct ad_stmt *s = ad_sql(db, "SELECT " SPACE_COLUMNS ", m.role FROM members m"
				       " CROSS JOIN spaces s WHERE m.space_id = $1 AND m.account_id"
				       " = $2 AND s.id = m.space_id");
	ad_bind(s, 1, id);
	ad_bind_cstr(s, 2, account_id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	read_space(arena, s, environment, out);
	out->role = ad_role_of(ad_col(s, C_ROLE));
	ad_reset(s);
	spaces_keep(&wanted, out);
	return AD_DB_ROW;
}

/* SQL: true unless an owner revoked the token $n in the Space m.space_id. */
#define LETS_IN(n)                                                                                 \
	" AND NOT EXISTS (SELECT 1 FROM space_ended_tokens e WHERE e.space_id = m.space_id"        \
	" AND e.token_id = " n ")"

/* AD_DB_DONE if an owner revoked the caller's token in the call's Space; otherwise AD_DB_ROW. */
static enum ad_db_status lets_in(struct ad_call *call)
{
	struct ad_stmt *s = ad_sql(call->db, "SELECT 1 FROM space_ended_tokens WHERE space_id = $1"
					     " AND token_id = $2");
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, call->who->credential_id);
	enum ad_db_status status = ad_step(s);
	ad_reset(s);
	if (status == AD_DB_ROW)
		return AD_DB_DONE;
	return status == AD_DB_DONE ? AD_DB_ROW : status;
}

static bool space_missing(struct ad_call *call, struct ad_str id)
{
	call->res = ad_resource_row(AD_R_SPACE);
	call->id = id;
	return ad_fail(call, AD_NOT_FOUND, "The Space does not exist.");
}

bool ad_call_resolve_space(struct ad_call *call)
{
	struct ad_str wanted = ad_str(call->who->space_id);
	if (call->space_header.p) {
		/* a grant covers one Space: any other does not exist for it */
		if (call->who->space_bound && !ad_str_eq(call->space_header, wanted))
			return space_missing(call, call->space_header);
		wanted = call->space_header;
	}
	enum ad_db_status status =
		ad_space_load(call->db, call->arena, wanted, call->who->account_id,
			      call->who->environment, &call->space);
	if (status == AD_DB_ROW && call->space.ended_tokens)
		status = lets_in(call);
	if (status == AD_DB_DONE)
		return space_missing(call, wanted);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	call->scopes = call->who->scopes & ad_role_scopes(call->space.role);
	return true;
}

static void write_limit(struct ad_json *j, const char *name, int64_t value, bool money, bool none)
{
	ad_json_key(j, name);
	if (none)
		ad_json_null(j);
	else if (money)
		ad_json_micros(j, value);
	else
		ad_json_int(j, value);
}

struct ad_str ad_space_guardrails(struct ad_arena *arena, const struct ad_space *space)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	write_limit(&j, "maxCampaignDailyBudget", space->max_campaign_daily_budget, true,
		    space->max_campaign_daily_budget == 0);
	write_limit(&j, "maxTotalDailyBudget", space->max_total_daily_budget, true,
		    space->max_total_daily_budget == 0);
	write_limit(&j, "maxBudgetIncreasePercent", space->max_budget_increase_percent, false,
		    space->max_budget_increase_percent < 0);
	write_limit(&j, "maxBid", space->max_bid, true, space->max_bid == 0);
	ad_json_key(&j, "allowedPlatforms");
	ad_json_array(&j);
	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		if (space->allowed_platforms & (1u << i))
			ad_json_str(&j, ad_str(ad_platform_name((enum ad_platform)i)));
	ad_json_array_end(&j);
	ad_json_kraw(&j, "blockedTerms", ad_str(space->blocked_terms));
	ad_json_key(&j, "requireApproval");
	ad_json_object(&j);
	ad_json_kcstr(&j, "live", space->require_approval_live);
	ad_json_kcstr(&j, "test", space->require_approval_test);
	ad_json_object_end(&j);
	ad_json_kbool(&j, "requireSecondFactor", space->require_second_factor);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

static struct ad_value text_value(struct ad_arena *arena, struct ad_str s)
{
	return (struct ad_value){ .kind = AD_TEXT, .s = ad_arena_copy(arena, s) };
}

static struct ad_value number_value(int64_t i)
{
	return (struct ad_value){ .kind = AD_INT, .i = i };
}

/* Converts the current row of s to a Space's row. */
static struct ad_row *spaces_row_of(struct ad_arena *arena, struct ad_stmt *s,
				    const struct ad_space *space)
{
	struct ad_row *row = ad_arena_zalloc(arena, sizeof(*row));
	const char *role = ad_role_name(space->role);
	row->res = ad_resource_row(AD_R_SPACE);
	row->id = row->space_id = ad_arena_copy(arena, ad_str(space->id));
	row->version = ad_col_int(s, C_NAME + 3);
	row->created_at = ad_col_int(s, C_NAME + 2);
	row->updated_at = ad_col_int(s, C_NAME + 4);
	*ad_row_value(row, "id") = text_value(arena, row->id);
	*ad_row_value(row, "name") = text_value(arena, ad_col(s, C_NAME));
	*ad_row_value(row, "personal") = number_value(ad_col_int(s, C_NAME + 1));
	if (role)
		*ad_row_value(row, "role") = text_value(arena, ad_str(role));
	*ad_row_value(row, "currency") = text_value(arena, ad_str(space->currency));
	*ad_row_value(row, "timezone") = text_value(arena, ad_str(space->timezone));
	*ad_row_value(row, "guardrails") = text_value(arena, ad_space_guardrails(arena, space));
	*ad_row_value(row, "pushesBlocked") = number_value(space->pushes_blocked);
	*ad_row_value(row, "version") = number_value(row->version);
	*ad_row_value(row, "createdAt") = number_value(row->created_at);
	*ad_row_value(row, "updatedAt") = number_value(row->updated_at);
	/*
	 * The caller's role and the environment's kill switch change without an edit of the Space,
	 * so that the revision includes them.
	 */
	row->sync_revision = 2 * (int64_t)space->role + space->pushes_blocked;
	return row;
}

static enum ad_db_status load_row(struct ad_call *call, struct ad_stmt *s, struct ad_space *space,
				  struct ad_row **row)
{
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*space = (struct ad_space){ .role = ad_role_of(ad_col(s, C_ROLE)) };
	read_space(call->arena, s, call->who->environment, space);
	*row = spaces_row_of(call->arena, s, space);
	ad_reset(s);
	return AD_DB_ROW;
}

enum ad_db_status ad_space_row(struct ad_call *call, struct ad_str id, struct ad_space *space,
			       struct ad_row **row)
{
	/*
	 * Reads the members first, so that a foreign Space takes as long as one that does not
	 * exist.
	 */
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT " SPACE_COLUMNS ", m.role FROM members m"
				 " CROSS JOIN spaces s WHERE m.space_id = $1 AND"
				 " m.account_id = $2 AND s.id = m.space_id" LETS_IN("$3"));
	/* A grant covers one Space: every other is treated as not existing. */
	bool foreign = call->who->space_bound && !ad_str_is(id, call->who->space_id);
	ad_bind(s, 1, id);
	ad_bind_cstr(s, 2, foreign ? "" : call->who->account_id);
	ad_bind_cstr(s, 3, call->who->credential_id);
	return load_row(call, s, space, row);
}

enum ad_db_status ad_space_row_own(struct ad_call *call, struct ad_str id, struct ad_space *space,
				   struct ad_row **row)
{
	struct ad_stmt *s = ad_sql(call->db, "SELECT " SPACE_COLUMNS ", '' FROM spaces s"
					     " WHERE s.id = $1");
	ad_bind(s, 1, id);
	return load_row(call, s, space, row);
}

void ad_space_write(struct ad_json *j, const struct ad_row *row)
{
	ad_json_object(j);
	for (size_t i = 0; i < row->res->shape.count; i++) {
		ad_json_key(j, row->res->shape.fields[i].name);
		ad_value_write(j, &row->res->shape.fields[i], &row->v[i]);
	}
	ad_json_object_end(j);
}

void ad_space_answer(struct ad_call *call, struct ad_row *row)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	if (call->validate_only) {
		*ad_row_value(row, "id") = (struct ad_value){ .kind = AD_NULL };
		call->meta = AD_S("\"validateOnly\":true");
	} else {
		call->etag = ad_arena_printf(call->arena, "\"%lld.%lld\"", (long long)row->version,
					     (long long)row->sync_revision);
	}
	ad_space_write(&j, row);
	call->data = ad_text_str(&text);
	call->http_status = 200;
}

void ad_spaces_list(struct ad_call *call)
{
	struct ad_paged page;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	enum ad_db_status status;
	const struct ad_principal *who = call->who;
	if (!ad_paged_read(call, &page, 4))
		return;
	/* A grant lists its own Space only. */
	const char *from =
		"FROM members m JOIN spaces s ON s.id = m.space_id"
		" WHERE m.account_id = $1 AND ($2 = '' OR m.space_id = $2)" LETS_IN("$3");
	struct ad_stmt *s = ad_paged_sql(&page, SPACE_COLUMNS ", m.role", from, "m.space_id");
	ad_bind_cstr(s, 1, who->account_id);
	ad_bind_cstr(s, 2, who->space_bound ? who->space_id : "");
	ad_bind_cstr(s, 3, who->credential_id);
	ad_json_array(&j);
	while ((status = ad_paged_step(&page, s)) == AD_DB_ROW) {
		struct ad_space space = { .role = ad_role_of(ad_col(s, C_ROLE)) };
		read_space(call->arena, s, who->environment, &space);
		ad_space_write(&j, spaces_row_of(call->arena, s, &space));
		ad_paged_key(&page, ad_col(s, 0));
	}
	ad_json_array_end(&j);
	if (status != AD_DB_DONE) {
		ad_fail_db(call, status);
		return;
	}
	call->data = ad_text_str(&text);
	s = ad_paged_count(&page, from);
	ad_bind_cstr(s, 1, who->account_id);
	ad_bind_cstr(s, 2, who->space_bound ? who->space_id : "");
	ad_bind_cstr(s, 3, who->credential_id);
	ad_paged_answer(&page, s);
}

void ad_spaces_get(struct ad_call *call)
{
	struct ad_space space;
	struct ad_row *row;
	if (!ad_no_params(call))
		return;
	enum ad_db_status status = ad_space_row(call, call->id, &space, &row);
	if (status == AD_DB_DONE)
		ad_fail(call, AD_NOT_FOUND, "%s", "");
	else if (status != AD_DB_ROW)
		ad_fail_db(call, status);
	if (call->status != AD_OK)
		return;
	ad_space_answer(call, row);
	ad_not_modified(call);
}
