/* GET /history: the entries of the Space and environment that the caller may read. */
#include <stdio.h>

#include "base/clock.h"
#include "call/request/actions.h"
#include "call/request/connector.h"
#include "call/request/history.h"
#include "call/request/paged.h"
#include "call/request/params.h"
#include "call/rules/rules.h"
#include "model/event_types.h"

#define READS                                                                                      \
	(AD_CAMPAIGNS_READ | AD_ADS_READ | AD_KEYWORDS_READ | AD_ASSETS_READ |                     \
	 AD_BUSINESSES_READ | AD_REPORTS_READ | AD_SYNC_READ)

bool ad_history_may_read(const struct ad_call *call, struct ad_str kind)
{
	uint32_t scope = ad_kind_read_scope(kind);
	if (scope == AD_PEOPLE_READ)
		return ad_call_sees_people(call, call->scopes);
	/* The history of webhooks requires the permission to read webhooks. */
	if (ad_str_is(kind, "webhook"))
		return !ad_call_is_connector(call) && call->space.role == AD_OWNER;
	/*
	 * A connected app reads the kinds that its scopes allow, and nothing about the Space
	 * itself.
	 */
	if (ad_call_is_connector(call) && !scope)
		return false;
	return (call->scopes & scope) == scope;
}

static const char *const *history_read_kinds(void)
{
	return ad_field_find(&ad_resource_row(AD_R_HISTORY)->shape, AD_S("resource"), NULL)
		->options;
}

/* Any read scope is enough. */
bool ad_history_require(struct ad_call *call)
{
	if (call->scopes & READS)
		return true;
	call->required_scopes = READS;
	return ad_fail(call, AD_FORBIDDEN_SCOPE,
		       "The request requires one of the read scopes campaigns:read, ads:read, "
		       "keywords:read, assets:read, businesses:read, reports:read, sync:read.");
}

/*
 * " AND resource IN …", unless the caller may read all. The kinds are constants, so no value is
 * bound.
 */
static void add_kinds(const struct ad_call *call, struct ad_text *where)
{
	struct ad_text list = ad_text_on(call->arena);
	bool all = true;
	for (const char *const *kind = history_read_kinds(); *kind; kind++) {
		if (ad_history_may_read(call, ad_str(*kind)))
			ad_text_addf(&list, "%s'%s'", list.n ? "," : "", *kind);
		else
			all = false;
	}
	if (!all)
		ad_text_addf(where, " AND (resource || '') IN (%s)", ad_text_str(&list).p);
}

/* The query parameters that the filters of the row do not cover. */
struct narrow {
	struct ad_str object;
	bool timed;
	int64_t since, until;  /* us */
	int64_t first, behind; /* the places of the times: first <= seq < behind */
	int slots;             /* of Space, environment and the above */
};

static bool history_read_read_time(struct ad_call *call, const char *name, int64_t *us, bool *given)
{
	struct ad_str text = ad_call_param(call, name);
	if (!text.p)
		return true;
	*given = true;
	if (ad_time_parse(text, us))
		return true;
	ad_fault(call, name, "INVALID_TIME",
		 "%s must be an RFC 3339 time, such as 2026-11-21T09:30:00Z.", name);
	return false;
}

static bool read_narrow(struct ad_call *call, struct narrow *n)
{
	*n = (struct narrow){ .since = INT64_MIN, .until = INT64_MAX, .slots = 2 };
	n->object = ad_call_param(call, "objectId");
	if (n->object.p && (n->object.n == 0 || n->object.n > 64))
		ad_fault_limit(call, "objectId", n->object.n ? "TOO_LONG" : "TOO_SHORT", 64,
			       "objectId must have 1 to 64 characters.");
	bool ok = history_read_read_time(call, "since", &n->since, &n->timed);
	ok = history_read_read_time(call, "until", &n->until, &n->timed) && ok;
	n->slots += (n->object.p ? 1 : 0) + (n->timed ? 2 : 0);
	return ok && call->status == AD_OK;
}

static bool find_places(struct ad_call *call, struct narrow *n)
{
	int64_t chain = 0, count = 0;
	if (!n->timed)
		return true;
	struct ad_realm realm = ad_call_realm(call);
	enum ad_db_status status =
		ad_history_chain(call->db, realm.space_id, realm.environment, &chain, &count);
	if (status == AD_DB_ROW)
		status = ad_history_place(call->db, chain, count, n->since, &n->first);
	if (status == AD_DB_DONE)
		status = ad_history_place(call->db, chain, count, n->until, &n->behind);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

static void bind_narrow(struct ad_call *call, const struct narrow *n, struct ad_stmt *s)
{
	struct ad_realm realm = ad_call_realm(call);
	int slot = 3;
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	if (n->object.p)
		ad_bind(s, slot++, n->object);
	if (n->timed) {
		ad_bind_int(s, slot, n->first);
		ad_bind_int(s, slot + 1, n->behind);
	}
}

#define COLUMNS                                                                                    \
	"seq, at, door, account_id, credential_id, request_id, resource, object_id, verb, before," \
	" after, hash"
#define FROM                                                                                       \
	"FROM history WHERE chain = (SELECT chain FROM history_heads WHERE space_id = $1 AND"      \
	" environment = $2)"

static struct ad_str history_read_text_at(struct ad_stmt *s, int column)
{
	if (ad_col_is_null(s, column))
		return (struct ad_str){ NULL, 0 };
	return ad_col(s, column);
}

/* The text of a comment on an operation is for callers that may read the operation's object. */
static struct ad_str comment_after(const struct ad_call *call, struct ad_str after)
{
	struct ad_json_error err;
	int64_t operation;
	const cJSON *entry = ad_json_parse(call->arena, after, &err);
	if (!ad_json_int64(ad_json_get(entry, "operation"), &operation))
		return after;
	struct ad_str resource = ad_json_get_text(entry, "resource");
	uint32_t scope = resource.p ? ad_kind_read_scope(resource) : READS;
	if ((call->scopes & scope) == scope)
		return after;
	return ad_arena_printf(call->arena, "{\"operation\":%lld}", (long long)operation);
}

static struct ad_str history_read_after(const struct ad_call *call, struct ad_stmt *s)
{
	struct ad_str after = history_read_text_at(s, 10);
	return after.p && ad_str_is(ad_col(s, 8), "COMMENT") ? comment_after(call, after) : after;
}

static void write_entry(const struct ad_call *call, struct ad_json *j, struct ad_stmt *s)
{
	static const char *const texts[] = { "door",     "accountId", "credentialId", "requestId",
					     "resource", "objectId",  "verb" };
	char id[AD_ID_SIZE];
	ad_history_id(ad_col_int(s, 1), ad_col_int(s, 0), ad_col(s, 11), id);
	ad_json_object(j);
	ad_json_kcstr(j, "id", id);
	ad_json_ktime(j, "at", ad_col_int(s, 1));
	for (size_t i = 0; i < AD_LEN(texts); i++)
		ad_json_kstr(j, texts[i], history_read_text_at(s, 2 + (int)i));
	ad_json_kraw(j, "before", history_read_text_at(s, 9));
	ad_json_kraw(j, "after", history_read_after(call, s));
	ad_json_object_end(j);
}

/* True if the counters give the total: they count by kind, verb and front end only. */
static bool is_counted(struct ad_call *call, const struct narrow *n)
{
	return !n->object.p && !n->timed && !ad_call_param(call, "accountId").p &&
	       !ad_call_param(call, "credentialId").p && !ad_call_param(call, "requestId").p;
}

static struct ad_str from_narrowed(struct ad_call *call, const struct narrow *n)
{
	struct ad_text from = ad_text_on(call->arena);
	int slot = 3;
	ad_text_adds(&from, FROM);
	if (n->object.p)
		ad_text_addf(&from, " AND object_id = $%d", slot++);
	if (n->timed)
		ad_text_addf(&from, " AND seq >= $%d AND seq < $%d", slot, slot + 1);
	return ad_text_str(&from);
}

static struct ad_stmt *history_read_total(struct ad_call *call, struct ad_paged *page,
					  const struct narrow *n, struct ad_str from)
{
	if (!is_counted(call, n))
		return ad_paged_total(page, "COUNT(*)", from.p);
	return ad_paged_total(page, "COALESCE(SUM(n), 0)",
			      "FROM (SELECT platform AS resource, status AS verb, sync_state AS"
			      " door, n FROM counters WHERE space_id = $1 AND environment = $2"
			      " AND resource = 'history') AS cells WHERE n <> 0");
}

void ad_history_list(struct ad_call *call)
{
	struct narrow n;
	struct ad_paged page;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	enum ad_db_status status;
	char key[24];
	if (!ad_history_require(call))
		return;
	bool ok = read_narrow(call, &n);
	if (!ad_paged_read(call, &page, 1 + n.slots) || !ok || !find_places(call, &n))
		return;
	page.out = &text;
	add_kinds(call, &page.where);
	struct ad_str from = from_narrowed(call, &n);
	struct ad_stmt *s = ad_paged_sql(&page, COLUMNS, from.p, "seq");
	bind_narrow(call, &n, s);
	ad_json_array(&j);
	while ((status = ad_paged_step(&page, s)) == AD_DB_ROW) {
		write_entry(call, &j, s);
		snprintf(key, sizeof(key), "%lld", (long long)ad_col_int(s, 0));
		ad_paged_key(&page, ad_str(key));
	}
	ad_json_array_end(&j);
	if (status != AD_DB_DONE) {
		ad_fail_db(call, status);
		return;
	}
	call->data = ad_text_str(&text);
	s = history_read_total(call, &page, &n, from);
	bind_narrow(call, &n, s);
	ad_paged_answer(&page, s);
}

/* True if the current row is the entry of that id and the caller may read it. */
static bool is_meant(const struct ad_call *call, struct ad_stmt *s)
{
	char id[AD_ID_SIZE];
	ad_history_id(ad_col_int(s, 1), ad_col_int(s, 0), ad_col(s, 11), id);
	return ad_str_is(call->id, id) && ad_history_may_read(call, ad_col(s, 6));
}

void ad_history_get(struct ad_call *call)
{
	struct ad_realm realm = ad_call_realm(call);
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	if (!ad_history_require(call) || !ad_no_params(call))
		return;
	struct ad_stmt *s = ad_sql(call->db, "SELECT " COLUMNS " " FROM " AND seq = $3");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind_int(s, 3, ad_history_seq(call->id));
	enum ad_db_status status = ad_step(s);
	bool found = status == AD_DB_ROW && is_meant(call, s);
	if (found)
		write_entry(call, &j, s);
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
	call->etag = AD_S("\"1.0\""); /* an entry never changes */
	ad_not_modified(call);
}
