#include "call/webhooks/webhook_queue.h"

#include "base/clock.h"
#include "store/events/events.h"

#define OF_SPACE " FROM webhooks o WHERE o.space_id = webhooks.space_id"
/* SQL: at `now` the webhook may be claimed; $n is bound to AD_WEBHOOK_SPACE_MAX. */
#define IS_DUE(now, n)                                                                             \
	" enabled AND next_at <= " now " AND lease_until <= " now " AND rest_until <= " now        \
	" AND (SELECT COUNT(*)" OF_SPACE " AND o.lease_until > " now ") < " n                      \
	" AND " AD_WEBHOOK_STANDS

enum ad_db_status ad_webhook_find_due(struct ad_db *db, struct ad_webhook_claim *claim)
{
	struct ad_stmt *s =
		ad_sql(db, "SELECT id FROM webhooks WHERE next_at IS NOT NULL AND took"
			   " <= $3 AND" IS_DUE("$1", "$2") " ORDER BY"
							   " (SELECT MAX(o.claimed_at)" OF_SPACE
							   "), next_at LIMIT 1");
	enum ad_db_status status;

	ad_bind_int(s, 1, ad_now());
	ad_bind_int(s, 2, AD_WEBHOOK_SPACE_MAX);
	ad_bind_int(s, 3, claim->prompt_only ? AD_WEBHOOK_PROMPT_US : INT64_MAX);
	status = ad_step(s);
	if (status == AD_DB_ROW)
		claim->id = ad_col_copy(s, claim->arena, 0);
	ad_reset(s);
	return status;
}

static bool run_of(struct ad_db *db, const char *sql, struct ad_str id)
{
	struct ad_stmt *s = ad_sql(db, sql);

	ad_bind(s, 1, id);
	return ad_step(s) == AD_DB_DONE;
}

/* Skips an event that is deleted or no longer readable for this webhook; it counts as missed. */
static bool pass_over(struct ad_db *db, struct ad_webhook_claim *claim, struct ad_str event_id)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM webhook_queue WHERE webhook_id = $1 AND"
				       " event_id = $2");

	ad_bind(s, 1, claim->id);
	ad_bind(s, 2, event_id);
	claim->is_again = true;
	return ad_step(s) == AD_DB_DONE &&
	       run_of(db, "UPDATE webhooks SET missed = missed + 1, lease_until = 0 WHERE id = $1",
		      claim->id);
}

static void take_event(struct ad_stmt *s, struct ad_webhook_claim *claim)
{
	struct ad_text text = ad_text_on(claim->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_event_shown event = {
		.id = ad_col(s, 0),
		.type = ad_col(s, 1),
		.created_at = ad_col_int(s, 2),
		.environment = ad_col(s, 3),
		.data = ad_col(s, 4),
	};

	ad_event_write(&j, &event);
	claim->event_id = ad_col_copy(s, claim->arena, 0);
	claim->body = ad_text_str(&text);
}

static bool may_read(int64_t scopes, struct ad_str kind)
{
	int64_t need = ad_kind_read_scope(kind);

	return (scopes & need) == need;
}

static bool take_oldest(struct ad_db *db, struct ad_webhook_claim *claim, struct ad_realm realm)
{
	struct ad_stmt *s = ad_sql(db, "SELECT q.event_id, e.type, e.created_at, e.environment,"
				       " e.data, e.kind, w.scopes FROM webhook_queue q JOIN"
				       " webhooks w ON w.id = q.webhook_id LEFT JOIN events e ON"
				       " e.space_id = $2 AND e.environment = $3 AND e.id ="
				       " q.event_id WHERE q.webhook_id = $1 ORDER BY q.event_id"
				       " LIMIT 1");
	enum ad_db_status status;

	ad_bind(s, 1, claim->id);
	ad_bind(s, 2, realm.space_id);
	ad_bind(s, 3, realm.environment);
	status = ad_step(s);
	if (status == AD_DB_DONE)
		return run_of(db,
			      "UPDATE webhooks SET next_at = NULL, lease_until = 0 WHERE id ="
			      " $1",
			      claim->id);
	if (status != AD_DB_ROW)
		return false;
	/* The event may have been queued when the webhook had more scopes. */
	if (!ad_col_is_null(s, 1) && may_read(ad_col_int(s, 6), ad_col(s, 5))) {
		take_event(s, claim);
		ad_reset(s);
		return true;
	}
	struct ad_str gone = ad_col_copy(s, claim->arena, 0);
	ad_reset(s);
	return pass_over(db, claim, gone);
}

bool ad_webhook_claim_take(struct ad_db *db, struct ad_webhook_claim *claim)
{
	struct ad_stmt *s = ad_sql(
		db, "UPDATE webhooks SET lease = lease + 1, lease_until = $3, claimed_at = $2"
		    " WHERE id = $1 AND" IS_DUE("$2", "$4") " RETURNING lease, url,"
							    " secret, space_id, environment");
	int64_t now = ad_now();
	enum ad_db_status status;

	claim->event_id = (struct ad_str){ 0 };
	claim->is_again = false;
	ad_bind(s, 1, claim->id);
	ad_bind_int(s, 2, now);
	ad_bind_int(s, 3, now + AD_WEBHOOK_CLAIM_US);
	ad_bind_int(s, 4, AD_WEBHOOK_SPACE_MAX);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status == AD_DB_DONE;
	claim->lease = ad_col_int(s, 0);
	claim->url = ad_col_copy(s, claim->arena, 1);
	claim->sealed = ad_col_copy(s, claim->arena, 2);
	struct ad_realm realm = { ad_col_copy(s, claim->arena, 3),
				  ad_col_copy(s, claim->arena, 4) };
	ad_reset(s);
	return take_oldest(db, claim, realm);
}

/* --- the end --- */

/* The state of a webhook that is still claimed. */
struct claimed {
	struct ad_realm realm;
	int64_t failures, failing_since; /* with this one */
};

/* AD_DB_DONE: the webhook was deleted, disabled, or claimed by another server meanwhile. */
static enum ad_db_status load_claimed(struct ad_db *db, const struct ad_webhook_claim *claim,
				      struct claimed *out)
{
	struct ad_stmt *s = ad_sql(db, "SELECT space_id, environment, failures, failing_since FROM"
				       " webhooks WHERE id = $1 AND lease = $2 AND enabled");
	enum ad_db_status status;

	ad_bind(s, 1, claim->id);
	ad_bind_int(s, 2, claim->lease);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*out = (struct claimed){
		.realm = { ad_col_copy(s, claim->arena, 0), ad_col_copy(s, claim->arena, 1) },
		.failures = ad_col_int(s, 2) + 1,
		.failing_since = ad_col_is_null(s, 3) ? claim->at : ad_col_int(s, 3),
	};
	ad_reset(s);
	return status;
}

static bool end_accepted(struct ad_db *db, const struct ad_webhook_claim *claim)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM webhook_queue WHERE webhook_id = $1 AND"
				       " event_id = $2");

	ad_bind(s, 1, claim->id);
	ad_bind(s, 2, claim->event_id);
	if (ad_step(s) != AD_DB_DONE)
		return false;
	s = ad_sql(db, "UPDATE webhooks SET failures = 0, failing_since = NULL, lease_until = 0,"
		       " last_at = $2, last_event = $3, last_status = $4, last_error = NULL,"
		       " took = $5, rest_until = $6,"
		       " next_at = CASE WHEN EXISTS (SELECT 1 FROM webhook_queue q WHERE"
		       " q.webhook_id = webhooks.id) THEN CAST($2 AS BIGINT) ELSE NULL END WHERE"
		       " id = $1");
	ad_bind(s, 1, claim->id);
	ad_bind_int(s, 2, claim->at);
	ad_bind(s, 3, claim->event_id);
	ad_bind_int(s, 4, claim->result.status);
	ad_bind_int(s, 5, claim->took);
	ad_bind_int(s, 6, claim->at + ad_webhook_rest(claim->took));
	return ad_step(s) == AD_DB_DONE;
}

static bool tell_disabled(struct ad_db *db, struct ad_webhook_claim *claim,
			  const struct claimed *known)
{
	struct ad_text text = ad_text_on(claim->arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kstr(&j, "webhookId", claim->id);
	ad_json_kint(&j, "failures", known->failures);
	ad_json_kcstr(&j, "error", claim->result.error);
	ad_json_object_end(&j);
	claim->is_disabled = true;
	return run_of(db, "DELETE FROM webhook_queue WHERE webhook_id = $1", claim->id) &&
	       ad_event_add(db, known->realm, AD_EVENT_WEBHOOK_DISABLED, ad_text_str(&text)) ==
		       AD_DB_DONE;
}

static bool end_failed(struct ad_db *db, struct ad_webhook_claim *claim,
		       const struct claimed *known)
{
	bool over = claim->result.gone || claim->at - known->failing_since >= ad_webhook_patience();
	struct ad_stmt *s = ad_sql(
		db, "UPDATE webhooks SET failures = $2, failing_since = $3, lease_until = 0,"
		    " last_at = $4, last_event = $5, last_status = $6, last_error = $7, enabled ="
		    " $8, next_at = $9, took = $10 WHERE id = $1");

	ad_bind(s, 1, claim->id);
	ad_bind_int(s, 2, known->failures);
	ad_bind_int(s, 3, known->failing_since);
	ad_bind_int(s, 4, claim->at);
	ad_bind(s, 5, claim->event_id);
	if (claim->result.status)
		ad_bind_int(s, 6, claim->result.status);
	ad_bind_cstr(s, 7, claim->result.error);
	ad_bind_bool(s, 8, !over);
	if (!over)
		ad_bind_int(s, 9, claim->at + ad_webhook_pause(known->failures));
	ad_bind_int(s, 10, claim->took);
	if (ad_step(s) != AD_DB_DONE)
		return false;
	return !over || tell_disabled(db, claim, known);
}

bool ad_webhook_claim_end(struct ad_db *db, struct ad_webhook_claim *claim)
{
	struct claimed known;
	enum ad_db_status status;

	claim->is_disabled = false;
	if (claim->is_aborted)
		return run_of(db, "UPDATE webhooks SET lease_until = 0 WHERE id = $1", claim->id);
	status = load_claimed(db, claim, &known);
	if (status != AD_DB_ROW)
		return status == AD_DB_DONE;
	return claim->result.error ? end_failed(db, claim, &known) : end_accepted(db, claim);
}

bool ad_webhook_claims_forget(struct ad_db *db, struct ad_webhook_claim *claim)
{
	(void)claim;
	struct ad_stmt *s = ad_sql(db, "UPDATE webhooks SET lease_until = 0 WHERE lease_until > 0");

	return ad_step(s) == AD_DB_DONE;
}
