/* POST /webhooks/:id/test: one event, sent while the caller waits. */
#include "auth/auth.h"
#include "base/clock.h"
#include "call/request/actions.h"
#include "call/request/confirm.h"
#include "call/request/idempotency.h"
#include "call/request/params.h"
#include "call/rules/rules.h"
#include "call/request/second_factor.h"
#include "call/webhooks/webhook_send.h"
#include "call/webhooks/webhooks.h"
#include "store/events/events.h"

/* A test message and its result. */
struct trying {
	struct ad_webhook_message message;
	struct ad_webhook_result result;
	int64_t at;
};

static struct ad_str test_body(struct ad_call *call, struct ad_str event_id)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_event_shown event = {
		.id = event_id,
		.type = ad_str(ad_event_row(AD_EVENT_WEBHOOK_TEST)->name),
		.environment = ad_call_realm(call).environment,
		.data = ad_arena_printf(call->arena, "{\"webhookId\":\"%.*s\"}", AD_FMT(call->id)),
		.created_at = ad_now(),
	};

	ad_event_write(&j, &event);
	return ad_text_str(&text);
}

/* Reads the URL and the opened secret of the webhook. */
static bool take_target(struct ad_call *call, struct ad_webhook_message *out)
{
	struct ad_stmt *s = ad_sql(call->db, "SELECT url, secret FROM webhooks WHERE id = $1");

	ad_bind(s, 1, call->id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status == AD_DB_DONE ? ad_fail(call, AD_NOT_FOUND, "%s", "")
					    : ad_fail_db(call, status);
	out->url = ad_col_copy(s, call->arena, 0);
	struct ad_str sealed = ad_col_copy(s, call->arena, 1);
	ad_reset(s);
	if (ad_secrets_unseal(ad_auth_secrets(call->core->auth), call->arena, AD_WEBHOOK_LABEL,
			      call->id, sealed, &out->secret))
		return true;
	call->details = AD_S("\"reason\":\"SECRET_LOST\"");
	return ad_fail(call, AD_CONFLICT,
		       "The secret cannot be decrypted with the server's keys. Rotate the secret.");
}

static bool may_test(struct ad_call *call)
{
	return ad_webhook_require_owner(call) && ad_call_need_factor(call) &&
	       ad_call_confirm(call, AD_ACT_WEBHOOK_CHANGE);
}

/* Stores the result; after a success, queued events are due at once. */
static bool store_result(struct ad_call *call, const struct trying *t)
{
	struct ad_stmt *s = ad_sql(
		call->db,
		"UPDATE webhooks SET last_at = $2, last_event = $3, last_status = $4, last_error ="
		" $5, failures = CASE WHEN CAST($5 AS TEXT) IS NULL THEN 0 ELSE failures END,"
		" failing_since = CASE WHEN CAST($5 AS TEXT) IS NULL THEN NULL ELSE failing_since"
		" END, next_at = CASE WHEN CAST($5 AS TEXT) IS NULL AND next_at IS NOT NULL THEN"
		" CAST($2 AS BIGINT) ELSE next_at END WHERE id = $1");

	ad_bind(s, 1, call->id);
	ad_bind_int(s, 2, t->at);
	ad_bind(s, 3, t->message.id);
	if (t->result.status)
		ad_bind_int(s, 4, t->result.status);
	ad_bind(s, 5, t->result.error ? ad_str(t->result.error) : (struct ad_str){ 0 });
	enum ad_db_status status = ad_step(s);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

static void keep_result(struct ad_call *call)
{
	struct ad_row *row;

	ad_call_fresh(call);
	/* The call has waited, so its permissions are checked again. */
	if (!ad_call_still_allowed(call) || !ad_webhook_require_owner(call) ||
	    !store_result(call, call->work) || !ad_webhook_load(call, &row))
		return;
	ad_webhook_answer(call, row);
	if (!ad_idempotency_keep(call))
		return;
}

static void send_test(struct ad_call *call)
{
	struct trying *t = call->work;

	if (!ad_fetch_enter(call->core->fetches, call->space.id)) {
		call->retry_after = 2;
		ad_fail(call, AD_UNAVAILABLE,
			"Other URLs of this Space are being fetched. Try again in 2 seconds.");
		return;
	}
	ad_webhook_send(call->arena, call->core->config, &t->message, NULL, &t->result);
	ad_fetch_leave(call->core->fetches, call->space.id);
	t->at = ad_now();
	ad_call_next(call, AD_WRITE, keep_result);
}

void ad_webhooks_test(struct ad_call *call)
{
	struct trying *t = ad_arena_zalloc(call->arena, sizeof(*t));
	struct ad_row *row;
	char id[AD_ID_SIZE];

	if (!may_test(call) || !ad_no_params(call) || !ad_idempotency_begin(call) ||
	    !ad_webhook_load(call, &row) || !take_target(call, &t->message))
		return;
	ad_id_make("evt", id);
	t->message.id = ad_arena_copy(call->arena, ad_str(id));
	t->message.body = test_body(call, t->message.id);
	call->work = t;
	ad_call_next(call, AD_FAR, send_test);
}
