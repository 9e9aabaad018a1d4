#include "call/request/history.h"

#include "store/history/history.h"
#include "store/objects/rows.h"
#include "call/request/outcome.h"

static const char *const doors[] = {
	[AD_DOOR_API] = "API",   [AD_DOOR_MCP] = "MCP",       [AD_DOOR_APP] = "APP",
	[AD_DOOR_PULL] = "PULL", [AD_DOOR_IMPORT] = "IMPORT",
};

/* "create" as it is stored: "CREATE". */
static struct ad_str history_upper(struct ad_arena *arena, const char *verb)
{
	struct ad_text text = ad_text_on(arena);

	for (const char *c = verb; *c; c++)
		ad_text_addc(&text, *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c);
	return ad_text_str(&text);
}

static struct ad_str history_known(const char *id)
{
	return id[0] ? ad_str(id) : (struct ad_str){ NULL, 0 };
}

bool ad_history_add(struct ad_call *call, const char *verb, const struct ad_row *before,
		    const struct ad_row *after)
{
	const struct ad_row *row = after ? after : before;
	struct ad_text from = ad_text_on(call->arena);
	struct ad_json from_json = ad_json_on(&from);
	struct ad_text to = ad_text_on(call->arena);
	struct ad_json to_json = ad_json_on(&to);

	ad_row_write_changes(&from_json, &to_json, before, after);
	struct ad_history_entry entry = {
		.space_id = row->space_id,
		.environment = row->environment,
		.resource = ad_str(row->res->name),
		.object_id = row->id,
		.verb = history_upper(call->arena, verb),
		.before = before ? ad_text_str(&from) : (struct ad_str){ NULL, 0 },
		.after = after ? ad_text_str(&to) : (struct ad_str){ NULL, 0 },
	};
	return ad_history_note(call, &entry);
}

bool ad_history_note(struct ad_call *call, const struct ad_history_entry *what)
{
	struct ad_history_entry entry = *what;
	struct ad_realm realm = ad_call_realm(call);

	if (!entry.space_id.p) {
		entry.space_id = realm.space_id;
		entry.environment = realm.environment;
	}
	bool command = call->who->kind == AD_BY_COMMAND && call->door == AD_DOOR_APP;

	entry.account_id = history_known(call->who->account_id);
	entry.door = ad_str(command ? "CLI" : doors[call->door]);
	entry.credential_id = history_known(call->who->credential_id);
	entry.request_id = call->request_id;
	enum ad_db_status status = ad_history_append(call->db, &entry);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

enum ad_db_status ad_history_place(struct ad_db *db, int64_t chain, int64_t count, int64_t us,
				   int64_t *place)
{
	int64_t low = 1, high = count + 1;
	while (low < high) {
		int64_t middle = low + (high - low) / 2;
		struct ad_stmt *s =
			ad_sql(db, "SELECT at FROM history WHERE chain = $1 AND seq >= $2"
				   " ORDER BY seq LIMIT 1");
		ad_bind_int(s, 1, chain);
		ad_bind_int(s, 2, middle);
		enum ad_db_status status = ad_step(s);
		if (status != AD_DB_ROW && status != AD_DB_DONE)
			return status;
		bool later = status == AD_DB_DONE || ad_col_int(s, 0) >= us;
		ad_reset(s);
		if (later)
			high = middle;
		else
			low = middle + 1;
	}
	*place = low;
	return AD_DB_DONE;
}
