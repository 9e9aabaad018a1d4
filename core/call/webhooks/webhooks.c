/* Reading webhooks, and the shared parts of all actions on them. */
#include "call/webhooks/webhooks.h"

#include <strings.h>

#include "auth/auth.h"
#include "base/url.h"
#include "call/request/actions.h"
#include "call/request/connector.h"
#include "call/request/core.h"
#include "call/request/history.h"
#include "call/request/paged.h"
#include "call/request/params.h"
#include "call/rules/rules.h"
#include "call/request/spaces.h"
#include "store/events/events.h"

#define COLUMNS                                                                                    \
	"w.id, w.url, w.events, w.enabled, w.last_at, w.last_event, w.last_status, w.last_error,"  \
	" w.failures, (SELECT COUNT(*) FROM webhook_queue q WHERE q.webhook_id = w.id), w.missed," \
	" w.created_at, w.updated_at, w.version"
#define FROM "FROM webhooks w WHERE w.space_id = $1 AND w.environment = $2"

bool ad_webhook_require_owner(struct ad_call *call)
{
	if (ad_call_is_connector(call))
		return ad_call_refuse_connector(
			call, "Webhooks are managed by an OWNER, in the application or with an API "
			      "token with sync:write. Connected apps cannot manage webhooks.");
	if (call->space.role == AD_OWNER)
		return true;
	call->required_scopes = call->action->scopes;
	call->details = AD_S("\"reason\":\"OWNER_REQUIRED\"");
	return ad_fail(call, AD_FORBIDDEN_SCOPE,
		       "Only an OWNER of the Space with %s can manage webhooks; your role is %s.",
		       call->action->scopes == AD_SYNC_READ ? "sync:read" : "sync:write",
		       ad_role_name(call->space.role));
}

static void put_text(struct ad_row *row, const char *field, struct ad_str text)
{
	*ad_row_value(row, field) =
		(struct ad_value){ .kind = text.p ? AD_TEXT : AD_NULL, .s = text };
}

static void put_int(struct ad_row *row, const char *field, int64_t number)
{
	*ad_row_value(row, field) = (struct ad_value){ .kind = AD_INT, .i = number };
}

static struct ad_str read_delivery(const struct ad_call *call, struct ad_stmt *s)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);

	if (ad_col_is_null(s, 4))
		return (struct ad_str){ 0 };
	ad_json_object(&j);
	ad_json_ktime(&j, "at", ad_col_int(s, 4));
	ad_json_kstr(&j, "eventId", ad_col(s, 5));
	ad_json_key(&j, "status");
	if (ad_col_is_null(s, 6))
		ad_json_null(&j);
	else
		ad_json_int(&j, ad_col_int(s, 6));
	ad_json_kstr(&j, "error", ad_col(s, 7));
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

static struct ad_row *webhooks_read_row(const struct ad_call *call, struct ad_stmt *s)
{
	struct ad_row *row = ad_arena_zalloc(call->arena, sizeof(*row));
	struct ad_realm realm = ad_call_realm(call);

	row->res = ad_resource_row(AD_R_WEBHOOK);
	row->space_id = realm.space_id;
	row->environment = realm.environment;
	row->id = ad_col_copy(s, call->arena, 0);
	row->version = ad_col_int(s, 13);
	put_text(row, "id", row->id);
	put_text(row, "url", ad_col_copy(s, call->arena, 1));
	put_text(row, "events", ad_col_copy(s, call->arena, 2));
	put_int(row, "enabled", ad_col_int(s, 3));
	put_text(row, "lastDelivery", read_delivery(call, s));
	put_int(row, "failures", ad_col_int(s, 8));
	put_int(row, "waiting", ad_col_int(s, 9));
	put_int(row, "missed", ad_col_int(s, 10));
	put_int(row, "createdAt", ad_col_int(s, 11));
	put_int(row, "updatedAt", ad_col_int(s, 12));
	put_int(row, "version", row->version);
	return row;
}

static void webhooks_write_row(struct ad_json *j, const struct ad_row *row)
{
	ad_json_object(j);
	for (size_t i = 0; i < row->res->shape.count; i++) {
		ad_json_key(j, row->res->shape.fields[i].name);
		ad_value_write(j, &row->res->shape.fields[i], &row->v[i]);
	}
	ad_json_object_end(j);
}

static void webhooks_bind_realm(const struct ad_call *call, struct ad_stmt *s)
{
	struct ad_realm realm = ad_call_realm(call);

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
}

void ad_webhooks_list(struct ad_call *call)
{
	struct ad_paged page;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	enum ad_db_status status;

	if (!ad_webhook_require_owner(call) || !ad_paged_read(call, &page, 3))
		return;
	struct ad_stmt *s = ad_paged_sql(&page, COLUMNS, FROM, "id");
	webhooks_bind_realm(call, s);
	ad_json_array(&j);
	while ((status = ad_paged_step(&page, s)) == AD_DB_ROW) {
		webhooks_write_row(&j, webhooks_read_row(call, s));
		ad_paged_key(&page, ad_col(s, 0));
	}
	ad_json_array_end(&j);
	if (status != AD_DB_DONE) {
		ad_fail_db(call, status);
		return;
	}
	call->data = ad_text_str(&text);
	s = ad_paged_count(&page, FROM);
	webhooks_bind_realm(call, s);
	ad_paged_answer(&page, s);
}

bool ad_webhook_load(struct ad_call *call, struct ad_row **row)
{
	struct ad_stmt *s = ad_sql(call->db, "SELECT " COLUMNS " " FROM " AND w.id = $3");
	enum ad_db_status status;

	webhooks_bind_realm(call, s);
	ad_bind(s, 3, call->id);
	status = ad_step(s);
	if (status == AD_DB_DONE)
		return ad_fail(call, AD_NOT_FOUND, "%s", "");
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	*row = webhooks_read_row(call, s);
	ad_reset(s);
	return true;
}

void ad_webhook_answer(struct ad_call *call, struct ad_row *row)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);

	if (call->validate_only) {
		*ad_row_value(row, "id") = (struct ad_value){ .kind = AD_NULL };
		call->meta = AD_S("\"validateOnly\":true");
	} else {
		call->etag = ad_arena_printf(call->arena, "\"%lld.0\"", (long long)row->version);
	}
	webhooks_write_row(&j, row);
	call->data = ad_text_str(&text);
}

void ad_webhooks_get(struct ad_call *call)
{
	struct ad_row *row;

	if (!ad_webhook_require_owner(call) || !ad_no_params(call) || !ad_webhook_load(call, &row))
		return;
	ad_webhook_answer(call, row);
	ad_not_modified(call);
}

/* --- rules --- */

/* True if the URL has a numeric address that is not allowed, as the socket would read it. */
static bool is_closed_address(const struct ad_fetch_allow *allow, struct ad_str host)
{
	char text[64];
	uint8_t address[16];
	bool is_v4;

	if (host.n > 1 && host.p[0] == '[')
		host = (struct ad_str){ host.p + 1, host.n - 2 };
	if (host.n >= sizeof(text))
		return false;
	ad_str_put(text, sizeof(text), host);
	if (!ad_address_parse(text, address, &is_v4) || ad_guard_public(address))
		return false;
	for (size_t i = 0; i < allow->count; i++)
		if (ad_cidr_holds(&allow->at[i], address))
			return false;
	return true;
}

/* https at port 443: "https://host/…" or "https://host:443/…". */
static bool is_at_443(struct ad_str url, struct ad_str host)
{
	const char *end = url.p + url.n, *behind = host.p + host.n;

	if (behind < end && *behind == ']')
		behind++;
	if (behind >= end || *behind != ':')
		return true;
	struct ad_str port = { behind + 1, (size_t)(end - behind - 1) };
	return ad_str_starts(port, "443") && (port.n == 3 || memchr("/?#", port.p[3], 3) != NULL);
}

void ad_webhook_check_url(struct ad_call *call, const struct ad_row *row)
{
	const struct ad_fetch_allow *allow = &call->core->config->fetch_allow;
	struct ad_str url = ad_row_text(row, "url"), host = ad_url_host(url);

	if (call->status != AD_OK || !url.p)
		return;
	if (!allow->count && (url.n < 8 || strncasecmp(url.p, "https://", 8) != 0))
		ad_fault(call, "url", "INVALID_URL", "url must be an https URL.");
	else if (!allow->count && !is_at_443(url, host))
		ad_fault(call, "url", "INVALID_URL", "url must use port 443.");
	else if (is_closed_address(allow, host) || ad_str_is_nocase(host, "localhost"))
		ad_fault(call, "url", "INVALID_URL",
			 "url must resolve to a public internet address.");
}

static enum ad_db_status end_one(struct ad_call *call, struct ad_realm realm, struct ad_str id)
{
	struct ad_stmt *s = ad_sql(call->db, "DELETE FROM webhook_queue WHERE webhook_id = $1");
	enum ad_db_status status;

	ad_bind(s, 1, id);
	status = ad_step(s);
	if (status != AD_DB_DONE)
		return status;
	return ad_event_add(call->db, realm, AD_EVENT_WEBHOOK_DISABLED,
			    ad_arena_printf(call->arena,
					    "{\"webhookId\":\"%.*s\",\"failures\":0,"
					    "\"error\":\"OWNER_LEFT\"}",
					    AD_FMT(id)));
}

bool ad_webhooks_end_of(struct ad_call *call, struct ad_str space_id, struct ad_str account_id)
{
	struct ad_str ids[2 * AD_WEBHOOKS_MAX], environments[2 * AD_WEBHOOKS_MAX];
	size_t n = 0;
	struct ad_stmt *s = ad_sql(call->db, "UPDATE webhooks SET enabled = FALSE, next_at = NULL"
					     " WHERE space_id = $1 AND created_by = $2 AND enabled"
					     " RETURNING id, environment");
	enum ad_db_status status;

	ad_bind(s, 1, space_id);
	ad_bind(s, 2, account_id);
	while ((status = ad_step(s)) == AD_DB_ROW && n < AD_LEN(ids)) {
		ids[n] = ad_col_copy(s, call->arena, 0);
		environments[n++] = ad_col_copy(s, call->arena, 1);
	}
	ad_reset(s);
	for (size_t i = 0; i < n && status == AD_DB_DONE; i++)
		status = end_one(call, (struct ad_realm){ space_id, environments[i] }, ids[i]);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

/* { host, events, enabled }: a path may contain a key of the receiver, and history is permanent. */
static struct ad_str note_json(struct ad_call *call, const struct ad_row *row)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);

	if (!row)
		return (struct ad_str){ 0 };
	ad_json_object(&j);
	ad_json_kstr(&j, "host", ad_url_host(ad_row_text(row, "url")));
	ad_json_kraw(&j, "events", ad_row_text(row, "events"));
	ad_json_kbool(&j, "enabled", ad_row_value((struct ad_row *)row, "enabled")->i != 0);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

bool ad_webhook_note(struct ad_call *call, const char *verb, const struct ad_row *before,
		     const struct ad_row *after)
{
	return ad_history_note(call, &(struct ad_history_entry){
					     .resource = AD_S("webhook"),
					     .object_id = (after ? after : before)->id,
					     .verb = ad_str(verb),
					     .before = note_json(call, before),
					     .after = note_json(call, after),
				     });
}
