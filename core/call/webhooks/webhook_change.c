/* POST, PATCH and DELETE of webhooks, and the rotation of a secret. */
#include <stdio.h>
#include <string.h>

#include "auth/auth.h"
#include "base/clock.h"
#include "base/digest.h"
#include "call/request/actions.h"
#include "call/request/confirm.h"
#include "call/request/core.h"
#include "call/request/idempotency.h"
#include "call/objects/objects.h"
#include "call/request/params.h"
#include "call/rules/rules.h"
#include "call/request/second_factor.h"
#include "call/request/validate.h"
#include "call/webhooks/webhook_send.h"
#include "call/webhooks/webhooks.h"
#include "model/event_types.h"
#include "store/db/round_trips.h"

#define SECRET_SIZE 32 /* bytes; Standard Webhooks asks for 24 to 64 */

/* True if the caller may change webhooks: an OWNER in a confirmed session. */
static bool may_change(struct ad_call *call)
{
	return ad_webhook_require_owner(call) && ad_call_need_factor(call) &&
	       ad_call_confirm(call, AD_ACT_WEBHOOK_CHANGE);
}

static struct ad_str secret_make(struct ad_call *call)
{
	uint8_t bytes[SECRET_SIZE];

	ad_random(bytes, sizeof(bytes));
	return ad_arena_printf(call->arena, "whsec_%.*s",
			       AD_FMT(ad_base64(call->arena, bytes, sizeof(bytes))));
}

static struct ad_str secret_seal(struct ad_call *call, struct ad_str id, struct ad_str secret)
{
	return ad_secrets_seal(ad_auth_secrets(call->core->auth), call->arena, AD_WEBHOOK_LABEL, id,
			       secret);
}

/* The answer of a repeat has no secret, because none is stored with the key. */
static void answer_secret(struct ad_call *call, struct ad_row *row, struct ad_str secret)
{
	ad_webhook_answer(call, row);
	if (!ad_idempotency_keep(call))
		return;
	*ad_row_value(row, "secret") = (struct ad_value){ .kind = AD_TEXT, .s = secret };
	ad_webhook_answer(call, row);
}

/* Only a caller who may read the events of a type may subscribe to it. */
static bool check_types(struct ad_call *call, struct ad_row *row)
{
	struct ad_str types = ad_row_text(row, "events");
	uint32_t missing = 0;

	for (int i = 0; i < AD_EVENT_TYPE_COUNT && types.p; i++) {
		const struct ad_event_row *type = ad_event_row((enum ad_event_type)i);
		char name[64];

		snprintf(name, sizeof(name), "\"%s\"", type->name);
		if (type->kind && strstr(types.p, name))
			missing |= ad_kind_read_scope(ad_str(type->kind)) & ~call->scopes;
	}
	if (!missing)
		return true;
	return ad_call_require(call, call->scopes | missing);
}

static bool check_count(struct ad_call *call)
{
	struct ad_realm realm = ad_call_realm(call);
	struct ad_stmt *s = ad_sql(call->db, "SELECT COUNT(*) FROM webhooks WHERE space_id = $1"
					     " AND environment = $2");

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	int64_t count = ad_col_int(s, 0);
	ad_reset(s);
	if (count < AD_WEBHOOKS_MAX)
		return true;
	call->details = ad_arena_printf(
		call->arena, "\"reason\":\"TOO_MANY_WEBHOOKS\",\"limit\":%d", AD_WEBHOOKS_MAX);
	return ad_fail(call, AD_CONFLICT,
		       "A Space can have at most %d webhooks per environment. Delete one first.",
		       AD_WEBHOOKS_MAX);
}

/*
 * The time of the last attempt for a URL that had none: it gets the threads for prompt URLs after
 * its first prompt answer, so that new slow URLs do not hold them.
 */
#define NOT_PROMPT_YET (AD_WEBHOOK_PROMPT_US + 1)

static bool webhook_insert(struct ad_call *call, struct ad_row *row, struct ad_str secret)
{
	struct ad_stmt *s = ad_sql(
		call->db, "INSERT INTO webhooks (space_id, environment, id, url, events, enabled,"
			  " secret, created_by, created_at, updated_at, version, scopes, took)"
			  " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, 1, $10, $11)");

	ad_bind(s, 1, row->space_id);
	ad_bind(s, 2, row->environment);
	ad_bind(s, 3, row->id);
	ad_bind(s, 4, ad_row_text(row, "url"));
	ad_bind(s, 5, ad_row_text(row, "events"));
	ad_bind_bool(s, 6, ad_row_value(row, "enabled")->i != 0);
	ad_bind(s, 7, secret_seal(call, row->id, secret));
	ad_bind_cstr(s, 8, call->who->account_id);
	ad_bind_int(s, 9, ad_row_value(row, "createdAt")->i);
	ad_bind_int(s, 10, call->scopes);
	ad_bind_int(s, 11, NOT_PROMPT_YET);
	enum ad_db_status status = ad_step(s);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

static void create_write(struct ad_call *call)
{
	struct ad_row *row = call->draft;
	struct ad_str secret;
	char id[AD_ID_SIZE];

	ad_call_fresh(call);
	if (!ad_idempotency_begin(call))
		return;
	if (!may_change(call))
		return;
	if (!check_count(call)) {
		ad_idempotency_fail(call);
		return;
	}
	ad_id_make("whk", id);
	row->id = ad_arena_copy(call->arena, ad_str(id));
	*ad_row_value(row, "id") = (struct ad_value){ .kind = AD_TEXT, .s = row->id };
	*ad_row_value(row, "secret") = (struct ad_value){ .kind = AD_NULL };
	secret = secret_make(call);
	if (!webhook_insert(call, row, secret) || !ad_webhook_note(call, "CREATE", NULL, row))
		return;
	call->http_status = 201;
	call->location = ad_arena_printf(call->arena, "%s/%s", call->res->path, id);
	answer_secret(call, row, secret);
}

/* Drafts the row; its faults are the call's. */
static struct ad_row *draft_row(struct ad_call *call)
{
	static const char *const zeros[] = { "failures", "waiting", "missed" };
	struct ad_row *row = ad_arena_zalloc(call->arena, sizeof(*row));
	struct ad_realm realm = ad_call_realm(call);
	int64_t now = ad_now();

	row->res = call->res;
	row->space_id = realm.space_id;
	row->environment = realm.environment;
	row->version = 1;
	ad_validate_create(call, call->input, row);
	ad_webhook_check_url(call, row);
	if (call->status == AD_OK && !check_types(call, row))
		return row;
	for (size_t i = 0; i < AD_LEN(zeros); i++)
		*ad_row_value(row, zeros[i]) = (struct ad_value){ .kind = AD_INT };
	*ad_row_value(row, "createdAt") = (struct ad_value){ .kind = AD_INT, .i = now };
	*ad_row_value(row, "updatedAt") = (struct ad_value){ .kind = AD_INT, .i = now };
	*ad_row_value(row, "version") = (struct ad_value){ .kind = AD_INT, .i = 1 };
	return row;
}

void ad_webhooks_create(struct ad_call *call)
{
	if (!may_change(call) || !ad_write_params(call) || !ad_idempotency_begin(call))
		return;
	call->draft = draft_row(call);
	if (call->status != AD_OK)
		ad_idempotency_fail(call);
	else if (call->validate_only)
		ad_webhook_answer(call, call->draft);
	else
		ad_call_next(call, AD_WRITE, create_write);
}

/* --- PATCH --- */

static bool is_same(const struct ad_row *a, const struct ad_row *b)
{
	for (size_t i = 0; i < a->res->shape.count; i++)
		if (!ad_value_eq(&a->v[i], &b->v[i]))
			return false;
	return true;
}

/* True if the webhook has the same scopes as the caller, who would become its owner. */
static bool has_scopes(struct ad_call *call)
{
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT 1 FROM webhooks WHERE id = $1 AND scopes = $2");

	ad_bind(s, 1, call->id);
	ad_bind_int(s, 2, call->scopes);
	enum ad_db_status status = ad_step(s);
	ad_reset(s);
	return status == AD_DB_ROW;
}

static bool webhook_flag(struct ad_row *row, const char *field)
{
	return ad_row_value(row, field)->i != 0;
}

static bool drop_queue(struct ad_call *call, struct ad_str id)
{
	struct ad_stmt *s = ad_sql(call->db, "DELETE FROM webhook_queue WHERE webhook_id = $1");

	ad_bind(s, 1, id);
	enum ad_db_status status = ad_step(s);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

/* For a new URL or a restart: resets the failures and makes the queue due now. */
static bool begin_anew(struct ad_call *call, struct ad_row *row)
{
	struct ad_stmt *s = ad_sql(
		call->db,
		"UPDATE webhooks SET failures = 0, failing_since = NULL, next_at ="
		" CASE WHEN next_at IS NULL THEN NULL ELSE CAST($2 AS BIGINT) END WHERE id = $1");

	ad_bind(s, 1, row->id);
	ad_bind_int(s, 2, ad_now());
	ad_row_value(row, "failures")->i = 0;
	enum ad_db_status status = ad_step(s);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

static bool webhook_store_change(struct ad_call *call, struct ad_row *before, struct ad_row *row)
{
	bool enabled = webhook_flag(row, "enabled");
	bool moved = !ad_str_eq(ad_row_text(before, "url"), ad_row_text(row, "url"));
	struct ad_stmt *s =
		ad_sql(call->db, "UPDATE webhooks SET url = $2, events = $3, enabled ="
				 " $4, updated_at = $5, version = $6, created_by = $7,"
				 " scopes = $8, next_at = CASE WHEN $4 THEN next_at ELSE"
				 " NULL END, took = CASE WHEN $9 THEN $10 ELSE took END"
				 " WHERE id = $1");

	ad_bind(s, 1, row->id);
	ad_bind(s, 2, ad_row_text(row, "url"));
	ad_bind(s, 3, ad_row_text(row, "events"));
	ad_bind_bool(s, 4, enabled);
	ad_bind_int(s, 5, ad_row_value(row, "updatedAt")->i);
	ad_bind_int(s, 6, row->version);
	ad_bind_cstr(s, 7, call->who->account_id);
	ad_bind_int(s, 8, call->scopes);
	ad_bind_bool(s, 9, moved);
	ad_bind_int(s, 10, NOT_PROMPT_YET);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (!enabled && !drop_queue(call, row->id))
		return false;
	if (!enabled)
		ad_row_value(row, "waiting")->i = 0;
	if ((moved || (enabled && !webhook_flag(before, "enabled"))) && !begin_anew(call, row))
		return false;
	return ad_webhook_note(call, "UPDATE", before, row);
}

static void webhook_change_update_step(struct ad_call *call)
{
	struct ad_row *before, *row = ad_arena_alloc(call->arena, sizeof(*row));

	ad_call_fresh(call);
	if (!may_change(call) || !ad_webhook_load(call, &before))
		return;
	*row = *before;
	ad_validate_patch(call, call->input, row);
	ad_webhook_check_url(call, row);
	if (call->status == AD_OK && !check_types(call, row))
		return;
	if (!cJSON_IsObject(call->input) || !ad_precondition(call, before, call->input) ||
	    call->status != AD_OK)
		return;
	if (!is_same(before, row) || !has_scopes(call)) {
		row->version++;
		ad_row_value(row, "version")->i = row->version;
		ad_row_value(row, "updatedAt")->i = ad_now();
		if (!call->validate_only && !webhook_store_change(call, before, row))
			return;
	}
	ad_webhook_answer(call, row);
}

void ad_webhooks_update(struct ad_call *call)
{
	if (!may_change(call) || !ad_write_params(call))
		return;
	if (call->validate_only)
		webhook_change_update_step(call);
	else
		ad_call_next(call, AD_WRITE, webhook_change_update_step);
}

/* --- DELETE, rotation --- */

static bool remove_row(struct ad_call *call, const struct ad_row *row)
{
	struct ad_stmt *s = ad_sql(call->db, "DELETE FROM webhooks WHERE id = $1");

	ad_bind(s, 1, row->id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return drop_queue(call, row->id) && ad_webhook_note(call, "DELETE", row, NULL);
}

static void webhook_change_delete_step(struct ad_call *call)
{
	struct ad_row *row;

	ad_call_fresh(call);
	if (!may_change(call) || !ad_webhook_load(call, &row) || !ad_precondition(call, row, NULL))
		return;
	if (call->validate_only || remove_row(call, row))
		ad_webhook_answer(call, row);
}

void ad_webhooks_delete(struct ad_call *call)
{
	if (!may_change(call) || !ad_write_params(call))
		return;
	if (call->validate_only)
		webhook_change_delete_step(call);
	else
		ad_call_next(call, AD_WRITE, webhook_change_delete_step);
}

static void rotate_step(struct ad_call *call)
{
	struct ad_row *row;
	struct ad_str secret;

	ad_call_fresh(call);
	if (!ad_idempotency_begin(call) || !may_change(call) || !ad_webhook_load(call, &row))
		return;
	secret = secret_make(call);
	row->version++;
	ad_row_value(row, "version")->i = row->version;
	ad_row_value(row, "updatedAt")->i = ad_now();
	struct ad_stmt *s = ad_sql(call->db, "UPDATE webhooks SET secret = $2, updated_at = $3,"
					     " version = $4 WHERE id = $1");
	ad_bind(s, 1, row->id);
	ad_bind(s, 2, secret_seal(call, row->id, secret));
	ad_bind_int(s, 3, ad_row_value(row, "updatedAt")->i);
	ad_bind_int(s, 4, row->version);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE) {
		ad_fail_db(call, status);
		return;
	}
	if (ad_webhook_note(call, "ROTATE", NULL, row))
		answer_secret(call, row, secret);
}

void ad_webhooks_rotate(struct ad_call *call)
{
	if (may_change(call) && ad_no_params(call) && ad_idempotency_begin(call))
		ad_call_next(call, AD_WRITE, rotate_step);
}
