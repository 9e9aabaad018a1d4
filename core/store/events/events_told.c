/* The events that follow from rows of history: one table, so no path of a change is forgotten. */
#include "base/json_read.h"
#include "store/events/events_private.h"
#include "store/history/history.h"
#include "store/db/driver.h"

/* A row of history with both sides parsed. */
struct told {
	struct ad_db *db;
	struct ad_pending *pending;
	const struct ad_history_entry *entry;
	const cJSON *before, *after;
};

static const cJSON *parse_side(const struct told *t, struct ad_str json)
{
	struct ad_json_error err;

	return json.n ? ad_json_parse(t->pending->arena, json, &err) : NULL;
}

static enum ad_db_status put_data(const struct told *t, enum ad_event_type type,
				  struct ad_text *data)
{
	ad_events_put(t->pending, &(struct ad_pending_event){
					  .space_id = t->entry->space_id,
					  .environment = t->entry->environment,
					  .type = type,
					  .data = ad_text_str(data),
				  });
	return AD_DB_DONE;
}

static bool is_final(struct ad_str status)
{
	return ad_str_is(status, "SUCCEEDED") || ad_str_is(status, "PARTIAL") ||
	       ad_str_is(status, "FAILED") || ad_str_is(status, "CANCELLED");
}

/* A run that waits for approval now, or that ended now. */
static enum ad_db_status tell_run(const struct told *t)
{
	struct ad_str was = ad_json_get_text(t->before, "status");
	struct ad_str is = ad_json_get_text(t->after, "status");
	struct ad_text text = ad_text_on(t->pending->arena);
	struct ad_json j = ad_json_on(&text);
	bool awaits = ad_str_is(is, "AWAITING_APPROVAL");
	struct ad_stmt *s;
	enum ad_db_status status;

	if (is_final(was) || (!awaits && !is_final(is)))
		return AD_DB_DONE;
	s = ad_sql(t->db, "SELECT mode, total, plan_hash, created_by, (SELECT COUNT(*) FROM"
			  " sync_operations WHERE space_id = $1 AND environment = $2 AND run_id ="
			  " $3 AND status = 'SUCCEEDED') FROM sync_runs WHERE space_id = $1 AND"
			  " environment = $2 AND id = $3");
	ad_bind(s, 1, t->entry->space_id);
	ad_bind(s, 2, t->entry->environment);
	ad_bind(s, 3, t->entry->object_id);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	ad_json_object(&j);
	ad_json_kstr(&j, "runId", t->entry->object_id);
	ad_json_kstr(&j, "mode", ad_col(s, 0));
	ad_json_kstr(&j, "status", is);
	ad_json_kint(&j, "operations", ad_col_int(s, 1));
	ad_json_kint(&j, "succeeded", ad_col_int(s, 4));
	ad_json_kstr(&j, "planHash", ad_col(s, 2));
	ad_json_kstr(&j, "createdBy", ad_col(s, 3));
	ad_json_object_end(&j);
	ad_reset(s);
	return put_data(t, awaits ? AD_EVENT_PUSH_AWAITS_APPROVAL : AD_EVENT_RUN_ENDED, &text);
}

/* { …, by }: the account whose credential did it, null where it was the server's operator. */
static enum ad_db_status put_by(const struct told *t, enum ad_event_type type, struct ad_json *j)
{
	ad_json_kstr(j, "by", t->entry->account_id);
	ad_json_object_end(j);
	return put_data(t, type, j->out);
}

static enum ad_db_status tell_member(const struct told *t, const cJSON *was, const cJSON *is)
{
	struct ad_text text = ad_text_on(t->pending->arena);
	struct ad_json j = ad_json_on(&text);
	const cJSON *one = cJSON_IsObject(is) ? is : was;

	ad_json_object(&j);
	ad_json_kstr(&j, "accountId", ad_json_get_text(one, "accountId"));
	ad_json_kstr(&j, "role", ad_json_get_text(is, "role"));
	return put_by(t,
		      !cJSON_IsObject(is)    ? AD_EVENT_MEMBER_REMOVED
		      : !cJSON_IsObject(was) ? AD_EVENT_MEMBER_ADDED
					     : AD_EVENT_MEMBER_CHANGED,
		      &j);
}

/* The kill switch, and who works in the Space. */
static enum ad_db_status tell_space(const struct told *t)
{
	const cJSON *blocked = ad_json_get(t->after, "pushesBlocked");
	struct ad_text text = ad_text_on(t->pending->arena);
	struct ad_json j = ad_json_on(&text);

	if (ad_json_get(t->after, "member"))
		return tell_member(t, ad_json_get(t->before, "member"),
				   ad_json_get(t->after, "member"));
	if (!cJSON_IsBool(blocked))
		return AD_DB_DONE;
	ad_json_object(&j);
	return put_by(t, cJSON_IsTrue(blocked) ? AD_EVENT_KILL_SWITCH_ON : AD_EVENT_KILL_SWITCH_OFF,
		      &j);
}

static enum ad_db_status tell_connection(const struct told *t)
{
	struct ad_str was = ad_json_get_text(t->before, "status");
	struct ad_str is = ad_json_get_text(t->after, "status");
	struct ad_str platform = ad_json_get_text(t->after, "platform");
	struct ad_text text = ad_text_on(t->pending->arena);
	struct ad_json j = ad_json_on(&text);
	enum ad_event_type type = ad_str_is(is, "EXPIRED")   ? AD_EVENT_CONNECTION_EXPIRED
				  : ad_str_is(is, "REVOKED") ? AD_EVENT_CONNECTION_REVOKED
							     : AD_EVENT_CONNECTION_CONNECTED;

	if (!is.p || (ad_str_eq(was, is) && !ad_str_is(t->entry->verb, "CONNECT")))
		return AD_DB_DONE;
	ad_json_object(&j);
	ad_json_kstr(&j, "connectionId", t->entry->object_id);
	ad_json_kstr(&j, "platform",
		     platform.p ? platform : ad_json_get_text(t->before, "platform"));
	return put_by(t, type, &j);
}

static enum ad_db_status tell_credential(const struct told *t)
{
	bool token = ad_str_is(t->entry->resource, "token");
	struct ad_text text = ad_text_on(t->pending->arena);
	struct ad_json j = ad_json_on(&text);
	enum ad_event_type made = token ? AD_EVENT_TOKEN_CREATED : AD_EVENT_GRANT_CREATED;
	enum ad_event_type ended = token ? AD_EVENT_TOKEN_REVOKED : AD_EVENT_GRANT_REVOKED;

	ad_json_object(&j);
	ad_json_kstr(&j, token ? "tokenId" : "grantId", t->entry->object_id);
	return put_by(t,
		      ad_str_is(t->entry->verb, "CREATE")   ? made
		      : ad_str_is(t->entry->verb, "ROTATE") ? AD_EVENT_TOKEN_ROTATED
							    : ended,
		      &j);
}

static enum ad_db_status tell_refused(const struct told *t)
{
	struct ad_str reason = ad_json_get_text(t->after, "reason");
	struct ad_text text = ad_text_on(t->pending->arena);
	struct ad_json j = ad_json_on(&text);

	if (!ad_str_is(reason, "SIGN_IN_LIMIT"))
		return AD_DB_DONE;
	ad_json_object(&j);
	ad_json_kstr(&j, "accountId", t->entry->object_id);
	ad_json_kstr(&j, "reason", reason);
	ad_json_object_end(&j);
	return put_data(t, AD_EVENT_SIGN_IN_REFUSED, &text);
}

static enum ad_db_status tell_account(const struct told *t)
{
	struct ad_text text = ad_text_on(t->pending->arena);
	struct ad_json j = ad_json_on(&text);

	if (!t->after || !t->after->child)
		return AD_DB_DONE;
	ad_json_object(&j);
	ad_json_kstr(&j, "accountId", t->entry->object_id);
	ad_json_kcstr(&j, "changed", t->after->child->string);
	return put_by(t, AD_EVENT_ACCOUNT_CHANGED, &j);
}

static const struct rule {
	const char *resource, *verb;
	enum ad_db_status (*tell)(const struct told *t);
} rules[] = {
	{ "sync", "CREATE", tell_run },
	{ "sync", "RETRY", tell_run },
	{ "sync", "CANCEL", tell_run },
	{ "sync", "APPROVE", tell_run },
	{ "sync", "FINISH", tell_run },
	{ "space", "UPDATE", tell_space },
	{ "connection", "CONNECT", tell_connection },
	{ "connection", "UPDATE", tell_connection },
	{ "connection", "DISCONNECT", tell_connection },
	{ "token", "CREATE", tell_credential },
	{ "token", "ROTATE", tell_credential },
	{ "token", "REVOKE", tell_credential },
	{ "grant", "CREATE", tell_credential },
	{ "grant", "REVOKE", tell_credential },
	{ "account", "REFUSE", tell_refused },
	{ "account", "UPDATE", tell_account },
};

static const struct rule *find_rule(const struct ad_history_entry *entry)
{
	for (size_t i = 0; i < AD_LEN(rules); i++)
		if (ad_str_is(entry->resource, rules[i].resource) &&
		    ad_str_is(entry->verb, rules[i].verb))
			return &rules[i];
	return NULL;
}

enum ad_db_status ad_events_told(struct ad_db *db, struct ad_pending *p)
{
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < p->entry_count && status == AD_DB_DONE; i++) {
		struct told t = { .db = db, .pending = p, .entry = &p->entries[i] };
		const struct rule *rule = find_rule(t.entry);

		if (!rule)
			continue;
		t.before = parse_side(&t, t.entry->before);
		t.after = parse_side(&t, t.entry->after);
		status = rule->tell(&t);
	}
	return status;
}
