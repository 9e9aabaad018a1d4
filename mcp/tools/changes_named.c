/*
 * The names of a change's actor and object, which the history keeps as ids. Uses the read's
 * connection.
 */
#include "mcp/tools/changes_named.h"

#include "mcp/tools/lean.h"

/* The first column of the first row, where there is one. */
static struct ad_str first_text(struct ad_call *call, struct ad_stmt *s)
{
	struct ad_str out = { NULL, 0 };
	if (ad_step(s) == AD_DB_ROW && !ad_col_is_null(s, 0))
		out = ad_col_copy(s, call->arena, 0);
	ad_reset(s);
	return out;
}

/* Never the address: an app knows people by their names. */
static struct ad_str person_of(struct ad_call *call, struct ad_str account)
{
	struct ad_stmt *s = ad_sql(call->db, "SELECT NULLIF(name, '') FROM accounts WHERE id = $1");
	ad_bind(s, 1, account);
	struct ad_str name = first_text(call, s);
	return name.n ? name : account;
}

/* The current name of an object; absent if it is gone or has no name. */
static struct ad_str changes_named_name_of(struct ad_call *call, struct ad_str kind,
					   struct ad_str id)
{
	static const struct {
		const char *kind;
		const char *sql;
	} names[] = {
#define NAME(kind, column, table)                                                                  \
	{ kind, "SELECT " column " FROM " table                                                    \
		" WHERE space_id = $1 AND environment = $2 AND id = $3" }
		NAME("campaign", "name", "campaigns"),
		NAME("adGroup", "name", "ad_groups"),
		NAME("keyword", "text", "keywords"),
		NAME("asset", "name", "assets"),
		NAME("business", "name", "businesses"),
		NAME("keywordList", "name", "keyword_lists"),
#undef NAME
	};
	for (size_t i = 0; i < AD_LEN(names); i++) {
		if (!ad_str_is(kind, names[i].kind))
			continue;
		struct ad_stmt *s = ad_sql(call->db, names[i].sql);
		ad_bind_cstr(s, 1, call->space.id);
		ad_bind_cstr(s, 2, call->who->environment == AD_LIVE ? "live" : "test");
		ad_bind(s, 3, id);
		return first_text(call, s);
	}
	return (struct ad_str){ NULL, 0 };
}

/* A member at the end of the object that out ends with. */
static void changes_named_add_member(struct ad_text *out, const char *name, struct ad_str value)
{
	struct ad_json j = ad_json_on(out);
	if (!value.n)
		return;
	out->n--;
	ad_text_addf(out, ",\"%s\":", name);
	ad_json_str(&j, value);
	ad_text_addc(out, '}');
}

struct ad_str mcp_changes_named(struct ad_call *call)
{
	struct ad_text out = ad_text_on(call->arena);
	struct ad_json_error err;
	struct ad_str account = { NULL, 0 };
	struct ad_str person = { NULL, 0 };
	size_t at = 0;
	ad_text_addc(&out, '[');
	for (;;) {
		size_t mark = out.n;
		ad_text_adds(&out, mark > 1 ? "," : "");
		size_t begin = out.n;
		if (!mcp_lean_next(&out, call->data, &at, true)) {
			out.n = mark;
			break;
		}
		const cJSON *row = ad_json_parse(
			call->arena, (struct ad_str){ out.p + begin, out.n - begin }, &err);
		struct ad_str by = ad_json_get_text(row, "accountId");
		if (by.n && !(account.p && ad_str_eq(by, account))) {
			account = by;
			person = person_of(call, by);
		}
		changes_named_add_member(&out, "by", by.n ? person : by);
		changes_named_add_member(&out, "name",
					 changes_named_name_of(call,
							       ad_json_get_text(row, "resource"),
							       ad_json_get_text(row, "objectId")));
	}
	ad_text_addc(&out, ']');
	return ad_text_str(&out);
}
