/* GET /events: the events of the Space and environment that the caller may read. */
#include "store/events/events.h"

#include "call/request/actions.h"
#include "call/request/history.h"
#include "call/request/paged.h"
#include "call/request/params.h"
#include "call/rules/rules.h"

#define COLUMNS "id, type, created_at, environment, data, kind"

static void write_event(struct ad_json *j, struct ad_stmt *s)
{
	struct ad_event_shown event = {
		.id = ad_col(s, 0),
		.type = ad_col(s, 1),
		.created_at = ad_col_int(s, 2),
		.environment = ad_col(s, 3),
		.data = ad_col(s, 4),
	};

	ad_event_write(j, &event);
}

static void events_add_kind(const struct ad_call *call, struct ad_text *where, const char *kind)
{
	if (kind && ad_history_may_read(call, ad_str(kind)))
		ad_text_addf(where, ",'%s'", kind);
}

/*
 * Adds " AND kind IN …" with the kinds of history that the caller may read. The kinds are constants
 * of this program.
 */
static void add_kinds(const struct ad_call *call, struct ad_text *where)
{
	ad_text_adds(where, " AND (kind || '') IN (''");
	for (int i = 0; i < AD_EVENT_TYPE_COUNT; i++)
		events_add_kind(call, where, ad_event_row((enum ad_event_type)i)->kind);
	/* An event about an object has the kind of that object. */
	for (int i = 0; i < AD_RESOURCE_COUNT; i++)
		if (ad_resource_row((enum ad_resource_id)i)->staged)
			events_add_kind(call, where, ad_resource_row((enum ad_resource_id)i)->name);
	events_add_kind(call, where, "assetLink");
	ad_text_addc(where, ')');
}

static void events_bind_realm(const struct ad_call *call, struct ad_stmt *s)
{
	struct ad_realm realm = ad_call_realm(call);

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
}

void ad_events_list(struct ad_call *call)
{
	static const char from[] = "FROM events WHERE space_id = $1 AND environment = $2";
	struct ad_paged page;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	enum ad_db_status status;

	if (!ad_history_require(call) || !ad_paged_read(call, &page, 3))
		return;
	add_kinds(call, &page.where);
	struct ad_stmt *s = ad_paged_sql(&page, COLUMNS, from, "id");
	events_bind_realm(call, s);
	ad_json_array(&j);
	while ((status = ad_paged_step(&page, s)) == AD_DB_ROW) {
		write_event(&j, s);
		ad_paged_key(&page, ad_col(s, 0));
	}
	ad_json_array_end(&j);
	if (status != AD_DB_DONE) {
		ad_fail_db(call, status);
		return;
	}
	call->data = ad_text_str(&text);
	s = ad_paged_count(&page, from);
	events_bind_realm(call, s);
	ad_paged_answer(&page, s);
}

void ad_events_get(struct ad_call *call)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);

	if (!ad_history_require(call) || !ad_no_params(call))
		return;
	struct ad_stmt *s = ad_sql(call->db, "SELECT " COLUMNS " FROM events WHERE space_id = $1"
					     " AND environment = $2 AND id = $3");
	events_bind_realm(call, s);
	ad_bind(s, 3, call->id);
	enum ad_db_status status = ad_step(s);
	bool found = status == AD_DB_ROW && ad_history_may_read(call, ad_col(s, 5));
	if (found)
		write_event(&j, s);
	ad_reset(s);
	if (status != AD_DB_ROW && status != AD_DB_DONE) {
		ad_fail_db(call, status);
		return;
	}
	if (!found) {
		ad_fail(call, AD_NOT_FOUND, "%s", "");
		return;
	}
	call->data = ad_text_str(&text);
	call->etag = AD_S("\"1.0\""); /* an event never changes */
	ad_not_modified(call);
}
