/* Answers stored with a key, and the outcome of two concurrent requests with one key. */
#include "tests/support/database.h"

#include "auth/auth.h"
#include "base/clock.h"
#include "base/digest.h"
#include "call/request/call.h"
#include "call/request/core.h"
#include "call/request/idempotency.h"
#include "call/request/outcome.h"
#include "store/schema/schema.h"

struct world {
	struct ad_db *db; /* writes */
	struct ad_arena *arena;
	struct ad_principal who;
	struct ad_auth *auth; /* its secret protects the stored bodies */
	struct ad_core core;
};

static struct world *open_planned(void **state, const struct ad_plan *plan)
{
	struct world *w = calloc(1, sizeof(*w));
	char err[256] = "";

	assert_non_null(w);
	w->db = open_db(*state, AD_DB_WRITE);
	w->arena = ad_arena_new();
	if (!ad_schema_migrate(w->db, err))
		fail_msg("%s", err);
	struct database *database = *state;
	struct ad_auth_spec spec = { .issuer = "http://127.0.0.1:1",
				     .base_url = "http://127.0.0.1:1/api/v1",
				     .mcp_url = "http://127.0.0.1:1/mcp",
				     .data_dir = database->folder,
				     .plans = plan,
				     .plan_count = plan ? 1 : 0 };
	w->auth = ad_auth_open(&spec, database->store, w->db, err);
	if (!w->auth)
		fail_msg("%s", err);
	w->core.auth = w->auth;
	snprintf(w->who.credential_id, sizeof(w->who.credential_id), "tok_1");
	snprintf(w->who.account_id, sizeof(w->who.account_id), "acc_1");
	snprintf(w->who.plan, sizeof(w->who.plan), "%s", plan ? plan->id : "");
	return w;
}

static struct world *open_world(void **state)
{
	return open_planned(state, NULL);
}

static void close_world(struct world *w)
{
	ad_auth_close(w->auth);
	ad_db_close(w->db);
	ad_arena_free(w->arena);
	free(w);
}

static struct ad_call *call_of(struct world *w, const char *body)
{
	struct ad_call *call = ad_arena_zalloc(w->arena, sizeof(*call));

	call->arena = w->arena;
	call->core = &w->core;
	call->db = w->db;
	call->who = &w->who;
	call->body = ad_str(body);
	call->idempotency_key = AD_S("key");
	call->idempotency_path = AD_S("POST /campaigns");
	return call;
}

/* Acts as a writing step that succeeded. */
static void keep_success(struct world *w, const char *body)
{
	struct ad_call *call = call_of(w, body);

	assert_true(ad_idempotency_begin(call));
	call->data = AD_S("{\"id\":\"cmp_1\"}");
	call->http_status = 201;
	assert_true(ad_idempotency_keep(call));
}

/* A call whose reading step finds faults, up to its writing step. */
static struct ad_call *faulty(struct world *w, const char *body)
{
	struct ad_call *call = call_of(w, body);

	assert_true(ad_idempotency_begin(call));
	ad_fault(call, "name", "DUPLICATE_NAME", "It is taken.");
	ad_idempotency_fail(call);
	assert_non_null(call->next);
	assert_int_equal(call->place, AD_WRITE);
	assert_false(call->keep_changes);
	return call;
}

static void run_step(struct ad_call *call)
{
	ad_step_fn *step = call->next;

	call->next = NULL;
	step(call);
}

static void a_success_kept_meanwhile_wins(void **state)
{
	struct world *w = open_world(state);
	struct ad_call *call = faulty(w, "{}");

	keep_success(w, "{}");
	run_step(call);
	assert_int_equal(call->status, AD_OK);
	assert_int_equal(call->http_status, 201);
	assert_int_equal(call->key, AD_KEY_ANSWERED);
	assert_true(ad_str_is(call->data, "{\"id\":\"cmp_1\"}"));
	assert_null(call->faults);
	close_world(w);
}

static void another_body_kept_meanwhile_is_a_conflict(void **state)
{
	struct world *w = open_world(state);
	struct ad_call *call = faulty(w, "{\"a\":1}");

	keep_success(w, "{}");
	run_step(call);
	assert_int_equal(call->status, AD_IDEMPOTENCY_CONFLICT);
	assert_false(call->keep_changes);
	call = call_of(w, "{}");
	assert_false(ad_idempotency_begin(call));
	assert_int_equal(call->status, AD_OK);
	close_world(w);
}

static void a_failure_is_kept_where_nothing_is(void **state)
{
	struct world *w = open_world(state);
	struct ad_call *call = faulty(w, "{}");

	run_step(call);
	assert_int_equal(call->status, AD_INVALID);
	assert_true(call->keep_changes);
	assert_string_equal(call->faults->code, "DUPLICATE_NAME");
	call = call_of(w, "{}");
	assert_false(ad_idempotency_begin(call));
	assert_int_equal(call->status, AD_INVALID);
	assert_int_equal(call->key, AD_KEY_ANSWERED);
	assert_non_null(strstr(call->error_json.p, "DUPLICATE_NAME"));
	close_world(w);
}

/* The digest of a short body cannot be guessed. */
static void bodies_are_kept_under_a_key(void **state)
{
	static const char body[] = "{\"email\":\"alice@example.com\"}";
	struct world *w = open_world(state);
	uint8_t sum[AD_SHA256_SIZE];
	char hex[2 * AD_SHA256_SIZE + 1];

	keep_success(w, body);
	ad_sha256(ad_str(body), sum);
	ad_hex(sum, sizeof(sum), hex);
	struct ad_stmt *s = ad_sql(w->db, "SELECT body_mac FROM idempotency");
	assert_int_equal(ad_step(s), AD_DB_ROW);
	assert_int_equal(ad_col(s, 0).n, sizeof(hex) - 1);
	assert_false(ad_str_is(ad_col(s, 0), hex));
	ad_reset(s);
	close_world(w);
}

static void what_is_not_kept_names_no_step(void **state)
{
	static const enum ad_status never[] = { AD_UNAUTHENTICATED, AD_SUBSCRIPTION_REQUIRED,
						AD_FORBIDDEN_SCOPE, AD_RATE_LIMITED,
						AD_INTERNAL,        AD_UNAVAILABLE };
	struct world *w = open_world(state);

	for (size_t i = 0; i < AD_LEN(never); i++) {
		struct ad_call *call = call_of(w, "{}");
		assert_true(ad_idempotency_begin(call));
		ad_fail(call, never[i], "%s", "");
		ad_idempotency_fail(call);
		assert_null(call->next);
	}
	close_world(w);
}

/* As many bytes of answers as a plan of 1 MiB allows: 64 KiB. */
static const struct ad_plan small_plan = { .id = "small",
					   .name = "Small",
					   .minute_limit = 60,
					   .daily_limit = 20000,
					   .api_access = true,
					   .max_objects = 10,
					   .max_bytes = 1 << 20 };

static int64_t number_of(struct world *w, const char *sql)
{
	struct ad_stmt *s = ad_sql(w->db, sql);

	assert_int_equal(ad_step(s), AD_DB_ROW);
	int64_t n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

static void keep_bytes(struct world *w, const char *key, size_t bytes)
{
	struct ad_call *call = call_of(w, "{}");
	char *data = ad_arena_alloc(w->arena, bytes);

	call->idempotency_key = ad_str(key);
	assert_true(ad_idempotency_begin(call));
	memset(data, ' ', bytes);
	call->data = (struct ad_str){ data, bytes };
	call->http_status = 201;
	assert_true(ad_idempotency_keep(call));
}

static void full_refuses(struct world *w, const char *quota)
{
	struct ad_call *call = call_of(w, "{}");

	call->idempotency_key = AD_S("new");
	assert_false(ad_idempotency_begin(call));
	assert_int_equal(call->status, AD_CONFLICT);
	assert_non_null(strstr(call->details.p, quota));
	ad_idempotency_fail(call);
	assert_null(call->next); /* the refusal is not stored: later the key is new */
	call = call_of(w, "{}");
	call->idempotency_key = AD_S("kept");
	assert_false(ad_idempotency_begin(call));
	assert_int_equal(call->status, AD_OK);
	assert_int_equal(call->key, AD_KEY_ANSWERED);
	call = call_of(w, "{\"another\":1}");
	call->idempotency_key = AD_S("kept");
	assert_false(ad_idempotency_begin(call));
	assert_int_equal(call->status, AD_IDEMPOTENCY_CONFLICT);
}

static void answers_are_kept_up_to_a_share_of_the_bytes(void **state)
{
	struct world *w = open_planned(state, &small_plan);

	keep_bytes(w, "kept", 40000);
	keep_bytes(w, "more", 40000); /* the last answer may pass the limit */
	full_refuses(w, "\"quota\":\"answerBytes\",\"limit\":65536");
	/* Another account has its own limit. */
	snprintf(w->who.account_id, sizeof(w->who.account_id), "acc_2");
	keep_bytes(w, "other", 10);
	snprintf(w->who.account_id, sizeof(w->who.account_id), "acc_1");
	/* Hours whose answers have expired do not count. */
	assert_true(ad_db_exec(w->db, "UPDATE idempotency_use SET hour = hour - 25") == AD_DB_DONE);
	keep_bytes(w, "later", 10);
	close_world(w);
}

static void answers_are_kept_up_to_the_requests_of_a_day(void **state)
{
	struct world *w = open_planned(state, &small_plan);

	keep_bytes(w, "kept", 10);
	assert_true(ad_db_exec(w->db, "UPDATE idempotency_use SET n = 20000") == AD_DB_DONE);
	full_refuses(w, "\"quota\":\"answers\",\"limit\":20000");
	close_world(w);
}

/* A part that replaces an earlier part's answer counts once, with its own size. */
static void the_parts_of_one_work_are_one_answer(void **state)
{
	struct world *w = open_planned(state, &small_plan);
	struct ad_call *call = call_of(w, "{}");

	assert_true(ad_idempotency_begin(call));
	for (int i = 0; i < 3; i++) {
		struct ad_call partly = *call;
		ad_fail(&partly, AD_CONFLICT, "Under way.");
		assert_true(ad_idempotency_keep_under_way(&partly));
		call->idempotency_bytes = partly.idempotency_bytes;
	}
	call->data = AD_S("{}");
	assert_true(ad_idempotency_keep(call));
	assert_int_equal(number_of(w, "SELECT n FROM idempotency_use"), 1);
	int64_t bytes = number_of(w, "SELECT bytes FROM idempotency_use");
	assert_in_range(bytes, 400, 440);
	close_world(w);
}

/* The kill switch ignores the storage limit. */
static void the_kill_switch_has_room(void **state)
{
	static const struct ad_action pause_all = { .method = "POST", .verb = AD_V_PAUSE_ALL };
	struct world *w = open_planned(state, &small_plan);

	keep_bytes(w, "kept", 80000);
	struct ad_call *call = call_of(w, "{}");
	call->idempotency_key = AD_S("stop");
	call->action = &pause_all;
	assert_true(ad_idempotency_begin(call));
	close_world(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(a_success_kept_meanwhile_wins),
		STORED(another_body_kept_meanwhile_is_a_conflict),
		STORED(a_failure_is_kept_where_nothing_is),
		STORED(bodies_are_kept_under_a_key),
		STORED(what_is_not_kept_names_no_step),
		STORED(answers_are_kept_up_to_a_share_of_the_bytes),
		STORED(answers_are_kept_up_to_the_requests_of_a_day),
		STORED(the_parts_of_one_work_are_one_answer),
		STORED(the_kill_switch_has_room),
	};
	return on_each_database("idempotency", tests);
}
