/* The history entries of runs: the objects that they changed, and their end. */
#include "base/json_write.h"
#include "sync/journal/journal.h"
#include "sync/state/spend_alarm.h"

enum ad_db_status ad_journal_append(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				    struct ad_str run_id, struct ad_history_entry *entry)
{
	struct ad_run_row run;
	enum ad_db_status status = ad_run_load(db, arena, realm, run_id, &run);

	if (status != AD_DB_ROW && status != AD_DB_DONE)
		return status;
	if (status == AD_DB_ROW) {
		entry->account_id = run.created_by;
		entry->credential_id = run.credential_id;
	}
	entry->space_id = realm.space_id;
	entry->environment = realm.environment;
	entry->door = AD_S("SYNC");
	entry->request_id = run_id;
	return ad_history_append(db, entry);
}

enum ad_db_status ad_journal_note(struct ad_db *db, struct ad_arena *arena, struct ad_str op_id,
				  const struct ad_row *was, const struct ad_row *is)
{
	struct ad_text from = ad_text_on(arena);
	struct ad_json from_json = ad_json_on(&from);
	struct ad_text to = ad_text_on(arena);
	struct ad_json to_json = ad_json_on(&to);
	const char *dot = ad_str_find(op_id, '.');
	struct ad_str run_id = { op_id.p, dot ? (size_t)(dot - op_id.p) : op_id.n };

	ad_row_write_changes(&from_json, &to_json, was, is);
	struct ad_history_entry entry = {
		.resource = ad_str(was->res->name),
		.object_id = was->id,
		.verb = AD_S("PUSH"),
		.before = ad_text_str(&from),
	};
	if (is)
		entry.after = ad_text_str(&to);
	return ad_journal_append(db, arena, (struct ad_realm){ was->space_id, was->environment },
				 run_id, &entry);
}

enum ad_db_status ad_journal_note_edit(struct ad_db *db, struct ad_arena *arena,
				       struct ad_str run_id, const struct ad_row *was,
				       const struct ad_row *is)
{
	struct ad_text from = ad_text_on(arena);
	struct ad_json from_json = ad_json_on(&from);
	struct ad_text to = ad_text_on(arena);
	struct ad_json to_json = ad_json_on(&to);

	ad_row_write_changes(&from_json, &to_json, was, is);
	struct ad_history_entry entry = {
		.resource = ad_str(was->res->name),
		.object_id = was->id,
		.verb = AD_S("UPDATE"),
		.before = ad_text_str(&from),
		.after = ad_text_str(&to),
	};
	return ad_journal_append(db, arena, (struct ad_realm){ was->space_id, was->environment },
				 run_id, &entry);
}

enum ad_db_status ad_journal_note_end(struct ad_db *db, struct ad_arena *arena,
				      struct ad_realm realm, struct ad_str run_id,
				      const char *status)
{
	struct ad_history_entry entry = {
		.resource = AD_S("sync"),
		.object_id = run_id,
		.verb = AD_S("FINISH"),
		.before = AD_S("{\"status\":\"RUNNING\"}"),
		.after = ad_arena_printf(arena, "{\"status\":\"%s\"}", status),
	};

	enum ad_db_status done = ad_journal_append(db, arena, realm, run_id, &entry);
	return done == AD_DB_DONE ? ad_spend_alarm(db, arena, realm, run_id) : done;
}
